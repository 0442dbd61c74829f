"""Color Dice: what is seen, what is said, and that nobody sees more than anybody else."""

from typing import Any

import msgspec

from games.bot import Seeded
from games.color_dice.rules import State
from games.color_dice.view import scramble, view
from games.playthrough import viewers
from tests.games.cases import cases
from tests.games.color_dice_tables import after, answer, kept, read
from tests.games.played import sample

START = "r2 / y3 / g4 / b5"


def seen(g: State) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view(g, None)))


# --- The view -----------------------------------------------------------------------------------------------


def test_after_the_last_round_the_round_is_the_last() -> None:
    g = kept(START, "3 3 3 3", turn="b", turns_over=60 * 4 - 1)
    assert seen(g)["round"] == 60


# --- What is said -------------------------------------------------------------------------------------------


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
