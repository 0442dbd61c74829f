"""Sin Color, sentence by sentence of its rules, from positions written by hand: the dice, the payments, the end."""

import msgspec
import pytest

from games.engine import IllegalMove, Outcome
from games.sin_color.moves import NoTrade, Offer, Order, PayNothing, Raise, Sink, Trade
from games.sin_color.options import Options
from games.sin_color.rules import MayPay, Ordering, Paying, Raising, Sinking, State, Step, Trading, outcome, turns_left
from tests.games.sin_color_tables import TOPS, choices, face, pays, play, row, said, stack, table

SECOND = ("S3", "M0 A5 C1 S4", "C5", "A2", "S1", "M4")
"""The rule sheet's second stack."""
SWAP = (Offer((0,)), Offer((0,)), Offer((0,)))
"""Everybody offers his first coin."""


def ended(g: State) -> Outcome:
    over = outcome(g)
    assert over is not None and g.question is None
    return over


# --- Throwing the die ---------------------------------------------------------------------------------------


def test_a_null_does_nothing() -> None:
    g = table(rows=["S0", "S4", "S5"])
    after = play(g, NoTrade(), drawn=[0])
    assert after.stacks == g.stacks
    assert after.question == Trading(1, number=2)


@pytest.mark.parametrize("die", [2, 4])
def test_a_2_or_a_4_moves_the_top_tile_of_any_stack_to_the_bottom(die: int) -> None:
    g = play(table(stacks=SECOND), NoTrade(), drawn=[die])
    assert isinstance(g.question, Sinking)
    assert choices(g) == [Sink(number) for number in range(6)]
    assert stack(play(g, Sink(1)), 1) == "A5 C1 S4 M0"


@pytest.mark.parametrize("die", [3, 5])
def test_a_3_or_a_5_moves_the_bottom_tile_of_any_stack_to_the_top(die: int) -> None:
    g = play(table(stacks=SECOND), NoTrade(), drawn=[die])
    assert isinstance(g.question, Raising)
    assert choices(g) == [Raise(number) for number in range(6)]
    assert stack(play(g, Raise(1)), 1) == "S4 M0 A5 C1"


def test_a_tile_has_to_be_moved_even_if_that_brings_nothing() -> None:
    g = play(table(stacks=["- - - -", *TOPS[1:]]), NoTrade(), drawn=[2])
    with pytest.raises(IllegalMove):
        play(g, NoTrade())
    assert stack(play(g, Sink(0)), 0) == "- - - -"


def test_tiles_without_colour_move_like_others() -> None:
    g = table(stacks=["- A5 C1 S4", *TOPS[1:]])
    assert stack(play(g, NoTrade(), Sink(0), drawn=[2]), 0) == "A5 C1 S4 -"
    assert stack(play(table(stacks=["A5 C1 S4 -", *TOPS[1:]]), NoTrade(), Raise(0), drawn=[5]), 0) == "- A5 C1 S4"


def test_an_ace_pays_and_then_the_end_of_the_turn_pays_too() -> None:
    g = play(table(rows=["S3 M0 C2", "S4", "S5"]), NoTrade(), drawn=[1])
    assert g.question == Paying(0, number=2)
    g = play(g, pays("S3"))
    assert g.question == Paying(0, number=3)
    g = play(g, pays("M0"))
    assert row(g, 0) == "C2"
    assert g.question == Trading(1, number=4)


def test_an_ace_with_no_coin_that_matches_pays_nothing() -> None:
    g = table(rows=["S0", "S4", "S5"])
    assert isinstance(play(g, NoTrade(), drawn=[1]).question, Trading)
    assert said(g, NoTrade(), drawn=[1]) == [
        "seat 0 throws: ace.",
        "seat 0 has no coin that matches.",
        "seat 0 has no coin that matches.",
    ]


# --- After a trade ------------------------------------------------------------------------------------------


def test_one_chooses_who_acts_first_and_in_which_order_one_uses_both_dice() -> None:
    g = play(table(), *SWAP, Trade(2), drawn=[2, 3])
    assert isinstance(g.question, Ordering)
    assert choices(g) == [Order(0, (2, 3)), Order(0, (3, 2)), Order(2, (2, 3)), Order(2, (3, 2))]
    assert str(choices(g)[1]) == "seat 0 first; your dice: 3, then 2"


def test_two_equal_dice_have_one_order() -> None:
    g = play(table(), *SWAP, Trade(1), drawn=[4, 4])
    assert choices(g) == [Order(0, (4, 4)), Order(1, (4, 4))]


def test_one_acts_with_both_dice_and_the_partner_with_his_own() -> None:
    g = play(table(stacks=SECOND), *SWAP, Trade(2), Order(0, (3, 2)), drawn=[2, 3])
    assert g.question == Raising(0, die=3, number=5)
    assert g.steps == [Step(0, 2), Step(2, 3), Step(0, None)]
    g = play(g, Raise(1))
    assert g.question == Sinking(0, die=2, number=6)
    g = play(g, Sink(1))
    assert g.question == Raising(2, die=3, number=7)
    assert play(g, Raise(1)).question == Trading(1, number=8)


def test_or_the_partner_acts_first() -> None:
    g = play(table(), *SWAP, Trade(1), Order(1, (2, 3)), drawn=[2, 3])
    assert g.question == Raising(1, die=3, number=5)
    assert g.steps == [Step(0, 2), Step(0, 3), Step(0, None)]


def test_the_one_who_acts_first_is_told() -> None:
    g = play(table(), *SWAP, Trade(1), drawn=[2, 3])
    assert said(g, Order(1, (2, 3))) == ["seat 1 acts first."]


def test_there_may_be_three_payments_in_a_turn() -> None:
    g = table(rows=["S3 M0 C5 A0", "S4", "S5"])
    g = play(g, Offer((3,)), Offer((0,)), Offer((0,)), Trade(1), Order(1, (1, 1)), drawn=[1, 1])
    assert g.steps == [Step(0, 1), Step(0, None)]
    g = play(g, pays("S3"), pays("M0"), pays("C5"))
    assert row(g, 0) == "S4"
    assert isinstance(g.question, Trading)


def test_the_partner_has_no_payment_at_the_end_of_the_turn() -> None:
    g = table(rows=["S0", "S4 S3", "S5"])
    g = play(g, *SWAP, Trade(1), Order(0, (0, 0)), drawn=[0, 0])
    assert row(g, 1) == "S3 S0"
    assert g.question == Trading(1, number=5)


def test_a_new_owner_may_pay_with_what_he_got() -> None:
    g = play(table(rows=["S0", "S3v", "S5"]), *SWAP, Trade(1), Order(0, (0, 0)), drawn=[0, 0])
    assert choices(g) == [pays("S3")]


# --- Paying -------------------------------------------------------------------------------------------------


def test_at_the_end_of_the_turn_a_coin_that_matches_has_to_be_paid() -> None:
    g = play(table(rows=["C5 M2", "S4", "S5"]), NoTrade(), drawn=[0])
    assert choices(g) == [pays("C5")]
    g = play(g, pays("C5"))
    assert row(g, 0) == "M2"
    assert stack(g, 2) == "-"
    assert g.paid == [face("C5")]


def test_of_several_that_match_one_is_chosen_and_one_is_paid() -> None:
    g = play(table(rows=["C5 M2 A2v", "S4", "S5"]), NoTrade(), drawn=[0])
    assert choices(g) == [pays("C5"), pays("A2", 2)]
    g = play(g, pays("A2", 2))
    assert row(g, 0) == "C5 M2"
    assert isinstance(g.question, Trading)


@pytest.mark.parametrize("coin", ["C4", "A5", "A2v"])
def test_the_same_suit_or_the_same_value_is_not_enough(coin: str) -> None:
    g = table(rows=[coin, "S4", "S5"], stacks=("S3", "M0", "C5", "A1", "S1", "M4"))
    assert play(g, NoTrade(), drawn=[0]).question == Trading(1, number=2)


def test_a_tile_below_the_top_cannot_be_paid_for() -> None:
    g = table(rows=["A5", "S4", "S5"], stacks=SECOND)
    assert isinstance(play(g, NoTrade(), drawn=[0]).question, Trading)
    assert choices(play(g, NoTrade(), Sink(1), drawn=[2])) == [pays("A5")]


def test_a_tile_that_was_turned_stays_where_it_is_and_moves_with_its_stack() -> None:
    g = play(table(rows=["M0 S0", "S4", "S5"], stacks=SECOND), NoTrade(), pays("M0"), drawn=[0])
    assert stack(g, 1) == "- A5 C1 S4"
    assert stack(play(g, NoTrade(), Sink(1), drawn=[4]), 1) == "A5 C1 S4 -"


def test_a_coin_that_does_not_match_cannot_be_paid() -> None:
    g = play(table(rows=["C5 M2", "S4", "S5"]), NoTrade(), drawn=[0])
    for move in (pays("M2", 1), pays("C5", 1), pays("M2", 0), PayNothing()):
        with pytest.raises(IllegalMove, match="expected: Pay the 5 of crowns"):
            play(g, move)


def test_whether_one_chooses_from_one_or_from_several_looks_the_same() -> None:
    one = play(table(rows=["C5 M2", "S4", "S5"]), NoTrade(), drawn=[0])
    several = play(table(rows=["C5 A2", "S4", "S5"]), NoTrade(), drawn=[0])
    assert one.question == several.question == Paying(0, number=2)


def test_that_nothing_matches_is_told() -> None:
    assert said(table(), NoTrade(), drawn=[0])[-1] == "seat 0 has no coin that matches."


def test_optional_payments_are_asked_for_whatever_one_has() -> None:
    nothing = play(table(payments="optional"), NoTrade(), drawn=[0])
    something = play(table(rows=["C5 M2", "S4", "S5"], payments="optional"), NoTrade(), drawn=[0])
    assert nothing.question == something.question == MayPay(0, number=2)
    assert choices(nothing) == [PayNothing()]
    assert choices(something) == [pays("C5"), PayNothing()]
    assert said(nothing, PayNothing()) == said(something, PayNothing()) == ["seat 0 pays nothing."]


def test_a_coin_that_was_kept_stays_in_the_row() -> None:
    g = table(rows=["C5 M2", "S4", "S5"], payments="optional")
    assert row(play(g, NoTrade(), PayNothing(), drawn=[0]), 0) == "C5 M2"
    assert row(play(g, NoTrade(), pays("C5"), drawn=[0]), 0) == "M2"


# --- The end ------------------------------------------------------------------------------------------------


def test_whoever_has_no_coins_left_wins_at_once() -> None:
    g = play(table(rows=["S3", "S4 M5", "S5"]), NoTrade(), pays("S3"), drawn=[1])
    assert ended(g).winners == (0,)
    assert ended(g).scores == (0, 2, 1)
    assert str(ended(g).why) == "seat 0 has no coins left and wins."


def test_a_partner_wins_with_his_ace_and_the_turn_is_not_played_to_its_end() -> None:
    g = table(rows=["S3 C5", "S4", "S5"])
    g = play(g, *SWAP, Trade(1), Order(1, (2, 1)), pays("S3"), drawn=[2, 1])
    assert ended(g).winners == (1,)
    assert row(g, 0) == "C5 S4"


def test_turning_coins_over_wins_nothing_and_rows_are_never_emptied_by_a_trade() -> None:
    assert outcome(table()) is None


def test_after_300_turns_whoever_has_the_fewest_coins_wins() -> None:
    g = table(rows=["S0 S2", "S4", "S5 M5"], turns_over=299, last_payment=290)
    assert turns_left(g) == 1
    g = play(g, NoTrade(), drawn=[0])
    assert ended(g).winners == (1,)
    assert ended(g).scores == (2, 1, 2)
    assert str(ended(g).why) == "After 300 turns nobody has run out of coins. Fewest coins: seat 1."


def test_the_last_turn_is_played_to_its_end() -> None:
    g = play(table(rows=["S3 S0", "S4", "S5"], turns_over=299, last_payment=290), NoTrade(), drawn=[0])
    assert isinstance(g.question, Paying)
    assert ended(play(g, pays("S3"))).winners == (0, 1, 2)


@pytest.mark.parametrize("rows", [["S0", "S4", "S5"], ["S0", "S4", "S5", "M5"]])
def test_after_ten_full_rounds_without_a_payment_too(rows: list[str]) -> None:
    g = table(rows=rows, turns_over=10 * len(rows) + 6, last_payment=7)
    assert turns_left(g) == 1
    g = play(g, NoTrade(), drawn=[0])
    assert str(ended(g).why).startswith("In 10 rounds nobody paid. Fewest coins: seat 0, seat 1")


def test_a_payment_begins_the_ten_rounds_anew() -> None:
    g = table(rows=["S3 S0", "S4", "S5"], turns_over=29, last_payment=0)
    assert turns_left(g) == 1
    g = play(g, NoTrade(), pays("S3"), drawn=[0])
    assert outcome(g) is None
    assert turns_left(g) == 30


def test_equal_numbers_share() -> None:
    g = table(rows=["S0", "S4 M2", "S5"], turns_over=299, last_payment=290)
    assert ended(play(g, NoTrade(), drawn=[0])).winners == (0, 2)


# --- What the host may choose -------------------------------------------------------------------------------


def test_the_host_may_choose_four_things_and_no_others() -> None:
    assert Options() == Options("compulsory", "sealed", "open", "strict")
    other = {"payments": "optional", "offers": "open", "paid_coins": "counted", "memory": "aided"}
    assert msgspec.convert(other, Options) == Options("optional", "open", "counted", "aided")
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"payments": "never"}, Options)
