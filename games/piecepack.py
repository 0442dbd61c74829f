"""The piecepack: four suits of six values, on tiles, coins, dice and pawns.

A tile's face shows suit and value, its back neither. A coin shows its value on one side and its suit on the other, so
that neither side alone identifies it.
"""

from typing import Final, Literal, TypeAlias

from games.text import Text, say

Suit: TypeAlias = Literal["suns", "moons", "crowns", "arms"]
Value: TypeAlias = Literal[0, 1, 2, 3, 4, 5]
"""0 is the null, 1 the ace."""

SUITS: Final[tuple[Suit, ...]] = ("suns", "moons", "crowns", "arms")
VALUES: Final[tuple[Value, ...]] = (0, 1, 2, 3, 4, 5)
NULL: Final = 0
ACE: Final = 1


def suit_named(suit: Suit) -> Text:
    """The suit as a word in a sentence."""
    return _SUITS[suit]


def value_named(value: Value) -> Text:
    """The value as a word in a sentence: null, ace, 2, 3, 4 or 5."""
    return _VALUES[value]


def named(suit: Suit, value: Value) -> Text:
    """A tile or a coin as words in a sentence: "3 of moons"."""
    return say("{value} of {suit}", value=value_named(value), suit=suit_named(suit))


_SUITS: Final[dict[Suit, Text]] = {
    "suns": say("suns"),
    "moons": say("moons"),
    "crowns": say("crowns"),
    "arms": say("arms"),
}
_VALUES: Final[dict[Value, Text]] = {
    0: say("null"),
    1: say("ace"),
    2: say("2"),
    3: say("3"),
    4: say("4"),
    5: say("5"),
}
