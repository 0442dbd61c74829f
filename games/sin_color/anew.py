"""Deals anew the coins and tiles that a player could not know, to play on from a finished game.

Everybody can follow every coin with their eyes, so a player who has had it or has seen both its sides knows it. A
player who has no coin to pay thereby shows which coins they do not have.
"""

from collections.abc import Sequence
from typing import Any

from games.dealer import Chance, Line
from games.engine import Seat
from games.record import Moment
from games.sin_color.memory import Known, known_tiles
from games.sin_color.pieces import Coin, Face, Moved, Paid, Shown, Tile, Traded, TurnedOver
from games.sin_color.redeal import PAID, Fitting, all_that_fit, first_match, hidden_faces, payments, shuffled
from games.sin_color.rules import TILES_IN_A_STACK, State
from games.sin_color.strategy import tiles_dealt
from games.sin_color.view import View, view


class Watched:
    """A coin that a player keeps an eye on: the sides seen of it, and what it cannot be."""

    def __init__(self) -> None:
        self.sides: set[Shown] = set()
        self.is_not: set[Tile] = set()

    def may_be(self, face: Face) -> bool:
        return self.sides <= {face.suit, face.value} and face not in self.is_not


def anew(past: Sequence[Moment], seat: Seat, chance: Chance) -> State:
    """A random table in which everything that the seat knows is where it was."""
    g = past[-1].state.copy()
    assert isinstance(g, State)
    g.paid = paid_by_then(past)
    fitting = all_that_may_lie(g, seat, watched(past, seat), chance)
    faces = first_match(fitting, shuffled(payments(g, fitting), chance))
    for (owner, place), face in faces.items():
        if owner != PAID:
            g.rows[owner][place] = Coin(face, g.rows[owner][place].up)
    g.stacks = tiles_dealt(g, tiles_seen(g, past, seat), chance)
    return g


def tiles_seen(g: State, past: Sequence[Moment], seat: Seat) -> Known:
    """The tiles known from everything heard, and those that lay on top at first, of which nothing was said."""
    known, first = known_tiles(g, past[-1].heard_by(seat)), past[0].state
    assert isinstance(first, State)
    sunk = [0] * len(known)
    for line in past[-1].lines[past[0].said : past[-1].said]:
        if isinstance(line.sight, Moved):
            sunk[line.sight.stack] += 1 if line.sight.to == "bottom" else -1
    for stack, tiles in enumerate(first.stacks):
        known[stack].setdefault(-sunk[stack] % TILES_IN_A_STACK, tiles[0])
    return known


def paid_by_then(past: Sequence[Moment]) -> list[Face]:
    """The coins paid so far, which everybody has seen, including those of the game that this one continues."""
    first = past[0].state
    assert isinstance(first, State)
    since = past[-1].lines[past[0].said : past[-1].said]
    return [*first.paid, *(line.sight.face for line in since if isinstance(line.sight, Paid))]


def all_that_may_lie(g: State, seat: Seat, rows: list[list[Watched]], chance: Chance) -> Fitting:
    fitting = all_that_fit(g, seat, shuffled(hidden_faces(g, seat), chance))
    return {
        (owner, place): [g.paid[place]]
        if owner == PAID
        else [face for face in faces if face not in g.paid and rows[owner][place].may_be(face)]
        for (owner, place), faces in fitting.items()
    }


# --- Watching the coins ---------------------------------------------------------------------------------------


def watched(past: Sequence[Moment], seat: Seat) -> list[list[Watched]]:
    """The coins in each row, as this seat has followed them since the first moment."""
    rows: list[list[Watched]] = []
    said = past[0].said
    for moment in past:
        assert isinstance(moment.state, State)
        seen = view(moment.state, seat)
        rows = rows or [[Watched() for _ in row] for row in seen.rows]
        for line in moment.lines[said : moment.said]:
            if line.reaches(seat):
                follow(rows, line, seen)
        said = moment.said
        look(rows, seen)
    return rows


def follow(rows: list[list[Watched]], line: Line, seen: View) -> None:
    match line.sight:
        case Traded(seat, partner, given, taken):
            mine, theirs = taken_out(rows[seat], given), taken_out(rows[partner], taken)
            rows[seat] += theirs
            rows[partner] += mine
        case Paid(seat, coin):
            del rows[seat][coin]
        case TurnedOver(seat, coin, upper):
            rows[seat][coin].sides.add(upper)
    if line.kind == "no_match":
        owner: Any = line.seat
        for coin in rows[owner]:
            coin.is_not.update(seen.tops)


def taken_out(row: list[Watched], places: Sequence[int]) -> list[Watched]:
    taken = [row[place] for place in places]
    row[:] = [coin for place, coin in enumerate(row) if place not in places]
    return taken


def look(rows: list[list[Watched]], seen: View) -> None:
    """Note everything that lies open now."""
    for owner, row in enumerate(rows):
        own = seen.coins[owner]
        for place, coin in enumerate(row):
            upper = seen.rows[owner][place]
            coin.sides |= set() if upper is None else {upper}
            coin.sides |= {own[place].suit, own[place].value} if own else set()
