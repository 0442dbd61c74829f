"""Streams downloads in pieces, at the client's pace."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from app.access.addresses import networks_of
from app.access.security import NO_HEADERS, address_of
from app.assets.codings import preferred_coding
from app.replay.downloads import GZIP, Key, Parts
from app.web.services import services

PIECE: Final = 64 * 1024
ZIPPED_PIECE: Final = 4096  # compressed bytes that are decompressed at once


async def download_response(
    request: Request, key: Key, parts: Parts, headers: Mapping[str, str] = NO_HEADERS
) -> StreamingResponse:
    """The response, JSON unless `headers` say otherwise. Raises Refusal `busy` when this address, or all addresses
    together, download too much."""
    limits, address = services(request).limits, address_of(request)
    limits.admit("download", address)
    with limits.hold_download(address) as stack:
        whole = key._replace(epoch=services(request).store.epoch)
        zipped = await services(request).downloads.zipped(whole, parts, networks_of(address)[-1])
        return HeldResponse(zipped, preferred_coding(request, "gzip") is not None, headers, stack.pop_all())


class HeldResponse(StreamingResponse):
    """A response that holds a download place while it is sent."""

    media_type = "application/json"

    def __init__(self, zipped: bytes, as_it_is: bool, headers: Mapping[str, str], place: ExitStack) -> None:
        length = len(zipped) if as_it_is else int.from_bytes(zipped[-4:], "little")
        all_headers = {"vary": "Accept-Encoding", "content-length": str(length), **headers}
        if as_it_is:
            all_headers["content-encoding"] = "gzip"
        super().__init__(_pieces(zipped) if as_it_is else _unzipped(zipped), 200, all_headers)
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; stop when the client goes away."""
        with self._place:
            await super().__call__(scope, receive, send)


async def _pieces(zipped: bytes) -> AsyncIterator[bytes]:
    for at in range(0, len(zipped), PIECE):
        yield zipped[at : at + PIECE]


async def _unzipped(zipped: bytes) -> AsyncIterator[bytes]:
    """Decompress piece by piece, since a client without gzip may also be slow."""
    unzip = zlib.decompressobj(GZIP)
    for at in range(0, len(zipped), ZIPPED_PIECE):
        rest = zipped[at : at + ZIPPED_PIECE]
        while rest:
            yield unzip.decompress(rest, PIECE)
            rest = unzip.unconsumed_tail
            await asyncio.sleep(0)  # a fast client must not delay others
    yield unzip.flush()
