"""A pool of worker processes: they answer soon, or the caller goes without an answer. Who asks for much waits longest:
app/workers/fair_queue.py."""

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final, TypeAlias

from app.background import awaited
from app.telemetry import metrics
from app.workers.deaths import DeathLog, how_ended
from app.workers.fair_queue import FairQueue, Requester
from app.workers.process import NICE, M, T, in_time, init_worker, warm_up
from games.engine import Game

log = logging.getLogger("tertulia.bots")

LATE_S: Final = 1.0  # from its turn on nobody waits longer for an answer
START_S: Final = 5.0  # the first task waits for its process, which takes a moment to start
AGAIN_S: Final = 0.25  # before asking again after a death, or when too many were waiting
MOST_DEATHS: Final = 1  # after another one it may be this work that kills
RECYCLED_AFTER: Final = 1000
"""Tasks after which new processes take over, so that leaked memory is freed."""

Pool: TypeAlias = asyncio.Task[ProcessPoolExecutor]


class Workers:
    """Worker processes, started with the first task. `most`: how many; 0: every task goes without an answer."""

    def __init__(self, most: int, late_s: float = LATE_S, nice: int = NICE) -> None:
        """`late_s`: how long an answer may take, from its turn on."""
        self._most = most
        self._nice = nice
        self._late_s = late_s
        self._starting: Pool | None = None
        self._queue = FairQueue(most)
        self._begun = 0
        self._deaths = DeathLog()

    def __bool__(self) -> bool:
        """Whether there are any processes."""
        return self._most > 0

    async def think(
        self,
        work: Callable[[Game, M], T],
        thought: M,
        requester: Requester,
        wait_s: float,
        within_s: float | None = None,
        begins: Callable[[], None] = lambda: None,
    ) -> T | None:
        """A worker's result; None without workers, for a late answer, or a worker that died or failed. `wait_s`: how
        long to wait for one's turn; `within_s`: seconds from then on after which nobody waits for the answer, less than
        usual, even while the processes start. `begins` is called when the turn has come. While there is time to wait,
        it is tried again: once if a worker died, and as often as too many are waiting."""
        clock = asyncio.get_running_loop().time
        until, deaths = clock() + wait_s, 0
        while self:
            end, answer = await self._tried(work, thought, requester, until, within_s, begins)
            metrics.note_thought(end)
            deaths += end == "died"
            if end not in ("died", "queue") or deaths > MOST_DEATHS or clock() + AGAIN_S > until:
                return answer
            await asyncio.sleep(AGAIN_S)
        metrics.note_thought("queue")
        return None

    async def _tried(
        self,
        work: Callable[[Game, M], T],
        thought: M,
        requester: Requester,
        until: float,
        within_s: float | None,
        begins: Callable[[], None],
    ) -> tuple[metrics.Thinking, T | None]:
        try:
            async with asyncio.timeout_at(until):
                await self._queue.take(requester)
        except asyncio.QueueFull:
            return "queue", None
        except TimeoutError:
            return "late", None
        begins()
        pool = self._pool()
        try:
            async with asyncio.timeout(within_s):
                begun = await self._submit(pool, work, thought, min(self._late_s, within_s or self._late_s))
                async with asyncio.timeout(self._late_s):
                    return "answered", await asyncio.wrap_future(begun)
        except TimeoutError:
            return "late", None
        except BrokenProcessPool:
            await self._discard_broken(pool)
            return "died", None
        except Exception:  # whatever a game raises, or the system when it cannot start a process
            self._replace(pool)
            log.exception("a worker failed", extra={"rules": thought.rules})
            return "failed", None

    async def _submit(self, pool: Pool, work: Callable[[Game, M], T], thought: M, most_s: float) -> Future[T]:
        """Hand the work over once the processes have started. The turn ends when it is done, even if nobody waits for
        it any more."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(START_S):
                ready = await asyncio.shield(pool)
            future = ready.submit(in_time, work, thought, most_s)
        except BaseException:
            self._queue.give_back()
            raise
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._queue.give_back))
        return future

    def _pool(self) -> Pool:
        self._begun += 1
        if self._starting is not None and self._begun > RECYCLED_AFTER:
            self._replace(self._starting)
        if self._starting is None:
            self._begun = 1
            self._starting = awaited(asyncio.to_thread(_started, self._most, self._nice))
        return self._starting

    def _replace(self, pool: Pool) -> None:
        """Stop using this pool, which still finishes what it has begun."""
        if self._starting is pool:
            self._starting = None
            pool.add_done_callback(_shut_down)

    async def _discard_broken(self, pool: Pool) -> None:
        """Stop using this pool, of which a process died, and log why, once for all tasks that it left."""
        if self._starting is not pool:
            return
        unstarted = pool.exception()
        processes = [] if unstarted else [*pool.result()._processes.values()]
        self._replace(pool)
        self._deaths.note(str(unstarted) if unstarted else await asyncio.to_thread(how_ended, processes))

    async def close(self) -> None:
        """End the processes, and drop both waiting and running tasks: an analysis would take long."""
        self._most = 0
        starting, self._starting = self._starting, None
        if starting is not None:
            with suppress(OSError):
                await asyncio.to_thread(_end, await starting)


def _started(workers: int, nice: int) -> ProcessPoolExecutor:
    """A pool of spawned processes, which inherit nothing that is open here. Blocks: each takes a moment to start.
    Raises BrokenProcessPool, which says how a process ended."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), init_worker, (nice,))
    try:
        for alive in [pool.submit(warm_up) for _ in range(workers)]:
            alive.result()
    except BrokenProcessPool:
        raise BrokenProcessPool(how_ended(pool._processes.values())) from None
    return pool


def _end(pool: ProcessPoolExecutor) -> None:
    for process in [*pool._processes.values()]:
        process.terminate()
    pool.shutdown()  # without cancelling waiting tasks, which would cancel the coroutines that await them


def _shut_down(pool: Pool) -> None:
    if not pool.cancelled() and pool.exception() is None:
        pool.result().shutdown(wait=False)
