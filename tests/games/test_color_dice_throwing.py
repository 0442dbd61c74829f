"""Color Dice: which dice a quick player throws again, by what all of them bring together."""

from itertools import product

import pytest

from games.bot import Seeded
from games.color_dice.joint import THROWS, JointHopes, averaged
from games.color_dice.options import Options
from games.color_dice.series import Chances, Series
from games.color_dice.strategy import at_sight
from tests.games.cases import cases
from tests.games.color_dice_tables import in_short, play, read

TOGETHER: Chances = {each: 0.9 if each[:2] == (2, 3) else 0.1 for each in product(range(6), repeat=3)}
"""Only a 4 and a 3 bring something to a player with a 6."""


@cases("""
    dice    | thrown  | again
What is reached together is kept.
    6 4 3 1 | 1 1 1 1 |
Only the die that is missing is thrown again.
    6 4 5 1 | 1 1 1 1 | 2
    6 4 5 1 | 3 2 2 2 | 2
Those that are missing are thrown at once.
    6 1 1 1 | 3 2 2 2 | 1 2
One's own is thrown first.
    1 4 5 1 | 1 1 1 1 | 0
A die that has been thrown three times stays, and so all that need it.
    6 1 3 1 | 3 3 1 1 |
    3 4 3 1 | 3 1 1 1 |
""")
def test_dice_are_thrown_again_for_what_they_may_bring_together(dice: str, thrown: str, again: str) -> None:
    hopes = JointHopes(0, TOGETHER, lambda colour, pawns: 0.0)
    found = hopes.again([*map(int, dice.split())], [*map(int, thrown.split())])
    assert " ".join(map(str, found)) == again


def test_more_throws_never_promise_less() -> None:
    hopes = JointHopes(0, TOGETHER, lambda colour, pawns: -0.5 * pawns)
    for mine in range(1, 7):
        few, many = hopes.values(mine, (0, 1, 1)), hopes.values(mine, (1, 1, 2))
        assert all(less <= more for less, more in zip(few, many, strict=True))


def test_a_counterattack_is_feared_unless_the_game_is_won_before() -> None:
    for won, expected in ((1.0, 1.0), (0.5, pytest.approx(0.2689, abs=1e-4))):
        attacks = dict.fromkeys(TOGETHER, won)
        stand = JointHopes(0, attacks, lambda colour, pawns: -1.0 if colour == 2 else 0.0).values(3, (0, 0, 0))
        assert stand[THROWS.index((3, 5, 3))] == expected
        assert stand[THROWS.index((5, 3, 3))] == won


def test_the_mean_over_one_die_leaves_the_others_as_they_are() -> None:
    by_sum = [100.0 * one + 10 * two + three for one, two, three in THROWS]
    assert averaged(by_sum, 6) == pytest.approx([100 * one + 35 + three for one, two, three in THROWS])


def test_attacks_that_win_together_are_seen() -> None:
    # In yellow's area, one pawn and two.
    board = read("r1 / r6 / r2 g4 / b5 : 5 4 3 6").board
    chances = Series(Options(), 0).chances(board, {1: range(1, 2), 2: range(2, 3)})
    assert chances[1, 2] > 0.999
    assert max(chances[1, 0], chances[0, 2]) < 0.9


@cases("""
    before | answers | decision
Dice are kept, or thrown again, for what they bring together.
    r1 / r6 / r2 g4 / b5 : 5 4 3 6                   |                        | keep
    r1 / r6 / r2 g4 / b5 : 5 4 5 6 : thrown 3 3 1 3  |                        | throw g
It takes the attacks that win in any order.
    r1 / r6 / r2 g4 / b5 : 5 4 3 6                   | keep, attack_first     | attack y, attack g
It stops when the next attack would do more harm than good: four pawns could only come from the six in green.
    r2 / y3 / r6 / r1 b7 : 6 2 6 5                   | keep, attack b, strike 1 r>b: b | stop
""")
def test_a_quick_player_decides(before: str, answers: str, decision: str) -> None:
    g = play(read(before), answers)
    assert in_short(at_sight(g, g.question.seat, [], Seeded("any"))) in decision.split(", ")
