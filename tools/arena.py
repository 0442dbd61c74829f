"""Plays bots of two levels against each other: who wins how often, and what a decision costs.

    python -m tools.arena tcnccc strong medium --games 400 --seed a
    python -m tools.arena desfases strong medium --seats 4 --games 200     one against three
    python -m tools.arena color_gin strong medium --option target=50       with other options

Every deal is played once with the first level on each seat, the second level on all others. A game shared by several
winners counts in parts. If the seats are one team, all of them play at the first level, and each deal is played once.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import sqrt
from time import process_time
from typing import Any, Final

import msgspec
from msgspec import Struct

from games import GAMES, engine
from games.bot import LEVELS, Level, Seeded, answer
from games.dealer import Dealer, Line
from games.engine import Game, Outcome, Seat
from games.playthrough import MOST_STEPS

SURE: Final = 1.96
"""Standard errors on each side of 95 %."""


class Costs(Struct):
    """The CPU seconds of a level's decisions."""

    decisions: int = 0
    seconds: float = 0.0
    most: float = 0.0

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Counts what is done meanwhile as a decision."""
        begun = process_time()
        yield
        self.decisions += 1
        self.seconds += (seconds := process_time() - begun)
        self.most = max(self.most, seconds)

    def __add__(self, other: "Costs") -> "Costs":
        return Costs(self.decisions + other.decisions, self.seconds + other.seconds, max(self.most, other.most))

    def __str__(self) -> str:
        return f"{self.seconds / max(1, self.decisions):.3f} s mean, {self.most:.2f} s at most of {self.decisions}"


class Played(Struct, frozen=True):
    """A game that is over."""

    begins: Seat | None
    """Who was drawn to begin."""
    decisions: int
    last: Any
    """Its state at the end."""
    outcome: Outcome
    moved: set[Seat]
    """Who had a turn of their own."""


def main(arguments: Sequence[str]) -> int:
    """Prints one row."""
    asked = _parser().parse_args(arguments)
    game, levels = GAMES[asked.game], (asked.level, asked.against)
    options = msgspec.convert(dict(o.partition("=")[::2] for o in asked.option), game.Options, strict=False)
    costs = {level: Costs() for level in levels}
    shares = [*contest(game, asked.seats, options, levels, asked.games, asked.seed, costs)]
    print(_row(game, asked.seats, options, levels, shares))
    print(*(f"  {level}: {cost} decisions" for level, cost in costs.items() if cost.decisions), sep="\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tools.arena", description="Bots of two levels against each other.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("level", choices=LEVELS, help="one seat")
    parser.add_argument("against", choices=LEVELS, help="all other seats")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument(
        "--games", type=int, default=100, help="together; but for teams, each deal makes as many as there are seats"
    )
    parser.add_argument("--seed", default="arena")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    return parser


def _row(game: Game, seats: int, options: Any, levels: tuple[Level, Level], shares: Sequence[float]) -> str:
    low, high = wilson(sum(shares), len(shares))
    if game.is_team(options):
        who, fair = f"a team of {seats}, {levels[0]}", ""
    else:
        who, fair = f"{seats} seats, one {levels[0]} against {levels[1]}", f", fair {1 / seats:.1%}"
    won = sum(shares) / len(shares)
    return f"{game.key}, {who}: {won:.1%} [{low:.1%}, {high:.1%}] of {len(shares)} games{fair}"


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of the share (Wilson)."""
    share, squared = won / games, SURE * SURE
    middle = (share + squared / (2 * games)) / (1 + squared / games)
    half = SURE / (1 + squared / games) * sqrt(share * (1 - share) / games + squared / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def contest(
    game: Game,
    seats: int,
    options: Any,
    levels: tuple[Level, Level],
    games: int,
    seed: str,
    costs: Mapping[Level, Costs],
) -> Iterator[float]:
    """The first level's share of each game."""
    for number in range(games):
        if game.is_team(options):
            outcome = played(game, options, [levels[0]] * seats, f"{seed}/{number}", costs).outcome
            yield float(outcome.team is not None)
        else:
            deal, one = divmod(number, seats)
            placed = [levels[0] if seat == one else levels[1] for seat in range(seats)]
            outcome = played(game, options, placed, f"{seed}/{deal}", costs).outcome
            yield (one in outcome.winners) / len(outcome.winners)


def played(game: Game, options: Any, levels: Sequence[Level], seed: str, costs: Mapping[Level, Costs]) -> Played:
    """One game played to its end, with a seat for each of these levels."""
    dealer = Dealer(Seeded(seed))
    g = engine.begin(game, len(levels), options, dealer)
    begins: Seat | None = None
    moved = set[Seat]()
    heard = [list[Line]() for _ in levels]
    for step in range(MOST_STEPS):
        _hear(heard, dealer.lines)
        begins = dealer.started if begins is None else begins
        if (outcome := game.outcome(g)) is not None:
            return Played(begins, step, g, outcome, moved)
        seat: Seat = g.question.seats[0]
        if getattr(g, "turn", seat) == seat:
            moved.add(seat)
        level, lapses = levels[seat], f"{seed}/{seat}"
        with costs[level].counted():
            move = answer(game, g, seat, heard[seat], Seeded(f"{seed}/{step}/{seat}"), level, lapses)
        dealer = Dealer(Seeded(f"{seed}/{step}"), seq=step + 1)
        g = engine.play(game, g, seat, move, dealer)
    raise engine.EndlessGame(f"{game.key}, seed {seed}, is not over after {MOST_STEPS} steps")


def _hear(heard: Sequence[list[Line]], lines: Iterable[Line]) -> None:
    for line in lines:
        for seat, lines_heard in enumerate(heard):
            if line.reaches(seat):
                lines_heard.append(line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
