"""Faults injected while robots play. All are undone when these functions return; a seed reproduces the schedule."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from random import Random
from typing import Final

from chaos.history import Fault, History
from chaos.servers import Node, Servers

Progress = Callable[[str], None]

KILL_EVERY_S: Final = (0.25, 0.75)
ALONE_FOR_S: Final = (0.2, 1.0)
AWAY_FOR_S: Final = (1.0, 10.0)
PAUSED_FOR_S: Final = (1.0, 20.0)
BETWEEN_S: Final = (1.0, 3.0)


class Injector:
    """Injects faults; each method repeats one kind."""

    def __init__(
        self, servers: Servers, history: History, seed: object, progress: Progress = lambda line: None
    ) -> None:
        self.servers = servers
        self.history = history
        self.chance = Random(f"injector/{seed}")
        self.progress = progress
        self._starting: set[asyncio.Task[None]] = set()

    async def kill_nodes(self, times: int) -> None:
        """Kill one of several nodes with SIGKILL, and restart it at once."""
        for number in range(times):
            await self.sleep(KILL_EVERY_S)
            await self._kill(await self._someone())
            self.progress(f"kill {number + 1} of {times}")
        await self._all_started()

    async def kill_the_only_one(self, times: int) -> None:
        """Kill the only process with SIGKILL, and restart it at once."""
        for number in range(times):
            await self.sleep(ALONE_FOR_S)
            await self._kill(self.servers.nodes[0])
            await self._all_started()
            self.progress(f"kill {number + 1} of {times}")

    async def stop_the_database(self, times: int, away_for_s: tuple[float, float] = AWAY_FOR_S) -> None:
        """Crash PostgreSQL and restart it after a while."""
        for number in range(times):
            await self.sleep(BETWEEN_S)
            await self._stop_the_database(self.chance.uniform(*away_for_s))
            self.progress(f"database stopped {number + 1} of {times}")

    async def pause_nodes(self, times: int, paused_for_s: tuple[float, float] = PAUSED_FOR_S) -> None:
        """Suspend a node for a while."""
        for number in range(times):
            await self.sleep(BETWEEN_S)
            node = await self._someone()
            seconds = self.chance.uniform(*paused_for_s)
            async with self._paused(node):
                await asyncio.sleep(seconds)
            self.progress(f"pause {number + 1} of {times}, {seconds:.1f} s")

    async def everything(self, times: int) -> None:
        """Inject any of these in turn; longer ones overlap."""
        for number in range(times):
            await self.sleep(KILL_EVERY_S)
            what = self.chance.random()
            if what < 0.7:
                await self._kill(await self._someone())
            elif what < 0.9:
                self._in_background(self._pause_for(await self._someone(), self.chance.uniform(1, 5)))
            else:
                await self._stop_the_database(self.chance.uniform(0.5, 3))
            self.progress(f"fault {number + 1} of {times}")
        await self._all_started()

    async def wait(self, seconds: float) -> None:
        """Inject nothing beyond the conditions that the servers were opened with."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.progress(f"{left:.0f} s are left")
            await asyncio.sleep(min(1.0, left))

    # --- Single faults ---

    async def _kill(self, node: Node) -> None:
        self.note(node, "kill")
        node.kill()
        self._in_background(self._start(node))

    async def _start(self, node: Node) -> None:
        await node.start_until_open()
        self.note(node, "kill", over=True)

    async def _pause_for(self, node: Node, seconds: float) -> None:
        async with self._paused(node):
            await asyncio.sleep(seconds)

    @asynccontextmanager
    async def _paused(self, node: Node) -> AsyncIterator[None]:
        node.pause()
        self.note(node, "pause")
        try:
            yield
        finally:
            node.resume()
            self.note(node, "pause", over=True)

    async def _stop_the_database(self, seconds: float) -> None:
        postgres = self.servers.postgres
        assert postgres is not None
        self.history.note(Fault, kind="database")
        await asyncio.to_thread(postgres.crash)
        try:
            await asyncio.sleep(seconds)
        finally:
            await asyncio.to_thread(postgres.start)
            self.history.note(Fault, kind="database", over=True)

    # --- Choice, timing, recovery ---

    async def _someone(self) -> Node:
        """A node without which others remain; waits until there is one."""
        which = self.chance.random()
        while True:
            if others := self.servers.others:
                return others[int(which * len(others))]
            await asyncio.sleep(0.05)

    async def sleep(self, between: tuple[float, float]) -> None:
        """Sleep for a random time in this range of seconds."""
        await asyncio.sleep(self.chance.uniform(*between))

    def note(self, node: Node, kind: str, *, over: bool = False) -> None:
        """Record that a fault was injected into a node, or undone."""
        self.history.note(Fault, node=node.name, kind=kind, over=over)

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _all_started(self) -> None:
        while self._starting:
            await asyncio.gather(*self._starting)
