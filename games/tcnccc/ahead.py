"""TCNCCC played ahead: some turns by good players, and what the position then promises."""

from collections.abc import Sequence
from typing import Final

from games.dealer import Chance
from games.tcnccc.model import GONE, Table
from games.tcnccc.policy import step
from games.tcnccc.worth import chances

TURNS_AHEAD: Final = 6


class World(Table):
    """A table from which the search plays on."""

    __slots__ = ()

    def playout(self, chance: Chance) -> Sequence[float]:
        """Play some turns; returns each seat's share of the win, or its chance to win."""
        last = self.turns_left - TURNS_AHEAD
        while self.shares is None and (self.turns_left > last or self.pays or self.drawn != GONE):
            step(self, chance)
        return self.shares or chances(self)
