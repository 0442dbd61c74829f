"""A round of Color Gin and its score sheet as numbers, for playing ahead.

It follows rules.py, but every card has a place: the hidden ones were dealt when the round was made.
"""

from collections.abc import Sequence
from typing import Final, Literal, Self, TypeAlias

from games.color_gin.cards import Meld
from games.color_gin.deadwood import Bit
from games.color_gin.evaluator import Bits, Way, bits, spoiled_by
from games.color_gin.laid_open import WayOut, count_against, laid_out
from games.color_gin.moves import Discard, Draw, GoOut, Pass, Take
from games.color_gin.rules import LEFT_WHEN_VOID, TAKES_IN_A_ROW
from games.color_gin.tally import Tally
from games.dealer import Chance
from games.engine import Move, Seat

Phase: TypeAlias = Literal["upcard", "turn", "shedding", "joker", "over"]

JOKER: Final[Bit] = 0
"""A joker in the deck; in a hand it is no card at all."""


class Round:
    """One round, from any question on."""

    __slots__ = ("dealing", "deck", "hands", "kept", "phase", "takes", "tally", "top", "turn", "turns")

    dealing: Seat
    phase: Phase
    turn: Seat
    turns: int
    takes: int
    hands: list[Bits]
    deck: list[Bit]
    """The next card is the last."""
    top: Bit
    """The only discard that anybody may take."""
    kept: Bits
    """The card just taken, which may not be shed."""
    tally: Tally

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.dealing, other.phase, other.tally = self.dealing, self.phase, self.tally
        other.turn, other.turns, other.takes = self.turn, self.turns, self.takes
        other.hands, other.deck = self.hands[:], self.deck[:]
        other.top, other.kept = self.top, self.kept
        return other

    def play(self, seat: Seat, move: Move, chance: Chance) -> None:
        """Carries out an answer to the pending question. After a round the only one is to go on."""
        match move:
            case Take():
                self.take()
            case Draw():
                self.draw()
            case Pass():
                self.pass_on()
            case Discard(card):
                self.discard(bits([card]))
            case GoOut(card, melds):
                self.hands[self.turn] &= ~bits([card])
                self.go_out(laid(self.hands[self.turn], melds))

    # --- A turn ---------------------------------------------------------------------------------------------

    def pass_on(self) -> None:
        """The dealer, who "must pass back", is the second to do so; then the first draws."""
        self.turn = 1 - self.turn
        if self.turn != self.dealing:
            self.draw()

    def may_take(self) -> bool:
        return self.takes < TAKES_IN_A_ROW

    def take(self) -> None:
        self.hands[self.turn] |= self.top
        self.kept = self.top
        self.takes += 1
        self.phase = "shedding"

    def draw(self) -> None:
        card = self.deck.pop()
        self.hands[self.turn] |= card
        self.kept = self.takes = 0
        self.phase = "joker" if card == JOKER else "shedding"

    def discard(self, card: Bit) -> None:
        self.hands[self.turn] ^= card
        self.top, self.kept = card, 0
        self.turn = 1 - self.turn
        self.turns += 1
        self.phase = "turn" if len(self.deck) > LEFT_WHEN_VOID else "over"

    def go_out(self, way: WayOut) -> None:
        """Go out with the hand whose turn it is, which has already shed a card."""
        melds = () if way.is_gin else way.melds
        self.tally = self.tally.after(self.turn, way, count_against(self.hands[1 - self.turn], melds))
        self.phase = "over"

    def shares(self) -> Sequence[float]:
        """Each seat's share of the match as the sheet stands."""
        return self.tally.share(0), self.tally.share(1)


def laid(hand: Bits, melds: Sequence[Meld]) -> WayOut:
    """Ten cards laid out in these melds."""
    sets = tuple(bits(meld) for meld in melds)
    spoils = 0
    for meld in sets:
        spoils |= spoiled_by(meld)
    return laid_out(hand, Way(sum(sets), 0, spoils, sets))
