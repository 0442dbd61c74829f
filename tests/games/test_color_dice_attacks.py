"""Color Dice: which pawns may attack whom, from where, and what becomes of those that are struck."""

import pytest

from games import engine
from games.color_dice import GAME
from games.color_dice.moves import Send, Stop
from games.color_dice.options import Options
from games.dealer import Scripted
from games.engine import IllegalMove
from tests.games.color_dice_tables import asked, attacks, choices, drawn, in_words, kept, outside, play, said, table

START = "r2 / y3 / g4 / b5"
AREA = Options(target="area")
FREE = Options(target="free")
NEXT = [1, 1, 1, 1]
"""The throw with which the next turn begins."""


# --- The first turn -----------------------------------------------------------------------------------------


def test_in_the_first_turn_one_pawn_may_attack_in_three_ways() -> None:
    g = kept(START, "6 5 3 6")
    assert attacks(g, "y") == {"move 1 out>y", "move 1 r>y", "strike 1 r>y: y"}


def test_and_three_pawns_only_from_outside() -> None:
    assert attacks(kept(START, "6 5 3 6"), "g") == {"move 3 out>g"}


def test_an_equal_die_may_not_be_attacked() -> None:
    assert choices(kept(START, "6 5 3 6")) == ["attack y", "attack g"]


def test_the_group_has_exactly_as_many_pawns_as_the_dice_differ() -> None:
    g = play(kept(START, "6 5 3 6"), "attack g")
    fewer = Send(colour=0, kind="move", origin=None, area=2, moves=2, strikes=0, struck=(), players=4)
    with pytest.raises(IllegalMove, match="expected: Move 3 pawns from outside to seat 2’s area, Go back"):
        engine.play(GAME, g, 0, fewer, Scripted([]))


def test_a_difference_for_which_no_place_has_the_pawns_allows_no_attack() -> None:
    # Red has three pawns in each of three places, and is four ahead of yellow.
    assert choices(kept("r3 / r3 y3 / g4 / r3 b5", "5 1 4 5")) == ["attack g"]


# --- At least once ------------------------------------------------------------------------------------------


def test_after_one_attack_the_player_may_stop() -> None:
    g = play(kept(START, "6 5 3 6"), "attack y", "move 1 out>y")
    assert choices(g) == ["attack g", "stop"]
    assert asked(play(g, "stop", drawn=NEXT)) == "y throwing"


def test_before_that_he_may_not() -> None:
    g = kept(START, "6 5 3 6")
    with pytest.raises(IllegalMove, match="expected: Attack seat 1 with 1 pawn, Attack seat 2 with 3 pawns"):
        engine.play(GAME, g, 0, Stop(), Scripted([]))


def test_he_may_go_back_to_choose_another_opponent_but_not_to_stop() -> None:
    g = play(kept(START, "6 5 3 6"), "attack g", "back")
    assert choices(g) == ["attack y", "attack g"]
    assert drawn(g) == START


def test_going_back_after_an_attack_leads_to_where_he_may_stop() -> None:
    g = play(kept(START, "6 5 3 6"), "attack y", "move 1 out>y", "attack g", "back")
    assert choices(g) == ["attack g", "stop"]


def test_every_opponent_may_be_attacked_once() -> None:
    g = play(kept(START, "6 5 3 6"), "attack g", "move 3 out>g")
    assert choices(g) == ["attack y", "stop"]
    assert asked(play(g, "attack y", "move 1 out>y", drawn=NEXT)) == "y throwing"


def test_without_a_legal_attack_there_is_none_to_make() -> None:
    # Red has five pawns in no one place, and yellow none to strike.
    g = table("r3 / y3 r3 / g4 / r3 b5", "6 1 6 6")
    assert said(g, "keep", drawn=NEXT)[0] == "seat 0 cannot attack."


def test_what_can_be_attacked_is_judged_when_the_attacks_begin() -> None:
    # The yellow area is full, so red could only strike there, with its one pawn inside. But blue strikes that first.
    g = kept("/ y9 / r1 g4 / b5", "2 1 2 3")
    assert attacks(play(g, "attack_first"), "y") == {"strike 1 g>y: y"}
    assert said(play(g, "counter_first"), "strike 1 b>g: r", drawn=NEXT)[1] == "seat 0 cannot attack."


def test_each_attack_begins_from_where_the_last_one_has_led() -> None:
    g = play(kept("r2 / y3 / g4 y2 / b5", "6 4 4 6"), "attack y", "move 2 out>y", "attack g")
    assert attacks(g, "g") == {"move 2 out>g", "move 2 r>g", "strike 2 r>g: gg", "1+1 r>g", "move 2 y>g",
                               "strike 2 y>g: gg", "1+1 y>g"}  # fmt: skip


def test_pawns_that_have_just_moved_in_may_strike_at_once() -> None:
    g = play(kept("/ y3 / g4 / b5", "6 4 4 6"), "attack y", "move 2 out>y")
    g = play(g, "attack g", "strike 2 y>g: gg", drawn=NEXT)
    assert drawn(g) == " / y3 / r2 g2 / b5"
    assert outside(g) == "r7 y6 g7 b4"


# --- Moving -------------------------------------------------------------------------------------------------


def test_a_group_comes_from_one_place() -> None:
    # Red has one pawn outside, one at home, one in the green area, and six in the blue one.
    g = kept("r1 / y3 / r1 g4 / r6 b2", "3 1 3 3")
    assert attacks(g, "y") == {"move 2 b>y", "strike 2 b>y: yy", "1+1 b>y"}


def test_a_group_moves_only_to_the_home_of_the_colour_it_attacks() -> None:
    moves = {way for way in attacks(kept("r4 / y3 / r2 g4 / b5", "2 1 2 2"), "y") if way.startswith("move")}
    assert moves == {"move 1 out>y", "move 1 r>y", "move 1 g>y"}


def test_a_place_for_each_pawn_has_to_be_empty() -> None:
    g = kept("r4 / y3 b3 g1 / g4 / b5", "3 1 3 3")
    assert "move 2 out>y" in attacks(g, "y")
    g = kept("r4 / y3 b3 g2 / g4 / b5", "3 1 3 3")
    assert "move 2 out>y" not in attacks(g, "y")
    assert "move 2 r>y" not in attacks(g, "y")


def test_nobody_moves_home_nor_strikes_there() -> None:
    ways = attacks(kept("r1 y1 / y3 / r5 g3 / b5", "2 1 2 2"), "y")
    assert ways
    assert not [way for way in ways if ">r" in way]


def test_pawns_in_a_foreign_area_may_leave_it_again() -> None:
    g = play(kept("/ y3 / r6 g3 / b5", "3 1 3 3"), "attack y", "move 2 g>y", drawn=NEXT)
    assert drawn(g) == " / r2 y3 / r4 g3 / b5"


# --- Striking -----------------------------------------------------------------------------------------------


def test_a_struck_pawn_goes_outside_and_its_place_is_taken() -> None:
    g = play(kept(START, "6 5 3 6"), "attack y", "strike 1 r>y: y")
    assert drawn(g) == "r1 / r1 y2 / g4 / b5"
    assert outside(g) == "r7 y7 g5 b4"


def test_pawns_are_struck_wherever_they_are_but_for_the_attackers_home() -> None:
    g = kept("r2 y1 / y3 / g4 y1 / b5 y1", "2 1 2 2")
    strikes = {way for way in attacks(g, "y") if way.startswith("strike")}
    assert strikes == {"strike 1 r>y: y", "strike 1 r>g: y", "strike 1 r>b: y"}


def test_pawns_from_outside_neither_strike_nor_take_part_in_a_mixed_attack() -> None:
    assert attacks(kept("/ y3 / g4 / b5", "3 1 3 3"), "y") == {"move 2 out>y"}


def test_pawns_outside_are_not_struck() -> None:
    g = table("r2 / g4 b5 / r2 / r1", "2 1 2 2")
    assert said(g, "keep", drawn=NEXT)[0] == "seat 0 cannot attack."


def test_no_group_strikes_in_the_area_where_it_stands() -> None:
    g = kept("/ y3 / r2 y2 g4 / b5", "2 1 2 2")
    strikes = {way for way in attacks(g, "y") if way.startswith("strike")}
    assert strikes == {"strike 1 g>y: y"}


def test_a_dummy_full_at_home_can_only_be_struck_and_its_pawns_leave_the_game() -> None:
    g = kept("r2 / y3 / g4 / b9", "6 6 6 2", players=3, turn="g")
    assert attacks(g, "b") == {"strike 4 g>b: bbbb"}
    g = play(g, "attack b", "strike 4 g>b: bbbb", drawn=NEXT)
    assert drawn(g) == "r2 / y3 /  / g4 b5"
    assert (outside(g), in_words(g.board.gone)) == ("r7 y6 g5", "b4")


# --- Both at once -------------------------------------------------------------------------------------------


def test_a_group_may_move_and_strike_in_a_home_that_still_has_pawns_of_its_own() -> None:
    g = kept("r4 / y3 b3 / g4 / b5", "5 1 5 5")
    assert attacks(g, "y") == {"3+1 r>y", "2+2 r>y", "1+3 r>y"}
    g = play(g, "attack y", "2+2 r>y", drawn=NEXT)
    assert drawn(g) == " / r4 y1 b3 / g4 / b5"
    assert outside(g) == "r5 y8 g5 b1"


def test_as_many_move_as_there_are_empty_places_and_as_many_strike_as_there_are_pawns_at_home() -> None:
    assert attacks(kept("r4 / y2 b5 / g4 /", "5 1 5 5"), "y") == {"2+2 r>y"}


def test_in_a_home_without_pawns_of_its_own_nobody_does_both() -> None:
    g = kept("r2 / y3 b6 / g4 / r1", "3 1 3 1")
    assert attacks(g, "b") == {"move 2 out>b", "move 2 r>b", "strike 2 r>y: bb"}


def test_a_third_colour_is_not_struck_by_such_an_attack() -> None:
    # One place is empty, and one pawn is at home: that is enough for two, not for three.
    assert attacks(kept("r3 / y1 b7 / g4 /", "3 1 3 3"), "y") == {"1+1 r>y"}
    assert said(table("r3 / y1 b7 / g4 /", "4 1 4 4"), "keep", drawn=NEXT)[0] == "seat 0 cannot attack."


# --- Locked pawns -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [7, 8])
def test_seven_or_eight_abroad_neither_leave_nor_are_struck(number: int) -> None:
    locked = f"r1 / y3 / r{number} / b5"
    on_yellow = attacks(kept(locked, "2 1 2 2"), "y")
    on_red = attacks(kept(locked, "1 2 1 1", turn="y"), "r")
    assert not [way for way in on_yellow if " g>" in way]
    assert not [way for way in on_red if ">g" in way]


def test_six_abroad_may_leave_and_may_be_struck() -> None:
    assert "move 1 g>y" in attacks(kept("r1 / y3 / r6 / b5", "2 1 2 2"), "y")
    assert "strike 1 y>g: r" in attacks(kept("r1 / y3 / r6 / b5", "1 2 1 1", turn="y"), "r")


def test_seven_at_home_are_not_locked() -> None:
    assert "move 1 r>y" in attacks(kept("r7 / y3 / g4 / b5", "2 1 2 2"), "y")
    assert "strike 1 y>r: r" in attacks(kept("r7 / y3 / g4 / b5", "1 2 1 1", turn="y"), "r")


def test_the_places_beside_locked_pawns_stay_open() -> None:
    g = kept("r2 / y3 / r7 y1 / b5", "1 1 1 2", turn="b")
    assert {"strike 1 b>g: y"} <= attacks(g, "y")
    assert {"move 1 out>g", "move 1 b>g"} <= attacks(g, "g")


def test_that_pawns_are_locked_now_is_said() -> None:
    g = kept("/ y3 / r5 / b5", "3 3 1 3")
    assert said(g, "attack g", "move 2 out>g", drawn=NEXT)[:2] == [
        "seat 0 attacks seat 2: 2 pawns from outside to seat 2’s area.",
        "Locked: 7 pawns of seat 0 in seat 2’s area.",
    ]


# --- The ninth pawn -----------------------------------------------------------------------------------------


def test_with_seven_locked_two_more_win_and_one_more_stays_locked() -> None:
    seven = "/ y3 / r7 / b5"
    assert asked(play(kept(seven, "3 3 1 3"), "attack g", "move 2 out>g")) == "over"
    g = play(kept(seven, "3 3 2 3"), "attack g", "move 1 out>g", drawn=NEXT)
    assert asked(g) == "y throwing"
    assert g.board.is_locked(0, 2)


def test_when_somebody_else_holds_the_ninth_place_he_is_to_be_struck() -> None:
    eight = "/ y3 / r8 y1 / r1 b5"
    assert said(table(eight, "2 2 1 2"), "keep", drawn=NEXT)[0] == "seat 0 cannot attack."
    g = kept(eight, "2 1 2 2")
    assert attacks(g, "y") == {"move 1 b>y", "strike 1 b>y: y", "strike 1 b>g: y"}
    assert asked(play(g, "attack y", "strike 1 b>g: y")) == "over"


def test_a_last_pawn_outside_has_to_come_inside_before_it_can_strike() -> None:
    eight = "/ y3 / r8 y1 / b5"
    assert attacks(kept(eight, "2 1 2 2"), "y") == {"move 1 out>y"}


# --- What a higher die lets you attack: the home ------------------------------------------------------------


def test_with_the_home_any_pawns_in_it_may_be_struck_and_none_elsewhere() -> None:
    g = kept("r4 / y1 b1 / y1 g4 / b4", "2 1 2 2", options=AREA)
    assert attacks(g, "y") == {"move 1 out>y", "move 1 r>y", "strike 1 r>y: ?"}
    g = play(g, "attack y", "strike 1 r>y: ?")
    assert choices(g) == ["strike y", "strike b", "back"]
    assert drawn(play(g, "strike b", drawn=NEXT)) == "r3 / r1 y1 / y1 g4 / b4"


def test_whom_to_strike_is_not_asked_when_all_there_are_struck() -> None:
    g = kept("r4 / y1 b1 / g4 / b4", "3 1 3 3", options=AREA)
    assert "strike 2 r>y: yb" in attacks(g, "y")


def test_locked_pawns_in_that_home_are_not_struck() -> None:
    g = kept("r4 / y1 b7 / g4 /", "2 1 2 2", options=AREA)
    assert "strike 1 r>y: y" in attacks(g, "y")


def test_a_mixed_attack_strikes_only_pawns_that_are_at_home() -> None:
    g = play(kept("r2 / y1 b2 / g4 / b4", "3 1 3 3", options=AREA), "attack y", "1+1 r>y", drawn=NEXT)
    assert drawn(g) == " / r2 b2 / g4 / b4"


def test_every_mixture_of_colours_may_be_struck() -> None:
    g = play(kept("r4 / y2 g1 b1 / g3 / b4", "3 1 3 3", options=AREA), "attack y", "strike 2 r>y: ?")
    assert choices(g) == ["strike yy", "strike yg", "strike yb", "strike gb", "back"]


def test_going_back_from_there_leads_to_the_groups() -> None:
    g = play(kept("r4 / y1 b1 / y1 g4 / b4", "2 1 2 2", options=AREA), "attack y", "strike 1 r>y: ?", "back")
    assert asked(g) == "r sending"
    assert drawn(g) == "r4 / y1 b1 / y1 g4 / b4"


# --- Free ---------------------------------------------------------------------------------------------------


def test_free_a_group_moves_to_any_area_and_strikes_anybody() -> None:
    g = kept("r2 / y1 / g1 / b9", "2 1 2 2", options=FREE)
    assert attacks(g, "y") == {
        "move 1 out>y", "move 1 out>g", "move 1 r>y", "move 1 r>g",
        "strike 1 r>y: y", "strike 1 r>g: g", "strike 1 r>b: b",
    }  # fmt: skip


def test_free_a_mixed_attack_goes_to_any_home_with_pawns_of_its_own() -> None:
    g = kept("r2 / y1 / g1 / y2", "3 1 3 3", options=FREE)
    assert {way for way in attacks(g, "y") if "+" in way} == {"1+1 r>y", "1+1 r>g"}


def test_free_nobody_goes_home_either() -> None:
    ways = attacks(kept("y2 / r1 y1 / g1 / b9", "2 1 2 2", options=FREE), "y")
    assert not [way for way in ways if ">r" in way]


def test_free_equal_dice_still_allow_nothing() -> None:
    assert asked(play(table(START, "2 2 2 2", options=FREE), "keep", drawn=NEXT)) == "y throwing"
