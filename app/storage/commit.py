"""Group commit: one transaction, and one sync to disk, serves many rooms.

A rejected job (NotWritten) does not affect the rest of its batch; when the batch fails as a whole, its jobs run again
one by one. When the database does not answer, nobody can tell whether the commit happened: the jobs' outcome is
unknown, and is looked up by event id.

A lone row without other work does not need three round trips to a database across a network (begin and read the time,
insert, commit): its time is predicted, and one statement, a transaction of its own, inserts it if the database's clock
agrees. Anything unusual takes the long way, which also finds out why a row was not written.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from operator import attrgetter
from threading import Event
from typing import Any, Final, TypeVar

from msgspec import Struct

from app.storage.database import Cursor, Database, Row, Writing
from app.storage.disk import Disk
from app.telemetry import metrics

log = logging.getLogger("tertulia.writer")

_FIND: Final = "SELECT 1 FROM events WHERE room = :room AND id = :id"

T = TypeVar("T")

Work = Callable[[Cursor, int], T]
"""Work of one job, given a cursor and the transaction's time (ms, database clock)."""

Answered = Callable[["Job"], None]
"""Called with a job once it is committed, or has an error, NotWritten or OutcomeUnknown, that says why not. It must not
refer to the job, which refers to it: that would be a reference cycle for each move."""


def only_the_row(cursor: Cursor, at: int) -> None:
    """The work for an event with no other rows beside it."""


class NotWritten(Exception):
    """One job was rejected; the rest of its batch is unharmed."""


class TooEarly(NotWritten):
    """The row's `not_before` is in the future; nothing was written."""


class Conflict(NotWritten):
    """The place is taken, or the predecessor is another event: decide again."""


class Repeated(NotWritten):
    """The log already contains this id; nothing was written."""


class OutcomeUnknown(Exception):
    """Storage failed midway: the write may or may not be in the log. Look it up by id or repeat it."""

    after_ms = 300
    """Milliseconds after which a retry makes sense."""


class Job(Struct, eq=False):
    """One write. `row`: an event to append first; if that fails, the work is not run."""

    work: Work[Any]
    room: str
    row: Row | None
    answered: Answered
    written: Row | None = None
    """The row with its time, also in its seal; None before the first attempt."""
    result: Any = None
    error: Exception | None = None

    __repr__ = object.__repr__  # the row may end up in no log


class Clock:
    """The database's clock, without a round trip."""

    def __init__(self, given: Callable[[], int] | None) -> None:
        """`given`: milliseconds to use instead."""
        self.given = given
        self._ahead = 0
        """Database clock minus this machine's monotonic clock, in milliseconds; nobody can set the latter."""

    def now(self) -> int:
        """In milliseconds."""
        return self.given_or(_monotonic_ms() + self._ahead)

    def given_or(self, read: int) -> int:
        """The given time, or this one, which was read from the database."""
        return self.given() if self.given else read

    def set(self, now: int) -> None:
        """Learn what the database's clock shows."""
        self._ahead = now - _monotonic_ms()


class Integrity:
    """What is damaged in the database, once it is known: from its own check after the start, or from a read or write
    that failed. Damage does not heal, so it stays until the next start, though other reads and
    writes succeed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.damage: str | None = None

    def note_error(self, error: BaseException) -> None:
        """Note that a read or a write failed with this error, which may be for damage."""
        self._note(self._database.damage(error))

    def why_not(self, error: BaseException) -> str:
        """Why the database cannot be used, in words."""
        return self._database.why_not(error)

    async def check(self) -> None:
        """Have the whole database read, and note what is damaged. It is given up when this is cancelled."""
        given_up = Event()
        try:
            self._note(await asyncio.to_thread(self._database.check, given_up.is_set))
        finally:
            given_up.set()

    def _note(self, damage: str | None) -> None:
        """The first time it is logged."""
        if damage is not None and self.damage is None:
            self.damage = damage
            log.error('the database is damaged (docs/hosting.md, "The file is damaged"): %s', damage)


class Health:
    """Whether the last write succeeded; logs the first failure and the recovery, and notes lack of space and damage."""

    def __init__(self, database: Database, disk: Disk, integrity: Integrity) -> None:
        self._database = database
        self._disk = disk
        self._integrity = integrity
        self._failing = False
        self.wrote_at = time.monotonic()
        """When a write last succeeded."""

    def note(self, error: Exception | None) -> None:
        """A batch was committed, or failed with this error."""
        if error is not None and not self._failing:
            log.warning("writing to storage failed: %s", type(error).__name__)
        elif error is None and self._failing:
            log.warning("writing to storage works again")
        self._failing = error is not None
        if error is None:
            self.wrote_at = time.monotonic()
        else:
            self._integrity.note_error(error)
        if error is None or self._database.is_full(error):
            self._disk.note_write(failed_for_space=error is not None)


class Committer:
    """Commits over a connection of its own; used by one thread."""

    def __init__(self, database: Database, connect: Callable[[], Writing], clock: Clock, health: Health) -> None:
        """`clock` is set by each commit."""
        self._database = database
        self._connect = connect
        self._clock = clock
        self._health = health
        self._connection: Writing | None = None
        self._ahead_ms: int | None = None
        """Database clock minus this machine's monotonic clock, when a transaction last began."""

    def commit(self, batch: list[Job]) -> None:
        """Commit together; one by one if the database rejects a statement, so that the others succeed."""
        try:
            if len(batch) > 1 or not self._commit_alone(batch[0]):
                self._write(batch, *self._begin())
            self._health.note(None)
        except Exception as error:
            self._fail(batch, error)

    def commit_unless_busy(self, batch: list[Job]) -> bool:
        """The same, unless somebody else is writing: then returns False, with nothing done."""
        begun = None
        try:
            begun = self._begin()
            self._write(batch, *begun)
            self._health.note(None)
        except Exception as error:
            if begun is None and self._database.is_busy(error):
                return False
            self._fail(batch, error)
        return True

    def disconnect(self) -> None:
        """Close the connection, if open. Its transaction is rolled back first: SQLite would keep it, and its lock, for
        as long as anything refers to the cursor."""
        connection, self._connection = self._connection, None
        if connection is not None:
            for end in (connection.rollback, connection.close):
                with suppress(Exception):  # it may be broken already
                    end()

    def _fail(self, batch: list[Job], error: Exception) -> None:
        self.disconnect()
        if len(batch) > 1 and not isinstance(error, self._database.outages):
            for job in batch:
                self.commit([job])
            return
        self._health.note(error)
        metrics.UNKNOWN.inc(len(batch))
        for job in batch:
            job.error = OutcomeUnknown(str(error))

    def _commit_alone(self, job: Job) -> bool:
        """Commit a lone row in one round trip if possible. False: nothing has been done."""
        row = job.row
        if self._connection is None or self._ahead_ms is None or row is None or job.work is not only_the_row:
            return False
        if row.not_before or row.seq == 1:
            return False
        foretold = _monotonic_ms() + self._ahead_ms
        job.written = row.dated(self._clock.given_or(foretold))
        if not self._database.append_alone(self._connection, job.written, foretold):
            return False
        metrics.BATCH_SIZE.observe(1)
        job.error = None
        return True

    def _begin(self) -> tuple[Cursor, int]:
        """A cursor in a new transaction, and its time."""
        if self._connection is None:
            self._connection = self._connect()
        cursor = self._connection.cursor()
        now = self._database.begin(cursor)
        self._clock.set(now)
        self._ahead_ms = now - _monotonic_ms()
        return cursor, self._clock.given_or(now)

    def _write(self, batch: list[Job], cursor: Cursor, now: int) -> None:
        """One transaction for the batch. Jobs run in the order of rooms: otherwise two processes could deadlock."""
        metrics.BATCH_SIZE.observe(len(batch))
        batch.sort(key=_room_of)
        for job in batch:
            job.error = None
        self._append(cursor, [(job, job.row) for job in batch if job.row is not None], now)
        for job in batch:
            if job.error is None:
                try:
                    job.result = job.work(cursor, now if job.written is None else job.written.at)
                except NotWritten as error:
                    job.error = error
        cursor.execute("COMMIT")

    def _append(self, cursor: Cursor, jobs: list[tuple[Job, Row]], now: int) -> None:
        if not jobs:
            return
        first: dict[tuple[str, int], Job] = {}
        for job, row in jobs:
            job.written = row.dated(now)
            first.setdefault((row.room, row.seq), job)
        written = self._database.append(cursor, [job.written for job in first.values() if job.written], now)
        for job, row in jobs:
            place = row.room, row.seq
            if job is not first[place] or place not in written:
                job.error = _why_not(cursor, row, now)


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


_room_of: Final = attrgetter("room")


def _why_not(cursor: Cursor, row: Row, now: int) -> NotWritten:
    if now < row.not_before:
        return TooEarly(row.id)
    cursor.execute(_FIND, {"room": row.room, "id": row.id})
    return Conflict(row.id) if cursor.fetchone() is None else Repeated(row.id)
