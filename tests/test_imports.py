"""Who may import whom."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import GAMES

ROOT = Path(__file__).resolve().parent.parent
GAME_FILES = sorted((ROOT / "games").rglob("*.py"))
APP_FILES = sorted((ROOT / "app").rglob("*.py"))

# What neither reads nor writes anything, knows no time and has no chance.
PURE = {
    "__future__", "collections", "dataclasses", "enum", "fractions", "functools", "hashlib", "itertools", "math",
    "msgspec", "operator", "string", "typing",
}  # fmt: skip
# What games share; each of these may use the others.
SHARED = {f"games.{path.stem}" for path in (ROOT / "games").glob("*.py") if path.stem != "__init__"}
# The door out, whole games and bots stand around a game: it does not know them.
AROUND_A_GAME = {"games.frame", "games.playthrough", "games.bot", "games.ranking"}


def named(path: Path) -> str:
    """The module in a file: "games.tcnccc.rules", "games" for the __init__ of games."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[str]:
    """Every module that a file names in an import, at the top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full"
            assert node.module is not None
            yield from (_module(node.module, alias.name) for alias in node.names)


def _module(package: str, name: str) -> str:
    # "from games import engine" imports a module; "from games.engine import play" a thing in one.
    inside = ROOT / package.replace(".", "/") / name
    return f"{package}.{name}" if inside.is_dir() or inside.with_suffix(".py").exists() else package


def game_of(module: str) -> str | None:
    """The game a module belongs to: "tcnccc" for games.tcnccc and games.tcnccc.rules, and "retired.tcnccc_1" for what
    is kept of its first version."""
    parts = module.split(".")
    if parts[:2] == ["games", "retired"] and len(parts) > 2:
        return ".".join(parts[1:3])
    return parts[1] if parts[0] == "games" and len(parts) > 1 and parts[1] in GAMES else None


@pytest.mark.parametrize("path", GAME_FILES, ids=named)
def test_games_import_what_is_pure_and_one_another_only(path: Path) -> None:
    outside = {module for module in imported(path) if module.split(".")[0] not in PURE | {"games"}}
    assert outside == set()


@pytest.mark.parametrize("path", GAME_FILES, ids=named)
def test_games_neither_read_nor_write(path: Path) -> None:
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert calls & {"open", "print", "input", "eval", "exec", "compile", "__import__"} == set()


@pytest.mark.parametrize("path", [path for path in GAME_FILES if game_of(named(path))], ids=named)
def test_a_game_knows_itself_and_what_all_games_share(path: Path) -> None:
    used = {module for module in imported(path) if module.split(".")[0] == "games"}
    own = {module for module in used if game_of(module) == game_of(named(path))}
    assert used - own <= SHARED - AROUND_A_GAME


@pytest.mark.parametrize("path", [path for path in GAME_FILES if named(path) in SHARED], ids=named)
def test_what_games_share_knows_no_game(path: Path) -> None:
    assert {module for module in imported(path) if module.split(".")[0] == "games"} <= SHARED


@pytest.mark.parametrize("path", APP_FILES, ids=named)
def test_the_house_knows_games_but_no_rules(path: Path) -> None:
    assert {module for module in imported(path) if game_of(module)} == set()


@pytest.mark.parametrize("path", APP_FILES, ids=named)
def test_only_the_start_of_the_program_knows_the_whole_of_it(path: Path) -> None:
    whole = {"app.main", "app.sockets"} & set(imported(path))
    assert whole <= {"app.main": {"app.sockets"}, "app.__main__": {"app.main"}}.get(named(path), set())


@pytest.mark.parametrize("path", [*GAME_FILES, *APP_FILES], ids=named)
def test_nothing_in_the_program_uses_the_guessable_chance_of_python(path: Path) -> None:
    assert "random" not in set(imported(path))
