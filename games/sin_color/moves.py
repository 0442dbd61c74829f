"""The moves of Sin Color. Coins are named by their places in the row, stacks by theirs: 0 is the first."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from games import piecepack
from games.engine import Chair, Move, Seat, Text, say
from games.piecepack import Suit, Value, value_named

Place: TypeAlias = Annotated[int, Meta(ge=0, le=23)]
"""In a row, which can have all coins."""
Places: TypeAlias = Annotated[tuple[Place, ...], Meta(max_length=24)]
Partner: TypeAlias = Annotated[Seat, Meta(ge=0, le=3)]
Stack: TypeAlias = Annotated[int, Meta(ge=0, le=5)]


class Arrange(Move, frozen=True, tag="arrange"):
    """Lay these coins value up and all others suit up."""

    value_up: Places

    def label(self) -> Text:
        if not self.value_up:
            return say("All coins suit up")
        return say("Value up: {coins}", coins=numbered(self.value_up))


class TurnOver(Move, frozen=True, tag="turn_over"):
    """Turn over one of your coins."""

    coin: Place

    def label(self) -> Text:
        return say("Turn over coin {coin}", coin=self.coin + 1)


class Offer(Move, frozen=True, tag="offer"):
    """Offer these coins for a trade."""

    coins: Places

    def label(self) -> Text:
        return say("Offer: {coins}", coins=numbered(self.coins))


class NoTrade(Move, frozen=True, tag="no_trade"):
    """Trade with nobody in this turn."""

    def label(self) -> Text:
        return say("No trade")


class Trade(Move, frozen=True, tag="trade"):
    """Swap the coins on offer with this player."""

    partner: Partner

    def label(self) -> Text:
        return say("Trade with {partner}", partner=Chair(self.partner))


class Order(Move, frozen=True, tag="order"):
    """After a trade: this player acts first, and you use your two dice in this order."""

    first: Partner
    dice: tuple[Value, Value]

    def label(self) -> Text:
        one, other = map(value_named, self.dice)
        return say("{first} first; your dice: {one}, then {other}", first=Chair(self.first), one=one, other=other)


class Sink(Move, frozen=True, tag="sink"):
    """Move the top tile of this stack to the bottom."""

    stack: Stack

    def label(self) -> Text:
        return say("Stack {stack}: top tile to the bottom", stack=self.stack + 1)


class Raise(Move, frozen=True, tag="raise"):
    """Move the bottom tile of this stack to the top."""

    stack: Stack

    def label(self) -> Text:
        return say("Stack {stack}: bottom tile to the top", stack=self.stack + 1)


class Pay(Move, frozen=True, tag="pay"):
    """Pay the coin in this place, which is this one."""

    coin: Place
    suit: Suit
    value: Value

    def label(self) -> Text:
        return say("Pay the {coin}", coin=piecepack.named(self.suit, self.value))


class PayNothing(Move, frozen=True, tag="pay_nothing"):
    """Keep your coins."""

    def label(self) -> Text:
        return say("Pay nothing")


AnyMove: TypeAlias = Arrange | TurnOver | Offer | NoTrade | Trade | Order | Sink | Raise | Pay | PayNothing


def numbered(places: tuple[int, ...]) -> list[int]:
    """Places as people count them."""
    return [place + 1 for place in places]
