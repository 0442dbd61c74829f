"""Going out: which arrangements of the ten cards are offered, and which others are legal."""

from collections.abc import Container, Iterator, Sequence
from typing import Final

from games.color_gin.cards import JOKERS, POINTS, SUITS, Card, Suit
from games.color_gin.evaluator import MOST_TO_KNOCK, Arrangement, arrangement, best, can_be_gin, proposals
from games.color_gin.moves import GoOut

MOST_OFFERED: Final = 40
"""More than are ever needed; with the eleven discards no more than fit on a page."""


def cards_to_shed(hand: Sequence[Card], taken: Card | None) -> list[Card]:
    """The cards that may be shed: not the one just taken from the discard pile; a joker, if there is one, must be.
    RULES.md, decisions 3 and 12."""
    return [card for card in hand if card in JOKERS] or [card for card in hand if card != taken]


def without(hand: Sequence[Card], card: Card) -> list[Card]:
    return [other for other in hand if other != card]


def may_score(laid_out: Arrangement, closed: Container[Suit]) -> tuple[Suit, ...]:
    """The suits that are neither spoiled nor closed."""
    return tuple(suit for suit in SUITS if suit not in laid_out.spoiled and suit not in closed)


# --- What is offered ----------------------------------------------------------------------------------------


def ways_out(hand: Sequence[Card], taken: Card | None, closed: Sequence[Suit]) -> list[GoOut]:
    """What is offered to eleven cards: gin first, then by what is left over."""
    found = sorted(_ways_out(hand, taken, closed), key=lambda way: way.points or 0)
    return found if len(found) <= MOST_OFFERED else _front(found)


def _ways_out(hand: Sequence[Card], taken: Card | None, closed: Sequence[Suit]) -> Iterator[GoOut]:
    least = best(hand).points
    for card in cards_to_shed(hand, taken):
        if least - POINTS[card] > MOST_TO_KNOCK:
            continue  # most hands are as far from going out as that
        # "… only when own left-over card points total ten or less", and not "if you won't score any actual points".
        for laid_out in proposals(without(hand, card), closed):
            if may_score(laid_out, closed):
                yield going_out(card, laid_out, closed)


def going_out(card: Card, laid_out: Arrangement, closed: Container[Suit]) -> GoOut:
    return GoOut(card, laid_out.melds, laid_out.points, may_score(laid_out, closed))


def _front(found: list[GoOut]) -> list[GoOut]:
    """Only ways that no other is better than, whichever card is shed; gin is always among them."""
    front: list[GoOut] = []
    for way in sorted(found, key=lambda way: (way.points or 0, -len(way.suits or ()))):
        if not any(set(way.suits or ()) <= set(better.suits or ()) for better in front):
            front.append(way)
    return front


def ways_out_with_joker(hand: Sequence[Card], joker: Card, closed: Sequence[Suit]) -> list[GoOut]:
    """ "You have to gin if you can or knock if you can't", with any number of points, even if nothing can score."""
    ten = without(hand, joker)
    gin = can_be_gin(ten)
    laid_out = [laid_out for laid_out in proposals(ten, closed, most=None) if laid_out.is_gin or not gin]
    return [going_out(joker, each, closed) for each in laid_out]


# --- What is legal besides ----------------------------------------------------------------------------------


def is_legal(move: GoOut, hand: Sequence[Card], taken: Card | None, closed: Sequence[Suit]) -> bool:
    """Whether this is a legal way to go out, with any arrangement. RULES.md, decisions 7 to 9 and 12."""
    if move.card not in cards_to_shed(hand, taken):
        return False
    ten = without(hand, move.card)
    try:
        laid_out = arrangement(ten, move.melds)
    except ValueError:
        return False
    suits = may_score(laid_out, closed)
    if (move.points, move.suits) not in ((None, None), (laid_out.points, suits)):
        return False
    if move.card in JOKERS:
        return laid_out.is_gin or not can_be_gin(ten)
    return laid_out.points <= MOST_TO_KNOCK and bool(suits)
