"""The layers of static/, and how its files are written."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest

from app.assets.bundle import read
from app.assets.files import STATIC
from games import GAMES

MODULES = [path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts]

MAY_IMPORT = {
    "kit": {"kit"},
    "games": {"kit", "games"},
    "room": {"kit", "games", "room"},
    "replay": {"kit", "replay"},
    "gallery": {"kit", "games", "room", "gallery"},
    "pages": {"kit", "games", "room", "replay"},
    "": set(),  # classic scripts: theme.js in the head of a page, worker.js beside it
}


@pytest.mark.parametrize("path", [path.relative_to(STATIC).as_posix() for path in MODULES])
def test_a_module_imports_only_from_layers_below_its_own(path: str) -> None:
    module = read(path, (STATIC / path).read_text("utf-8"))
    named = {PurePosixPath(name.removeprefix("#")) for name in [*module.loads, *(name for name, _ in module.imports)]}
    own = {name for name in named if name.as_posix().endswith(".js")}  # not lit-html
    assert {name.parts[0] for name in own} <= MAY_IMPORT[path.rpartition("/")[0].partition("/")[0]]


def test_a_game_imports_nothing_from_another() -> None:
    for path in (STATIC / "games").rglob("*.js"):
        module = read(path.relative_to(STATIC).as_posix(), path.read_text("utf-8"))
        games = {name.split("/")[1] for name, _ in module.imports if name.startswith("#games/")}
        assert games <= {path.parent.name}, path


def test_every_game_says_how_it_is_acted() -> None:
    paths = {game: f"games/{game}/stage.js" for game in GAMES}
    said = {game for game, path in paths.items() if "acts" in read(path, (STATIC / path).read_text("utf-8")).exports}
    assert said == {*GAMES}


LONGEST = 120
ONE_STRING = re.compile(r"""\s*(?:\w+: |<path |d=)*(["'`])(?:(?!\1).)*\1(?:[,;]|></path>[`,]*)?""")
"""A sentence or an outline, which cannot be broken."""


def test_lines_are_short_unless_they_are_one_string() -> None:
    files = [path for path in [*MODULES, *STATIC.rglob("*.css")] if path.name != "letters.js"]
    lines = [(path, line) for path in files for line in path.read_text("utf-8").splitlines()]
    assert [(path.name, line) for path, line in lines if len(line) > LONGEST and not ONE_STRING.fullmatch(line)] == []
