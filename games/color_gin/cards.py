"""The 52 cards and two jokers, their words, and what may be seen of them for a moment."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

from games.dealer import Sight
from games.engine import Seat, Text, say

Suit: TypeAlias = Literal["S", "H", "D", "C"]
Card: TypeAlias = Literal[
    "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS",
    "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH",
    "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD",
    "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC",
    "*1", "*2",
]  # fmt: skip
"""Rank and suit; the jokers have neither."""
Meld: TypeAlias = tuple[Card, ...]
"""A run or a set, in the order of ALL."""

SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
RANKS: Final = "A23456789TJQK"
"""The ace is low."""
ALL: Final[tuple[Card, ...]] = get_args(Card)
"""Suit by suit, from ace to king; the jokers come last. Every hand is kept in this order."""
CARDS: Final[tuple[Card, ...]] = ALL[:52]
JOKERS: Final[tuple[Card, ...]] = ALL[52:]
PLACE: Final[dict[Card, int]] = {card: place for place, card in enumerate(ALL)}

# "Jacks, queens and kings are all worth ten points each while the other cards are worth their rank." A joker is
# always shed, and never counts.
POINTS: Final[dict[Card, int]] = {card: min(place % 13 + 1, 10) for card, place in PLACE.items()} | dict.fromkeys(
    JOKERS, 0
)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """The cards in the order of a hand."""
    return sorted(cards, key=PLACE.__getitem__)


def suit_named(suit: Suit) -> Text:
    """The suit as a word in a sentence."""
    return _SUITS[suit]


def named(card: Card) -> Text:
    """A card as words in a sentence: "queen of hearts"."""
    if card in JOKERS:
        return say("joker")
    return say("{rank} of {suit}", rank=_RANKS[PLACE[card] % 13], suit=_SUITS[SUITS[PLACE[card] // 13]])


_SUITS: Final[dict[Suit, Text]] = {
    "S": say("spades"),
    "H": say("hearts"),
    "D": say("diamonds"),
    "C": say("clubs"),
}
_RANKS: Final[tuple[Text, ...]] = (
    say("ace"),
    say("2"),
    say("3"),
    say("4"),
    say("5"),
    say("6"),
    say("7"),
    say("8"),
    say("9"),
    say("10"),
    say("jack"),
    say("queen"),
    say("king"),
)


class TurnedUp(Sight, frozen=True, tag="turned_up"):
    """The first discard of a round. It stays in sight until it is taken or covered."""

    look_s = 0.0
    card: Card


class Took(Sight, frozen=True, tag="took"):
    """A card goes from the top of the discard pile to a hand."""

    look_s = 2.0
    seat: Seat
    card: Card


class Drew(Sight, frozen=True, tag="drew"):
    """A card goes from the deck to a hand. Its owner sees it there."""

    look_s = 0.0
    seat: Seat
    card: Card


class Discarded(Sight, frozen=True, tag="discarded"):
    """A card goes from a hand to the top of the discard pile. It stays in sight until it is taken or covered."""

    look_s = 1.0
    seat: Seat
    card: Card
