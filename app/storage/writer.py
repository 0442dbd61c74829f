"""The one thread that writes. It gathers what has arrived and commits it together (group commit); an answer is given
only after that commit."""

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

LARGEST_BATCH: Final = 256
BETWEEN_COMMITS_S: Final = 0.003
WORTH_A_COMMIT: Final = 32  # so many writes do not wait for more

_FIND: Final = "SELECT 1 FROM events WHERE room = :room AND id = :id"

T = TypeVar("T")

Work = Callable[[Cursor, int], T]
"""What is done with a cursor at a time of the database's clock, in milliseconds."""


class NotWritten(Exception):
    """A definite no to one write. It harms no other of its batch."""


class TooEarly(NotWritten):
    """It is not time yet, by the database's clock: nothing was written."""


class Conflict(NotWritten):
    """Another event has this place in the log, or the predecessor is not the one named: judge again."""


class Repeated(NotWritten):
    """This id is in the log already: nothing was written."""


class OutcomeUnknown(Exception):
    """Storage failed on the way: what was sent may or may not be in the log. Ask the log, or send it again."""

    after_ms = 300
    """When that may be worth while."""


class Writer:
    """Writes on a connection of its own."""

    def __init__(
        self, database: Database, clock: Callable[[], int | None], set_clock: Callable[[int], None], disk: Disk
    ) -> None:
        """`clock`: the milliseconds to go by instead of the database's own, if any; `set_clock` is told those of each
        commit, and `disk` whether there was room for it."""
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
        """Finish what has been handed in."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def write(self, work: Work[T], room: str = "", row: Row | None = None) -> T:
        """What this gives, once it is committed. `room`: the room it is about. `row`: an event that is appended before
        that, and without which nothing is done. Raises OutcomeUnknown, the NotWritten that the work raises itself, and
        with a row TooEarly, Conflict or Repeated."""
        job = _Job(work, room, row, self._loop.create_future())
        self._jobs.put(job)
        try:
            result: T = await job.answer
        except (NotWritten, OutcomeUnknown):
            raise
        except Exception as error:
            raise OutcomeUnknown(type(error).__name__) from error  # it was handed in
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
        """All together; one by one, if the database says no to something, so that it harms no other."""
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
        """What has been handed in meanwhile; empty once the store is closed. A lone write goes at once."""
        first = self._jobs.get()
        if first is None:
            return []
        if self._jobs.qsize() < WORTH_A_COMMIT:
            time.sleep(max(0.0, not_before - time.monotonic()))
        batch = [first]
        with suppress(Empty):
            while len(batch) < LARGEST_BATCH:
                job = self._jobs.get_nowait()
                if job is None:
                    self._jobs.put(None)  # found again when this batch is written
                    break
                batch.append(job)
        return batch

    def _commit_together(self, batch: list[_Job]) -> None:
        """One transaction for the whole batch. Rooms in the same order everywhere: two processes that wait for each
        other's would both fail."""
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
        """Once when it begins to fail, and once when that is over."""
        if error is not None and not self._failing:
            log.warning("storage did not take what was to be written: %s", type(error).__name__)
        elif error is None and self._failing:
            log.warning("storage takes what is written again")
        self._failing = error is not None
        if error is None or self._database.is_full(error):
            self._disk.note_write(failed_for_space=error is not None)

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(Exception):  # it may be broken: that is why it is closed
                self._connection.close()
            self._connection = None


def _dated(row: Row, now: int) -> Row:
    """Time in a log never goes back, whichever process was first to look at the clock."""
    at = max(now, row.at)
    return row._replace(at=at, seal=row.seal and seals.dated(row.seal, at))


def _why_not(cursor: Cursor, row: Row, now: int) -> NotWritten:
    if now < row.not_before:
        return TooEarly(row.id)
    cursor.execute(_FIND, {"room": row.room, "id": row.id})
    return Conflict(row.id) if cursor.fetchone() is None else Repeated(row.id)


class _Job:
    """One write and whom to tell."""

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
            continue  # nobody waits any more; it is written all the same
        if job.error is None:
            job.answer.set_result(job.result)
        else:
            job.answer.set_exception(job.error)
