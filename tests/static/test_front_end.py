"""The layers of static/, the style of its files, and the oldest supported browsers."""

import re
import subprocess
from graphlib import TopologicalSorter
from pathlib import Path, PurePosixPath

from app.assets.bundle import read
from app.assets.files import STATIC
from games import GAMES
from tests.conftest import ROOT

MODULES = [path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts]

MAY_IMPORT = {
    "kit": {"kit"},
    "games": {"kit", "games"},
    "state": {"state"},
    "room": {"kit", "games", "state", "room"},
    "effects": {"kit", "games", "state", "room", "effects"},
    "replay": {"kit", "replay"},
    "tables": {"kit", "tables"},
    "gallery": {"kit", "games", "state", "room", "gallery"},
    "pages": {"kit", "games", "state", "room", "effects", "replay", "tables"},
    "": set(),  # classic scripts: theme.js in the head of a page, worker.js beside it
}


def test_a_module_imports_only_from_layers_below_its_own_and_a_game_nothing_from_another() -> None:
    strays = {}
    for file in MODULES:
        path = file.relative_to(STATIC)
        module = read(path.as_posix(), file.read_text("utf-8"))
        names = [*module.loads, *(name for name, _ in module.imports)]
        own = {PurePosixPath(name.removeprefix("#")) for name in names if name.startswith("#")}  # not lit-html
        layer = path.parts[0] if len(path.parts) > 1 else ""
        strays[path] = [name for name in own if name.parts[0] not in MAY_IMPORT[layer]]
        if layer == "games":
            strays[path] += [name for name in own if name.parts[0] == "games" and name.parts[1] != path.parts[1]]
    assert {path: names for path, names in strays.items() if names} == {}


def test_no_module_imports_itself_by_way_of_others_not_even_later() -> None:
    imported = {}
    for file in MODULES:
        path = file.relative_to(STATIC).as_posix()
        module = read(path, file.read_text("utf-8"))
        names = [*module.loads, *(name for name, _ in module.imports)]
        imported[path] = {name.removeprefix("#") for name in names if name.startswith("#") and "*" not in name}
    TopologicalSorter(imported).prepare()  # names the modules of a circle


def test_every_game_says_how_it_is_acted() -> None:
    paths = {game: f"games/{game}/stage.js" for game in GAMES}
    said = {game for game, path in paths.items() if "acts" in read(path, (STATIC / path).read_text("utf-8")).exports}
    assert said == {*GAMES}


POINTS = r"\b(?:value|die|points|scores?|sums?|totals?|deadwood|target)\b"
ADDED = re.compile(rf"{POINTS}[\])]*\s*\+=?\s*[\w(]|(?<!\+)\+=?\s*\(*[\w.?\[\]]*{POINTS}")
NO_CODE = re.compile(r"""(["'])(?:(?!\1)[^\\\n]|\\.)*\1|//.*|/\*[\s\S]*?\*/""")
ADDED_HERE = {
    "color_gin/melds.js": "a reader's own groups of cards, which the server does not know before they are played",
    "color_dice/figures.js": "pawns",
}


def test_boards_add_up_no_points() -> None:
    """The browser knows no rules: what a move would score is in the view."""
    assert ADDED.search("points: on_it.value + used.value")
    assert ADDED.search("sums[winner][suit] += points")
    files = {path.relative_to(STATIC / "games").as_posix(): path for path in (STATIC / "games").rglob("*.js")}
    code = {name: NO_CODE.sub("", path.read_text("utf-8")) for name, path in files.items()}
    assert {name for name, text in code.items() if ADDED.search(text)} == ADDED_HERE.keys()


ONE_STRING = re.compile(r"""\s*(?:\w+: |<path |d=)*(["'`])(?:(?!\1).)*\1(?:[,;]|></path>[`,]*)?""")
"""Lines with a single string, such as a sentence or an outline, which cannot be broken."""


def test_lines_are_short_unless_they_are_one_string() -> None:
    files = [path for path in [*MODULES, *STATIC.rglob("*.css")] if path.name != "letters.js"]
    lines = [(path, line) for path in files for line in path.read_text("utf-8").splitlines()]
    assert [(path.name, line) for path, line in lines if len(line) > 120 and not ONE_STRING.fullmatch(line)] == []


NEWER = {
    "static/method.js": ("const page = document.body;\nconst seen = page.checkVisibility();", "2: checkVisibility"),
    "static/function.js": ("const by_suit = Object.groupBy([], String);", "1: groupBy"),
    "static/object.js": ("export const now = Temporal.Now;", "1: Temporal"),
    "static/nested.css": (".a { color: red; & .b { color: blue; } }", "1: nesting"),
    "static/rule.css": ("@starting-style { .a { opacity: 0; } }", "1: @starting-style"),
    "static/property.css": (".a { field-sizing: content; }", "1: field-sizing"),
    "static/value.css": (".a { float: inline-start; }", "1: float: inline-start"),
    "templates/attribute.html": ("<p>\n<div popover></div>", "2: <div popover>"),
}
GUARDED = {
    "static/asked.js": "navigator.setAppBadge?.(1);\nconst counted = document.activeViewTransition?.finished;",
    "static/supported.css": "@supports (field-sizing: content) { .a { field-sizing: content; } }",
    "static/twice.css": ".b { float: left; float: inline-start; }",
    "static/prefixed.css": ".c { -webkit-user-select: none; user-select: none; }",
}


def features(folder: Path, files: dict[str, str]) -> str:
    """What is said of these files."""
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    done = subprocess.run(["node", "tools/features.mjs", folder], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    return done.stderr


def test_what_is_newer_than_the_least_browsers_is_named_unless_guarded(tmp_path: Path) -> None:
    said = features(tmp_path, {path: text for path, (text, _) in NEWER.items()} | GUARDED)
    complaints = re.findall(r"(\w+/\w+\.\w+):(\d+: .*) is not known to", said)
    assert {(path, what) for path, (_, what) in NEWER.items()} <= set(complaints)
    assert {path for path, _ in complaints} & GUARDED.keys() == set()


def test_syntax_that_they_do_not_know_is_no_syntax(tmp_path: Path) -> None:
    assert "SyntaxError" in features(tmp_path, {"static/page.js": 'import a from "./a.json" with { type: "json" };'})


def test_what_is_drawn_by_the_size_of_its_place_is_out_of_the_flow() -> None:
    """Otherwise all its drawings are laid out again for each height that the grids around it try, which takes sixty
    times as long."""
    sized = {path.name: text for path in STATIC.rglob("*.css") if "container-type: size" in (text := path.read_text())}
    assert list(sized) == ["pieces.css"]
    assert re.search(r"\.measured \{\s+container-type: size;\s+position: absolute;", sized["pieces.css"])


READS = re.compile(r"(?:local|session)Storage(?:\.|\[|\))|JSON\.parse\(kept\b")
# Run before any module, and guard themselves.
FIRST = {"theme.js", "faults.js"}


def test_what_browsers_have_kept_is_read_in_one_place_where_it_may_be_damaged_or_forbidden() -> None:
    scripts = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts and path.name not in FIRST]
    assert len(scripts) > 100
    assert [path.name for path in scripts if READS.search(path.read_text("utf-8"))] == []


LET = re.compile(r"^(?:export )?let (\w+|[\[{][^=]*)", re.M)
CONSTANT = re.compile(r"^(?:export )?const (\w+) = (?:/\*\*.*?\*/ \(?)?(new (?:Weak)?(?:Map|Set)\b|[\[{])?", re.M)
CHANGED = r"\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill)\("
ASSIGNED = r"(?:\.\w+|\[[^\]\n]*\])+ [^\w\s=]*=[^=>]"
COMMENT = re.compile(r"^\s*(?://|/?\*).*$", re.M)
REMEMBERS = {
    "kit/text.js": ["spoken", "asked"],  # the sentences of the language, which come with the page
    "kit/pieces.js": ["more_letters"],  # the letters of the language
    "kit/preferences.js": ["own"],  # settings, where a browser keeps none
}


def remembered_in(text: str) -> list[str]:
    """The names of what changes at the top level of a module."""
    code = COMMENT.sub("", text)
    constants = CONSTANT.findall(code)
    written = [name for name, holds in constants if holds and re.search(rf"\b{name}(?:{CHANGED}|{ASSIGNED})", code)]
    assigned = [name for name, _ in constants if re.search(rf"Object\.assign\({name}\b", code)]
    return [*LET.findall(code), *dict.fromkeys([*written, *assigned])]


def test_what_modules_remember_is_found() -> None:
    kept = ["let is_open = false;", "const seen = new Set();\nseen.add(1);", "const all = [];\nall[0] = 1;"]
    kept += ["export const at = { x: 0 };\nat.x += 1;", "const own = kept();\nObject.assign(own, { a: 1 });"]
    assert [len(remembered_in(text)) for text in kept] == [1] * len(kept)
    kept_by_none = ["const SUITS = { S: 1 };\nif (SUITS.S === 1) f();", "function f() {\n  let a = 1;\n}"]
    assert [remembered_in(text) for text in kept_by_none] == [[], []]


def test_what_a_page_remembers_is_in_its_state_and_not_in_modules() -> None:
    remembered = {path.relative_to(STATIC).as_posix(): remembered_in(path.read_text("utf-8")) for path in MODULES}
    assert {path: names for path, names in remembered.items() if names} == REMEMBERS


SELECTORS = re.compile(r"[^{};@]+(?=\{)")
NAMELESS = re.compile(r":has\(.*[\s>+~](?:\*|(?::(?!is\(|where\()[a-z-]+(?:\([^()]*\))?)+)$")
"""Ends with neither a class nor an attribute nor a tag, after a condition on other elements."""


def test_whose_looks_depend_on_others_has_a_name() -> None:
    """Otherwise Chromium computes the styles of the whole table anew after every change in it."""
    rules = [rule for path in STATIC.rglob("*.css") for rule in SELECTORS.findall(path.read_text())]
    selectors = [selector.strip() for rule in rules for selector in rule.split(",\n") if ":has(" in selector]
    assert len(selectors) > 100
    assert [selector for selector in selectors if NAMELESS.search(selector)] == []
