"""Serves Prometheus metrics on a port of its own, which should not be public, by prometheus_client's server.

To the counters of app/telemetry/metrics.py it adds gauges measured on request: rooms, pages, bytes.
"""

import asyncio
import logging
import platform
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager
from typing import Final

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.access.rate_limits import Limits
from app.build import fingerprint
from app.keeper.backups import Backups
from app.protocol.commands import RoomState
from app.protocol.messages import SUBPROTOCOL
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Bind
from app.storage.disk import Space
from app.storage.store import Store
from app.telemetry import metrics

log = logging.getLogger("tertulia.metrics")

ROOM_STATES: Final[tuple[RoomState, ...]] = ("gathering", "playing", "over")
PROGRAM: Final = ("app", "games", "migrations")
PHASES: Final = (*ROOM_STATES, "closed")
COUNT_EVERY_S: Final = 60.0
ROOMS_AT_ONCE: Final = 50
"""How many rooms are counted before other work gets a turn."""
SPACE_WITHIN_S: Final = 2.0
MEASURED_WITHIN_S: Final = 5.0


# --- The server ---------------------------------------------------------------------------------------------


@asynccontextmanager
async def exposed(rooms: Rooms, limits: Limits, backups: Backups | None, bind: Bind | None) -> AsyncIterator[None]:
    """Serve the metrics during the context, in threads of their own; None: nowhere. Raises OSError."""
    if bind is None:
        yield
        return
    server, _ = start_http_server(bind.port, bind.host, registry(rooms, limits, backups))
    try:
        yield
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()


def registry(rooms: Rooms, limits: Limits, backups: Backups | None = None) -> CollectorRegistry:
    """Everything that is told. To be collected in other threads than that of the running loop, which it asks."""
    everything = CollectorRegistry()
    everything.register(metrics.REGISTRY)
    ProcessCollector(registry=everything)
    everything.register(LiveMetrics(rooms, limits, asyncio.get_running_loop(), backups))
    return everything


# --- Measured on request ------------------------------------------------------------------------------------


class LiveMetrics(Collector):
    """Gauges of the server's current state. They are measured in its loop, where nothing else looks at rooms
    meanwhile, fifty rooms at a time, so that moves need not wait while thousands of pages are counted."""

    def __init__(
        self, rooms: Rooms, limits: Limits, loop: asyncio.AbstractEventLoop, backups: Backups | None = None
    ) -> None:
        self._rooms = rooms
        self._limits = limits
        self._backups = backups
        self._loop = loop
        self._counts: dict[str, int] | None = None
        self._counted_at = -COUNT_EVERY_S
        self._build = _build(rooms.store)

    def collect(self) -> Iterator[Metric]:
        """All gauges; only the build while the loop answers nobody."""
        measuring = asyncio.run_coroutine_threadsafe(self.measure(), self._loop)
        try:
            yield from measuring.result(MEASURED_WITHIN_S)
        except (TimeoutError, CancelledError):
            measuring.cancel()
        yield self._build

    async def measure(self) -> list[Metric]:
        """Everything but the build. Unknown values are left out while storage does not answer."""
        space, seen = await self._measure_storage(), await self._count_live()
        live: dict[str, int] = {state: seen[state] for state in ROOM_STATES}
        families = [_by_label("tertulia_rooms_in_memory", "Rooms with somebody present, now or lately", "state", live)]
        if self._counts is not None:
            kept = {phase: self._counts.get(phase, 0) for phase in PHASES}
            families.append(_by_label("tertulia_rooms", "All rooms in the database", "state", kept))
        families.append(_by_label("tertulia_sockets", "Open pages, by kind of visitor", "kind", self._sockets(seen)))
        numbers = self._numbers(seen, space)
        return [*families, *(GaugeMetricFamily(*number) for number in numbers if number[-1] is not None)]

    async def _count_live(self) -> Counter[str]:
        seen = Counter[str]()
        for number, room in enumerate(self._rooms.live(), 1):
            _count(room, seen)
            if number % ROOMS_AT_ONCE == 0:
                await asyncio.sleep(0)
        return seen

    async def _measure_storage(self) -> Space:
        """Its size; once a minute its rooms are counted, too."""
        space = Space(None, None)
        try:
            async with asyncio.timeout(SPACE_WITHIN_S):
                space = await self._rooms.store.space()
                if time.monotonic() - self._counted_at >= COUNT_EVERY_S:
                    self._counts = None
                    self._counts = await self._rooms.store.count_rooms()
                    self._counted_at = time.monotonic()
        except Exception as error:
            log.debug("the size of storage is unknown: %s", type(error).__name__)
        return space

    def _numbers(self, seen: Counter[str], space: Space) -> Iterator[tuple[str, str, float | None]]:
        """Name, meaning and value of the gauges without labels; None: unknown."""
        yield "tertulia_quarantined_rooms", "Rooms in memory that are paused because of a fault", seen["broken"]
        healthy = self._rooms.notices.healthy
        yield "tertulia_fanout_healthy", "Whether this node receives notices from other nodes", healthy
        yield "tertulia_unwritten_seconds", "Time since a write last succeeded", self._rooms.store.unwritten_s
        damaged = self._rooms.store.integrity.damage is not None
        yield "tertulia_database_damaged", "Whether the database is known to be damaged", damaged
        age = None if self._backups is None else self._backups.age_s
        yield "tertulia_backup_age_seconds", "Time since the newest daily copy, or the start without one", age
        yield "tertulia_db_bytes", "Size of the database", space.taken
        yield "tertulia_disk_free_bytes", "Free space on the disk with the database file", space.free

    def _sockets(self, seen: Counter[str]) -> dict[str, int]:
        """`door`: sockets before hello or waiting for a password."""
        waiting = max(0, self._limits.sockets - seen["pages"])
        return {"player": seen["players"], "onlooker": seen["pages"] - seen["players"], "door": waiting}


def _count(room: Room, seen: Counter[str]) -> None:
    """Count one more room in memory: by its state, whether it is broken, its pages, and those of its players."""
    seated = {seat.guest for seat in room.table.seats}
    seen[room.table.phase] += 1
    seen["broken"] += room.is_broken
    seen["pages"] += len(room.audience.viewers)
    seen["players"] += sum(viewer.guest.id in seated for viewer in room.audience.viewers)


def _by_label(name: str, about: str, label: str, values: dict[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, about, labels=[label])
    for value, number in values.items():
        family.add_metric([value], number)
    return family


def _build(store: Store) -> GaugeMetricFamily:
    about = {
        "program": fingerprint(*PROGRAM)[:12],
        "python": platform.python_version(),
        "protocol": SUBPROTOCOL,
        "database": "postgresql" if store.shared else "sqlite",
    }
    family = GaugeMetricFamily("tertulia_build_info", "What runs here; always 1", labels=list(about))
    family.add_metric(list(about.values()), 1)
    return family
