"""Tables with bots: the event-loop lag while the server also thinks for them. Tertulia only."""

import asyncio
import math
from collections.abc import Mapping
from typing import Final

from prometheus_client.parser import text_string_to_metric_families

from benchmarks.load.pages import ask, side_by_side
from benchmarks.load.servers import Address
from benchmarks.peers.orders import Watch, Watched
from benchmarks.peers.processes import cpu_s
from benchmarks.peers.rooms import Room, Tally, clock
from benchmarks.peers.wires.tertulia import enter, new_room

LAG: Final = "tertulia_loop_lag_seconds"
SETTLE_S: Final = 5.0
SHARE: Final = 0.99


async def run(order: Watch) -> Watched:
    """One person plays with bots in each room, and answers at once; after a game they play again."""
    tally = Tally()
    rooms = await side_by_side(range(order.rooms), lambda number: _opened(order, tally, number))
    await asyncio.sleep(SETTLE_S)
    began, cpu, versions, lags = clock(), cpu_s(order.pids), _versions(rooms), await _lags(order)
    await asyncio.sleep(order.seconds)
    took = clock() - began
    later = await _lags(order)
    return Watched(
        moves_per_s=(_versions(rooms) - versions) / took,
        lag_p99_ms=1000 * _percentile({late: later[late] - lags[late] for late in later}),
        server_cpu=(cpu_s(order.pids) - cpu) / took,
        faults=tally.faults[:10],
    )


async def _opened(order: Watch, tally: Tally, number: int) -> Room:
    (port,) = order.ports
    game, seats = list(order.games.items())[number % len(order.games)]
    room = Room(tally, seats)
    room.last_version = math.inf
    await new_room(port, room, game=game, options={}, bots=True)
    seat = await enter(port, room, 0, room.cookie)
    room.seats.append(seat)
    await seat.has_state
    return room


def _versions(rooms: list[Room]) -> int:
    return sum(room.version for room in rooms)


async def _lags(order: Watch) -> dict[float, float]:
    """How often the lag was at most this many seconds."""
    _, _, body = await ask(Address(order.metrics_port), "GET", "/metrics")
    families = text_string_to_metric_families(body.decode())
    samples = [sample for family in families for sample in family.samples if sample.name == f"{LAG}_bucket"]
    return {float(sample.labels["le"]): sample.value for sample in samples}


def _percentile(cumulative: Mapping[float, float]) -> float:
    """The upper bound of the bucket with this percentile."""
    least = SHARE * max(cumulative.values())
    return min(late for late, count in cumulative.items() if count >= least)
