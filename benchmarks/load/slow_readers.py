"""W6: twenty clients without gzip download the replay of a game of five thousand events at 100 KB a second each.

Buffered, it would be tens of megabytes for each of them: they cost the server no more than 64 MB together, and players
notice nothing.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from benchmarks.load import long
from benchmarks.load.figures import Figure, at_most, told
from benchmarks.load.polite import compared, people
from benchmarks.load.servers import HOST, UNLIMITED, Server, tertulia

READERS: Final = 20
EVENTS: Final = 4900
BYTES_A_SECOND: Final = 100_000
BAR_MB: Final = 64.0
BAR_RATIO: Final = 1.5
AT_ONCE: Final = 16 * 1024
CHECK_EVERY_S: Final = 0.1
KIND: Final = long.KINDS[1]
REQUEST: Final = f"GET /api/rooms/{long.LONG}/replay?seat=all HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode()


class Readers:
    """The readers, the bytes they have read, and their cost."""

    def __init__(self, server: Server, readers: int) -> None:
        self._server = server
        self._readers = readers
        self.megabytes = 0.0
        self.read = 0

    @asynccontextmanager
    async def at_the_replay(self) -> AsyncIterator[None]:
        """From their request until they are no longer needed."""
        before = self._server.megabytes()
        tasks = [asyncio.create_task(self._read()) for _ in range(self._readers)]
        tasks.append(asyncio.create_task(self._watch(before)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            reader, writer = await asyncio.open_connection(HOST, self._server.port, limit=AT_ONCE)
            try:
                writer.write(REQUEST)
                while part := await reader.read(AT_ONCE):
                    self.read += len(part)
                    await asyncio.sleep(len(part) / BYTES_A_SECOND)
            finally:
                writer.close()

    async def _watch(self, before: float) -> None:
        while True:
            self.megabytes = max(self.megabytes, self._server.megabytes() - before)
            await asyncio.sleep(CHECK_EVERY_S)


async def write_long_game(folder: Path, events: int) -> None:
    """Write the database of a server with a finished game of this many events."""
    past = long.Past(KIND, long.LONG)
    past.go_on(events, talk=0)
    past.end_by_agreement()
    file = folder / "log.sqlite3"
    async with long.rooms_in(file):
        pass  # this creates the tables
    past.write(file)


async def measure(folder: Path, quick: bool) -> list[Figure]:
    await write_long_game(folder, 200 if quick else EVENTS)
    async with tertulia(folder, UNLIMITED) as server, people(server, quick) as polite:
        readers = Readers(server, 2 if quick else READERS)
        figures = await compared("slow readers", polite, readers.at_the_replay, 2.0 if quick else 30.0, BAR_RATIO)
    return [
        at_most("slow readers: growth of the server", readers.megabytes, BAR_MB, "MB"),
        told("slow readers: bytes read", readers.read / 2**20, "MB"),
        *figures,
    ]
