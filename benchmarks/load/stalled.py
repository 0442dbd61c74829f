"""L4: 200 clients in busy rooms stop reading.

They cost the server no more than 64 MB, are disconnected within 20 seconds, and nobody else notices. Some others read a
little now and then: they may stay as long as they keep up.
"""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from benchmarks.load.figures import Figure, at_most
from benchmarks.load.pages import Page, side_by_side, source_of
from benchmarks.load.polite import Place, Polite, compared, held_by, people
from benchmarks.load.servers import UNLIMITED, Server, tertulia

READERS: Final = 267
"""Three in four stop."""
GIVEN_UP_S: Final = 60.0
BAR_MB: Final = 64.0
BAR_S: Final = 20.0
BAR_RATIO: Final = 1.5
SMALL_BUFFER: Final = 4096
SIPS_PER_S: Final = 2


class Stalled:
    """The clients that do not read, and their effect on the server."""

    def __init__(self, server: Server, polite: Polite, readers: int) -> None:
        self._server = server
        self._polite = polite
        self._readers = readers
        self.megabytes = 0.0
        self.last_closed_s = float("nan")

    @asynccontextmanager
    async def at_the_table(self) -> AsyncIterator[None]:
        """From when they stop until all of them are disconnected."""
        pages = await side_by_side(range(self._readers), self._open)
        sippers, stopped = pages[::4], [page for number, page in enumerate(pages) if number % 4]
        before = self._server.megabytes()
        for page in pages:
            page.line.stop_reading()
        watching = asyncio.create_task(self._watch({_place(page) for page in stopped}, before))
        sipping = asyncio.create_task(_sip(sippers))
        try:
            yield
            await asyncio.wait_for(watching, GIVEN_UP_S)
        finally:
            watching.cancel()
            sipping.cancel()
            for page in pages:
                page.line.cut()

    async def _open(self, number: int) -> Page:
        rooms = self._polite.rooms
        page = Page(name=f"Stalled {number}")
        await page.open(self._server, rooms[number % len(rooms)].code, source_of(number))
        await page.until(lambda page: page.frame is not None)
        page.forget_to_listen()
        page.line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        return page

    async def _watch(self, places: set[Place], before: float) -> None:
        """Watch through the kernel, since sockets that do not read do not notice their end."""
        began = time.perf_counter()
        while places & await asyncio.to_thread(held_by, self._server):
            self.megabytes = max(self.megabytes, self._server.megabytes() - before)
            await asyncio.sleep(0.25)
        self.last_closed_s = time.perf_counter() - began


def _place(page: Page) -> Place:
    host, port = page.line.socket.getsockname()
    return host, port


async def _sip(pages: list[Page]) -> None:
    """Read for a moment now and then: as much as one call gives."""
    while True:
        for page in pages:
            if page.line.code is None:
                page.line.read_on()
        await asyncio.sleep(0)
        for page in pages:
            if page.line.code is None:
                page.line.stop_reading()
        await asyncio.sleep(1 / SIPS_PER_S)


async def measure(folder: Path, quick: bool) -> list[Figure]:
    async with tertulia(folder, UNLIMITED) as server, people(server, quick) as polite:
        stalled = Stalled(server, polite, 12 if quick else READERS)
        figures = await compared("stalled", polite, stalled.at_the_table, 2.0 if quick else 30.0, BAR_RATIO)
    return [
        at_most("stalled: growth of the server", stalled.megabytes, BAR_MB, "MB"),
        at_most("stalled: the last one closed after", stalled.last_closed_s, BAR_S, "s"),
        *figures,
    ]
