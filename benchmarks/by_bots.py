"""What an answer is worth among careful bots: in fresh worlds, dealt as far as its seat could know, and played to the
end by the bots themselves. No model of the game has a part in it.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from games.bot import Seeded
from games.dealer import Chance, Dealer, Line
from games.engine import Game, Move, Seat, State, advance
from games.odds import shares
from games.onward import dealt_anew
from games.record import Moment
from games.search import FastRandom

GLANCE: Final = 16
"""Worlds for a first look; it has to show twice the loss that is looked for."""
LOOKS: Final = 50
"""Worlds between two looks at what has come out so far."""
CERTAIN: Final = 3
"""Standard errors from which on it is certain whether there is a loss at all …"""
DOUBTFUL: Final = 2
"""… and how many times as many worlds are played where it is not."""


class Loss(NamedTuple):
    """How much an answer loses against another one."""

    mean: float
    error: float


class ByBots:
    """Compares two answers of a seat. `past`: all moments up to its question. `worlds`: for a comparison."""

    def __init__(self, game: Game, past: Sequence[Moment], seats: int, seat: Seat, seed: str, worlds: int) -> None:
        assert game.careful is not None
        self._game, self._careful, self._past, self._seat, self._worlds = game, game.careful, past, seat, worlds
        self._heard = [past[-1].heard_by(each) for each in range(seats)]
        self._chance = Seeded(f"{seed}/by bots")

    def is_plainly_worse(self, move: Move, other: Move, least: float) -> bool:
        """Whether the move loses at least so much against the other one, in all worlds together."""
        glance = fmean(self._difference(move, other) for _ in range(GLANCE))
        return glance >= 2 * least and self._loses(move, other, least)

    def _loses(self, move: Move, other: Move, least: float) -> bool:
        """Whether it does by every look, the last of which counts: most answers are no worse, and soon show it."""
        losses: list[float] = []
        while len(losses) < self._worlds:
            losses += [self._difference(move, other) for _ in range(LOOKS)]
            if fmean(losses) < least:
                return False
        return True

    def knows(self, move: Move, other: Move, harmless: float) -> float:
        """How much the move loses: as closely as it takes to tell whether that is more than `harmless`."""
        losses: list[float] = []
        while len(losses) < DOUBTFUL * self._worlds:
            losses += [self._difference(move, other) for _ in range(LOOKS)]
            loss = _of(losses)
            if abs(loss.mean - harmless) > CERTAIN * loss.error:
                break
        return fmean(losses)

    def _difference(self, move: Move, other: Move) -> float:
        """By how much the other answer is better in one world, with the same luck."""
        seed = self._chance.below(FastRandom.SEEDS, "world")
        world = dealt_anew(self._game, self._past, self._seat, FastRandom(seed))
        one, two = (self._played(world.copy(), each, FastRandom(seed + 1)) for each in (move, other))
        return two - one

    def _played(self, g: State, move: Move, chance: Chance) -> float:
        """The seat's share of the win after this move."""
        now, game = self._past[-1], self._game
        heard = [list(lines) for lines in self._heard]
        seat: Seat = self._seat
        while True:
            dealer = Dealer(chance, seq=now.seq + 1)
            advance(game, g, seat, move, dealer)
            _tell(heard, dealer.lines)
            if g.question is None:
                break
            seat = g.question.seats[chance.below(len(g.question.seats), "who")]
            # A careful bot goes by what its seat sees, so it may be given the table as it is: a scramble takes longer.
            move = self._careful(g, seat, heard[seat], chance)
        outcome = game.outcome(g)
        assert outcome is not None
        return shares(outcome)[self._seat]


def _tell(heard: Sequence[list[Line]], lines: Sequence[Line]) -> None:
    for seat, lines_heard in enumerate(heard):
        lines_heard += [line for line in lines if line.reaches(seat)]


def _of(losses: Sequence[float]) -> Loss:
    return Loss(fmean(losses), stdev(losses) / sqrt(len(losses)))
