"""How a match stands between two rounds: the chance to win it, or that the team will reach two suits each.

Each suit is a race to the target. Points come in portions of about one size to either player, so the value of a lead
depends on how many are still to come.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import erf, sqrt
from typing import Final, TypeAlias

from games.color_gin.cards import SUITS

SWING: Final = 6.2
"""How far the difference in a suit swings while n points are scored: this times the root of n."""
STRAY: Final = 0.3
"""In a team: points that the partner gets by accident for each point of the player who is to win a suit."""
SWING_OF_A_TEAM: Final = 5.0
NEVER_ENDING: Final = 0.01
"""For an open suit: a match does not go on for ever, so a suit that can be won should be won."""
NOBODY: Final = -1

Scores: TypeAlias = Sequence[int]
"""Eight of them: the first seat's suits, then the second's."""
Closed: TypeAlias = Sequence[int]
"""For each suit the seat that has won it, or nobody."""


def share_of_first(scores: Scores, closed: Closed, target: int) -> float:
    """The first seat's share of a match against each other; a tie is a half."""
    spades, hearts, diamonds, clubs = [
        1.0 - winner if winner != NOBODY else race(target - scores[suit], target - scores[suit + 4])
        for suit, winner in enumerate(closed)
    ]
    both, neither = spades * hearts, (1 - spades) * (1 - hearts)
    also_both, nor_either = diamonds * clubs, (1 - diamonds) * (1 - clubs)
    one, also_one = 1 - both - neither, 1 - also_both - nor_either
    two_each = both * nor_either + one * also_one + neither * also_both
    return both * also_both + both * also_one + one * also_both + two_each / 2


@lru_cache(maxsize=1 << 14)
def race(needed: int, needed_by_other: int) -> float:
    """The chance of being first to score the points needed in a suit."""
    return _normal((needed_by_other - needed) / (SWING * sqrt(needed + needed_by_other)))


def _normal(deviations: float) -> float:
    return (1 + erf(deviations / sqrt(2))) / 2


# --- As a team ----------------------------------------------------------------------------------------------


def share_of_team(scores: Scores, closed: Closed, target: int) -> float:
    """The chance of two suits each, with the best division of suits."""
    return max([_shared(pair, scores, closed, target) for pair in _pairs(tuple(closed))], default=0.0)


def best_pair(scores: Scores, closed: Closed, target: int) -> Sequence[int]:
    """The two suits that the first seat of a team should win; all four when nothing can be saved."""
    pairs = _pairs(tuple(closed))
    return max(pairs, key=lambda pair: _shared(pair, scores, closed, target), default=range(4))


@lru_cache(maxsize=256)
def _pairs(closed: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The pairs of suits that the first seat may win, the second the others."""
    return tuple(_possible(closed))


def _possible(closed: Closed) -> Iterator[tuple[int, ...]]:
    for pair in combinations(range(len(SUITS)), 2):
        if all(winner == NOBODY or (winner == 0) == (suit in pair) for suit, winner in enumerate(closed)):
            yield pair


def _shared(pair: Sequence[int], scores: Scores, closed: Closed, target: int) -> float:
    chance = 1.0
    for suit, winner in enumerate(closed):
        if winner == NOBODY:
            own, strays = (scores[suit], scores[suit + 4]) if suit in pair else (scores[suit + 4], scores[suit])
            chance *= _fed(target - own, target - strays) * (1 - NEVER_ENDING * (1 + (target - own) / target))
    return chance


@lru_cache(maxsize=1 << 14)
def _fed(needed: int, needed_by_partner: int) -> float:
    """The chance that the player who is to win a suit does so before the partner wins it by mistake."""
    return _normal((needed_by_partner - STRAY * needed) / (SWING_OF_A_TEAM * sqrt(needed + STRAY * needed)))
