"""Where games turned, in every game and with every option: luck and choices add up, nobody's chances depend on what
they could not know, and a planted blunder is found."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from games import GAMES, color_dice, color_gin, desfases, sin_color, tcnccc
from games.analysis import Effort, analysis
from games.bot import Level, Seeded, answer
from games.color_dice.moves import Rethrow
from games.color_gin.moves import Discard
from games.dealer import Line
from games.desfases.moves import Score
from games.engine import Game, Move
from games.odds import Odds
from games.playthrough import Playthrough, variants
from games.record import Made, Record, TakenBack, moments
from games.search import FastRandom, missed
from games.sin_color.moves import PayNothing
from games.tcnccc.pieces import Placed
from games.tcnccc.rules import Draw, Lift
from tests.games import color_dice_tables, desfases_tables, sin_color_tables
from tests.games.color_gin_tables import shedding
from tests.games.heard import heard
from tests.games.played import AT_LENGTH
from tests.games.tcnccc_tables import table as tcnccc_table
from tests.games.test_analysis import adds_up
from tests.games.test_desfases_bot import FOUR_FACE
from tests.support.effort import LONG, amount

WITH_STRATEGY = [game for game in GAMES.values() if game.strategy is not None]
HASTY = Effort(chances=amount(1, 2), choice=amount(4, 12), is_close=False, is_wide=False)
BY_DAY = {"color_gin": (0, 5)}  # the second is a team match
SHORT = {("color_gin", 0): 11, ("sin_color", 0): 6}
"""Seeds of games that are soon over; elsewhere the first one is."""


def modes() -> Iterator[Any]:
    """Every game with each of its options; by day some of them."""
    for game in WITH_STRATEGY:
        for number, options in enumerate(variants(game)):
            if LONG or number in BY_DAY.get(game.key, (0,)):
                brief = msgspec.structs.replace(options, **AT_LENGTH.get(game.key, {}))
                yield pytest.param(in_short(game), brief, number, id=f"{game.key}-{number}")


def in_short(game: Game) -> Game:
    assert game.strategy is not None
    return replace(game, strategy=replace(game.strategy, looks=min(game.strategy.looks, amount(8, 1000))))


in_every_mode = pytest.mark.parametrize(("game", "options", "number"), [*modes()])


def played(game: Game, options: Any, seed: str, steps: int | None = None) -> Record:
    """A game among bots, one of them hasty; some of the moves that can be taken back are, and are made again."""
    seats = game.seats[sum(seed.encode()) % len(game.seats)]
    walk = Playthrough(game, seats, options, Seeded(seed))
    while walk.state.question is not None and (steps is None or len(walk.steps) < steps):
        seat = walk.state.question.seats[0]
        level: Level = "easy" if seat else "medium"
        walk.play(seat, answer(game, walk.state, seat, walk.heard_by(seat), Seeded(f"{seed}/{len(walk.steps)}"), level))
    told: list[Made | TakenBack] = []
    for number, step in enumerate(walk.steps):
        told.append(Made(len(told) + 2, step.seat, _raw(step.move), [*step.drawn]))
        if step.move.can_be_undone and not step.drawn and number % 4 == 0:
            told.append(TakenBack(len(told) + 2, step.seat, since=told[-1].seq))
            told.append(Made(len(told) + 2, step.seat, _raw(step.move), []))
    return Record(game.rules, _raw(options), seats, 1, 0, [*walk.drawn], told)


def _raw(thing: Any) -> Raw:
    return Raw(msgspec.json.encode(thing))


@in_every_mode
def test_luck_and_choices_together_are_what_the_game_brought(game: Game, options: Any, number: int) -> None:
    first = SHORT.get((game.key, number), 0)
    for seed in range(first, first + amount(1, 5)):
        record = played(game, options, f"{number}/{seed}")
        found = analysis(game, record, seed, HASTY)
        assert adds_up(found)
        assert all(0 <= chance <= 100 for chances in found.known.chances for chance in chances)
        assert found.seqs == [record.began, *(step.seq for step in record.played)]


@in_every_mode
def test_what_a_seat_could_know_is_unchanged_by_what_it_could_not(game: Game, options: Any, number: int) -> None:
    record = played(game, options, f"scrambled {number}", amount(40, 400))
    odds = Odds(game, game.strategy, record.seats, range(4))
    for nth, moment in enumerate(islice(moments(game, record), 0, None, amount(6, 1))):
        asked = moment.state.question.seats if moment.state.question else range(record.seats)
        seat = asked[nth % len(asked)]
        other = moment._replace(state=game.scramble(moment.state, seat, Seeded(f"other/{nth}")))
        assert odds.known(moment)[seat] == odds.known(other)[seat]


RED_TWICE = heard(Placed(0, "red"), Placed(0, "red"))
ALL_HEARTS = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH KD"
ALMOST_THERE = "24 0 24 24 - 20 20 20 20"
PAID = sin_color_tables.all_but("S3 S4 M3 C3 C4 M4 S5")
TILES = ", ".join(sin_color_tables.ENDGAME)
LAST_COIN = sin_color_tables.read(f"S3, S4v M3 C3, C4 M4 S5 : {TILES} : payments optional, paid {PAID}")
WINNING_DICE = color_dice_tables.read("r1 / y3 / r8 / b5 : 6 6 5 6")
FOUR_TILES = desfases_tables.read(f"b2 e3 e2 b5 : 0 3 1 3 : {FOUR_FACE}")
BLUNDERS: dict[str, tuple[Game, Any, Sequence[Line], Move]] = {
    "an empty cylinder is lifted": (tcnccc.GAME, tcnccc_table("rygb / rr - - - / yg yb"), RED_TWICE, Lift(1)),
    "the pair that wins is left": (tcnccc.GAME, tcnccc_table("rygb / rr - - - / ygb ybj"), RED_TWICE, Draw()),
    "gin is thrown away": (color_gin.GAME, shedding(ALL_HEARTS, scores=ALMOST_THERE, target=25), [], Discard("5H")),
    "the last coin is kept": (sin_color.GAME, sin_color_tables.play(LAST_COIN, "none (2), sink 3"), [], PayNothing()),
    "the tile of least worth is scored": (desfases.GAME, desfases_tables.asked(FOUR_TILES), [], Score("b1")),
    "dice that win are thrown again": (color_dice.GAME, WINNING_DICE, [], Rethrow((0, 1, 3))),
}  # fmt: skip


@pytest.mark.parametrize("blunder", BLUNDERS)
def test_a_planted_blunder_is_found(blunder: str) -> None:
    game, g, lines, move = BLUNDERS[blunder]
    effort, seeds = Effort.of(500 if game is color_gin.GAME else 100), range(amount(5, 200))
    scrambles = [game.scramble(g, 0, FastRandom(seed)) for seed in seeds]
    found = [
        missed(game, seen, 0, lines, move, FastRandom(seed), effort.choice, widely=effort.is_wide)
        for seed, seen in enumerate(scrambles)
    ]
    assert sum(each is not None for each in found) >= 0.95 * len(seeds)


def test_every_game_has_its_blunder() -> None:
    assert {game.key for game, *_ in BLUNDERS.values()} == {game.key for game in WITH_STRATEGY}
