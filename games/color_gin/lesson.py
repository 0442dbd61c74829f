"""The first lesson of Color Gin: the first discard makes a meld, and the first card from the deck is enough to knock
and to score."""

from typing import Final

from games.color_gin.cards import POINTS, Card
from games.color_gin.evaluator import MOST_TO_KNOCK, best
from games.color_gin.going_out import ways_out, without
from games.color_gin.moves import Discard, Draw, GoOut, Take
from games.color_gin.options import Options
from games.color_gin.rules import Shedding, State, Turn, Upcard
from games.color_gin.view import sheds
from games.lesson import PUPIL, Lesson

MOST_LEFT: Final = 35
"""With more deadwood than this after taking the first discard, nobody can knock a turn later."""


def fits(g: State) -> bool:
    if g.turn != PUPIL:
        return False
    laid_out = best([*g.hand, g.pile[-1]])
    return laid_out.points <= MOST_LEFT and any(g.pile[-1] in meld for meld in laid_out.melds)


def advice(g: State) -> Take | Draw | Discard | GoOut | None:
    match g.question:
        case Upcard():
            return Take(g.pile[-1])
        case Turn():
            return Draw() if g.turns == 2 else None
        case Shedding() if g.turns == 0:
            card = least_useful(g)
            return Discard(card) if best(without(g.hand, card)).points > MOST_TO_KNOCK else None
        case Shedding():
            way = next(iter(ways_out(g.hand, g.taken, [])), None)
            return way if way and way.points else None  # the guide says to knock
        case _:
            return None


def least_useful(g: State) -> Card:
    """The card without which least is left over; of several, the one that counts most, then the first in the hand."""
    return min(sheds(g), key=lambda shed: (shed.points, -POINTS[shed.card])).card


def has_scored(g: State) -> bool:
    """By going out: the guide has nothing to say of a pupil who scores because the bot did."""
    return any(row.out == row.winner == PUPIL for row in g.sheet)


LESSON: Final = Lesson(seats=2, options=Options(), fits=fits, advice=advice, has_scored=has_scored)
