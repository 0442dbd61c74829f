"""Connections: the cost of connecting, receiving the first state, and staying idle."""

import asyncio
from typing import Final

from benchmarks.load.pages import side_by_side
from benchmarks.peers.orders import Came, Come
from benchmarks.peers.playing import open_rooms
from benchmarks.peers.processes import cpu_s, memory_kb
from benchmarks.peers.rooms import VIEWERS, Room, Seat, Tally, clock
from benchmarks.peers.wires import WIRES

SETTLE_S: Final = 2.0
FIRST: Final = 20
"""The number of rooms with a newcomer before counting starts: the first is more expensive everywhere."""


async def run(order: Come) -> Came:
    """In rooms with running games: this many newcomers in each, who only watch; and then a while without moves."""
    tally = Tally()
    rooms = await open_rooms(order, tally)
    await _join(order, rooms[:FIRST], VIEWERS)
    await asyncio.sleep(SETTLE_S)
    memory, cpu = memory_kb(order.pids), cpu_s(order.pids)
    came = [seat for one in range(order.newcomers) for seat in await _join(order, rooms, VIEWERS + 1 + one)]
    connect_ms = 1000 * (cpu_s(order.pids) - cpu) / len(came)
    await asyncio.sleep(SETTLE_S)
    socket_kb = (memory_kb(order.pids) - memory) / len(came)
    idle_us = await _idle(order) / (len(came) + FIRST + sum(len(room.seats) for room in rooms))
    return Came(connect_ms=connect_ms, socket_kb=socket_kb, idle_us=idle_us, faults=tally.faults[:10])


async def _join(order: Come, rooms: list[Room], number: int) -> list[Seat]:
    """Add one more in each room."""
    join = WIRES[order.wire].join
    (port,) = order.ports
    return await side_by_side(rooms, lambda room: join(port, room, number))


async def _idle(order: Come) -> float:
    """Microseconds of processor time a second, for all sockets together."""
    began, cpu = clock(), cpu_s(order.pids)
    await asyncio.sleep(order.idle_s)
    return 1e6 * (cpu_s(order.pids) - cpu) / (clock() - began)
