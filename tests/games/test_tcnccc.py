"""TCNCCC, sentence by sentence of its rules, from positions written by hand."""

from collections import Counter

import msgspec
import pytest

from games import engine
from games.dealer import Scripted
from games.engine import IllegalMove, NotAsked
from games.frame import frame
from games.tcnccc import GAME
from games.tcnccc.pieces import Drawn, Full, Lifted
from games.tcnccc.rules import (
    Draw,
    GiveBack,
    GivingBack,
    Lift,
    OnlyLift,
    Options,
    Place,
    Placing,
    State,
    Turn,
    outcome,
)
from tests.games.positions import FULL, choices, pieces, play, said, shown, table


def begin(seats: int, first: int = 0) -> State:
    g: State = engine.begin(GAME, seats, Options(), Scripted([first]))
    return g


def why(g: State) -> str:
    ended = outcome(g)
    assert ended is not None
    return str(ended.why)


# --- The table ----------------------------------------------------------------------------------------------


def test_all_27_pieces_begin_in_the_bag() -> None:
    g = begin(3)
    assert Counter(g.bag) == {"red": 6, "yellow": 6, "green": 6, "blue": 6, "joker": 3}
    assert g.cylinders == {0: [], 1: [], 2: [], 3: []}
    assert g.held == [[], [], []]


def test_chance_decides_who_begins() -> None:
    assert begin(3, first=2).question == Turn(2, number=1)


def test_two_to_six_may_play() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    with pytest.raises(ValueError, match="2 to 6 players, not 7"):
        begin(7)


def test_turns_go_clockwise() -> None:
    g = begin(3, first=1)
    turns = []
    for _ in range(4):
        turns.append(g.turn)
        g = play(g, Draw(), Place(0), drawn=["red"])
    assert turns == [1, 2, 0, 1]


# --- Your turn ----------------------------------------------------------------------------------------------


def test_one_draws_or_lifts_any_cylinder() -> None:
    assert choices(begin(2)) == [Draw(), Lift(0), Lift(1), Lift(2), Lift(3)]


def test_nobody_else_may_play() -> None:
    with pytest.raises(NotAsked, match="seat 1 was not asked to: Draw a piece"):
        engine.play(GAME, begin(2), 1, Draw(), Scripted([]))


def test_with_an_empty_bag_one_can_only_lift() -> None:
    g = table(bag="", cylinders=["red red", "blue", "", ""])
    assert isinstance(g.question, OnlyLift)
    assert choices(g) == [Lift(0), Lift(1), Lift(2), Lift(3)]
    with pytest.raises(IllegalMove, match="expected: Lift cylinder 1, Lift cylinder 2"):
        play(g, Draw())


def test_with_every_cylinder_full_one_can_only_lift() -> None:
    g = table(bag="red blue joker", cylinders=[FULL] * 4)
    assert choices(g) == [Lift(0), Lift(1), Lift(2), Lift(3)]


def test_room_in_a_cylinder_that_left_the_game_is_no_room() -> None:
    assert choices(table(bag="red", cylinders=[FULL, None, FULL, None])) == [Lift(0), Lift(2)]


def test_room_in_one_cylinder_is_enough_to_draw() -> None:
    assert Draw() in choices(table(bag="red", cylinders=[FULL, FULL, FULL, "red"]))


@pytest.mark.parametrize("capacity", [4, 5, 6, 7, 8])
def test_the_host_chooses_how_many_pieces_fit(capacity: int) -> None:
    full, nearly = "red " * capacity, "red " * (capacity - 1)
    assert Draw() not in choices(table(bag="blue", cylinders=[full] * 4, capacity=capacity))
    assert Draw() in choices(table(bag="blue", cylinders=[full, full, full, nearly], capacity=capacity))


def test_usually_six_pieces_fit() -> None:
    assert Options().capacity == 6


@pytest.mark.parametrize("capacity", [3, 9])
def test_fewer_than_four_or_more_than_eight_never_fit(capacity: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"capacity": capacity}, Options)


# --- Drawing and placing ------------------------------------------------------------------------------------


def test_the_colour_is_told_before_the_cylinder_is_chosen() -> None:
    g = begin(2)
    assert said(g, Draw(), drawn=["joker"]) == ["~seat 0 draws: joker."]
    assert shown(g, Draw(), drawn=["joker"]) == [Drawn("joker")]
    assert play(g, Draw(), drawn=["joker"]).question == Placing(0, "joker", number=2)


def test_a_drawn_piece_is_neither_in_the_bag_nor_in_a_cylinder() -> None:
    g = play(table(bag="red blue"), Draw(), drawn=["red"])
    assert g.bag == ["blue"]
    assert not any(g.cylinders.values())


def test_the_piece_goes_into_the_cylinder_and_the_turn_is_over() -> None:
    g = play(table(bag="red blue"), Draw(), Place(2), drawn=["red"])
    assert g.cylinders[2] == ["red"]
    assert g.question == Turn(1, number=3)


def test_a_piece_is_placed_on_top_of_the_others() -> None:
    g = play(table(bag="red", cylinders=["blue green", "", "", ""]), Draw(), Place(0), drawn=["red"])
    assert g.cylinders[0] == ["blue", "green", "red"]


def test_the_last_piece_of_the_bag_is_placed_like_any_other() -> None:
    g = play(table(bag="red"), Draw(), Place(2), drawn=["red"])
    assert g.cylinders[2] == ["red"]
    assert isinstance(g.question, OnlyLift)


def test_every_cylinder_left_is_offered_for_the_piece_also_a_full_one() -> None:
    g = play(table(bag="red", cylinders=[FULL, None, "", ""]), Draw(), drawn=["red"])
    assert choices(g) == [Place(0), Place(2), Place(3)]


def test_if_the_cylinder_is_full_one_chooses_again_with_the_piece_in_hand() -> None:
    g = play(table(bag="yellow", cylinders=["", FULL, "", ""]), Draw(), Place(1), drawn=["yellow"])
    assert g.question == Placing(0, "yellow", (1,), number=3)
    assert g.cylinders[1] == pieces(FULL)
    assert play(g, Place(0)).cylinders[0] == ["yellow"]


def test_everyone_learns_that_it_is_full() -> None:
    g = play(table(bag="yellow", cylinders=["", FULL, "", ""]), Draw(), drawn=["yellow"])
    assert said(g, Place(1)) == ["~Cylinder 2 is full."]
    assert shown(g, Place(1)) == [Full(1)]


# --- Lifting ------------------------------------------------------------------------------------------------


def test_of_a_pair_one_is_kept_and_the_rest_goes_in_the_bag() -> None:
    g = play(table(bag="joker", cylinders=["", "red red yellow green", "", ""]), Lift(1))
    assert g.held[0] == ["red"]
    assert g.bag == ["green", "joker", "red", "yellow"]


def test_a_lifted_cylinder_stands_empty_on_the_table_again() -> None:
    g = play(table(bag="joker", cylinders=["", "red red", "", ""]), Lift(1))
    assert g.cylinders == {0: [], 1: [], 2: [], 3: []}


def test_everyone_sees_what_stood_there_from_the_bottom_up() -> None:
    g = table(bag="joker", cylinders=["", "red joker red", "", ""])
    assert shown(g, Lift(1)) == [Lifted(1, pieces("red joker red"))]


def test_each_paired_colour_brings_one_piece_and_all_jokers_come_along() -> None:
    g = play(table(bag="blue", cylinders=["red red yellow yellow joker", "", "", ""], held=["yellow", ""]), Lift(0))
    assert g.held[0] == ["yellow", "red", "joker"]
    assert g.bag == pieces("blue red yellow yellow")


def test_two_colours_paired_bring_two_pieces() -> None:
    g = play(table(bag="joker", cylinders=["red blue blue red", "", "", ""]), Lift(0))
    assert g.held[0] == ["red", "blue"]


def test_a_colour_one_has_already_is_not_kept_again_and_costs_nothing() -> None:
    g = play(table(bag="joker", cylinders=["red red red red", "", "", ""], held=["red", ""]), Lift(0))
    assert g.held == [["red"], []]
    assert g.bag == pieces("joker red red red red")
    assert g.question == Turn(1, number=2)


def test_four_of_a_colour_still_bring_one_piece() -> None:
    assert play(table(bag="joker", cylinders=["blue blue blue blue", "", "", ""]), Lift(0)).held[0] == ["blue"]


def test_jokers_are_kept_even_if_the_pair_brings_nothing() -> None:
    g = play(table(bag="blue", cylinders=["red joker red joker", "", "", ""], held=["red", ""]), Lift(0))
    assert g.held[0] == ["red", "joker", "joker"]


def test_a_joker_is_kept_even_if_one_has_a_joker_already() -> None:
    g = play(table(bag="blue", cylinders=["red red joker", "", "", ""], held=["joker", ""]), Lift(0))
    assert g.held[0] == ["joker", "red", "joker"]


@pytest.mark.parametrize("no_pair", ["joker joker", "joker red", "joker joker joker blue", "red yellow green blue"])
def test_jokers_make_no_pair(no_pair: str) -> None:
    g = play(table(bag="blue", cylinders=[no_pair, "", "", ""], held=["green", ""]), Lift(0))
    assert isinstance(g.question, GivingBack)
    assert g.bag == sorted(pieces("blue " + no_pair))


def test_what_can_be_kept_must_be_kept() -> None:
    g = play(table(bag="blue", cylinders=["red red", "", "", ""]), Lift(0))
    assert g.question == Turn(1, number=2)


# --- The penalty --------------------------------------------------------------------------------------------


def test_without_a_pair_one_chooses_a_piece_to_put_back_a_joker_too() -> None:
    g = play(table(bag="blue", cylinders=["joker red", "", "", ""], held=["joker green", ""]), Lift(0))
    assert choices(g) == [GiveBack("joker"), GiveBack("green")]
    assert g.bag == pieces("blue joker red")
    g = play(g, GiveBack("joker"))
    assert g.held[0] == ["green"]
    assert g.bag == pieces("blue joker joker red")
    assert g.question == Turn(1, number=3)


def test_two_jokers_are_one_choice() -> None:
    g = play(table(bag="blue", cylinders=["red", "", "", ""], held=["joker joker red", ""]), Lift(0))
    assert choices(g) == [GiveBack("joker"), GiveBack("red")]
    assert play(g, GiveBack("joker")).held[0] == ["joker", "red"]


def test_a_piece_one_does_not_have_cannot_be_put_back() -> None:
    g = play(table(bag="blue", cylinders=["red", "", "", ""], held=["green", ""]), Lift(0))
    with pytest.raises(IllegalMove, match="expected: Put back: green"):
        play(g, GiveBack("blue"))


def test_whoever_has_nothing_lets_the_others_draw_one_by_one() -> None:
    g = table(bag="red blue yellow", cylinders=["yellow", "", "", ""], held=["", "red green", "", "red green joker"])
    g = play(g, Lift(0), drawn=["red", "blue", "yellow"])
    assert g.held == [[], ["red", "green"], ["blue"], ["red", "green", "joker", "yellow"]]
    assert why(g) == "seat 3 has four different colours and wins."


def test_a_piece_that_is_not_kept_is_back_before_the_next_one_draws() -> None:
    g = table(bag="", cylinders=["yellow", "red", "", ""], held=["", "yellow", ""], turn=0)
    assert play(g, Lift(0), drawn=["yellow", "yellow"]).held == [[], ["yellow"], ["yellow"]]


def test_a_joker_drawn_is_kept_beside_a_joker() -> None:
    g = table(bag="joker", cylinders=["red", "", "", ""], held=["", "joker"])
    assert play(g, Lift(0), drawn=["joker"]).held[1] == ["joker", "joker"]


def test_the_others_draw_clockwise_from_the_left() -> None:
    g = table(bag="red blue green", cylinders=["yellow", "", "", ""], held=["", "", "", ""], turn=2)
    g = play(g, Lift(0), drawn=["red", "blue", "green"])
    assert g.held == [["blue"], ["green"], [], ["red"]]


def test_whoever_is_out_draws_no_piece() -> None:
    g = table(bag="red blue", cylinders=["yellow", "", "", ""], held=["", "", ""], out=[1])
    assert play(g, Lift(0), drawn=["red"]).held == [[], [], ["red"]]


def test_when_the_bag_is_empty_nobody_draws_any_more() -> None:
    g = table(bag="", cylinders=["yellow green", "red", "", ""], held=["", "", "", ""])
    assert play(g, Lift(0), drawn=["yellow", "green"]).held == [[], ["yellow"], ["green"], []]


def test_what_stood_in_the_cylinder_is_back_before_the_first_one_draws() -> None:
    g = table(bag="", cylinders=["yellow", "", "", ""], held=["", ""])
    assert play(g, Lift(0), drawn=["yellow"]).held == [[], ["yellow"]]


def test_an_opponent_who_completes_wins_at_once_and_the_next_draws_nothing() -> None:
    g = table(bag="blue red", cylinders=["yellow", "", "", ""], held=["", "red yellow green", ""])
    g = play(g, Lift(0), drawn=["blue"])
    assert g.held[2] == []
    assert why(g) == "seat 1 has four different colours and wins."


# --- Out of the game ----------------------------------------------------------------------------------------


def test_whoever_lifts_an_empty_cylinder_is_out_even_in_the_first_turn() -> None:
    g = play(begin(3), Lift(1))
    assert g.out == [True, False, False]
    assert g.question == Turn(1, number=2)


def test_with_two_players_the_other_one_wins_at_once() -> None:
    g = play(begin(2), Lift(1))
    assert why(g) == "seat 1 is the last one at the table and wins."
    assert g.agenda == []


def test_the_pieces_of_whoever_is_out_go_back_in_the_bag() -> None:
    g = play(table(bag="blue", held=["red joker", "", ""]), Lift(0))
    assert g.held == [[], [], []]
    assert g.bag == pieces("blue joker red")


def test_whoever_is_out_is_skipped() -> None:
    g = play(table(bag="blue red", held=["", "", ""], out=[1]), Draw(), Place(0), drawn=["red"])
    assert g.question == Turn(2, number=3)


def test_whoever_is_out_is_shown_what_onlookers_are_shown() -> None:
    g = play(table(bag="blue red", held=["", "", ""], out=[1]), Draw(), drawn=["red"])
    seen, watched = frame(GAME, g, 1, 7, []), frame(GAME, g, None, 7, [])
    assert msgspec.structs.replace(seen, you=None) == watched


def test_having_no_pieces_puts_nobody_out() -> None:
    g = play(table(bag="blue", cylinders=["red", "", "", ""], held=["green", ""]), Lift(0), GiveBack("green"))
    assert g.out == [False, False]


# --- When the bag is empty ----------------------------------------------------------------------------------


def test_a_cylinder_lifted_with_an_empty_bag_leaves_the_game() -> None:
    g = play(table(bag="", cylinders=["red red", "blue", "", ""]), Lift(0))
    assert list(g.cylinders) == [1, 2, 3]


def test_it_leaves_even_if_it_was_empty() -> None:
    g = play(table(bag="", cylinders=["red red", "blue", "", ""], held=["", "", ""]), Lift(2))
    assert list(g.cylinders) == [0, 1, 3]
    assert g.out == [True, False, False]


def test_it_leaves_also_when_a_penalty_is_paid() -> None:
    g = play(table(bag="", cylinders=["red", "blue", "", ""], held=["green", ""]), Lift(0))
    assert list(g.cylinders) == [1, 2, 3]
    assert choices(g) == [GiveBack("green")]


def test_with_pieces_in_the_bag_no_cylinder_leaves() -> None:
    assert len(play(table(bag="joker", cylinders=["red red", "", "", ""]), Lift(0)).cylinders) == 4


def test_if_pieces_went_back_the_next_player_may_draw_again() -> None:
    g = play(table(bag="", cylinders=["red red", "blue", "", ""]), Lift(0))
    assert g.bag == ["red"]
    assert Draw() in choices(g)


def test_the_bag_is_never_empty_with_one_cylinder_left() -> None:
    most_open = 6 * 3
    for capacity in range(4, 9):
        assert 27 - capacity - most_open > 0


# --- The end ------------------------------------------------------------------------------------------------


def test_four_different_colours_win() -> None:
    g = play(table(bag="red", cylinders=["blue blue", "", "", ""], held=["red yellow green", ""]), Lift(0))
    ended = outcome(g)
    assert ended is not None and ended.winners == (0,)
    assert g.question is None


def test_a_joker_stands_for_any_colour() -> None:
    g = play(table(bag="red", cylinders=["blue blue joker", "", "", ""], held=["red joker", ""]), Lift(0))
    assert why(g) == "seat 0 has four different colours and wins."


def test_more_than_four_win_too() -> None:
    g = play(table(bag="red", cylinders=["blue blue joker", "", "", ""], held=["red yellow green", ""]), Lift(0))
    assert len(g.held[0]) == 5
    assert why(g) == "seat 0 has four different colours and wins."


def test_three_do_not_win() -> None:
    assert outcome(table(bag="red", held=["red yellow joker", ""])) is None


def test_after_a_hundred_turns_for_each_most_pieces_win() -> None:
    g = table(bag="red blue", held=["green", "red joker", ""], turns_left=1)
    g = play(g, Draw(), Place(0), drawn=["red"])
    ended = outcome(g)
    assert ended is not None and ended.winners == (1,)
    assert why(g) == "After 300 turns nobody has four colours. Most pieces: seat 1."
    assert g.agenda == []


def test_the_last_turn_is_played_to_its_end() -> None:
    g = play(table(bag="red blue", cylinders=["red", "", "", ""], held=["green", "blue"], turns_left=1), Lift(0))
    assert isinstance(g.question, GivingBack)
    assert outcome(play(g, GiveBack("green"))) is not None


def test_equal_numbers_share() -> None:
    g = table(bag="red blue", held=["green", "red", ""], turns_left=1)
    ended = outcome(play(g, Draw(), Place(0), drawn=["red"]))
    assert ended is not None and ended.winners == (0, 1)


def test_a_game_has_a_hundred_turns_for_each_player() -> None:
    assert [begin(seats).turns_left for seats in GAME.seats] == [200, 300, 400, 500, 600]


def test_the_others_are_ranked_by_pieces_and_whoever_is_out_is_last() -> None:
    g = table(bag="red", cylinders=["blue blue", "", "", ""], held=["red yellow green", "red blue", "", ""], out=[2])
    ended = outcome(play(g, Lift(0)))
    assert ended is not None and ended.scores == (4, 2, -1, 0)
