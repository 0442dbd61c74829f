"""Fits how far a lead at the end of a playout of Desfases can be trusted to win: the doubts of
games/desfases/model.py."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import log
from statistics import fmean
from typing import Any, Final, NamedTuple

from games import GAMES
from games.desfases.model import MOST_TURNS, Board, doubt, shares
from games.desfases.rules import Choosing
from games.desfases.strategy import exact
from games.search import FastRandom
from tools.fitting.walks import walks

LOOKED_AT_ONE_IN: Final = 12
PLAYOUTS: Final = 24
LEAST: Final = 1e-3
"""The smallest chance, which replaces 0."""
AT_LAST: Final = tuple(number / 5 for number in range(1, 8))
AT_FIRST: Final = tuple(map(float, range(1, 13)))


class Position(NamedTuple):
    """A number of turns from the end, the points of each seat after each of some playouts, and who won."""

    turns: int
    totals: Sequence[Sequence[int]]
    won: Sequence[float]


def fitted(games: int) -> Iterator[str]:
    """The parameters as lines of Python."""
    to_fit, to_test = list[Position](), list[Position]()
    for seats in GAMES["desfases"].seats:
        for states, won, is_test in walks("desfases", seats, games):
            luck = FastRandom(len(to_fit))
            looked_at = (g for g in states if g.question and not isinstance(g.question, Choosing))
            found = (position(g, won, luck) for g in looked_at if not luck.below(LOOKED_AT_ONE_IN))
            (to_test if is_test else to_fit).extend(found)
    best = min(product(AT_LAST, AT_FIRST), key=lambda figures: surprise(to_fit, *figures))
    yield f"AT_LAST: Final = {best[0]}\nAT_FIRST: Final = {best[1]}"
    yield f"# {surprise(to_fit, *best):.4f} of {len(to_fit)} positions, {surprise(to_test, *best):.4f} of others"


def position(g: Any, won: Sequence[float], luck: FastRandom) -> Position:
    """The playouts of a state, and its outcome."""
    board = exact(g, luck)
    return Position(board.turns_left(), [played_out(board.clone(), luck) for _ in range(PLAYOUTS)], won)


def played_out(board: Board, luck: FastRandom) -> list[int]:
    """The points at the end of a playout."""
    board.play_on(luck)
    return board.totals()


def surprise(positions: Sequence[Position], at_last: float, at_first: float) -> float:
    """The log loss: the negative mean logarithm of the winners' chances."""
    return fmean(
        -won * log(max(LEAST, told))
        for at in positions
        for told, won in zip(chances(at, at_last, at_first), at.won, strict=True)
    )


def chances(at: Position, at_last: float, at_first: float) -> list[float]:
    """Each seat's chance to win."""
    close = doubt(at.turns / MOST_TURNS, at_last, at_first)
    return [fmean(seat) for seat in zip(*(shares(totals, close) for totals in at.totals), strict=True)]
