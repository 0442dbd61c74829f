"""TCNCCC, following its rules sentence by sentence, from hand-written positions."""

from collections import Counter
from itertools import accumulate

import msgspec
import pytest

from games import engine
from games.tcnccc import GAME
from games.tcnccc.pieces import Full, Lifted
from games.tcnccc.rules import Draw, GiveBack, Lift, Options, Place, Placing, outcome
from tests.games.cases import cases
from tests.games.conversation import result
from tests.games.tcnccc_tables import FULL, asked, begin, choices, of, play, position, said, shown, table

# --- The table ----------------------------------------------------------------------------------------------


def test_all_27_pieces_begin_in_the_bag() -> None:
    g = begin(3)
    assert Counter(g.bag) == {"red": 6, "yellow": 6, "green": 6, "blue": 6, "joker": 3}
    assert position(g).endswith("/ - - - - / - - -")


def test_chance_decides_who_begins_and_turns_go_clockwise() -> None:
    tables = accumulate(range(3), lambda g, _: play(g, "draw (r), place 1"), initial=begin(3, first=1))
    assert [g.turn for g in tables] == [1, 2, 0, 1]


def test_four_to_eight_pieces_fit_as_the_host_chooses_and_usually_six() -> None:
    assert Options().capacity == 6
    for capacity in (3, 9):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"capacity": capacity}, Options)


@pytest.mark.parametrize("capacity", [4, 6, 8])
def test_with_room_in_one_cylinder_one_may_draw_and_with_room_in_none_one_can_only_lift(capacity: int) -> None:
    full, less = ("rygb" * 2)[:capacity], ("rygb" * 2)[: capacity - 1]
    for fourth, asks in ((full, "0 only_lift"), (less, "0 turn")):
        assert asked(table(f"b / {full} x x {fourth} / - - : capacity {capacity}")) == asks


# --- What may be done ---------------------------------------------------------------------------------------


@cases(f"""
    before | asks | may
One draws or lifts any cylinder.
    rb / - - - - / - -                | 0 turn      | draw, 1 2 3 4
With an empty bag one can only lift.
    - / rr b - - / - -                | 0 only_lift | 1 2 3 4
Room in a cylinder that left the game is no room.
    r / {FULL} x {FULL} x / - -       | 0 only_lift | 1 3
""")
def test_what_may_be_done_in_a_turn(before: str, asks: str, may: str) -> None:
    g = table(before)
    lifts: list[engine.Move] = [Lift(int(number) - 1) for number in may.removeprefix("draw, ").split()]
    assert (asked(g), choices(g)) == (asks, [Draw(), *lifts] if may.startswith("draw") else lifts)


def test_every_cylinder_left_is_offered_for_a_piece_also_a_full_one() -> None:
    assert choices(play(table(f"r / {FULL} x - - / - -"), "draw (r)")) == [Place(0), Place(2), Place(3)]


def test_everyone_learns_that_a_cylinder_is_full_and_one_chooses_again_with_the_piece_in_hand() -> None:
    g = play(table(f"y / - {FULL} - - / - -"), "draw (y)")
    assert (said(g, Place(1)), shown(g, Place(1))) == (["~Cylinder 2 was full."], [Full(1)])
    assert play(g, "place 2").question == Placing(0, "yellow", (1,), number=3)


def test_everyone_sees_what_stood_in_a_lifted_cylinder_from_the_bottom_up() -> None:
    assert shown(table("j / - rjr - - / - -"), Lift(1)) == [Lifted(1, of("rjr"))]


def test_of_a_penalty_every_piece_may_be_chosen_a_joker_too_and_two_alike_are_one_choice() -> None:
    assert choices(play(table("b / r - - - / jjr -"), "lift 1")) == [GiveBack("joker"), GiveBack("red")]


# --- Consequences -------------------------------------------------------------------------------------------


@cases(f"""
    before | moves | position_after | asks
A drawn piece is neither in the bag nor in a cylinder.
    rb / - - - - / - -        | draw (r)         | b / - - - - / - -         | 0 placing
The piece goes into the cylinder, and the turn is over.
    rb / - - - - / - -        | draw (r), place 3 | b / - - r - / - -         | 1 turn
A piece is placed on top of the others.
    r / bg - - - / - -        | draw (r), place 1 | - / bgr - - - / - -       | 1 only_lift
The last piece of the bag is placed like any other.
    r / - - - - / - -         | draw (r), place 3 | - / - - r - / - -         | 1 only_lift
A piece that found a cylinder full goes into another.
    y / - {FULL} - - / - -    | draw (y), place 2, place 1 | - / y {FULL} - - / - - | 1 only_lift
Of a pair one is kept, the rest goes in the bag, and the cylinder stands empty on the table again.
    j / - rryg - - / - -      | lift 2           | gjry / - - - - / r -      | 1 turn
Each paired colour brings one piece if one has none, and all jokers come along.
    b / rryyj - - - / y -     | lift 1           | bryy / - - - - / yrj -    | 1 turn
Two colours paired bring two pieces.
    j / rbbr - - - / - -      | lift 1           | bjr / - - - - / rb -      | 1 turn
A colour one has already is not kept again and costs nothing.
    j / rrrr - - - / r -      | lift 1           | jrrrr / - - - - / r -     | 1 turn
Four of a colour still bring one piece.
    j / bbbb - - - / - -      | lift 1           | bbbj / - - - - / b -      | 1 turn
Jokers are kept even if the pair brings nothing.
    b / rjrj - - - / r -      | lift 1           | brr / - - - - / rjj -     | 1 turn
A joker is kept even if one has a joker already.
    b / rrj - - - / j -       | lift 1           | br / - - - - / jrj -      | 1 turn
Jokers make no pair.
    b / jr - - - / g -        | lift 1           | bjr / - - - - / g -       | 0 giving_back
    b / jjjb - - - / g -      | lift 1           | bbjjj / - - - - / g -     | 0 giving_back
    b / rygb - - - / g -      | lift 1           | bbgry / - - - - / g -     | 0 giving_back
Without a pair one puts back a piece of one's choice, and having none puts nobody out.
    b / jr - - - / jg -       | lift 1, back j   | bjjr / - - - - / g -      | 1 turn
    b / r - - - / g -         | lift 1, back g   | bgr / - - - - / - -       | 1 turn
A piece that is not kept is back before the next one draws.
    - / y r - - / - y -       | lift 1 (yy)      | - / x r - - / - y y      | 1 only_lift
What stood in the cylinder is back before the first one draws.
    - / y - - - / - -         | lift 1 (y)       | - / x - - - / - y         | 1 only_lift
A joker drawn is kept beside a joker.
    j / r - - - / - j         | lift 1 (j)       | r / - - - - / - jj        | 1 turn
Whoever is out draws no piece.
    rb / y - - - / - x -      | lift 1 (r)       | by / - - - - / - x r      | 2 turn
When the bag is empty nobody draws any more.
    - / yg r - - / - - - -    | lift 1 (yg)      | - / x r - - / - y g -    | 1 only_lift
An opponent who completes wins at once, and the next draws nothing.
    rb / y - - - / - ryg -    | lift 1 (b)       | ry / - - - - / - rygb -   | over
Whoever lifts an empty cylinder is out, and the pieces go back in the bag.
    b / - - - - / rj - -      | lift 1           | bjr / - - - - / x - -     | 1 turn
Whoever is out is skipped.
    br / - - - - / - x -      | draw (r), place 1 | b / r - - - / - x -       | 2 turn
A cylinder lifted with an empty bag leaves the game, and if pieces went back the next player may draw.
    - / rr b - - / - -        | lift 1           | r / x b - - / r -         | 1 turn
It leaves even if it was empty.
    - / rr b - - / - - -      | lift 3           | - / rr b x - / x - -      | 1 only_lift
It leaves also when a penalty is paid.
    - / r b - - / g -         | lift 1           | r / x b - - / g -         | 0 giving_back
""")
def test_what_comes_of_a_move(before: str, moves: str, position_after: str, asks: str) -> None:
    g = play(table(before), moves)
    assert (position(g), asked(g)) == (position_after, asks)


def test_the_others_draw_one_by_one_clockwise_from_the_left_of_whoever_has_nothing_to_put_back() -> None:
    g = play(table("rbg / y - - - / - - - - : turn 2"), "lift 1 (rbg)")
    assert position(g) == "y / - - - - / b g - r"


# --- The end ------------------------------------------------------------------------------------------------


@cases("""
    before | moves | winners | scores | why
Four different colours win, and a joker stands for any colour.
    r / bb - - - / ryg -   | lift 1            | 0   | 4 0 | seat 0 has four different colours and wins.
    r / bbj - - - / rj -   | lift 1            | 0   | 4 0 | seat 0 has four different colours and wins.
More than four win too, the others are ranked by pieces, and whoever is out is last.
    r / bbj - - - / ryg rb x - | lift 1        | 0   | 5 2 -1 0 | seat 0 has four different colours and wins.
Who draws the fourth colour of a penalty wins.
    rby / y - - - / - rg - rgj | lift 1 (rby)     | 3 | 0 2 1 4 | seat 3 has four different colours and wins.
With two players the other one wins when one is out, even in the first turn.
    rb / - - - - / - -     | lift 2            | 1   | -1 0 | seat 1 is the last one at the table and wins.
After a hundred turns for each, most pieces win and equal numbers share.
    rb / - - - - / g rj - : left 1 | draw (r), place 1 | 1   | 1 2 0 | After 300 turns, no one has four colours. Most pieces: seat 1.
    rb / - - - - / g r - : left 1  | draw (r), place 1 | 0 1 | 1 1 0 | After 300 turns, no one has four colours. Most pieces: seat 0 and seat 1.
""")  # noqa: E501
def test_who_wins(before: str, moves: str, winners: str, scores: str, why: str) -> None:
    g = play(table(before), moves)
    assert (asked(g), result(outcome(g))) == ("over", (winners, scores, why))


def test_two_to_six_have_a_hundred_turns_each_and_the_last_is_played_to_its_end() -> None:
    assert [begin(seats).turns_left for seats in GAME.seats] == [200, 300, 400, 500, 600]
    g = play(table("rb / r - - - / g b : left 1"), "lift 1")
    assert asked(g) == "0 giving_back"
    assert outcome(play(g, "back g")) is not None
