"""Servers that break one promise each, to prove that the harness notices. Each fault is planted from outside in a
process of its own; the product has no switch for it.

    python -m chaos.node ack-before-commit
"""

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

import sqlalchemy
from sqlalchemy.pool import StaticPool

import app.rooms.room
import app.storage.sqlite
from app.rooms.room import Room
from app.storage import postgres
from app.storage.commit import Answered, Committer, Job, Work
from app.storage.database import Cursor, Row
from app.storage.postgres import Postgres
from app.storage.writer import Writer
from app.table.events import Event
from app.table.state import Table

COMMITTING_S: Final = 4.0
"""Duration of a commit where a server is to die before it is done."""
STILL_COMMITTING_S: Final = 6.0
"""The same if somebody has to look meanwhile."""
TOLD_WITHIN_S: Final = 0.02  # by then an answer has been sent
FORGOTTEN_AFTER_S: Final = 0.1
PREDECESSOR: Final = "EXISTS (SELECT 1 FROM events WHERE room = ?1 AND seq = ?2 - 1 AND id = ?4)"


class _SlowCursor:
    """The writer's cursor with slow commits. `before`: called first."""

    def __init__(self, cursor: Any, before: Callable[[], None]) -> None:
        self._cursor = cursor
        self._before = before

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def execute(self, sql: str, *given: Any) -> Any:
        if sql == "COMMIT":
            self._before()
        return self._cursor.execute(sql, *given)


# --- Conditions under which some of them show ---


def slow_moves() -> None:
    """Commits of players' moves take long enough to die during them."""
    _before_moves(lambda: time.sleep(COMMITTING_S), of_bots=False)
    Writer._may_commit_in_loop = False  # type: ignore[assignment]


def stalled_moves() -> None:
    """The same in the event loop, which blocks meanwhile."""
    _before_moves(lambda: time.sleep(COMMITTING_S), of_bots=False)


def slow_bots() -> None:
    """Commits of bots' moves take long enough to leave and return."""
    _before_moves(lambda: time.sleep(STILL_COMMITTING_S), of_bots=True)
    Writer._may_commit_in_loop = False  # type: ignore[assignment]


def forgetful() -> None:
    """Rooms are evicted as soon as they are empty."""
    app.rooms.room.FORGET_AFTER_S = FORGOTTEN_AFTER_S  # type: ignore[misc]


def _before_moves(do: Callable[[], None], *, of_bots: bool) -> None:
    """Call this before a batch with a move is committed."""
    write = Committer._write

    def slow(self: Committer, batch: list[Job], cursor: Any, now: int) -> None:
        if any(_is_a_move(job.row, of_bots) for job in batch):
            cursor = _SlowCursor(cursor, do)
        write(self, batch, cursor, now)

    Committer._write = slow  # type: ignore[method-assign]
    Committer._commit_alone = lambda self, job: False  # type: ignore[method-assign]


def _is_a_move(row: Row | None, of_bots: bool) -> bool:
    return row is not None and row.kind == "moved" and (b'"bot":true' in row.body) == of_bots


# --- 1: acknowledged before it is committed ---


def ack_before_commit() -> None:
    """Moves are acknowledged while they can still be lost."""
    submit = Writer.submit

    def tell(
        self: Writer, work: Work[Any], room: str, answered: Answered, row: Row | None = None, *, is_short: bool = False
    ) -> None:
        if row is not None and _is_a_move(row, of_bots=False):
            job = Job(work, room, row, answered, written=row.dated(time.time_ns() // 1_000_000))
            self._loop.call_soon(answered, job)
            written = partial(submit, self, work, room, _tells_nobody, row, is_short=is_short)
            self._loop.call_later(TOLD_WITHIN_S, written)
        else:
            submit(self, work, room, answered, row, is_short=is_short)

    Writer.submit = tell  # type: ignore[method-assign]


def _tells_nobody(job: Job) -> None:
    """Whoever asked has been answered."""


# --- 2: the id of an action says nothing ---


def no_key() -> None:
    """Repeated actions are decided again."""

    def done(self: Table, id: str) -> None:
        return None

    Table.done = done  # type: ignore[method-assign]


# --- 3: readers on the writer's connection ---


def shared_connection() -> None:
    """Visitors are shown uncommitted events."""

    def one_connection(url: str, **given: Any) -> Any:
        threads = {"connect_args": {"check_same_thread": False}}
        engine = sqlalchemy.create_engine(url, poolclass=StaticPool, pool_reset_on_return=None, **threads, **given)
        engine.dialect.do_rollback = engine.dialect.do_commit = lambda connection: None  # type: ignore
        return engine

    app.storage.sqlite.create_engine = one_connection  # type: ignore[attr-defined, assignment]


# --- 4: an event may follow anything ---


def no_predecessor() -> None:
    """A free place in the log is taken whatever precedes it."""
    assert PREDECESSOR in app.storage.sqlite._APPEND
    app.storage.sqlite._APPEND = app.storage.sqlite._APPEND.replace(PREDECESSOR, "TRUE")  # type: ignore[misc]


# --- 5: batches in no order ---


def unsorted_batches() -> None:
    """Every other node writes rooms in reverse order, so that two deadlock."""

    class Backwards(list):  # type: ignore[type-arg]
        def sort(self, *, key: Any = None, reverse: bool = False) -> None:
            super().sort(key=key, reverse=_is_odd())

    next_batch = Writer._next_batch

    def unordered(self: Writer, not_before: float) -> list[Any]:
        return Backwards(next_batch(self, not_before))

    def append(self: Postgres, cursor: Cursor, rows: Sequence[Row], now: int) -> Collection[tuple[str, int]]:
        written: set[tuple[str, int]] = set()
        for row in sorted(rows, reverse=_is_odd()):
            columns = {name: [value] for name, value in zip(Row._fields, row, strict=True)}
            written |= {(room, seq) for room, seq in cursor.execute(postgres._APPEND, {**columns, "now": now})}
        return written

    Writer._next_batch = unordered  # type: ignore[method-assign]
    Postgres.append = append  # type: ignore[method-assign]


def _is_odd() -> bool:
    return int(os.environ["TERTULIA_NODE"].rpartition("-")[2]) % 2 == 1


# --- 6: a gap is not noticed ---


def gap_ignored() -> None:
    """Of several missed events a node reads only the newest."""

    async def catch_up(self: Room) -> list[Event]:
        newest = (await self.store.load(self.table.room, self.table.seq))[-1:]
        for event in newest:
            self.table.seq, self.table.head = event.seq - 1, event.prev
            self._take(event)
            self._finish_showing()
        self.note("the log has been read")
        return newest

    Room._catch_up = catch_up  # type: ignore[method-assign]


CONDITIONS: Final[Mapping[str, Callable[[], None]]] = {
    "slow-moves": slow_moves,
    "stalled-moves": stalled_moves,
    "slow-bots": slow_bots,
    "forgetful": forgetful,
}
MUTANTS: Final[Mapping[str, Callable[[], None]]] = {
    "ack-before-commit": ack_before_commit,
    "no-key": no_key,
    "shared-connection": shared_connection,
    "no-predecessor": no_predecessor,
    "unsorted": unsorted_batches,
    "gap-ignored": gap_ignored,
}
