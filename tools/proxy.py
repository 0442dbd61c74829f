"""A plain proxy for `make cluster` where there is no nginx: it passes bytes on, each connection to the next node that
is there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

CONNECT_WITHIN_S = 1.0
CHUNK = 64 * 1024

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """Spreads connections over nodes, by their ports on this machine."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = list(ports)

    async def open(self, host: str, port: int) -> int:
        """Begin to listen; the port."""
        self._server = await asyncio.start_server(self._serve, host, port)
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        """Take no more connections. Those that are open end with their nodes."""
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        node = await self._connect()
        if node is None:
            writer.transport.abort()
            return
        try:
            await asyncio.gather(_pass_on(reader, node[1]), _pass_on(node[0], writer))
        finally:
            for end in (writer, node[1]):
                end.transport.abort()

    async def _connect(self) -> Streams | None:
        """A connection to the node whose turn it is, or to the next one that takes it."""
        for _ in self._ports:
            port = self._ports.pop(0)
            self._ports.append(port)
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_WITHIN_S):
                    return await asyncio.open_connection("127.0.0.1", port)
        return None


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until one side has said all it wants; a connection that breaks has."""
    with suppress(OSError):
        while chunk := await reader.read(CHUNK):
            writer.write(chunk)
            await writer.drain()
        writer.write_eof()
