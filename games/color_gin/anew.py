"""Deals anew the cards that a player could not know, to play on from a finished match."""

from collections.abc import Sequence

from games.color_gin.cards import Card, Discarded, Took, TurnedUp, in_order
from games.color_gin.evaluator import cards_in
from games.color_gin.inference import Known, guessed, known, sights_of_round
from games.color_gin.model import JOKER
from games.color_gin.redeal import hidden_cards, hidden_hands, jokers_in
from games.color_gin.rules import State
from games.dealer import Chance, Line
from games.engine import Seat
from games.record import Moment


def anew(past: Sequence[Moment], seat: Seat, chance: Chance) -> State:
    """The table with the cards that the other player was seen to take in their hand; all others in that hand and in the
    deck are dealt anew, as the play so far makes likely."""
    g, heard = past[-1].state.copy(), past[-1].heard_by(seat)
    assert isinstance(g, State)
    under = [card for card in pile_seen(heard) if card != g.pile[-1]] if g.pile else []
    if hidden_hands(g, seat):
        deal(g, seat, known(g, seat, heard), chance)
    else:
        left = [card for card in hidden_cards(g, seat) if card not in under]  # both hands lie open
        g.deck = [*in_order(left), *jokers_in(g.deck)]
    if g.turn != seat and g.taken is not None:
        g.taken = last_taken(heard)
    g.pile = [*under, *g.pile[-1:]]
    return g


def deal(g: State, seat: Seat, found: Known, chance: Chance) -> None:
    """Deal the hidden cards. A joker stays where it is: everybody has heard that it was drawn."""
    other, hidden = 1 - seat, guessed(g, seat, found, chance)
    g.hands[other] = in_order([*cards_in(hidden.hand), *jokers_in(g.hands[other])])
    cards = in_order(card for bit in hidden.deck if bit != JOKER for card in cards_in(bit))
    g.deck = [*cards, *jokers_in(g.deck)]
    if g.turn == other and g.drawn is not None:
        g.drawn = drawn_by(g.hands[other], cards_in(found.held), chance)


def drawn_by(hand: Sequence[Card], seen: Sequence[Card], chance: Chance) -> Card:
    """The card just drawn: a joker, if there is one; else one of those that nobody has seen."""
    may_be = jokers_in(hand) or [card for card in hand if card not in seen]
    return may_be[chance.below(len(may_be), "anew")]


def last_taken(heard: Sequence[Line]) -> Card:
    return next(line.sight.card for line in reversed(heard) if isinstance(line.sight, Took))


def pile_seen(heard: Sequence[Line]) -> list[Card]:
    """The discards, from the bottom up, except the one with which somebody went out."""
    pile: list[Card] = []
    for sight in sights_of_round(heard):
        match sight:
            case TurnedUp(card) | Discarded(_, card):
                pile.append(card)
            case Took():
                pile.pop()
    return pile
