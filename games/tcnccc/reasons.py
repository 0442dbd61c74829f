"""Why a move in TCNCCC is good, in a sentence: from what should be under the lids."""

from collections.abc import Sequence

from games.dealer import Line
from games.engine import Move, Seat, Text, say
from games.tcnccc.memory import may_take_it, remembered
from games.tcnccc.model import WINS, Table, best_lift, left_to_the_next, most_for
from games.tcnccc.rules import Draw, Lift, Place, State


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """From what is under the lids as far as it was seen; None where there is nothing to say."""
    table = remembered(g, heard)
    match move:
        case Draw() if best_lift(table)[0] <= 0:
            return say("No pair that you need should be under the lids.")
        case Lift(cylinder):
            return _why_lift(table, seat, cylinder)
        case Place(cylinder) if _helps_least(table, cylinder):
            return say("There it helps the next player least.")
    return None


def _why_lift(table: Table, seat: Seat, cylinder: int) -> Text | None:
    after, next_seat = table.clone(), table.others(seat)[0]
    after.cylinders[cylinder] = 0
    promise = most_for(table, seat) - most_for(after, seat)
    if promise >= WINS:
        return say("That should bring you the last piece you need.")
    if promise > 0:
        return say("A pair that you need should be there.")
    if most_for(after, next_seat) < most_for(table, next_seat):
        return say("It takes a pair away from the next player.")
    return None


def _helps_least(table: Table, cylinder: int) -> bool:
    """Whether this cylinder helps the next player least, and another one would help more."""
    left = {place: most for place, most in enumerate(left_to_the_next(table)) if may_take_it(table, place)}
    return cylinder in left and left[cylinder] == min(left.values()) < max(left.values())
