"""TCNCCC: what is seen, what is shown for a moment, and what the log says."""

from typing import Any

import pytest

from games.bot import Seeded
from games.dealer import Line
from games.frame import frame
from games.tcnccc import GAME
from games.tcnccc.pieces import Drawn, Lifted, Placed, Returned
from games.tcnccc.rules import Draw, GiveBack, Lift, Place, State
from games.tcnccc.view import extremes, scramble
from tests.games.played import sample
from tests.games.positions import FULL, after, play, position, said, shown, table
from tests.games.secrecy import Blindfold


def test_that_nothing_can_be_drawn_is_told_to_everybody() -> None:
    g = table(f"r / {FULL} {FULL} {FULL} {FULL} / - -")
    assert str(frame(GAME, g, None, 1, []).prompt) == "Nothing can be drawn. Waiting for seat 0 to lift a cylinder."


# --- What is said -------------------------------------------------------------------------------------------

SAID: list[tuple[str, str, list[Any], str, list[str]]] = [
    (
        "that a piece was placed",
        "r / - - - - / - -",
        [Draw(), Place(2)],
        "red",
        ["~seat 0 drew: red.", "~seat 0 put a piece in cylinder 3: red.", "seat 0 placed a piece."],
    ),
    (
        "of a lift, what was kept",
        "b / rrjb - - - / - -",
        [Lift(0)],
        "",
        ["~seat 0 lifted cylinder 1: red, red, joker and blue.", "seat 0 lifted a cylinder and kept: red and joker."],
    ),
    (
        "of a pair that brings nothing, so much",
        "b / rr - - - / r -",
        [Lift(0)],
        "",
        ["~seat 0 lifted cylinder 1: red and red.", "seat 0 lifted a cylinder and kept nothing."],
    ),
    (
        "of a lift without a pair, not what went back",
        "b / g - - - / r -",
        [Lift(0), GiveBack("red")],
        "",
        [
            "~seat 0 lifted cylinder 1: green.",
            "seat 0 lifted a cylinder without a pair.",
            "~seat 0 put back: red.",
            "seat 0 put a piece back.",
        ],
    ),
    (
        "of a penalty draw, what was kept but not what went back",
        "b / g - - - / - b -",
        [Lift(0)],
        "blue green",
        [
            "~seat 0 lifted cylinder 1: green.",
            "seat 0 lifted a cylinder without a pair.",
            "~seat 1 drew and put back: blue.",
            "seat 1 drew and kept nothing.",
            "seat 2 drew and kept: green.",
        ],
    ),
    (
        "who goes out, and that a cylinder leaves",
        "- / - r - - / - - -",
        [Lift(0)],
        "",
        [
            "~seat 0 lifted cylinder 1: it was empty.",
            "seat 0 lifted an empty cylinder and is out.",
            "Cylinder 1 has left the game.",
        ],
    ),
]


@pytest.mark.parametrize(
    ("before", "moves", "drawn", "expected"), [row[1:] for row in SAID], ids=[row[0] for row in SAID]
)
def test_the_log_says(before: str, moves: list[Any], drawn: str, expected: list[str]) -> None:
    assert said(table(before), *moves, drawn=drawn.split()) == expected


def test_what_is_placed_lifted_and_put_back_is_shown_for_a_moment() -> None:
    assert shown(table("r / - - - - / - -"), Draw(), Place(2), drawn=["red"]) == [Drawn("red"), Placed(2, "red")]
    g = table("b / g - - - / r -")
    assert shown(g, Lift(0), GiveBack("red")) == [Lifted(0, ["green"]), Returned(0, "red")]
    g = table("b / g - - - / - b -")
    assert shown(g, Lift(0), drawn=["blue", "green"])[1:] == [Returned(1, "blue")]


@pytest.mark.parametrize(
    ("before", "drawn", "last"),
    [
        ("- / y r - - / - rbj r", ["yellow"], "seat 1 drew and kept: yellow."),
        ("- / yy r - - / rbj -", [], "seat 0 lifted a cylinder and kept: yellow."),
        ("- / - r - - / - -", [], "seat 0 lifted an empty cylinder and is out."),
    ],
    ids=["by a penalty draw", "by a lift", "by the last but one who goes out"],
)
def test_after_a_win_no_cylinder_leaves_the_game(before: str, drawn: list[str], last: str) -> None:
    assert said(table(before), Lift(0), drawn=drawn)[-1] == last
    assert "x" not in position(play(table(before), Lift(0), drawn=drawn)).split("/")[1]


def test_an_aided_table_writes_down_what_is_shown() -> None:
    g = table(f"b / {FULL} g - - / r -", memory="aided")
    assert lasting(said(g, Draw(), Place(0), Place(1), drawn=["blue"])) == [
        "Cylinder 1 was full.",
        "seat 0 put a piece in cylinder 2: blue.",
    ]
    assert lasting(said(table("b / g - - - / r -", memory="aided"), Lift(0), GiveBack("red"))) == [
        "seat 0 lifted cylinder 1: green.",
        "seat 0 lifted a cylinder without a pair.",
        "seat 0 put back: red.",
    ]


def lasting(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("~")]


def test_an_aided_table_shows_the_same_for_a_moment() -> None:
    for moves, drawn in (((Draw(), Place(1)), ["blue"]), ((Lift(0),), [])):
        strict, aided = (table("b / rr - - - / - -", memory=memory) for memory in ("strict", "aided"))
        assert shown(strict, *moves, drawn=drawn) == shown(aided, *moves, drawn=drawn)


# What the log of a strict table may say, with the arguments it may say it with: no cylinder but one that is gone,
# no piece but one that lies open.
LASTING = {
    "First turn: {seat}.",
    "{seat} placed a piece.",
    "{seat} lifted a cylinder and kept: {pieces}.",
    "{seat} lifted a cylinder and kept nothing.",
    "{seat} lifted a cylinder without a pair.",
    "{seat} put a piece back.",
    "{seat} drew and kept: {piece}.",
    "{seat} drew and kept nothing.",
    "{seat} lifted an empty cylinder and is out.",
    "Cylinder {cylinder} has left the game.",
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_log_of_a_strict_table_says_only_what_lies_open(seats: int) -> None:
    for game in sample("tcnccc", seats):
        for step in game.steps:
            for line in step.lines:
                if not line.fades:
                    assert line.text.text in LASTING
                    assert_lies_open(line, step.after)


def assert_lies_open(line: Line, g: Any) -> None:
    words = line.text.with_
    named = [str(piece) for piece in words.get("pieces", [words["piece"]] if "piece" in words else [])]
    assert set(named) <= set(g.held[line.seat] if line.seat is not None else [])
    assert "cylinder" not in words or words["cylinder"] - 1 not in g.cylinders


# --- What could lie under the lids --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "g",
    [
        table(f"rbj / {FULL} {FULL} {FULL} {FULL} / r b"),
        table(f"- / {FULL} r - x / r b"),
        table(f"r / {FULL} {FULL} {FULL} ry / r b"),
        after(table(f"r / {FULL} {FULL} {FULL} ry / - -"), "draw r"),
        table("rb / - x x x / - -"),
    ],
    ids=["every cylinder full", "the bag empty", "room in one", "the last piece in hand", "nothing under the lids"],
)
def test_nobody_can_tell_a_redeal_from_the_table(g: State) -> None:
    blindfold = Blindfold(GAME, Seeded("by hand"))
    assert blindfold.leaks(g, seats=2) == []
    assert blindfold.compared == 3 * 9


def test_a_redeal_moves_pieces_and_changes_how_many_are_where() -> None:
    g = table("rbjg / y r - - / - -")
    redeals = [scramble(g, None, Seeded(str(number))) for number in range(50)]
    assert {len(other.bag) for other in redeals} == {1, 2, 3, 4, 5, 6}
    assert {tuple(other.bag) for other in redeals if len(other.bag) == 1} > {("red",)}


def test_a_redeal_never_puts_more_in_a_cylinder_than_fit() -> None:
    g = table("r / rrrr bbb - - / - -", capacity=4)
    for other in [*(scramble(g, None, Seeded(str(number))) for number in range(50)), *extremes(g, None)]:
        assert all(len(under_lid) <= 4 for under_lid in other.cylinders.values())
