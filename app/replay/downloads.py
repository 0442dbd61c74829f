"""Downloads of finished games: produced once, in parts, on a thread of their own, and cached compressed, so that a long
room delays nobody else and is never held uncompressed in memory. app/web/downloads.py sends them."""

import asyncio
import time
import zlib
from collections.abc import AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, TypeAlias

from app.replay.made_once import MadeOnce

MOST_KEPT: Final = 64
STRETCH_S: Final = 0.001
PAUSE_S: Final = 0.0001
"""How long the thread pauses after each stretch of work; without pauses the event loop would wait for the GIL at every
step."""
GZIP: Final = 31  # zlib's window bits for the gzip format

Parts: TypeAlias = AsyncIterator[Iterable[bytes]]
"""Parts of a download. Storage is read between the iterables; their items are made on the thread."""


class Key(NamedTuple):
    """Identifies a download. `ended` is its last event: up to there nothing changes, unless the log is restored, which
    gives it a new `epoch`."""

    what: str
    room: str
    ended: int
    of: str = ""
    epoch: str = ""


class Downloads:
    """Makes one download at a time and caches the latest."""

    def __init__(self) -> None:
        self._made = MadeOnce[Key](MOST_KEPT)
        self._thread = ThreadPoolExecutor(1, "download")
        self._turn = asyncio.Lock()

    async def zipped(self, key: Key, parts: Parts, address: str) -> bytes:
        """The whole download, gzipped. `address`: the client's. Raises Refusal `busy` when too many others are
        waiting."""
        return await self._made.get(key, lambda: self._produce(parts), address)

    async def _produce(self, parts: Parts) -> bytes:
        loop, compressor = asyncio.get_running_loop(), Compressor()
        async with self._turn:
            async for some in parts:
                await loop.run_in_executor(self._thread, compressor.take, some)
            return compressor.end()

    async def close(self) -> None:
        """Cancel all downloads."""
        await self._made.close()
        self._thread.shutdown()


class Compressor:
    """Compresses parts as they arrive."""

    def __init__(self) -> None:
        self._gzip = zlib.compressobj(6, zlib.DEFLATED, GZIP)
        self._zipped: list[bytes] = []

    def take(self, parts: Iterable[bytes]) -> None:
        """Compress these parts, which may be generated lazily here."""
        until = time.perf_counter() + STRETCH_S
        for part in parts:
            self._zipped.append(self._gzip.compress(part))
            if time.perf_counter() > until:
                time.sleep(PAUSE_S)
                until = time.perf_counter() + STRETCH_S

    def end(self) -> bytes:
        """The whole gzip stream."""
        return b"".join([*self._zipped, self._gzip.flush()])
