"""Runs Tertulia and its peers in turn, and prints each one's cost of a move.

    python -m benchmarks.peers --mode rate --rooms 100 --rounds 3
    python -m benchmarks.peers --only tertulia,raw --mode sat --tree before=../other-checkout
    python -m benchmarks.peers --page docs/performance.md

`--tree NAME=PATH` adds Tertulia from another checkout; the name tertulia replaces this one. The servers take turns
within each round, so that noise affects all alike, and ratios are within a round. With `--page` everything is measured,
and written into the page.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks.load.figures import machine_in_words
from benchmarks.peers import page, runs, tables
from benchmarks.peers.contenders import CONTENDERS, Contender, tertulia

RATE: Final = 400.0
MODES: Final = ("sat", "rate", "sockets", "growth", "rooms", "bots", "postgres")


def main(arguments: Sequence[str]) -> None:
    """Prints a table, or writes them all. Raises SystemExit if a server fails in any way."""
    asked = _parser().parse_args(arguments)
    contenders = list({each.name: each for each in (*asked.only, *asked.tree)}.values())
    if asked.page is not None:
        page.write(asked.page, contenders, asked.rounds, RATE)
    else:
        print(f"{asked.mode}; {machine_in_words()}", file=sys.stderr)
        print(*_measured(contenders, asked), sep="\n")


def _measured(contenders: Sequence[Contender], asked: argparse.Namespace) -> Iterator[str]:
    ours = [each for each in contenders if each.wire == "tertulia"]
    match asked.mode:
        case "sockets":
            sizes = runs.measured_sizes()
            yield tables.sockets(runs.in_turn(contenders, asked.rounds, lambda each: runs.come(each, sizes)))
        case "growth":
            for each in ours:
                growths = {game: runs.grow(each, game) for game in asked.games}
                yield f"{each.name}\n{tables.growth(growths)}"
        case "bots":
            yield tables.bots(runs.in_turn(ours, asked.rounds, runs.watch))
        case "rooms":
            for each in ours:
                for rate in (0.0, RATE):
                    yield f"{each.name}\n{page.in_more_rooms(each, asked.rounds, rate)}"
        case "postgres":
            for each in ours:
                yield f"{each.name}\n{page.on_postgres(each, asked.rounds, RATE)}"
        case _:
            yield _moves(contenders, asked)


def _moves(contenders: Sequence[Contender], asked: argparse.Namespace) -> str:
    rate = RATE if asked.mode == "rate" else 0.0
    playing = [each for each in contenders if rate or each.saturates]
    sizes = runs.measured_sizes()
    reports = runs.in_turn(playing, asked.rounds, lambda each: runs.play(each, sizes, asked.rooms, rate, asked.seconds))
    return tables.moves(reports)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--only", default=[*CONTENDERS.values()], type=_named, help="some of " + ",".join(CONTENDERS))
    parser.add_argument("--tree", action="append", default=[], type=_tree, metavar="NAME=PATH")
    parser.add_argument("--mode", choices=MODES, default="sat", help="sat: at full speed; rate: 400 moves/s")
    parser.add_argument("--rooms", type=int, default=100, help="for sat and rate")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0, help="for sat and rate: measured in each run")
    parser.add_argument("--games", default=list(runs.GAMES), type=lambda given: given.split(","), help="for growth")
    parser.add_argument("--page", type=Path, help="measure everything, and write it into this page")
    return parser


def _named(given: str) -> list[Contender]:
    return [CONTENDERS[name] for name in given.split(",")]


def _tree(given: str) -> Contender:
    name, _, path = given.partition("=")
    return tertulia(name, Path(path).resolve())


if __name__ == "__main__":
    main(sys.argv[1:])
