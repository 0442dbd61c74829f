"""The 27 pieces, and what may be seen of them for a moment."""

from typing import Final, Literal, TypeAlias, get_args

from games.dealer import Sight
from games.engine import Seat, Text, say

Colour: TypeAlias = Literal["red", "yellow", "green", "blue"]
Piece: TypeAlias = Literal["red", "yellow", "green", "blue", "joker"]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
JOKER: Final = "joker"
ALL_PIECES: Final[list[Piece]] = sorted(6 * list[Piece](COLOURS) + 3 * list[Piece]([JOKER]))


def named(piece: Piece) -> Text:
    """The piece as the argument of a sentence."""
    return say(piece)


class Drawn(Sight, frozen=True, tag="drawn"):
    """A piece comes out of the bag. It stays in sight until it is placed."""

    look_s = 0.4
    piece: Piece


class Placed(Sight, frozen=True, tag="placed"):
    """A piece goes into a cylinder, and the lid goes back on."""

    look_s = 1.5
    cylinder: int
    piece: Piece


class Full(Sight, frozen=True, tag="full"):
    """A lid is taken off and there is no room underneath."""

    look_s = 1.5
    cylinder: int


class Lifted(Sight, frozen=True, tag="lifted"):
    """What stood in a cylinder, from the bottom up."""

    look_s = 3.2
    cylinder: int
    pieces: list[Piece]


class Returned(Sight, frozen=True, tag="returned"):
    """A piece goes back into the bag."""

    seat: Seat
    piece: Piece
