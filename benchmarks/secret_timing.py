"""Measures whether the time until an answer depends on what is hidden (a timing side channel), in every game.

    python benchmarks/secret_timing.py [--game KEY] [--scenes 4] [--rounds 25] [--delay NAME | --delays]

Tables that look the same to one viewer, and differ in what is hidden, are asked for the same: a move, what is refused,
a hint, a page that comes back or looks in, a preview. Everything that this viewer is sent then is compared in two ways:
by the lines of Python that the program runs until then, which are the same every time, and by the time, taken in turns.
Columns: how many pairs of tables; lines, by how many more they differ at most, and the first table from itself; the
time in microseconds, by how much it differs, as a share of it, in which share of turns the slower of a pair is slower
(a little over half of them by chance), by how many standard deviations that is more than the toss of a coin; and the
same for the first table and itself, which is the control. In Color Dice nothing is hidden: all of it is a control.

Lines show what a program does; only times show pauses and work outside of Python. `--delay`: with one of the delays of
benchmarks/delays.py; `--delays`: with each of them, and says by what it was found.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, median_low
from typing import Final, NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.delays import DELAYS
from benchmarks.same_looks import Act, Heard, Scene, Trials, scenes, table_of, variants
from benchmarks.told_apart import Apart, Pair, apart
from benchmarks.waits import Waiter, acts, of_waiter
from games import GAMES
from games.engine import State
from tests.support.tables import sqlite_in

SIZES: Final = {"tcnccc": 3, "sin_color": 3, "desfases": 2, "color_gin": 2, "color_dice": 2}
VARIANTS: Final = 6
PAIRS: Final = 2
"""Of each scene: the two that run the fewest and the most lines, and two others."""
COUNTS: Final = 5
"""How often lines are counted where they differ; the median counts."""
FEW_LINES: Final = 300
"""They take some sixty microseconds."""
FEW_US: Final = 20
ORDER: Final = random.Random("turns")
"""Of turns, another one for every pair: whoever comes first in a turn may be the slower one for that."""
DELAYED: Final = "color_gin"
"""Where delays are planted."""


class Row:
    """One thing for which somebody waits, in several pairs of tables."""

    def __init__(self) -> None:
        self.lines: list[int] = []
        self.more: list[int] = []
        """By how many lines tables that look the same differ at most, at each moment."""
        self.same: list[int] = []
        """The first one from itself."""
        self.pairs: list[Pair] = []
        self.control: list[Pair] = []

    @property
    def found(self) -> list[str]:
        """By what it is found to depend on what is hidden."""
        return ["lines"] * (max(self.more) > FEW_LINES) + ["clock"] * is_slower(apart(self.pairs))

    @property
    def is_false(self) -> bool:
        """Whether a table differs from itself: then the measurement is worth nothing."""
        return max(self.same) > FEW_LINES or is_slower(apart(self.control))

    def told(self) -> str:
        """The figures."""
        us = median(time for pair in self.pairs for time in pair.one)
        lines = f"{len(self.pairs):3} {median(self.lines):6.0f} {max(self.more):5} {max(self.same):5} {us:7.0f}"
        pairs, control = told(apart(self.pairs), us), told(apart(self.control), us)
        return f"{lines} {pairs} {control} {' '.join(self.found)}{' NOT EQUAL TO ITSELF' * self.is_false}"


def is_slower(found: Apart) -> bool:
    return found.is_certain and found.more > FEW_US


def told(found: Apart, us: float) -> str:
    return f"{found.more:6.1f} {found.more / us:6.3f} {found.share:4.0%} {found.certainty:5.1f}"


TIMES: Final = "  more  ratio    %    sd"
HEAD: Final = f"{'who waits for what':60} {'n':>3} {'lines':>6} {'more':>5} {'same':>5} {'us':>7} {TIMES} {TIMES}"
Rows = dict[str, Row]


class Alike(NamedTuple):
    """Hidden states with which this viewer is sent the same, and what was heard whenever lines were counted. The last
    one is the first again."""

    states: list[State]
    runs: list[list[list[Heard]]]

    def counts(self, message: int) -> list[int]:
        """The lines up to this message, with each state."""
        return [median_low([heard[message].lines for heard in runs]) for runs in self.runs]

    def more(self, message: int) -> int:
        """By how many they differ at most."""
        return max(self.counts(message)) - min(self.counts(message))

    @property
    def messages(self) -> list[Heard]:
        """As this viewer was sent them."""
        return self.runs[0][0]


async def alike(trials: Trials, scene: Scene, act: Act, waiter: Waiter) -> Alike:
    """The most that look the same."""
    groups: dict[tuple[bytes, ...], Alike] = defaultdict(lambda: Alike([], []))
    await trials.of(scene, scene.state, act, counts=False)  # whatever is made once is there from now on
    for state in variants(scene, waiter.ignorant, VARIANTS):
        heard = of_waiter(waiter, await trials.of(scene, state, act, counts=True))
        group = groups[tuple(each.content for each in heard)]
        group.states.append(state)
        group.runs.append([heard])
    group = max(groups.values(), key=lambda group: len(group.states))
    group.states.append(group.states[0])
    group.runs.append([of_waiter(waiter, await trials.of(scene, group.states[0], act, counts=True))])
    await count_again(trials, scene, act, waiter, group)
    return group


async def count_again(trials: Trials, scene: Scene, act: Act, waiter: Waiter, group: Alike) -> None:
    """Where counts differ, a timer may have come between, or two tasks have run in another order."""
    if all(group.more(message) <= FEW_LINES for message in range(len(group.messages))):
        return
    for state, runs in zip(group.states, group.runs, strict=True):
        for _ in range(COUNTS - 1):
            runs.append(of_waiter(waiter, await trials.of(scene, state, act, counts=True)))


def chosen(group: Alike) -> Iterator[tuple[State, State]]:
    """Pairs of them: the one that runs the fewest lines with the one that runs the most, and so on."""
    counts = group.counts(-1)[:-1]
    by_lines = sorted(range(len(counts)), key=counts.__getitem__)
    for nth in range(min(PAIRS, len(counts) // 2)):
        yield group.states[by_lines[nth]], group.states[by_lines[-1 - nth]]


Times = list[list[float]]
"""By turn and message, in microseconds."""


async def timed(
    trials: Trials, scene: Scene, act: Act, waiter: Waiter, pair: tuple[State, State], rounds: int
) -> tuple[Times, Times, Times]:
    """The times of the first, of the second, and of the first again, taken in turns."""
    three = pair[0], pair[1], pair[0]
    took: tuple[Times, Times, Times] = [], [], []
    for _ in range(rounds):
        for nth in ORDER.sample(range(3), 3):
            heard = of_waiter(waiter, await trials.of(scene, three[nth], act, counts=False))
            took[nth].append([each.us for each in heard])
    return took


def labels(act: str, waiter: Waiter, mover: int, heard: list[Heard]) -> list[str]:
    viewer = waiter.viewer
    who = "an onlooker" if viewer is None else "the mover" if viewer == mover else "another player"
    who = f"{who} since the first" if waiter.since_first else who
    seen: dict[str, int] = defaultdict(int)
    told = []
    for each in heard:
        seen[each.kind] += 1
        is_bots = each.kind == "frame" and act == "a move" and seen["frame"] + waiter.since_first > 1
        again = " of a bot's answer" if is_bots else ""
        told.append(f"{act}: {who}, {each.kind}{again}")
    return told


async def note(trials: Trials, scene: Scene, what: str, act: Act, waiter: Waiter, rounds: int, rows: Rows) -> None:
    """Compare what this viewer is sent when this is done."""
    group = await alike(trials, scene, act, waiter)
    if len(group.states) < 3 or not group.messages:
        return  # no two look the same
    told = labels(what, waiter, scene.mover, group.messages)
    for message, label in enumerate(told):
        counts = group.counts(message)
        rows[label].lines += counts
        rows[label].more.append(group.more(message))
        rows[label].same.append(abs(counts[0] - counts[-1]))
    for pair in chosen(group):
        took = await timed(trials, scene, act, waiter, pair, rounds)
        for message, label in enumerate(told):
            one, other, again = ([times[message] for times in each] for each in took)
            rows[label].pairs.append(Pair(one, other))
            rows[label].control.append(Pair(one, again))


async def at_a_table(game: str, with_bots: bool, asked: argparse.Namespace, delay: str | None, rows: Rows) -> None:
    """Compare at some moments of a game of people, or of one with bots."""
    people = 1 if with_bots else SIZES[game]
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        async with table_of(Path(folder) / "world", game, SIZES[game], with_bots) as it:
            if delay is not None:
                DELAYS[delay](patch)
            trials = Trials(it, patch)
            async for scene in scenes(it, asked.scenes, asked.apart):
                for what, (act, waiting) in acts(scene, people).items():
                    for waiter in waiting:
                        await note(trials, scene, what, act, waiter, asked.rounds, rows)


def measured(game: str, asked: argparse.Namespace, delay: str | None) -> Rows:
    """What was found at tables of this game."""
    rows: Rows = defaultdict(Row)
    for with_bots in (False, True):
        asyncio.run(at_a_table(game, with_bots, asked, delay, rows))
    return rows


def print_rows(game: str, asked: argparse.Namespace) -> bool:
    """Whether anything was found."""
    rows = measured(game, asked, asked.delay)
    print(f"\n{game}\n{HEAD}")
    for what, row in rows.items():
        print(f"{what:60} {row.told()}")
    print(summary(game, [*rows.values()]), flush=True)
    return any(row.found or row.is_false for row in rows.values())


def summary(game: str, rows: Sequence[Row]) -> str:
    """The largest of all figures."""
    pairs, lines = sum(len(row.pairs) for row in rows), max(max(row.more) for row in rows)
    most = max(apart(row.pairs).certainty for row in rows)
    control = max(apart(row.control).certainty for row in rows)
    return (
        f"{game}: {len(rows)} kinds of answers, {pairs} pairs; at most {lines} lines more; by the clock at most "
        f"{most:.1f} standard deviations, the control {control:.1f}"
    )


def print_delay(delay: str, asked: argparse.Namespace) -> bool:
    """Whether this delay was missed, or a table was not equal to itself."""
    rows = measured((asked.game or [DELAYED])[0], asked, delay)
    by = Counter(how for row in rows.values() for how in row.found)
    false = sum(row.is_false for row in rows.values())
    print(
        f"{delay:9} found by lines in {by['lines']:2}, by the clock in {by['clock']:2} of {len(rows)}; false: {false}"
    )
    for what, row in rows.items():
        if row.found:
            print(f"          {what:60} {row.told()}", flush=True)
    return not by or false > 0


def main() -> int:
    """Returns 1 if anything depends on what is hidden, or a delay was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*GAMES], action="append")
    parser.add_argument("--scenes", type=int, default=4, help="moments of a game")
    parser.add_argument("--apart", type=int, default=5, help="moves between them")
    parser.add_argument("--rounds", type=int, default=25, help="how often each is timed")
    parser.add_argument("--delay", choices=[*DELAYS])
    parser.add_argument("--delays", action="store_true")
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        sqlite_in(Path(folder), "first.sqlite3")  # the empty database that is copied, made outside of the event loop
    if asked.delays:
        return max([print_delay(delay, asked) for delay in DELAYS])
    return max([print_rows(game, asked) for game in asked.game or GAMES])


if __name__ == "__main__":
    sys.exit(main())
