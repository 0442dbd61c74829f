"""What a perfect memory knows in Color Gin: the discards, and the cards that the other player took and still has. Any
other card may be in their hand or in the deck.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from games.color_gin.cards import CARDS, JOKERS, Card, Discarded, Took, TurnedUp, in_order, named
from games.color_gin.options import Options
from games.color_gin.showdown import Laid
from games.color_gin.view import View
from games.dealer import Line
from games.engine import Chair, Seat, Text, say
from games.knowledge import Knowledge, Possible

JOKER: Final = "*"
"""Either joker: they cannot be told apart."""


class Follower:
    """Follows the cards of a round."""

    def __init__(self, options: Options, seats: int, you: Seat | None, box: Sequence[Card] = CARDS) -> None:
        """`box`: all cards but the jokers."""
        self._you, self._box = you, box
        self._in_box = len(JOKERS) if options.mode == "jokers" else 0
        self._view: View | None = None
        self._taken: list[list[Card]] = [[] for _ in range(seats)]
        self._pile: list[Card] = []
        self._has_joker: Seat | None = None

    def follow(self, view: View, lines: Sequence[Line]) -> None:
        self._view = view
        for line in lines:
            self._hear(line)

    def _hear(self, line: Line) -> None:
        match line.sight:
            case TurnedUp(card):
                self._taken, self._pile, self._has_joker = [[] for _ in self._taken], [card], None
            case Took(seat, card):
                self._taken[seat].append(self._pile.pop())
            case Discarded(seat, card):
                self._pile.append(card)
                self._taken[seat] = [taken for taken in self._taken[seat] if taken != card]
        if line.kind == "drew_joker":
            self._has_joker = line.seat

    def places(self) -> list[Possible]:
        view = self._view
        if view is None:
            return []
        under = self._pile[:-1] if view.showdown is None else self._pile
        pile = [Possible(say("In the discard pile, under the top card"), [*under], [])] if under else []
        return [*self._dealt(view), *pile]

    def _dealt(self, view: View) -> Iterator[Possible]:
        """The hidden hands and the deck, with what is certainly there, and with any of the unseen cards in the rest."""
        jokers = self._in_box - (self._has_joker is not None)
        dealt = [*self._hands(view), (say("The deck"), [JOKER] * jokers, view.deck)]
        with_room = [where for where, certain, size in dealt if size > len(certain)]
        for where, certain, size in dealt:
            unseen = self._unseen(view) if where in with_room else []
            if with_room == [where]:
                yield Possible(where, [*certain, *unseen], [])
            else:
                yield Possible(where, [*certain, *[None] * (size - len(certain))], unseen)

    def _hands(self, view: View) -> Iterator[tuple[Text, list[str], int]]:
        """The hands that do not lie open: where, the cards that are certainly there, and how many there are."""
        if view.showdown is not None:
            return
        for seat, taken in enumerate(self._taken):
            if seat != self._you:
                certain = [*in_order(taken), *[JOKER] * (seat == self._has_joker)]
                yield say("The hand of {seat}", seat=Chair(seat)), certain, view.hands[seat]

    def _unseen(self, view: View) -> list[str]:
        seen = {*self._pile, *(view.hand or ())}
        seen |= {card for seat, taken in enumerate(self._taken) if seat != self._you for card in taken}
        if view.showdown is not None:
            seen |= {view.showdown.shed, *(card for hand in view.showdown.hands for card in laid_open(hand))}
        return [card for card in self._box if card not in seen]


def laid_open(hand: Laid) -> list[Card]:
    """All cards of a hand at a showdown."""
    melded = [card for meld in hand.melds for card in meld]
    return [*melded, *hand.leftovers, *(card for card, _ in hand.laid_off)]


KNOWLEDGE: Final = Knowledge({card: named(card) for card in CARDS} | {JOKER: say("joker")}, Follower)
