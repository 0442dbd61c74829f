"""L3: one room with four robots and five hundred spectators.

99 of 100 moves reach every one of them within 200 ms. For comparison, the minimal server, sending a text of that length
to as many; and the time until all know of another arrival.
"""

import asyncio
import time
from collections import defaultdict
from pathlib import Path
from typing import Final

from msgspec import Struct

from benchmarks.load.figures import Figure, at_most, percentile, told, watched_machine
from benchmarks.load.line import Line, open_line
from benchmarks.load.pages import open_room, side_by_side, source_of
from benchmarks.load.robots import Record, Robots, play_all
from benchmarks.load.servers import Address, least, tertulia

ONLOOKERS: Final = 500
MOVES_PER_SECOND: Final = 4
BAR_MS: Final = 200.0
COMERS: Final = 20
FRAME: Final = b'{"type":"frame","seq":'
TABLE: Final = b'{"type":"table"'


class Took(Struct):
    """Milliseconds since a move was sent, and the server's processor time per move."""

    each: list[float]
    """Until one page had it."""
    last: list[float]
    """Until all pages had it."""
    cpu_ms: float = 0.0
    machine: str = ""


class Audience:
    """Spectators, and the times at which they received messages."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.came: defaultdict[int, list[float]] = defaultdict(list)
        """By seq: the times at which its frame arrived."""
        self._told = 0
        self._all_told = asyncio.Event()
        self._news = asyncio.Event()

    async def come(self, server: Address, path: str, many: int) -> None:
        async def one(number: int) -> Line:
            line = await open_line(server, path, hear=self._hear, source=source_of(number))
            line.say(b'{"type":"hello","name":"Eve %d"}' % number)
            return line

        self.lines = await side_by_side(range(many), one)

    async def until_all_have(self, seq: int) -> None:
        """Wait until all spectators have it. Raises TimeoutError."""
        async with asyncio.timeout(30):
            while len(self.came[seq]) < len(self.lines):
                self._news.clear()
                await self._news.wait()

    async def all_told(self) -> None:
        """Wait until everybody has received another table."""
        self._told = 0
        self._all_told.clear()
        async with asyncio.timeout(30):
            await self._all_told.wait()

    def took(self, sent: dict[int, float]) -> Took:
        """The delays. `sent`: when the moves were sent, by seq. Raises ValueError if one has not reached everybody."""
        for seq in sent:
            if len(self.came[seq]) != len(self.lines):
                raise ValueError(f"{len(self.came[seq])} of {len(self.lines)} have event {seq}")
        each = [1000 * (came - at) for seq, at in sent.items() for came in self.came[seq]]
        return Took(each, [1000 * (max(self.came[seq]) - at) for seq, at in sent.items()])

    def leave(self) -> None:
        for line in self.lines:
            line.close()

    def _hear(self, text: bytes) -> None:
        if text.startswith(FRAME):
            self._news.set()
            self.came[int(text[len(FRAME) : text.index(b",", len(FRAME))])].append(time.perf_counter())
        elif text.startswith(TABLE):
            self._told += 1
            if self._told == len(self.lines):
                self._all_told.set()


async def measure(folder: Path, quick: bool) -> list[Figure]:
    """Ours, then the minimal server."""
    many, seconds = (20, 2.0) if quick else (ONLOOKERS, 60.0)
    ours, known = await _ours(folder, many, seconds)
    bare = await _bare(many, seconds)
    title = f"{many} spectators"
    last = percentile(bare.last, 99)
    return [
        at_most(f"{title}: a move reached all, p99", percentile(ours.last, 99), BAR_MS, "ms", last),
        told(f"{title}: a move reached one, p99", percentile(ours.each, 99), "ms", percentile(bare.each, 99)),
        told(f"{title}: processor per move", ours.cpu_ms, "ms", bare.cpu_ms, ours.machine),
        told(f"{title}: all know of an arrival, at most", max(known), "ms"),
    ]


async def _ours(folder: Path, many: int, seconds: float) -> tuple[Took, list[float]]:
    async with tertulia(folder) as server:
        room, audience, record = await open_room(server), Audience(), Record()
        await audience.come(server, f"/ws/{room.code}", many)
        await asyncio.sleep(1.0)
        robots = Robots(room, 1 / MOVES_PER_SECOND, record)
        async with watched_machine() as machine:
            cpu = server.cpu_seconds()
            await play_all([robots], seconds, 0.0, record)
            cpu = server.cpu_seconds() - cpu
        if record.errors.total():
            raise ValueError(f"not every move was acknowledged: {record.errors}")
        for seq in robots.sent:
            await audience.until_all_have(seq)
        took = audience.took(robots.sent)
        took.cpu_ms, took.machine = 1000 * cpu / len(robots.sent), str(machine)
        known = [await _known(server, room.code, audience) for _ in range(COMERS)]
        robots.close()
        audience.leave()
        return took, known


async def _known(server: Address, code: str, audience: Audience) -> float:
    """The milliseconds until all know of another spectator, who leaves again."""
    line = await open_line(server, f"/ws/{code}")
    began = time.perf_counter()
    line.say(b'{"type":"hello","name":"Zoe"}')
    await audience.all_told()
    took = 1000 * (time.perf_counter() - began)
    line.close()
    await asyncio.sleep(1.5)
    return took


async def _bare(many: int, seconds: float) -> Took:
    async with least() as server:
        audience, sent = Audience(), dict[int, float]()
        await audience.come(server, "/ws/one", many)
        mover = await open_line(server, "/ws/one")
        cpu = server.cpu_seconds()
        for seq in range(int(seconds * MOVES_PER_SECOND)):
            sent[seq] = time.perf_counter()
            mover.say(b'{"type":"play","id":"%032x","question":%d,"move":{"do":"draw"}}' % (seq, seq))
            await asyncio.sleep(1 / MOVES_PER_SECOND)
        for seq in sent:
            await audience.until_all_have(seq)
        took = audience.took(sent)
        took.cpu_ms = 1000 * (server.cpu_seconds() - cpu) / len(sent)
        mover.close()
        audience.leave()
        return took
