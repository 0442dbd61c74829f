"""Bundles of JavaScript read and joined: what is sent is run by Node, which tells what it exports and does; and which
modules are sent together."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from app.assets.bundle import Module, joined, lean, name_of, read
from app.assets.files import STATIC
from app.assets.import_graph import Graph
from tests.conftest import ROOT

LIT = 'const t=1,i=()=>"drawn";export{t as noChange,i as render};\n'


def run(folder: Path, question: str, **texts: str) -> object:
    """What a page sees that imports everything from the joined module as `all`; "kit__a" stands for kit/a.js."""
    modules = [read(name.replace("__", "/") + ".js", text) for name, text in texts.items()]
    (folder / "joined.mjs").write_text(joined(modules, everything(modules)))
    (folder / "page.mjs").write_text(
        f'import * as all from "./joined.mjs";\nconsole.log(JSON.stringify({question}));\n'
    )
    told = subprocess.run(["node", "page.mjs"], cwd=folder, capture_output=True, text=True, check=True)
    answer: object = json.loads(told.stdout)
    return answer


def everything(modules: list[Module]) -> dict[str, list[str]]:
    return {module.path: [*module.exports] for module in modules}


def test_a_joined_module_exports_what_each_of_its_modules_did(tmp_path: Path) -> None:
    names = run(
        tmp_path,
        "Object.keys(all).sort()",
        kit__a="export const one = 1;\nexport function two() {}\n",
        kit__b="export class Three {}\nexport async function four() {}\nconst five = 5;\n",
    )
    assert names == ["Three", "four", "one", "two"]


def test_a_module_takes_from_another_by_names_of_its_own(tmp_path: Path) -> None:
    told = run(
        tmp_path,
        "all.say()",
        kit__text='const hidden = "a";\nexport const word = "tea";\nexport const cup = 1;\n',
        kit__page='import { word as drink,\n  cup,\n} from "#kit/text.js";\nexport const say = () => drink + cup;\n',
    )
    assert told == "tea1"


def test_a_module_takes_all_of_another(tmp_path: Path) -> None:
    told = run(
        tmp_path,
        "all.sum",
        kit__a="export const one = 1;\nexport const two = 2;\n",
        kit__b='import * as a from "#kit/a.js";\nexport const sum = a.one + a.two;\n',
    )
    assert told == 3


def test_what_nobody_else_takes_may_have_the_same_name() -> None:
    modules = [read("kit/a.js", "export const die = 6;\n"), read("kit/b.js", "export const die = 4;\n")]
    assert joined(modules, {"kit/a.js": ["die"], "kit/b.js": []}).count("export") == 1


def test_what_modules_keep_for_themselves_may_have_the_same_name(tmp_path: Path) -> None:
    a = "let timer = 1;\nfunction tick() { return timer; }\nexport const a = () => tick();\n"
    b = "let timer = 2;\nfunction tick() { return timer; }\nexport const b = () => tick();\n"
    assert run(tmp_path, "[all.a(), all.b()]", kit__a=a, kit__b=b) == [1, 2]


def test_a_module_that_awaits_is_ready_before_those_that_need_it(tmp_path: Path) -> None:
    text = "let catalog = null;\ncatalog = await Promise.resolve('fr');\nexport const language = () => catalog;\n"
    page = 'import { language } from "#kit/text.js";\nexport const seen = language();\n'
    assert run(tmp_path, "all.seen", kit__text=text, pages__room=page) == "fr"


def test_a_vendored_module_is_joined_with_those_that_use_it(tmp_path: Path) -> None:
    (tmp_path / "vendor").mkdir()
    modules = [
        read("vendor/lit-html/lit-html.js", LIT),
        read("kit/a.js", 'import { render } from "lit-html";\nexport const drawn = render();\n'),
    ]
    (tmp_path / "joined.mjs").write_text(joined(modules, everything(modules)))
    command = ["node", "--input-type=module", "-e", 'import { drawn } from "./joined.mjs"; console.log(drawn)']
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout == "drawn\n"


def test_what_lies_elsewhere_is_still_imported_and_every_part_is_named() -> None:
    modules = [
        read("kit/a.js", 'import { html } from "lit-html";\nexport const a = html;\n'),
        read("kit/b.js", 'import { svg as picture } from "lit-html";\nimport { a } from "#kit/a.js";\na(picture);\n'),
    ]
    assert joined(modules, {"kit/a.js": ["a"], "kit/b.js": []}) == (
        'import * as $lit_html from "lit-html";\n'
        "const $kit_a={};\n"
        "{\n"
        "const{html}=$lit_html;\n"
        "const a=html;Object.assign($kit_a,{a});\n"
        "}\n"
        "export const{a}=$kit_a;\n"
        "{\n"
        "const{svg:picture}=$lit_html;\n"
        "const{a}=$kit_a;\n"
        "a(picture);}\n"
    )


def test_two_joined_modules_cannot_give_the_same_name() -> None:
    modules = [read("kit/a.js", "export const die = 6;\n"), read("kit/b.js", "export const die = 4;\n")]
    with pytest.raises(ValueError, match=r"static/kit/a\.js and static/kit/b\.js are joined, and both export die"):
        joined(modules, everything(modules))


@pytest.mark.parametrize(
    "statement",
    [
        "export default 1;",
        "export let turn = 1;",
        "export const { a, b } = c;",
        'export { a } from "#kit/a.js";',
        'export * from "#kit/a.js";',
        "export { a };\nconst b = 1;",
        'import "#kit/a.js";',
        'import a from "#kit/a.js";',
        "import { a } from '#kit/a.js';",
        'b(); import { a } from "#kit/a.js";',
        "import(b);",
    ],
)
def test_what_has_another_shape_is_refused_with_its_line(statement: str) -> None:
    text = f"// @ts-check\n/**\n * export default\n */\nconst b = 1;\n{statement}\n"
    with pytest.raises(ValueError, match=r"static/kit/a\.js:6 has a shape that cannot be joined: \S"):
        read("kit/a.js", text)


def test_modules_say_what_they_load_later() -> None:
    text = 'const late = () => import("#kit/late.js");\nconst game = await import(`#games/${boot.game}/board.js`);\n'
    assert read("pages/room.js", text).loads == ["#kit/late.js", "#games/*/board.js"]


def test_what_a_comment_says_is_neither_imported_nor_loaded() -> None:
    text = '// import { a } from "#kit/a.js";\n/** @type {import("#types/room").Page} */\nlet page;\n'
    module = read("kit/b.js", text)
    assert (module.imports, module.loads) == ([], [])


def test_relative_addresses_of_vendored_modules_become_names() -> None:
    module = read("vendor/lit-html/directives/repeat.js", 'import{t as e}from"../lit-html.js";e();\n')
    assert module.imports == [("lit-html", {"e": "t"})]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("kit/text.js", "#kit/text.js"),
        ("vendor/lit-html/lit-html.js", "lit-html"),
        ("vendor/lit-html/directives/repeat.js", "lit-html/directives/repeat.js"),
    ],
)
def test_modules_are_named_by_their_path_and_vendored_ones_by_their_package(path: str, name: str) -> None:
    assert name_of(path) == name


# --- What is not sent ---------------------------------------------------------------------------------------


def test_the_comma_behind_the_last_of_a_list_is_not_sent() -> None:
    source = "const a = [\n  1,\n  b(\n    2,\n  ),\n];\nconst c = `\n,\n]`;\nsay(c, {\n  a,\n});\n"
    assert lean(source) == "const a=[1,b(2)];const c=`\n,\n]`;\nsay(c,{a});"


def test_comments_indents_and_spare_ends_of_lines_are_not_sent() -> None:
    source = (
        "// @ts-check\n/** @import { Line } from '#types/wire' */\n"
        "/**\n * Says `it`.\n */\nfunction say() {\n  // Why.\n\n  return 1; // so\n}\n"
    )
    assert lean(source) == "function say(){return 1;}\n"


def test_types_beside_code_are_not_sent() -> None:
    source = "const a =\n  /** @type {A} */ (b);\nconst c = 1;\n/** @type {D} */ let d;\n"
    assert lean(source) == "const a=\n(b);const c=1;let d;"


def test_indents_of_templates_are_not_sent() -> None:
    assert lean("const a = html`<p>\n    a\n\n    <b\n      c=${d}></b>\n  </p>`;\n") == (
        "const a=html`<p>\na\n<b\nc=${d}></b>\n</p>`;\n"
    )


def test_what_looks_like_a_comment_in_a_string_or_a_template_is_sent() -> None:
    source = "const a=`\n// words\n/** words */\n`;\nconst b='http://a';\nconst c=' // d';\n"
    assert lean(source) == source


def test_spaces_that_keep_two_signs_apart_are_sent() -> None:
    source = "if (a >= b * 2) return (a + b) - c < a - -b + +c ? await (d) : function (e) {};"
    assert lean(source) == "if(a>=b*2) return(a+b)-c<a - -b + +c?await (d):function (e){};"


def test_spaces_round_operators_are_not_sent_but_those_of_words_and_patterns_are() -> None:
    source = "const a = (b, c) => (b === c ? ' = , ' : /, [/ =]+ ?/u) ?? html`a, ${b ? html`c, d` : e} = f`, g;"
    assert lean(source) == "const a=(b,c)=>(b===c?' = , ':/, [/ =]+ ?/u)??html`a, ${b ? html`c, d` : e} = f`,g;"


SIGNS = """
import { tokenizer } from "acorn";
import { readFileSync } from "node:fs";
const signs = (text) => Array.from(tokenizer(text, { ecmaVersion: "latest", sourceType: "module" }),
  ({ type, value }) => [type.label, (value?.pattern ?? value ?? "").toString().replace(/\\s+/g, " ")].join(" "));
const spare = (sign, nth, all) => sign.trim() !== "," || !/^[)\\]}]/.test(all[nth + 1]);
const told = Object.entries(JSON.parse(readFileSync(0))).filter(([, [written, sent]]) =>
  signs(written).filter(spare).join("\\n") !== signs(sent).filter(spare).join("\\n"));
console.log(JSON.stringify(told.map(([path]) => path)));
"""


def test_every_module_says_the_same_when_it_is_sent() -> None:
    """Sign by sign, as a browser reads it; white space in a template may be less."""
    texts = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    assert len(texts) > 100
    both = json.dumps({path: [text, lean(text)] for path, text in texts.items()})
    command = ["node", "--input-type=module", "-e", SIGNS]
    told = subprocess.run(command, cwd=ROOT, input=both, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == []


def test_a_reason_that_is_sent_keeps_its_line() -> None:
    source = "a(); // it's {\nb();\nc();\n"
    assert lean(source) == "a(); // it's{\nb();c();"


def test_licences_are_sent() -> None:
    source = "/**\n * @license\n * BSD-3-Clause\n */\na();\n"
    assert "BSD-3-Clause" in lean(source)


@pytest.mark.parametrize(("script", "done"), [("joined.mjs", ["kit", "page"]), ("other.mjs", ["kit"])])
def test_what_starts_a_page_does_nothing_on_another(tmp_path: Path, script: str, done: list[str]) -> None:
    modules = [
        read("kit/a.js", 'export const a = globalThis.done;\na.push("kit");\n'),
        read("pages/room.js", 'import { a } from "#kit/a.js";\na.push("page");\n'),
    ]
    (tmp_path / "joined.mjs").write_text(joined(modules, everything(modules), {"pages/room.js"}))
    (tmp_path / "page.mjs").write_text(
        "globalThis.done = [];\n"
        f'globalThis.document = {{ querySelector: () => ({{ src: new URL("./{script}", import.meta.url).href }}) }};\n'
        'await import("./joined.mjs");\nconsole.log(JSON.stringify(globalThis.done));\n'
    )
    told = subprocess.run(["node", "page.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == done


# --- What is loaded together --------------------------------------------------------------------------------


def graph(loads: dict[str, str] | None = None, **imports: str) -> Graph:
    """Bundles of one letter, and pages: room="ab" imports a and b, loads={"room": "l"} loads l later."""
    later = {path: [*(loads or {}).get(path, "")] for path in imports}
    pages = [path for path in imports if len(path) > 1]
    return Graph({path: [*imported] for path, imported in imports.items()}, later, pages)


def together(graph: Graph) -> set[str]:
    return {"+".join(sorted(group)) for group in graph.together()}


def test_what_a_page_imports_is_loaded_with_it() -> None:
    assert together(graph(room="ab", a="c", b="c", c="")) == {"a+b+c+room"}


def test_what_two_pages_need_is_apart_from_what_one_needs() -> None:
    assert together(graph(room="ab", replay="bc", a="", b="", c="")) == {"a+room", "b", "c+replay"}


def test_what_several_pages_need_is_together() -> None:
    assert together(graph(room="abc", replay="ab", lobby="a", a="", b="", c="")) == {"a+b", "c+room", "replay", "lobby"}


def test_what_is_loaded_later_is_apart() -> None:
    assert together(graph({"room": "l"}, room="a", a="", l="m", m="")) == {"a+room", "l+m"}


def test_what_a_later_part_finds_loaded_stays_with_the_page() -> None:
    assert together(graph({"room": "l"}, room="a", a="", l="a")) == {"a+room", "l"}


def test_what_only_some_pages_have_loaded_before_a_later_part_is_apart() -> None:
    assert together(graph({"room": "l", "replay": "l"}, room="a", replay="", a="", l="a")) == {
        "room",
        "replay",
        "a",
        "l",
    }


def test_a_part_loaded_by_a_part_finds_what_the_page_had() -> None:
    assert together(graph({"room": "l", "l": "m"}, room="a", a="", l="b", b="", m="ab")) == {"a+room", "b+l", "m"}


def test_what_is_later_for_one_page_and_at_once_for_another_is_apart() -> None:
    assert together(graph({"room": "l"}, room="", replay="l", l="")) == {"room", "replay", "l"}


def test_what_no_page_needs_is_alone_and_parts_nobody() -> None:
    assert together(graph({"x": "l"}, room="ab", a="", b="", x="ay", y="", l="b")) == {"a+b+room", "x", "y", "l"}


def test_each_module_stands_behind_those_it_imports() -> None:
    (group,) = graph(room="ab", a="c", b="ac", c="").together()
    assert group == ["c", "a", "b", "room"]


def test_what_a_module_needs_is_named_once_and_in_order() -> None:
    assert graph(room="ab", a="c", b="c", c="", d="").needs("b", "room") == ["c", "a", "b", "room"]


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="in a circle: a, b, a"):
        graph(room="a", a="b", b="a")
