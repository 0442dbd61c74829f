"""What the turns to come promise in TCNCCC if all players choose what is best for themselves.

Nothing is left to luck: every piece that may be drawn is looked at, and counts for as much as it is likely.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from games.dealer import Chance
from games.tcnccc.model import GONE, JOKERS, ONE, PAIRED, SHIFTS, SIZE, WINS, Table
from games.tcnccc.rules import CYLINDERS
from games.tcnccc.worth import chances

TURNS: Final = 2
"""The current turn counts as one of them."""

Promise: TypeAlias = Sequence[float]
"""Each seat's chance to win."""


def best_turn(table: Table, chance: Chance, turns: int = TURNS) -> tuple[int, Promise]:
    """The cylinder to lift, or GONE to draw; and what that promises. `chance`: for what others draw for a penalty."""
    mine = table.worth(table.turn)
    choices = [cylinder for cylinder in range(CYLINDERS) if mine[table.cylinders[cylinder]] >= WINS]
    promises = [(each, _after_turn(table, each, chance, turns)) for each in choices[:1] or sensible(table)]
    return max(promises, key=lambda promised: promised[1][table.turn])


def best_place(table: Table, chance: Chance, turns: int = TURNS) -> tuple[int, Promise]:
    """The cylinder for the drawn piece, GONE if all are full; and what that promises."""
    room = [cylinder for cylinder in unlike(table) if may_take_it(table, cylinder)]
    promises = [(each, _after_placing(table, each, chance, turns)) for each in room]
    return max(promises, key=lambda promised: promised[1][table.turn], default=(GONE, chances(table)))


def best_to_give_back(table: Table, chance: Chance, turns: int = TURNS) -> tuple[int, Promise]:
    """The kind of the piece to give back, and what that promises."""
    held = [kind for kind in range(JOKERS) if table.colours[table.turn] >> kind & 1]
    kinds = held + [JOKERS] * (table.jokers[table.turn] > 0)
    promises = [(each, _after_giving_back(table, each, chance, turns)) for each in kinds]
    return max(promises, key=lambda promised: promised[1][table.turn])


# --- What there is to choose from -------------------------------------------------------------------------------


def sensible(table: Table) -> list[int]:
    """Drawing, which is GONE, and lifting a pair. Lifting without a pair only if nothing can be drawn, an empty
    cylinder only if there is no other."""
    drawing = [GONE] if table.can_draw() else []
    return drawing + sensible_lifts(table, must_lift=not drawing)


def sensible_lifts(table: Table, *, must_lift: bool) -> list[int]:
    """The cylinders that one may want to lift."""
    cylinders = unlike(table)
    paired = [cylinder for cylinder in cylinders if PAIRED[table.cylinders[cylinder]]]
    if paired or not must_lift:
        return paired
    return [cylinder for cylinder in cylinders if table.cylinders[cylinder]] or cylinders[:1]


def unlike(table: Table) -> list[int]:
    """The cylinders still in the game, only one of those with equal contents."""
    first = {c: cylinder for cylinder, c in reversed([*enumerate(table.cylinders)]) if c != GONE}
    return sorted(first.values())


def may_take_it(table: Table, cylinder: int) -> bool:
    """Whether there is room, and nobody was told otherwise in this turn."""
    is_full = table.full >> cylinder & 1 or SIZE[table.cylinders[cylinder]] >= table.capacity
    return table.cylinders[cylinder] != GONE and not is_full


# --- What follows -----------------------------------------------------------------------------------------------


def _promise(table: Table, chance: Chance, turns: int) -> Promise:
    """What a turn's beginning promises, with so many turns still to be gone through."""
    if table.shares is not None:
        return table.shares
    return best_turn(table, chance, turns)[1] if turns else chances(table)


def _after_turn(table: Table, cylinder: int, chance: Chance, turns: int) -> Promise:
    if cylinder == GONE:
        return _after_drawing(table, chance, turns)
    lifted = table.clone()
    lifted.lift(cylinder, chance)
    return best_to_give_back(lifted, chance, turns)[1] if lifted.pays else _promise(lifted, chance, turns - 1)


def _after_drawing(table: Table, chance: Chance, turns: int) -> Promise:
    """The mean over all pieces in the bag, each put where it is best for the one who draws it."""
    promised, pieces = [0.0] * len(table.out), SIZE[table.bag]
    for kind, shift in enumerate(SHIFTS):
        if number := table.bag >> shift & 7:
            drawn = table.clone()
            drawn.bag -= ONE[kind]
            drawn.drawn = kind
            placed = best_place(drawn, chance, turns)[1]
            promised = [total + number / pieces * each for total, each in zip(promised, placed, strict=True)]
    return promised


def _after_placing(table: Table, cylinder: int, chance: Chance, turns: int) -> Promise:
    placed = table.clone()
    placed.place(cylinder)
    return _promise(placed, chance, turns - 1)


def _after_giving_back(table: Table, kind: int, chance: Chance, turns: int) -> Promise:
    paid = table.clone()
    paid.give_back(kind)
    return _promise(paid, chance, turns - 1)
