"""How a good player of TCNCCC plays at sight, in the model: gives nothing to those who come next, and builds pairs that
only they themselves can use."""

from typing import Final

from games.dealer import Chance
from games.tcnccc.model import GONE, JOKERS, NO_USE, ONE, SHIFTS, SIZE, Table
from games.tcnccc.rules import CYLINDERS

IN_TURN: Final[list[list[int]]] = [[*range(first, CYLINDERS), *range(first)] for first in range(CYLINDERS)]
"""The cylinders, from each of them on."""
FIRST: Final = 1 << 15
"""What the next player may get is looked at first …"""
THEN: Final = 1 << 10
"""… then what the one after them may get, …"""
LAST: Final = 1 << 5
"""… then what one may get oneself, and last how many pieces stand there. All of these are smaller than 32."""


def step(table: Table, chance: Chance) -> None:
    """Makes the next move."""
    if table.pays:
        table.give_back(to_give_back(table))
    elif table.drawn != GONE:
        table.place(where_to_place(table, chance))
    elif (cylinder := worth_a_lift(table)) != GONE:
        table.lift(cylinder, chance)
    elif table.can_draw():
        table.draw(chance)
    else:
        table.lift(least_harm(table), chance)


def worth_a_lift(table: Table) -> int:
    """The cylinder whose lift brings most or takes most away from the next player; GONE if none does either."""
    cylinders, mine = table.cylinders, table.worth(table.turn)
    one, two, three, four = cylinders
    if max(mine[one], mine[two], mine[three], mine[four]) >= NO_USE:
        theirs = table.worth(table.next_in())
        rated = [2 * (mine[c] - NO_USE) + _denied(theirs, cylinders, c) if mine[c] >= NO_USE else 0 for c in cylinders]
        if (most := max(rated)) > 0:
            return rated.index(most)
    return GONE


def least_harm(table: Table) -> int:
    """The cylinder to lift when one has to be lifted and none is worth it."""
    worth = table.worth(table.turn)
    return max(range(CYLINDERS), key=lambda cylinder: worth[table.cylinders[cylinder]])


def _denied(theirs: bytes, cylinders: list[int], lifted: int) -> int:
    """By how much less the best lift is worth to a player after these contents have been lifted."""
    if theirs[lifted] <= NO_USE:
        return 0
    most, *others = sorted((theirs[c] for c in cylinders), reverse=True)
    return most - max(NO_USE, others[0]) if theirs[lifted] == most else 0


def where_to_place(table: Table, chance: Chance) -> int:
    """The cylinder where the drawn piece helps the next two players least, then oneself most, then where fewest pieces
    stand; a random one of several. GONE if all are full."""
    piece, capacity, full = ONE[table.drawn], table.capacity, table.full
    cylinders, others = table.cylinders, table.others(table.turn)
    mine, theirs, later = table.worth(table.turn), table.worth(others[0]), table.worth(others[1 % len(others)])
    one, two, three, four = cylinders
    # A piece more never makes a lift worth less.
    for_them = max(NO_USE, theirs[one], theirs[two], theirs[three], theirs[four])
    for_later = max(NO_USE, later[one], later[two], later[three], later[four])
    for_me = max(NO_USE, mine[one], mine[two], mine[three], mine[four])
    least, chosen = 2 * FIRST << 5, GONE
    for cylinder in IN_TURN[chance.below(CYLINDERS, "place")]:
        c = cylinders[cylinder]
        if SIZE[c] < capacity and not full >> cylinder & 1:
            after = c + piece
            helped = max(for_them, theirs[after]) * FIRST + max(for_later, later[after]) * THEN
            rated = helped - max(for_me, mine[after]) * LAST + SIZE[c]
            if rated < least:
                least, chosen = rated, cylinder
    return chosen


def to_give_back(table: Table) -> int:
    """The piece to give back: the colour that stands most often under the lids, or a joker if there is no other."""
    colours = [colour for colour in range(4) if table.colours[table.turn] >> colour & 1]
    return max(colours, key=lambda colour: under_the_lids(table, colour), default=JOKERS)


def under_the_lids(table: Table, kind: int) -> int:
    """How many pieces of this kind stand under the lids."""
    return sum(c >> SHIFTS[kind] & 7 for c in table.cylinders if c != GONE)
