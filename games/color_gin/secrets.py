"""Both hands, the deck and the discards, for replays of finished matches."""

from collections.abc import Sequence

from games.color_gin.cards import Card, named
from games.color_gin.rules import State
from games.engine import Argument, Chair, Text, say


def secrets(g: State) -> list[Text]:
    """Everything that nobody, or only one player, may see at this moment."""
    hands = [
        say("The hand of {seat}: {cards}.", seat=Chair(seat), cards=all_named(hand))
        for seat, hand in enumerate(g.hands)
    ]
    return [*hands, in_the_pile(g.pile), say("In the deck: {cards}.", cards=all_named(g.deck))]


def in_the_pile(pile: Sequence[Card]) -> Text:
    if not pile:
        return say("The discard pile: empty.")
    return say("The discard pile, from the bottom up: {cards}.", cards=all_named(pile))


def all_named(cards: Sequence[Card]) -> list[Argument]:
    return [named(card) for card in cards]
