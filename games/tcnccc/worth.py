"""What each seat may hope for in a position of TCNCCC, at the beginning of a turn.

The weights were fitted to who won games of good players, by `python -m tools.fitting tcnccc --games 8000`.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, TypeAlias

from games.engine import Seat
from games.tcnccc.model import BY_NAME, COUNT, NO_USE, ONE, SIZE, WINS, Table
from games.tcnccc.rules import PIECES_THAT_WIN

Features: TypeAlias = list[tuple[int, float]]
"""The numbers of features of a seat, and their values; the others are 0."""

LATER: Final = 2
"""Those who come after the next player are all looked at in the same way."""
HOPES: Final = 5
"""What the best lift promises: no pair, a pair of no use, one piece, several pieces, the win. By order and pieces held
that makes the first features; then come …"""
MORE: Final = (LATER + 1) * PIECES_THAT_WIN * HOPES
"""… the number of other lifts that bring something, by order, …"""
DANGER: Final = MORE + LATER + 1
"""… the part of the bag that cannot be placed without helping the one who follows, …"""
DEADLY: Final = DANGER + LATER
"""… and without letting them win, …"""
ALONE: Final = DEADLY + LATER
"""… the number of colours that no one else needs, …"""
JOKER: Final = ALONE + 1
"""… and of jokers."""
FEATURES: Final = JOKER + 1

FOR_TWO: Final = [
    0.04, 0.0, 0.17, 0.59, 0.0, 0.01, -0.35, 0.09, 0.64, 0.27, -0.13, -0.47, 0.25, 0.0, 1.32,
    0.04, -0.31, 0.0, 0.0, 1.75, 0.06, 0.0, -0.33, -0.55, 0.0, -0.01, -0.45, -0.24, -0.36, -0.09,
    -0.09, -0.46, -0.44, 0.0, -0.39, 0.08, -0.3, 0.0, 0.0, -0.33, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.15, 0.07, 0.0, -0.46, -0.08, -0.52, -0.04, -0.59, 0.88,
]  # fmt: skip
FOR_MORE: Final = [
    -0.87, 0.0, -0.68, 0.32, 0.0, -0.4, -0.53, -0.08, 0.99, 0.34, 0.22, -0.19, 0.69, 0.0, 2.08,
    0.92, 0.5, 0.0, 0.0, 3.11, -0.85, 0.0, -1.11, -0.8, 0.0, -0.36, -0.34, -0.6, -0.4, -0.05,
    0.26, -0.02, -0.19, 0.0, -0.13, 1.03, 0.62, 0.0, 0.0, 0.61, -0.85, 0.0, -1.15, -1.14, 0.0,
    -0.39, -0.62, -0.71, -0.8, -0.16, 0.25, -0.12, -0.18, 0.0, -0.39, 1.06, 0.63, 0.0, 0.0, 0.5,
    0.03, 0.56, -0.06, -0.21, 0.51, -0.69, 0.04, -0.45, 0.57,
]  # fmt: skip


def chances(table: Table) -> list[float]:
    """Each seat's chance to win."""
    weights = FOR_TWO if len(table.out) == 2 else FOR_MORE
    seats = in_turn(table)
    worths = [sum([weights[which] * value for which, value in of_seat]) for of_seat in features(table, seats)]
    powers, shares = [exp(worth) for worth in worths], [0.0] * len(table.out)
    for seat, power in zip(seats, powers, strict=True):
        shares[seat] = power / sum(powers)
    return shares


def in_turn(table: Table) -> list[Seat]:
    """The seats that are not out, from the one whose turn it is on."""
    return [table.turn, *table.others(table.turn)]


def features(table: Table, seats: Sequence[Seat]) -> list[Features]:
    """For each of these seats the numbers of its features, and their values."""
    lacked_by_one = _lacked_by_one(table, seats)
    found: list[Features] = []
    for place, seat in enumerate(seats):
        order, worth = min(place, LATER), table.worth(seat)
        lifts = [worth[c] for c in table.cylinders]
        best = max(lifts)
        hope = HOPES - 1 if best >= WINS else max(0, min(best - NO_USE + 1, HOPES - 2))
        of_seat: Features = [
            ((order * PIECES_THAT_WIN + table.has(seat)) * HOPES + hope, 1.0),
            (JOKER, table.jokers[seat]),
        ]
        of_seat.append((ALONE, COUNT[lacked_by_one & ~table.colours[seat]]))
        if hope > 1:
            of_seat.append((MORE + order, sum([lift > NO_USE for lift in lifts]) - 1))
        elif order < LATER:
            some, deadly, pieces = helpful(table, seats[(place + 1) % len(seats)])
            of_seat += [(DANGER + order, some / pieces), (DEADLY + order, deadly / pieces)] if pieces else []
        found.append(of_seat)
    return found


def _lacked_by_one(table: Table, seats: Sequence[Seat]) -> int:
    """The colours that exactly one of these seats lacks: pairs of them are of no use to any other."""
    by_some = by_several = 0
    for seat in seats:
        lacked = ~table.colours[seat] & 15
        by_several |= by_some & lacked
        by_some |= lacked
    return by_some & ~by_several


def helpful(table: Table, following: Seat) -> tuple[int, int, int]:
    """How many pieces in the bag have no place where they bring the following seat nothing more, how many of these none
    where they do not bring it the win, and how many there are in all."""
    worth, bag, capacity = table.worth(following), table.bag, table.capacity
    rooms = [c for c in table.cylinders if SIZE[c] < capacity]
    anyhow, some, deadly, pieces = max(NO_USE, *[worth[c] for c in table.cylinders]), 0, 0, 0
    for kind, shift in BY_NAME:
        if number := bag >> shift & 7:
            pieces += number
            piece = ONE[kind]
            least = min([worth[c + piece] for c in rooms], default=NO_USE)
            if least > anyhow:
                some += number
                deadly += number * (least >= WINS)
    return some, deadly, pieces
