"""The first lesson of TCNCCC: a piece of yours goes under a lid, and the bot’s under the same one: lift the pair."""

from typing import Final

from games.lesson import PUPIL, Lesson
from games.tcnccc.pieces import JOKER
from games.tcnccc.rules import Draw, Lift, Options, Place, Placing, State, has_a_pair

LID: Final = 0
"""Where the guide says to put the first piece."""


def fits(g: State) -> bool:
    return g.turn == PUPIL


def advice(g: State) -> Draw | Place | Lift | None:
    match g.question:
        case Placing(piece=piece):
            return Place(LID) if piece != JOKER else None
        case _ if has_a_pair(g.cylinders[LID]):
            return Lift(LID)
        case _:
            return None if any(g.cylinders.values()) else Draw()


def has_scored(g: State) -> bool:
    return bool(g.held[PUPIL])


LESSON: Final = Lesson(seats=2, options=Options(), fits=fits, advice=advice, has_scored=has_scored)
