"""Which modules may import which, and the layers of app/ as shown in docs/architecture.md."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from games import GAMES
from tools.dev import contract
from tools.dev.__main__ import main
from tools.dev.contract import ROOT, imported

GAME_FILES = sorted((ROOT / "games").rglob("*.py"))

# Modules without I/O, time and randomness.
PURE = {
    "__future__", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "hashlib", "itertools",
    "math", "msgspec", "operator", "string", "typing",
}  # fmt: skip
# Modules that games share; each may use the others.
SHARED = {f"games.{path.stem}" for path in (ROOT / "games").glob("*.py") if path.stem != "__init__"}
# The frame, whole games and bots surround a game: it does not know them.
AROUND_A_GAME = {"games.frame", "games.playthrough", "games.bot", "games.ranking", "games.thinking"}


def named(path: Path) -> str:
    """The name of the module in a file: "games.tcnccc.rules", "games" for the __init__ of games."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def game_of(module: str) -> str | None:
    """The game a module belongs to: "tcnccc" for games.tcnccc and games.tcnccc.rules, and "retired.tcnccc_1" for the
    files of its first version."""
    parts = module.split(".")
    if parts[:2] == ["games", "retired"] and len(parts) > 2:
        return ".".join(parts[1:3])
    return parts[1] if parts[0] == "games" and len(parts) > 1 and parts[1] in GAMES else None


def of_games(path: Path) -> set[str]:
    """The modules of games/ that a file imports."""
    return {module for module in imported(path) if module.split(".")[0] == "games"}


def strays(paths: list[Path], of: Callable[[Path], set[str]]) -> dict[str, set[str]]:
    """By module: forbidden imports."""
    return {named(path): found for path in paths if (found := of(path))}


def test_games_import_what_is_pure_and_one_another_only() -> None:
    allowed = PURE | {"games"}
    assert strays(GAME_FILES, lambda path: {name for name in imported(path) if name.split(".")[0] not in allowed}) == {}


def test_games_neither_read_nor_write() -> None:
    forbidden = {"open", "print", "input", "eval", "exec", "compile", "__import__"}

    def called(path: Path) -> set[str]:
        calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        return forbidden & {call.id for call in calls if isinstance(call, ast.Name)}

    assert strays(GAME_FILES, called) == {}


def test_a_game_knows_itself_and_what_all_games_share() -> None:
    def foreign(path: Path) -> set[str]:
        own = {module for module in of_games(path) if game_of(module) == game_of(named(path))}
        return of_games(path) - own - (SHARED - AROUND_A_GAME)

    assert strays([path for path in GAME_FILES if game_of(named(path))], foreign) == {}


def test_what_games_share_knows_no_game() -> None:
    assert strays([path for path in GAME_FILES if named(path) in SHARED], lambda path: of_games(path) - SHARED) == {}


def test_the_house_knows_games_but_no_rules() -> None:
    assert strays([*(ROOT / "app").rglob("*.py")], lambda path: {n for n in imported(path) if game_of(n)}) == {}


def test_nothing_in_app_breaks_the_contract_of_its_layers() -> None:
    assert contract.violations() == []


@pytest.mark.parametrize(("module", "imported", "said"), [
    ("app.table.state", "app.rooms.room", "app.table.state imports app.rooms.room, which is not below it"),
    ("app.push.webpush", "app.services.bots", "app.push.webpush imports app.services.bots, which is not below it"),
    ("app.rooms.room", "sqlalchemy", "app.rooms.room imports sqlalchemy"),
    ("app.table.moves", "asyncio", "app.table.moves is pure, and imports asyncio"),
    ("app.table.events", "app.table.state", "a circle: "),
])  # fmt: skip
def test_a_misplaced_import_is_found(module: str, imported: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = contract.imports()
    monkeypatch.setattr(contract, "imports", lambda: {**found, module: found[module] | {imported}})
    assert any(line.startswith(said) for line in contract.violations())


def test_no_module_is_too_long_to_be_read_at_once_and_no_package_has_more_than_one_can_overlook() -> None:
    long = {str(path): len(path.read_text().splitlines()) for path in Path("app").rglob("*.py")}
    assert {path: lines for path, lines in long.items() if lines > 350} == {}
    counted = {folder.name: len(list(folder.glob("*.py"))) - 1 for folder in Path("app").iterdir() if folder.is_dir()}
    assert {name: count for name, count in counted.items() if count > 17} == {}


def test_the_layers_in_the_documents_are_those_of_the_contract() -> None:
    assert main(["layers"]) == 0


def test_the_states_in_the_documents_are_those_of_the_program() -> None:
    assert main(["states"]) == 0


def test_the_folders_of_tests_are_those_of_the_program() -> None:
    others = {"blindfold", "browser", "engines", "games", "mutants", "page", "project", "static", "support"}
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and not path.name.startswith("__")}
    assert {name for name in folders - others if not (ROOT / "app" / name).is_dir()} == set()


def test_only_replays_tell_what_could_have_been_known() -> None:
    def told(path: Path) -> set[str]:
        return {name for name in imported(path) if name.startswith("games.knowledge") or name == "games.hindsight"}

    outside = [path for path in (ROOT / "app").rglob("*.py") if "replay" not in path.relative_to(ROOT).parts]
    # The description of the API names the type alone.
    assert strays(outside, told) == {"app.web.openapi": {"games.knowledge"}}
    frames = [ROOT / "games" / f"{name}.py" for name in ("frame", "views", "engine", "bot", "playthrough")]
    assert strays(frames, told) == {}
