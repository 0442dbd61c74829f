"""Counts what hints say in games of careful bots: how many give no reason, how many a reason that names nothing of the
position, and how many do not say what the second best answer lacks.

    python -m benchmarks.reasons [game…] [--decisions 200] [--seed a] [--rollouts 120] [--show]

Only decisions among several answers are counted. Which answer is best matters little here, so that few rollouts do.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from msgspec import Struct, field

from benchmarks.blunders import options_of
from games import GAMES, engine
from games.bot import Seeded
from games.engine import Game, Seat, State
from games.playthrough import Playthrough
from games.thinking import Hint, hint, thought_of
from tools.arena import wilson

ONE_IN: Final = 5
"""One decision in this many is looked at: those that follow each other are alike."""
BAR: Final = 0.05
"""The share of hints that may have no reason."""


class Tally(Struct):
    """The hints so far. `reasons`: by their English sentences, with all values; `plain`: those without values."""

    hints: int = 0
    silent: Counter[str] = field(default_factory=Counter[str])
    reasons: Counter[str] = field(default_factory=Counter[str])
    plain: int = 0
    behind: int = 0
    """The hints whose second answer is behind, …"""
    lacking: int = 0
    """… and those of them that say what it lacks."""
    seconds: int = 0
    """The hints that have a second answer, behind or about equal, …"""
    compared: int = 0
    """… and those of them that say what it lacks."""
    lacks: Counter[str] = field(default_factory=Counter[str])

    def count(self, question: str, found: Hint) -> None:
        """Count one hint."""
        self.hints += 1
        if found.reason is None:
            self.silent[f"{question}: {type(found.answers[0].move).__name__}"] += 1
        else:
            self.reasons[str(found.reason)] += 1
            self.plain += not found.reason.with_
        for second in found.answers[1:2]:
            self.seconds, self.compared = self.seconds + 1, self.compared + (second.lacks is not None)
            self.behind += second.behind > 0
            self.lacking += second.behind > 0 and second.lacks is not None
            self.lacks[str(second.lacks)] += 1


def measure(game: Game, decisions: int, seed: str, rollouts: int) -> Tally:
    """The hints for this many decisions, in games with every number of seats in turn."""
    assert game.strategy is not None
    hasty, tally = replace(game, strategy=replace(game.strategy, rollouts=rollouts)), Tally()
    for g, walk, seat in _decisions(hasty, seed):
        chance = Seeded(f"{seed}/{tally.hints}/hint")
        thought = thought_of(hasty, g, seat, walk.heard_by(seat), chance)
        tally.count(type(g.question).__name__, hint(hasty, thought))
        if tally.hints == decisions:
            break
    return tally


def _decisions(game: Game, seed: str) -> Iterator[tuple[State, Playthrough, Seat]]:
    """Endlessly many, from one game after the other."""
    number, chance = 0, Seeded(f"{seed}/{game.key}/which")
    while True:
        seats = game.seats[number % len(game.seats)]
        walk = Playthrough(game, seats, options_of(game), Seeded(f"{seed}/{game.key}/{number}"))
        while (question := walk.state.question) is not None:
            seat = question.seats[chance.below(len(question.seats), "seat")]
            if not chance.below(ONE_IN, "which") and _is_a_choice(game, walk.state, seat):
                yield walk.state, walk, seat
            walk.play_carefully()
        number += 1


def _is_a_choice(game: Game, g: State, seat: Seat) -> bool:
    return engine.pick(game, g, seat) is not None or len(engine.moves(game, g, seat)) > 1


def printed(key: str, tally: Tally) -> str:
    """One line."""
    silent = tally.silent.total()
    ((_, most),) = tally.reasons.most_common(1)
    return (
        f"{key:11} without a reason {_share(silent, tally.hints)};"
        f" the reason that came most often {most / tally.hints:.1%},"
        f" without values {_share(tally.plain, tally.hints)};"
        f" told what it lacks {_share(tally.compared, tally.seconds)} second answers,"
        f" and {_share(tally.lacking, tally.behind)} of those behind"
    )


def _share(some: int, every: int) -> str:
    if not every:
        return "none of 0"
    low, high = wilson(some, every)
    return f"{some / every:.1%} [{low:.1%}, {high:.1%}] of {every}"


def show(tally: Tally) -> None:
    """Where reasons are missing, and what was said most often."""
    for title, counter in (("silent", tally.silent), ("reason", tally.reasons), ("lacks", tally.lacks)):
        for words, number in counter.most_common(25):
            print(f"    {title:7} {number:4}  {words}")


def main() -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.reasons", description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--decisions", type=int, default=200, help="for each game")
    parser.add_argument("--seed", default="a")
    parser.add_argument("--rollouts", type=int, default=120, help="for each decision")
    parser.add_argument("--show", action="store_true", help="also print what was said, and where nothing was")
    asked, reached = parser.parse_args(), True
    for key in asked.games or [key for key, game in GAMES.items() if game.strategy is not None]:
        tally = measure(GAMES[key], asked.decisions, asked.seed, asked.rollouts)
        print(printed(key, tally), flush=True)
        if asked.show:
            show(tally)
        reached &= wilson(tally.silent.total(), tally.hints)[0] <= BAR
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
