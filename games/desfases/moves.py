"""The moves of Desfases and what their buttons say."""

from games.desfases.board import Square
from games.engine import Move, Text, say
from games.piecepack import Suit, Value, suit_named, value_named


class Choose(Move, frozen=True, tag="choose"):
    """Play a suit."""

    can_be_undone = True

    suit: Suit

    def label(self) -> Text:
        return say("Play {suit}", suit=suit_named(self.suit))


class MoveTo(Move, frozen=True, tag="move"):
    """Move the pawn."""

    can_be_undone = True

    to: Square

    def label(self) -> Text:
        return say("Move to {square}", square=self.to)


class Score(Move, frozen=True, tag="score"):
    """Mark a tile with the coin from under the die."""

    tile: Square

    def label(self) -> Text:
        return say("Score the tile on {square}", square=self.tile)


class Feed(Move, frozen=True, tag="feed"):
    """Put a coin under the die."""

    coin: Value

    def label(self) -> Text:
        return say("Load the {value}", value=value_named(self.coin))
