"""The only thread that writes to the database.

Waiting jobs are committed together (group commit): one sync to disk serves many rooms. A caller is answered only after
the commit, so whatever anybody has been told is in the log. A job that is rejected (NotWritten) harms no other of its
batch; when the batch fails as a whole, its jobs run again one by one. When the database does not answer, nobody can
tell whether the commit happened: callers get OutcomeUnknown and look it up by event id.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from app.storage.database import Cursor, Database, Row, Writing
from app.storage.disk import Disk
from app.table import seals
from app.telemetry import metrics

log = logging.getLogger("tertulia.writer")

MAX_BATCH: Final = 256
BETWEEN_COMMITS_S: Final = 0.003
FULL_ENOUGH: Final = 32  # waiting writes that are committed without delay

_FIND: Final = "SELECT 1 FROM events WHERE room = :room AND id = :id"

T = TypeVar("T")

Work = Callable[[Cursor, int], T]
"""Work of one job, given a cursor and the transaction's time (ms, database clock)."""


class NotWritten(Exception):
    """One job was rejected; the rest of its batch is unharmed."""


class TooEarly(NotWritten):
    """The row's `not_before` lies ahead; nothing was written."""


class Conflict(NotWritten):
    """The place is taken, or the predecessor is another event: decide again."""


class Repeated(NotWritten):
    """The log already contains this id; nothing was written."""


class OutcomeUnknown(Exception):
    """Storage failed midway: the write may or may not be in the log. Look it up by id or repeat it."""

    after_ms = 300
    """Milliseconds after which a retry makes sense."""


class Writer:
    """Runs jobs on the writer thread and its own connection."""

    def __init__(
        self, database: Database, clock: Callable[[], int | None], set_clock: Callable[[int], None], disk: Disk
    ) -> None:
        """`clock`: milliseconds to use instead of the database clock, if any; `set_clock` receives the time of each
        commit; `disk` learns whether there was space."""
        self._loop = asyncio.get_running_loop()
        self._database = database
        self._clock = clock
        self._set_clock = set_clock
        self._disk = disk
        self._connection: Writing | None = None
        self._failing = False
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._write_until_closed, name="writer")
        self._thread.start()

    async def close(self) -> None:
        """Commit what has been handed in, then stop."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def write(self, work: Work[T], room: str = "", row: Row | None = None) -> T:
        """The work's result, once committed. `room`: the room it is about. `row`: an event to append first; without it
        the work is not run. Raises OutcomeUnknown, a NotWritten raised by the work, and with a row TooEarly, Conflict
        or Repeated."""
        job = _Job(work, room, row, self._loop.create_future())
        self._jobs.put(job)
        try:
            result: T = await job.answer
        except (NotWritten, OutcomeUnknown):
            raise
        except Exception as error:
            raise OutcomeUnknown(type(error).__name__) from error  # handed in, so it may have been written
        return result

    def _write_until_closed(self) -> None:
        began = 0.0
        while batch := self._next_batch(not_before=began + BETWEEN_COMMITS_S):
            began = time.monotonic()
            metrics.BATCH_SIZE.observe(len(batch))
            self._commit(batch)
            self._loop.call_soon_threadsafe(_answer, batch)
        self._disconnect()

    def _commit(self, batch: list[_Job]) -> None:
        """Commit together; one by one if the database rejects a statement, so that the others succeed."""
        try:
            self._commit_together(batch)
            self._note(None)
        except Exception as error:
            self._disconnect()
            if len(batch) > 1 and not isinstance(error, self._database.outages):
                for job in batch:
                    self._commit([job])
                return
            self._note(error)
            metrics.UNKNOWN.inc(len(batch))
            for job in batch:
                job.error = OutcomeUnknown(str(error))

    def _next_batch(self, not_before: float) -> list[_Job]:
        """The waiting jobs, at most MAX_BATCH; empty once closed. A lone job does not wait."""
        first = self._jobs.get()
        if first is None:
            return []
        if self._jobs.qsize() < FULL_ENOUGH:
            time.sleep(max(0.0, not_before - time.monotonic()))
        batch = [first]
        with suppress(Empty):
            while len(batch) < MAX_BATCH:
                job = self._jobs.get_nowait()
                if job is None:
                    self._jobs.put(None)  # ends the loop after this batch
                    break
                batch.append(job)
        return batch

    def _commit_together(self, batch: list[_Job]) -> None:
        """One transaction for the batch. Jobs run in the order of rooms: otherwise two processes could deadlock."""
        if self._connection is None:
            self._connection = self._database.connect()
        cursor = self._connection.cursor()
        now = self._database.begin(cursor)
        self._set_clock(now)
        fixed = self._clock()
        now = now if fixed is None else fixed
        batch.sort(key=lambda job: job.room)
        for job in batch:
            job.error = None
        self._append(cursor, [job for job in batch if job.row is not None], now)
        for job in batch:
            if job.error is None:
                try:
                    job.result = job.work(cursor, job.at or now)
                except NotWritten as error:
                    job.error = error
        cursor.execute("COMMIT")

    def _append(self, cursor: Cursor, jobs: list[_Job], now: int) -> None:
        if not jobs:
            return
        first = {(row.room, row.seq): row for job in reversed(jobs) if (row := job.row) is not None}
        rows = {place: _dated(row, now) for place, row in first.items()}
        written = self._database.append(cursor, list(rows.values()), now)
        for job in jobs:
            row = job.row
            assert row is not None
            place = row.room, row.seq
            if row is first[place] and place in written:
                job.at = rows[place].at
            else:
                job.error = _why_not(cursor, row, now)

    def _note(self, error: Exception | None) -> None:
        """Log the first failure and the recovery; tell the disk about its space."""
        if error is not None and not self._failing:
            log.warning("storage did not take what was to be written: %s", type(error).__name__)
        elif error is None and self._failing:
            log.warning("storage takes what is written again")
        self._failing = error is not None
        if error is None or self._database.is_full(error):
            self._disk.note_write(failed_for_space=error is not None)

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(Exception):  # it may be broken already
                self._connection.close()
            self._connection = None


def _dated(row: Row, now: int) -> Row:
    """Time in a log never goes back, whichever process reads its clock first."""
    at = max(now, row.at)
    return row._replace(at=at, seal=row.seal and seals.dated(row.seal, at))


def _why_not(cursor: Cursor, row: Row, now: int) -> NotWritten:
    if now < row.not_before:
        return TooEarly(row.id)
    cursor.execute(_FIND, {"room": row.room, "id": row.id})
    return Conflict(row.id) if cursor.fetchone() is None else Repeated(row.id)


class _Job:
    """One write and the future that awaits it."""

    __slots__ = ("answer", "at", "error", "result", "room", "row", "work")

    def __init__(self, work: Work[Any], room: str, row: Row | None, answer: asyncio.Future[Any]) -> None:
        self.work = work
        self.room = room
        self.row = row
        self.answer = answer
        self.at = 0
        self.result: Any = None
        self.error: Exception | None = None


def _answer(batch: list[_Job]) -> None:
    for job in batch:
        if job.answer.cancelled():
            continue  # the caller has gone; it is written all the same
        if job.error is None:
            job.answer.set_result(job.result)
        else:
            job.answer.set_exception(job.error)
