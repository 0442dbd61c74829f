"""The first lesson of Sin Color: three coins are left, the tile of one of them lies on top, and you can leave it there
while you move another."""

from typing import Final

from games.lesson import PUPIL, Lesson
from games.sin_color.moves import NoTrade, Pay, Raise, Sink
from games.sin_color.options import Options
from games.sin_color.rules import Paying, Raising, Sinking, State, Trading, payable

COINS: Final = 3
"""Coins with which the pupil begins."""
FEWEST: Final = 2
"""The fewest coins of the other players."""
PLAYERS: Final = 3


def begins(g: State) -> bool:
    return isinstance(g.question, Trading) and g.turn == PUPIL and len(g.rows[PUPIL]) <= COINS


def fits(g: State) -> bool:
    """Nobody is about to win, one coin can be paid, and its tile is not the only one that lies open."""
    if len(g.rows[PUPIL]) != COINS or min(map(len, g.rows)) < FEWEST:
        return False
    return len(payable(g, PUPIL)) == 1 and sum(tiles[0] is not None for tiles in g.stacks) > 1


def advice(g: State) -> NoTrade | Sink | Raise | Pay | None:
    match g.question:
        case Trading():
            return NoTrade()
        case Sinking():
            return Sink(elsewhere(g))
        case Raising():
            return Raise(elsewhere(g))
        case Paying() if g.dice[PUPIL] in (2, 3, 4, 5):
            (pay, *_) = payable(g, PUPIL)
            return pay if isinstance(pay, Pay) else None
        case _:
            return None


def elsewhere(g: State) -> int:
    """The first stack on which none of the pupil's tiles lies on top."""
    mine = [coin.face for coin in g.rows[PUPIL]]
    return next(number for number, tiles in enumerate(g.stacks) if tiles[0] not in mine)


def has_scored(g: State) -> bool:
    return len(g.rows[PUPIL]) < COINS


LESSON: Final = Lesson(seats=PLAYERS, options=Options(), begins=begins, fits=fits, advice=advice, has_scored=has_scored)
