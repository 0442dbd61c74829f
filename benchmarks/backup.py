"""Measures the effect of a backup on players: the slowest append while `python -m app backup` makes its copy.

    python benchmarks/backup.py

100 rooms append as fast as their commits allow, on SQLite with synchronous=FULL, to a database of 60 MB. Another
process makes the copy, as an operator would. The bar: no append takes longer than 150 ms, and the copy is a gapless
prefix of every log.
"""

import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec

from app.storage.store import Store
from app.table.decide import Entry
from app.table.events import Moved
from app.table.seals import SEAL_BYTES

ROOT = Path(__file__).resolve().parent.parent
ROOMS = 100
BACKUPS = 3
ALREADY_THERE = 2200  # events of each room
PAUSE_S = 1.0
BAR_MS = 150.0
MOVE = Moved(0, 17, msgspec.Raw(b'{"do":"lift","cylinder":2}'), ["red"] * 20)


class Players:
    """Rooms that append until told to stop, and the longest wait of one since the last query."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seq = [0] * ROOMS
        self._longest = 0.0
        self.stopping = False

    async def append(self, room: int) -> None:
        seq = self._seq[room] + 1
        before = f"{room}-{seq - 1}" if seq > 1 else ""
        began = time.perf_counter()
        await self._store.append(
            Entry(f"room{room}", seq, f"{room}-{seq}", before, "ann", MOVE, seal=bytes(SEAL_BYTES))
        )
        self._longest = max(self._longest, time.perf_counter() - began)
        self._seq[room] = seq

    async def play(self, room: int) -> None:
        while not self.stopping:
            await self.append(room)

    def longest_ms(self) -> float:
        longest, self._longest = self._longest * 1000, 0.0
        return longest

    def made(self) -> dict[str, int]:
        """Acknowledged events by room."""
        return {f"room{room}": seq for room, seq in enumerate(self._seq)}


async def back_up(url: str, copy: Path) -> None:
    """Make a backup as an operator would. Fails unless every log of the copy is gapless and chained."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "backup", str(copy), cwd=ROOT, env={**os.environ, "TERTULIA_DATABASE_URL": url}
    )
    assert await process.wait() == 0


def check(copy: Path, before: dict[str, int], after: dict[str, int]) -> None:
    """Check that the copy has everything of each room that was acknowledged before it began, and nothing from after its
    end."""
    with closing(sqlite3.connect(copy)) as connection:
        heads = dict(connection.execute("SELECT room, max(seq) FROM events GROUP BY room").fetchall())
    assert all(before[room] <= heads[room] <= after[room] + 1 for room in before), "the copy is not a prefix of the log"


async def fill(players: Players) -> None:
    for _ in range(ALREADY_THERE):
        await asyncio.gather(*(players.append(room) for room in range(ROOMS)))


async def measure(folder: Path) -> float:
    """The longest append during any backup, in milliseconds."""
    url = f"sqlite:///{folder}/log.sqlite3"
    store = Store(url)
    await store.start()
    players = Players(store)
    await fill(players)
    playing = [asyncio.create_task(players.play(room)) for room in range(ROOMS)]
    worst = 0.0
    for number in range(BACKUPS):
        players.longest_ms()
        await asyncio.sleep(PAUSE_S)
        alone, before = players.longest_ms(), players.made()
        await back_up(url, folder / f"copy{number}")
        worst = max(worst, during := players.longest_ms())
        check(folder / f"copy{number}", before, players.made())
        print(f"longest append: without a backup {alone:6.1f} ms, during one {during:6.1f} ms", flush=True)
    players.stopping = True
    await asyncio.gather(*playing)
    await store.close()
    return worst


def main() -> None:
    # On the checkout's disk, not in a memory file system: syncing is what is measured.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        worst = asyncio.run(measure(Path(folder)))
    print(f"longest append during a backup: {worst:.1f} ms (bar: {BAR_MS:.0f} ms)")


if __name__ == "__main__":
    main()
