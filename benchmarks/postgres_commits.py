"""Measures PostgreSQL: moves per second of 100 rooms at once, committed together and one by one; and the delay of an
event from one node to another, with notices and without.

    python benchmarks/postgres_commits.py

A real server with its default settings, on the same disk as this file.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.cluster.follower import Follower
from app.cluster.postgres_notices import PostgresNotices
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Settings
from app.storage import writer
from app.storage.guests import Guest
from app.storage.store import Store
from app.storage.writer import BETWEEN_COMMITS_S
from app.table import gathering
from app.table.event_ids import new_id
from benchmarks.commits import compare, moves_per_second
from tools.postgres import PassingPostgres

TABLES = 20
SAID = 20
ANN = Guest("ann", b"", "Ann")


class Node:
    """Rooms on a store of their own, and when they received each event."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.notices = PostgresNotices(url, "bench")
        self.rooms = Rooms(self.store, Settings(), self.notices)
        self.following = Follower(self.rooms)
        self.came: dict[tuple[str, int], float] = {}
        self.rooms.watchers.append(self._note)

    def _note(self, room: Room) -> None:
        self.came.setdefault((room.table.room, room.table.seq), time.perf_counter())

    async def open(self, notices: bool) -> None:
        await self.store.start()
        if notices:
            self.notices.start()
            await until(lambda: self.notices.healthy)
        self.following.start()

    async def close(self) -> None:
        await self.following.close()
        await self.notices.close()
        await self.store.close()


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while True:
            if so():
                return
            await asyncio.sleep(0.005)


async def deliveries(url: str, notices: bool) -> list[float]:
    """Seconds from the commit at one node until the event is in the other node's room."""
    here, there = Node(url), Node(url)
    for node in (here, there):
        await node.open(notices)
    codes = [await here.rooms.open("tcnccc", 2, {}, ANN, "Ann") for _ in range(TABLES)]
    for code in codes:
        assert await there.rooms.find(code) is not None
    rooms = [room for code in codes if (room := await here.rooms.find(code)) is not None]
    await asyncio.gather(*(_talk(room, Random(number)) for number, room in enumerate(rooms)))
    await until(lambda: here.came.keys() <= there.came.keys())
    for node in (here, there):
        await node.close()
    return sorted(there.came[event] - at for event, at in here.came.items())


async def _talk(room: Room, chance: Random) -> None:
    for _ in range(SAID):
        await asyncio.sleep(chance.uniform(0, 0.5))
        await room.do(ANN.id, new_id(), lambda table: gathering.speak(table, ANN.id, "Ann", "hello", None))


def measure_deliveries(server: PassingPostgres) -> None:
    for notices in (True, False):
        took = asyncio.run(deliveries(server.url(), notices))
        p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
        way = "by notices" if notices else "without notices"
        print(f"{way:13} {len(took)} events from node to node: p50 {p50 * 1000:6.1f} ms   p99 {p99 * 1000:6.1f} ms")


def main() -> None:
    # On the checkout's disk, not in a memory file system: syncing is what is measured.
    server = PassingPostgres(Path(__file__).parent)
    try:
        compare(lambda batch: asyncio.run(moves_per_second(server.url(), batch)))
        writer.MAX_BATCH, writer.BETWEEN_COMMITS_S = 256, BETWEEN_COMMITS_S  # type: ignore[misc]
        measure_deliveries(server)
    finally:
        server.close()


if __name__ == "__main__":
    main()
