"""The value of a hand of Color Gin by exhaustive search, written from the rules independently of the evaluator."""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import TypeAlias

Hand: TypeAlias = tuple[str, ...]
Melds: TypeAlias = tuple[Hand, ...]

RANKS = "A23456789TJQK"
SUITS = "SHDC"


def is_meld(cards: Hand) -> bool:
    """Three or more of a suit in sequence, or three or four of a rank."""
    ranks, suits = sorted(RANKS.index(card[0]) for card in cards), {card[1] for card in cards}
    is_run = len(suits) == 1 and all(next_one == rank + 1 for rank, next_one in pairwise(ranks))
    is_set = len(suits) == len(cards) and len(set(ranks)) == 1
    return len(cards) >= 3 and (is_run or is_set)


def partitions(cards: Hand) -> Iterator[tuple[Melds, Hand]]:
    """All ways to divide cards into melds and leftovers: the first card is left over, or in a meld with others."""
    if not cards:
        yield (), ()
        return
    first, rest = cards[0], cards[1:]
    for melds, leftovers in partitions(rest):
        yield melds, (first, *leftovers)
    for meld in melds_with(first, rest):
        for melds, leftovers in partitions(tuple(card for card in rest if card not in meld)):
            yield (meld, *melds), leftovers


def melds_with(first: str, rest: Hand) -> Iterator[Hand]:
    for alike in (0, 1):
        # The cards of a meld share their rank or their suit.
        fellows = [card for card in rest if card[alike] == first[alike]]
        for number in range(2, len(fellows) + 1):
            yield from (meld for more in combinations(fellows, number) if is_meld(meld := (first, *more)))


def count(cards: Iterable[str]) -> int:
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in cards)


def spoiled(melds: Melds, leftovers: Hand) -> frozenset[str]:
    found = {card[1] for card in leftovers}
    for meld in melds:
        suits = {card[1] for card in meld}
        found |= suits if len(suits) == 1 else set(SUITS) - suits
    return frozenset(found)


def least(cards: Hand) -> int:
    """The least possible deadwood."""
    return min(count(leftovers) for _, leftovers in partitions(cards))


def results(cards: Hand, most: int = 10) -> set[tuple[int, frozenset[str]]]:
    """Deadwood and spoiled suits, for every way to go out."""
    ways = {(count(leftovers), spoiled(melds, leftovers)) for melds, leftovers in partitions(cards)}
    return {way for way in ways if way[0] <= most}


def front(cards: Hand, closed: frozenset[str] = frozenset()) -> set[tuple[int, frozenset[str]]]:
    """The Pareto front of those results: none is better by both points and suits that cannot score."""
    found = {(points, suits | closed) for points, suits in results(cards)}
    return {
        one for one in found if not any(other != one and other[0] <= one[0] and other[1] <= one[1] for other in found)
    }


def least_laid_off(cards: Hand, melds: Melds) -> int:
    """The least deadwood of a hand that may lay off on these melds, in whatever order."""
    return min(least_of(leftovers, melds) for _, leftovers in partitions(cards))


def least_of(leftovers: Hand, melds: Melds) -> int:
    counts = [count(leftovers)]
    for card in leftovers:
        others = tuple(other for other in leftovers if other != card)
        for place, meld in enumerate(melds):
            if is_meld((*meld, card)):
                counts.append(least_of(others, (*melds[:place], (*meld, card), *melds[place + 1 :])))
    return min(counts)
