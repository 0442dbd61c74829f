"""The light models that bots think with: they follow the rules of the game."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from games import GAMES, color_dice, engine, sin_color
from games.bot import Seeded, anything, careful
from games.color_gin.evaluator import bits
from games.color_gin.moves import Next
from games.color_gin.strategy import world_of
from games.dealer import Dealer, Line
from games.engine import Game, Move, Outcome, Seat
from games.odds import content
from games.playthrough import variants
from games.search import FastRandom
from games.tcnccc.pieces import Placed
from games.tcnccc.rules import Lift
from tests.games.heard import heard
from tests.games.played import played
from tests.games.played import steps as steps_of
from tests.games.tcnccc_tables import table
from tests.support.effort import amount

BRIEF: Final = [("tcnccc", 2), ("tcnccc", 4), ("tcnccc", 6), ("desfases", 2), ("desfases", 4)]
"""By day: several games each, with the usual options; at the other tables one game with each option."""
TABLES: Final = [*BRIEF, *(("color_dice", n) for n in (2, 3, 4, 6)), ("sin_color", 3), ("sin_color", 4)]


def games(key: str, seats: int) -> Iterator[tuple[Any, str]]:
    """Options and a seed for each game."""
    game = GAMES[key]
    options, each = ([game.Options()], amount(3, 60)) if (key, seats) in BRIEF else (variants(game), amount(1, 20))
    yield from ((chosen, f"{key}/{seats}/{number}") for chosen in options for number in range(each))


def steps(game: Game, seats: int, seed: str, options: Any = None) -> Iterator[tuple[Any, list[Line], Seat, Move, int]]:
    """Every state of a game in which every third answer is random, with the lines so far, and the next move."""
    chance = Seeded(seed)
    dealer = Dealer(chance)
    g, heard = engine.begin(game, seats, options or game.Options(), dealer), [*dealer.lines]
    for luck in range(3000):
        if g.question is None:
            return
        among = g.question.seats
        seat = among[chance.below(len(among), "who") if len(among) > 1 else 0]
        move = careful(game, g, seat, heard, chance) if chance.below(3, "wild") else anything(game, g, seat, chance)
        if getattr(g, "turn", 0) is not None:  # bots do not search arrangements of a row in Sin Color
            yield g, heard, seat, move, luck
        dealer = Dealer(FastRandom(luck))
        g = engine.play(game, g, seat, move, dealer)
        heard += dealer.lines


def facts(model: Any) -> dict[str, Any]:
    return {name: getattr(model, name) for kind in type(model).__mro__ for name in getattr(kind, "__slots__", ())}


def of_color_dice(light: color_dice.model.LightTable, g: Any) -> bool:
    if g.question is None:
        return (light.asks, light.board) == ("nothing", g.board)
    asks = next(asks for kind, asks in color_dice.model.PHASES.items() if isinstance(g.question, kind))
    return (
        (light.asks, light.board, light.seat, light.turn) == (asks, g.board, g.question.seat, g.turn)
        and (light.attacked, light.turns_over, light.steps) == (g.attacked, g.turns_over, [s.colour for s in g.steps])
        and (light.dice, light.thrown) == ([die.value for die in g.dice], [die.thrown for die in g.dice])
    )


def of_sin_color(light: sin_color.model.LightTable, g: Any) -> bool:
    if g.question is None:
        return light.asks == "nothing"
    numbers = sin_color.model.NUMBERS
    return (
        (light.asks, light.seats) == (sin_color.model.PHASES[type(g.question)], [*g.question.seats])
        and light.rows == [[numbers[coin.face] for coin in row] for row in g.rows]
        and light.stacks == [[numbers[tile] for tile in tiles] for tiles in g.stacks]
        and all(light.owners[coin] == seat for seat, row in enumerate(light.rows) for coin in row)
        and (light.turn, light.dice, light.turns_over) == (g.turn, g.dice, g.turns_over)
        and light.steps == [(step.seat, step.die) for step in g.steps]
    )


FOLLOWS: Final[dict[str, Callable[[Any, Any], bool]]] = {"color_dice": of_color_dice, "sin_color": of_sin_color}
"""Whether a model is equal to the table; others are compared with a new model of the table."""


def model_of(game: Game, g: Any, seat: Seat, lines: list[Line], luck: int = 0) -> Any:
    return game.strategy.world(g, seat, lines, FastRandom(luck))


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_move_leads_to_the_same_in_the_model_as_by_the_rules(key: str, seats: int) -> None:
    game = GAMES[key]
    for options, seed in games(key, seats):
        model: Any = None
        for g, lines, seat, move, luck in steps(game, seats, seed, options):
            if key in FOLLOWS:
                model = model or light(key, g)
                assert FOLLOWS[key](model, g)
            else:
                anew = model_of(game, g, seat, lines)
                assert model is None or facts(model) == facts(anew)
                model = anew
            last = engine.play(game, g, seat, move, Dealer(FastRandom(luck)))
            if key == "desfases" and len(g.players) < 4:
                model = None  # the model chooses its suits at random
            else:
                model.play(seat, move, FastRandom(luck))
        outcome = game.outcome(last)
        assert isinstance(outcome, Outcome)
        assert key not in FOLLOWS or FOLLOWS[key](model, last)
        shares = model.shares() if key in FOLLOWS else model.playout(FastRandom(0))
        assert [seat for seat, share in enumerate(shares) if share == max(shares)] == list(outcome.winners)


def light(key: str, g: Any) -> Any:
    return color_dice.quick.World(g, 1) if key == "color_dice" else sin_color.model.LightTable(g)


@pytest.mark.parametrize(("key", "seats"), [*BRIEF, ("color_dice", 3), ("sin_color", 3)])
def test_a_clone_shares_nothing_with_its_model(key: str, seats: int) -> None:
    game = GAMES[key]
    for g, lines, seat, _, luck in steps(game, seats, "clone"):
        if luck % 8 == 0:
            model = model_of(game, g, seat, lines, luck)
            before = repr(facts(model.clone()))
            assert sum(model.clone().playout(FastRandom(luck))) == pytest.approx(1)
            assert repr(facts(model)) == before


@pytest.mark.parametrize(("key", "seats"), BRIEF)
def test_whoever_has_heard_everything_has_nothing_to_guess(key: str, seats: int) -> None:
    game = GAMES[key]
    for g, lines, seat, _, luck in steps(game, seats, "heard"):
        if luck % 10 == 9:
            guessed = model_of(game, game.scramble(g, seat, Seeded(str(luck))), seat, lines)
            assert facts(guessed) == facts(model_of(game, g, seat, lines))


@pytest.mark.parametrize("key", ["tcnccc", "desfases", "color_dice"])
def test_where_nothing_is_left_open_chance_makes_no_difference(key: str) -> None:
    game = GAMES[key]
    for g, lines, seat, _, luck in steps(game, game.seats[0], "certain"):
        if luck % 5 == 0 and game.strategy.is_certain(g):
            assert content(model_of(game, g, seat, lines, 1)) == content(model_of(game, g, seat, lines, 2))


def test_in_the_model_of_tcnccc_nobody_draws_for_keeps_after_somebody_has_won() -> None:
    model = model_of(GAMES["tcnccc"], table("jjj / y - - - / - rgb -"), 0, heard(Placed(0, "yellow")))
    model.play(0, Lift(0), FastRandom(0))
    assert (model.jokers, model.shares) == ([0, 1, 0], [0, 1, 0])


@pytest.mark.parametrize("mode", ["versus", "coop", "jokers"])
def test_a_move_of_color_gin_leads_to_the_same_and_a_clone_shares_nothing(mode: Any) -> None:
    game = GAMES["color_gin"]
    for number, (before, step) in enumerate(steps_of(played(game, 2, "model", game.Options(target=25, mode=mode)))):
        if isinstance(step.move, Next):
            continue
        model, after = world_of(before), world_of(step.after)
        if number % 20 == 0:
            was = repr(of_gin(model))
            assert all(0 <= share <= 1 for share in model.clone().playout(FastRandom(0)))
            assert repr(of_gin(model)) == was
        model.deck.sort(key=bits(step.drawn[:1]).__eq__)
        model.play(step.seat, step.move, FastRandom(0))
        assert model.tally == after.tally
        if model.phase != "over":  # and no new round has begun
            assert of_gin(model) == of_gin(after)


def of_gin(model: Any) -> dict[str, Any]:
    # The next card to be taken is the one shed now.
    return {**facts(model), "deck": sorted(model.deck), **({"top": None} if model.phase == "shedding" else {})}
