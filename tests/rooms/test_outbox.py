"""A slow reader costs little, delays nobody, and still ends up with the right state."""

import asyncio
import gc
import weakref
from collections.abc import Iterable
from unittest.mock import AsyncMock, Mock

import pytest

from app.protocol.close_codes import TOO_SLOW
from app.rooms.connection import Connection
from app.rooms.outbox import MOST_MESSAGES, Message, Outbox, Sender
from tests.support.metrics import Rise
from tests.support.tables import until


class Page:
    """A reader that can stop reading, and a room whose snapshot names the event up to which it was requested."""

    def __init__(self) -> None:
        self.read: list[bytes] = []
        self.reading = asyncio.Event()
        self.reading.set()
        self.outbox = Outbox(self.snapshot, seen=0, write_now=None)
        self.writer = asyncio.create_task(self.outbox.send_all(self.send))

    def snapshot(self, seen: int) -> Iterable[Message]:
        return [Message(b"snapshot after %d" % seen, 1000)]

    async def send(self, message: bytes) -> None:
        await self.reading.wait()
        self.read.append(message)

    async def settle(self) -> list[bytes]:
        for _ in range(3 * MOST_MESSAGES):
            await asyncio.sleep(0)
        return self.read


def frame(seq: int) -> Message:
    return Message(b"frame %d" % seq, seq)


def overflow(page: Page, until: int = 2 * MOST_MESSAGES) -> None:
    """Queue more frames than the outbox holds for a page that has been sent the first one."""
    for seq in range(2, until):
        page.outbox.put(frame(seq))


async def stopped() -> Page:
    """A page that stops reading while the first frame is being sent."""
    page = Page()
    page.reading.clear()
    page.outbox.put(frame(1))
    await page.settle()
    return page


async def test_a_reader_that_fell_behind_gets_one_snapshot_instead_of_the_backlog_and_every_answer() -> None:
    page, rise = await stopped(), Rise()
    page.outbox.put(Message(b"ack", None))
    overflow(page)
    assert rise("outbox_overflow_total") == 1
    page.reading.set()
    # The frame under way when it stopped reading is still sent.
    assert await page.settle() == [b"frame 1", b"ack", b"snapshot after 1"]


async def test_a_large_backlog_counts_by_its_size() -> None:
    page = await stopped()
    for seq in range(2, 6):
        page.outbox.put(Message(b"x" * 100_000, seq))
    page.reading.set()
    assert await page.settle() == [b"frame 1", b"snapshot after 1"]


async def test_a_reader_that_falls_behind_its_snapshot_is_sent_away() -> None:
    page = await stopped()
    for _ in range(2):
        overflow(page)
        page.reading.set()
        await asyncio.sleep(0)
        page.reading.clear()
        await page.settle()
        overflow(page)
        page.outbox.put(frame(1))
        await page.settle()
    page.reading.set()
    assert await page.writer == TOO_SLOW


async def test_a_slow_reader_that_asks_again_and_again_has_one_snapshot_waiting() -> None:
    reads, read = asyncio.Semaphore(0), list[bytes]()

    async def send(message: bytes) -> None:
        await reads.acquire()
        read.append(message)

    outbox = Outbox(lambda seen: [Message(b"chat", 0)] * 200, 0, None)
    writer = asyncio.create_task(outbox.send_all(send))
    outbox.put(Message(b"ack", None))
    for _ in range(20):
        outbox.ask_for_snapshot()
        reads.release()
        await asyncio.sleep(0)
    for _ in range(10_000):
        reads.release()
    outbox.finish(1012)
    assert await writer == 1012
    assert b"ack" in read and 200 < len(read) < 300


async def test_a_page_that_starts_over_while_a_frame_is_under_way_is_told_that_event_again() -> None:
    page = await stopped()
    page.outbox.start_over()
    page.reading.set()
    assert await page.settle() == [b"frame 1", b"snapshot after 0"]


async def test_a_reader_that_catches_up_may_fall_behind_another_day() -> None:
    page = await stopped()
    for _ in range(3):
        overflow(page)
        page.reading.set()
        await page.settle()
        page.reading.clear()
        page.outbox.put(frame(1))
        await page.settle()
    assert not page.writer.done()
    assert page.read.count(b"snapshot after 1000") == 2


async def test_why_a_page_is_cut_off_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    sender = Sender(Outbox(Mock(side_effect=ZeroDivisionError), seen=0, write_now=None), page := AsyncMock())
    sender._outbox.ask_for_snapshot()
    sender.start()
    await until(lambda: page.close.called)
    await sender.stop()
    assert "ZeroDivisionError" in caplog.text


async def test_a_page_that_breaks_off_while_it_is_sent_to_leaves_no_cycle_behind() -> None:
    gc.collect()
    gc.disable()
    try:
        gone = weakref.ref(await broken_off())
        await asyncio.sleep(0)
        assert gone() is None
    finally:
        gc.enable()


async def broken_off() -> Sender:
    tried = asyncio.Event()

    async def send(message: bytes) -> None:
        tried.set()
        await asyncio.Event().wait()  # nothing more can be sent

    outbox = Outbox(lambda seen: [Message(b"snapshot", 1)], seen=0, write_now=None)
    sender = Sender(outbox, Mock(spec=Connection, send=send))
    outbox.ask_for_snapshot()
    sender.start()
    await tried.wait()
    await sender.stop()
    tried.clear()
    outbox.put(Message(b"late", 2))
    await asyncio.sleep(0.01)
    assert not tried.is_set(), "the reader is gone"
    outbox.abandon()
    return sender
