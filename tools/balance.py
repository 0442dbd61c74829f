"""Writes docs/balance.md: how long games of each size last among bots of each level, who wins them, and how they end.

    python -m tools.balance                    all games, among easy bots and among medium ones: minutes
    python -m tools.balance tcnccc desfases    only these; the rest of the page stays as it is
    python -m tools.balance --strong 20        among strong ones, too: an hour

The seeds are fixed: what changes on the page was changed by the rules or the bots.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from games import GAMES
from games.bot import LEVELS, Level
from games.engine import Game
from games.playthrough import variants
from tools.arena import Costs, Played, played, wilson

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "balance.md"
HEAD: Final = """\
# Balance

How the games go among bots of one level. `python -m tools.balance` writes this page, with the same deals each time, so
what changes here was changed by the rules or by the bots.

*Decisions* are those of all seats together: half of the games have fewer, and the longest has so many. *First* is the
share of the games that is won by the seat drawn to begin (in Color Gin, to deal), in brackets where the true one lies
with 95 % certainty; *ties* count in parts. *Ends* says how many games ended by which sentence of the rules, safeguards
against endless games among them.
"""
ROW: Final = "| {seats} | {level} | {games} | {usual:.0f}, {most} | {first} | {fair:.0%} | {ties:.0%} | {ends} |\n"
COLUMNS: Final = (
    "| seats | level | games | decisions | first | fair | ties | ends |\n|---|---|---|---|---|---|---|---|\n"
)
OF_A_TEAM: Final = "| seats | level | games | decisions | reach the goal | ends |\n|---|---|---|---|---|---|\n"
TEAM_ROW: Final = "| {seats} | {level} | {games} | {usual:.0f}, {most} | {reached:.0%} | {ends} |\n"


def main(arguments: Sequence[str]) -> int:
    """Writes the page."""
    asked = _parser().parse_args(arguments)
    numbers: dict[Level, int] = {"easy": asked.games, "medium": asked.games, "strong": asked.strong}
    kept = sections(PAGE.read_text("utf-8")) if PAGE.exists() else {}
    for key in asked.game or GAMES:
        kept[GAMES[key].title] = "".join(section(GAMES[key], numbers))
    PAGE.write_text("\n".join([HEAD, *(kept[game.title] for game in GAMES.values() if game.title in kept)]), "utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tools.balance", description="Writes docs/balance.md.")
    parser.add_argument("game", choices=GAMES, nargs="*", help="all of them if none is named")
    parser.add_argument("--games", type=int, default=200, help="of each size among easy bots, and among medium ones")
    parser.add_argument("--strong", type=int, default=0, help="of each size among strong bots")
    return parser


def sections(page: str) -> dict[str, str]:
    """The page as it is, by title."""
    parts = re.split(r"^## (.*)\n", page, flags=re.MULTILINE)[1:]
    return {title: f"## {title}\n{text.rstrip()}\n" for title, text in zip(parts[::2], parts[1::2], strict=True)}


def section(game: Game, numbers: dict[Level, int]) -> Iterator[str]:
    """One game, with its usual options, and as a team where it can be played so."""
    yield f"## {game.title}\n\n{COLUMNS}"
    yield from (row(game, seats, game.Options(), level, numbers[level]) for seats, level in _tables(game, numbers))
    team = next((options for options in variants(game) if game.is_team(options)), None)
    if team is not None:
        yield f"\nAs a team:\n\n{OF_A_TEAM}"
        yield from (row(game, seats, team, level, numbers[level]) for seats, level in _tables(game, numbers))


def _tables(game: Game, numbers: dict[Level, int]) -> Iterator[tuple[int, Level]]:
    return ((seats, level) for seats in game.seats for level in LEVELS if numbers[level])


def row(game: Game, seats: int, options: Any, level: Level, number: int) -> str:
    """So many games at a table of this size."""
    costs = {level: Costs()}
    record = [played(game, options, [level] * seats, f"balance/{deal}", costs) for deal in range(number)]
    decisions = [each.decisions for each in record]
    return (TEAM_ROW if game.is_team(options) else ROW).format(
        seats=seats,
        level=level,
        games=number,
        usual=median(decisions),
        most=max(decisions),
        first=_first(record),
        fair=1 / seats,
        ties=sum(len(each.outcome.winners) > 1 for each in record) / number,
        reached=sum(each.outcome.team is not None for each in record) / number,
        ends=_ends(record),
    )


def _first(record: Sequence[Played]) -> str:
    won = sum((each.begins in each.outcome.winners) / max(1, len(each.outcome.winners)) for each in record)
    low, high = wilson(won, len(record))
    return f"{won / len(record):.0%} ({low:.0%}–{high:.0%})"


def _ends(record: Sequence[Played]) -> str:
    ends = Counter(each.outcome.why.text for each in record)
    return "; ".join(f"{count} “{why}”" for why, count in ends.most_common())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
