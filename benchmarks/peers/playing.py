"""Moves: the server's cost of each, and the waits of players and viewers."""

from __future__ import annotations

import asyncio
import gc
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from benchmarks.load.figures import percentile
from benchmarks.load.pages import side_by_side
from benchmarks.peers.orders import Order, Play, Played, Waits
from benchmarks.peers.processes import cpu_s
from benchmarks.peers.rooms import Room, Tally, clock
from benchmarks.peers.wires import WIRES

SETTLE_S: Final = 0.4
QUIET_WITHIN_S: Final = 10.0


async def run(order: Play) -> Played:
    """One run. Raises OSError if the server does not let the rooms open."""
    tally = Tally()
    rooms = await open_rooms(order, tally)
    await asyncio.sleep(SETTLE_S)
    measure = at_rate if order.rate else saturated
    with no_collection():
        return await measure(order, rooms, tally)


async def open_rooms(order: Order, tally: Tally) -> list[Room]:
    """Open all rooms, spread over the ports, and begin the games."""
    open_room = WIRES[order.wire].open_room

    async def opened(number: int) -> Room:
        room = Room(tally)
        await open_room(order.ports[number % len(order.ports)], room)
        return room

    return await side_by_side(range(order.rooms), opened)


@contextmanager
def no_collection() -> Iterator[None]:
    """Suspends garbage collection, which would look like a slow server."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


async def saturated(order: Play, rooms: list[Room], tally: Tally) -> Played:
    """Each player answers as soon as they are asked."""
    for room in rooms:
        room.last_version = math.inf
        room.move()
    await asyncio.sleep(order.warm_up_s)
    tally.begin()
    before = Reading.of(order, tally)
    await asyncio.sleep(order.seconds)
    after = Reading.of(order, tally)
    for room in rooms:
        room.last_version = 0.0
    await until_quiet(rooms, tally)
    return before.report(after, tally)


async def at_rate(order: Play, rooms: list[Room], tally: Tally) -> Played:
    """Moves on schedule, in the rooms in turn."""
    await _keep_timetable(order, rooms, order.warm_up_s)
    await until_quiet(rooms, tally)
    tally.begin()
    before = Reading.of(order, tally)
    skipped = await _keep_timetable(order, rooms, order.seconds)
    await until_quiet(rooms, tally)
    return before.report(Reading.of(order, tally), tally, skipped)


async def _keep_timetable(order: Play, rooms: list[Room], seconds: float) -> int:
    skipped = 0
    began = clock()
    for number in range(int(seconds * order.rate)):
        pause = began + number / order.rate - clock()
        if pause > 0:
            await asyncio.sleep(pause)
        skipped += not rooms[number % len(rooms)].move()
    return skipped


async def until_quiet(rooms: list[Room], tally: Tally) -> None:
    """Wait until nothing is pending; a fault if that takes too long."""
    until = clock() + QUIET_WITHIN_S
    while any(not room.is_quiet for room in rooms):
        if clock() > until:
            tally.faults.append("moves were lost")
            return
        await asyncio.sleep(0.001)


class Reading(NamedTuple):
    """The counters at one moment."""

    at_s: float
    server_s: float
    database_s: float
    driver_s: float
    acknowledged: float
    delivered: float
    received_bytes: float

    @classmethod
    def of(cls, order: Play, tally: Tally) -> Reading:
        """Read them now."""
        return cls(
            clock(),
            cpu_s(order.pids),
            cpu_s(order.database_pids),
            time.process_time(),
            tally.acknowledged,
            tally.delivered,
            tally.received_bytes,
        )

    def report(self, later: Reading, tally: Tally, skipped: int = 0) -> Played:
        """The results between the two readings."""
        over = Reading(*(after - before for before, after in zip(self, later, strict=True)))
        if not over.acknowledged:
            raise ConnectionError(f"no move was acknowledged; {tally.faults[:3]}")
        return Played(
            cpu_ms=1000 * over.server_s / over.acknowledged,
            database_ms=1000 * over.database_s / over.acknowledged,
            moves_per_s=over.acknowledged / over.at_s,
            acknowledged=int(over.acknowledged),
            delivered=int(over.delivered),
            skipped=skipped,
            bytes_per_move=over.received_bytes / over.acknowledged,
            acks=_waits(tally.ack_s),
            deliveries=_waits(tally.delivery_s),
            server_cpu=over.server_s / over.at_s,
            driver_cpu=over.driver_s / over.at_s,
            state_bytes=tally.state_bytes / max(1, tally.states),
            ack_bytes=tally.ack_bytes / max(1, tally.acks),
            faults=tally.faults[:10],
        )


def _waits(seconds: list[float]) -> Waits:
    ms = [1000 * each for each in seconds]
    return Waits(p50=percentile(ms, 50), p99=percentile(ms, 99), longest=max(ms))
