"""The light models that bots play on in their heads: they follow the rules of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games import GAMES, engine
from games.bot import Seeded, anything, careful
from games.dealer import Dealer, Line
from games.engine import Game, Move, Outcome, Seat
from games.odds import content
from games.search import Luck
from games.tcnccc.pieces import Placed
from games.tcnccc.rules import Lift
from tests.amounts import amount
from tests.games.heard import heard
from tests.games.positions import table

PLAYED = amount(3, 60)
TABLES = [("tcnccc", 2), ("tcnccc", 4), ("tcnccc", 6), ("desfases", 2), ("desfases", 4)]


def steps(game: Game, seats: int, seed: str) -> Iterator[tuple[Any, list[Line], Seat, Move, int]]:
    """Every state of a game in which one answer of three is any answer, with what was heard, and what is played."""
    chance = Seeded(seed)
    dealer = Dealer(chance)
    g, heard = engine.begin(game, seats, game.Options(), dealer), [*dealer.lines]
    for luck in range(2000):
        if g.question is None:
            return
        seat = g.question.seats[0]
        move = careful(game, g, seat, heard, chance) if chance.below(3, "wild") else anything(game, g, seat, chance)
        yield g, heard, seat, move, luck
        dealer = Dealer(Luck(luck))
        g = engine.play(game, g, seat, move, dealer)
        heard += dealer.lines


def facts(model: Any) -> dict[str, Any]:
    return {name: getattr(model, name) for name in type(model).__slots__}


def winners(shares: list[float]) -> list[Seat]:
    return [seat for seat, share in enumerate(shares) if share == max(shares)]


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_move_leads_to_the_same_in_the_model_as_by_the_rules(key: str, seats: int) -> None:
    game = GAMES[key]
    assert game.strategy is not None
    for number in range(PLAYED):
        expected: Any = None
        for g, lines, seat, move, luck in steps(game, seats, f"{key}/{seats}/{number}"):
            model = game.strategy.world(g, seat, lines, Luck(0))
            assert expected is None or facts(model) == expected
            if key == "desfases" and len(g.players) < 4:
                continue  # whose suits are chosen in the model by lot
            model.play(seat, move, Luck(luck))
            expected = facts(model)
            last = engine.play(game, g, seat, move, Dealer(Luck(luck)))
        outcome = game.outcome(last)
        assert isinstance(outcome, Outcome)
        assert winners([*model.playout(Luck(0))]) == list(outcome.winners)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_clone_shares_nothing_with_its_model(key: str, seats: int) -> None:
    game = GAMES[key]
    assert game.strategy is not None
    for g, lines, seat, _, luck in steps(game, seats, "clone"):
        if luck % 20 == 0:
            model = game.strategy.world(g, seat, lines, Luck(0))
            before = repr(facts(model))
            assert sum(model.clone().playout(Luck(luck))) == pytest.approx(1)
            assert repr(facts(model)) == before


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_whoever_has_heard_everything_has_nothing_to_guess(key: str, seats: int) -> None:
    game = GAMES[key]
    assert game.strategy is not None
    for g, lines, seat, _, luck in steps(game, seats, "heard"):
        if luck % 10 == 9:
            guessed = game.strategy.world(game.scramble(g, seat, Seeded(str(luck))), seat, lines, Luck(0))
            assert facts(guessed) == facts(game.strategy.world(g, seat, lines, Luck(0)))


@pytest.mark.parametrize("key", ["tcnccc", "desfases", "color_dice"])
def test_where_nothing_is_left_open_chance_makes_no_difference(key: str) -> None:
    game = GAMES[key]
    assert game.strategy is not None
    worlds = game.strategy.world
    for g, lines, seat, _, luck in steps(game, game.seats[0], "certain"):
        if luck % 5 == 0 and game.strategy.is_certain(g):
            assert content(worlds(g, seat, lines, Luck(1))) == content(worlds(g, seat, lines, Luck(2)))


def test_in_the_model_of_tcnccc_nobody_draws_for_keeps_after_somebody_has_won() -> None:
    game, g, heard_so_far = GAMES["tcnccc"], table("jjj / y - - - / - rgb -"), heard(Placed(0, "yellow"))
    assert game.strategy is not None
    model: Any = game.strategy.world(g, 0, heard_so_far, Luck(0))
    model.play(0, Lift(0), Luck(0))
    assert model.jokers == [0, 1, 0]
    assert model.shares == [0, 1, 0]
