"""JavaScript modules parsed and joined into bundles: Node runs the result and reports its exports and effects; and
which modules are bundled together."""

import json
import subprocess
from pathlib import Path

import pytest

from app.assets.bundle import Module, joined, lean, read
from app.assets.files import STATIC
from app.assets.import_graph import Graph
from tests.conftest import ROOT


def everything(modules: list[Module]) -> dict[str, list[str]]:
    return {module.path: [*module.exports] for module in modules}


def told_by_node(folder: Path, page: str, joined_module: str) -> object:
    """The JSON printed by a page next to this module."""
    (folder / "joined.mjs").write_text(joined_module)
    (folder / "page.mjs").write_text(page)
    told = subprocess.run(["node", "page.mjs"], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


TIMER = "let timer = {0};\nfunction tick() {{ return timer; }}\nexport const {1} = () => tick();\n"
RUN: dict[str, tuple[str, object, dict[str, str]]] = {
    "it exports what each of its modules did": ("Object.keys(all).sort()", ["Three", "four", "one", "two"], {
        "kit/a.js": "export const one = 1;\nexport function two() {}\n",
        "kit/b.js": "export class Three {}\nexport async function four() {}\nconst five = 5;\n"}),
    "a module takes from another by names of its own": ("all.say()", "tea1", {
        "kit/a.js": 'const hidden = "a";\nexport const word = "tea";\nexport const cup = 1;\n',
        "kit/b.js": 'import { word as drink,\n  cup,\n} from "#kit/a.js";\nexport const say = () => drink + cup;\n'}),
    "a module takes all of another": ("all.sum", 3, {
        "kit/a.js": "export const one = 1;\nexport const two = 2;\n",
        "kit/b.js": 'import * as a from "#kit/a.js";\nexport const sum = a.one + a.two;\n'}),
    "what modules keep for themselves may have the same name": ("[all.a(), all.b()]", [1, 2], {
        "kit/a.js": TIMER.format(1, "a"), "kit/b.js": TIMER.format(2, "b")}),
    "a module that awaits is ready before those that need it": ("all.seen", "fr", {
        "kit/a.js": "let word = null;\nword = await Promise.resolve('fr');\nexport const say = () => word;\n",
        "pages/room.js": 'import { say } from "#kit/a.js";\nexport const seen = say();\n'}),
    "a vendored module is joined with those that use it": ("all.drawn", "drawn", {
        "vendor/lit-html/lit-html.js": 'const t=1,i=()=>"drawn";export{t as noChange,i as render};\n',
        "kit/a.js": 'import { render } from "lit-html";\nexport const drawn = render();\n'}),
}  # fmt: skip


@pytest.mark.parametrize(("asked", "told", "texts"), RUN.values(), ids=RUN)
def test_a_joined_module_is_run(tmp_path: Path, asked: str, told: object, texts: dict[str, str]) -> None:
    modules = [read(path, text) for path, text in texts.items()]
    page = f'import * as all from "./joined.mjs";\nconsole.log(JSON.stringify({asked}));\n'
    assert told_by_node(tmp_path, page, joined(modules, everything(modules))) == told


@pytest.mark.parametrize(("script", "done"), [("joined.mjs", ["kit", "page"]), ("other.mjs", ["kit"])])
def test_what_starts_a_page_does_nothing_on_another(tmp_path: Path, script: str, done: list[str]) -> None:
    modules = [
        read("kit/a.js", 'export const a = globalThis.done;\na.push("kit");\n'),
        read("pages/room.js", 'import { a } from "#kit/a.js";\na.push("page");\n'),
    ]
    page = (
        "globalThis.done = [];\n"
        f'globalThis.document = {{ querySelector: () => ({{ src: new URL("./{script}", import.meta.url).href }}) }};\n'
        'await import("./joined.mjs");\nconsole.log(JSON.stringify(globalThis.done));\n'
    )
    assert told_by_node(tmp_path, page, joined(modules, everything(modules), {"pages/room.js"})) == done


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


def test_two_modules_export_the_same_name_only_where_somebody_takes_one_of_them() -> None:
    modules = [read("kit/a.js", "export const die = 6;\n"), read("kit/b.js", "export const die = 4;\n")]
    assert joined(modules, {"kit/a.js": ["die"], "kit/b.js": []}).count("export") == 1
    with pytest.raises(ValueError, match=r"static/kit/a\.js and static/kit/b\.js are joined, and both export die"):
        joined(modules, everything(modules))


@pytest.mark.parametrize("statement", [
    "export default 1;", "export let turn = 1;", "export const { a, b } = c;", 'export { a } from "#kit/a.js";',
    'export * from "#kit/a.js";', "export { a };\nconst b = 1;", 'import "#kit/a.js";', 'import a from "#kit/a.js";',
    "import { a } from '#kit/a.js';", 'b(); import { a } from "#kit/a.js";', "import(b);",
])  # fmt: skip
def test_what_has_another_shape_is_refused_with_its_line(statement: str) -> None:
    text = f"// @ts-check\n/**\n * export default\n */\nconst b = 1;\n{statement}\n"
    with pytest.raises(ValueError, match=r"static/kit/a\.js:6 cannot be joined: \S"):
        read("kit/a.js", text)


def test_a_module_says_what_it_imports_and_what_it_loads_later_and_a_comment_says_nothing() -> None:
    text = 'const late = () => import("#kit/late.js");\nconst game = await import(`#games/${boot.game}/board.js`);\n'
    assert read("pages/room.js", text).loads == ["#kit/late.js", "#games/*/board.js"]
    module = read("kit/b.js", '// import { a } from "#kit/a.js";\n/** @type {import("#types/room").Page} */\nlet p;\n')
    assert (module.imports, module.loads) == ([], [])
    vendored = read("vendor/lit-html/directives/repeat.js", 'import{t as e}from"../lit-html.js";e();\n')
    assert vendored.imports == [("lit-html", {"e": "t"})]


LEAN = {
    "the comma behind the last of a list is not sent": (
        "const a = [\n  1,\n  b(\n    2,\n  ),\n];\nconst c = `\n,\n]`;\nsay(c, {\n  a,\n});\n",
        "const a=[1,b(2)];const c=`\n,\n]`;say(c,{a});",
    ),
    "comments, indents and spare ends of lines are not sent": (
        "// @ts-check\n/** @import { Line } from '#types/wire' */\n/**\n * Says `it`.\n */\n"
        "function say() {\n  // Why.\n\n  return 1; // so\n}\n",
        "function say(){return 1;}\n",
    ),
    "types beside code are not sent": (
        "const a =\n  /** @type {A} */ (b);\nconst c = 1;\n/** @type {D} */ let d;\n",
        "const a=\n(b);const c=1;let d;",
    ),
    "indents of templates are not sent": (
        "const a = html`<p>\n    a\n\n    <b\n      c=${d}></b>\n  </p>`;\n",
        "const a=html`<p>\na\n<b\nc=${d}></b>\n</p>`;",
    ),
    "what looks like a comment in a string or a template is sent": (
        "const a=`\n// words\n/** words */\n`;\nconst b='http://a';\nconst c=' // d';\n",
        "const a=`\n// words\n/** words */\n`;const b='http://a';\nconst c=' // d';\n",
    ),
    "spaces that keep two signs apart are sent": (
        "if (a >= b * 2) return (a + b) - c < a - -b + +c ? await (d) : function (e) {};",
        "if(a>=b*2)return(a+b)-c<a - -b + +c?await (d):function (e){};",
    ),
    "spaces round operators are not sent, but those of words and patterns are": (
        "const a = (b, c) => (b === c ? ' = , ' : /, [/ =]+ ?/u) ?? html`a, ${b ? html`c, d` : e} = f`, g;",
        "const a=(b,c)=>(b===c?' = , ':/, [/ =]+ ?/u)??html`a, ${b ? html`c, d` : e} = f`,g;",
    ),
    "licences are sent": ("/**\n * @license\n * MIT\n */\na();\n", "/**\n*@license\n*MIT\n*/\na();"),
    "a reason that is sent keeps its line": ("a(); // it's {\nb();\nc();\n", "a();// it's{\nb();c();"),
}


@pytest.mark.parametrize(("written", "sent"), LEAN.values(), ids=LEAN)
def test_so_much_is_sent(written: str, sent: str) -> None:
    assert lean(written) == sent


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
    """Token by token, as a browser reads it; whitespace in templates may shrink."""
    texts = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    assert len(texts) > 100
    both = json.dumps({path: [text, lean(text)] for path, text in texts.items()})
    command = ["node", "--input-type=module", "-e", SIGNS]
    told = subprocess.run(command, cwd=ROOT, input=both, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == []


# --- What is loaded together --------------------------------------------------------------------------------


def graph(loads: dict[str, str] | None = None, **imports: str) -> Graph:
    """A graph of one-letter bundles, and pages: room="ab" imports a and b, loads={"room": "l"} loads l later."""
    later = {path: [*(loads or {}).get(path, "")] for path in imports}
    pages = [path for path in imports if len(path) > 1]
    return Graph({path: [*imported] for path, imported in imports.items()}, later, pages)


L, BOTH = {"room": "l"}, {"room": "l", "replay": "l"}
TOGETHER: dict[str, tuple[Graph, str]] = {
    "what a page imports is loaded with it": (graph(room="ab", a="c", b="c", c=""), "a+b+c+room"),
    "what two pages need is apart": (graph(room="ab", replay="bc", a="", b="", c=""), "a+room b c+replay"),
    "what several need is together": (
        graph(room="abc", replay="ab", lobby="a", a="", b="", c=""), "a+b c+room lobby replay"),
    "what is loaded later is apart": (graph(L, room="a", a="", l="m", m=""), "a+room l+m"),
    "what a later part finds loaded stays with the page": (graph(L, room="a", a="", l="a"), "a+room l"),
    "what only some pages have loaded before": (graph(BOTH, room="a", replay="", a="", l="a"), "a l replay room"),
    "a part loaded by a part finds what the page had": (
        graph({"room": "l", "l": "m"}, room="a", a="", l="b", b="", m="ab"), "a+room b+l m"),
    "what is later for one page and at once for another": (graph(L, room="", replay="l", l=""), "l replay room"),
    "what no page needs is alone and parts nobody": (
        graph({"x": "l"}, room="ab", a="", b="", x="ay", y="", l="b"), "a+b+room l x y"),
}  # fmt: skip


@pytest.mark.parametrize(("graph", "together"), TOGETHER.values(), ids=TOGETHER)
def test_so_modules_are_loaded_together(graph: Graph, together: str) -> None:
    assert sorted("+".join(sorted(group)) for group in graph.together()) == together.split()


def test_each_module_stands_behind_those_it_imports() -> None:
    (group,) = graph(room="ab", a="c", b="ac", c="").together()
    assert group == ["c", "a", "b", "room"] == graph(room="ab", a="c", b="c", c="", d="").needs("b", "room")


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="Import cycle: a, b, a"):
        graph(room="a", a="b", b="a")
