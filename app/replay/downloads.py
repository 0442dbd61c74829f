"""What is told of games that are over: made once, part by part in a thread of its own, kept compressed, and sent in
pieces, no faster than its reader takes them. Long rooms have much to tell; nobody else waits for it, and nothing of it
lies in memory as a whole."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Final, NamedTuple, TypeAlias

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from app.access.rate_limits import Limits
from app.access.security import NO_HEADERS, address_of
from app.assets.files import takes_gzip
from app.protocol.messages import Refusal
from games.text import say

MOST_KEPT: Final = 64
MOST_BYTES_KEPT: Final = 32 * 2**20
MOST_WAITING: Final = 16
PIECE: Final = 64 * 1024
ZIPPED_PIECE: Final = 4096
"""So much is taken out of the compressed form at once."""
IN_ONE_GO_S: Final = 0.001
BREATH_S: Final = 0.0001
"""After so much work the thread stands aside, or the event loop would wait for it at each of its steps."""
GZIP: Final = 31  # what zlib calls it

Parts: TypeAlias = AsyncIterator[Iterable[bytes]]
"""A telling. What is read is read between its iterables; making their items is left to the thread."""


class Key(NamedTuple):
    """Which telling: of what is over by this event nothing changes any more."""

    what: str
    room: str
    ended: int
    of: str = ""


class Telling:
    """Tells one thing at a time, and keeps those last asked for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, asyncio.Task[bytes]] = OrderedDict()
        self._teller = ThreadPoolExecutor(1, "telling")
        self._turn = asyncio.Lock()

    async def zipped(self, key: Key, parts: Parts) -> bytes:
        """The whole, as gzip has it. Raises busy when too many others are waiting for theirs."""
        if key not in self._kept:
            self._refuse_crowds()
            self._kept[key] = asyncio.create_task(self._tell(parts))
        self._kept.move_to_end(key)
        telling = self._kept[key]
        self._forget()
        try:
            return await asyncio.shield(telling)
        except Exception:
            self._kept.pop(key, None)
            raise

    def _refuse_crowds(self) -> None:
        if sum(not telling.done() for telling in self._kept.values()) >= MOST_WAITING:
            raise Refusal("busy", say("Many replays are asked for just now. Try again in a moment."))

    def _forget(self) -> None:
        while len(self._kept) > MOST_KEPT or (len(self._kept) > 1 and self._bytes_kept > MOST_BYTES_KEPT):
            self._kept.popitem(last=False)

    @property
    def _bytes_kept(self) -> int:
        told = (telling for telling in self._kept.values() if telling.done() and not telling.cancelled())
        return sum(len(telling.result()) for telling in told if telling.exception() is None)

    async def _tell(self, parts: Parts) -> bytes:
        loop, zipper = asyncio.get_running_loop(), Zipper()
        async with self._turn:
            async for some in parts:
                await loop.run_in_executor(self._teller, zipper.take, some)
            return zipper.end()

    async def close(self) -> None:
        """Tell no more."""
        for telling in self._kept.values():
            telling.cancel()
        await asyncio.gather(*self._kept.values(), return_exceptions=True)
        self._teller.shutdown()


class Zipper:
    """Takes parts in, and keeps nothing of them but their compressed form."""

    def __init__(self) -> None:
        self._gzip = zlib.compressobj(6, zlib.DEFLATED, GZIP)
        self._zipped: list[bytes] = []

    def take(self, parts: Iterable[bytes]) -> None:
        """Makes them, too, when they are made one by one."""
        until = time.perf_counter() + IN_ONE_GO_S
        for part in parts:
            self._zipped.append(self._gzip.compress(part))
            if time.perf_counter() > until:
                time.sleep(BREATH_S)
                until = time.perf_counter() + IN_ONE_GO_S

    def end(self) -> bytes:
        """Everything."""
        return b"".join([*self._zipped, self._gzip.flush()])


# --- Sending ------------------------------------------------------------------------------------------------


async def told(
    request: Request, key: Key, parts: Parts, media_type: str, headers: Mapping[str, str] = NO_HEADERS
) -> StreamingResponse:
    """The answer. Raises busy where one address asks for too much, or all together do."""
    limits: Limits = request.app.state.limits
    telling: Telling = request.app.state.telling
    address = address_of(request)
    if limits.download(address) is not None or (place := limits.hold_download(address)) is None:
        raise Refusal("busy", say("Too many downloads at once. Try again in a minute."))
    with ExitStack() as held:
        held.enter_context(place)
        zipped = await telling.zipped(key, parts)
        return Told(zipped, takes_gzip(request), media_type, headers, held.pop_all())


class Told(StreamingResponse):
    """Holds a place as long as it is sent."""

    def __init__(
        self, zipped: bytes, as_it_is: bool, media_type: str, headers: Mapping[str, str], place: ExitStack
    ) -> None:
        length = len(zipped) if as_it_is else int.from_bytes(zipped[-4:], "little")
        said = {"vary": "Accept-Encoding", "content-length": str(length), **headers}
        if as_it_is:
            said["content-encoding"] = "gzip"
        super().__init__(_pieces(zipped) if as_it_is else _unzipped(zipped), 200, said, media_type)
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, unless the reader goes."""
        with self._place:
            await super().__call__(scope, receive, send)


async def _pieces(zipped: bytes) -> AsyncIterator[bytes]:
    for at in range(0, len(zipped), PIECE):
        yield zipped[at : at + PIECE]


async def _unzipped(zipped: bytes) -> AsyncIterator[bytes]:
    """Never more of it than one piece: whoever cannot read the compressed form may read slowly, too."""
    unzip = zlib.decompressobj(GZIP)
    for at in range(0, len(zipped), ZIPPED_PIECE):
        rest = zipped[at : at + ZIPPED_PIECE]
        while rest:
            yield unzip.decompress(rest, PIECE)
            rest = unzip.unconsumed_tail
            await asyncio.sleep(0)  # a reader who is quick is not to keep others waiting
    yield unzip.flush()
