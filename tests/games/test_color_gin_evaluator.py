"""Color Gin: the evaluator against exhaustive search, and known tricky cases by hand."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from games.color_gin import evaluator
from games.color_gin.cards import CARDS, SUITS, Card, in_order
from games.color_gin.evaluator import Arrangement, best, defence, proposals
from tests.games import brute_force
from tests.games.cases import cases
from tests.games.color_gin_tables import cards
from tests.support.effort import amount

HANDS = amount(600, 4000)


def hands(seed: str, size: int, number: int = HANDS) -> list[list[Card]]:
    """Random hands, from all cards, or from ranks so few that melds are frequent."""
    return list(islice(_hands(Random(seed), size), number))


def _hands(random: Random, size: int) -> Iterator[list[Card]]:
    while True:
        yield in_order(random.sample(CARDS, size))
        lowest = random.randrange(8)
        yield in_order(random.sample([card for card in CARDS if lowest <= CARDS.index(card) % 13 < lowest + 6], size))


def results(found: list[Arrangement]) -> set[tuple[int, frozenset[str]]]:
    return {(laid_out.points, frozenset(laid_out.spoiled)) for laid_out in found}


def checked(laid_out: Arrangement, hand: list[Card]) -> Arrangement:
    """Checks the arrangement: melds of the hand, the rest as deadwood, counted and spoiled by the rules of the
    exhaustive search."""
    assert all(map(brute_force.is_meld, laid_out.melds))
    assert in_order([*laid_out.leftovers, *(card for meld in laid_out.melds for card in meld)]) == hand
    assert laid_out.points == brute_force.count(laid_out.leftovers)
    assert set(laid_out.spoiled) == brute_force.spoiled(laid_out.melds, laid_out.leftovers)
    return laid_out


@pytest.mark.parametrize("size", [10, 11])
def test_the_least_that_can_be_left_over(size: int) -> None:
    for hand in hands(f"least {size}", size):
        assert checked(best(hand), hand).points == brute_force.least(tuple(hand))


def test_the_least_that_can_be_left_over_after_each_card_is_shed() -> None:
    for hand in hands("shed", 11, amount(30, 150)):
        for card, laid_out in evaluator.after_shedding(hand).items():
            others = [other for other in hand if other != card]
            assert checked(laid_out, others).points == brute_force.least(tuple(others))


def test_the_proposals_are_the_front_of_all_partitions() -> None:
    for hand in hands("front", 10):
        assert results(proposals(hand)) == brute_force.front(tuple(hand))
        assert evaluator.can_be_gin(hand) == (brute_force.least(tuple(hand)) == 0)
        assert results(evaluator.every_result(hand)) == brute_force.results(tuple(hand))


def test_the_proposals_are_the_front_by_the_suits_that_may_score_where_some_are_closed() -> None:
    random = Random("closed")
    for hand in hands("closed", 10, amount(200, 1000)):
        closed = frozenset(random.sample(SUITS, random.randrange(4)))
        found = proposals(hand, [suit for suit in SUITS if suit in closed])
        barred = {(checked(each, hand).points, frozenset(each.spoiled) | closed) for each in found}
        assert barred == brute_force.front(tuple(hand), closed)
        assert len(barred) == len(found)


def test_the_least_left_over_with_laying_off() -> None:
    for dealt in hands("lay off", 20, amount(300, 1500)):
        shuffled = Random(str(dealt)).sample(dealt, 20)
        one, other = in_order(shuffled[:10]), in_order(shuffled[10:])
        melds = best(one).melds
        assert laid_off(other, melds) == brute_force.least_laid_off(tuple(other), melds)


def laid_off(hand: list[Card], melds: tuple[tuple[Card, ...], ...]) -> int:
    """The remaining deadwood; checks that every card laid off fits where it went."""
    found = defence(hand, melds)
    table = [list(meld) for meld in melds]
    for card, place in found.laid_off:
        table[place].append(card)
        assert brute_force.is_meld(tuple(table[place]))
    own = [card for meld in found.melds for card in meld]
    assert in_order([*own, *found.leftovers, *(card for card, _ in found.laid_off)]) == hand
    return found.points


@cases("""
    hand | melds | left | points
The ace is low only and counts one, court cards count ten.
    QH KH AH                 |                    | AH QH KH    | 21
    AS TS JH QD KC 2H        |                    | AS TS 2H JH QD KC | 43
A joker makes no meld and counts nothing.
    7S 8S *1                 |                    | 7S 8S       | 15
A card is in one meld only: with the queen of diamonds in the set, the run would be too short.
    QS QH QD QC JD TD        | QS QH QC, TD JD QD |             | 0
""")
def test_what_a_hand_comes_to(hand: str, melds: str, left: str, points: str) -> None:
    laid_out = best(cards(hand))
    assert ", ".join(" ".join(meld) for meld in laid_out.melds) == melds
    assert (" ".join(laid_out.leftovers), laid_out.points) == (left, int(points))


def test_every_meld_of_the_deck_is_found() -> None:
    # 66 runs for each suit, and five sets for each rank: one of four and four of three.
    assert len(evaluator.melds_in(CARDS)) == 4 * 66 + 13 * 5


@pytest.mark.parametrize("melds", [
    "", "7S 8S", "7S 7H", "7S 8S 9H", "7S 7H 8D", "7S 8S TS", "7S 8S *1", "7S 8S 9S *1", "7S 8S 9S 9S", "KH AH 2H",
    "7S 8S 9S, 9S TS JS", "2H 2D 2C",
])  # fmt: skip
def test_an_arrangement_has_melds_of_the_hand_that_share_no_card(melds: str) -> None:
    with pytest.raises(ValueError, match="not a meld"):
        evaluator.arrangement(cards("7S 8S 9S TS JS 7H 8D 9H AH 2H KH *1"), map(cards, melds.split(", ")))


@cases("""
    hand | on | laid_off | left
Cards are laid off in chains.
    TS JS KH 5S | 7S 8S 9S           | TS 0, JS 0 | 5S KH
A card for a run and a set goes to the run, so that others can follow.
    7H 8H       | 7S 7D 7C, 4H 5H 6H | 7H 1, 8H 1 |
What melds by itself is not laid off.
    KS KH KD 2C | TH JH QH           |            | 2C
""")
def test_what_is_laid_off(hand: str, on: str, laid_off: str, left: str) -> None:
    found = defence(cards(hand), tuple(tuple(cards(meld)) for meld in on.split(", ") if meld))
    assert ", ".join(f"{card} {meld}" for card, meld in found.laid_off) == laid_off
    assert " ".join(found.leftovers) == left
