"""The policy of rollouts: sensible play by a few comparisons, as in bot.py, but thousands of times a second.

About the other hand it knows only how good hands usually are after as many turns.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, Self

from games.color_gin.deadwood import deadwood, least_useful, makes_a_meld
from games.color_gin.evaluator import MOST_TO_KNOCK, Bits
from games.color_gin.laid_open import WayOut, best_ways_out, every_way_out
from games.color_gin.model import Round
from games.color_gin.options import Options
from games.color_gin.prospects import NOBODY
from games.color_gin.tally import Tally, wanted
from games.dealer import Chance
from games.engine import Seat

MOST_OF_ALL: Final = 100
"""Ten cards never have more deadwood."""
HIGHEST: Final = 10
"""The most that a card counts."""
LEFT_AT_FIRST: Final = 47
STAYS_EACH_TURN: Final = 0.9
"""Typical deadwood in the other hand at first, and the part of it that remains after each turn."""
PARTS: Final = (0.25, 0.7, 1.2, 2.0)
"""Hands differ: these factors of the expected deadwood are about equally likely."""
WORTH_WAITING_FOR: Final = 25
"""Points in one suit, at the start of a match. A patient player stays in for less."""


class World(Round):
    """A round that is played out by this policy."""

    __slots__ = ("hasty",)

    hasty: Seat
    """The seat that goes out as soon as that is worth anything; the other waits until it is worth more."""

    def clone(self) -> Self:
        other = super().clone()
        other.hasty = self.hasty
        return other

    def playout(self, chance: Chance) -> Sequence[float]:
        """Play to the end of the round."""
        while self.phase != "over":
            self.go_on()
        return self.shares()

    def go_on(self) -> None:
        match self.phase:
            case "upcard" | "turn":
                self.get_a_card()
            case "shedding":
                self.shed()
            case _:
                self.go_out_with_joker()

    def go_out_with_joker(self) -> None:
        """Go out with any number of points, but with gin if possible."""
        ways = every_way_out(self.hands[self.turn], MOST_OF_ALL)
        self.go_out(max([way for way in ways if way.is_gin] or ways, key=self.gain))

    def get_a_card(self) -> None:
        if self.may_take() and self.is_worth_taking():
            self.take()
        elif self.phase == "upcard":
            self.pass_on()
        else:
            self.draw()

    def is_worth_taking(self) -> bool:
        """Whether the discard makes a meld, or makes it possible to go out."""
        hand, top = self.hands[self.turn], self.top
        before = deadwood(hand)
        if not makes_a_meld(hand, top) and before > MOST_TO_KNOCK + HIGHEST:
            return False
        ten = (hand | top) ^ least_useful(hand | top, top, wanted(self.tally, self.turn))
        after = deadwood(ten)
        if makes_a_meld(hand, top) and after < before:
            return True
        return after <= MOST_TO_KNOCK and self.best_way_out(ten) is not None

    def shed(self) -> None:
        hand = self.hands[self.turn]
        card = least_useful(hand, self.kept, wanted(self.tally, self.turn))
        if way := self.best_way_out(hand ^ card):
            self.hands[self.turn] = hand ^ card
            self.go_out(way)
        else:
            self.discard(card)

    # --- Going out ------------------------------------------------------------------------------------------

    def best_way_out(self, ten: Bits) -> WayOut | None:
        """The best way out; None if it is better to stay in."""
        if deadwood(ten) > MOST_TO_KNOCK:
            return None
        ways = (every_way_out if self.tally.options.is_team else best_ways_out)(ten)
        gain, way = max([(self.gain(way), way) for way in ways], default=(0.0, None))
        return way if gain > self.least_gain() else None

    def least_gain(self) -> float:
        return 0.0 if self.turn == self.hasty else worth_it(self.tally.options)

    def gain(self, way: WayOut) -> float:
        """The expected addition to the share of the match."""
        like = WayOut(way.points, way.spoils, (), way.is_gin)
        return gain_of(self.tally, self.turn, like, self.turns)


@lru_cache(maxsize=1 << 11)
def gain_of(tally: Tally, seat: Seat, way: WayOut, turns: int) -> float:
    """The gain, averaged over the possible deadwood of the other hand."""
    if not tally.open_to(way):
        return 0.0
    expected = LEFT_AT_FIRST * STAYS_EACH_TURN**turns
    then = [tally.after(seat, way, round(expected * part)).share(seat) for part in PARTS]
    return sum(then) / len(then) - tally.share(seat)


@cache
def worth_it(options: Options) -> float:
    """The share of a match that going out must add to be worth it. For a team anything that helps is."""
    if options.is_team:
        return 0.0
    return Tally(options, (WORTH_WAITING_FOR, *[0] * 7), (NOBODY,) * 4).share(0) - 0.5
