"""A round of Color Gin and its score sheet as numbers, to be played on in thought.

It goes by the rules of rules.py, but every card lies somewhere: whoever makes such a round has dealt what is hidden.
"""

from collections.abc import Sequence
from typing import Final, Literal, Self, TypeAlias

from games.color_gin.deadwood import Bit
from games.color_gin.evaluator import Bits, Spoils, Way, bits, spoiled_by
from games.color_gin.laid_open import WayOut, count_against, laid_out
from games.color_gin.moves import Discard, Draw, GoOut, Pass, Take
from games.color_gin.options import Options
from games.color_gin.prospects import share_of_first, share_of_team
from games.color_gin.rules import LEFT_WHEN_VOID, TAKES_IN_A_ROW
from games.dealer import Chance
from games.engine import Move, Seat

Phase: TypeAlias = Literal["upcard", "turn", "shedding", "joker", "over"]

JOKER: Final[Bit] = 0
"""In the deck; in a hand it is no card at all."""


class Round:
    """One round, from any question on."""

    __slots__ = (
        "closed", "dealing", "deck", "hands", "kept", "options", "phase",
        "scores", "shut", "takes", "top", "turn", "turns",
    )  # fmt: skip

    options: Options
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
    scores: list[int]
    """The first seat's suits, then the second's."""
    closed: list[int]
    """For each suit the seat that has won it, or nobody."""
    shut: Spoils
    """The suits that are closed."""

    def clone(self) -> Self:
        other = object.__new__(type(self))
        other.options, other.dealing, other.phase = self.options, self.dealing, self.phase
        other.turn, other.turns, other.takes = self.turn, self.turns, self.takes
        other.hands, other.deck = self.hands[:], self.deck[:]
        other.top, other.kept, other.shut = self.top, self.kept, self.shut
        other.scores, other.closed = self.scores, self.closed  # until somebody scores
        return other

    def play(self, seat: Seat, move: Move, chance: Chance) -> None:
        """Carries out an answer to the pending question. After a round nothing is left to do but to go on."""
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
                self.go_out(self._laid_out(tuple(bits(meld) for meld in melds)))

    def _laid_out(self, melds: tuple[Bits, ...]) -> WayOut:
        spoils = 0
        for meld in melds:
            spoils |= spoiled_by(meld)
        return laid_out(self.hands[self.turn], Way(sum(melds), 0, spoils, melds))

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

    # --- The end of a round ---------------------------------------------------------------------------------

    def go_out(self, way: WayOut) -> None:
        """The hand whose turn it is has shed a card already."""
        self.phase = "over"
        if suits := way.may_score(self.shut):
            melds = () if way.is_gin else way.melds
            by_out, points = self.scored(way, count_against(self.hands[1 - self.turn], melds))
            self.score(self.turn if by_out else 1 - self.turn, points, suits)

    def scored(self, way: WayOut, against: int) -> tuple[bool, int]:
        """Whether whoever goes out scores, and how much."""
        if way.is_gin:
            return True, against + self.options.gin_bonus
        if way.points < against:
            return True, against - way.points
        if way.points == against and self.options.equal_counts == "nobody":
            return False, 0
        return False, way.points - against + self.options.undercut_bonus

    def score(self, seat: Seat, points: int, suits: Spoils) -> None:
        self.scores, self.closed = self.scores[:], self.closed[:]
        for suit in range(4):
            if suits >> suit & 1:
                self.scores[seat * 4 + suit] += points
                if self.scores[seat * 4 + suit] >= self.options.target and points:
                    self.closed[suit] = seat
                    self.shut |= 1 << suit

    def shares(self) -> Sequence[float]:
        """Each seat's share of the match as the sheet stands."""
        return shares(self.scores, self.closed, self.options)


def shares(scores: Sequence[int], closed: Sequence[int], options: Options) -> tuple[float, float]:
    if options.is_team:
        together = share_of_team(scores, closed, options.target)
        return together, together
    first = share_of_first(scores, closed, options.target)
    return first, 1 - first
