"""The first lesson of Color Dice: the dice lie well, and there is one thing to do with them: send a group abroad."""

from typing import Final

from games.color_dice.attacking import Attacking, Sending, attacks_on, targets
from games.color_dice.moves import Attack, Keep, Send
from games.color_dice.options import Options
from games.color_dice.rules import State, Throwing
from games.color_dice.table import allowed_by_dice
from games.lesson import PUPIL, Lesson

AT_HOME: Final = 2
"""The pupil has only so many pawns there: a bigger group comes from outside."""


def fits(g: State) -> bool:
    """Only one group can go one way, and nobody's die is higher."""
    if g.turn != PUPIL or any(allowed_by_dice(g, colour) == "counter" for colour in g.board.colours):
        return False
    possible = [send for target in targets(g) for send in attacks_on(g, target)]
    return len(possible) == 1 and possible[0].pawns > AT_HOME


def advice(g: State) -> Keep | Attack | Send | None:
    match g.question:
        case Throwing():
            return Keep()
        case Attacking() as attacking:
            return next(move for move in attacking.moves(g, PUPIL) if isinstance(move, Attack))
        case Sending(target=target):
            return next(attacks_on(g, target))
        case _:
            return None


def has_scored(g: State) -> bool:
    return any(g.board.abroad(PUPIL))


LESSON: Final = Lesson(seats=2, options=Options(), fits=fits, advice=advice, has_scored=has_scored)
