"""Color Dice as a strong bot sees it: the light table follows the rules, and a glance finds the best attack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games import engine
from games.bot import Seeded, anything
from games.color_dice import GAME
from games.color_dice.attacks import attacks
from games.color_dice.bot import careful
from games.color_dice.model import PHASES, LightTable
from games.color_dice.quick import World
from games.color_dice.rules import State
from games.color_dice.strategy import world
from games.dealer import Dealer
from games.engine import Move, Outcome
from games.playthrough import variants
from games.search import Luck
from tests.amounts import amount

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
