"""Color Dice as a strong bot sees it: the light table follows the rules, and a glance finds the best attack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games import bot, engine
from games.bot import Seeded, anything
from games.color_dice import GAME
from games.color_dice.attacks import attacks
from games.color_dice.bot import careful
from games.color_dice.model import PHASES, LightTable
from games.color_dice.quick import World
from games.color_dice.rules import State
from games.color_dice.strategy import STRATEGY, world
from games.dealer import Dealer
from games.engine import Move, Outcome
from games.playthrough import variants
from games.search import Luck
from tests.amounts import amount
from tests.games.cases import cases
from tests.games.color_dice_tables import after, in_short, read
from tests.games.color_dice_tables import answer as meant

GAMES_EACH = amount(1, 20)


def steps(options: Any, seats: int, seed: str) -> Iterator[tuple[State, Move, int]]:
    """Every state of a game in which one answer of three is any answer."""
    chance = Seeded(seed)
    g: Any = engine.begin(GAME, seats, options, Dealer(chance))
    for luck in range(3000):
        if g.question is None:
            return
        seat = g.question.seat
        move = careful(g, seat, [], chance) if chance.below(3, "wild") else anything(GAME, g, seat, chance)
        yield g, move, luck
        g = engine.play(GAME, g, seat, move, Dealer(Luck(luck)))


def follows(light: LightTable, g: State) -> bool:
    if g.question is None:
        return light.asks == "nothing" and light.board == g.board
    asks = next(asks for kind, asks in PHASES.items() if isinstance(g.question, kind))
    return (
        (light.asks, light.seat) == (asks, g.question.seat)
        and light.board == g.board
        and light.dice == [die.value for die in g.dice]
        and light.thrown == [die.thrown for die in g.dice]
        and light.steps == [step.colour for step in g.steps]
        and (light.turn, light.attacked, light.turns_over) == (g.turn, g.attacked, g.turns_over)
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_light_table_follows_the_rules(seats: int) -> None:
    for options in variants(GAME):
        for number in range(GAMES_EACH):
            light: World | None = None
            for g, move, luck in steps(options, seats, f"light {number}"):
                light = light or World(g, 1)
                assert follows(light, g)
                light.play(g.question.seat, move, Luck(luck))
                last = engine.play(GAME, g, g.question.seat, move, Dealer(Luck(luck)))
            outcome = GAME.outcome(last)
            assert isinstance(outcome, Outcome)
            assert light is not None
            assert follows(light, last)
            assert {seat for seat, share in enumerate(light.shares()) if share} == set(outcome.winners)


@pytest.mark.parametrize("target", ["colour", "area", "free"])
def test_a_glance_finds_the_best_of_all_attacks(target: str) -> None:
    for g, _, _ in steps(GAME.Options(target=target), 3, "glance"):
        eye = World(g, 1).eye(g.turn)
        for colour, pawns in ((0, 1), (0, 2), (0, 3), (3, 1), (3, 4)):
            found = eye.best(colour, 1, pawns)
            every = [eye.effect(send) for send in attacks(g.board, g.options, colour, 1, pawns)]
            assert (found is None) == (every == [])
            assert found is None or found[0] == pytest.approx(max(every))
            assert found is None or found[0] == pytest.approx(eye.effect(found[1]))


def test_a_world_plays_on_and_its_model_stays_as_it_is() -> None:
    for g, _, luck in steps(GAME.Options(), 3, "clone"):
        if luck % 8 == 0:
            model = world(g, g.question.seat, [], Luck(luck))
            assert sum(model.clone().playout(Luck(luck))) == pytest.approx(1)
            assert follows(model, g)


# --- Decisions -----------------------------------------------------------------------------------------------


def test_a_strong_bot_sees_what_two_attacks_do_together_where_the_policy_sees_one() -> None:
    # Seven locked in yellow's area look best. But five can go to green's area and strike four, and two more can strike
    # the yellow ones there: then eight are locked.
    g = after(read("/ r5 / r1 y2 g4 / r2 y7 : 6 4 1 5 : players 2"), "keep")
    assert in_short(careful(g, 0, [], Seeded("a"))) == "attack y"
    assert {in_short(bot.answer(GAME, g, 0, [], Seeded(str(n)), "strong")) for n in range(5)} == {"attack g"}


@cases(
    "before answers move reason",
    """
Dice are kept for a win, or because nothing better can be hoped for.
    r1 / y3 / r8 / b5 : 6 6 5 6                   |                | keep           | With these dice you can win now.
    r1 / y2 / g3 / b3 : 6 1 1 1 : thrown 3 3 3 3  |                | keep           | bring more than you can hope for
    / y3 / r6 / b6 : 1 1 1 6                      |                | keep           | None
They are thrown again for attacks, or against counterattacks.
    r2 / y3 / g4 / b5 : 1 4 5 3                   |                | throw r        | With a better die of your own
    r2 / y3 / g4 / b5 : 3 4 5 3                   |                | throw yg       | higher than yours: thrown again
    r2 / y3 / g4 / b5 : 3 4 5 3                   |                | throw gb       | may let you attack
Who comes first.
    r2 / y3 / g4 / b5 : 3 4 5 1                   | keep           | attack_first   | you still have all your pawns
    r2 / y3 / g4 / b5 : 3 4 5 1                   | keep           | counter_first  | no one can strike what you gather
What an attack brings.
    r1 / y3 / r8 / b5 : 6 6 5 6                   | keep           | attack g       | all nine of your pawns
    r1 / y3 / r8 / b5 : 6 6 5 6                   | keep, attack g | move 1 r>g     | all nine of your pawns
    r3 / y3 / r5 / b5 : 6 6 4 6                   | keep, attack g | move 2 r>g     | Your pawns there are locked then
    r3 / y3 / r2 / b5 : 6 6 4 6                   | keep, attack g | move 2 r>g     | This gathers your pawns
    r3 / y3 / g3 / b5 : 6 6 4 6                   | keep, attack g | move 2 out>g   | This brings pawns inside
    r3 / y3 / g3 / b5 : 6 6 4 6                   | keep, attack g | move 2 r>g     | None
    r4 / y1 / y6 / b9 : 4 1 4 4                   | keep, attack y | strike 3 r>g: yyy | breaks up what seat 1 has
    r4 / y3 / g2 y6 / b5 : 4 4 3 4                | keep, attack g | move 1 r>g     | places that seat 1 needs
    r3 / y4 b1 k2 / g4 / b5 / k6 : 2 1 2 2 2 : target area | keep, attack y, strike 1 r>y: ? | strike k | None
What it would cost.
    r2 / y3 / r6 / r1 b7 : 6 2 6 5                | keep, attack b, strike 1 r>b: b | stop | Another attack would cost
    / / y6 / b9 : 1 5 1 1                         | keep           | decline        | A counterattack would cost
    r2 / y3 / g9 / b9 : 2 2 3 2 : players 2       | keep           | decline        | would not help you
""",
)
def test_a_reason_is_given_in_words(before: str, answers: str, move: str, reason: str) -> None:
    g = after(read(before), answers)
    assert reason in str(STRATEGY.reason(g, g.question.seat, [], meant(g, move)))
