"""Well-behaved rooms beside abusive clients. The effect on them is a ratio within one run: their waits during the abuse
to those before and after it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

import psutil
from msgspec import Struct

from benchmarks.load.figures import Figure, percentile, told
from benchmarks.load.pages import Room, open_rooms
from benchmarks.load.robots import Record, Robots
from benchmarks.load.servers import Server

ROOMS: Final = 28
"""The shipped limits allow an address thirty new rooms in ten minutes."""
PER_SECOND: Final = 100

Place = tuple[str, int]
Rude = Callable[[], AbstractAsyncContextManager[None]]


class Waits(Struct):
    """Waits in milliseconds: for the acknowledgement, and until every page was shown the move; and the server's use of
    a core meanwhile, in percent."""

    acknowledged: list[float]
    delivered: list[float]
    errors: int
    processor: float

    def __add__(self, other: Waits) -> Waits:
        return Waits(
            self.acknowledged + other.acknowledged,
            self.delivered + other.delivered,
            self.errors + other.errors,
            (self.processor + other.processor) / 2,
        )


class Polite:
    """The players of a few rooms."""

    def __init__(self, server: Server, rooms: list[Room], every_s: float) -> None:
        self._server = server
        self._record = Record()
        self._robots = [Robots(room, every_s, self._record, seed) for seed, room in enumerate(rooms)]
        self.rooms = rooms

    async def play(self, seconds: float) -> Waits:
        """Play on schedule; the waits."""
        record, began, took = self._record, time.perf_counter(), self._server.cpu_seconds()
        record.start()
        await asyncio.gather(*(robots.play(seconds) for robots in self._robots))
        processor = 100 * (self._server.cpu_seconds() - took) / (time.perf_counter() - began)
        return Waits(record.from_due[:], record.delivered[:], sum(record.errors.values()), processor)

    def close(self) -> None:
        for robots in self._robots:
            robots.close()


@asynccontextmanager
async def people(server: Server, quick: bool, warm_up_s: float = 5.0) -> AsyncIterator[Polite]:
    """Rooms at this server that keep playing."""
    rooms = 4 if quick else ROOMS
    polite = Polite(server, await open_rooms(server, rooms), ROOMS / PER_SECOND)
    await polite.play(0.5 if quick else warm_up_s)
    try:
        yield polite
    finally:
        polite.close()


def held_by(server: Server) -> set[Place]:
    """The far ends of the server's open connections: a client that does not read is not told that its own was
    closed."""
    held = psutil.Process(server.pid).net_connections("tcp4")
    return {tuple(each.raddr) for each in held if each.raddr and each.status == psutil.CONN_ESTABLISHED}


async def compared(what: str, polite: Polite, rude: Rude, seconds: float, bar: float) -> list[Figure]:
    """The rows about waits in rude company for this long. `bar`: the ratio to waits without, half as long before and
    half as long after."""
    before = await polite.play(seconds / 2)
    async with rude():
        meanwhile = await polite.play(seconds)
    without = before + await polite.play(seconds / 2)
    return [
        _ratio(f"{what}: others, acknowledged, p99", meanwhile.acknowledged, without.acknowledged, bar),
        _ratio(f"{what}: others, shown, p99", meanwhile.delivered, without.delivered, bar),
        told(f"{what}: processor of the server", meanwhile.processor, "% of a core", without.processor),
        Figure(f"{what}: others, errors", str(meanwhile.errors), "0", meanwhile.errors == 0),
    ]


def _ratio(what: str, meanwhile: list[float], without: list[float], bar: float) -> Figure:
    with_them, without_them = percentile(meanwhile, 99), percentile(without, 99)
    ratio = with_them / without_them
    figure = f"{with_them:.1f} ms, {without_them:.1f} ms without them"
    return Figure(what, figure, f"ratio < {bar}", ratio < bar, f"ratio {ratio:.2f}")
