"""L1: 200 rooms with four robots and two spectators each, on SQLite with synchronous=FULL.

At least 500 moves a second, 99 of 100 acknowledged within 50 ms of their due time, and no error. For comparison, the
disk alone: repeated small writes with sync, while nothing else happens.
"""

import asyncio
import os
import time
from pathlib import Path
from typing import Final

from benchmarks.load.figures import Figure, at_least, at_most, in_words, percentile, told, watched_machine
from benchmarks.load.pages import open_rooms
from benchmarks.load.robots import Record, Robots, play_all
from benchmarks.load.servers import tertulia

MOVES_PER_SECOND: Final = 600
BAR_PER_SECOND: Final = 500
BAR_MS: Final = 50.0
ONLOOKERS: Final = 2
WARM_UP_S: Final = 5.0
GAMES: Final = {"tcnccc": ("tcnccc",), "four games": ("tcnccc", "color_dice", "desfases", "sin_color")}


async def measure(folder: Path, quick: bool) -> list[Figure]:
    """First one game, then several at the same time."""
    figures: list[Figure] = []
    for name, games in GAMES.items():
        (place := folder / games[-1]).mkdir()
        figures += await steady(place, name, games, quick)
    return figures


async def steady(folder: Path, name: str, games: tuple[str, ...], quick: bool) -> list[Figure]:
    """The rows about rooms that play these games."""
    rooms, seconds = (8, 2.0) if quick else (200, 60.0)
    wanted = MOVES_PER_SECOND * rooms / 200
    syncs = await asyncio.to_thread(syncs_ms, folder, 100 if quick else 1000)
    record = Record()
    async with tertulia(folder) as server:
        playing = [
            Robots(room, rooms / wanted, record, seed)
            for seed, room in enumerate(await open_rooms(server, rooms, ONLOOKERS, games))
        ]
        async with watched_machine() as machine:
            cpu = server.cpu_seconds()
            rate = await play_all(playing, seconds, 0.5 if quick else WARM_UP_S, record)
            cpu = (server.cpu_seconds() - cpu) / (seconds + WARM_UP_S)
        for robots in playing:
            robots.close()
    errors = sum(record.errors.values())
    title = f"steady, {rooms} rooms, {name}"
    bar = BAR_PER_SECOND * rooms / 200
    sync = percentile(syncs, 99)
    return [
        at_least(f"{title}: moves per second", rate, bar, "/s", 1000 * len(syncs) / sum(syncs), str(machine)),
        at_most(f"{title}: acknowledged after due time, p99", percentile(record.from_due, 99), BAR_MS, "ms", sync),
        told(f"{title}: acknowledged after sending, p99", percentile(record.from_sent, 99), "ms", sync),
        told(f"{title}: shown to a page after sending, p99", percentile(record.delivered, 99), "ms", sync),
        at_most(f"{title}: errors {dict(record.errors) if errors else ''}".strip(), errors, 0, ""),
        Figure(f"{title}: processor of the server", f"{100 * cpu:.0f} % of a core; due {in_words(record.from_due)}"),
    ]


def syncs_ms(folder: Path, times: int) -> list[float]:
    """The disk's times for a write of 4 KiB and its sync, while nothing else happens."""
    took = []
    with (folder / "syncs").open("wb", buffering=0) as file:
        for _ in range(times):
            began = time.perf_counter()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - began) * 1000)
    return took
