"""L12: one guest reloads pages without a pause, on sixteen connections with one cookie.

With the shipped limits. Half of the others' moves take less than twice as long as without them. The slowest are those
of the first second, when the guest is served what a browser may ask for at once.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Final

from benchmarks.load.figures import Figure, percentile
from benchmarks.load.flooder import HIS_ADDRESS
from benchmarks.load.polite import Polite, Waits, people
from benchmarks.load.servers import HOST, Server, tertulia

CONNECTIONS: Final = 16
BAR_RATIO: Final = 2.0
PAGES: Final = ("/", "/rules/sin_color", "/rules/color_gin", "/docs")

_LENGTH: Final = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_COOKIE: Final = re.compile(rb"set-cookie: (tertulia=[^;]+)", re.IGNORECASE)


class Reloads:
    """The connections of a guest, and how the server has answered."""

    def __init__(self, server: Server, polite: Polite) -> None:
        self._server = server
        self._paths = cycle((*PAGES, *(f"/t/{room.code}" for room in polite.rooms[:2])))
        self._cookie = b""
        self.answered: Counter[bytes] = Counter()

    @asynccontextmanager
    async def come(self) -> AsyncIterator[None]:
        """From the first page until they stop."""
        loading = [asyncio.create_task(self._load_again_and_again()) for _ in range(CONNECTIONS)]
        try:
            yield
        finally:
            for task in loading:
                task.cancel()
            await asyncio.gather(*loading, return_exceptions=True)

    async def _load_again_and_again(self) -> None:
        while True:
            reader, writer = await asyncio.open_connection(HOST, self._server.port, local_addr=(HIS_ADDRESS, 0))
            with suppress(OSError, asyncio.IncompleteReadError):
                while True:
                    await self._load(reader, writer)
            writer.close()

    async def _load(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = f"GET {next(self._paths)} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\n".encode()
        writer.write(asked + (b"Cookie: " + self._cookie + b"\r\n" if self._cookie else b"") + b"\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        if (length := _LENGTH.search(head)) is not None:
            await reader.readexactly(int(length[1]))
        if not self._cookie and (cookie := _COOKIE.search(head)) is not None:
            self._cookie = cookie[1]
        self.answered[head[9:12]] += 1


async def measure(folder: Path, quick: bool) -> list[Figure]:
    seconds = 1.0 if quick else 12.0
    async with tertulia(folder, {}) as server, people(server, quick) as polite:
        reloads = Reloads(server, polite)
        before = await polite.play(seconds / 2)
        async with reloads.come():
            meanwhile = await polite.play(seconds)
        without = before + await polite.play(seconds / 2)
    told = ", ".join(f"{code.decode()}: {times:,}" for code, times in sorted(reloads.answered.items()))
    return [
        _ratio(50, BAR_RATIO, meanwhile, without),
        _ratio(99, None, meanwhile, without),
        Figure("reloads: answers in that time", told, "", None),
        Figure("reloads: others, errors", str(meanwhile.errors), "0", meanwhile.errors == 0),
    ]


def _ratio(rank: int, bar: float | None, meanwhile: Waits, without: Waits) -> Figure:
    with_them, without_them = (percentile(waits.acknowledged, rank) for waits in (meanwhile, without))
    ratio, figure = with_them / without_them, f"{with_them:.1f} ms, {without_them:.1f} ms without them"
    what, met = f"reloads: others, acknowledged, p{rank}", None if bar is None else ratio < bar
    return Figure(what, figure, "" if bar is None else f"ratio < {bar}", met, f"ratio {ratio:.2f}")
