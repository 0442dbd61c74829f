"""Color Dice, sentence by sentence of its rules, from positions written by hand: the table, the dice, and the end."""

import pytest

from games import engine
from games.bot import Seeded
from games.color_dice import GAME
from games.color_dice.moves import Keep, Rethrow
from games.color_dice.options import Options
from games.color_dice.rules import State
from games.dealer import Scripted
from games.engine import IllegalMove, NotAsked
from tests.games.color_dice_tables import asked, drawn, kept, outside, play, said, table

START = "r2 / y3 / g4 / b5"
NEXT = [1, 1, 1, 1]
"""The throw with which the next turn begins."""


def begin(players: int, starter: int = 0, dice: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> State:
    throws = [*dice[: max(players, 4)]]
    g: State = engine.begin(GAME, players, Options(), Scripted([starter, *throws]))
    return g


# --- The table ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "inside", "outside_"),
    [
        (2, "r2 / y3 / g9 / b9", "r7 y6"),
        (3, "r2 / y3 / g4 / b9", "r7 y6 g5"),
        (4, "r2 / y3 / g4 / b5", "r7 y6 g5 b4"),
        (5, "r2 / y3 / g4 / b5 / k6", "r7 y6 g5 b4 k3"),
        (6, "r2 / y3 / g4 / b5 / k6 / w7", "r7 y6 g5 b4 k3 w2"),
    ],
)
def test_each_following_player_begins_with_one_pawn_more_at_home_and_dummies_with_all(
    players: int, inside: str, outside_: str
) -> None:
    g = begin(players)
    assert (drawn(g), outside(g)) == (inside, outside_)


def test_two_to_six_may_play() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]


def test_chance_decides_who_begins_and_the_pawns_follow_clockwise_from_there() -> None:
    g = begin(4, starter=2)
    assert g.turn == 2
    assert drawn(g) == "r4 / y5 / g2 / b3"


def test_with_three_players_the_dummy_keeps_its_nine_whoever_begins() -> None:
    assert drawn(begin(3, starter=2)) == "r3 / y4 / g2 / b9"


def test_turns_go_clockwise() -> None:
    g = play(table(START, "1 1 1 1", turn="g"), "keep", drawn=[2, 2, 2, 2])
    assert asked(g) == "b throwing"
    assert asked(play(g, "keep", drawn=NEXT)) == "r throwing"


# --- Throwing the dice --------------------------------------------------------------------------------------


def test_a_turn_begins_with_a_throw_of_all_dice_those_of_dummies_too() -> None:
    g = begin(2, dice=(3, 1, 6, 2))
    assert [die.value for die in g.dice] == [3, 1, 6, 2]
    assert [die.thrown for die in g.dice] == [1, 1, 1, 1]
    assert asked(g) == "r throwing"


def test_any_dice_may_be_thrown_again_together_and_keep_their_new_value() -> None:
    g = play(table(START, "5 1 4 6"), "throw ryb", drawn=[2, 4, 1])
    assert [die.value for die in g.dice] == [2, 4, 4, 1]
    assert [die.thrown for die in g.dice] == [2, 2, 1, 2]
    assert asked(g) == "r throwing"


def test_a_throw_stands_even_if_the_one_before_was_better() -> None:
    assert play(table(START, "5 1 1 1"), "throw r", drawn=[2]).dice[0].value == 2


def test_a_die_thrown_three_times_stays_and_one_thrown_twice_may_be_thrown() -> None:
    g = table(START, "5 1 4 6", thrown="3 2 1 3")
    assert g.question.pick(g, 0).among == (1, 2)
    with pytest.raises(IllegalMove, match="Throw again: red"):
        engine.play(GAME, g, 0, Rethrow((0,)), Scripted([]))
    assert play(g, "throw y", drawn=[6]).dice[1].thrown == 3


def test_nobody_is_asked_any_more_when_every_die_was_thrown_three_times() -> None:
    g = play(table(START, "5 1 5 5", thrown="3 2 3 3"), "throw y", drawn=[2])
    assert asked(g) == "r attacking"


@pytest.mark.parametrize("dice", [(), (0, 0), (0, 4), (-1,)])
def test_a_throw_of_no_dice_of_one_twice_or_of_one_that_is_not_there_is_refused(dice: tuple[int, ...]) -> None:
    with pytest.raises(IllegalMove, match="expected: Keep the dice, rethrow with 1 to 4 of"):
        engine.play(GAME, table(START), 0, Rethrow(dice), Scripted([1, 1]))


def test_nobody_else_throws() -> None:
    with pytest.raises(NotAsked):
        engine.play(GAME, table(START), 1, Rethrow((1,)), Scripted([1]))


def test_the_next_turn_begins_with_fresh_dice_and_nobody_attacked() -> None:
    g = play(table(START, "2 1 2 2"), "keep", "attack y", "move 1 out>y", drawn=[1, 2, 3, 4])
    assert asked(g) == "y throwing"
    assert [(die.value, die.thrown) for die in g.dice] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert (g.attacked, g.steps) == ([], [])


# --- Who is first -------------------------------------------------------------------------------------------


def test_with_a_higher_and_a_lower_die_the_player_chooses_who_attacks_first() -> None:
    g = kept(START, "4 6 1 4")
    assert asked(g) == "r ordering"
    assert asked(play(g, "attack_first")) == "r attacking"
    assert asked(play(g, "counter_first")) == "y countering"


@pytest.mark.parametrize(("dice", "first"), [("6 6 1 4", "r attacking"), ("4 6 4 4", "y countering")])
def test_with_only_higher_or_only_lower_dice_there_is_nothing_to_choose(dice: str, first: str) -> None:
    assert asked(kept(START, dice)) == first


def test_equal_dice_allow_nothing_either_way() -> None:
    assert asked(play(table(START, "3 3 3 3"), "keep", drawn=NEXT)) == "y throwing"


def test_the_higher_die_of_a_dummy_that_never_counterattacks_leaves_nothing_to_choose() -> None:
    g = kept("r2 / y3 / g9 / b9", "4 1 6 4", players=2, options=Options(dummies="none"))
    assert asked(g) == "r attacking"


def test_all_attacks_come_before_all_counterattacks() -> None:
    g = play(kept(START, "4 6 1 3"), "attack_first", "attack b", "move 1 out>b")
    assert asked(g) == "r going_on"
    g = play(g, "attack g", "move 3 out>g")
    assert asked(g) == "y countering"


def test_or_all_of_them_after_all_counterattacks() -> None:
    g = play(kept(START, "4 6 1 5"), "counter_first")
    assert asked(g) == "y countering"
    g = play(g, "decline")
    assert asked(g) == "b countering"
    assert asked(play(g, "decline")) == "r attacking"


# --- The end ------------------------------------------------------------------------------------------------


def test_nine_pawns_in_one_foreign_area_win_at_once_with_attacks_still_to_come() -> None:
    g = play(kept("/ y3 / r8 / b5", "6 1 5 6"), "attack g", "move 1 out>g")
    assert asked(g) == "over"
    assert drawn(g) == " / y3 / r9 / b5"
    outcome = GAME.outcome(g)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert str(outcome.why) == "seat 0 has all nine pawns in seat 2’s area."


def test_nine_in_the_area_of_a_dummy_win_too() -> None:
    g = play(kept("/ y3 / r8 / b9", "6 6 5 6", players=2), "attack g", "move 1 out>g")
    outcome = GAME.outcome(g)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert str(outcome.why) == "seat 0 has all nine pawns in the green dummy’s area."


def test_nine_at_home_win_nothing() -> None:
    g = table("r9 / y3 / g4 / b9", players=3)
    assert GAME.outcome(g) is None


def test_scores_are_the_most_in_one_foreign_area_and_all_in_foreign_areas() -> None:
    g = play(kept("/ y3 / r8 / y1 g2 b5", "6 6 5 6"), "attack g", "move 1 out>g")
    outcome = GAME.outcome(g)
    assert outcome is not None
    assert outcome.scores == (99, 11, 22, 0)


def test_after_sixty_rounds_most_pawns_in_one_foreign_area_win() -> None:
    last = table("g3 / y3 r2 / g4 / b5 r2", "3 3 3 3", turn="b", turns_over=60 * 4 - 1)
    assert GAME.outcome(last) is None
    g = play(last, "keep")
    outcome = GAME.outcome(g)
    assert outcome is not None
    assert asked(g) == "over"
    assert outcome.winners == (2,)
    assert outcome.scores == (24, 0, 33, 0)
    assert str(outcome.why) == "60 rounds are over. Most pawns in one area abroad: seat 2, with 3 pawns."


def test_after_sixty_rounds_ties_share() -> None:
    g = play(table("g3 / y3 / r3 g1 / b5 r2", "3 3 3 3", turn="b", turns_over=60 * 4 - 1), "keep")
    outcome = GAME.outcome(g)
    assert outcome is not None
    assert outcome.winners == (0, 2)
    assert outcome.scores == (35, 0, 33, 0)


def test_the_sixtieth_round_is_played_to_its_end() -> None:
    g = play(table(START, "3 3 3 3", turn="g", turns_over=60 * 4 - 2), "keep", drawn=NEXT)
    assert asked(g) == "b throwing"


# --- When a clock runs out ----------------------------------------------------------------------------------


def test_a_player_whose_time_runs_out_keeps_the_dice_and_attacks_first() -> None:
    g = table(START, "4 6 1 4")
    assert engine.lapsed(GAME, g, 0, Seeded("late")) == Keep()
    g = play(g, "keep")
    assert [str(engine.lapsed(GAME, g, 0, Seeded(f"{n}"))) for n in range(3)] == [
        "Attack first, then the counterattacks"
    ] * 3


def late(g: State, seed: str) -> State:
    """The table when time runs out again and again for whoever is asked, until the next dice are thrown."""
    chance, turn = Seeded(seed), g.turn
    while g.question is not None and g.turn == turn:
        seat = g.question.seat
        dealer = Scripted([1] * 4 if not g.steps else [])
        g = engine.play(GAME, g, seat, engine.lapsed(GAME, g, seat, chance), dealer)
    return g


def test_then_makes_one_attack_by_lot_and_stops() -> None:
    boards = {drawn(late(kept(START, "6 5 3 6"), f"late {n}")) for n in range(40)}
    assert boards == {
        "r2 / r1 y3 / g4 / b5",
        "r1 / r1 y3 / g4 / b5",
        "r1 / r1 y2 / g4 / b5",
        "r2 / y3 / r3 g4 / b5",
    }


def test_and_does_not_counterattack() -> None:
    assert drawn(late(kept(START, "1 6 6 6"), "late")) == START


def test_who_chose_a_second_opponent_and_then_ran_out_of_time_attacks_no_more() -> None:
    g = play(kept(START, "6 5 3 6"), "attack y", "move 1 out>y", "attack g")
    assert drawn(late(g, "late")) == "r2 / r1 y3 / g4 / b5"


def test_the_words_of_the_dice_are_their_colours() -> None:
    assert said(table(START, "5 1 4 6"), "throw ryb", drawn=[2, 4, 1]) == [
        "seat 0 throws again: red 2, yellow 4 and blue 1."
    ]
