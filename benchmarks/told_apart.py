"""How surely times tell two things apart that are measured in turns, and by how much. Pure: it measures nothing."""

from __future__ import annotations

from collections.abc import Sequence
from math import cbrt, sqrt
from statistics import fmean, median
from typing import Final, NamedTuple

CERTAIN: Final = 4.0
"""So many standard deviations are no chance (once in 30,000), among some hundreds of comparisons."""


class Pair(NamedTuple):
    """Times of two things, taken in turns, in a new order each time."""

    one: Sequence[float]
    other: Sequence[float]

    @property
    def more(self) -> float:
        """By how much the one takes longer than the other: the median of all turns."""
        return median(one - other for one, other in zip(self.one, self.other, strict=True))

    @property
    def lead(self) -> float:
        """In how many more turns the one took longer than the other did; negative: in fewer."""
        turns = zip(self.one, self.other, strict=True)
        return float(sum((one > other) - (one < other) for one, other in turns))


class Apart(NamedTuple):
    """What the times of several pairs show."""

    more: float
    """By how much the two of a pair differ, on average; in the unit of the times."""
    share: float
    """In which share of all turns the slower one of a pair was slower: a half and a little, if they are alike."""
    certainty: float
    """By how many standard deviations the leads are longer than if it were the toss of a coin in each turn who is
    slower. That holds however a busy machine disturbs the times, since it disturbs both alike."""

    @property
    def is_certain(self) -> bool:
        """Whether it cannot be chance."""
        return self.certainty >= CERTAIN


def apart(pairs: Sequence[Pair]) -> Apart:
    """Compare things in pairs of which either may be the slower one. All pairs have as many turns."""
    turns = len(pairs[0].one)
    squares = fmean(pair.lead**2 / turns for pair in pairs)
    share = fmean((turns + abs(pair.lead)) / 2 / turns for pair in pairs)
    return Apart(fmean(abs(pair.more) for pair in pairs), share, _normal(squares, len(pairs)))


def _normal(squares: float, of: int) -> float:
    """The mean of so many squared standard deviations as one of the normal distribution (E. B. Wilson and M. M.
    Hilferty, The Distribution of Chi-Square, 1931)."""
    spread = 2 / (9 * of)
    return float((cbrt(squares) - (1 - spread)) / sqrt(spread))
