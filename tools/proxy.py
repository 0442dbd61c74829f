"""A plain TCP proxy for `make cluster` without nginx: each connection goes to the next node that is up."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

CONNECT_WITHIN_S = 1.0
CHUNK = 64 * 1024

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """Spreads connections over local ports."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = list(ports)

    async def open(self, host: str, port: int) -> int:
        """Start listening; returns the port."""
        self._server = await asyncio.start_server(self._serve, host, port)
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        """Accept no more connections. Open ones end with their nodes."""
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
        """Connect to the next node in turn that accepts."""
        for _ in self._ports:
            port = self._ports.pop(0)
            self._ports.append(port)
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_WITHIN_S):
                    return await asyncio.open_connection("127.0.0.1", port)
        return None


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy until one side ends or breaks."""
    with suppress(OSError):
        while chunk := await reader.read(CHUNK):
            writer.write(chunk)
            await writer.drain()
        writer.write_eof()
