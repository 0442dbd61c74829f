"""Fits the strengths of games/sin_color/quick.py to games that its players play to the end.

    python -m benchmarks.strengths [--games 10000] [--seed 1]

Each number is raised or lowered until seats that stand so win as often as the numbers say, in all turns together.
"""

import argparse
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from games import engine
from games.dealer import Dealer
from games.search import FastRandom
from games.sin_color import GAME
from games.sin_color.moves import Arrange
from games.sin_color.quick import STRENGTHS, World, standing, step
from games.sin_color.rules import State, places

PASSES: Final = 30

Table: TypeAlias = list[list[float]]


class Turn(NamedTuple):
    """The beginning of a turn: how each seat stands, from the next one on, and its share of the win in the end."""

    stands: list[int]
    won: list[float]


def turns(seats: int, games: int, seed: int) -> Iterator[Turn]:
    """All turns of these games."""
    for number in range(games):
        luck = FastRandom(seed * games + number)
        table, told = World(dealt(seats, luck)), list[tuple[list[int], list[int]]]()
        while table.asks != "nothing":
            if table.asks == "trading":
                order, depths = [table.turn, *table.clockwise()], table.depths()
                told.append(([standing(table.rows[seat], depths) for seat in order], order))
            step(table, luck, luck)
        shares = table.shares()
        yield from (Turn(stands, [shares[seat] for seat in order]) for stands, order in told)


def dealt(seats: int, luck: FastRandom) -> State:
    """A table with rows that were arranged at random."""
    dealer = Dealer(luck)
    g: State = engine.begin(GAME, seats, GAME.Options(), dealer)
    for seat in range(seats):
        engine.advance(GAME, g, seat, Arrange(tuple(coin for coin in places(g, seat) if luck.below(2))), dealer)
    return g


def fitted(seen: list[Turn], seats: int) -> Table:
    """The strengths by place in the order of turns, and standing."""
    strengths: Table = [[1.0] * len(STRENGTHS[seats][0]) for _ in range(seats)]
    for _ in range(PASSES):
        won, said = ([[0.0] * len(row) for row in strengths] for _ in range(2))
        for stands, shares in seen:
            now = [strengths[place][stand] for place, stand in enumerate(stands)]
            for place, stand in enumerate(stands):
                won[place][stand] += shares[place]
                said[place][stand] += now[place] / sum(now)
        strengths = [
            [strength * won[place][stand] / max(said[place][stand], 1e-9) for stand, strength in enumerate(row)]
            for place, row in enumerate(strengths)
        ]
    return [[strength / strengths[0][-1] for strength in row] for row in strengths]


def main() -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.strengths", description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=10000, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for seats in GAME.seats:
        for row in fitted([*turns(seats, asked.games, asked.seed)], seats):
            print(seats, *(f"{strength:.2f}" for strength in row))


if __name__ == "__main__":
    main()
