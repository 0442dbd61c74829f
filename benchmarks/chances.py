"""Measures the curves of winning chances: their error against many more rollouts, raw and smoothed; how much they
fluctuate where nothing happens; and the cost of a whole analysis.

    python -m benchmarks.chances [game…] [--rollouts 400]

Per game and number of seats, in hundredths: the standard error of a step's chance, that of a change from step to step,
and the mean change where the truth changes by less than two hundredths.
"""

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean
from typing import Final

from benchmarks.blunders import careful_game
from games import GAMES
from games.analysis import Effort, analysis
from games.engine import Game
from games.odds import Odds
from games.record import moments
from games.search import brought
from games.steadying import Sample, steadied

Curve = Sequence[Sequence[float]]

STILL: Final = 0.02
SEEDS_APART: Final = 10_000


def measure(game: Game, seats: int, rollouts: int) -> str:
    """One row."""
    record = careful_game(game, seats, f"chances/{seats}")
    began = time.process_time()
    analysis(game, record, 1)
    seconds = time.process_time() - began
    walked = [*moments(game, record)]
    strategy, _ = brought(game)
    assert strategy.exact is not None
    found: dict[int, list[Sample]] = {}
    for number in (Effort.of(len(walked)).chances, rollouts):
        odds = Odds(game, strategy, seats, range(SEEDS_APART, SEEDS_APART + number))
        found[number] = [odds.exact(moment, strategy.exact) for moment in walked]
    few, many = found.values()
    truth, counted, steady = means(many), means(few), steadied(few, range(seats))
    return (
        f"{game.key:11} {seats} seats, {len(walked):4} steps: counted {figures(counted, truth)},"
        f" steadied {figures(steady, truth)}; {seconds:.1f} s CPU"
    )


def means(samples: Sequence[Sample]) -> Curve:
    return [[fmean(each) for each in zip(*sample, strict=True)] for sample in samples]


def figures(curve: Curve, truth: Curve) -> str:
    """The figures for a step, for a change, and where nothing happens."""
    errors = [a - b for step, true in zip(curve, truth, strict=True) for a, b in zip(step, true, strict=True)]
    changes = [*zip(changes_of(curve), changes_of(truth), strict=True)]
    still = [abs(change) for change, true in changes if abs(true) < STILL]
    jitter = fmean(still) if still else 0.0
    of_changes = root([change - true for change, true in changes])
    return f"{100 * root(errors):4.1f} {100 * of_changes:4.1f} {100 * jitter:4.1f}"


def changes_of(curve: Curve) -> list[float]:
    return [b - a for before, after in pairwise(curve) for a, b in zip(before, after, strict=True)]


def root(errors: Sequence[float]) -> float:
    """The root mean square."""
    return sqrt(fmean(error * error for error in errors))


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m benchmarks.chances", description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--rollouts", type=int, default=400, help="rollouts taken as the truth")
    asked = parser.parse_args()
    for key in asked.games or [key for key, game in GAMES.items() if game.strategy is not None]:
        for seats in GAMES[key].seats:
            print(measure(GAMES[key], seats, asked.rollouts), flush=True)
