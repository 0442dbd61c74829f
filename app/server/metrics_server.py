"""Serves Prometheus metrics on a port of its own, which should not be public.

To the counters of app/telemetry/metrics.py it adds gauges measured on request: rooms, pages, bytes.
"""

from __future__ import annotations

import asyncio
import logging
import platform
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import uvicorn
from prometheus_client import ProcessCollector
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import request_response
from starlette.types import ASGIApp

from app.access.rate_limits import Limits, Places
from app.build import fingerprint
from app.protocol.commands import RoomState
from app.protocol.messages import SUBPROTOCOL
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.server.http import Config, TimedHttp
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
FINISH_WITHIN_S: Final = 2
MOST_CONNECTIONS: Final = 100


# --- The server ---------------------------------------------------------------------------------------------


@asynccontextmanager
async def exposed(rooms: Rooms, limits: Limits, listening: socket.socket | None) -> AsyncIterator[None]:
    """Serve the metrics during the context, if there is a socket."""
    if listening is None:
        yield
        return
    server = _server(exposition(rooms, limits))
    await server.startup([listening])
    try:
        yield
    finally:
        await server.shutdown([listening])


def _server(app: ASGIApp) -> uvicorn.Server:
    """A second server in the event loop of the first, which handles signals."""
    places, within_s = Places(MOST_CONNECTIONS, ()), FINISH_WITHIN_S
    config = Config(app, places=places, http=TimedHttp, ws="none", lifespan="off", timeout_graceful_shutdown=within_s)
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    return server


def exposition(rooms: Rooms, limits: Limits) -> ASGIApp:
    """An application that answers GET /metrics only."""
    return request_response(partial(_answer, LiveMetrics(rooms, limits)))


async def _answer(present: LiveMetrics, request: Request) -> Response:
    if request.url.path != "/metrics":
        return PlainTextResponse("Only /metrics is served here.\n", 404)
    if request.method != "GET":
        return PlainTextResponse("Only GET.\n", 405, {"allow": "GET"})
    await present.measure()
    encode, content_type = choose_encoder(request.headers.get("accept", ""))
    return Response(encode(present), headers={"content-type": content_type, "cache-control": "no-store"})


# --- Measured on request ------------------------------------------------------------------------------------


def _count(room: Room, seen: Counter[str]) -> None:
    """Count one more room in memory: by its state, whether it is broken, its pages, and those of its players."""
    seated = {seat.guest for seat in room.table.seats}
    seen[room.table.phase] += 1
    seen["broken"] += room.is_broken
    seen["pages"] += len(room.audience.viewers)
    seen["players"] += sum(viewer.guest.id in seated for viewer in room.audience.viewers)


class LiveMetrics(Collector):
    """The counters, and gauges of the server's current state and of its process. The gauges are measured before they
    are collected, so that moves need not wait while thousands of pages are counted."""

    def __init__(self, rooms: Rooms, limits: Limits) -> None:
        self._rooms = rooms
        self._limits = limits
        self._process = ProcessCollector(registry=None)
        self._of_the_process: list[Metric] = []
        self._seen = Counter[str]()
        self._space = Space(None, None)
        self._counts: dict[str, int] | None = None
        self._counted_at = -COUNT_EVERY_S
        self._build = _build(rooms.store)

    async def measure(self) -> None:
        """Measure everything. Open files are counted in another thread, which takes a while with many pages."""
        await self.measure_storage()
        await self._look_at_rooms()
        self._of_the_process = await asyncio.to_thread(lambda: [*self._process.collect()])

    async def _look_at_rooms(self) -> None:
        seen = Counter[str]()
        for number, room in enumerate(self._rooms.live(), 1):
            _count(room, seen)
            if number % ROOMS_AT_ONCE == 0:
                await asyncio.sleep(0)
        self._seen = seen

    async def measure_storage(self) -> None:
        """Measure storage, and once a minute count its rooms; unknown values are left out while it does not answer."""
        self._space = Space(None, None)
        try:
            async with asyncio.timeout(SPACE_WITHIN_S):
                self._space = await self._rooms.store.space()
                if time.monotonic() - self._counted_at >= COUNT_EVERY_S:
                    self._counts = None
                    self._counts = await self._rooms.store.count_rooms()
                    self._counted_at = time.monotonic()
        except Exception as error:
            log.debug("the size of storage is unknown: %s", type(error).__name__)

    def collect(self) -> Iterator[Metric]:
        yield from metrics.REGISTRY.collect()
        yield from self._of_the_process
        live: dict[str, int] = {state: self._seen[state] for state in ROOM_STATES}
        yield _by_label("tertulia_rooms_in_memory", "Rooms with somebody present, now or a moment ago", "state", live)
        if self._counts is not None:
            kept = {phase: self._counts.get(phase, 0) for phase in PHASES}
            yield _by_label("tertulia_rooms", "All rooms in the database", "state", kept)
        yield _by_label("tertulia_sockets", "Open pages, by kind of visitor", "kind", self._sockets())
        for name, about, value in self._numbers():
            if value is not None:
                yield GaugeMetricFamily(name, about, value)
        yield self._build

    def _numbers(self) -> Iterator[tuple[str, str, float | None]]:
        """Name, meaning and value of the gauges without labels; None: unknown."""
        yield "tertulia_quarantined_rooms", "Rooms in memory that are paused because of a fault", self._seen["broken"]
        healthy = self._rooms.fanout.healthy
        yield "tertulia_fanout_healthy", "Whether this node receives hints from other nodes", healthy
        yield "tertulia_unwritten_seconds", "Time since a write last succeeded", self._rooms.store.unwritten_s
        damaged = self._rooms.store.soundness.damage is not None
        yield "tertulia_database_damaged", "Whether the database is known to be damaged", damaged
        yield "tertulia_db_bytes", "Size of the database", self._space.taken
        yield "tertulia_disk_free_bytes", "Free space on the disk with the database file", self._space.free

    def _sockets(self) -> dict[str, int]:
        """`door`: sockets before hello or waiting for a password."""
        seen = self._seen
        waiting = max(0, self._limits.sockets - seen["pages"])
        return {"player": seen["players"], "onlooker": seen["pages"] - seen["players"], "door": waiting}


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
