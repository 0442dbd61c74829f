"""What lies open on the table, and what else could lie under the lids.

There is no private information: everybody sees the same, and everything hidden is hidden from everybody.
"""

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from games.dealer import Chance
from games.engine import Seat
from games.tcnccc.pieces import Piece
from games.tcnccc.rules import Placing, State, has_room
from games.views import seen_by_all


class View(Struct, frozen=True):
    """What lies open now. Never how many pieces are where, nor whether a cylinder is full or empty."""

    turn: Seat | None
    held: list[list[Piece]]
    out: list[bool]
    cylinders: list[int]
    bag_empty: bool
    drawn: Piece | None
    rounds_left: int


@seen_by_all
def view(g: State) -> View:
    """What everybody sees."""
    question = g.question
    return View(
        turn=g.turn if question else None,
        held=[list(pieces) for pieces in g.held],
        out=list(g.out),
        cylinders=list(g.cylinders),
        bag_empty=not g.bag,
        drawn=question.piece if isinstance(question, Placing) else None,
        rounds_left=g.turns_left,
    )


def scramble(g: State, seat: Seat | None, chance: Chance) -> State:
    """The table with the hidden pieces dealt anew, any number anywhere."""
    pieces = hidden(g)
    shuffled = [pieces.pop(chance.below(len(pieces), "scramble")) for _ in range(len(pieces))]
    fewest, most = in_cylinders(g)
    total = fewest + chance.below(most - fewest + 1, "scramble")
    sizes = dict.fromkeys(g.cylinders, 0)
    for _ in range(total):
        with_room = [cylinder for cylinder in sizes if sizes[cylinder] < g.options.capacity]
        sizes[with_room[chance.below(len(with_room), "scramble")]] += 1
    return dealt(g, shuffled, sizes)


def extremes(g: State, seat: Seat | None) -> Iterator[State]:
    """Tables with as few and as many pieces under the lids as possible, in the first or the last cylinders, each kind
    first."""
    pieces = hidden(g)
    for total, order, cylinders in product(in_cylinders(g), (1, -1), (1, -1)):
        sizes, left = {}, total
        for cylinder in list(g.cylinders)[::cylinders]:
            sizes[cylinder] = min(left, g.options.capacity)
            left -= sizes[cylinder]
        yield dealt(g, pieces[::order], sizes)


def hidden(g: State) -> list[Piece]:
    """Every piece that does not lie open."""
    return sorted(sum(g.cylinders.values(), g.bag))


def in_cylinders(g: State) -> tuple[int, int]:
    """The fewest and the most pieces that the cylinders may hold, as far as can be told from outside.

    Two things can be told: whether the bag is empty, and (by what is asked) whether anything can be drawn.
    """
    room = len(g.cylinders) * g.options.capacity
    if not g.bag:
        return len(hidden(g)), len(hidden(g))
    if not any(has_room(g, cylinder) for cylinder in g.cylinders):
        return room, room
    return 0, min(len(hidden(g)), room) - 1


def dealt(g: State, pieces: list[Piece], sizes: dict[int, int]) -> State:
    """The table with these pieces under its lids, in this order, and the rest in the bag."""
    other = g.copy()
    rest = iter(pieces)
    for cylinder in other.cylinders:
        other.cylinders[cylinder] = [next(rest) for _ in range(sizes[cylinder])]
    other.bag = sorted(rest)
    return other
