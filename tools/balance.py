"""Writes docs/balance.md: how long games of each size last among bots of each level, who wins them, and how they end.

    python -m tools.balance                    all games, among easy bots and among medium ones: a quarter of an hour
    python -m tools.balance tcnccc desfases    only these; the rest of the page stays as it is
    python -m tools.balance --ahead 10         among good and strong ones, too: an hour

The seeds are fixed: whatever changes on the page is due to the rules or the bots.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from games import GAMES
from games.bot import LEVELS, SEARCHING, Level
from games.engine import Game
from tools.arena import Costs, contest, played
from tools.choices import Choice, choices
from tools.health import Health, between

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "balance.md"
HEAD: Final = """\
# Balance

How the games go among bots, all of one level: how long they take, whether it matters who begins, how they end, and what
the host’s choices change. `python -m tools.balance` writes this page. The deals are always the same, so what changes
here was changed by the rules, whose version stands below each title, or by the bots.

- *Decisions* are those of all seats together: half of the games have fewer than the first number, the longest has the
  second.
- *First* is the share of the games won by whoever was drawn to begin (in Color Gin, to deal). In brackets: between
  which shares the true one lies, 95 times of a hundred. *Fair* is what it should be.
- *Ties* are games that several win; they share them.
- *Too soon* are games that were over before everybody had a turn.
- *Wins* are those of one bot against others of the level below on all other seats.
- *Ends* are the sentences with which the rules ended the games, with how many percent of the games each. That “rounds
  are over” or nobody paid in so many rounds are safeguards against games without end.
"""
VERSUS: Final = "seats | level | games | decisions | first | fair | ties | too soon | ends"
TEAM: Final = "seats | level | games | decisions | reach the goal | ends"
LADDER: Final = "seats | level | the others | games | wins | fair"
CHOICES: Final = "seats | choice | games | decisions | first | fair | ties | too soon | ends"


class Numbers(NamedTuple):
    """The number of games of each kind."""

    quick: int
    """Among easy bots, and among medium ones."""
    ahead: int
    """Among good bots, and among strong ones."""

    def of(self, level: Level) -> int:
        return self.ahead if level in SEARCHING else self.quick


def main(arguments: Sequence[str]) -> int:
    """Writes the page."""
    asked = _parser().parse_args(arguments)
    kept = sections(PAGE.read_text("utf-8")) if PAGE.exists() else {}
    for key in asked.game or GAMES:
        kept[GAMES[key].title] = "".join(section(GAMES[key], Numbers(asked.games, asked.ahead)))
    PAGE.write_text("\n".join([HEAD, *(kept[game.title] for game in GAMES.values() if game.title in kept)]), "utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tools.balance", description="Writes docs/balance.md.")
    parser.add_argument("game", choices=GAMES, nargs="*", help="all of them if none is named")
    parser.add_argument("--games", type=int, default=100, help="of each size among easy bots, and among medium ones")
    parser.add_argument("--ahead", type=int, default=0, help="the same among good, and among strong ones")
    return parser


def sections(page: str) -> dict[str, str]:
    """The page as it is, by title."""
    parts = re.split(r"^## (.*)\n", page, flags=re.MULTILINE)[1:]
    return {title: f"## {title}\n{text.rstrip()}\n" for title, text in zip(parts[::2], parts[1::2], strict=True)}


# --- One game -----------------------------------------------------------------------------------------------


def section(game: Game, numbers: Numbers) -> Iterator[str]:
    """The section of a game: with default options, as a team if possible, and with each option changed."""
    yield f"## {game.title}\n\nRules: version {game.version}.\n"
    for choice in choices(game):
        if choice.is_usual or game.is_team(choice.options):
            yield from _sizes(game, choice, numbers)
    yield from _ladder(game, numbers)
    if numbers.quick:
        yield from _choices(game, numbers)


def _sizes(game: Game, choice: Choice, numbers: Numbers) -> Iterator[str]:
    is_team = game.is_team(choice.options)
    yield f"\n{choice}:\n\n{_columns(TEAM if is_team else VERSUS)}"
    for seats in game.seats:
        for level in LEVELS:
            if number := numbers.of(level):
                health = healthy(game, seats, choice.options, level, number)
                yield _row([seats, level, number, *(health.of_a_team() if is_team else health.of_rivals())])


def _ladder(game: Game, numbers: Numbers) -> Iterator[str]:
    """How often one bot wins against others of the level below."""
    yield f"\nOne bot against others of the level below:\n\n{_columns(LADDER)}"
    for seats in _usual_sizes(game):
        for below, level in pairwise(LEVELS):
            if number := numbers.of(level):
                costs = {level: Costs(), below: Costs()}
                won = sum(contest(game, seats, game.Options(), (level, below), number, "balance", costs))
                wins = f"{won / number:.0%} ({between(won, number)})"
                yield _row([seats, level, below, number, wins, f"{1 / seats:.0%}"])


def _usual_sizes(game: Game) -> tuple[int, ...]:
    """The smallest table, and the one at which most games are played."""
    small = game.seats[0]
    return (small, 4) if 4 in game.seats and small != 4 else (small,)


def _choices(game: Game, numbers: Numbers) -> Iterator[str]:
    """The effect of each of the host's choices alone, in half as many games."""
    number = (numbers.quick + 1) // 2
    yield f"\nWhat the host’s choices change, among medium bots:\n\n{_columns(CHOICES)}"
    # With two or three players there may be dummies, or two suits each; most games are played with four.
    unchanged = list[str]()
    for seats in _usual_sizes(game):
        record = {choice: healthy(game, seats, choice.options, "medium", number) for choice in rival(game)}
        usual = next(health for choice, health in record.items() if choice.is_usual)
        for choice, health in record.items():
            if choice.is_usual or health != usual:
                yield _row([seats, "As usual" if choice.is_usual else choice, number, *health.of_rivals()])
            else:
                unchanged.append(f"- {choice}, with {seats} players\n")
    if unchanged:
        yield "\nFor bots these change nothing:\n\n" + "".join(unchanged)


def rival(game: Game) -> list[Choice]:
    """The choices with which everybody plays for themselves."""
    return [choice for choice in choices(game) if not game.is_team(choice.options)]


def healthy(game: Game, seats: int, options: Any, level: Level, number: int) -> Health:
    """The health of this many games at a table of this size."""
    costs = {level: Costs()}
    return Health.of(
        seats, (played(game, options, [level] * seats, f"balance/{deal}", costs) for deal in range(number))
    )


def _columns(names: str) -> str:
    return f"| {names} |\n{'|---' * len(names.split('|'))}|\n"


def _row(cells: Iterable[Any]) -> str:
    return f"| {' | '.join(map(str, cells))} |\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
