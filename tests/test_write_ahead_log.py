"""SQLite's write-ahead log restarts under steady moves, and loses nothing by it."""

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest

from app.storage import writer
from app.storage.store import Store
from app.table.events import Event
from tests.committing import Moves, move
from tests.committing import moves as moves
from tests.committing import other as other
from tests.committing import path as path
from tests.committing import store as store
from tests.company import until

BETWEEN: Final = 50


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log restarts after a few moves, and is not grown first."""
    monkeypatch.setattr(writer, "ROWS_BETWEEN_CHECKPOINTS", BETWEEN)
    monkeypatch.setattr(writer, "GROW_AFTER_ROWS", 1_000_000)


async def makes(moves: Moves, first: int, last: int) -> None:
    """Submit moves in order, each after the log has been checked."""
    for seq in range(first, last + 1):
        await moves.all(move(seq))
        await moves.store._writer._upkeep.finish()


def size_of_log(path: Path) -> int:
    return os.stat(f"{path}-wal").st_size


@pytest.mark.usefixtures("brief")
async def test_the_log_begins_anew_under_steady_moves_and_stays_short(moves: Moves, path: Path) -> None:
    await makes(moves, 1, 3 * BETWEEN)
    short = size_of_log(path)
    await makes(moves, 3 * BETWEEN + 1, 12 * BETWEEN)
    assert size_of_log(path) <= 1.5 * short


@pytest.mark.usefixtures("brief")
async def test_a_reader_that_stays_stops_nobody_and_the_log_begins_anew(moves: Moves, path: Path, other: Any) -> None:
    await makes(moves, 1, 2 * BETWEEN)
    other.execute("BEGIN").close()
    seen = other.execute("SELECT count(*) FROM events").fetchone()
    await makes(moves, 2 * BETWEEN + 1, 6 * BETWEEN)
    assert other.execute("SELECT count(*) FROM events").fetchone() == seen
    other.execute("COMMIT").close()
    await makes(moves, 6 * BETWEEN + 1, 8 * BETWEEN)
    long = size_of_log(path)
    await makes(moves, 8 * BETWEEN + 1, 12 * BETWEEN)
    assert size_of_log(path) == long
    assert {type(outcome) for outcome in moves.told.values()} == {Event}


async def test_a_grown_log_holds_what_was_committed(store: Store, moves: Moves, path: Path, other: Any) -> None:
    await makes(moves, 1, writer.GROW_AFTER_ROWS)
    await until(lambda: size_of_log(path) > 20_000_000 and store._writer._upkeep._at_work is None)
    await makes(moves, writer.GROW_AFTER_ROWS + 1, writer.GROW_AFTER_ROWS + 20)
    assert size_of_log(path) < 40_000_000
    assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert other.execute("SELECT name FROM sqlite_master WHERE name = 'never'").fetchall() == []
    assert other.execute("SELECT max(seq) FROM events").fetchone() == (writer.GROW_AFTER_ROWS + 20,)


async def test_a_crash_while_the_log_is_grown_loses_nothing(store: Store, moves: Moves, path: Path) -> None:
    """The files as a killed process leaves them, copied while it runs."""
    await makes(moves, 1, writer.GROW_AFTER_ROWS)
    for number in range(20):
        seq = writer.GROW_AFTER_ROWS + number + 1
        await moves.all(move(seq))
        left = path.with_name(f"left{number}.sqlite3")
        for part in ("-wal", ""):
            shutil.copy(f"{path}{part}", f"{left}{part}")
        after = sqlite3.connect(left)
        assert after.execute("SELECT max(seq) FROM events").fetchone() == (seq,)
        after.close()
        os.unlink(left)
