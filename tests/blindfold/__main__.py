"""The session blindfold at length: python -m tests.blindfold 100000 compares so much of each game.

--game KEY: of this game alone; --postgres: on PostgreSQL; --seed WORD: other scripts; --steps: the length of a script.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from games import GAMES
from games.playthrough import viewers
from tests.blindfold.comparing import compared
from tests.blindfold.scripts import Wish
from tests.support.tables import make_tables, sqlite_in
from tools.postgres import PassingPostgres

Databases = Callable[[], str | None]


def main() -> int:
    """Returns 1 if anything differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=100_000, help="how much is compared for each game")
    parser.add_argument("--game", choices=[*GAMES], action="append")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", default="long")
    parser.add_argument("--steps", type=int, default=300)
    asked = parser.parse_args()
    logging.disable(logging.WARNING)  # pages that fail and requests without Upgrade are part of every script
    with tempfile.TemporaryDirectory() as folder, databases(asked.postgres) as database:
        sqlite_in(Path(folder), "first.sqlite3")
        games = asked.game or GAMES
        return max(blindfold(Path(folder), game, asked, database) for game in games)


@contextmanager
def databases(on_postgres: bool) -> Iterator[Databases]:
    """Makes new databases: files, or on a PostgreSQL of its own."""
    if not on_postgres:
        yield lambda: None
        return
    server = PassingPostgres()
    try:
        empty = server.new_database()
        asyncio.run(make_tables(server.url(empty)))
        yield lambda: server.url(server.new_database(empty))
    finally:
        server.close()


def blindfold(folder: Path, game: str, asked: argparse.Namespace, database: Databases) -> int:
    """Compare as much of one game at all its tables, and print what was found."""
    began, counts, scripts, differing, found = time.monotonic(), Counter[str](), 0, 0, 0
    sizes = [*GAMES[game].seats]
    while counts.total() < asked.count:
        seats, beside = sizes[scripts % len(sizes)], scripts % 5 == 4 and sizes[scripts % len(sizes)] > 2
        wish = Wish(game, seats, f"{asked.seed}/{scripts}", asked.steps, beside=beside)
        with tempfile.TemporaryDirectory(dir=folder) as own:
            it = asyncio.run(compared(Path(own), wish, viewers(seats), database))
        scripts, differing, found = scripts + 1, differing + it.differing, found + len(it.differences)
        counts += it.counts
        for difference in it.differences:
            print(f"{wish}: {difference}", file=sys.stderr)
    told = ", ".join(f"{number:,} {what}s" for what, number in sorted(counts.items()))
    took = time.monotonic() - began
    print(
        f"{game}: {scripts} scripts, {told}, {differing:,} other states, {found} differences, {took:.0f} s", flush=True
    )
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
