"""The one thread that writes. It gathers what has arrived and commits it together (group commit); an answer is given
only after that commit."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

LARGEST_BATCH: Final = 256
BETWEEN_COMMITS_S: Final = 0.003
WORTH_A_COMMIT: Final = 32  # so many writes do not wait for more

T = TypeVar("T")

Work = Callable[[sqlite3.Cursor, int], T]
"""What is done with a cursor at a time of the database's clock, in milliseconds."""


class NotWritten(Exception):
    """A definite no to one write. It harms no other of its batch."""


class OutcomeUnknown(Exception):
    """Storage failed on the way: what was sent may or may not be in the log. Ask the log, or send it again."""


class Writer:
    """Writes on a connection of its own."""

    def __init__(self, connect: Callable[[], Any], read_clock: Callable[[sqlite3.Cursor], int]) -> None:
        """`connect`: a connection that commits by itself; `read_clock`: the database's, in milliseconds."""
        self.ahead = 0
        """So many milliseconds the database's clock was ahead of this process's, at the last commit."""
        self._loop = asyncio.get_running_loop()
        self._connect = connect
        self._read_clock = read_clock
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._write_until_closed, name="writer")
        self._thread.start()

    async def close(self) -> None:
        """Finish what has been handed in."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def write(self, work: Work[T]) -> T:
        """What this gives, once it is committed. Raises OutcomeUnknown, or the NotWritten that it raises itself."""
        job = _Job(work, self._loop.create_future())
        self._jobs.put(job)
        result: T = await job.answer
        return result

    def _write_until_closed(self) -> None:
        connection = self._connect()
        began = 0.0
        while batch := self._next_batch(not_before=began + BETWEEN_COMMITS_S):
            began = time.monotonic()
            try:
                now = self._commit_together(connection.cursor(), batch)
                self.ahead = now - round(time.time() * 1000)
            except Exception as error:
                connection.rollback()
                for job in batch:
                    job.error = OutcomeUnknown(str(error))
            self._loop.call_soon_threadsafe(_answer, batch)
        connection.close()

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

    def _commit_together(self, cursor: sqlite3.Cursor, batch: list[_Job]) -> int:
        """One transaction for the whole batch; its time."""
        cursor.execute("BEGIN IMMEDIATE")
        now = self._read_clock(cursor)
        for job in batch:
            try:
                job.result = job.work(cursor, now)
            except NotWritten as error:
                job.error = error
        cursor.execute("COMMIT")
        return now


class _Job:
    """One write and whom to tell."""

    __slots__ = ("answer", "error", "result", "work")

    def __init__(self, work: Work[Any], answer: asyncio.Future[Any]) -> None:
        self.work = work
        self.answer = answer
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
