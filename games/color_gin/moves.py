"""The moves of Color Gin and what their buttons say."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from games.color_gin.cards import Card, Meld, Suit, named, suit_named
from games.engine import Argument, Move, Text, say

Melds: TypeAlias = Annotated[tuple[Annotated[Meld, Meta(max_length=10)], ...], Meta(max_length=3)]
"""Of ten cards."""
Points: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Take(Move, frozen=True, tag="take"):
    """Take this card, the top of the discard pile."""

    card: Card

    def label(self) -> Text:
        return say("Take the {card}", card=named(self.card))


class Pass(Move, frozen=True, tag="pass"):
    """Leave the first discard where it is."""

    def label(self) -> Text:
        return say("Pass")


class Draw(Move, frozen=True, tag="draw"):
    """Draw from the deck."""

    def label(self) -> Text:
        return say("Draw from the deck")


class Discard(Move, frozen=True, tag="discard"):
    """Discard a card, and the turn is over."""

    card: Card

    def label(self) -> Text:
        return say("Discard the {card}", card=named(self.card))


class GoOut(Move, frozen=True, tag="go_out"):
    """Discard a card and lay out the other ten: these melds, the rest is left over.

    `points` and `suits` are the points left over and the suits that may score. A player's own arrangement may omit
    them.
    """

    card: Card
    melds: Melds
    points: Points | None = None
    suits: Annotated[tuple[Suit, ...], Meta(max_length=4)] | None = None

    def label(self) -> Text:
        words: dict[str, Argument] = {"card": named(self.card)}
        if self.points is None or self.suits is None:
            melded = [named(card) for meld in self.melds for card in meld]
            return say("Discard the {card} and go out with: {melded}", **words, melded=melded)
        suits = [suit_named(suit) for suit in self.suits]
        if self.points == 0:
            gin = "Discard the {card} and go gin: {suits} may score"
            return say(gin, **words, suits=suits) if suits else say("Discard the {card} and go gin: no score", **words)
        words["points"] = self.points
        knock = "Discard the {card} and knock with {points}: {suits} may score"
        none = "Discard the {card} and knock with {points}: no score"
        return say(knock, **words, suits=suits) if suits else say(none, **words)


class Next(Move, frozen=True, tag="next"):
    """Go on to the next round."""

    def label(self) -> Text:
        return say("Next round")


AnyMove: TypeAlias = Take | Pass | Draw | Discard | GoOut | Next
