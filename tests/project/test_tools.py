"""The command-line tools, and the skeleton of a new game: python -m tools.new_game, in a copy of the repository."""

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree

import msgspec
import pytest

from app.table.events import Body, Moved, Sat
from games import GAMES
from games.engine import EndlessGame
from games.tcnccc import GAME
from tests.conftest import ROOT
from tests.project.test_repository import files
from tests.support.command_line import Said, Terminal
from tests.support.logs import DRAW, LOG, OPENED, ROOM, write
from tools.dev.__main__ import main
from tools.dev.golden import golden_file, golden_text
from tools.dev.schema import WIRE_SCHEMA
from tools.new_game.__main__ import Unfit, check


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """tool("table", "tcnccc") is python -m tools.dev table tcnccc."""
    return Terminal(capsys, monkeypatch, main)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """typed("1", "2"): input lines, followed by the end of the input."""
    return lambda *lines: monkeypatch.setattr("builtins.input", Mock(side_effect=[*lines, EOFError]))


def test_a_game_is_played_by_typing_the_numbers_of_the_choices(tool: Terminal, typed: Any) -> None:
    typed("7", "lift", "", "1", "3")
    options = ["--option", "capacity=4", "--option", "memory=aided"]
    code, told, _ = tool("table", "tcnccc", "--seats", "3", "--seed", "x", *options)
    assert (code, told.count("expected a number from 1 to 5")) == (0, 3)
    assert "Draw a piece from the bag, or lift a cylinder.\n   1 Draw a piece\n   2 Lift cylinder 1" in told
    assert "put a piece in cylinder 3" in told


def test_with_a_seat_one_sees_what_that_seat_sees_and_bots_play_the_others(tool: Terminal, typed: Any) -> None:
    typed(*["1"] * 2000)
    code, told, _ = tool("table", "tcnccc", "--seats", "4", "--seat", "2", "--seed", "x")
    asked = [line.split(":")[0] for line in told.splitlines() if line.startswith("seat ")]
    assert (code, set(asked[:-1])) == (0, {"seat 2"})
    assert "(won by" in asked[-1] or "has four" in asked[-1] or "is the last one" in asked[-1]


def test_a_game_is_played_on_from_a_position_and_the_whole_table_is_written_after_every_move(
    tool: Terminal, typed: Any
) -> None:
    typed("2", "3")
    code, told, _ = tool("table", "tcnccc", "--seed", "x", "--position", "b / rrj g - - / y -")
    written = [line for line in told.splitlines() if " / " in line]
    assert (code, written) == (0, [
        "b / rrj g - - / y -",
        "br / - g - - / yrj - : turn 1, left 199",
        "br / - - - - / yrjg - : turn 1, left 199",
    ])  # fmt: skip


def test_who_plays_one_seat_is_shown_the_whole_table_only_at_the_end(tool: Terminal, typed: Any) -> None:
    typed("1")
    _, told, _ = tool("table", "tcnccc", "--seat", "0", "--position", "- / rr y - - / ygb - j")
    assert [line for line in told.splitlines() if " / " in line] == ["r / - y - - / ygbr - j"]


def test_a_table_that_cannot_be_is_refused_in_words(tool: Terminal) -> None:
    for options, why in {
        "--seats 7": "TCNCCC is for 2 to 6 players, not 7.",
        "--seats 3 --seat 3": "With 3 players the seats are 0 to 2, not 3.",
        "--option capacity=9": "The options are: capacity, memory.",
        "--position=r": "The position cannot be read: 1 parts, separated by '/', in 'r': expected 3.",
        "--position=-/----/-- --seats 2": "A position has its own number of players and its own options.",
    }.items():
        code, _, said = tool("table", "tcnccc", *options.split())
        assert (code, why in said) == (2, True), options


def test_games_without_a_mistake_are_counted_and_one_that_goes_wrong_goes_wrong_again_in_the_replay(
    tool: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fuzz = ("fuzz", "tcnccc", "--seed", "x", "--folder", tmp_path, "--games")
    code, told, _ = tool(*fuzz, 3)
    assert (code, told.startswith("3 games, "), list(tmp_path.iterdir())) == (0, True, [])

    def place(g: Any, seat: int, piece: str, cylinder: int, dealer: Any) -> None:
        g.cylinders[cylinder].append(piece)
        if len(g.cylinders[cylinder]) == 2:
            raise EndlessGame("the second piece")

    monkeypatch.setattr("games.tcnccc.rules.place", place)
    code, _, said = tool(*fuzz, 30)
    (file,) = tmp_path.iterdir()
    assert (code, f"EndlessGame: the second piece\nwritten to {file}" in said) == (1, True)
    assert "asks placing" in said.splitlines()[-1]
    code, _, said = tool("replay", file)
    assert (code, "EndlessGame: the second piece" in said) == (1, True)


def test_a_leak_is_a_mistake(tool: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "tcnccc", replace(GAME, view=lambda g, seat: g.copy()))
    code, _, said = tool("fuzz", "tcnccc", "--games", "1", "--folder", tmp_path)
    assert (code, "can tell the state from" in said) == (1, True)


def test_playthroughs_are_compared_and_redone(tool: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.dev.golden.PLAYTHROUGHS", tmp_path)
    monkeypatch.setattr("tools.dev.mistaken.GAMES", {"tcnccc": GAME})
    code, told, _ = tool("playthrough")
    assert (code, "tcnccc_2.txt differs" in told) == (1, True)
    assert tool("playthrough", "tcnccc", "--write").code == 0
    assert golden_file(GAME, 2).read_text() == golden_text(GAME, 2)
    assert tool("playthrough", "tcnccc").code == 0


def test_a_room_is_shown_as_it_stands_or_stood_after_an_event(tool: Terminal, tmp_path: Path) -> None:
    tool.sets(DATABASE_URL=f"sqlite:///{tmp_path}/log.sqlite3")
    write(f"sqlite:///{tmp_path}/log.sqlite3")
    code, told, _ = tool("show", ROOM)
    assert (code, told.startswith('4 of 4. {"kind":"moved"')) == (0, True)
    assert '"cylinders":{"0":[],"1":[],"2":["joker"],"3":[]}' in told
    assert "asked, seat 1, onlookers: Waiting for seat 0 to draw or lift." in told
    code, told, _ = tool("show", f"{ROOM}@3")
    assert (code, "asked, seat 1: You drew: joker. Put it in a cylinder." in told) == (0, True)
    for room, why in (
        ("nowhere", "There is no room nowhere."),
        (f"{ROOM}@5", f"Room {ROOM} has the events 1 to 4, not 5."),
        (f"{ROOM}@now", "Expected ROOM or ROOM@SEQ"),
    ):
        code, _, said = tool("show", room)
        assert (code, why in said) == (2, True), room


def test_a_downloaded_log_is_replayed_and_what_is_wrong_with_one_is_said(tool: Terminal, tmp_path: Path) -> None:
    log = tmp_path / "log.json"

    def replayed(*bodies: Body) -> Said:
        by = [(body, "guest 2" if isinstance(body, Sat) else "guest 1") for body in bodies]
        events = [{"seq": seq, "at": 0, "actor": actor, "body": body} for seq, (body, actor) in enumerate(by, 1)]
        log.write_bytes(msgspec.json.encode(events))
        return tool("replay", log)

    told = replayed(*LOG).out
    assert "\n2. " in told and "~seat 1 put a piece in cylinder 3: joker." in told
    assert replayed(OPENED, Sat(1, "Ben")).out.endswith("TCNCCC, gathering: Ann, Ben\n")
    wrong = replayed(*LOG[:2], Moved(1, 1, DRAW, ["purple"]))
    assert (wrong.code, "WrongDraw: bag: expected one of" in wrong.err) == (1, True)
    log.write_text('{"no": "log"}')
    code, _, said = tool("replay", log)
    assert (code, "is not a log" in said) == (2, True)


def test_the_written_schema_is_the_same_in_every_python_for_no_description_is_indented() -> None:
    assert "\\n " not in WIRE_SCHEMA.read_text()


def test_the_schema_of_the_wire_is_that_of_the_code_and_one_that_differs_is_told_and_written_anew(
    tool: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tool("schema").code == 0
    monkeypatch.setattr("tools.dev.schema.WIRE_SCHEMA", tmp_path / "wire.schema.json")
    assert [tool("schema").code, tool("schema", "--write").code, tool("schema").code] == [1, 0, 0]


# --- A new game ---


KEY, TITLE = "old_maid", "Old Maid"
PYTEST = (sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with a new game."""
    folder = tmp_path_factory.mktemp("repository")
    for path in files():
        place = folder / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, place)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    if (ROOT / ".mypy_cache").exists():  # results for the same files
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    assert "tests/games/test_old_maid.py" in ran(folder, sys.executable, "-m", "tools.new_game", KEY, TITLE)
    return folder


def ran(folder: Path, *command: str | Path, code: int = 0) -> str:
    """A command's output there; it has to end with this exit code."""
    given = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=folder, env=given, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def reasons(folder: Path, *arguments: str) -> dict[str, list[str]]:
    """The failures of these tests, by file."""
    report, why = folder / "report.xml", defaultdict(list)
    ran(folder, *PYTEST, f"--junitxml={report}", *arguments, code=1)
    for case in ElementTree.parse(report).iter("testcase"):
        why[case.get("classname")] += [failure.get("message", "") for failure in case.iter("failure")]
    return why


def test_ruff_biome_and_the_type_checks_have_nothing_to_say_of_it(copy: Path) -> None:
    for ruff in (["check"], ["format", "--check"]):
        ran(copy, sys.executable, "-m", "ruff", *ruff, "--no-cache", "games", "tests/games")
    ran(copy, sys.executable, "-m", "mypy", f"games/{KEY}")
    ran(copy, "node_modules/.bin/tsc", "-p", "tsconfig.json")
    new = (f"static/games/{KEY}", f"static/gallery/{KEY}.js")
    ran(copy, "node_modules/.bin/biome", "check", "--vcs-enabled=false", *new)


def test_its_tests_and_those_of_all_games_fail_for_what_is_not_written_alone(copy: Path) -> None:
    # A game without options meets few of the common tests' conditions.
    why = reasons(copy, f"tests/games/test_{KEY}.py", "tests/games/test_every_game.py", "-k", KEY)
    own, common = why[f"tests.games.test_{KEY}"], why["tests.games.test_every_game"]
    assert (len(own), len(common) > 30) == (7, True)
    assert [each for each in own + common if not each.startswith(f"NotImplementedError: {TITLE}, ")] == []


@pytest.mark.long
def test_games_and_pages_around_it_are_as_before(copy: Path) -> None:
    around = ["tests/project/test_imports.py", "tests/static/test_class_names.py", "tests/web/test_pages.py"]
    ran(copy, *PYTEST, *around)


def test_what_cannot_be_a_game_is_refused_in_a_sentence() -> None:
    for key, why in {
        "Chess": "'Chess' is no key",
        "x": "'x' is no key",
        "tcnccc": "static/gallery/tcnccc.js is there already",
        "color_go": "The classes of color_go would begin with cg-, as those of color_gin do",
    }.items():
        with pytest.raises(Unfit, match="^" + re.escape(why)):
            check(key, "A title")
