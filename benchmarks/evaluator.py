"""Measures the evaluation of Color Gin hands: best arrangements of eleven cards per second, on one core.

    python benchmarks/evaluator.py

No hand is evaluated twice, so caches do not help. In the same run every subset of the cards is tried, and then the
subsets that the tests' search tries: cards of one rank or of one suit. The ratio does not depend on the machine.
"""

import sys
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.color_gin.cards import CARDS, Card
from games.color_gin.evaluator import after_shedding, best, proposals
from tests.games import brute_force

HANDS = 20_000
TRIED = 100
CARDS_IN_HAND = 11


def per_second(evaluate: Callable[[tuple[Card, ...]], object], hands: Sequence[tuple[Card, ...]]) -> float:
    began = time.perf_counter()
    for hand in hands:
        evaluate(hand)
    return len(hands) / (time.perf_counter() - began)


def least_of_all_subsets(hand: tuple[Card, ...]) -> int:
    """The least deadwood by brute force."""
    subsets = [subset for size in range(3, len(hand) + 1) for subset in combinations(hand, size)]
    collections: list[frozenset[Card]] = [frozenset()]
    for meld in filter(brute_force.is_meld, subsets):
        collections += [melded.union(meld) for melded in collections if melded.isdisjoint(meld)]
    return min(brute_force.count(set(hand) - melded) for melded in collections)


def main() -> None:
    random = Random("hands")
    hands = [[tuple(random.sample(CARDS, CARDS_IN_HAND)) for _ in range(HANDS)] for _ in range(3)]
    fast, slow = per_second(best, hands[0]), per_second(least_of_all_subsets, hands[0][:TRIED])
    print(f"best arrangement                {fast:10,.0f} hands/s")
    print(f"trying every subset             {slow:10,.0f} hands/s   ratio {fast / slow:.0f}")
    print(f"the search of the tests         {per_second(brute_force.least, hands[0]):10,.0f} hands/s")
    print(f"best after each card is shed    {per_second(after_shedding, hands[1]):10,.0f} hands/s")
    print(f"all that is proposed            {per_second(proposals, hands[2]):10,.0f} hands/s")


if __name__ == "__main__":
    main()
