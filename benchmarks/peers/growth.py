"""Growth: what costs more with a longer log, and the cost of loading a room from it. Tertulia only."""

import asyncio
from collections.abc import Sequence
from statistics import fmean, median
from typing import Final

from benchmarks.load.pages import side_by_side
from benchmarks.peers.orders import Grow, Grown, Return, Returned
from benchmarks.peers.playing import no_collection
from benchmarks.peers.processes import cpu_s
from benchmarks.peers.rooms import Room, Tally
from benchmarks.peers.wires.tertulia import come_back, join, open_game

SETTLE_S: Final = 0.3
GROWS_WITHIN_S: Final = 600.0
RETURNS: Final = 20
AWAY_S: Final = 0.05


async def grow(order: Grow) -> Grown:
    """Old and new rooms are measured in turn, on the same server and machine."""
    tally = Tally()
    old = await _opened(order, tally)
    await _play_to(old, order.old)
    rounds = [await _round(order, old, tally, old_first=number % 2 == 1) for number in range(order.rounds)]
    young = await _opened(order, tally)
    await _play_to(young, order.young)
    young_return, _ = await _returns(order, young)
    old_return, return_ms = await _returns(order, old)
    reload, _ = await _returns(order, old, anew=True)
    return Grown(
        young_ms=median(young_ms for young_ms, _ in rounds),
        old_ms=median(old_ms for _, old_ms in rounds),
        old_by_young=median(old_ms / young_ms for young_ms, old_ms in rounds),
        young_return_bytes=young_return,
        return_bytes=old_return,
        reload_bytes=reload,
        return_ms=return_ms,
        codes=[room.code for room in old],
        faults=tally.faults[:10],
    )


async def _round(order: Grow, old: Sequence[Room], tally: Tally, old_first: bool) -> tuple[float, float]:
    """Milliseconds for a move in new rooms, and in old ones; whichever comes second may find the server slower."""
    young = await _opened(order, tally)
    await _play_to(young, order.young)
    await _play_to(old, order.window // 2)
    with no_collection():
        if old_first:
            old_ms, young_ms = await _cost(order, old, tally), await _cost(order, young, tally)
        else:
            young_ms, old_ms = await _cost(order, young, tally), await _cost(order, old, tally)
    for room in young:
        room.leave()
    await asyncio.sleep(SETTLE_S)
    return young_ms, old_ms


async def _opened(order: Grow, tally: Tally) -> list[Room]:
    rooms = [Room(tally, order.seats) for _ in range(order.rooms)]
    (port,) = order.ports
    await side_by_side(rooms, lambda room: open_game(port, room, order.game, order.options))
    return rooms


async def _play_to(rooms: Sequence[Room], more: int) -> None:
    """Play this many more events in each room. Raises TimeoutError."""
    for room in rooms:
        room.last_version = room.version + more
        room.move()
    async with asyncio.timeout(GROWS_WITHIN_S):
        while any(room.version < room.last_version or not room.is_quiet or not room.ready for room in rooms):
            if rooms[0].tally.faults:
                raise ConnectionError(f"the rooms stopped: {rooms[0].tally.faults[:3]}")
            await asyncio.sleep(0.01)


async def _cost(order: Grow, rooms: Sequence[Room], tally: Tally) -> float:
    cpu, moves = cpu_s(order.pids), tally.acknowledged
    await _play_to(rooms, order.window)
    return 1000 * (cpu_s(order.pids) - cpu) / (tally.acknowledged - moves)


async def _returns(order: Grow, rooms: Sequence[Room], anew: bool = False) -> tuple[float, float]:
    """Bytes to a reconnecting host, and the processor time in ms that this takes."""
    (port,) = order.ports
    heard: list[int] = []
    cpu = 0.0
    for number in range(RETURNS):
        room = rooms[number % len(rooms)]
        version = room.version
        room.seats[0].leave()
        await asyncio.sleep(AWAY_S)
        before = cpu_s(order.pids)
        room.seats[0] = await come_back(port, room, 0 if anew else version)
        await asyncio.sleep(AWAY_S)
        cpu += cpu_s(order.pids) - before
        heard.append(room.seats[0].heard_bytes)
    return fmean(heard), 1000 * cpu / RETURNS


async def come_back_cold(order: Return) -> Returned:
    """A guest enters each room, and then another one."""
    tally = Tally()
    rooms = [Room(tally) for _ in order.codes]
    for room, code in zip(rooms, order.codes, strict=True):
        room.code = code
    (port,) = order.ports
    costs = []
    for _ in range(2):
        before = cpu_s(order.pids)
        for room in rooms:
            room.seats.append(await join(port, room, room.players + len(room.seats)))
        await asyncio.sleep(SETTLE_S)
        costs.append(1000 * (cpu_s(order.pids) - before) / len(rooms))
    return Returned(first_ms=costs[0], second_ms=costs[1], faults=tally.faults[:10])
