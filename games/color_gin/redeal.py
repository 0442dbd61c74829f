"""Other tables that a viewer cannot tell from the real one.

Hidden are the other hand, the deck, and the discards under the top one. These cards are dealt anew. A joker stays where
it is: everybody hears that one has been drawn, and before that all are in the deck.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from games.color_gin.cards import JOKERS, POINTS, Card, in_order
from games.color_gin.evaluator import best, melds_in
from games.color_gin.rules import State
from games.dealer import Chance
from games.engine import Seat

Choice: TypeAlias = Callable[[list[Card], int], list[Card]]
"""Chooses this many of these cards for a hand."""


def scramble(g: State, seat: Seat | None, chance: Chance) -> State:
    """A random such table, all equally likely."""

    def any_of(cards: list[Card], number: int) -> list[Card]:
        return [cards.pop(chance.below(len(cards), "scramble")) for _ in range(number)]

    cards = hidden_cards(g, seat)
    return dealt(g, seat, any_of(cards, len(cards)), first_of)


def extremes(g: State, seat: Seat | None) -> Iterator[State]:
    """Tables with each hidden hand as good and as bad as possible; then with the low or the high cards in the deck."""
    low_first = sorted(hidden_cards(g, seat), key=POINTS.__getitem__)
    for choice in (first_of, gin, one_card_from_gin, able_to_knock, without_melds):
        for cards in (low_first, low_first[::-1]):
            yield dealt(g, seat, cards, choice)


def hidden_cards(g: State, seat: Seat | None) -> list[Card]:
    """The hidden cards, in an order that does not tell where they lie."""
    hands = [card for owner in hidden_hands(g, seat) for card in g.hands[owner]]
    return sorted(card for card in (*hands, *g.deck, *g.pile[:-1]) if card not in JOKERS)


def hidden_hands(g: State, seat: Seat | None) -> list[Seat]:
    """The hands that this viewer does not see; at a showdown both lie open."""
    return [owner for owner in range(len(g.hands)) if owner != seat] if g.showdown is None else []


# --- Dealing them -------------------------------------------------------------------------------------------


def dealt(g: State, seat: Seat | None, cards: Iterable[Card], choice: Choice) -> State:
    """The table with these cards where they are hidden: first the chosen hands, then the deck, then the pile."""
    other, left = g.copy(), list(cards)
    for owner in hidden_hands(g, seat):
        jokers = jokers_in(g.hands[owner])
        hand = choice(left, len(g.hands[owner]) - len(jokers))
        left = [card for card in left if card not in hand]
        other.hands[owner] = in_order([*hand, *jokers])
        if owner == g.turn:
            name_anew(other)
    jokers = jokers_in(g.deck)
    in_deck = len(g.deck) - len(jokers)
    other.deck = [*in_order(left[:in_deck]), *jokers]
    other.pile = [*left[in_deck:], *g.pile[-1:]]
    return other


def jokers_in(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card in JOKERS]


def name_anew(g: State) -> None:
    """Choose the card just taken or drawn anew from the hand as it is now."""
    if g.taken is not None:
        g.taken = g.hand[0]
    elif g.drawn is not None:
        g.drawn = g.hand[-1]  # a joker, if there is one


# --- Hands --------------------------------------------------------------------------------------------------


def first_of(cards: list[Card], number: int) -> list[Card]:
    return cards[:number]


def gin(cards: list[Card], number: int) -> list[Card]:
    return melded(cards, number, lengths=(4, 3, 3))


def one_card_from_gin(cards: list[Card], number: int) -> list[Card]:
    return melded(sorted(cards, key=POINTS.__getitem__, reverse=True), number, lengths=(3, 3, 3))


def able_to_knock(cards: list[Card], number: int) -> list[Card]:
    return melded(sorted(cards, key=POINTS.__getitem__), number, lengths=(3, 3, 3))


def melded(cards: list[Card], number: int, lengths: tuple[int, ...]) -> list[Card]:
    """Melds of these lengths, as far as possible, then the first of the other cards."""
    left, hand = list(cards), list[Card]()
    for length in lengths:
        fitting = (meld for meld in melds_in(left) if len(meld) == length)
        hand += next(fitting, ())
        left = [card for card in left if card not in hand]
    return [*hand, *left][:number]


def without_melds(cards: list[Card], number: int) -> list[Card]:
    """High cards that do not go together, as far as possible."""
    hand: list[Card] = []
    for card in sorted(cards, key=POINTS.__getitem__, reverse=True):
        if len(hand) < number and not best([*hand, card]).melds:
            hand.append(card)
    return [*hand, *(card for card in cards if card not in hand)][:number]
