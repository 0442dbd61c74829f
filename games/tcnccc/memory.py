"""The pieces under the lids of TCNCCC, as far as they were seen."""

from collections.abc import Sequence

from games.dealer import Line
from games.tcnccc.ahead import World
from games.tcnccc.model import GONE, KINDS, ONE, SHIFTS, SIZE, Table, counted
from games.tcnccc.pieces import COLOURS, JOKER, Lifted, Piece, Placed
from games.tcnccc.rules import CYLINDERS, GivingBack, Placing, State


def remembered(g: State, heard: Sequence[Line]) -> World:
    """The table as known from these lines."""
    return table_of(g, still_standing(heard))


def table_of(g: State, standing: Sequence[tuple[int, Piece]]) -> World:
    """The table, with these pieces under the lids."""
    table, placing = World(), g.question if isinstance(g.question, Placing) else None
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
