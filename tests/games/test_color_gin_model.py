"""Color Gin: the light model follows the same rules, and counts as the evaluator does."""

from itertools import combinations, permutations, product
from random import Random

import pytest

from games.color_gin.cards import CARDS, Card
from games.color_gin.deadwood import deadwood, least_useful, makes_a_meld, singles, use_of
from games.color_gin.evaluator import bits, cards_in, defence, proposals, suits_named
from games.color_gin.inference import shuffled
from games.color_gin.laid_open import best_ways_out, count_against
from games.color_gin.prospects import share_of_first, share_of_team
from tests.games.test_dealer import Asked
from tests.support.effort import amount

HANDS = amount(300, 20_000)


def hands(seed: str, number: int) -> list[list[Card]]:
    """Hands of all cards, and of low ones only, which make more melds."""
    random = Random(seed)
    low = [card for card in CARDS if card[0] in "A2345"]
    return [random.sample(random.choice([CARDS, low]), number) for _ in range(HANDS)]


def test_as_little_is_left_over_as_the_evaluator_says() -> None:
    for hand in hands("left", 10) + hands("left", 11):
        assert deadwood(bits(hand)) == min(way.points for way in proposals(hand, most=None))


def test_a_card_makes_a_meld_if_some_two_of_the_hand_go_with_it() -> None:
    for *hand, card in ([bits([card]) for card in cards] for cards in hands("meld", 8)):
        meld = any(deadwood(card | one | other) == 0 for one, other in combinations(hand, 2))
        assert makes_a_meld(sum(hand), card) == meld


def test_hidden_cards_lie_in_each_order_equally_often() -> None:
    chances = [Asked(*luck) for luck in product(range(3), range(2))]
    orders = [tuple(shuffled([1, 2, 3], chance)) for chance in chances]
    assert sorted(orders) == sorted(permutations([1, 2, 3]))
    assert {tuple(n for n, _ in chance.asked) for chance in chances} == {(3, 2)}


def test_the_card_of_least_use_is_found_without_trying_all() -> None:
    for hand in map(bits, hands("use", 11)):
        kept = hand & -hand
        costs = {
            card: use_of(hand, card) + deadwood(card) + deadwood(hand ^ card) for card in singles(hand) if card != kept
        }
        assert costs[least_useful(hand, kept)] == min(costs.values())


def test_the_ways_out_are_those_that_the_evaluator_proposes() -> None:
    for hand in hands("out", 10):
        found = {(way.points, suits_named(way.spoils)) for way in best_ways_out(bits(hand))}
        assert found == {(way.points, way.spoiled) for way in proposals(hand)}


def test_the_other_hand_lays_off_as_well_as_it_can() -> None:
    for dealt in hands("off", 20):
        for way in best_ways_out(bits(dealt[:10]), 100):
            against = defence(dealt[10:], tuple(map(cards_in, way.melds)))
            assert count_against(bits(dealt[10:]), way.melds) == against.points


def sheet(first: str, second: str, won: str = "----") -> tuple[list[int], list[int]]:
    """Scores by suit, and the winner of each."""
    winners = [-1 if winner == "-" else int(winner) for winner in won]
    return [*map(int, (first + " " + second).split())], winners


def test_what_is_even_is_a_half_and_the_other_seat_has_the_rest() -> None:
    assert share_of_first(*sheet("0 0 0 0", "0 0 0 0"), 100) == pytest.approx(0.5)
    here = share_of_first(*sheet("50 0 20 0", "0 30 0 0", "---1"), 100)
    there = share_of_first(*sheet("0 30 0 0", "50 0 20 0", "---0"), 100)
    assert here + there == pytest.approx(1)


@pytest.mark.parametrize(
    ("won", "share"), [("0001", 1), ("000-", 1), ("1110", 0), ("0101", 0.5)], ids=["3:1", "3:0", "1:3", "2:2"]
)
def test_a_match_that_is_over_is_known(won: str, share: float) -> None:
    assert share_of_first(*sheet("0 0 0 0", "0 0 0 0", won), 100) == share
    assert share_of_team(*sheet("0 0 0 0", "0 0 0 0", won), 100) == (share == 0.5)


def test_points_in_a_suit_that_is_as_good_as_lost_count_for_little() -> None:
    def gain(other: int) -> float:
        with_points, without = sheet("20 0 0 0", f"{other} 0 0 0"), sheet("0 0 0 0", f"{other} 0 0 0")
        return share_of_first(*with_points, 100) - share_of_first(*without, 100)

    assert 0 < 2 * gain(95) < gain(0)


def test_a_team_would_rather_share_the_suits_out() -> None:
    apart = share_of_team(*sheet("60 60 0 0", "0 0 60 60"), 100)
    mixed = share_of_team(*sheet("60 0 60 0", "60 0 60 0"), 100)
    assert apart > mixed
