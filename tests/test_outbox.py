"""A slow reader costs little, holds up nobody, and still ends up with the right picture."""

import asyncio
import gc
import weakref
from collections.abc import Iterable
from unittest.mock import Mock

from app.protocol.close_codes import TOO_SLOW
from app.rooms.connection import Connection
from app.rooms.outbox import MOST_MESSAGES, Message, Outbox, Sender


class Page:
    """A reader that can stop reading, and a room whose snapshot says up to where it was asked for."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.reading = asyncio.Event()
        self.reading.set()
        self.outbox = Outbox(self.snapshot, seen=0)
        self.writer = asyncio.create_task(self.outbox.send_all(self.send))

    def snapshot(self, seen: int) -> Iterable[Message]:
        return [Message(f"snapshot after {seen}", 1000)]

    async def send(self, text: str) -> None:
        await self.reading.wait()
        self.read.append(text)

    async def settle(self) -> list[str]:
        for _ in range(3 * MOST_MESSAGES):
            await asyncio.sleep(0)
        return self.read


def frame(seq: int) -> Message:
    return Message(f"frame {seq}", seq)


def overflow(page: Page, until: int = 2 * MOST_MESSAGES) -> None:
    """More frames than wait for a page that has been sent the first one."""
    for seq in range(2, until):
        page.outbox.put(frame(seq))


async def stopped() -> Page:
    """One that stops reading while the first frame is sent."""
    page = Page()
    page.reading.clear()
    page.outbox.put(frame(1))
    await page.settle()
    return page


async def test_messages_go_out_in_their_order_and_before_the_end() -> None:
    page = Page()
    for seq in (1, 2, 3):
        page.outbox.put(frame(seq))
    page.outbox.put(Message("bye", None))
    page.outbox.finish(1012)
    assert await page.writer == 1012
    assert page.read == ["frame 1", "frame 2", "frame 3", "bye"]


async def test_a_page_that_asks_gets_a_snapshot() -> None:
    page = Page()
    page.outbox.ask_for_snapshot()
    assert await page.settle() == ["snapshot after 0"]


async def test_a_reader_that_fell_behind_gets_one_snapshot_instead_of_the_backlog_and_every_answer() -> None:
    page = await stopped()
    page.outbox.put(Message("ack", None))
    overflow(page)
    page.reading.set()
    # The one that was under way when it stopped reading is still sent.
    assert await page.settle() == ["frame 1", "ack", "snapshot after 1"]


async def test_a_large_backlog_counts_by_its_size() -> None:
    page = await stopped()
    for seq in range(2, 6):
        page.outbox.put(Message("x" * 100_000, seq))
    page.reading.set()
    assert await page.settle() == ["frame 1", "snapshot after 1"]


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
    assert page.read.count("snapshot after 1000") == 2


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

    async def send(text: str) -> None:
        tried.set()
        await asyncio.Event().wait()  # nothing can be sent any more

    outbox = Outbox(lambda seen: [Message("snapshot", 1)], seen=0)
    sender = Sender(outbox, Mock(spec=Connection, send=send))
    outbox.ask_for_snapshot()
    sender.start()
    await tried.wait()
    await sender.stop()
    tried.clear()
    outbox.put(Message("late", 2))
    await asyncio.sleep(0.01)
    assert not tried.is_set(), "nobody reads any more"
    outbox.abandon()
    return sender
