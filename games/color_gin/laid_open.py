"""Going out and laying off in numbers, as going_out.py and showdown.py do in cards."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.color_gin.deadwood import deadwood
from games.color_gin.evaluator import MOST_TO_KNOCK, Bits, Spoils, Way, all_ways, fitted, points_in, suits_in

EVERY_SUIT: Final[Spoils] = 15


class WayOut(NamedTuple):
    """Ten cards laid out: the points left over, the spoiled suits, the melds."""

    points: int
    spoils: Spoils
    melds: tuple[Bits, ...]
    is_gin: bool

    def may_score(self, shut: Spoils) -> Spoils:
        """The suits that are neither spoiled nor among these."""
        return EVERY_SUIT & ~(self.spoils | shut)


def laid_out(hand: Bits, way: Way) -> WayOut:
    left = hand & ~way.used
    return WayOut(points_in(left), way.spoils | suits_in(left), way.melds, not left)


@lru_cache(maxsize=1 << 12)
def every_way_out(hand: Bits, most: int = MOST_TO_KNOCK) -> tuple[WayOut, ...]:
    """One way for each pair of points and spoiled suits that ten cards can have; fewest points first."""
    melded = points_in(hand) - most
    ways = [laid_out(hand, way) for way in all_ways(hand) if way.points >= melded]
    return tuple(sorted({(way.points, way.spoils): way for way in ways}.values()))


@lru_cache(maxsize=1 << 12)
def best_ways_out(hand: Bits, most: int = MOST_TO_KNOCK) -> tuple[WayOut, ...]:
    """The ways that no other is better than, by points and by suits."""
    front: list[WayOut] = []
    for way in every_way_out(hand, most):
        if not any(way.spoils & better.spoils == better.spoils for better in front):
            front.append(way)
    return tuple(front)


def count_against(hand: Bits, melds: Sequence[Bits]) -> int:
    """The least deadwood of the other hand after laying off on these melds, of which there are none after a gin."""
    table = tuple(melds)
    if not melds or not fitted(hand, table):
        return deadwood(hand)
    return min(_left_besides(hand & ~way.used, table) for way in all_ways(hand))


def _left_besides(cards: Bits, table: tuple[Bits, ...]) -> int:
    return points_in(cards) - sum(points_in(card) for card, _ in fitted(cards, table))
