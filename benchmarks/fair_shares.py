"""Whether many tables of one address take the workers from others: how many hints of other addresses are counted, and
how long they take, alone and while ten tables of one address have strong bots that think without a pause.

    python benchmarks/fair_shares.py [--hints N]

Prints both, and exits with 1 if fewer are counted beside the ten tables than alone.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.services.adviser import SOON_S
from app.services.bots import WAITS_S
from app.workers.fair_queue import Requester
from app.workers.pool import Workers
from benchmarks.thinking import decisions
from games.thinking import Thought, hint, searched

TABLES: Final = 10
APART_S: Final = 0.4
CROWD: Final = "192.0.2.66"


async def play(workers: Workers, table: int, thoughts: Sequence[Thought]) -> None:
    """A table whose strong bots think one after the other."""
    while True:
        for thought in thoughts[table::TABLES]:
            await workers.think(searched, thought, Requester(f"table {table}", {CROWD}), WAITS_S)


async def ask(workers: Workers, hints: int, thoughts: Sequence[Thought]) -> tuple[int, float]:
    """How many of these hints, each of another address, are counted at once; the median time in seconds."""
    took, counted = list[float](), 0
    for number in range(hints):
        began = time.perf_counter()
        requester = Requester(f"room {number}", {f"198.51.100.{number}"})
        counted += await workers.think(hint, thoughts[number % len(thoughts)], requester, SOON_S) is not None
        took.append(time.perf_counter() - began)
        await asyncio.sleep(APART_S)
    return counted, median(took)


async def measure(hints: int) -> bool:
    """Whether as many are counted beside the ten tables."""
    thoughts, workers = decisions(), Workers(1)
    await workers.think(searched, thoughts[0], Requester("first", {"first"}), 60)  # so that the process exists
    alone, took = await ask(workers, hints, thoughts)
    print(f"alone:            {alone:3} of {hints} hints counted, median {took:.2f} s")
    tables = [asyncio.create_task(play(workers, table, thoughts)) for table in range(TABLES)]
    beside, took = await ask(workers, hints, thoughts)
    print(f"beside {TABLES} tables: {beside:3} of {hints} hints counted, median {took:.2f} s")
    for table in tables:
        table.cancel()
    await asyncio.gather(*tables, return_exceptions=True)
    await workers.close()
    return beside >= alone


def main(arguments: list[str]) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--hints", type=int, default=12)
    return 0 if asyncio.run(measure(parser.parse_args(arguments).hints)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
