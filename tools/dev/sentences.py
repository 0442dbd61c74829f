"""Finds every sentence that a reader may see, in the source: the keys of the catalogs in static/languages/.

In Python these are the arguments of say(), a question's prompt and waiting, and the labels of options; in JavaScript
whatever tools/sentences.mjs finds; in templates the arguments of _(). static/gallery/, which is for designers, is
English only and left out.
"""

import argparse
import ast
import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from app.i18n import LANGUAGES, Sentence, catalog, lesson_part
from games import GAMES, LESSONS

ROOT: Final = Path(__file__).resolve().parent.parent.parent
CALLS_OF_PAGES: Final = [ROOT / f"app/{path}.py" for path in ("web/devices_api", "web/calls_api", "push/webhooks")]
PAGES_ALONE: Final = [
    *(
        ROOT / f"static/{path}.js"
        for path in ("pages/lobby", "pages/devices", "pages/privacy", "pages/tables", "room/how_called")
    ),
    *sorted((ROOT / "static/tables").glob("*.js")),
]
"""Pages that no table needs; what they and their calls say is not in the catalogs of tables."""
FEW_NEED: Final = {
    "deal": [ROOT / "static/kit/deal_verdict.js"],
    "between": [*ROOT.glob("static/room/between*.js"), ROOT / "static/room/evening_picture.js"],
}
"""Parts that are loaded with these modules, when somebody asks for them."""
PARTS: Final = ("core", "pages", *FEW_NEED, *GAMES, *map(lesson_part, LESSONS))

_WORDS_OF_OPTIONS: Final = frozenset({"title", "description"})
_IN_TEMPLATE: Final = re.compile(r"""_\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")
# Strings in JavaScript tables that nobody reads: outlines, selectors, timing curves, plain numbers.
_NOT_SAID: Final = re.compile(r"M-?[\d.]|[#.]|cubic-|ease-|\d*$")


def print_sentences(asked: argparse.Namespace) -> int:
    """Print the sentences of every part, or those that a language lacks; 1 if any are lacking."""
    found = {part: sorted(lacking(asked.language, part) if asked.language else sentences(part)) for part in PARTS}
    print(json.dumps({part: keys for part, keys in found.items() if keys}, ensure_ascii=False, indent=1))
    return int(bool(asked.language) and any(found.values()))


def lacking(language: str, part: str) -> set[str]:
    """The sentences of one part that a language has not translated."""
    return sentences(part) - known(language, part).keys()


def known(language: str, part: str) -> dict[str, Sentence]:
    """The catalog of one part as it is on disk."""
    return dict(catalog(language, part))


def languages() -> list[str]:
    """All languages but English."""
    return [tag for tag in LANGUAGES if tag != "en"]


def sentences(part: str) -> set[str]:
    """The sentences of "core", "pages", a part that few need, a game or its lesson."""
    return set(files_saying(part))


@cache
def files_saying(part: str) -> dict[str, list[Path]]:
    """The sentences of a part, each with the files that say it."""
    python, modules, templates = _sources(part)
    found: dict[str, list[Path]] = {}
    for said_in, paths in ((_said_in_python, python), (_said_in_template, templates)):
        for path in sorted(paths):
            for each in said_in(path):
                found.setdefault(each, []).append(path)
    for path, said in said_by_module(sorted(modules)).items():
        for each in said:
            found.setdefault(each, []).append(path)
    return {each: list(dict.fromkeys(paths)) for each, paths in found.items()}


def _sources(part: str) -> tuple[list[Path], list[Path], list[Path]]:
    if part == "pages":
        templates = list((ROOT / "templates").rglob("*.html"))
        return [ROOT / "app/web/pages.py", *CALLS_OF_PAGES], PAGES_ALONE, templates
    if part == "core":
        keepers = ROOT / "app/admin"  # operators' texts are English only
        code = (ROOT / "app").rglob("*.py")
        python = [file for file in code if keepers not in file.parents and file not in CALLS_OF_PAGES]
        python += (ROOT / "games").glob("*.py")
        folders = ("kit", "state", "room", "effects", "replay", "pages")
        modules = [path for folder in folders for path in (ROOT / "static" / folder).glob("*.js")]
        elsewhere = [*PAGES_ALONE, *(path for paths in FEW_NEED.values() for path in paths)]
        return python, [path for path in modules if path not in elsewhere], []
    if part in FEW_NEED:
        return [], FEW_NEED[part], []
    if part in map(lesson_part, LESSONS):
        return [ROOT / "games" / part.removesuffix(lesson_part("")) / "lesson.py"], [], []
    # Retired rules still speak in games begun with them.
    rules = [path for path in (ROOT / "games" / part).glob("*.py") if path.name != "lesson.py"]
    python = [*rules, *(ROOT / "games" / "retired").glob(f"{part}_[0-9]*/*.py")]
    return python, [*(ROOT / "static/games" / part).glob("*.js")], []


# --- Python -------------------------------------------------------------------------------------------------


def _said_in_python(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    tables = _assigned(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("say"), args=[said, *_]):
                yield from _either(said, tables)
            case ast.Call(func=ast.Name("Meta"), keywords=keywords) if any(word.arg == "title" for word in keywords):
                yield from (each for word in keywords for each in _words_of_option(word))
            case ast.Assign(targets=[ast.Name("prompt" | "waiting")], value=ast.Constant(str(said))):
                yield said


def _assigned(tree: ast.AST) -> dict[str, list[ast.expr]]:
    """Name -> expressions assigned to it anywhere."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                found.setdefault(name, []).append(value)
            case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value):
                found.setdefault(name, []).append(value)
    return found


def _either(said: ast.expr, tables: dict[str, list[ast.expr]]) -> Iterator[str]:
    """The strings that an expression may be; a look-up may give any string of its table."""
    match said:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _either(body, tables)
            yield from _either(orelse, tables)
        case ast.Name(name) if name in tables:
            yield from (each for value in tables[name] for each in _strings(value))
        case _:
            looked_up = (value for name, values in tables.items() if name.isupper() for value in values)
            yield from (each for value in looked_up if not isinstance(value, ast.Call) for each in _strings(value))


def _strings(node: ast.AST) -> Iterator[str]:
    return (each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str))


def _words_of_option(word: ast.keyword) -> Iterator[str]:
    if word.arg in _WORDS_OF_OPTIONS:
        yield from _strings(word.value)
    if word.arg == "extra_json_schema":
        dicts = (node for node in ast.walk(word.value) if isinstance(node, ast.Dict))
        labels = (value for labelled in dicts for value in labelled.values)
        yield from (label.value for label in labels if isinstance(label, ast.Constant) and isinstance(label.value, str))


# --- Templates and JavaScript -------------------------------------------------------------------------------


def _said_in_template(path: Path) -> Iterator[str]:
    return (ast.literal_eval(found) for found in _IN_TEMPLATE.findall(path.read_text("utf-8")))


def said_in_modules(modules: Iterable[Path]) -> set[str]:
    """The English templates in JavaScript modules."""
    return {each for said in said_by_module(modules).values() for each in said}


def said_by_module(modules: Iterable[Path]) -> dict[Path, list[str]]:
    """Module -> its English templates."""
    command = ["node", "tools/sentences.mjs", *map(str, modules)]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {
        Path(path): [each for each in said if not _NOT_SAID.match(each)] for path, said in json.loads(printed).items()
    }
