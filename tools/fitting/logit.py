"""McFadden's conditional logit: predicts who wins from the features of each seat.

The worth of a seat is the weighted sum of its features; the chances are proportional to the exponentials of the worths.
"""

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import Final, NamedTuple, TypeAlias

Features: TypeAlias = dict[int, float]
"""Feature number -> value; the others are 0."""
Matrix: TypeAlias = list[list[float]]

RIDGE: Final = 3e-4
"""The strength of the ridge that keeps weights near 0 if hardly any position has their feature."""
STEPS: Final = 8
"""Enough steps for Newton's method."""


class Position(NamedTuple):
    """The features of each seat, and each seat's share of the win."""

    seats: Sequence[Features]
    won: Sequence[float]


def chances(position: Position, weights: Sequence[float]) -> list[float]:
    """Each seat's chance to win."""
    worths = [sum(weights[which] * value for which, value in features.items()) for features in position.seats]
    powers = [exp(worth - max(worths)) for worth in worths]
    return [power / sum(powers) for power in powers]


def surprise(positions: Sequence[Position], weights: Sequence[float]) -> float:
    """The log loss: the negative mean logarithm of the winners' chances."""
    told = ((chances(position, weights), position.won) for position in positions)
    return -sum(won * log(chance) for of, by in told for chance, won in zip(of, by, strict=True)) / len(positions)


def fitted(positions: Sequence[Position], number: int) -> list[float]:
    """The weights of this many features that predict the winners best."""
    weights = [0.0] * number
    for _ in range(STEPS):
        slope, bend = _derivatives(positions, weights)
        weights = [weight - step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return weights


def _derivatives(positions: Sequence[Position], weights: Sequence[float]) -> tuple[list[float], Matrix]:
    """The gradient and the Hessian of the loss, ridge included."""
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
    """The solution of matrix · x = right, by Gaussian elimination without pivoting: the matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place, row in enumerate(rows):
        for other in rows:
            if other is not row and (factor := other[place] / row[place]):
                other[:] = [value - factor * its_value for value, its_value in zip(other, row, strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]
