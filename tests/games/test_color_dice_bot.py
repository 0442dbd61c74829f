"""Color Dice: how the bot decides, and how many answers a question may list."""

from typing import Any

import msgspec
import pytest

from games import engine
from games.bot import Seeded, anything
from games.color_dice import GAME
from games.color_dice.bot import careful
from games.color_dice.options import Options
from games.dealer import Dealer
from tests.amounts import amount
from tests.games.cases import cases
from tests.games.color_dice_tables import after, choices, in_short, read
from tests.games.soundness import MOST_ANSWERS

MOST = MOST_ANSWERS["color_dice"]


@cases(
    "before answers decision",
    """
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
""",
)
def test_the_bot_decides(before: str, answers: str, decision: str) -> None:
    g = after(read(before), answers)
    assert {in_short(careful(g, g.question.seat, [], Seeded(str(n)))) for n in range(10)} <= set(decision.split(", "))


def test_the_bot_beats_whoever_does_anything() -> None:
    wins = [winner_against_anything(f"against {number}") for number in range(12)]
    assert wins.count(0) >= 11


def winner_against_anything(seed: str) -> int:
    chance = Seeded(seed)
    g: Any = engine.begin(GAME, 2, Options(), Dealer(chance))
    while g.question is not None:
        seat = g.question.seat
        move = careful(g, seat, [], chance) if seat == 0 else anything(GAME, g, seat, chance)
        engine.advance(GAME, g, seat, move, Dealer(chance))
    outcome = GAME.outcome(g)
    assert outcome is not None
    return outcome.winners[0]


# --- How many answers there are -----------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["colour", "area", "free"])
@pytest.mark.parametrize("seats", [2, 6])
def test_among_players_who_do_anything_no_question_lists_too_many(seats: int, target: str) -> None:
    chance = Seeded(f"anything {seats} {target}")
    g: Any = engine.begin(GAME, seats, msgspec.convert({"target": target}, Options), Dealer(chance))
    for _ in range(amount(150, 400)):
        if g.question is None:
            return
        assert len(engine.moves(GAME, g, g.question.seat)) <= MOST
        engine.advance(GAME, g, g.question.seat, anything(GAME, g, g.question.seat, chance), Dealer(chance))


@pytest.mark.parametrize(
    ("before", "answers", "at_least"),
    [
        (
            "r2 / r1 y1 g2 b2 k1 w1 / r1 y1 g1 b2 k2 w1 / r1 y1 g1 b1 k2 w2 / r1 y2 b1 k2 w2 / r1 y2 g2 b1 w1"
            " : 2 1 2 2 2 2 : target free",
            "keep, attack y",
            50,
        ),
        ("r5 / y2 g2 b2 k2 w1 / / / / : 5 1 5 5 5 5 : target free", "keep, attack y, strike 4 r>y: ?", 30),
    ],
    ids=["one pawn of each place may go anywhere", "the pawns to strike may be of five colours"],
)
def test_where_there_are_most_they_are_not_too_many(before: str, answers: str, at_least: int) -> None:
    assert at_least <= len(choices(after(read(before), answers))) <= MOST
