"""Sensible answers in TCNCCC, and the policy of a player with a perfect memory."""

from collections.abc import Sequence
from typing import Final

from games.dealer import Chance, Line
from games.engine import Move, Seat, any_of
from games.strategy import Strategy
from games.tcnccc.ahead import World
from games.tcnccc.expected import best_place, best_to_give_back, best_turn, may_take_it, sensible_lifts, unlike
from games.tcnccc.lacks import lacks
from games.tcnccc.lapses import recalled
from games.tcnccc.memory import remembered, table_of
from games.tcnccc.model import GONE, KINDS
from games.tcnccc.policy import least_harm, to_give_back, where_to_place, worth_a_lift
from games.tcnccc.reasons import about, reason
from games.tcnccc.rules import Draw, GiveBack, GivingBack, Lift, Place, Placing, State, Turn

ROLLOUTS: Final = 600
GLIMPSE: Final = 0.05
HASTE: Final = 5
"""An easy bot's percentage of hasty answers: in this game they cost a lot."""


def candidates(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> list[Move]:
    """Drawing, lifting a pair, and placing where there is room. Lifting without a pair only if nothing can be drawn,
    an empty cylinder only if there is no other."""
    table = remembered(g, heard)
    match g.question:
        case Placing():
            return [Place(cylinder) for cylinder in unlike(table) if may_take_it(table, cylinder)]
        case GivingBack() as giving_back:
            return giving_back.moves(g, seat)
        case question:
            drawing = [Draw()] if isinstance(question, Turn) else []
            return [*drawing, *map(Lift, sensible_lifts(table, must_lift=not drawing))]


def careful(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """The move of a good player at sight, from what is under the lids as far as it was heard."""
    table = remembered(g, heard)
    match g.question:
        case Placing(_, _, full):
            cylinder = where_to_place(table, chance)
            left = [place for place in g.cylinders if place not in full]
            if cylinder == GONE:  # a player who remembers amiss may think all of them full
                return any_of([Place(place) for place in left], chance)
            # Of those alike the first, as among the candidates.
            return Place(next(place for place in left if table.cylinders[place] == table.cylinders[cylinder]))
        case GivingBack():
            return GiveBack(KINDS[to_give_back(table)])
        case question:
            cylinder = worth_a_lift(table)
            if cylinder == GONE and isinstance(question, Turn):
                return Draw()
            return Lift(least_harm(table) if cylinder == GONE else cylinder)


def policy(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """The move that promises most in the turns to come, by what is under the lids as far as it was heard."""
    table = remembered(g, heard)
    match g.question:
        case Placing():
            cylinder, _ = best_place(table, chance)
            return careful(g, seat, heard, chance) if cylinder == GONE else Place(cylinder)
        case GivingBack():
            return GiveBack(KINDS[best_to_give_back(table, chance)[0]])
        case question:
            if table.can_draw() != isinstance(question, Turn):  # what is remembered amiss is no basis for looking ahead
                return careful(g, seat, heard, chance)
            cylinder, _ = best_turn(table, chance)
            return Draw() if cylinder == GONE else Lift(cylinder)


# --- Possible worlds ------------------------------------------------------------------------------------------


def world(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> World:
    """The only possible world: nothing is unknown except what will be drawn."""
    return remembered(g, heard)


def exact(g: State, chance: Chance) -> World:
    """The table as it is."""
    return table_of(g, [(cylinder, piece) for cylinder, pieces in g.cylinders.items() for piece in pieces])


STRATEGY: Final = Strategy(
    candidates,
    world,
    ROLLOUTS,
    GLIMPSE,
    policy=policy,
    haste=HASTE,
    recalled=recalled,
    reason=reason,
    lacks=lacks,
    about=about,
    exact=exact,
    is_certain=lambda g: True,
)
