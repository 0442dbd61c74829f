"""The tools for the terminal."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from app.table.events import Body, Moved, Sat
from games import GAMES
from games.engine import EndlessGame
from games.tcnccc import GAME
from tests.kept_logs import DRAW, LOG, OPENED, ROOM, write
from tests.terminal import Terminal
from tools.dev.__main__ import main
from tools.dev.golden import golden_file, golden_text


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """tool("table", "tcnccc") is python -m tools.dev table tcnccc."""
    return Terminal(capsys, monkeypatch, main)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """typed("1", "2"): what somebody types, and then the end of the input."""
    return lambda *lines: monkeypatch.setattr("builtins.input", Mock(side_effect=[*lines, EOFError]))


# --- table --------------------------------------------------------------------------------------------------


def test_a_game_is_played_by_typing_the_numbers_of_the_choices(tool: Terminal, typed: Any) -> None:
    typed("1", "3")
    options = ["--option", "capacity=4", "--option", "memory=aided"]
    code, told, _ = tool("table", "tcnccc", "--seats", "3", "--seed", "x", *options)
    assert code == 0
    assert "Draw a piece from the bag, or lift a cylinder.\n   1 Draw a piece\n   2 Lift cylinder 1" in told
    assert "put a piece in cylinder 3" in told


def test_what_cannot_be_chosen_is_asked_again(tool: Terminal, typed: Any) -> None:
    typed("7", "lift", "", "1")
    code, told, _ = tool("table", "tcnccc", "--seed", "x")
    assert (code, told.count("expected a number from 1 to 5")) == (0, 3)
    assert "You drew" in told


def test_with_a_seat_one_sees_what_that_seat_sees_and_bots_play_the_others(tool: Terminal, typed: Any) -> None:
    typed(*["1"] * 2000)
    code, told, _ = tool("table", "tcnccc", "--seats", "4", "--seat", "2", "--seed", "x")
    asked = [line.split(":")[0] for line in told.splitlines() if line.startswith("seat ")]
    assert (code, set(asked[:-1])) == (0, {"seat 2"})
    assert "(won by" in asked[-1] or "has four" in asked[-1] or "is the last one" in asked[-1]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--seats 7", "TCNCCC is for 2 to 6 players, not 7."),
        ("--seats 3 --seat 3", "With 3 players the seats are 0 to 2, not 3."),
        ("--option capacity=9", "The options are: capacity, memory."),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(tool: Terminal, options: str, why: str) -> None:
    code, _, said = tool("table", "tcnccc", *options.split())
    assert (code, why in said) == (2, True)


# --- fuzz ---------------------------------------------------------------------------------------------------


def test_games_without_a_mistake_are_counted(tool: Terminal, tmp_path: Path) -> None:
    code, told, _ = tool("fuzz", "tcnccc", "--games", "3", "--seed", "x", "--folder", tmp_path)
    assert (code, told.startswith("3 games, ")) == (0, True)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCNCCC with a mistake: the rules break down when a second piece goes into a cylinder."""

    def place(g: Any, seat: int, piece: str, cylinder: int, dealer: Any) -> None:
        g.cylinders[cylinder].append(piece)
        if len(g.cylinders[cylinder]) == 2:
            raise EndlessGame("the second piece")

    monkeypatch.setattr("games.tcnccc.rules.place", place)


@pytest.mark.usefixtures("faulty")
def test_a_game_that_goes_wrong_is_written_down_and_goes_wrong_again_in_the_replay(
    tool: Terminal, tmp_path: Path
) -> None:
    code, _, said = tool("fuzz", "tcnccc", "--games", "30", "--seed", "x", "--folder", tmp_path)
    (file,) = tmp_path.iterdir()
    assert (code, f"EndlessGame: the second piece\nwritten to {file}" in said) == (1, True)
    code, _, said = tool("replay", file)
    assert (code, "EndlessGame: the second piece" in said) == (1, True)


def test_a_leak_is_a_mistake(tool: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "tcnccc", replace(GAME, view=lambda g, seat: g.copy()))
    code, _, said = tool("fuzz", "tcnccc", "--games", "1", "--folder", tmp_path)
    assert (code, "can tell the state from" in said) == (1, True)


# --- playthrough --------------------------------------------------------------------------------------------


def test_playthroughs_are_compared_and_written_anew(
    tool: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.dev.golden.PLAYTHROUGHS", tmp_path)
    code, told, _ = tool("playthrough")
    assert (code, "tcnccc_2.txt differs" in told) == (1, True)
    assert tool("playthrough", "tcnccc", "--write").code == 0
    assert golden_file(GAME, 2).read_text() == golden_text(GAME, 2)
    assert tool("playthrough", "tcnccc").code == 0


# --- show and replay ----------------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path: Path, tool: Terminal) -> None:
    """A database with the log in it."""
    tool.sets(DATABASE_URL=f"sqlite:///{tmp_path}/log.sqlite3")
    write(f"sqlite:///{tmp_path}/log.sqlite3")


@pytest.mark.usefixtures("stored")
def test_a_room_is_shown_as_it_stands_or_stood_after_an_event(tool: Terminal) -> None:
    code, told, _ = tool("show", ROOM)
    assert (code, told.startswith('4 of 4. {"kind":"moved"')) == (0, True)
    assert '"cylinders":{"0":[],"1":[],"2":["joker"],"3":[]}' in told
    assert "asked, seat 1, onlookers: Waiting for seat 0 to draw or lift." in told
    code, told, _ = tool("show", f"{ROOM}@3")
    assert (code, "asked, seat 1: You drew: joker. Put it in a cylinder." in told) == (0, True)


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize(
    ("room", "why"),
    [
        ("nowhere", "There is no room nowhere."),
        (f"{ROOM}@5", f"Room {ROOM} has the events 1 to 4, not 5."),
        (f"{ROOM}@now", "Expected ROOM or ROOM@SEQ"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_words(tool: Terminal, room: str, why: str) -> None:
    code, _, said = tool("show", room)
    assert (code, why in said) == (2, True)


def downloaded(folder: Path, log: list[Body]) -> Path:
    actors = {Sat: "guest 2"}
    events = [
        {"seq": seq, "at": 0, "actor": actors.get(type(body), "guest 1"), "body": body}
        for seq, body in enumerate(log, 1)
    ]
    (folder / "log.json").write_bytes(msgspec.json.encode(events))
    return folder / "log.json"


def test_a_downloaded_log_is_replayed(tool: Terminal, tmp_path: Path) -> None:
    code, told, _ = tool("replay", downloaded(tmp_path, LOG))
    assert code == 0
    assert "\n2. " in told and "~seat 1 put a piece in cylinder 3: joker." in told


def test_a_log_of_two_people_keeps_both_on_their_seats(tool: Terminal, tmp_path: Path) -> None:
    code, told, _ = tool("replay", downloaded(tmp_path, [OPENED, Sat(1, "Ben")]))
    assert (code, told.endswith("TCNCCC, gathering: Ann, Ben\n")) == (0, True)


def test_a_log_in_which_a_draw_does_not_fit_is_found_out(tool: Terminal, tmp_path: Path) -> None:
    code, _, said = tool("replay", downloaded(tmp_path, [*LOG[:2], Moved(1, 1, DRAW, ["purple"])]))
    assert (code, "WrongDraw: bag: expected one of" in said) == (1, True)


def test_a_file_that_is_not_a_log_is_refused_in_words(tool: Terminal, tmp_path: Path) -> None:
    (tmp_path / "log.json").write_text('{"no": "log"}')
    code, _, said = tool("replay", tmp_path / "log.json")
    assert (code, "is not a log" in said) == (2, True)


# --- schema -------------------------------------------------------------------------------------------------


def test_the_written_schema_of_the_wire_is_that_of_the_code_and_one_that_differs_is_told_and_written_anew(
    tool: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tool("schema").code == 0
    monkeypatch.setattr("tools.dev.schema.WIRE_SCHEMA", tmp_path / "wire.schema.json")
    assert [tool("schema").code, tool("schema", "--write").code, tool("schema").code] == [1, 0, 0]
