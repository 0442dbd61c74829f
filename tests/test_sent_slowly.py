"""An answer that is kept is sent no faster than it is read, and holds its place until all of it is."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

from app.replay.downloads import Compressor
from app.web.downloads import PIECE, HeldResponse


class Reader:
    """Takes an answer piece by piece, when it likes."""

    def __init__(self, answer: HeldResponse) -> None:
        self.pieces: list[bytes] = []
        self.go_on = asyncio.Semaphore(0)
        self._gone = asyncio.Event()
        self.task = asyncio.create_task(answer({"type": "http", "asgi": {}}, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.body":
            await self.go_on.acquire()
            self.pieces.append(bytes(message["body"]))

    def goes(self) -> None:
        self._gone.set()


class Place:
    """Whether it is taken."""

    free = False

    def close(self, *_: object) -> None:
        self.free = True


def answer(whole: bytes, place: Any, as_it_is: bool = False) -> HeldResponse:
    zipper, held = Compressor(), ExitStack()
    zipper.take([whole])
    held.push(place.close)
    return HeldResponse(zipper.end(), as_it_is, "text/plain", {}, held)


async def test_a_reader_who_cannot_unzip_is_sent_small_pieces_of_what_is_kept() -> None:
    whole = bytes(range(256)) * 4000
    reader = Reader(answer(whole, Place()))
    for _ in range(10_000):
        reader.go_on.release()
    await reader.task
    assert b"".join(reader.pieces) == whole
    assert max(map(len, reader.pieces)) <= PIECE
    assert len(reader.pieces) > 10


async def test_nothing_is_unzipped_before_it_is_read() -> None:
    reader = Reader(answer(bytes(50_000_000), Place()))
    for _ in range(3):
        reader.go_on.release()
    for _ in range(100):
        await asyncio.sleep(0)
    assert sum(map(len, reader.pieces)) <= 3 * PIECE
    reader.goes()
    await reader.task


async def test_a_place_is_held_until_all_is_sent_or_the_reader_is_gone() -> None:
    for leaves in (False, True):
        place = Place()
        reader = Reader(answer(b"told", place, as_it_is=True))
        await asyncio.sleep(0.01)
        assert not place.free
        if leaves:
            reader.goes()
        else:
            for _ in range(5):
                reader.go_on.release()
        await reader.task
        assert place.free
