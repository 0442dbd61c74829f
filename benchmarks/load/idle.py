"""L2: ten thousand idle sockets in 2,500 rooms with running games; then a hundred rooms that play beside them.

The server takes at most 700 MB, at most a quarter of a core for the idle ones, drops nobody, and acknowledges 99 of 100
moves of the playing rooms within 50 ms of their due time. For comparison: the minimal server's cost for as many sockets
with the same pings; and ours when all of them watch twenty tables.
"""

import asyncio
from pathlib import Path
from typing import Final

from msgspec import Struct

from benchmarks.load.children import Child
from benchmarks.load.crowd import Held, hold_lines, hold_onlookers, hold_rooms
from benchmarks.load.figures import Figure, at_most, percentile, told, watched_machine
from benchmarks.load.pages import open_rooms
from benchmarks.load.robots import Record, Robots, play_all
from benchmarks.load.servers import Address, Server, least, tertulia

ROOMS: Final = 2500
SOCKETS: Final = 4 * ROOMS
TABLES: Final = 20
PLAYING: Final = 100
MOVES_PER_SECOND: Final = 200
BAR_MB: Final = 700.0
BAR_CPU: Final = 25.0
BAR_MS: Final = 50.0
SETTLE_S: Final = 8.0


class Size(Struct, frozen=True):
    """The numbers of rooms, pages and seconds."""

    rooms: int
    tables: int
    playing: int
    settle_s: float
    seconds: float


class Idle(Struct):
    """The resources a server uses to hold a crowd."""

    sockets: int
    megabytes: float
    for_each_kb: float
    cpu: float
    """Percent of a core."""
    held: Held | None = None
    machine: str = ""


async def measure(folder: Path, quick: bool) -> list[Figure]:
    """Our server, the minimal one, and ours again with the crowd at few tables."""
    size = Size(10, 2, 2, 1.0, 2.0) if quick else Size(ROOMS, TABLES, PLAYING, SETTLE_S, 60.0)
    for name in ("spread", "few"):
        (folder / name).mkdir()
    ours, played, with_players = await _ours(folder / "spread", size)
    bare = await _bare(size)
    few = await _at_few_tables(folder / "few", size)
    return [
        at_most(f"idle, {ours.sockets} sockets: memory", ours.megabytes, BAR_MB, "MB", bare.megabytes),
        told("idle: memory per socket", ours.for_each_kb, "kB", bare.for_each_kb),
        at_most("idle: processor, % of a core", ours.cpu, BAR_CPU, "%", bare.cpu, ours.machine),
        at_most(f"idle: sockets lost {_lost(ours)}".strip(), _count(ours), 0, "", machine=_answered(ours)),
        _acknowledged(size, played, with_players),
        at_most("idle: errors of the players", sum(played.errors.values()), 0, ""),
        told(f"idle, {few.sockets} sockets at {size.tables} tables: memory", few.megabytes, "MB", ours.megabytes),
        told(f"idle, at {size.tables} tables: processor, % of a core", few.cpu, "%", ours.cpu, few.machine),
        at_most(f"idle, at {size.tables} tables: sockets lost {_lost(few)}".strip(), _count(few), 0, ""),
    ]


async def _ours(folder: Path, size: Size) -> tuple[Idle, Record, Idle]:
    """The resources for the crowd, the players' record, and the resources for both together."""
    async with tertulia(folder) as server:
        child = Child(hold_rooms, Address(server.port), size.rooms)
        idle, record = await _held(server, child, size), Record()
        together, both = await _play(server, size, record)
        idle.held = await _end(child)
        both.machine = together
        return idle, record, both


async def _play(server: Server, size: Size, record: Record) -> tuple[str, Idle]:
    rooms = await open_rooms(server, size.playing)
    every_s = PLAYING / MOVES_PER_SECOND
    playing = [Robots(room, every_s, record, seed) for seed, room in enumerate(rooms)]
    async with watched_machine() as machine:
        before = server.cpu_seconds()
        await play_all(playing, size.seconds, size.settle_s, record)
        cpu = 100 * (server.cpu_seconds() - before) / (size.seconds + size.settle_s)
    for robots in playing:
        robots.close()
    return str(machine), Idle(0, server.megabytes(), 0.0, cpu)


async def _bare(size: Size) -> Idle:
    async with least() as server:
        child = Child(hold_lines, Address(server.port), 4 * size.rooms)
        idle = await _held(server, child, size)
        idle.held = await _end(child)
        return idle


async def _at_few_tables(folder: Path, size: Size) -> Idle:
    async with tertulia(folder) as server:
        rooms = await open_rooms(server, size.tables)
        codes = [room.code for room in rooms]
        child = Child(hold_onlookers, Address(server.port), codes, 4 * size.rooms // size.tables)
        idle = await _held(server, child, size)
        idle.held = await _end(child)
        for page in (page for room in rooms for page in room.pages):
            page.line.close()
        return idle


async def _held(server: Server, child: Child, size: Size) -> Idle:
    """The resources for the crowd, a moment after it is there."""
    alone = server.megabytes()
    sockets = await child.hear()
    await asyncio.sleep(size.settle_s)
    async with watched_machine() as machine:
        before = server.cpu_seconds()
        await asyncio.sleep(size.seconds / 2)
        cpu = 100 * (server.cpu_seconds() - before) / (size.seconds / 2)
    megabytes = server.megabytes()
    return Idle(sockets, megabytes, 1024 * (megabytes - alone) / sockets, cpu, machine=str(machine))


async def _end(child: Child) -> Held:
    child.tell("end")
    held: Held = await child.hear()
    await child.end()
    return held


def _acknowledged(size: Size, played: Record, both: Idle) -> Figure:
    what = f"idle, and {size.playing} rooms play: acknowledged after due time, p99"
    rate = f"{both.cpu:.0f} % of a core in all; {both.machine}"
    return at_most(what, percentile(played.from_due, 99), BAR_MS, "ms", machine=rate)


def _count(idle: Idle) -> int:
    return sum(idle.held.lost.values()) if idle.held else 0


def _lost(idle: Idle) -> str:
    return f"{dict(idle.held.lost)}" if idle.held and idle.held.lost else ""


def _answered(idle: Idle) -> str:
    return f"{idle.held.pongs} of their pings answered, and {idle.held.pings} of the server's" if idle.held else ""
