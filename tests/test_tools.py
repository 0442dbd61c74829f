"""The tools for the terminal."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from app.storage.store import Store
from app.table.decide import Entry
from app.table.events import Began, Body, Moved, Opened, Sat
from games import GAMES
from games.engine import EndlessGame
from games.tcnccc import GAME
from tools.dev.__main__ import main
from tools.dev.golden import golden_file, golden_text

ROOM = "k7Qm2xZ9vB3nR5wT"
DRAW, PLACE = Raw(b'{"do":"draw"}'), Raw(b'{"do":"place","cylinder":2}')
LOG: list[Body] = [
    Opened("tcnccc", 2, Raw(b"{}"), "Ann"),
    Began("tcnccc@1", "", [1]),
    Moved(1, 1, DRAW, ["joker"]),
    Moved(1, 2, PLACE, []),
]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """typed("1", "2"): what somebody types, and then the end of the input."""

    def answers(*lines: str) -> None:
        left = iter(lines)

        def answer(prompt: str) -> str:
            line = next(left, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", answer)

    return answers


# --- table --------------------------------------------------------------------------------------------------


def test_a_game_is_played_by_typing_the_numbers_of_the_choices(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("1", "3")
    options = ["--option", "capacity=4", "--option", "memory=aided"]
    assert main(["table", "tcnccc", "--seats", "3", "--seed", "x", *options]) == 0
    told = capsys.readouterr().out
    assert "Draw a piece from the bag, or lift a cylinder.\n   1 Draw a piece\n   2 Lift cylinder 1" in told
    assert "put a piece in cylinder 3" in told


def test_what_cannot_be_chosen_is_asked_again(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("7", "lift", "", "1")
    assert main(["table", "tcnccc", "--seed", "x"]) == 0
    told = capsys.readouterr().out
    assert told.count("expected a number from 1 to 5") == 3
    assert "You drew" in told


def test_with_a_seat_one_sees_what_that_seat_sees_and_bots_play_the_others(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(*["1"] * 2000)
    assert main(["table", "tcnccc", "--seats", "4", "--seat", "2", "--seed", "x"]) == 0
    asked = [line.split(":")[0] for line in capsys.readouterr().out.splitlines() if line.startswith("seat ")]
    assert set(asked[:-1]) == {"seat 2"}
    assert "(won by" in asked[-1] or "has four" in asked[-1] or "is the last one" in asked[-1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--seats", "7"], "TCNCCC is for 2 to 6 players, not 7."),
        (["--seats", "3", "--seat", "3"], "With 3 players the seats are 0 to 2, not 3."),
        (["--option", "capacity=9"], "The options are: capacity, memory."),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "tcnccc", *arguments]) == 2
    assert why in capsys.readouterr().err


# --- fuzz ---------------------------------------------------------------------------------------------------


def test_games_without_a_mistake_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "tcnccc", "--games", "3", "--seed", "x", "--folder", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("3 games, ")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """TCNCCC with a mistake: the rules break down when a second piece goes into a cylinder."""

    def place(g: Any, seat: int, piece: str, cylinder: int, dealer: Any) -> None:
        g.cylinders[cylinder].append(piece)
        if len(g.cylinders[cylinder]) == 2:
            raise EndlessGame("the second piece")

    monkeypatch.setattr("games.tcnccc.rules.place", place)
    yield


@pytest.mark.usefixtures("faulty")
def test_a_game_that_goes_wrong_is_written_down_and_goes_wrong_again_in_the_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fuzz", "tcnccc", "--games", "30", "--seed", "x", "--folder", str(tmp_path)]) == 1
    (file,) = tmp_path.iterdir()
    assert f"EndlessGame: the second piece\nwritten to {file}" in capsys.readouterr().err
    assert main(["replay", str(file)]) == 1
    assert "EndlessGame: the second piece" in capsys.readouterr().err


def test_a_leak_is_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(GAMES, "tcnccc", replace(GAME, view=lambda g, seat: g.copy()))
    assert main(["fuzz", "tcnccc", "--games", "1", "--folder", str(tmp_path)]) == 1
    assert "can tell the state from" in capsys.readouterr().err


# --- playthrough --------------------------------------------------------------------------------------------


def test_playthroughs_are_compared_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.dev.golden.PLAYTHROUGHS", tmp_path)
    assert main(["playthrough"]) == 1
    assert "tcnccc_2.txt differs" in capsys.readouterr().out
    assert main(["playthrough", "tcnccc", "--write"]) == 0
    assert golden_file(GAME, 2).read_text() == golden_text(GAME, 2)
    assert main(["playthrough", "tcnccc"]) == 0


# --- show and replay ----------------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database with the log in it."""
    url = f"sqlite:///{tmp_path}/log.sqlite3"
    monkeypatch.setenv("TERTULIA_DATABASE_URL", url)

    async def write() -> None:
        store = Store(url)
        await store.start()
        for seq, body in enumerate(LOG, 1):
            before = f"{seq - 1:032}" if seq > 1 else ""
            await store.append(Entry(ROOM, seq, f"{seq:032}", before, "guest", body))
        await store.close()

    asyncio.run(write())


@pytest.mark.usefixtures("stored")
def test_a_room_is_shown_as_it_stands_or_stood_after_an_event(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", ROOM]) == 0
    told = capsys.readouterr().out
    assert told.startswith('4 of 4. {"kind":"moved"')
    assert '"cylinders":{"0":[],"1":[],"2":["joker"],"3":[]}' in told
    assert "asked, seat 1, onlookers: Waiting for seat 0 to draw or lift." in told
    assert main(["show", f"{ROOM}@3"]) == 0
    assert "asked, seat 1: You drew: joker. Put it in a cylinder." in capsys.readouterr().out
    for room, why in (
        ("nowhere", "There is no room nowhere."),
        (f"{ROOM}@5", f"Room {ROOM} has the events 1 to 4, not 5."),
        (f"{ROOM}@now", "Expected ROOM or ROOM@SEQ"),
    ):
        assert main(["show", room]) == 2
        assert why in capsys.readouterr().err


def downloaded(file: Path, log: list[Body]) -> str:
    actors = {Sat: "guest 2"}
    events = [
        {"seq": seq, "at": 0, "actor": actors.get(type(body), "guest 1"), "body": body}
        for seq, body in enumerate(log, 1)
    ]
    file.write_bytes(msgspec.json.encode(events))
    return str(file)


def test_a_downloaded_log_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", downloaded(tmp_path / "log.json", LOG)]) == 0
    told = capsys.readouterr().out
    assert "\n2. " in told and "~seat 1 put a piece in cylinder 3: joker." in told


def test_a_log_of_two_people_keeps_both_on_their_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", downloaded(tmp_path / "log.json", [LOG[0], Sat(1, "Ben")])]) == 0
    assert capsys.readouterr().out.endswith("TCNCCC, gathering: Ann, Ben\n")


def test_a_log_in_which_a_draw_does_not_fit_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = [*LOG[:2], Moved(1, 1, DRAW, ["purple"])]
    assert main(["replay", downloaded(tmp_path / "log.json", log)]) == 1
    assert "WrongDraw: bag: expected one of" in capsys.readouterr().err


def test_a_file_that_is_not_a_log_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "log.json"
    file.write_text(json.dumps({"no": "log"}))
    assert main(["replay", str(file)]) == 2
    assert "is not a log" in capsys.readouterr().err


# --- schema -------------------------------------------------------------------------------------------------


def test_the_written_schema_of_the_wire_is_that_of_the_code_and_one_that_differs_is_told_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["schema"]) == 0
    monkeypatch.setattr("tools.dev.schema.WIRE_SCHEMA", tmp_path / "wire.schema.json")
    assert [main(["schema"]), main(["schema", "--write"]), main(["schema"])] == [1, 0, 0]
