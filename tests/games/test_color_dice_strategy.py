"""Color Dice: the light model follows the rules, the quick evaluation finds the best attack, and how bots
decide."""

import pytest

from games import bot, engine
from games.bot import Seeded
from games.color_dice import GAME
from games.color_dice.attacks import attacks
from games.color_dice.bot import careful
from games.color_dice.quick import World
from tests.games.cases import cases
from tests.games.color_dice_tables import choices, in_short, play, read
from tests.games.soundness import MOST_ANSWERS
from tests.games.test_models import steps


@pytest.mark.parametrize("target", ["sheet", "colour", "area", "free"])
def test_a_glance_finds_the_best_of_all_attacks(target: str) -> None:
    for g, *_ in steps(GAME, 3, "glance", GAME.Options(target=target)):
        eye = World(g, 1).eye(g.turn)
        for colour, pawns in ((0, 1), (0, 2), (0, 3), (3, 1), (3, 4)):
            found = eye.best(colour, 1, pawns)
            every = [eye.effect(send) for send in attacks(g.board, g.options, colour, 1, pawns)]
            assert (found is None) == (every == [])
            assert found is None or found[0] == pytest.approx(max(every)) == pytest.approx(eye.effect(found[1]))


def test_what_comes_to_mind_at_a_glance_is_allowed() -> None:
    for g, *_ in steps(GAME, 3, "mind"):
        assert engine.is_answer(GAME, g, g.question.seat, World(g, 1).sensible())


def test_a_strong_bot_sees_what_two_attacks_do_together_where_the_policy_sees_one() -> None:
    # Seven locked in yellow's area look best. But five can go to green's area and strike four, and two more can strike
    # the yellow ones there: then eight are locked.
    g = play(read("/ r5 / r1 y2 g4 / r2 y7 : 6 4 1 5 : players 2"), "keep")
    assert in_short(careful(g, 0, [], Seeded("a"))) == "attack y"
    assert {in_short(bot.answer(GAME, g, 0, [], Seeded(str(n)), "strong")) for n in range(5)} == {"attack g"}


MOST = MOST_ANSWERS["color_dice"]


@cases("""
    before | answers | decision
The bot wins when it can.
    r1 / y3 / r8 / b5 : 6 1 5 6              | keep           | attack g
    r1 / y3 / r8 / b5 : 6 1 5 6              | keep, attack g | move 1 r>g
It keeps dice with which it wins.
    r1 / y3 / r8 / b5 : 6 6 5 6              |                | keep
It throws a lowest die again.
    r2 / y3 / g4 / b5 : 1 4 5 3              |                | throw r
It throws again those dice that threaten it: blue could strike five red pawns in the green area.
    / y3 / r6 / b6 : 1 1 1 6 : thrown 3 3 3 1 |               | throw b
It gathers rather than scatters.
    r2 / y3 / r4 / r2 b5 : 2 2 1 1           | keep, attack g | move 1 out>g, move 1 r>g, strike 1 r>b: g
It breaks up what others have gathered: the next two would lock six in green.
    r4 / y1 / y6 / b9 : 4 1 4 4              | keep, attack y | strike 3 r>g: yyy
It stops when the next attack would do more harm than good: four pawns could only come from the six in green.
    r2 / y3 / r6 / r1 b7 : 6 2 6 5           | keep, attack b, strike 1 r>b: b | stop
It counterattacks when it wins.
    y7 / / g4 / b5 : 4 6 1 6                 | keep, counter_first | move 2 out>r
It declines what only takes its pawns apart.
    / / y6 / b9 : 1 5 1 1                    | keep           | decline
It sets a dummy on its rival.
    r2 / y3 / g9 / b9 : 2 2 3 2 : players 2  | keep           | strike 1 g>r: r
It lets counterattacks come first when its attack would expose it: blue could strike what red is about to gather.
    / y9 / g4 / b5 : 4 4 1 6                 | keep           | counter_first
It attacks first when that wins.
    r1 / y3 / r8 / b5 : 5 6 4 6              | keep           | attack_first
It strikes whoever has gathered most.
    r3 / y4 b1 k2 / g4 / b5 / k6 : 2 1 2 2 2 : target area | keep, attack y, strike 1 r>y: ? | strike k
""")
def test_the_bot_decides(before: str, answers: str, decision: str) -> None:
    g = play(read(before), answers)
    assert {in_short(careful(g, g.question.seat, [], Seeded(str(n)))) for n in range(10)} <= set(decision.split(", "))


@pytest.mark.parametrize(("before", "answers", "at_least"), [
    ("r2 / r1 y1 g2 b2 k1 w1 / r1 y1 g1 b2 k2 w1 / r1 y1 g1 b1 k2 w2 / r1 y2 b1 k2 w2 / r1 y2 g2 b1 w1"
     " : 2 1 2 2 2 2 : target free", "keep, attack y", 50),
    ("r5 / y2 g2 b2 k2 w1 / / / / : 5 1 5 5 5 5 : target free", "keep, attack y, strike 4 r>y: ?", 30),
], ids=["one pawn of each place may go anywhere", "the pawns to strike may be of five colours"])  # fmt: skip
def test_where_there_are_most_they_are_not_too_many(before: str, answers: str, at_least: int) -> None:
    assert at_least <= len(choices(play(read(before), answers))) <= MOST
