"""Everything that is written goes through here, and is answered after its commit: whatever anybody has been told is in
the log.

What is handed in during one turn of the event loop is committed together. There are two ways:

* **In the loop's own turn**, for events and other short work on a local file whose disk syncs fast. A sync takes some
  100 microseconds there; handing over to a thread and back takes as long, and the waiting twice as much. What another
  connection writes besides makes SQLite read all its pages again.
* **In the writer thread**, for everything else: a database across a network, a slow disk, work that takes long, and
  whatever is handed in while the thread is at work. What arrives meanwhile is its next batch.

A disk that stalls holds the loop up once: when commits wait long for it, they move to the thread, and come back when
they are fast there.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from app.storage.commit import Answered, Committer, Health, Job, NotWritten, OutcomeUnknown, Work
from app.storage.database import Database, Row
from app.storage.disk import Disk

log = logging.getLogger("tertulia.writer")

MAX_BATCH: Final = 256
BETWEEN_COMMITS_S: Final = 0.001
FULL_ENOUGH: Final = 32  # waiting writes that are committed without delay
SLOW_COMMIT_S: Final = 0.004
"""Commits that wait longer for the disk, averaged over the last few, are not for the loop."""
FEW: Final = 8
GROW_AFTER_ROWS: Final = 64
"""So few moves are soon made where anybody plays; before, the log need not take space."""
ROWS_BETWEEN_CHECKPOINTS: Final = 5_000
"""The sync of a checkpoint keeps a disk busy for a tenth of a second, however few rows came before it; a log of so many
takes some 75 MB."""

T = TypeVar("T")


class Writer:
    """Commits in the loop's turn or on the writer thread, each over a connection of its own."""

    def __init__(
        self, database: Database, clock: Callable[[], int | None], set_clock: Callable[[int], None], disk: Disk
    ) -> None:
        """`clock`: milliseconds to use instead of the database clock, if any; `set_clock` receives the time of each
        commit; `disk` learns whether there was space."""
        self._loop = asyncio.get_running_loop()
        self._database = database
        self._commits_locally = database.commits_locally
        health = Health(database, disk)
        self._thread_side = Committer(database, database.connect, clock, set_clock, health)
        self._loop_side = Committer(database, database.connect_impatiently, clock, set_clock, health)
        self._gathered: list[Job] = []
        self._all_short = True
        self._usual_wait_s = 0.0
        """How long the last commits waited for the disk, on average."""
        self._upkeep = Upkeep(database)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._write_until_closed, name="writer")
        self._thread.start()

    async def close(self) -> None:
        """Commit what has been handed in, then stop."""
        self._hand_over()
        await self._upkeep.finish()
        self._loop_side.disconnect()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def submit_move(
        self, work: Work[Any], room: str, row: Row, answered: Answered, afterwards: Callable[[], None]
    ) -> None:
        """Append an event, and do work that is as short. On the event loop `answered` is called, and `afterwards` when
        all moves of the same commit have been answered."""
        self._gather(Job(work, room, row, answered, afterwards))

    async def write(self, work: Work[T], room: str = "", row: Row | None = None, *, is_short: bool = False) -> T:
        """The work's result, once committed. `room`: the room it is about. `row`: an event to append first; without it
        the work is not run. `is_short`: it takes about as long as to append a row. Raises OutcomeUnknown, a NotWritten
        raised by the work, and with a row TooEarly, Conflict or Repeated."""
        answer = self._loop.create_future()
        self._gather(Job(work, room, row, partial(_settle, answer)))
        self._all_short = self._all_short and is_short
        try:
            result: T = await answer
        except (NotWritten, OutcomeUnknown):
            raise
        except Exception as error:
            raise OutcomeUnknown(type(error).__name__) from error  # handed in, so it may have been written
        return result

    def _gather(self, job: Job) -> None:
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(job)

    def _hand_over(self) -> None:
        jobs, in_loop = self._gathered, self._all_short and self._may_commit_in_loop
        self._gathered, self._all_short = [], True
        for first in range(0, len(jobs), MAX_BATCH):
            batch = jobs[first : first + MAX_BATCH]
            if not (in_loop and self._commit_in_loop(batch)):
                for job in batch:
                    self._jobs.put(job)

    # --- In the loop's turn ---

    @property
    def _may_commit_in_loop(self) -> bool:
        """Not while the log is looked after: a commit waits for that then, as the disk has much to do."""
        return self._commits_locally and self._usual_wait_s < SLOW_COMMIT_S and not self._upkeep.is_at_work

    def _commit_in_loop(self, batch: list[Job]) -> bool:
        """Whether the batch was committed, or failed; False, with nothing done, while the thread writes."""
        began = _off_the_processor()
        if not self._loop_side.commit_unless_busy(batch):
            return False
        self._note_wait(_off_the_processor() - began)
        self._answer(batch)
        self._upkeep.note(len(batch))
        return True

    def _note_wait(self, seconds: float) -> None:
        self._usual_wait_s += (seconds - self._usual_wait_s) / FEW

    def _answer(self, batch: list[Job]) -> None:
        for job in batch:
            try:
                job.answered(job)
            except Exception:
                # What was written stays written, and the others are to hear of theirs.
                log.exception("the answer to a write could not be carried on", extra={"room": job.room})
        moves = [job for job in batch if job.afterwards is not None]
        if len(moves) == len(batch):
            _finish(moves)
        else:
            self._loop.call_soon(_finish, moves)  # who waits in a task goes on before

    # --- On the thread ---

    def _write_until_closed(self) -> None:
        began: float | None = 0.0
        while began is not None:
            began = self._write_next_batch(not_before=began + BETWEEN_COMMITS_S)
        self._thread_side.disconnect()

    def _write_next_batch(self, not_before: float) -> float | None:
        """When its commit began; None once closed. In a call of its own: a batch that this thread still knew while it
        waits for the next one would keep rooms and pages in memory that have long been left."""
        batch = self._next_batch(not_before)
        if not batch:
            return None
        began, idle = time.monotonic(), _off_the_processor()
        self._thread_side.commit(batch)
        self._loop.call_soon_threadsafe(self._answer_from_thread, batch, _off_the_processor() - idle)
        return began

    def _answer_from_thread(self, batch: list[Job], seconds: float) -> None:
        self._note_wait(seconds)
        self._answer(batch)

    def _next_batch(self, not_before: float) -> list[Job]:
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


class Upkeep:
    """Keeps the write-ahead log long enough for what is written between two checkpoints, and no longer; in a thread,
    beside the commits of the loop, which do not do that themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rows = 0
        self._is_grown = False
        self._at_work: asyncio.Future[None] | None = None

    def note(self, rows: int) -> None:
        """So many rows were committed."""
        self._rows += rows
        if self._at_work is not None:
            return
        if not self._is_grown and self._rows >= GROW_AFTER_ROWS:
            self._is_grown = True
            self._do(self._database.grow_log)
        elif self._rows >= ROWS_BETWEEN_CHECKPOINTS:
            self._rows = 0
            self._do(self._database.checkpoint)

    @property
    def is_at_work(self) -> bool:
        """Whether the log is being looked after."""
        return self._at_work is not None

    async def finish(self) -> None:
        """Wait for what is being done."""
        if self._at_work is not None:
            await asyncio.wait([self._at_work])

    def _do(self, work: Callable[[], None]) -> None:
        self._at_work = asyncio.get_running_loop().run_in_executor(None, work)
        self._at_work.add_done_callback(self._note_done)

    def _note_done(self, work: asyncio.Future[None]) -> None:
        self._at_work = None
        if not work.cancelled() and (error := work.exception()) is not None:
            log.warning("the write-ahead log was not looked after: %s", type(error).__name__)


def _off_the_processor() -> float:
    """A clock that stands still while this thread computes: what it shows between is time spent waiting."""
    return time.monotonic() - time.thread_time()


def _finish(moves: list[Job]) -> None:
    for job in moves:
        assert job.afterwards is not None
        try:
            job.afterwards()
        except Exception:
            log.exception("the answer to a write could not be carried on", extra={"room": job.room})


def _settle(answer: asyncio.Future[Any], job: Job) -> None:
    if answer.cancelled():
        return  # the caller has gone; it is written all the same
    if job.error is None:
        answer.set_result(job.result)
    else:
        answer.set_exception(job.error)
