"""Stalled connections: bytes pass through this process until the wire is cut. Then they wait here, and new connections
are accepted but not served. Unlike with a cable, the kernel still answers for both ends."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Self

from tools.proxy import Streams

CHUNK: Final = 64 * 1024


class Stall:
    """A local port that forwards to `there`, unless it is stalled."""

    def __init__(self, there: Callable[[], Awaitable[Streams]]) -> None:
        self._there = there
        self._plugged = asyncio.Event()
        self._plugged.set()
        self._open: set[asyncio.Task[None]] = set()
        self.port = 0

    async def open(self) -> Self:
        """Start listening."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def close(self) -> None:
        """End all connections."""
        self._server.close()
        self._plugged.set()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def lay(self) -> None:
        self._plugged.set()

    def pull_out(self) -> None:
        self._plugged.clear()

    def plug_in(self) -> None:
        self._plugged.set()

    def vanish(self) -> None:
        """Present connections fall silent, new ones wait."""
        self._plugged.clear()
        for task in self._open:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        ends = [writer]
        try:
            await self._plugged.wait()
            with suppress(OSError):
                far_reader, far_writer = await self._there()
                ends.append(far_writer)
                await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
        except asyncio.CancelledError:
            await self._plugged.wait()  # the end of the stream, too, arrives only after this
        finally:
            self._open.discard(task)
            for end in ends:
                end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                await self._plugged.wait()
                writer.write(chunk)
                await writer.drain()
            await self._plugged.wait()
            writer.write_eof()
