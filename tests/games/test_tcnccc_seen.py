"""TCNCCC: what is seen, what is shown for a moment, and what the log says."""

from typing import Any

import msgspec
import pytest

from games.bot import Seeded
from games.dealer import Line
from games.frame import frame
from games.tcnccc import GAME
from games.tcnccc.pieces import Drawn, Lifted, Placed, Returned
from games.tcnccc.rules import Draw, GiveBack, Lift, Place, State
from games.tcnccc.view import extremes, scramble, view
from tests.games.played import played
from tests.games.positions import FULL, play, said, shown, table
from tests.games.secrecy import Blindfold


def test_the_view_has_what_lies_open_and_nothing_else() -> None:
    g = table(bag="red", cylinders=["blue", FULL, None, ""], held=["red", "joker", ""], out=[2], turn=1)
    assert msgspec.to_builtins(view(g, 0)) == {
        "turn": 1,
        "held": [["red"], ["joker"], []],
        "out": [False, False, True],
        "cylinders": [0, 1, 3],
        "bag_empty": False,
        "drawn": None,
        "rounds_left": 300,
    }


def test_the_piece_in_hand_is_in_the_view_until_it_is_placed() -> None:
    g = play(table(bag="red blue"), Draw(), drawn=["red"])
    assert view(g, 1).drawn == "red"
    assert view(play(g, Place(0)), 1).drawn is None


def test_everybody_sees_the_same() -> None:
    g = play(table(bag="red blue"), Draw(), drawn=["red"])
    assert view(g, 0) == view(g, 1) == view(g, None)


def test_that_nothing_can_be_drawn_is_told_to_everybody() -> None:
    g = table(bag="red", cylinders=[FULL] * 4)
    assert str(frame(GAME, g, None, 1, []).prompt) == "Nothing can be drawn: seat 0 lifts a cylinder."


def test_a_placed_piece_is_shown_for_a_moment_and_the_log_says_that_it_happened() -> None:
    g = table(bag="red")
    assert said(g, Draw(), Place(2), drawn=["red"]) == [
        "~seat 0 draws: red.",
        "~seat 0 puts a piece in cylinder 3: red.",
        "seat 0 placed a piece.",
    ]
    assert shown(g, Draw(), Place(2), drawn=["red"]) == [Drawn("red"), Placed(2, "red")]


def test_of_a_lift_the_log_says_what_was_kept() -> None:
    g = table(bag="blue", cylinders=["red red joker blue", "", "", ""])
    assert said(g, Lift(0)) == [
        "~seat 0 lifts cylinder 1: red, red, joker and blue.",
        "seat 0 lifted a cylinder and kept: red and joker.",
    ]


def test_of_a_pair_that_brings_nothing_the_log_says_so() -> None:
    g = table(bag="blue", cylinders=["red red", "", "", ""], held=["red", ""])
    assert said(g, Lift(0))[1:] == ["seat 0 lifted a cylinder and kept nothing."]


def test_of_a_lift_without_a_pair_the_log_does_not_say_what_went_back() -> None:
    g = table(bag="blue", cylinders=["green", "", "", ""], held=["red", ""])
    assert said(g, Lift(0), GiveBack("red")) == [
        "~seat 0 lifts cylinder 1: green.",
        "seat 0 lifted a cylinder without a pair.",
        "~seat 0 puts back: red.",
        "seat 0 put a piece back.",
    ]
    assert shown(g, Lift(0), GiveBack("red")) == [Lifted(0, ["green"]), Returned(0, "red")]


def test_of_a_penalty_draw_the_log_says_what_was_kept_but_not_what_went_back() -> None:
    g = table(bag="blue", cylinders=["green", "", "", ""], held=["", "blue", ""])
    assert said(g, Lift(0), drawn=["blue", "green"])[2:] == [
        "~seat 1 draws and puts back: blue.",
        "seat 1 drew and kept nothing.",
        "seat 2 drew and kept: green.",
    ]
    assert shown(g, Lift(0), drawn=["blue", "green"])[1:] == [Returned(1, "blue")]


def test_going_out_and_a_cylinder_that_leaves_are_in_the_log() -> None:
    g = table(bag="", cylinders=["", "red", "", ""], held=["", "", ""])
    assert said(g, Lift(0)) == [
        "~seat 0 lifts cylinder 1: it is empty.",
        "seat 0 lifted an empty cylinder and is out.",
        "Cylinder 1 leaves the game.",
    ]


def test_after_a_win_by_a_penalty_draw_no_cylinder_leaves_the_game() -> None:
    g = table(bag="", cylinders=["yellow", "red", "", ""], held=["", "red blue joker", "red"])
    assert said(g, Lift(0), drawn=["yellow"]) == [
        "~seat 0 lifts cylinder 1: yellow.",
        "seat 0 lifted a cylinder without a pair.",
        "seat 1 drew and kept: yellow.",
    ]
    assert list(play(g, Lift(0), drawn=["yellow"]).cylinders) == [0, 1, 2, 3]


def test_after_a_win_by_a_lift_no_cylinder_leaves_the_game() -> None:
    g = table(bag="", cylinders=["yellow yellow", "red", "", ""], held=["red blue joker", ""])
    assert said(g, Lift(0))[1:] == ["seat 0 lifted a cylinder and kept: yellow."]
    assert list(play(g, Lift(0)).cylinders) == [0, 1, 2, 3]


def test_after_the_last_but_one_goes_out_no_cylinder_leaves_the_game() -> None:
    g = table(bag="", cylinders=["", "red", "", ""], held=["", ""])
    assert said(g, Lift(0))[1:] == ["seat 0 lifted an empty cylinder and is out."]
    assert list(play(g, Lift(0)).cylinders) == [0, 1, 2, 3]


def test_an_aided_table_writes_down_what_is_shown() -> None:
    g = table(bag="blue", cylinders=[FULL, "green", "", ""], held=["red", ""], aided=True)
    lines = said(g, Draw(), Place(0), Place(1), drawn=["blue"])
    assert [line for line in lines if not line.startswith("~")] == [
        "Cylinder 1 is full.",
        "seat 0 puts a piece in cylinder 2: blue.",
    ]
    lines = said(
        table(bag="blue", cylinders=["green", "", "", ""], held=["red", ""], aided=True), Lift(0), GiveBack("red")
    )
    assert [line for line in lines if not line.startswith("~")] == [
        "seat 0 lifts cylinder 1: green.",
        "seat 0 lifted a cylinder without a pair.",
        "seat 0 puts back: red.",
    ]


def test_an_aided_table_shows_the_same_for_a_moment() -> None:
    for moves, drawn in (((Draw(), Place(1)), ["blue"]), ((Lift(0),), [])):
        strict = table(bag="blue", cylinders=["red red", "", "", ""])
        aided = table(bag="blue", cylinders=["red red", "", "", ""], aided=True)
        assert shown(strict, *moves, drawn=drawn) == shown(aided, *moves, drawn=drawn)


# What the log of a strict table may say, with the arguments it may say it with: no cylinder but one that is gone,
# no piece but one that lies open.
LASTING = {
    "{seat} begins.",
    "{seat} placed a piece.",
    "{seat} lifted a cylinder and kept: {pieces}.",
    "{seat} lifted a cylinder and kept nothing.",
    "{seat} lifted a cylinder without a pair.",
    "{seat} put a piece back.",
    "{seat} drew and kept: {piece}.",
    "{seat} drew and kept nothing.",
    "{seat} lifted an empty cylinder and is out.",
    "Cylinder {cylinder} leaves the game.",
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_log_of_a_strict_table_says_only_what_lies_open(seats: int) -> None:
    for number in range(10):
        game = played(GAME, seats, f"log {number}")
        for step in game.steps:
            for line in step.lines:
                if not line.fades:
                    assert line.text.text in LASTING
                    assert_lies_open(line, step.after)


def assert_lies_open(line: Line, g: Any) -> None:
    words = line.text.with_
    named = [str(piece) for piece in words.get("pieces", [words["piece"]] if "piece" in words else [])]
    assert set(named) <= set(g.held[line.seat] if line.seat is not None else [])
    if "cylinder" in words:
        assert words["cylinder"] - 1 not in g.cylinders


# --- What could lie under the lids --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "g",
    [
        table(bag="red blue joker", cylinders=[FULL] * 4, held=["red", "blue"]),
        table(bag="", cylinders=[FULL, "red", "", None], held=["red", "blue"]),
        table(bag="red", cylinders=[FULL, FULL, FULL, "red yellow"], held=["red", "blue"]),
        play(table(bag="red", cylinders=[FULL, FULL, FULL, "red yellow"]), Draw(), drawn=["red"]),
        table(bag="red blue", cylinders=["", None, None, None], held=["", ""]),
    ],
    ids=["every cylinder full", "the bag empty", "room in one", "the last piece in hand", "nothing under the lids"],
)
def test_nobody_can_tell_a_redeal_from_the_table(g: State) -> None:
    blindfold = Blindfold(GAME, Seeded("by hand"))
    assert blindfold.leaks(g, seats=2) == []
    assert blindfold.compared == 3 * 9


def test_a_redeal_moves_pieces_and_changes_how_many_are_where() -> None:
    g = table(bag="red blue joker green", cylinders=["yellow", "red", "", ""])
    redeals = [scramble(g, None, Seeded(str(number))) for number in range(50)]
    assert {len(other.bag) for other in redeals} == {1, 2, 3, 4, 5, 6}
    assert {tuple(other.bag) for other in redeals if len(other.bag) == 1} > {("red",)}


def test_a_redeal_never_puts_more_in_a_cylinder_than_fit() -> None:
    g = table(bag="red", cylinders=["red red red red", "blue blue blue", "", ""], capacity=4)
    for other in [*(scramble(g, None, Seeded(str(number))) for number in range(50)), *extremes(g, None)]:
        assert all(len(under_lid) <= 4 for under_lid in other.cylinders.values())
