"""A TCP proxy in front of one server that silently swallows what passes: nobody closes anything."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from tests.conftest import House

CHUNK: Final = 64 * 1024


class Swallower:
    """Passes everything on, until told otherwise."""

    def __init__(self, port: int) -> None:
        """`port`: the server's."""
        self._port = port
        self._swallowed: set[int] = set()
        """The connections whose bytes are lost, by number."""
        self._swallows_new = False
        self._accepted = 0

    async def open(self) -> None:
        """Start listening."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def close(self) -> None:
        """Accept no more connections; those that there are end with their pages."""
        self._server.close()

    def swallow(self) -> None:
        """Swallow what passes on all connections, and on new ones."""
        self._swallowed = set(range(self._accepted))
        self._swallows_new = True

    def pass_on(self) -> None:
        """Spare connections that are opened from now on: those that hung stay dead, as in a proxy that lost them."""
        self._swallows_new = False

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number, self._accepted = self._accepted, self._accepted + 1
        if self._swallows_new:
            self._swallowed.add(number)
        there = await asyncio.open_connection("127.0.0.1", self._port)
        ways = [self._pass_on(reader, there[1], number), self._pass_on(there[0], writer, number)]
        both = [asyncio.create_task(way) for way in ways]
        try:
            # Of bytes that are swallowed the other side never hears, and would wait for ever.
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            for end in (writer, there[1]):
                end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> None:
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if number not in self._swallowed and not writer.is_closing():
                    writer.write(chunk)


@asynccontextmanager
async def swallowing(house: House) -> AsyncIterator[Swallower]:
    """A network like that in front of this server."""
    swallower = Swallower(int(house.base_url.rpartition(":")[2]))
    await swallower.open()
    try:
        yield swallower
    finally:
        swallower.close()
