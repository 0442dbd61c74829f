"""verify-log: faults are reported with room and event, and checking changes nothing."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from app.admin import CommandFailed
from app.admin.verify_log import _log, verify_log
from app.storage.databases import database_at
from app.table.deal import Starting
from app.table.events import Began, Body, Finished, Moved, Opened, Result
from tests.support.command_line import Terminal
from tests.support.logs import DRAW, LOG, OPENED, OTHER, PLACE, ROOM, change, write

WHIST = Opened("whist", 2, OPENED.options, "Ann")


@pytest.fixture
def logged(database_url: str, terminal: Terminal) -> str:
    """A database of either kind, used by the commands."""
    terminal.sets(DATABASE_URL=database_url)
    write(database_url)
    return database_url


@pytest.fixture
def file(tmp_path: Path, terminal: Terminal) -> Path:
    """A database of SQLite."""
    terminal.sets(DATABASE_URL=f"sqlite:///{tmp_path}/log.sqlite3")
    write(f"sqlite:///{tmp_path}/log.sqlite3")
    return tmp_path / "log.sqlite3"


def execute(url: str, sql: str) -> None:
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.begin() as connection:
        on = " ON events" if engine.name == "postgresql" else ""
        connection.execute(text(f"DROP TRIGGER IF EXISTS events_stay_as_they_are{on}"))
        connection.execute(text(sql))


@pytest.mark.usefixtures("logged")
def test_a_sound_log_is_verified_with_its_figures(terminal: Terminal) -> None:
    code, told, _ = terminal("verify-log")
    assert (code, told.startswith("1 rooms, 4 events, 0 bad rooms; ")) == (0, True)
    assert " rooms/s, " in told and told.endswith(" events/s\n")


TAMPERED = {
    "UPDATE events SET prev = 'elsewhere' WHERE seq = 3": "event 3: it does not follow event 2",
    "DELETE FROM events WHERE seq = 2": "event 3: it does not follow event 1",
    "UPDATE events SET kind = 'said' WHERE seq = 3": "event 3: it is stored as said, but its body is moved",
}


@pytest.mark.parametrize("damage", TAMPERED)
def test_a_log_that_was_tampered_with_is_named(terminal: Terminal, logged: str, damage: str) -> None:
    execute(logged, damage)
    code, told, _ = terminal("verify-log")
    assert (code, told.startswith(f"{ROOM}: {TAMPERED[damage]}")) == (1, True)
    assert "1 bad rooms" in told


FIXED = Starting("tcnccc@1", "5e" * 32, "c0" * 32, ["a1" * 32, ""])
NO_END = Result(game="tcnccc", guests=[None, None], names=["Ann", "Ben"], winners=[0], scores=[1, 0])


@pytest.mark.parametrize(("log", "why"), [
    ([*LOG[:2], Moved(1, 1, DRAW, ["purple"])], "event 3: WrongDraw"),
    ([*LOG[:2], Moved(0, 1, DRAW, ["joker"])], "event 3: seat 0 could not answer question 1 so"),
    ([*LOG[:2], Moved(1, 1, PLACE, [])], "event 3: seat 1 could not answer question 1 so"),
    ([*LOG[:2], Moved(1, 7, DRAW, ["joker"])], "event 3: seat 1 could not answer question 7 so"),
    ([OPENED, Moved(1, 1, DRAW, ["joker"])], "event 2: seat 1 could not answer question 1 so"),
    ([OPENED, Began("tcnccc@99", "", [1])], "event 2: this version does not know the rules tcnccc@99"),
    ([OPENED, FIXED, Began("tcnccc@1", "", [1], secret="ef" * 32, commitment=FIXED.commitment, seals=FIXED.seals)],
     "event 3: the game begins otherwise than it was fixed before words were opened"),
    ([WHIST], "event 1: this version does not know the game whist"),
    ([*LOG[:2], Finished(Moved(1, 1, DRAW, ["joker"]), NO_END)], "event 3: by the rules the game does not end"),
])  # fmt: skip
def test_a_breach_of_rules_is_named_in_its_room_only(terminal: Terminal, file: Path, log: list[Body], why: str) -> None:
    write(f"sqlite:///{file}", log, OTHER)
    code, told, _ = terminal("verify-log")
    assert (code, told.startswith(f"{OTHER}: {why}")) == (1, True)
    assert "\n2 rooms, " in told and " events, 1 bad rooms; " in told


MALFORMED = DatabaseError("SELECT", {}, sqlite3.DatabaseError("database disk image is malformed"))


def test_a_room_of_which_the_disk_has_lost_something_is_named_and_others_are_verified_all_the_same(
    terminal: Terminal, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(f"sqlite:///{file}", [OPENED], OTHER)

    def rows(connection: Connection, room: str) -> Iterator[Any]:
        for row in log(connection, room):
            if room == ROOM and row.seq == 3:
                raise MALFORMED
            yield row

    log = _log
    monkeypatch.setattr("app.admin.verify_log._log", rows)
    code, told, _ = terminal("verify-log")
    lost = f"{ROOM}: after event 2 the database cannot be read: database disk image is malformed\n"
    assert (code, lost in told, "2 rooms, 3 events, 1 bad rooms; " in told) == (1, True, True)


def test_a_database_without_its_rooms_is_named(terminal: Terminal, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.admin.verify_log._rooms", Mock(side_effect=MALFORMED))
    words = "The database of TERTULIA_DATABASE_URL cannot be read: database disk image is malformed.\n"
    assert terminal("verify-log") == (1, "", words)


def test_one_room_is_verified_alone(terminal: Terminal, file: Path) -> None:
    write(f"sqlite:///{file}", [WHIST], OTHER)
    assert (terminal("verify-log", ROOM).code, terminal("verify-log", OTHER).code) == (0, 1)


def test_what_is_not_even_text_is_the_code_of_no_room(logged: str) -> None:
    with pytest.raises(CommandFailed, match="There is no room \udcff"):
        verify_log(logged, "\udcff")


def test_verifying_changes_nothing_in_tables_of_an_older_version(terminal: Terminal, file: Path) -> None:
    change(file, "UPDATE alembic_version SET version_num = '0001'")
    before = file.read_bytes()
    assert terminal("verify-log").code == 0
    assert file.read_bytes() == before


def test_what_only_looks_cannot_write(logged: str) -> None:
    engine = database_at(logged).open_read_only()
    with engine.connect() as connection, pytest.raises(Exception, match=r"read-?only"):
        connection.execute(text("DELETE FROM events"))
    engine.dispose()
