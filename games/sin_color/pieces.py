"""Tiles and coins, their names, and what may be seen of them for a moment."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from games import piecepack
from games.dealer import Sight
from games.engine import Seat, Text, say
from games.piecepack import SUITS, VALUES, Suit, Value, suit_named, value_named

Side: TypeAlias = Literal["suit", "value"]
Shown: TypeAlias = Suit | Value
"""What a side of a coin shows."""


class Face(Struct, frozen=True, array_like=True):
    """A suit and a value: what a tile shows, or the two sides of a coin together."""

    suit: Suit
    value: Value


Tile: TypeAlias = Face | None
"""A tile in a stack. One that is turned grid-side up shows nothing, and nobody needs to know what it was."""


class Coin(Struct, frozen=True, array_like=True):
    """A coin in a row, and the side of it that everybody sees."""

    face: Face
    up: Side

    @property
    def upper(self) -> Shown:
        """What everybody sees of it."""
        return self.face.suit if self.up == "suit" else self.face.value

    def turned_over(self) -> "Coin":
        """The same coin with its other side up."""
        return Coin(self.face, "suit" if self.up == "value" else "value")


FACES: Final[dict[str, Face]] = {f"{suit} {value}": Face(suit, value) for suit in SUITS for value in VALUES}
"""All 24, under the words that the dealer draws: "moons 3"."""


def named(tile: Tile) -> Text:
    """A tile, or a coin with both its sides, as words in a sentence."""
    return say("a tile without colour") if tile is None else piecepack.named(tile.suit, tile.value)


def upper_named(coin: Coin) -> Text:
    """What everybody sees of a coin, as a word in a sentence."""
    return suit_named(coin.face.suit) if coin.up == "suit" else value_named(coin.face.value)


class TurnedOver(Sight, frozen=True, tag="turned_over"):
    """A coin is turned over, and shows this now. It stays in sight."""

    look_s = 0.0
    seat: Seat
    coin: int
    upper: Shown


class Traded(Sight, frozen=True, tag="traded"):
    """Coins change hands. They lay in these places, and lie at the right ends of the rows now, in the same order."""

    look_s = 1.5
    seat: Seat
    partner: Seat
    given: tuple[int, ...]
    taken: tuple[int, ...]


class Moved(Sight, frozen=True, tag="moved"):
    """A tile went from one end of its stack to the other; this one (null: without colour) lies on top now."""

    look_s = 1.0
    stack: int
    to: Literal["top", "bottom"]
    top: Tile


class Paid(Sight, frozen=True, tag="paid"):
    """A coin that lay in this place is paid, and the top tile of the stack is turned grid-side up."""

    look_s = 1.0
    seat: Seat
    coin: int
    stack: int
    face: Face
