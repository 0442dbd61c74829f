"""Plants blunders in games of careful bots, and counts how many of them the analysis marks, and how many marks are
false.

    python -m benchmarks.blunders [game…] [--blunders 40] [--seed a]

A blunder is an answer plainly worse than a careful player's: by at least a given number of hundredths and six standard
errors, in hundreds of worlds of their own, both as its seat knew the table and as it was. A mark is false if the answer
called better is not so in as many fresh worlds. The bar: in each game, at least 95 of 100 blunders are found.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from games import GAMES, engine
from games.analysis import Analysis, analysis
from games.bot import Seeded, careful
from games.dealer import Line
from games.engine import Game, Move, Seat
from games.playthrough import Playthrough
from games.record import Made, Moment, Record, moments, move_of
from games.search import FastRandom, brought
from games.strategy import World
from tools.arena import wilson

PLAIN: Final = {"color_gin": 0.04, "color_dice": 0.04}
"""How much worse a blunder is. A single card or die seldom costs as much of a match as …"""
PLAIN_ELSEWHERE: Final = 0.1
SURE: Final = 6
WORLDS: Final = 400
AT_A_GLANCE: Final = 48
ONE_IN: Final = 6
"""One decision in this many is examined for a possible blunder."""
TRIED: Final = 4
HARMLESS: Final = 0.005
"""An answer counts as no better if it gains less than this in fresh worlds."""
BAR: Final = 0.95
OPTIONS: Final = {"color_gin": {"target": 50}}

Deal = Callable[[FastRandom], World]


class Tally(Struct):
    """The results of the games so far."""

    planted: int = 0
    found: int = 0
    sound: int = 0
    false: int = 0
    seconds: float = 0.0
    games: int = 0


class Judge:
    """Compares two answers of a seat in worlds of its own."""

    def __init__(self, game: Game, moment: Moment, seat: Seat, seed: str) -> None:
        strategy, _ = brought(game)
        assert strategy.exact is not None
        heard: Sequence[Line] = moment.heard_by(seat)
        exact, state = strategy.exact, moment.state
        self._seat, self._chance = seat, Seeded(seed)
        self._deals: tuple[Deal, Deal] = (
            lambda luck: strategy.world(game.scramble(state, seat, luck), seat, heard, luck),
            lambda luck: exact(state, luck),
        )

    def is_plainly_worse(self, move: Move, other: Move, least: float) -> bool:
        """Whether a move is plainly worse, both as its seat knew the table and as it was."""
        return all(self._is_worse(deal, move, other, least) for deal in self._deals)

    def _is_worse(self, deal: Deal, move: Move, other: Move, least: float) -> bool:
        if self.loss(deal, move, other, AT_A_GLANCE)[0] < least / 2:
            return False
        loss, error = self.loss(deal, move, other, WORLDS)
        return loss >= least and loss > SURE * error

    def knows(self, move: Move, other: Move) -> float:
        """How much the move loses against the other one, as far as its seat could know."""
        return self.loss(self._deals[0], move, other, WORLDS)[0]

    def loss(self, deal: Deal, move: Move, other: Move, worlds: int) -> tuple[float, float]:
        """How much the move loses against the other one in this deal, and the standard error."""
        losses: list[float] = []
        for _ in range(worlds):
            seed = self._chance.below(FastRandom.SEEDS, "world")
            world = deal(FastRandom(seed))
            shares = []
            for each in (move, other):
                one, same = world.clone(), FastRandom(seed + 1)
                one.play(self._seat, each, same)
                shares.append(one.playout(same)[self._seat])
            losses.append(shares[1] - shares[0])
        return fmean(losses), stdev(losses) / sqrt(worlds)


def careful_game(game: Game, seats: int, seed: str) -> Record:
    """A game of careful bots."""
    walk = Playthrough(game, seats, options_of(game), Seeded(seed))
    for _ in walk.to_the_end():
        pass
    return _record(walk)


def options_of(game: Game) -> Any:
    return msgspec.convert(OPTIONS.get(game.key, {}), game.Options)


def _record(walk: Playthrough) -> Record:
    played = [Made(seq, step.seat, _raw(step.move), [*step.drawn]) for seq, step in enumerate(walk.steps, 2)]
    return Record(walk.game.rules, _raw(walk.options), walk.seats, 1, 0, [*walk.drawn], [*played])


def _raw(thing: Any) -> Raw:
    return Raw(msgspec.json.encode(thing))


def planted(game: Game, seats: int, seed: str) -> tuple[Record, set[int]]:
    """A game with blunders, and their event numbers."""
    chance, blunders = Seeded(f"{seed}/plants"), set[int]()
    walk = Playthrough(game, seats, options_of(game), Seeded(seed))
    while walk.state.question is not None:
        seq = len(walk.steps) + 2
        seat = walk.state.question.seats[chance.below(len(walk.state.question.seats), "seat")]
        usual = careful(game, walk.state, seat, walk.heard_by(seat), chance)
        bad = None if chance.below(ONE_IN, "plant") else _blunder(walk, seat, usual, f"{seed}/{seq}")
        blunders |= {seq} if bad else set()
        walk.play(seat, bad or usual)
    return _record(walk), blunders


def _blunder(walk: Playthrough, seat: Seat, usual: Move, seed: str) -> Move | None:
    """A plainly bad answer, if there is one."""
    game, g, heard, chance = walk.game, walk.state, walk.heard_by(seat), Seeded(seed)
    strategy, _ = brought(game)
    seen = game.scramble(g, seat, chance)
    sensible = strategy.candidates(seen, seat, heard, chance)
    if not sensible:
        return None
    answers = [move for move in [*sensible, *engine.moves(game, g, seat)] if move != usual]
    judge = Judge(game, Moment(0, g, heard, len(heard)), seat, seed)
    least = PLAIN.get(game.key, PLAIN_ELSEWHERE)
    tried = [answers[chance.below(len(answers), "bad")] for _ in range(TRIED if answers else 0)]
    return next((move for move in tried if judge.is_plainly_worse(move, usual, least)), None)


def false_marks(game: Game, record: Record, found: Analysis, blunders: set[int], seed: str) -> Iterator[int]:
    """The events with a false mark."""
    walked = [*moments(game, record)]
    before = {step.seq: moment for moment, step in zip(walked, record.played, strict=False)}
    made = {step.seq: step for step in record.played if isinstance(step, Made)}
    for missed in found.missed:
        if missed.seq not in blunders:
            moment, seat, luck = before[missed.seq], missed.seat, FastRandom(1)
            seen, heard = game.scramble(moment.state, seat, luck), moment.heard_by(seat)
            strategy, policy = brought(game)
            answers = [policy(seen, seat, heard, luck), *strategy.candidates(seen, seat, heard, luck)]
            better = [move for move in answers if move.label() == missed.better][:1]
            judge = Judge(game, moment, seat, f"{seed}/{missed.seq}")
            if all(judge.knows(move_of(game, made[missed.seq]), move) < HARMLESS for move in better):
                yield missed.seq


def measure(game: Game, blunders: int, seed: str) -> Tally:
    """Play games until there are this many blunders, with every number of seats in turn."""
    tally = Tally()
    while tally.planted < blunders:
        name = f"{seed}/{game.key}/{tally.games}"
        record, bad = planted(game, game.seats[tally.games % len(game.seats)], name)
        began = time.process_time()
        found = analysis(game, record, tally.games)
        tally.seconds += time.process_time() - began
        tally.games += 1
        tally.planted += len(bad)
        tally.found += len(bad & {missed.seq for missed in found.missed})
        tally.sound += len(record.played) - len(bad)
        tally.false += len([*false_marks(game, record, found, bad, name)])
    return tally


def main() -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.blunders", description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--blunders", type=int, default=40, help="at least, for each game")
    parser.add_argument("--seed", default="a")
    asked, reached = parser.parse_args(), True
    for key in asked.games or [key for key, game in GAMES.items() if game.strategy is not None]:
        tally = measure(GAMES[key], asked.blunders, asked.seed)
        low, high = wilson(tally.found, tally.planted)
        share, false = tally.found / tally.planted, wilson(tally.false, tally.sound)
        print(
            f"{key:11} found {share:6.1%} [{low:.1%}, {high:.1%}] of {tally.planted} in {tally.games} games,"
            f" marked falsely {tally.false / tally.sound:.2%} [{false[0]:.2%}, {false[1]:.2%}] of {tally.sound} others,"
            f" {tally.seconds / tally.games:.1f} s CPU a game",
            flush=True,
        )
        reached &= share >= BAR
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
