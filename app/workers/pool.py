"""The worker processes of this server, as its services see them: they answer soon, or the asker goes without."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final, TypeVar

from app.telemetry import metrics
from app.workers.process import NICE, come_to_life, in_time, settle_in
from games.record import Record
from games.thinking import Thought

log = logging.getLogger("tertulia.bots")

LATE_S: Final = 1.0  # nobody waits longer for an answer
START_S: Final = 5.0  # the first thought waits for its process, which takes a moment
MOST_PER_WORKER: Final = 3  # one is thought about, two wait
RECYCLED_AFTER: Final = 1000
"""Thoughts after which new processes take over, so that memory that leaked comes back."""


T = TypeVar("T")
M = TypeVar("M", Thought, Record)


class Workers:
    """Worker processes, started with the first thought. `most`: how many; 0: nobody thinks."""

    def __init__(
        self, most: int, late_s: float = LATE_S, recycled_after: int = RECYCLED_AFTER, nice: int = NICE
    ) -> None:
        self._most = most
        self._nice = nice
        self._late_s = late_s
        self._recycled_after = recycled_after
        self._starting: asyncio.Task[ProcessPoolExecutor] | None = None
        self._under_way = 0
        self._begun = 0

    def __bool__(self) -> bool:
        """Whether there are any."""
        return self._most > 0

    async def think(self, work: Callable[[M], T], thought: M) -> T | None:
        """What a worker makes of it; None without workers, for a long queue, a late answer or a worker that died."""
        if self._under_way >= MOST_PER_WORKER * self._most:
            metrics.note_thought("queue")
            return None
        pool, answer = self._pool(), None
        end: metrics.Thinking = "answered"
        try:
            async with asyncio.timeout(START_S):
                ready = await asyncio.shield(pool)
            async with asyncio.timeout(self._late_s):
                answer = await asyncio.wrap_future(self._submit(ready, work, thought))
        except TimeoutError:
            end = "late"
        except BrokenProcessPool:
            self._replace(pool)
            end = "died"
        except Exception:  # whatever a game raises, or the system, when it has no process left
            self._replace(pool)
            log.exception("a worker could not think this through", extra={"rules": thought.rules})
            end = "failed"
        metrics.note_thought(end)
        return answer

    def _submit(self, pool: ProcessPoolExecutor, work: Callable[[M], T], thought: M) -> Future[T]:
        loop = asyncio.get_running_loop()
        future = pool.submit(in_time, work, thought, self._late_s)
        self._under_way += 1
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._done))
        return future

    def _done(self) -> None:
        self._under_way -= 1

    def _pool(self) -> asyncio.Task[ProcessPoolExecutor]:
        self._begun += 1
        if self._starting is not None and self._begun > self._recycled_after:
            self._replace(self._starting)
        if self._starting is None:
            self._begun = 1
            self._starting = asyncio.create_task(asyncio.to_thread(_started, self._most, self._nice))
        return self._starting

    def _replace(self, pool: asyncio.Task[ProcessPoolExecutor]) -> None:
        """Leave this pool, which still answers what it has begun."""
        if self._starting is pool:
            self._starting = None
            pool.add_done_callback(_let_go)

    async def close(self) -> None:
        """End the processes; what waits is dropped, and so is what is thought about: an analysis takes long."""
        starting, self._starting = self._starting, None
        if starting is not None:
            with suppress(OSError):
                await asyncio.to_thread(_end, await starting)


def _started(workers: int, nice: int) -> ProcessPoolExecutor:
    """Spawned, so that nothing open here is open there; in a thread, for each takes a moment."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), settle_in, (nice,))
    for alive in [pool.submit(come_to_life) for _ in range(workers)]:
        alive.result()
    return pool


def _end(pool: ProcessPoolExecutor) -> None:
    for process in [*pool._processes.values()]:
        process.terminate()
    pool.shutdown()  # what waits breaks off like the rest: cancelled, it would cancel those who wait for it


def _let_go(pool: asyncio.Task[ProcessPoolExecutor]) -> None:
    if not pool.cancelled() and pool.exception() is None:
        pool.result().shutdown(wait=False)
