"""Robots that move on schedule, not when the server is ready for them.

Each room has a timetable. If an answer cannot be given when it is due, because the question has not come yet, it is
given as soon as possible, and its wait counts from when it was due: a slow server does not slow down its measurement
(no coordinated omission).
"""

import asyncio
import time
from collections import Counter, deque
from contextlib import suppress
from random import Random
from typing import Final

from msgspec import Struct, field

from benchmarks.load.line import CUT
from benchmarks.load.pages import Ack, Frame, Message, Page, Refused, Retry, Room, harmless

REMEMBERED: Final = 32
SETTLE_WITHIN_S: Final = 10.0


class Record(Struct):
    """The robots' record since `begin`, in milliseconds."""

    begin: float = 0.0
    from_due: list[float] = field(default_factory=list)
    """From a move's due time to its acknowledgement."""
    from_sent: list[float] = field(default_factory=list)
    """From its sending."""
    delivered: list[float] = field(default_factory=list)
    """From its sending until a page of the room had the frame after it: one value for each page."""
    errors: Counter[str] = field(default_factory=Counter)

    def start(self) -> None:
        """Discard the warm-up."""
        self.begin = time.perf_counter()
        for values in (self.from_due, self.from_sent, self.delivered):
            values.clear()
        self.errors.clear()

    def per_second(self) -> float:
        """Acknowledged moves per second."""
        return len(self.from_sent) / (time.perf_counter() - self.begin)


class Answer(Struct, frozen=True):
    """A pending move."""

    due: float
    sent: float


class Robots:
    """The players of one room."""

    def __init__(self, room: Room, every_s: float, record: Record, seed: int = 0) -> None:
        """`every_s`: the interval between due times."""
        self.room = room
        self._every_s = every_s
        self._record = record
        self._chance = Random(seed)
        self._due: deque[float] = deque()
        self._on_its_way: dict[str, Answer] = {}
        self._answered: set[tuple[int, int]] = set()
        self.sent: dict[int, float] = {}
        """By a move's seq: when it was sent."""
        self._came: dict[int, list[float]] = {}
        self._news = asyncio.Event()
        self._is_closing = False
        for page in room.pages:
            page.heard = self._hear
            page.line.lost = self._lose

    async def play(self, seconds: float) -> None:
        """Play on schedule, then wait for all acknowledgements. Missing ones count as errors."""
        start = time.perf_counter() + self._chance.random() * self._every_s
        for number in range(int(seconds / self._every_s)):
            due = start + number * self._every_s
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._due.append(due)
            self._answer()
        await self._settle()

    async def _settle(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_WITHIN_S):
                while self._on_its_way or self._due:
                    self._news.clear()
                    await self._news.wait()
        self._record.errors["not acknowledged"] += len(self._on_its_way)
        self._record.errors["never asked"] += len(self._due)

    def close(self) -> None:
        """Close every page of the room."""
        self._is_closing = True
        for page in self.room.pages:
            page.line.close()

    def _answer(self) -> None:
        for page in self.room.players:
            if not self._due:
                return
            frame = page.frame
            if page.is_asked and frame is not None and frame.question is not None:
                place = (frame.question, frame.you or 0)
                if place not in self._answered:
                    self._answered.add(place)
                    id = page.play(harmless(frame, self._chance))
                    self._on_its_way[id] = Answer(self._due.popleft(), time.perf_counter())

    def _hear(self, page: Page, message: Message) -> None:
        self._news.set()
        if isinstance(message, Frame):
            self._note_frame(message.seq)
            if page.is_over and page is self.room.players[0]:
                page.say(type="rematch")
            self._answer()
        elif isinstance(message, Ack):
            self._note_ack(message)
        elif isinstance(message, Refused | Retry):
            self._record.errors[message.code if isinstance(message, Refused) else "retry"] += 1
            self._on_its_way.pop(message.id or "", None)

    def _note_ack(self, ack: Ack) -> None:
        answer = self._on_its_way.pop(ack.id, None)
        if answer is None or answer.due < self._record.begin:
            return
        now = time.perf_counter()
        self._record.from_due.append((now - answer.due) * 1000)
        self._record.from_sent.append((now - answer.sent) * 1000)
        self.sent[ack.seq] = answer.sent
        self._record.delivered += [(came - answer.sent) * 1000 for came in self._came.pop(ack.seq, ())]

    def _note_frame(self, seq: int) -> None:
        """To the mover's own page, the frame comes before the acknowledgement; to others, before or after it."""
        now = time.perf_counter()
        if seq in self.sent:
            self._record.delivered.append((now - self.sent[seq]) * 1000)
        else:
            self._came.setdefault(seq, []).append(now)
            if len(self._came) > REMEMBERED:
                del self._came[next(iter(self._came))]

    def _lose(self, code: int) -> None:
        if not self._is_closing:
            self._record.errors["cut" if code == CUT else f"closed with {code}"] += 1


async def play_all(rooms: list[Robots], seconds: float, warm_up_s: float, record: Record) -> float:
    """Play in all rooms concurrently, ignoring the warm-up; the moves per second afterwards."""
    playing = asyncio.gather(*(robots.play(warm_up_s + seconds) for robots in rooms))
    await asyncio.sleep(warm_up_s)
    record.start()
    await asyncio.sleep(seconds)
    rate = record.per_second()
    await playing
    return rate
