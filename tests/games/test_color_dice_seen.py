"""Color Dice: what is seen, what is said, and that nobody sees more than anybody else."""

from typing import Any

import msgspec

from games.bot import Seeded
from games.color_dice.rules import State
from games.color_dice.view import scramble, view
from games.playthrough import viewers
from tests.games.cases import cases
from tests.games.color_dice_tables import after, answer, kept, lines, read, table
from tests.games.played import sample

START = "r2 / y3 / g4 / b5"


def seen(g: State) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view(g, None)))


# --- The view -----------------------------------------------------------------------------------------------


def test_every_pawn_and_every_die_is_seen() -> None:
    sent = seen(table("r2 / y3 / g4 / b8 r1", "5 2 6 5", players=3, gone="b1", thrown="1 2 3 1"))
    assert sent["areas"] == [[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 4, 0], [1, 0, 0, 8]]
    assert [colour["outside"] for colour in sent["colours"]] == [6, 6, 5, 0]
    assert [colour["gone"] for colour in sent["colours"]] == [0, 0, 0, 1]
    assert [(colour["die"], colour["thrown"]) for colour in sent["colours"]] == [(5, 1), (2, 2), (6, 3), (5, 1)]


def test_colours_are_seen_by_their_names_and_dummies_have_no_seat() -> None:
    sent = seen(table("r2 / y3 / g9 / b9", players=2))
    named = [(colour["name"], colour["seat"]) for colour in sent["colours"]]
    assert named == [("red", 0), ("yellow", 1), ("green", None), ("blue", None)]
    six = seen(table("r2 / y3 / g4 / b5 / k6 / w7"))
    assert [colour["name"] for colour in six["colours"]] == ["red", "yellow", "green", "blue", "black", "white"]


@cases(
    "before answers part expected",
    """
What the dice allow is seen, with how many pawns.
    r2 / y3 / g4 / b5 : 4 1 6 4 |     | may    | None attack counter None
    r2 / y3 / g4 / b5 : 4 1 6 4 |     | pawns  | 0 3 2 0
A dummy that never counterattacks may not.
    r2 / y3 / g9 / b9 : 4 4 6 1 : players 2, dummies none | | may | None None None attack
Who was attacked already is seen.
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep, attack y, move 1 out>y | attacked | False True False False
""",
)
def test_of_every_colour_is_seen(before: str, answers: str, part: str, expected: str) -> None:
    colours = seen(after(read(before), answers))["colours"]
    assert [str(colour[part]) for colour in colours] == expected.split()


def test_locked_pawns_are_seen() -> None:
    assert seen(table("/ y3 / r7 / y6 b1"))["locked"] == [[2, 0]]
    assert seen(table("y8 / / r7 / b9"))["locked"] == [[0, 1], [2, 0]]


def test_whose_turn_it_is_and_which_round() -> None:
    sent = seen(table(START, turn="g", turns_over=4 * 6 + 1))
    assert (sent["turn"], sent["round"], sent["rounds"], sent["players"]) == (2, 7, 60, 4)


@cases(
    "answers phase",
    """
What is being decided is seen.
                                                             | throwing
    keep                                                     | ordering
    keep, attack_first                                       | attacking
    keep, attack_first, attack y                             | sending
    keep, attack_first, attack y, strike 1 r>y: ?            | striking
    keep, counter_first                                      | countering
""",
)
def test_what_is_being_decided(answers: str, phase: str) -> None:
    assert seen(after(read("r4 / y1 b1 / g4 y1 / b4 : 4 3 1 6 : target area"), answers))["phase"] == phase


def test_an_attack_is_seen_as_far_as_it_is_chosen() -> None:
    g = after(read("r4 / y1 b1 / g4 / b4 : 2 1 2 2 : target area"), "keep, attack y")
    assert seen(g)["attack"] == {"colour": 0, "target": 1, "pawns": 1, "counter": False, "send": None}
    send = answer(g, "strike 1 r>y: ?")
    shown = seen(after(g, "strike 1 r>y: ?"))["attack"]
    assert shown.pop("send") == msgspec.to_builtins(send)
    assert shown == {"colour": 0, "target": 1, "pawns": 1, "counter": False}


def test_a_counterattack_is_seen_too() -> None:
    g = kept("r2 / y3 / g9 / b9", "2 2 4 2", players=2)
    assert seen(g)["attack"] == {"colour": 2, "target": 0, "pawns": 2, "counter": True, "send": None}
    g = after(read("r1 g1 / y3 / g3 / b5 : 2 3 2 2 : target area"), "keep, strike 1 y>r: ?")
    shown = seen(g)["attack"]
    assert (shown["colour"], shown["target"], shown["counter"]) == (1, 0, True)


def test_what_is_still_to_come_in_the_turn_is_seen() -> None:
    g = kept(START, "4 6 1 5")
    assert seen(g)["to_come"] == []
    assert seen(after(g, "attack_first"))["to_come"] == [
        {"does": "counter", "colour": 1},
        {"does": "counter", "colour": 3},
    ]
    assert seen(after(g, "counter_first"))["to_come"] == [
        {"does": "counter", "colour": 3},
        {"does": "attack", "colour": 0},
    ]


def test_when_the_game_is_over_nobody_has_the_turn() -> None:
    sent = seen(after(kept("/ y3 / r8 / b5", "6 1 5 6"), "attack g, move 1 out>g"))
    assert (sent["turn"], sent["phase"], sent["to_come"], sent["attack"]) == (None, "over", [], None)
    assert {colour["may"] for colour in sent["colours"]} == {None}
    assert sent["areas"][2] == [9, 0, 0, 0]


def test_after_the_last_round_the_round_is_the_last() -> None:
    g = kept(START, "3 3 3 3", turn="b", turns_over=60 * 4 - 1)
    assert seen(g)["round"] == 60


# --- What is said -------------------------------------------------------------------------------------------


def test_a_turn_is_told_from_the_throw_to_the_last_attack() -> None:
    answers = "throw y, keep, attack g, move 5 out>g, attack b, strike 2 r>b: bb, stop"
    assert lines(read("r2 / y3 / g4 / b9 : 6 6 1 4 : players 3"), answers) == [
        "seat 0 throws again: yellow 1.",
        "seat 0 attacks seat 2: 5 pawns from outside to seat 2’s area.",
        "seat 0 attacks the blue dummy: 2 pawns from home against 2 pawns of the blue dummy in the blue dummy’s area.",
        "seat 1 throws red 1, yellow 1, green 1 and blue 1.",
    ]


@cases(
    "before answers first",
    """
A mixed attack.
    r4 / y3 b3 / g4 / b5 : 4 1 4 4 | keep, attack y, 1+2 r>y | seat 0 attacks seat 1: in seat 1’s area, 1 pawn from home to empty places and 2 pawns against 2 pawns of seat 1.
Who is first.
    r2 / y3 / g4 / b5 : 4 6 1 4 | keep, attack_first | seat 0 attacks before the counterattacks.
    r2 / y3 / g4 / b5 : 4 6 1 4 | keep, counter_first | seat 0 lets the counterattacks come first.
Several colours struck, each with its number.
    r4 / y2 g1 b1 / g3 / b4 : 4 1 4 4 : target area | keep, attack y, strike 3 r>y: ?, strike yyb | seat 0 attacks seat 1: 3 pawns from home against 2 pawns of seat 1 and 1 pawn of seat 3 in seat 1’s area.
""",  # noqa: E501
)
def test_what_is_told_first(before: str, answers: str, first: str) -> None:
    assert lines(read(before), answers)[0] == first


@cases(
    "before answers words label",
    """
A button says all that will happen.
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | move 1 out>y    | Move 1 pawn from outside to seat 1’s area
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | move 1 r>y      | Move 1 pawn from home to seat 1’s area
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | strike 1 r>y: y | Strike 1 pawn of seat 1 in seat 1’s area with 1 pawn from home
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | strike 1 g>y: y | Strike 1 pawn of seat 1 in seat 1’s area with 1 pawn from seat 2’s area
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | back            | Go back
So does that of a mixed attack.
    r4 / y3 b3 / g4 / b5 : 5 1 5 5 | keep, attack y | 1+3 r>y         | In seat 1’s area, move 1 pawn and strike 3 pawns of seat 1, from home
And where it is to be chosen whom to strike, how many.
    r4 / y2 g1 b1 / g3 / b4 : 4 1 4 4 : target area | keep, attack y | strike 3 r>y: ? | Strike 3 pawns in seat 1’s area with 3 pawns from home
    r4 / y2 g1 b1 / g3 / b4 : 4 1 4 4 : target area | keep, attack y, strike 3 r>y: ? | strike yyb | Strike 2 pawns of seat 1 and 1 pawn of seat 3
""",  # noqa: E501
)
def test_what_a_button_says(before: str, answers: str, words: str, label: str) -> None:
    assert str(answer(after(read(before), answers), words)) == label


def test_a_redeal_is_the_same_table() -> None:
    for step in sample("color_dice", 3)[0].steps:
        g: Any = step.after
        assert all(scramble(g, you, Seeded("redeal")) == g for you in viewers(3))
