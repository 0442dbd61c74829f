"""Slow work is done once for all who ask and keeps nobody else waiting; sending goes at the reader's pace, and a reader
holds a place until the end."""

import asyncio
import gzip
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from threading import Lock
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from app.protocol.messages import Refusal
from app.slow import MadeOnce, Queue, Slow
from app.web.downloads import PIECE, HeldResponse
from games.text import say

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


@pytest.mark.parametrize(("most", "size"), [(2, None), (9, len)], ids=["so many", "so large"])
async def test_so_much_is_kept_and_no_more(most: int, size: Callable[[bytes], int] | None) -> None:
    shelf, make = MadeOnce[int, bytes](most, size), quick()
    for number in (*range(10), 8, 9, 8, 0):
        await shelf.get(number, make)
    assert make.call_count == 11


async def test_what_is_larger_than_all_that_may_be_kept_is_made_each_time() -> None:
    shelf, make = MadeOnce[int, bytes](3, len), quick()
    assert [await shelf.get(1, make) for _ in range(2)] == [b"made", b"made"]
    assert make.call_count == 2


async def test_whoever_asks_while_it_is_made_waits_for_the_same_and_may_leave() -> None:
    shelf, (make, may) = MadeOnce[int, bytes](2), slow()
    leaves, stays = (asyncio.create_task(shelf.get(1, make)) for _ in range(2))
    await asyncio.sleep(0)
    leaves.cancel()
    may.set()
    assert (await stays, make.call_count) == (b"made", 1)


async def test_what_fails_is_made_anew_for_whoever_asks_again() -> None:
    shelf, make = MadeOnce[int, bytes](2), AsyncMock(side_effect=[ValueError("spilt"), ValueError("spilt"), b"made"])
    for _ in range(2):
        with pytest.raises(ValueError, match="spilt"):
            await shelf.get(1, make)
    assert await shelf.get(1, make) == b"made"


async def test_nothing_that_is_still_being_made_is_let_go() -> None:
    shelf, (make, may) = MadeOnce[int, bytes](1), slow()
    first = asyncio.create_task(shelf.get(0, make))
    await asyncio.sleep(0)
    await shelf.get(1, quick())
    again = asyncio.create_task(shelf.get(0, make))
    await asyncio.sleep(0)
    may.set()
    assert (await first, await again, make.call_count) == (b"made", b"made", 1)


async def test_at_the_end_nobody_waits_any_longer() -> None:
    shelf, (make, _) = MadeOnce[int, bytes](2), slow()
    waits = asyncio.create_task(shelf.get(1, make))
    await asyncio.sleep(0)
    await shelf.close()
    with pytest.raises(asyncio.CancelledError):
        await waits


# --- Who waits ----------------------------------------------------------------------------------------------


def test_when_too_many_wait_the_next_is_asked_to_come_back() -> None:
    queue = Queue(most=2)
    with queue.place("192.0.2.1"), queue.place("192.0.2.2"), pytest.raises(Refusal, match="busy"):
        queue.place(HERE).__enter__()
    with queue.place(HERE):
        pass


def test_one_address_waits_for_so_many_at_a_time_and_others_need_not_wait() -> None:
    queue = Queue(of_one=2)
    with queue.place(HERE), queue.place(HERE):
        with pytest.raises(Refusal, match="busy"):
            queue.place(HERE).__enter__()
        with queue.place("192.0.2.8"):
            pass
    with queue.place(HERE):
        pass


async def test_work_is_done_one_piece_after_another_in_a_thread_of_its_own_and_its_errors_are_raised() -> None:
    thread, names, at_work = Slow("kitchen"), list[str](), Lock()

    def cook() -> None:
        assert at_work.acquire(blocking=False)
        time.sleep(0.01)
        names.append(threading.current_thread().name)
        at_work.release()

    await asyncio.gather(*(thread.do(cook) for _ in range(3)))
    assert names == ["kitchen_0"] * 3
    with pytest.raises(ZeroDivisionError):
        await thread.do(lambda: 1 // 0)
    thread.close()


async def test_whoever_is_one_too_many_is_told_so_and_nothing_is_done_for_them() -> None:
    thread, may = Slow("kitchen", Queue(say("Too many cooks."), most=1)), threading.Event()
    first = asyncio.create_task(thread.do(may.wait))
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="busy: Too many cooks"):
        await thread.do(Mock(side_effect=AssertionError))
    may.set()
    assert await first
    thread.close()


# --- Sending ------------------------------------------------------------------------------------------------


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
