"""Arrivals of visitors over a week, by hour and day."""

from collections.abc import Iterator
from itertools import accumulate
from random import Random
from typing import Final

DAY: Final = 24 * 60  # minutes, as everything here
WEEK: Final = 7 * DAY
DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# Relative numbers of evenings that begin in each hour from midnight on, and on each day.
BY_HOUR: Final = (3, 2, 1, 1, 1, 1, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7, 9, 13, 18, 20, 16, 10, 6)
BY_DAY: Final = (8, 8, 9, 9, 14, 16, 13)
GROWTH_A_DAY: Final = 0.05


def arrivals(rooms: int, chance: Random) -> Iterator[int]:
    """For each minute of a week: the number of rooms that somebody enters. The total is fixed, whatever chance does."""
    weights = [
        BY_DAY[minute // DAY] * BY_HOUR[minute % DAY // 60] * (1 + GROWTH_A_DAY) ** (minute / DAY)
        for minute in range(WEEK)
    ]
    whole = sum(weights)
    left = rooms
    for so_far, weight in zip(accumulate(weights), weights, strict=True):
        after = whole - so_far
        here = left if after <= 0 else min(left, _about(left * weight / (after + weight), chance))
        left -= here
        yield here
    assert left == 0


def _about(expected: float, chance: Random) -> int:
    return max(0, round(chance.gauss(expected, expected**0.5)))
