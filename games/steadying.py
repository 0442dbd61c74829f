"""Smooths chances that were estimated from a few dozen rollouts, and jump about even if nothing has happened.

Neighbouring steps that cannot be told apart are pooled, the most similar first; what remains are stretches of constant
chances, with a clear change between them. Pooling adds up the rollouts of a stretch, and never reaches across a clear
change.
"""

from collections.abc import Sequence
from itertools import chain, groupby, pairwise
from math import inf, sqrt
from typing import Final, TypeAlias

from msgspec import Struct

from games.text import Seat

Sample: TypeAlias = Sequence[Sequence[float]]
"""The result of each rollout for each seat. A single one is a certainty: the game is over."""

CLEAR: Final = 3.0
"""Standard errors from which on two stretches differ."""


class Stretch(Struct):
    """Steps with the same chances. `sums`, `squares`: of the rollouts' results, by seat."""

    steps: int
    rollouts: int
    sums: list[float]
    squares: list[float]

    @classmethod
    def of(cls, sample: Sample, steps: int, seats: Sequence[Seat]) -> "Stretch":
        """Steps with one and the same sample."""
        brought = [[shares[seat] for shares in sample] for seat in seats]
        return cls(steps, len(sample), [*map(sum, brought)], [sum(one * one for one in seat) for seat in brought])

    @property
    def means(self) -> list[float]:
        """Each seat's mean result."""
        return [total / self.rollouts for total in self.sums]

    def spreads(self) -> list[float]:
        """The squared standard errors of the means."""
        pairs = zip(self.means, self.squares, strict=True)
        return [max(0.0, square / self.rollouts - mean * mean) / self.rollouts for mean, square in pairs]

    def take_in(self, other: "Stretch") -> None:
        """Pool with the stretch that follows."""
        self.steps += other.steps
        self.rollouts += other.rollouts
        self.sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, other.squares, strict=True)]


def steadied(samples: Sequence[Sample], seats: Sequence[Seat]) -> list[list[float]]:
    """The means of these seats after each step. Steps with the very same sample count once."""
    runs = [[*run] for _, run in groupby(samples, key=id)]
    stretches = [Stretch.of(run[0], len(run), seats) for run in runs]
    apart = [_apart(*two) for two in pairwise(stretches)]
    while apart and (least := min(apart)) < CLEAR:
        at = apart.index(least)
        stretches[at].take_in(stretches.pop(at + 1))
        del apart[at]
        for beside in {at - 1, at} & {*range(len(apart))}:
            apart[beside] = _apart(stretches[beside], stretches[beside + 1])
    return [*chain.from_iterable([stretch.means] * stretch.steps for stretch in stretches)]


def _apart(one: Stretch, other: Stretch) -> float:
    """The difference in standard errors, for the seat where it is largest."""
    if 1 in (one.rollouts, other.rollouts):
        return inf
    return max(
        _errors(abs(a - b), spread + more)
        for a, b, spread, more in zip(one.means, other.means, one.spreads(), other.spreads(), strict=True)
    )


def _errors(difference: float, spread: float) -> float:
    if not spread:
        return inf if difference else 0.0
    return difference / sqrt(spread)
