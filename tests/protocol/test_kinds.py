"""The kinds of lines: a closed list for each game and for the table, which nothing but them says, and by which
everything goes: no sentence is compared."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

from app.assets.files import STATIC
from app.protocol.commands import TableLineKind
from games.engine import Game
from tests.conftest import ROOT
from tests.games.played import of_every_game, sample, with_options
from tools.dev.sentences import PARTS, sentences
from tools.dev.types import kinds_of

SENTENCES: Final = frozenset(each for part in PARTS for each in sentences(part) if " " in each)
LITERAL: Final = r"""(["'`])((?:(?!\1).)+)\1"""
COMPARED: Final = [
    re.compile(place.replace("LITERAL", LITERAL))
    for place in (
        r"(?:[!=]==?|\bcase\b)\s*LITERAL",
        r"LITERAL\s*[!=]==?",
        r"[{,]\s*LITERAL\s*:",
        r"[\w)\]]\[\s*LITERAL\s*\]",
        r"\.(?:startsWith|endsWith|includes|indexOf|has|get|match)\(\s*LITERAL",
        r"\b(text)(\.text)\b",
    )
]
"""Where a module of static/ compares a string, or looks something up by it; and the template of a line."""


def compared_in_javascript(text: str) -> list[str]:
    found = [match[2] for place in COMPARED for match in place.finditer(text)]
    return [each for each in found if each in SENTENCES or each == ".text"]


def compared_in_python(text: str) -> Iterator[str]:
    """The sentences that code compares or looks up, and the templates of lines that it compares with anything."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Compare() | ast.MatchValue() | ast.Subscript():
                parts = [*ast.iter_child_nodes(node)]
            case ast.Match(subject=subject):
                parts = [subject]
            case ast.Dict(keys=keys):
                parts = [key for key in keys if key is not None]
            case _:
                continue
        yield from (each for each in map(ast.unparse, parts) if each.endswith("text.text"))
        yield from (each.value for each in parts if isinstance(each, ast.Constant) and each.value in SENTENCES)


@pytest.mark.parametrize("line", [
    'name === "{seat} passed."', '"{seat} passed." == name', 'case "{seat} passed.":', '{ "{seat} passed.": 1 }',
    'names["{seat} passed."]', 'name.startsWith("{seat} passed.")', "text.text === NAME",
])  # fmt: skip
def test_a_script_that_compares_sentences_is_found(line: str) -> None:
    assert compared_in_javascript(line)


@pytest.mark.parametrize("line", [
    'name == "{seat} passed."', 'name in ("a", "b") or "{seat} passed." != name', '{"{seat} passed.": 1}',
    'names["{seat} passed."]', "line.text.text in NAMES", "NAMES[line.text.text]",
    'match name:\n    case "{seat} passed.":\n        pass', "match line.text.text:\n    case _:\n        pass",
])  # fmt: skip
def test_code_that_compares_sentences_is_found(line: str) -> None:
    assert [*compared_in_python(line)]


def test_no_sentence_is_compared() -> None:
    modules = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts]
    code = [path for folder in ("app", "games", "tools", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    found: dict[Path, list[str]] = {path: compared_in_javascript(path.read_text("utf-8")) for path in modules}
    found |= {path: [*compared_in_python(path.read_text("utf-8"))] for path in code}
    assert {str(path.relative_to(ROOT)): texts for path, texts in found.items() if texts} == {}


# --- Closed lists -------------------------------------------------------------------------------------------------


def kinds(game: Game) -> set[str]:
    return {*get_args(kinds_of(game))}


def kinds_compared_in(path: Path) -> Iterator[str]:
    """The kinds that a module of a game goes by."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name("those" | "by_seat"), args=[_, *named]):
                yield from map(ast.literal_eval, named)
            case ast.Compare(left=ast.Attribute(attr="kind", value=ast.Name("line")), comparators=[kind]):
                yield ast.literal_eval(kind)


@of_every_game
def test_a_game_says_every_kind_of_its_lines_and_goes_by_no_other(game: Game) -> None:
    modules = [path for path in (ROOT / "games" / game.key).glob("*.py") if path.stem != "lines"]
    text = "".join(path.read_text("utf-8") for path in modules)
    assert {kind for kind in kinds(game) if f'"{kind}"' not in text} == set()
    assert {kind for path in modules for kind in kinds_compared_in(path)} <= kinds(game)


@of_every_game
def test_the_kinds_of_a_game_are_not_those_of_the_table(game: Game) -> None:
    assert kinds(game) & {*get_args(TableLineKind)} == set()


def test_the_table_says_every_kind_of_its_lines_and_no_other() -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "app" / "table").glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    lines = [call for call in calls if ast.unparse(call.func) in ("Line", "dealer.say") and len(call.args) < 6]
    assert {ast.literal_eval(line.args[0]) for line in lines} == {*get_args(TableLineKind)}


# --- What programs go by ------------------------------------------------------------------------------------------


def described(title: str) -> dict[str, set[str]]:
    """The kinds in this table of docs/protocol.md, each with what such a line has beside the seat."""
    _, found, below = (ROOT / "docs" / "protocol.md").read_text("utf-8").partition(f"| {title} | tells that |\n")
    assert found
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", below.partition("\n\n")[0], re.MULTILINE)
    return {kind: set(re.findall(r"`(\w+)`", words)) for kind, words in rows}


@of_every_game
def test_the_protocol_describes_every_kind_of_line_of_a_game(game: Game) -> None:
    rows, seats = described(game.title), game.seats[0]
    assert rows.keys() == kinds(game)
    games = [*sample(game.key, seats), *with_options(game.key, seats)]
    lines = [line for playthrough in games for step in playthrough.steps for line in step.lines]
    had = {(line.kind, name) for line in lines for name in line.text.with_ if name != "seat"}
    assert {(kind, name) for kind, name in had if name not in rows[kind]} == set()


def test_the_protocol_describes_every_kind_of_line_of_the_table() -> None:
    assert described("of the table").keys() == {*get_args(TableLineKind)}
