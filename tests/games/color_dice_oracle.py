"""The attacks of Color Dice by exhaustive search, written from the rules page independently of the rules' own code.

An area is nine single places. A group takes any of them at once, and each choice of places is judged by itself.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from games.color_dice.board import Board

Occupant: TypeAlias = int | None
"""The colour of the pawn in a place; None: the place is empty."""


class Way(NamedTuple):
    """Where a group comes from (None is outside) and where it goes, how many of it move, and whom the others strike."""

    origin: int | None
    area: int
    moves: int
    struck: tuple[int, ...]


def ways(board: Board, reading: str, colour: int, target: int, pawns: int) -> set[Way]:
    """Every attack of a colour on another with so many pawns."""
    return {
        Way(origin, area, taken.count(None), tuple(sorted(struck)))
        for origin in _origins(board, colour, pawns)
        for area in range(len(board.areas))
        # Never into one's own home, never within an area.
        if area not in (colour, origin)
        for taken in set(combinations(_places(board, area), pawns))
        if _may_take(board, reading, colour, target, origin, area, taken)
        for struck in [[other for other in taken if other is not None]]
    }


def _origins(board: Board, colour: int, pawns: int) -> Iterator[int | None]:
    is_player = colour < board.players
    if is_player and board.outside[colour] >= pawns:
        yield None
    for area, row in enumerate(board.areas):
        if row[colour] >= pawns and not _is_locked(board, colour, area):
            yield area


def _places(board: Board, area: int) -> list[Occupant]:
    standing = [colour for colour, pawns in enumerate(board.areas[area]) for _ in range(pawns)]
    return [*standing, *[None] * (9 - len(standing))]


def _is_locked(board: Board, colour: int, area: int) -> bool:
    """Seven or eight pawns of one colour in an area other than their home."""
    return area != colour and 7 <= board.areas[area][colour] <= 8


def _may_take(
    board: Board, reading: str, colour: int, target: int, origin: int | None, area: int, taken: tuple[Occupant, ...]
) -> bool:
    struck = {other for other in taken if other is not None}
    if colour in struck or any(_is_locked(board, other, area) for other in struck):
        return False
    if struck and origin is None:  # pawns outside can only move
        return False
    if colour >= board.players and board.areas[area][colour] + len(taken) == 9:  # a dummy never gathers nine
        return False
    if not struck:
        return reading in ("sheet", "free") or area == target
    if None in taken:  # both: in the attacked home, or free in any; only its own pawns are struck
        return struck == {area} and (area == target or reading == "free")
    return {"sheet": struck == {target}, "colour": struck == {target}, "area": area == target, "free": True}[reading]


def all_attacks(board: Board) -> Iterator[tuple[Any, ...]]:
    """Colour, target and number of pawns, for all that the dice can ask for."""
    colours = range(len(board.areas))
    return (
        (colour, target, pawns) for colour in colours for target in colours if colour != target for pawns in range(1, 6)
    )
