"""Sensible answers in TCNCCC, and the pieces under the lids as far as they were seen."""

from collections.abc import Sequence
from typing import Final

from games.dealer import Chance, Line
from games.engine import Move, Seat, Text, say
from games.strategy import Strategy
from games.tcnccc.model import (
    GONE,
    KINDS,
    ONE,
    PAIRED,
    SHIFTS,
    SIZE,
    WINS,
    Table,
    best_lift,
    counted,
    left_to_the_next,
    most_for,
    to_give_back,
    where_it_helps_least,
)
from games.tcnccc.pieces import COLOURS, JOKER, Lifted, Piece, Placed
from games.tcnccc.rules import CYLINDERS, Draw, GiveBack, GivingBack, Lift, Place, Placing, State, Turn

ROLLOUTS: Final = 200


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
            return drawing + sensible_lifts(table, must_lift=not drawing)


def may_take_it(table: Table, cylinder: int) -> bool:
    is_full = table.full >> cylinder & 1 or SIZE[table.cylinders[cylinder]] >= table.capacity
    return table.cylinders[cylinder] != GONE and not is_full


def sensible_lifts(table: Table, must_lift: bool) -> list[Move]:
    cylinders = unlike(table)
    paired = [Lift(cylinder) for cylinder in cylinders if PAIRED[table.cylinders[cylinder]]]
    if paired or not must_lift:
        return [*paired]
    return [Lift(cylinder) for cylinder in cylinders if table.cylinders[cylinder]] or [Lift(cylinders[0])]


def unlike(table: Table) -> list[int]:
    """The cylinders still in the game, only one of those with equal contents."""
    first = {c: cylinder for cylinder, c in reversed([*enumerate(table.cylinders)]) if c != GONE}
    return sorted(first.values())


def policy(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """The move of a player with a perfect memory, at sight."""
    table = remembered(g, heard)
    match g.question:
        case Placing():
            standing = table.cylinders[where_it_helps_least(table, chance)]
            return Place(table.cylinders.index(standing))  # of those alike the first, as among the candidates
        case GivingBack():
            return GiveBack(KINDS[to_give_back(table)])
        case question:
            promise, cylinder = best_lift(table)
            return Draw() if promise <= 0 and isinstance(question, Turn) else Lift(cylinder)


# --- Reasons --------------------------------------------------------------------------------------------------


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """Why a move is good, from what is under the lids as far as it was seen."""
    table = remembered(g, heard)
    match move:
        case Draw() if best_lift(table)[0] <= 0:
            return say("No pair that you need should be under the lids.")
        case Lift(cylinder):
            return why_to_lift(table, seat, cylinder)
        case Place(cylinder) if helps_least(table, cylinder):
            return say("There it helps the next player least.")
    return None


def why_to_lift(table: Table, seat: Seat, cylinder: int) -> Text | None:
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


def helps_least(table: Table, cylinder: int) -> bool:
    """Whether this cylinder helps the next player least, and another one would help more."""
    left = {place: most for place, most in enumerate(left_to_the_next(table)) if may_take_it(table, place)}
    return cylinder in left and left[cylinder] == min(left.values()) < max(left.values())


# --- What stands where ----------------------------------------------------------------------------------------


def world(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Table:
    """The only possible world: nothing is unknown except what will be drawn."""
    return remembered(g, heard)


def exact(g: State, chance: Chance) -> Table:
    """The table as it is."""
    return table_of(g, [(cylinder, piece) for cylinder, pieces in g.cylinders.items() for piece in pieces])


def remembered(g: State, heard: Sequence[Line]) -> Table:
    """The table as known from these lines."""
    return table_of(g, still_standing(heard))


def table_of(g: State, standing: Sequence[tuple[int, Piece]]) -> Table:
    """The table, with these pieces under the lids."""
    table, placing = Table(), g.question if isinstance(g.question, Placing) else None
    table.bag = counted(g.bag) + sum(counted(pieces) for pieces in g.cylinders.values())
    table.cylinders = [GONE if cylinder not in g.cylinders else 0 for cylinder in range(CYLINDERS)]
    table.capacity = g.options.capacity
    for cylinder, piece in standing:
        put(table, cylinder, KINDS.index(piece))
    table.colours = [sum(1 << COLOURS.index(piece) for piece in held if piece != JOKER) for held in g.held]
    table.jokers = [held.count(JOKER) for held in g.held]
    table.out = list(g.out)
    table.turn, table.turns_left = g.turn, g.turns_left
    table.drawn = KINDS.index(placing.piece) if placing else GONE
    table.full = sum(1 << cylinder for cylinder in placing.full) if placing else 0
    table.pays = isinstance(g.question, GivingBack)
    table.shares = None
    return table


def still_standing(heard: Sequence[Line]) -> list[tuple[int, Piece]]:
    """Pieces seen going under a lid and not lifted since, latest first."""
    standing: list[tuple[int, Piece]] = []
    lifted: set[int] = set()
    for line in reversed(heard):
        match line.sight:
            case Placed(cylinder, piece) if cylinder not in lifted:
                standing.append((cylinder, piece))
            case Lifted(cylinder):
                lifted.add(cylinder)
    return standing


def put(table: Table, cylinder: int, kind: int) -> None:
    """Move a piece from the bag under a lid, unless it is not there: after a missed lift some pieces are believed to
    exist twice."""
    c = table.cylinders[cylinder]
    if c != GONE and SIZE[c] < table.capacity and table.bag >> SHIFTS[kind] & 7:
        table.bag -= ONE[kind]
        table.cylinders[cylinder] += ONE[kind]


STRATEGY: Final = Strategy(candidates, world, ROLLOUTS, policy, reason=reason, exact=exact, is_certain=lambda g: True)
