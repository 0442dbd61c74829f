"""Downloads of finished games: produced once, in parts, on a thread of their own, and cached compressed, so that a long
room delays nobody else and is never held uncompressed in memory. app/web/downloads.py sends them."""

import asyncio
import logging
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from app.protocol.messages import Unavailable
from app.slow import MadeOnce, Queue, Slow
from app.table.seals import Fault
from games.text import say

log = logging.getLogger("tertulia.rooms")

UNREADABLE: Final = say("The log of this game cannot be followed any more.")
MOST_BYTES: Final = 32 * 2**20  # of all that are kept
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
        self._made = MadeOnce[Key, bytes](MOST_BYTES, len)
        self._slow = Slow("download")
        self._queue = Queue()
        self._turn = asyncio.Lock()

    async def zipped(self, key: Key, parts: Parts, address: str) -> bytes:
        """The whole download, gzipped. `address`: the client's. Raises Refusal `busy` when too many others are
        waiting or the log cannot be followed."""
        return await self._made.get(key, partial(self._produce, parts, address))

    async def _produce(self, parts: Parts, address: str) -> bytes:
        gzip, zipped = zlib.compressobj(6, zlib.DEFLATED, GZIP), list[bytes]()
        with self._queue.place(address):
            async with self._turn:
                async for some in parts:
                    zipped += await self._made_from(some, gzip.compress)
        return b"".join([*zipped, gzip.flush()])

    async def _made_from(self, parts: Iterable[bytes], compress: Callable[[bytes], bytes]) -> list[bytes]:
        try:
            return await self._slow.do(partial(_compressed, parts, compress))
        except Fault:
            raise  # the log says itself that it is not what was written
        except Exception as fault:  # whatever the rules raise at a log that was changed
            log.exception("a download cannot be made from the log of a game")
            raise Unavailable(UNREADABLE) from fault

    async def close(self) -> None:
        """Cancel all downloads."""
        await self._made.close()
        self._slow.close()


def _compressed(parts: Iterable[bytes], compress: Callable[[bytes], bytes]) -> list[bytes]:
    """These parts, which may be generated lazily here, compressed."""
    zipped, until = list[bytes](), time.perf_counter() + STRETCH_S
    for part in parts:
        zipped.append(compress(part))
        if time.perf_counter() > until:
            time.sleep(PAUSE_S)
            until = time.perf_counter() + STRETCH_S
    return zipped
