"""Expensive results are computed once for all who ask, and the latest is cached; sending goes at the reader's pace, and
a reader holds a slot until the end."""

import asyncio
import gzip
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from app.protocol.messages import Refusal
from app.replay.made_once import MOST_OF_ONE, MadeOnce
from app.web.downloads import PIECE, HeldResponse

HERE = "192.0.2.7"


def quick() -> AsyncMock:
    return AsyncMock(return_value=b"made")


def slow() -> tuple[AsyncMock, asyncio.Event]:
    """What makes the same as soon as it may."""
    may = asyncio.Event()

    async def make() -> bytes:
        await may.wait()
        return b"made"

    return AsyncMock(side_effect=make), may


@pytest.mark.parametrize(("most", "most_bytes"), [(2, 100), (100, 8)], ids=["so many", "so large"])
async def test_so_much_is_kept_and_no_more(most: int, most_bytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.replay.made_once.MOST_BYTES", most_bytes)
    shelf, make = MadeOnce[int](most), quick()
    for number in (*range(10), 8, 9, 8, 0):
        await shelf.get(number, make, HERE)
    assert make.call_count == 11


async def test_whoever_asks_while_it_is_made_waits_for_the_same_and_may_leave() -> None:
    shelf, (make, may) = MadeOnce[int](2), slow()
    leaves, stays = (asyncio.create_task(shelf.get(1, make, HERE)) for _ in range(2))
    await asyncio.sleep(0)
    leaves.cancel()
    may.set()
    assert (await stays, make.call_count) == (b"made", 1)


async def test_what_fails_is_made_anew_for_whoever_asks_again() -> None:
    shelf, make = MadeOnce[int](2), AsyncMock(side_effect=[ValueError("spilt"), ValueError("spilt"), b"made"])
    for _ in range(2):
        with pytest.raises(ValueError, match="spilt"):
            await shelf.get(1, make, HERE)
    assert await shelf.get(1, make, HERE) == b"made"


async def test_when_too_many_wait_the_next_is_asked_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.replay.made_once.MOST_WAITING", 2)
    shelf, (make, may) = MadeOnce[int](100), slow()
    waiting = [asyncio.create_task(shelf.get(number, make, HERE)) for number in (0, 1, 0)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="busy"):
        await shelf.get(2, make, HERE)
    may.set()
    assert await asyncio.gather(*waiting) == [b"made"] * 3
    assert await shelf.get(2, make, HERE) == b"made"


async def test_one_address_waits_for_so_many_at_a_time_and_others_need_not_wait() -> None:
    shelf, (make, may) = MadeOnce[int](100), slow()
    waiting = [asyncio.create_task(shelf.get(number, make, HERE)) for number in range(MOST_OF_ONE)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="busy"):
        await shelf.get(MOST_OF_ONE, make, HERE)
    waiting.append(asyncio.create_task(shelf.get(MOST_OF_ONE, make, "192.0.2.8")))
    waiting.append(asyncio.create_task(shelf.get(0, make, HERE)))
    may.set()
    assert await asyncio.gather(*waiting) == [b"made"] * (MOST_OF_ONE + 2)
    assert await shelf.get(MOST_OF_ONE + 1, make, HERE) == b"made"


async def test_nothing_that_is_still_being_made_is_let_go() -> None:
    shelf, (make, may) = MadeOnce[int](1), slow()
    first = asyncio.create_task(shelf.get(0, make, HERE))
    await asyncio.sleep(0)
    await shelf.get(1, quick(), HERE)
    again = asyncio.create_task(shelf.get(0, make, HERE))
    may.set()
    assert (await first, await again, make.call_count) == (b"made", b"made", 1)


async def test_at_the_end_nobody_waits_any_longer() -> None:
    shelf, (make, _) = MadeOnce[int](2), slow()
    waits = asyncio.create_task(shelf.get(1, make, HERE))
    await asyncio.sleep(0)
    await shelf.close()
    with pytest.raises(asyncio.CancelledError):
        await waits


class Reader:
    """Takes a response piece by piece, as many as it may."""

    def __init__(self, answer: HeldResponse, most: int) -> None:
        self.pieces: list[bytes] = []
        self.go_on = asyncio.Semaphore(most)
        self.gone = asyncio.Event()
        self.task = asyncio.create_task(answer({"type": "http", "asgi": {}}, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.body":
            await self.go_on.acquire()
            self.pieces.append(bytes(message["body"]))


def answer(whole: bytes, let_go: Callable[[], Any] = lambda: None, as_it_is: bool = False) -> HeldResponse:
    held = ExitStack()
    held.callback(let_go)
    return HeldResponse(gzip.compress(whole), as_it_is, {}, held)


async def test_a_reader_who_cannot_unzip_is_sent_small_pieces_of_what_is_kept() -> None:
    whole = bytes(range(256)) * 4000
    reader = Reader(answer(whole), 10_000)
    await reader.task
    assert b"".join(reader.pieces) == whole
    assert max(map(len, reader.pieces)) <= PIECE
    assert len(reader.pieces) > 10


async def test_nothing_is_unzipped_before_it_is_read() -> None:
    reader = Reader(answer(bytes(50_000_000)), 3)
    for _ in range(100):
        await asyncio.sleep(0)
    assert sum(map(len, reader.pieces)) <= 3 * PIECE
    reader.gone.set()
    await reader.task


async def test_a_place_is_held_until_all_is_sent_or_the_reader_is_gone() -> None:
    for leaves in (False, True):
        let_go = Mock()
        reader = Reader(answer(b"told", let_go, as_it_is=True), 0)
        await asyncio.sleep(0.01)
        let_go.assert_not_called()
        if leaves:
            reader.gone.set()
        else:
            for _ in range(5):
                reader.go_on.release()
        await reader.task
        let_go.assert_called_once_with()
