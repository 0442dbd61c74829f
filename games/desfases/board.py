"""The board of 24 tiles around a gap, the pieces on it and beside it, and what may be seen of them for a moment."""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from games.dealer import Sight
from games.piecepack import VALUES, Suit, Value

Square: TypeAlias = Literal[
    "a1", "b1", "c1", "d1", "e1",
    "a2", "b2", "c2", "d2", "e2",
    "a3", "b3", "d3", "e3",
    "a4", "b4", "c4", "d4", "e4",
    "a5", "b5", "c5", "d5", "e5",
]  # fmt: skip
"""Files from west to east, ranks from south to north; the gap is where c3 would be."""
SQUARES: Final[tuple[Square, ...]] = get_args(Square)

Side: TypeAlias = Literal["N", "E", "S", "W"]
"""A tile faces the side that is at the bottom of its number."""
SIDES: Final[tuple[Side, ...]] = get_args(Side)
"""Clockwise."""

ROUNDS: Final = sum(value + 1 for value in VALUES)
"""As many as each suit has turns: with each of its coins one for every move, and one in which it scores."""
POINTS: Final = tuple(tuple(tile + coin for coin in VALUES) for tile in VALUES)
"""By the value of a tile and of the coin that marks it. "The sum of its value and the value of the coin used to mark
it." """

Step: TypeAlias = tuple[int, int]
STRAIGHT: Final[dict[Side, Step]] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
DIAGONAL: Final[tuple[Step, ...]] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


class Coin(Struct, frozen=True, array_like=True):
    """A coin, both sides of it."""

    suit: Suit
    value: Value


class Tile(Struct, array_like=True):
    """A tile on the board, and the coin that scored it."""

    suit: Suit
    value: Value
    facing: Side
    coin: Coin | None = None


class Pieces(Struct):
    """What a suit has besides its tiles."""

    pawn: Square
    die: Value
    under: Value | None
    """The coin under the die."""
    reserve: list[Value]
    gap: list[Value] = []
    """Its coins in the gap."""

    @property
    def stopped(self) -> bool:
        """No coin left to feed."""
        return self.under is None and not self.reserve

    def use(self) -> Value:
        """Take away and return the coin under the die."""
        coin, self.under = self.under, None
        assert coin is not None
        return coin


def turned(side: Side, quarters: int = 1) -> Side:
    """The side after this many quarter turns clockwise."""
    return SIDES[(SIDES.index(side) + quarters) % len(SIDES)]


def opposite(side: Side) -> Side:
    """The side across the board."""
    return turned(side, 2)


def _next(square: str, step: Step) -> str:
    return chr(ord(square[0]) + step[0]) + str(int(square[1]) + step[1])


def _ray(square: str, step: Step) -> Iterator[Square]:
    while (square := _next(square, step)) in SQUARES:
        yield square


def _beside(square: Square) -> Iterator[tuple[Side, Square]]:
    for side, step in STRAIGHT.items():
        if (beside := _next(square, step)) in SQUARES:
            yield side, beside


RAYS: Final[dict[Square, tuple[tuple[Square, ...], ...]]] = {
    square: tuple(tuple(_ray(square, step)) for step in (*STRAIGHT.values(), *DIAGONAL)) for square in SQUARES
}
"""For each square, the lines in eight directions, each up to the edge or the gap."""
BESIDE: Final[dict[Square, dict[Side, Square]]] = {square: dict(_beside(square)) for square in SQUARES}
"""For each square, the neighbouring squares by direction."""


class Fed(Sight, frozen=True, tag="fed"):
    """A coin goes under its die."""

    suit: Suit
    coin: Value


class Scored(Sight, frozen=True, tag="scored"):
    """A coin goes from under its die to the tile it scores. Its value and the points only where scores are open."""

    suit: Suit
    tile: Square
    coin: Value | None = None
    points: int | None = None


class ThrownAway(Sight, frozen=True, tag="thrown_away"):
    """A coin goes from under its die to the gap. Its value only where scores are open."""

    suit: Suit
    coin: Value | None = None


class Used(Sight, frozen=True, tag="used"):
    """The coin that was under the die, and its points: shown only to its player."""

    suit: Suit
    coin: Value
    points: int
