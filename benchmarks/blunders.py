"""Plants blunders in games of careful bots, and counts how many of them the analysis marks, and how many marks are
false.

    python -m benchmarks.blunders [game…] [--blunders 40] [--seed a] [--by-bots 600]

A blunder is an answer plainly worse than a careful player's: by at least a given number of hundredths and six standard
errors, in hundreds of worlds of their own, both as its seat knew the table and as it was. A mark is false if the answer
called better is not so in as many fresh worlds. The bar: in each game, at least 95 of 100 blunders are found.

With `--by-bots N`, a blunder costs at least five hundredths in N fresh worlds that careful bots play to the end
(by_bots.py), and so many worlds also tell whether a mark is false. The bars then: 90 of 100, one mark in 500 answers.
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

from benchmarks.by_bots import ByBots
from games import GAMES, engine
from games.analysis import Analysis, analysis
from games.bot import Seeded, careful
from games.dealer import Chance, Line
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
BY_BOTS: Final = 0.05
"""How much worse a blunder is by worlds that bots play on."""
BAR_BY_BOTS: Final = 0.9
MOST_FALSE: Final = 1 / 500
OPTIONS: Final = {"color_gin": {"target": 50}}

Deal = Callable[[FastRandom], World]


class Trial(Struct, frozen=True):
    """One game to be played, and by what its answers are judged. `by_bots`: the number of worlds that bots play on for
    a comparison; 0: its own worlds."""

    game: Game
    seats: int
    seed: str
    by_bots: int = 0

    @property
    def least(self) -> float:
        """How much worse a blunder is."""
        return BY_BOTS if self.by_bots else PLAIN.get(self.game.key, PLAIN_ELSEWHERE)

    def judge(self, past: Sequence[Moment], seat: Seat, seq: int) -> "Judge | ByBots":
        """The judge of this seat's answer after these moments."""
        seed = f"{self.seed}/{seq}"
        if self.by_bots:
            return ByBots(self.game, past, self.seats, seat, seed, self.by_bots)
        return Judge(self.game, past[-1], seat, seed)


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

    def knows(self, move: Move, other: Move, harmless: float) -> float:
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


def planted(trial: Trial) -> tuple[Record, set[int]]:
    """A game with blunders, and their event numbers."""
    game, chance, blunders = trial.game, Seeded(f"{trial.seed}/plants"), set[int]()
    walk = Playthrough(game, trial.seats, options_of(game), Seeded(trial.seed))
    lines = [*walk.lines]
    past = [Moment(1, walk.state, lines, len(lines))]
    while walk.state.question is not None:
        seq = len(walk.steps) + 2
        seat = walk.state.question.seats[chance.below(len(walk.state.question.seats), "seat")]
        usual = careful(game, walk.state, seat, walk.heard_by(seat), chance)
        bad = None if chance.below(ONE_IN, "plant") else _blunder(trial, past, seat, usual, chance)
        blunders |= {seq} if bad else set()
        lines += walk.play(seat, bad or usual).lines
        past.append(Moment(seq, walk.state, lines, len(lines)))
    return _record(walk), blunders


def _blunder(trial: Trial, past: Sequence[Moment], seat: Seat, usual: Move, chance: Chance) -> Move | None:
    """A plainly bad answer, if there is one."""
    game, now = trial.game, past[-1]
    strategy, _ = brought(game)
    seen = game.scramble(now.state, seat, chance)
    sensible = strategy.candidates(seen, seat, now.heard_by(seat), chance)
    if not sensible:
        return None
    answers = [move for move in [*sensible, *engine.moves(game, now.state, seat)] if move != usual]
    judge = trial.judge(past, seat, now.seq + 1)
    tried = [answers[chance.below(len(answers), "bad")] for _ in range(TRIED if answers else 0)]
    return next((move for move in tried if judge.is_plainly_worse(move, usual, trial.least)), None)


def false_marks(trial: Trial, record: Record, found: Analysis, blunders: set[int]) -> Iterator[int]:
    """The events with a false mark."""
    game, walked = trial.game, [*moments(trial.game, record)]
    places = {step.seq: place for place, step in enumerate(record.played)}
    for missed in found.missed:
        if missed.seq not in blunders:
            place, seat, luck = places[missed.seq], missed.seat, FastRandom(1)
            moment, made = walked[place], record.played[place]
            assert isinstance(made, Made)
            seen, heard = game.scramble(moment.state, seat, luck), moment.heard_by(seat)
            strategy, policy = brought(game)
            answers = [policy(seen, seat, heard, luck), *strategy.candidates(seen, seat, heard, luck)]
            better = [move for move in answers if move.label() == missed.better][:1]
            judge = trial.judge(walked[: place + 1], seat, missed.seq)
            if all(judge.knows(move_of(game, made), move, HARMLESS) < HARMLESS for move in better):
                yield missed.seq


def measure(game: Game, blunders: int, seed: str, by_bots: int = 0) -> Tally:
    """Play games until there are this many blunders, with every number of seats in turn."""
    tally = Tally()
    while tally.planted < blunders:
        seats = game.seats[tally.games % len(game.seats)]
        trial = Trial(game, seats, f"{seed}/{game.key}/{tally.games}", by_bots)
        record, bad = planted(trial)
        began = time.process_time()
        found = analysis(game, record, tally.games)
        tally.seconds += time.process_time() - began
        tally.games += 1
        tally.planted += len(bad)
        tally.found += len(bad & {missed.seq for missed in found.missed})
        tally.sound += len(record.played) - len(bad)
        tally.false += len([*false_marks(trial, record, found, bad)])
        if by_bots:
            print(told(game, tally), file=sys.stderr, flush=True)
    return tally


def told(game: Game, tally: Tally) -> str:
    """The results in a line."""
    low, high = wilson(tally.found, tally.planted) if tally.planted else (0.0, 1.0)
    share, false = tally.found / max(1, tally.planted), wilson(tally.false, tally.sound)
    return (
        f"{game.key:11} found {share:6.1%} [{low:.1%}, {high:.1%}] of {tally.planted} in {tally.games} games,"
        f" marked falsely {tally.false / tally.sound:.2%} [{false[0]:.2%}, {false[1]:.2%}] of {tally.sound} others,"
        f" {tally.seconds / tally.games:.1f} s CPU a game"
    )


def is_reached(tally: Tally, by_bots: int) -> bool:
    """Whether the bars are reached."""
    if by_bots:
        return tally.found >= BAR_BY_BOTS * tally.planted and tally.false <= MOST_FALSE * tally.sound
    return tally.found >= BAR * tally.planted


def main() -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.blunders", description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--blunders", type=int, default=40, help="at least, for each game")
    parser.add_argument("--seed", default="a")
    parser.add_argument("--by-bots", type=int, default=0, help="worlds for a comparison that bots play on")
    asked, reached = parser.parse_args(), True
    for key in asked.games or [key for key, game in GAMES.items() if game.strategy is not None]:
        tally = measure(GAMES[key], asked.blunders, asked.seed, asked.by_bots)
        print(told(GAMES[key], tally), flush=True)
        reached &= is_reached(tally, asked.by_bots)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
