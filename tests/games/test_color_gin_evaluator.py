"""Color Gin: the evaluator against a search that tries everything, and by hand where it is easy to go wrong."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.color_gin.cards import CARDS, JOKERS, POINTS, SUITS, Card, in_order
from games.color_gin.evaluator import (
    Arrangement,
    after_shedding,
    arrangement,
    best,
    can_be_gin,
    defence,
    every_result,
    is_meld,
    melds_in,
    proposals,
)
from tests.amounts import amount
from tests.games import brute_force
from tests.games.color_gin_tables import cards

HANDS = amount(600, 4000)


def hands(seed: str, size: int, number: int = HANDS) -> list[list[Card]]:
    """Random hands, from all cards or from few enough ranks that melds are many."""
    return list(islice(_hands(Random(seed), size), number))


def _hands(random: Random, size: int) -> Iterator[list[Card]]:
    while True:
        yield in_order(random.sample(CARDS, size))
        lowest = random.randrange(8)
        yield in_order(random.sample([card for card in CARDS if lowest <= CARDS.index(card) % 13 < lowest + 6], size))


def results(found: list[Arrangement]) -> set[tuple[int, frozenset[str]]]:
    return {(laid_out.points, frozenset(laid_out.spoiled)) for laid_out in found}


def checked(laid_out: Arrangement, hand: list[Card]) -> Arrangement:
    """It is what it says: melds of the hand, the rest left over, counted and spoiled by the other search's rules."""
    assert all(map(brute_force.is_meld, laid_out.melds))
    assert in_order([*laid_out.leftovers, *(card for meld in laid_out.melds for card in meld)]) == hand
    assert laid_out.points == brute_force.count(laid_out.leftovers)
    assert set(laid_out.spoiled) == brute_force.spoiled(laid_out.melds, laid_out.leftovers)
    return laid_out


# --- Against the other search -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [10, 11])
def test_the_least_that_can_be_left_over(size: int) -> None:
    for hand in hands(f"least {size}", size):
        assert checked(best(hand), hand).points == brute_force.least(tuple(hand))


def test_the_least_that_can_be_left_over_after_each_card_is_shed() -> None:
    for hand in hands("shed", 11, amount(30, 150)):
        for card, laid_out in after_shedding(hand).items():
            others = [other for other in hand if other != card]
            assert checked(laid_out, others).points == brute_force.least(tuple(others))


def test_the_proposals_are_the_front_of_all_partitions() -> None:
    for hand in hands("front", 10):
        assert results(proposals(hand)) == brute_force.front(tuple(hand))
        assert results(every_result(hand)) == brute_force.results(tuple(hand))


def test_the_proposals_are_the_front_by_the_suits_that_may_score_where_some_are_closed() -> None:
    random = Random("closed")
    for hand in hands("closed", 10, amount(200, 1000)):
        closed = frozenset(random.sample(SUITS, random.randrange(4)))
        found = proposals(hand, in_order_of_suits(closed))
        barred = {(checked(each, hand).points, frozenset(each.spoiled) | closed) for each in found}
        assert barred == brute_force.front(tuple(hand), closed)
        assert len(barred) == len(found)


def in_order_of_suits(closed: frozenset[str]) -> list[str]:
    return [suit for suit in SUITS if suit in closed]


def test_the_least_left_over_with_laying_off() -> None:
    for dealt in hands("lay off", 20, amount(300, 1500)):
        random = Random(str(dealt))
        shuffled = random.sample(dealt, 20)
        one, other = in_order(shuffled[:10]), in_order(shuffled[10:])
        melds = best(one).melds
        assert laid_off(other, melds) == brute_force.least_laid_off(tuple(other), melds)


def laid_off(hand: list[Card], melds: tuple[tuple[Card, ...], ...]) -> int:
    """What is left over, when it is seen that every card laid off fits where it went."""
    found = defence(hand, melds)
    table = [list(meld) for meld in melds]
    for card, place in found.laid_off:
        table[place].append(card)
        assert brute_force.is_meld(tuple(table[place]))
    own = [card for meld in found.melds for card in meld]
    assert in_order([*own, *found.leftovers, *(card for card, _ in found.laid_off)]) == hand
    return found.points


@settings(max_examples=amount(60, 300), suppress_health_check=[HealthCheck.too_slow])
@given(st.sets(st.sampled_from([card for card in CARDS if card[0] in "56789"]), min_size=10, max_size=11))
def test_hands_that_are_full_of_melds(found: set[Card]) -> None:
    hand = in_order(found)
    assert checked(best(hand), hand).points == brute_force.least(tuple(hand))
    assert results(proposals(hand)) == brute_force.front(tuple(hand))
    assert can_be_gin(hand) == (brute_force.least(tuple(hand)) == 0)


# --- By hand ------------------------------------------------------------------------------------------------


def test_the_ace_is_low_only() -> None:
    assert is_meld(cards("AS 2S 3S"))
    assert not is_meld(cards("QH KH AH"))
    assert not is_meld(cards("KH AH 2H"))


def test_a_run_does_not_go_from_a_suit_to_the_next() -> None:
    assert not is_meld(cards("QS KS AH"))
    assert melds_in(cards("QS KS AH 2H")) == []


@pytest.mark.parametrize(
    "words", ["", "AS 2S", "7S 7H", "7S 8S 9H", "7S 7H 8D", "7S 8S TS", "7S 8S *1", "7S 8S 9S *1", "7S 8S 9S 9S"]
)
def test_what_is_no_meld(words: str) -> None:
    assert not is_meld(cards(words))


def test_every_meld_of_the_deck_is_found() -> None:
    # Of each suit 66 runs, of each rank a set of four and four of three.
    assert len(melds_in(CARDS)) == 4 * 66 + 13 * 5


def test_court_cards_count_ten_and_the_ace_one() -> None:
    assert best(cards("AS TS JH QD KC 2H")).points == 1 + 10 + 10 + 10 + 10 + 2


def test_a_joker_makes_no_meld_and_counts_nothing() -> None:
    assert POINTS[JOKERS[0]] == 0
    assert best(cards("7S 8S *1")) == Arrangement((), tuple(cards("7S 8S")), 15, ("S",))


def test_a_card_is_in_one_meld_only() -> None:
    # With the queen of diamonds in the set, the run would be too short.
    laid_out = best(cards("QS QH QD QC JD TD"))
    assert laid_out.melds == (tuple(cards("QS QH QC")), tuple(cards("TD JD QD")))


def test_the_sheet_of_proposals_knows_melds_left_undeclared() -> None:
    found = proposals(cards("3S 4S 2H 4H 2D 3D 4D AC 2C 3C"))
    assert results(found) == {(1, frozenset("SHC")), (7, frozenset("HDC")), (10, frozenset("SDC"))}


@pytest.mark.parametrize("melds", [["7S 8S"], ["7S 8S 9S", "9S TS JS"], ["2H 2D 2C"], ["7S 7S 8S 9S"], ["*1 8S 9S TS"]])
def test_an_arrangement_has_melds_of_the_hand_that_share_no_card(melds: list[str]) -> None:
    with pytest.raises(ValueError, match="not a meld"):
        arrangement(cards("7S 8S 9S TS JS 2H *1"), [cards(meld) for meld in melds])


def test_cards_are_laid_off_in_chains() -> None:
    found = defence(cards("TS JS KH 5S"), (tuple(cards("7S 8S 9S")),))
    assert (found.laid_off, found.leftovers) == ((("TS", 0), ("JS", 0)), tuple(cards("5S KH")))


def test_a_card_for_a_run_and_a_set_goes_to_the_run_so_that_others_can_follow() -> None:
    found = defence(cards("7H 8H"), (tuple(cards("7S 7D 7C")), tuple(cards("4H 5H 6H"))))
    assert (found.laid_off, found.points) == ((("7H", 1), ("8H", 1)), 0)


def test_a_run_is_laid_off_to_at_both_ends_but_not_below_the_ace_nor_above_the_king() -> None:
    assert defence(cards("4S KH"), (tuple(cards("AS 2S 3S")),)).laid_off == (("4S", 0),)
    assert defence(cards("TS AH"), (tuple(cards("JS QS KS")),)).laid_off == (("TS", 0),)


def test_what_melds_by_itself_is_not_laid_off() -> None:
    found = defence(cards("KS KH KD 2C"), (tuple(cards("TH JH QH")),))
    assert (found.melds, found.laid_off, found.points) == ((tuple(cards("KS KH KD")),), (), 2)


def test_nothing_is_laid_off_where_there_is_nothing_to_lay_off_on() -> None:
    assert defence(cards("7H 8H"), ()).points == 15
