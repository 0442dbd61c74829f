"""Measures the gain of group commit: moves per second of 100 rooms at once, committed together and one by one.

    python benchmarks/commits.py

Both run on the same disk in the same run, in turn, on SQLite with synchronous=FULL. The figure is their ratio.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec

from app.storage import writer
from app.storage.store import Store
from app.storage.writer import BETWEEN_COMMITS_S
from app.table.decide import Entry
from app.table.events import Moved
from app.table.seals import SEAL_BYTES

ROOMS = 100
ROUNDS = 5
SECONDS = 2.0
MOVE = Moved(0, 17, msgspec.Raw(b'{"do":"lift","cylinder":2}'), ["red"])


async def moves_per_second(url: str, largest_batch: int) -> float:
    """Moves per second when each room appends its next move as soon as the last one is committed."""
    writer.MAX_BATCH = largest_batch  # type: ignore[misc]
    writer.BETWEEN_COMMITS_S = BETWEEN_COMMITS_S if largest_batch > 1 else 0.0  # type: ignore[misc]
    store = Store(url)
    await store.start()
    run, end = token_hex(4), time.perf_counter() + SECONDS
    made = await asyncio.gather(*(play(store, f"{run}{number}", end) for number in range(ROOMS)))
    await store.close()
    return sum(made) / SECONDS


async def play(store: Store, room: str, end: float) -> int:
    seq = 0
    while time.perf_counter() < end:
        seq += 1
        await store.append(
            Entry(
                room, seq, f"{room}-{seq}", f"{room}-{seq - 1}" if seq > 1 else "", "ann", MOVE, seal=bytes(SEAL_BYTES)
            )
        )
    return seq


def measure(largest_batch: int) -> float:
    # On the checkout's disk, not in a memory file system: syncing is what is measured.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        return asyncio.run(moves_per_second(f"sqlite:///{folder}/log.sqlite3", largest_batch))


def compare(measure: Callable[[int], float]) -> None:
    """Prints each round, and the ratios. `measure`: moves per second for a maximum batch size."""
    ratios = []
    for _ in range(ROUNDS):
        together, one_by_one = measure(256), measure(1)
        ratios.append(together / one_by_one)
        print(f"together {together:8,.0f} moves/s   one by one {one_by_one:8,.0f} moves/s   ratio {ratios[-1]:5.1f}")
    print(f"median ratio {statistics.median(ratios):.1f} (least {min(ratios):.1f}, most {max(ratios):.1f})")


if __name__ == "__main__":
    compare(measure)
