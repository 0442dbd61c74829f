"""The writer: all writes go through it and are answered after their commit, so whatever anybody has been told is in the
log.

Writes submitted during one turn of the event loop are committed together; on a busy server, those of five milliseconds.
There are two places for it:

* **In the loop's own turn**, for events and other short work on a local file whose disk syncs fast. A sync takes about
  100 microseconds there; handing over to a thread and back takes as long, and the waiting twice as much. A write by
  another connection also makes SQLite read all its pages again.
* **In the writer thread**, for everything else: a database across a network, a slow disk, long work, and whatever is
  submitted while the thread is busy. What arrives meanwhile is its next batch.

A disk that stalls holds the loop up only once: when commits wait long for it, they move to the thread, and return when
they are fast there.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from app.storage.commit import Answered, Clock, Committer, Health, Integrity, Job, Work
from app.storage.database import Database, Row
from app.storage.disk import Disk

log = logging.getLogger("tertulia.writer")

BUSY_ROWS: Final = 100
GATHER_S: Final = 0.005
"""Where more rows than that were written in the last second, what comes within this time is committed together: that
saves a fifth of a move, and no one at a table sees it. Elsewhere nobody waits."""
MAX_BATCH: Final = 256
BETWEEN_COMMITS_S: Final = 0.001
FULL_ENOUGH: Final = 32  # with this many waiting writes a batch is committed without delay
SLOW_COMMIT_S: Final = 0.004
"""When commits wait longer for the disk, averaged over the last few, they move to the thread."""
FEW: Final = 8
GROW_AFTER_ROWS: Final = 64
"""Reached soon once anybody plays; before that the log need not take up space."""
ROWS_BETWEEN_CHECKPOINTS: Final = 5_000
"""A checkpoint's sync keeps a disk busy for a tenth of a second, however few rows came before it; a log of this many
rows takes about 75 MB."""
RESTING_S: Final = 5.0
CHECKPOINT_EVERY_S: Final = 60.0
"""What is only in the log is missing from a copy of the file alone: at most what was written in this time. A tenth of a
second in a minute delays less than one move in a hundred."""


class Writer:
    """Commits in the loop's turn or on the writer thread, each over a connection of its own."""

    def __init__(self, database: Database, clock: Clock, disk: Disk, integrity: Integrity) -> None:
        """`clock` is set by each commit; `disk` learns whether there was space, `integrity` of damage."""
        self._loop = asyncio.get_running_loop()
        self._database = database
        self._commits_locally = not database.shared
        self.health = Health(database, disk, integrity)
        self._thread_side = Committer(database, database.connect, clock, self.health)
        self._loop_side = Committer(database, database.connect_impatiently, clock, self.health)
        self._gathered: list[Job] = []
        self._all_short = True
        self._rows, self._counted_at = 0.0, self._loop.time()
        """About how many rows were written in the last second, when they were last counted."""
        self._usual_wait_s = 0.0
        """Moving average of how long commits waited for the disk."""
        self._upkeep = Upkeep(database)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._write_until_closed, name="writer")
        self._thread.start()

    async def close(self) -> None:
        """Commit pending writes, then stop."""
        self._hand_over()
        await self._upkeep.finish()
        self._loop_side.disconnect()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await self._upkeep.close()

    def submit(
        self, work: Work[Any], room: str, answered: Answered, row: Row | None = None, *, is_short: bool = False
    ) -> None:
        """Commit this work, with other work of this turn of the loop or of a few milliseconds; `answered` is then
        called on the event loop. `room`: the room it is about. `row`: an event to append first; if that fails, the work
        is not run. `is_short`: it takes about as long as appending a row."""
        if not self._gathered:
            self._hand_over_soon()
        self._gathered.append(Job(work, room, row, answered))
        self._all_short = self._all_short and is_short

    def _hand_over_soon(self) -> None:
        if self._is_busy():
            self._loop.call_later(GATHER_S, self._hand_over)
        else:
            self._loop.call_soon(self._hand_over)

    def _is_busy(self) -> bool:
        now = self._loop.time()
        self._rows *= max(0.0, 1 - (now - self._counted_at))
        self._counted_at = now
        return self._rows > BUSY_ROWS

    def _hand_over(self) -> None:
        self._rows += len(self._gathered)
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
        """Whether commits are fast here: not during upkeep of the log, which keeps the disk busy."""
        return self._commits_locally and self._usual_wait_s < SLOW_COMMIT_S and not self._upkeep.at_work

    def _commit_in_loop(self, batch: list[Job]) -> bool:
        """Commit the batch, unless the thread is writing: then returns False, with nothing done."""
        began = _off_the_processor()
        if not self._loop_side.commit_unless_busy(batch):
            return False
        self._answer(batch, _off_the_processor() - began)
        self._upkeep.note(len(batch))
        return True

    def _answer(self, batch: list[Job], waited_s: float) -> None:
        self._usual_wait_s += (waited_s - self._usual_wait_s) / FEW
        for job in batch:
            try:
                job.answered(job)
            except Exception:
                # What was written stays written, and the others must still get their answers.
                log.exception("the answer to a write could not be processed", extra={"room": job.room})
        self._upkeep.note_time(of_a_room=any(job.room for job in batch))

    # --- On the thread ---

    def _write_until_closed(self) -> None:
        began: float | None = 0.0
        while began is not None:
            began = self._write_next_batch(not_before=began + BETWEEN_COMMITS_S)
        self._thread_side.disconnect()

    def _write_next_batch(self, not_before: float) -> float | None:
        """Write a batch; returns when its commit began, None once closed. In a function of its own, so that a waiting
        thread does not keep the last batch, and with it abandoned rooms and pages, in memory."""
        batch = self._next_batch(not_before)
        if not batch:
            return None
        began, idle = time.monotonic(), _off_the_processor()
        self._thread_side.commit(batch)
        self._loop.call_soon_threadsafe(self._answer, batch, _off_the_processor() - idle)
        return began

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
    """Grows the write-ahead log once, and checkpoints it: after many rows, once play rests, and each minute. Works in
    a thread, since the loop's connection does nothing of it by itself."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._loop = asyncio.get_running_loop()
        self._rows = 0
        self._is_grown = False
        self._unsaved_since = self._room_written_at = 0.0
        self._rooms_written = False
        """Since the last checkpoint; the times are the loop's."""
        self._timer: asyncio.TimerHandle | None = None
        self.at_work: asyncio.Future[None] | None = None
        """What is under way, if anything."""

    def note(self, rows: int) -> None:
        """Count rows that were committed in the loop's turn."""
        self._rows += rows
        if self.at_work is not None:
            return
        if not self._is_grown and self._rows >= GROW_AFTER_ROWS:
            self._is_grown = True
            self._do(self._database.grow_log)
        elif self._rows >= ROWS_BETWEEN_CHECKPOINTS:
            self._checkpoint()

    def note_time(self, *, of_a_room: bool) -> None:
        """Something was committed, by whichever connection. `of_a_room`: not only signs of life, which never rest."""
        now = self._loop.time()
        if of_a_room:
            self._rooms_written, self._room_written_at = True, now
        if self._timer is None and not self._database.shared:
            self._unsaved_since = now
            self._timer = self._loop.call_later(RESTING_S, self._check)

    async def close(self) -> None:
        """Stop, and wait for what is under way."""
        if self._timer is not None:
            self._timer.cancel()
        await self.finish()

    async def finish(self) -> None:
        """Wait for what is under way."""
        if self.at_work is not None:
            await asyncio.wait([self.at_work])

    def _check(self) -> None:
        now = self._loop.time()
        rests = self._rooms_written and now - self._room_written_at >= RESTING_S
        if self.at_work is None and (rests or now - self._unsaved_since >= CHECKPOINT_EVERY_S):
            self._timer = None
            self._checkpoint()
        else:
            self._timer = self._loop.call_later(RESTING_S, self._check)

    def _checkpoint(self) -> None:
        self._rows, self._rooms_written = 0, False
        self._do(self._database.checkpoint)

    def _do(self, work: Callable[[], None]) -> None:
        self.at_work = self._loop.run_in_executor(None, work)
        self.at_work.add_done_callback(self._note_done)

    def _note_done(self, work: asyncio.Future[None]) -> None:
        self.at_work = None
        if not work.cancelled() and (error := work.exception()) is not None:
            log.warning("upkeep of the write-ahead log failed: %s", type(error).__name__)


def _off_the_processor() -> float:
    """A clock that stands still while this thread computes, and so measures waiting."""
    return time.monotonic() - time.thread_time()
