"""Runs clients in processes of their own, so that they do not delay the measured ones."""

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.load.figures import allow_many_sockets


class Wire:
    """A channel between two processes, for anything picklable."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def close(self) -> None:
        self._connection.close()

    def tell(self, what: Any) -> None:
        self._connection.send(what)

    async def hear(self) -> Any:
        """The next message from the other side. Raises EOFError when it is gone."""
        loop, arrived = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._connection.fileno(), arrived.set)
        try:
            while not self._connection.poll():
                arrived.clear()
                await arrived.wait()
        finally:
            loop.remove_reader(self._connection.fileno())
        return self._connection.recv()


class Child(Wire):
    """A process that does this work, with a wire to this one."""

    def __init__(self, work: Callable[..., Awaitable[None]], *arguments: Any) -> None:
        spawn = multiprocessing.get_context("spawn")
        here, there = spawn.Pipe()
        super().__init__(here)
        self._process = spawn.Process(target=_do, args=(work, there, arguments), daemon=True)
        self._process.start()
        there.close()

    async def end(self) -> None:
        """Wait until its work is done."""
        await asyncio.to_thread(self._process.join, 30)
        if self._process.is_alive():
            self._process.kill()


def _do(work: Callable[..., Awaitable[None]], connection: Connection, arguments: tuple[Any, ...]) -> None:
    allow_many_sockets()

    async def run() -> None:
        await work(Wire(connection), *arguments)

    asyncio.run(run())
