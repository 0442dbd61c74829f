"""Measures event-loop lag while two strong bots think: in worker processes, as in production; and for comparison in
threads and inline. Also the time a worker takes for a decision.

    python -m benchmarks.thinking [--seconds 10]
    chrt -R -f 1 python -m benchmarks.thinking    where the machine has other things to do: the loop goes first, the
                                                  workers do not

The bar: with workers, 99 of 100 beats lag at most 5 ms, or no more than with nobody thinking if the machine has other
things to do.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle
from statistics import fmean, median, quantiles
from typing import Final

from app.workers.fair_queue import Requester
from app.workers.pool import Workers
from games import GAMES, by_rules
from games.bot import Seeded
from games.playthrough import Playthrough
from games.thinking import Thought, searched, thought_of

BEAT_S: Final = 0.005
SLICE_S: Final = 2.0
BAR_MS: Final = 5.0
BOTS: Final = 2
DECISIONS: Final = 12
"""The number of decisions from each game, a few moves apart."""
APART: Final = 5

ALONE: Final = Requester("benchmark", {"here"})
WITHIN_S: Final = 60.0

Think = Callable[[Thought], Awaitable[object]]


def decisions() -> list[Thought]:
    """Decisions from every game with strong bots."""
    return [thought for key, game in GAMES.items() if game.strategy is not None for thought in decisions_of(key)]


def decisions_of(key: str) -> Iterator[Thought]:
    """Some decisions from a game between careful players."""
    game = GAMES[key]
    playthrough = Playthrough(game, game.seats[0], game.Options(), Seeded(f"benchmark {key}"))
    for number in range(DECISIONS * APART):
        if playthrough.state.question is None:
            return
        if number % APART == 0:
            seat = playthrough.state.question.seats[0]
            heard = playthrough.heard_by(seat)
            yield thought_of(game, playthrough.state, seat, heard, Seeded(f"{key} {number}"))
        playthrough.play_carefully()


async def lateness(seconds: float, think: Think | None, thoughts: list[Thought]) -> list[float]:
    """The lag of each beat, in milliseconds, while two bots think without pause."""
    late: list[float] = []
    thinkers = [asyncio.create_task(think_on(think, thoughts[bot::BOTS])) for bot in range(BOTS) if think is not None]
    end = time.perf_counter() + seconds
    while (due := time.perf_counter() + BEAT_S) < end:
        await asyncio.sleep(BEAT_S)
        late.append(1000 * (time.perf_counter() - due))
    for thinker in thinkers:
        thinker.cancel()
    await asyncio.gather(*thinkers, return_exceptions=True)
    return late


async def think_on(think: Think, thoughts: list[Thought]) -> None:
    for thought in cycle(thoughts):
        await think(thought)
        await asyncio.sleep(0)


async def in_line(thought: Thought) -> None:
    searched(by_rules(thought.rules), thought)


async def in_a_thread(thought: Thought) -> None:
    await asyncio.to_thread(searched, by_rules(thought.rules), thought)


async def measure(seconds: float) -> bool:
    """Whether the bar is met."""
    thoughts, workers = decisions(), Workers(BOTS, late_s=60)
    for thought in thoughts[:BOTS]:
        await workers.think(searched, thought, ALONE, WITHIN_S)  # so that the processes exist
    ways: list[tuple[str, Think | None]] = [
        ("nobody thinks", None),
        ("two workers", lambda thought: workers.think(searched, thought, ALONE, WITHIN_S)),
        ("two threads", in_a_thread),
        ("in line", in_line),
    ]
    late: dict[str, list[float]] = {name: [] for name, _ in ways}
    for _ in range(round(seconds / SLICE_S)):  # in turn: other load affects all alike
        for name, think in ways:
            late[name] += await lateness(SLICE_S, think, thoughts)
    p99 = {name: quantiles(beats, n=100)[-1] for name, beats in late.items()}
    for name, beats in late.items():
        figures = f"median {median(beats):7.2f}  p99 {p99[name]:7.2f}  max {max(beats):7.2f}"
        print(f"{name:15} {len(beats):5} beats  {figures} ms late")
    await print_times(workers)
    await workers.close()
    return p99["two workers"] <= max(BAR_MS, p99["nobody thinks"])


async def print_times(workers: Workers) -> None:
    """Print the times of each game's decisions, alone on this machine."""
    for key, game in GAMES.items():
        if game.strategy is None:
            continue
        took: list[float] = []
        for thought in decisions_of(key):
            began = time.perf_counter()
            await workers.think(searched, thought, ALONE, WITHIN_S)
            took.append(1000 * (time.perf_counter() - began))
        print(f"{key:15} {len(took):5} decisions  mean {fmean(took):5.0f}  max {max(took):5.0f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m benchmarks.thinking", description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="for each way of thinking")
    sys.exit(0 if asyncio.run(measure(parser.parse_args().seconds)) else 1)
