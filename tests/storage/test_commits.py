"""Moves are committed in the event loop's thread, and nothing is lost there that the writer thread would have kept; nor
when SQLite's write-ahead log restarts, as it does under steady moves."""

import asyncio
import logging
import os
import shutil
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from app.storage import writer
from app.storage.commit import Committer, Job, OutcomeUnknown
from app.storage.database import Cursor
from app.storage.entries import Snapshot
from app.storage.guests import Guest
from app.storage.store import Store
from app.table.decide import Entry
from app.table.events import Event
from tests.support.moves import Moves, move
from tests.support.moves import moves as moves
from tests.support.moves import other as other
from tests.support.moves import path as path
from tests.support.moves import store as store
from tests.support.tables import until


@pytest.fixture
def committed(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    """Each transaction that this store has begun: in which thread, and its ids."""
    committed: list[tuple[str, list[str]]] = []
    write = Committer._write

    def note(self: Committer, batch: list[Job], cursor: Cursor, now: int) -> None:
        side = "loop" if threading.current_thread() is threading.main_thread() else "thread"
        if self in (store._writer._loop_side, store._writer._thread_side):  # a house may live beside it
            committed.append((side, [job.row.id if job.row else "work" for job in batch]))
        write(self, batch, cursor, now)

    monkeypatch.setattr(Committer, "_write", note)
    return committed


Committed = list[tuple[str, list[str]]]


# --- Together -----------------------------------------------------------------------------------------------


async def test_moves_of_a_turn_are_written_as_one(store: Store, moves: Moves, committed: Committed, other: Any) -> None:
    ids = [f"room{number}-1" for number in range(7)]
    assert await moves.all(*(move(1, f"room{number}") for number in range(7))) == ["Event"] * 7
    assert sorted(id for (id,) in other.execute("SELECT id FROM events")) == ids
    assert [(side, sorted(written)) for side, written in committed] == [("loop", ids)]


async def test_on_a_busy_server_moves_of_some_turns_are_written_as_one(
    store: Store, moves: Moves, committed: Committed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "BUSY_ROWS", 5)
    await moves.all(*(move(1, f"room{number}") for number in range(6)))
    committed.clear()
    for number in range(3):
        moves.submit(move(2, f"room{number}"))
        await asyncio.sleep(0)
    assert committed == []
    assert await moves.of(*(move(2, f"room{number}") for number in range(3))) == ["Event"] * 3
    assert [len(ids) for _, ids in committed] == [3]


async def test_where_little_is_written_a_move_is_written_at_once(
    store: Store, moves: Moves, committed: Committed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "GATHER_S", 3600)
    for seq in range(1, 4):
        assert await moves.all(move(seq)) == ["Event"]
    assert [len(ids) for _, ids in committed] == [1, 1, 1]


async def test_other_work_takes_moves_to_the_thread_in_order(store: Store, moves: Moves, committed: Committed) -> None:
    work = asyncio.create_task(store.write(lambda cursor, now: cursor.execute("SELECT 1").fetchone()[0], "room"))
    await asyncio.sleep(0)
    moves.submit(move(1))
    assert await moves.of(move(1)) == ["Event"]
    assert await work == 1
    assert committed == [("thread", ["work", "room-1"])]


async def test_a_thread_that_waits_for_more_holds_nothing_of_what_it_has_written(store: Store) -> None:
    def work(cursor: Cursor, now: int) -> None:
        cursor.execute("SELECT 1")

    held = weakref.ref(work)
    await store.write(work, "room")
    del work
    await until(lambda: held() is None)


async def test_what_is_short_is_written_with_the_moves(store: Store, moves: Moves, committed: Committed) -> None:
    async def appends() -> None:
        await store.append(move(1, "appended"))

    short = [
        appends(),
        store.keep_snapshot(Snapshot("room", 1, "room-1", "code", b"copy")),
        store.record_heartbeat(lambda: 6_000, 0),
        store.guests.add(Guest("guest", b"token", None)),
        store.guests.rename("guest", "Ann"),
        store.schedule_check("room", None),
    ]
    waiting = [asyncio.create_task(each) for each in short]
    await asyncio.sleep(0)
    assert await moves.all(move(1)) == ["Event"]
    await asyncio.gather(*waiting)
    assert [(side, sorted(ids)) for side, ids in committed] == [("loop", ["appended-1", "room-1", *["work"] * 5])]
    assert await store.load_snapshot("room", "code") == (Snapshot("room", 1, "room-1", "code", b"copy"), [])
    assert await store.guests.by_token(b"token") == Guest("guest", b"token", "Ann")


async def test_all_of_a_batch_are_answered_before_anything_that_an_answer_brings_about(store: Store) -> None:
    order: list[str] = []

    def note(entry: Entry, _: asyncio.Future[Event]) -> None:
        order.append(entry.room)
        asyncio.get_running_loop().call_soon(order.append, entry.room.upper())

    for room in "abc":
        entry = move(1, room)
        store.append(entry).add_done_callback(partial(note, entry))
    await until(lambda: len(order) == 6)
    assert order == ["a", "b", "c", "A", "B", "C"]


# --- Refused, and failed ------------------------------------------------------------------------------------


async def test_of_two_for_one_place_in_one_turn_the_first_is_written(store: Store, moves: Moves) -> None:
    assert await moves.all(move(1, id="first"), move(1, id="second")) == ["Event", "Conflict"]
    assert [event.id for event in await store.load("room")] == ["first"]


class Failing:
    """A connection or cursor whose commits fail as with a disk error."""

    def __init__(self, real: Any, fails: Callable[[], bool]) -> None:
        self._real = real
        self._fails = fails

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def cursor(self) -> Any:
        return Failing(self._real.cursor(), self._fails)

    def execute(self, sql: str, *given: Any) -> Any:
        if sql == "COMMIT" and self._fails():
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
            raise error
        return self._real.execute(sql, *given)


async def test_a_statement_that_is_rejected_lets_the_lock_go_for_its_neighbours(store: Store, moves: Moves) -> None:
    entries = [move(1, f"room{number}") for number in range(4)]
    told: list[Any] = []

    def reject(cursor: Cursor, at: int) -> None:
        cursor.execute("INSERT INTO guests (id) VALUES (NULL)")

    moves.submit(*entries)
    row = store._row_of(move(1, "bad"))
    store._writer.submit(reject, "bad", lambda job: told.append(job.error), row, is_short=True)
    assert await moves.of(*entries) == ["Event"] * 4
    assert isinstance(told[0], OutcomeUnknown)
    assert await store.load("bad") == []


async def test_a_disk_that_fails_is_an_unknown_outcome_for_its_batch_told_once_and_works_again(
    store: Store, moves: Moves, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing, side = True, store._writer._loop_side
    connect = side._connect
    monkeypatch.setattr(side, "_connect", lambda: Failing(connect(), lambda: failing))
    side.disconnect()
    with caplog.at_level(logging.WARNING):
        for number in range(3):
            assert await moves.all(*(move(1, f"{number}{room}") for room in "ab")) == ["OutcomeUnknown"] * 2
        assert len(caplog.records) == 1
        failing = False
        assert await moves.all(move(1, "0a", id="again"), move(1, "new")) == ["Event"] * 2
    assert len(caplog.records) == 2
    assert [event.id for event in await store.load("0a")] == ["again"]


async def test_while_others_write_the_loop_turns(store: Store, moves: Moves, committed: Committed, other: Any) -> None:
    await moves.all(move(1))
    other.execute("BEGIN IMMEDIATE")
    began = time.thread_time()
    moves.submit(move(2), move(1, "other"))
    for _ in range(50):
        await asyncio.sleep(0.002)
    assert moves.told.keys() == {"room-1"}
    assert committed == [("loop", ["room-1"])]
    assert time.thread_time() - began < 1
    other.execute("COMMIT")
    assert await moves.of(move(2), move(1, "other")) == ["Event"] * 2
    assert [side for side, _ in committed] == ["loop", "thread"]
    assert await moves.all(move(3)) == ["Event"]
    assert committed[-1] == ("loop", ["room-3"])


async def test_the_order_in_a_room_is_kept_whichever_side_writes(store: Store, moves: Moves, other: Any) -> None:
    """One after the other, as a room's turn requires, while others write and the disk is busy now and then."""
    entries = [move(seq) for seq in range(1, 61)]
    for number, entry in enumerate(entries):
        blocks = number % 7 == 3
        if blocks:
            other.execute("BEGIN IMMEDIATE")
        neighbour = asyncio.create_task(store.write(lambda cursor, now: now)) if number % 5 == 2 else None
        moves.submit(entry)
        await asyncio.sleep(0)
        if blocks:
            assert entry.id not in moves.told
            other.execute("COMMIT")
        await moves.of(entry)
        if neighbour is not None:
            await neighbour
    written = await store.load("room")
    assert [event.id for event in written] == [entry.id for entry in entries] == moves.order
    assert [event.at for event in written] == sorted(event.at for event in written)


async def test_commits_leave_and_come_back(moves: Moves, committed: Committed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop's thread and the other, by the time that each commit waits for the disk, on each thread's own clock."""
    seqs, clocks, write, waits = count(1), threading.local(), Committer._write, 0.0

    def slow(self: Committer, batch: list[Job], cursor: Cursor, now: int) -> None:
        write(self, batch, cursor, now)
        clocks.now = getattr(clocks, "now", 0.0) + waits

    async def sides(waits_s: float, times: int) -> list[str]:
        nonlocal waits
        committed.clear()
        waits = waits_s
        for _ in range(times):
            await moves.all(move(next(seqs)))
        return [side for side, _ in committed]

    monkeypatch.setattr(Committer, "_write", slow)
    monkeypatch.setattr(writer, "_off_the_processor", lambda: getattr(clocks, "now", 0.0))
    assert set(await sides(0.0, 10)) == {"loop"}
    went = await sides(0.01, 12)
    assert went[-1] == "thread"
    assert 2 <= went.count("loop") <= writer.FEW
    assert set(await sides(0.01, 10)) == {"thread"}
    came = await sides(0.0001, 24)
    assert (came[0], set(came[-8:])) == ("thread", {"loop"})
    assert await sides(1.0, 3) == ["loop", "thread", "thread"], "after one long stall the loop commits no more"


@pytest.mark.parametrize("together_with_work", [False, True])
async def test_closing_commits_what_was_handed_in_in_the_same_turn(path: Path, together_with_work: bool) -> None:
    store = Store(f"sqlite:///{path}")
    await store.start()
    moves, entries = Moves(store), [move(1, f"room{number}") for number in range(4)]
    moves.submit(*entries[:3])
    await asyncio.sleep(0)
    work = store.append(move(1, "last")) if together_with_work else None
    moves.submit(entries[3])
    await store.close()
    assert await moves.of(*entries) == ["Event"] * len(entries)
    assert work is None or (await work).seq == 1
    with closing(sqlite3.connect(path)) as after:
        assert after.execute("SELECT count(*) FROM events").fetchone()[0] == len(entries) + together_with_work


async def test_closing_ends_also_when_the_log_could_not_be_looked_after(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(f"sqlite:///{path}")
    await store.start()
    monkeypatch.setattr(writer, "GROW_AFTER_ROWS", 1)

    def fail() -> None:
        time.sleep(0.05)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(store._database, "grow_log", fail)
    monkeypatch.setattr(store._writer, "_usual_wait_s", 0.0)
    await Moves(store).all(move(1))
    await store.close()
    await asyncio.sleep(0)
    assert not store._writer._thread.is_alive()
    assert "upkeep of the write-ahead log failed: OperationalError" in caplog.text


# --- The write-ahead log ---

BETWEEN: Final = 50


async def makes(moves: Moves, first: int, last: int) -> None:
    """Submit moves in order, each after the log has been checked."""
    for seq in range(first, last + 1):
        await moves.all(move(seq))
        await moves.store._writer._upkeep.finish()


def size_of_log(path: Path) -> int:
    return os.stat(f"{path}-wal").st_size


async def test_a_reader_that_stays_stops_nobody_and_the_log_begins_anew(
    moves: Moves, path: Path, other: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And afterwards the log begins anew."""
    monkeypatch.setattr(writer, "ROWS_BETWEEN_CHECKPOINTS", BETWEEN)
    monkeypatch.setattr(writer, "GROW_AFTER_ROWS", 1_000_000)  # not before
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
    await until(lambda: size_of_log(path) > 20_000_000 and store._writer._upkeep.at_work is None)
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
        with closing(sqlite3.connect(left)) as after:
            assert after.execute("SELECT max(seq) FROM events").fetchone() == (seq,)
        os.unlink(left)
