"""McFadden's conditional logit: who wins, from what can be said of each seat.

The worth of a seat is the sum of its features, each weighted; the chances are as the exponentials of the worths.
"""

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import Final, NamedTuple, TypeAlias

Features: TypeAlias = dict[int, float]
"""By number; what is left out is 0."""
Matrix: TypeAlias = list[list[float]]

RIDGE: Final = 3e-4
"""How strongly weights are held near 0 that hardly any position speaks of."""
STEPS: Final = 8
"""Newton's method needs no more."""


class Position(NamedTuple):
    """What can be said of each seat, and what became of it."""

    seats: Sequence[Features]
    won: Sequence[float]


def chances(position: Position, weights: Sequence[float]) -> list[float]:
    """Of each seat."""
    worths = [sum(weights[which] * value for which, value in features.items()) for features in position.seats]
    powers = [exp(worth - max(worths)) for worth in worths]
    return [power / sum(powers) for power in powers]


def surprise(positions: Sequence[Position], weights: Sequence[float]) -> float:
    """How little who won was foretold: the mean logarithm of the chances, turned positive."""
    told = ((chances(position, weights), position.won) for position in positions)
    return -sum(won * log(chance) for of, by in told for chance, won in zip(of, by, strict=True)) / len(positions)


def fitted(positions: Sequence[Position], number: int) -> list[float]:
    """The weights of so many features that foretell best who won."""
    weights = [0.0] * number
    for _ in range(STEPS):
        slope, bend = _derivatives(positions, weights)
        weights = [weight - step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return weights


def _derivatives(positions: Sequence[Position], weights: Sequence[float]) -> tuple[list[float], Matrix]:
    """The first and the second ones of the surprise, ridge and all."""
    held = RIDGE * len(positions)
    slope = [held * weight for weight in weights]
    bend = [[held * (row == column) for column in range(len(weights))] for row in range(len(weights))]
    for position in positions:
        expected: Features = {}
        for features, chance, won in zip(position.seats, chances(position, weights), position.won, strict=True):
            for which, value in features.items():
                slope[which] += (chance - won) * value
                expected[which] = expected.get(which, 0.0) + chance * value
            _add(bend, features, chance)
        _add(bend, expected, -1.0)
    return slope, bend


def _add(bend: Matrix, features: Features, times: float) -> None:
    for which, value in features.items():
        row, factor = bend[which], times * value
        for other, its_value in features.items():
            row[other] += factor * its_value


def solved(matrix: Matrix, right: Iterable[float]) -> list[float]:
    """What the matrix has to be multiplied by, by Gauss's elimination; it is positive definite, so no rows change."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place, row in enumerate(rows):
        for other in rows:
            if other is not row and (factor := other[place] / row[place]):
                other[:] = [value - factor * its_value for value, its_value in zip(other, row, strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]
