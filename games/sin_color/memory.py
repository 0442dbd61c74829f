"""What a seat knows of covered tiles and coins, from everything it has heard and seen."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from games.dealer import Line, Sight
from games.sin_color.pieces import FACES, Face, Moved, Paid, Shown, Tile, Traded, TurnedOver
from games.sin_color.redeal import Place
from games.sin_color.rules import TILES_IN_A_STACK, State

Known: TypeAlias = list[dict[int, Tile]]
"""For each stack, the tiles that are known, by how many tiles lie above them."""
Sides: TypeAlias = set[Shown]
BOTH_SIDES: Final = {frozenset[Shown]((face.suit, face.value)): face for face in FACES.values()}


def known_tiles(g: State, heard: Sequence[Line]) -> Known:
    """The tiles known from everything that was heard."""
    return tiles_by(g, (line.sight for line in reversed(heard)))


def tiles_by(g: State, sights: Iterable[Sight | None]) -> Known:
    """The tiles known from these sights, latest first. A stack is a ring: moving a tile either way keeps the order of
    the tiles."""
    known: Known = [{0: tiles[0]} for tiles in g.stacks]
    above = [0] * len(known)  # tiles above the one that was on top at that time
    for sight in sights:
        match sight:
            case Moved(stack, to, top):
                known[stack].setdefault(above[stack] % TILES_IN_A_STACK, top)
                above[stack] += 1 if to == "top" else -1
            case Paid(stack=stack):
                known[stack].setdefault(above[stack] % TILES_IN_A_STACK, None)
    return known


def moves_to_the_top(known: Known) -> dict[Tile, int]:
    """The number of moves that bring each known tile to the top."""
    return {tile: min(above, TILES_IN_A_STACK - above) for tiles in known for above, tile in tiles.items()}


def known_coins(g: State, heard: Iterable[Line]) -> dict[Place, Face]:
    """Coins of which both sides have been seen, one after the other."""
    try:
        rows = _sides_seen(len(g.rows), heard)
    except IndexError:
        return {}  # Something was never heard, or has been forgotten.
    if [*map(len, rows)] != [*map(len, g.rows)]:
        return {}
    seen = {
        (owner, place): sides | {g.rows[owner][place].upper}
        for owner, row in enumerate(rows)
        for place, sides in enumerate(row)
    }
    found = ((place, BOTH_SIDES.get(frozenset(sides))) for place, sides in seen.items())
    return {place: face for place, face in found if face is not None}


def _sides_seen(seats: int, heard: Iterable[Line]) -> list[list[Sides]]:
    """The sides that the coins in each row have shown."""
    rows: list[list[Sides]] = [[set() for _ in range(len(FACES) // seats)] for _ in range(seats)]
    for line in heard:
        match line.sight:
            case TurnedOver(seat, coin, upper):
                rows[seat][coin].add(upper)
            case Traded(seat, partner, given, taken):
                mine, theirs = [rows[seat][place] for place in given], [rows[partner][place] for place in taken]
                rows[seat] = [sides for place, sides in enumerate(rows[seat]) if place not in given] + theirs
                rows[partner] = [sides for place, sides in enumerate(rows[partner]) if place not in taken] + mine
            case Paid(seat, coin):
                rows[seat].pop(coin)
    return rows
