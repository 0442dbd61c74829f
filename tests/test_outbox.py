"""A slow reader costs little, holds up nobody, and still ends up with the right picture."""

import asyncio
import gc
import weakref
from collections.abc import Iterable
from typing import cast

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


async def test_messages_go_out_in_their_order() -> None:
    page = Page()
    for seq in (1, 2, 3):
        page.outbox.put(frame(seq))
    assert await page.settle() == ["frame 1", "frame 2", "frame 3"]


async def test_a_page_that_asks_gets_a_snapshot() -> None:
    page = Page()
    page.outbox.ask_for_snapshot()
    assert await page.settle() == ["snapshot after 0"]


async def test_a_reader_that_fell_behind_gets_one_snapshot_instead_of_the_backlog() -> None:
    page = Page()
    page.outbox.put(frame(1))
    await page.settle()
    page.reading.clear()
    for seq in range(2, 3 * MOST_MESSAGES):
        page.outbox.put(frame(seq))
        await asyncio.sleep(0)
    page.reading.set()
    read = await page.settle()
    # The one that was under way when he stopped reading is still sent.
    assert read == ["frame 1", "frame 2", "snapshot after 2"]


async def test_answers_outlive_the_backlog() -> None:
    page = Page()
    page.reading.clear()
    page.outbox.put(frame(1))
    await page.settle()
    page.outbox.put(Message("ack", None))
    for seq in range(2, 2 * MOST_MESSAGES):
        page.outbox.put(frame(seq))
    page.reading.set()
    assert await page.settle() == ["frame 1", "ack", "snapshot after 1"]


async def test_a_large_backlog_counts_by_its_size() -> None:
    page = Page()
    page.reading.clear()
    page.outbox.put(frame(1))
    await page.settle()
    for seq in range(2, 6):
        page.outbox.put(Message("x" * 100_000, seq))
    page.reading.set()
    assert await page.settle() == ["frame 1", "snapshot after 1"]


async def test_a_reader_that_falls_behind_its_snapshot_is_sent_away() -> None:
    page = Page()
    page.reading.clear()
    for _ in range(2):
        page.outbox.put(frame(1))
        await page.settle()
        for seq in range(2, 2 * MOST_MESSAGES):
            page.outbox.put(frame(seq))
        page.reading.set()
        await asyncio.sleep(0)
        page.reading.clear()
        await page.settle()
        for seq in range(2, 2 * MOST_MESSAGES):
            page.outbox.put(frame(seq))
    page.reading.set()
    assert await page.writer == TOO_SLOW


async def test_a_reader_that_catches_up_may_fall_behind_another_day() -> None:
    page = Page()
    for _ in range(3):
        page.reading.clear()
        page.outbox.put(frame(1))
        await page.settle()
        for seq in range(2, 2 * MOST_MESSAGES):
            page.outbox.put(frame(seq))
        page.reading.set()
        await page.settle()
    assert not page.writer.done()
    assert page.read.count("snapshot after 1000") == 2


async def test_finishing_sends_what_is_queued_first() -> None:
    page = Page()
    page.outbox.put(Message("bye", None))
    page.outbox.finish(1012)
    assert await page.writer == 1012
    assert page.read == ["bye"]


class Deaf:
    """A connection on which nothing can be sent any more."""

    def __init__(self) -> None:
        self.tried = asyncio.Event()

    async def send(self, text: str) -> None:
        self.tried.set()
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        """It is closed already."""


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
    outbox, connection = Outbox(lambda seen: [Message("snapshot", 1)], seen=0), Deaf()
    sender = Sender(outbox, cast(Connection, connection))
    outbox.ask_for_snapshot()
    sender.start()
    await connection.tried.wait()
    await sender.stop()
    outbox.abandon()
    return sender
