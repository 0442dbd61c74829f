"""The worth of a board to each player, from which their chances to win follow.

The figures were fitted to who won 1,600 games of two and of four careful bots, by `python -m tools.fitting color_dice`:
from each turn's beginning, a conditional logit. Tables of three and six play well by those of four. Between two most
areas are full of dummies, and everything counts differently.
"""

from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import Final

from games.color_dice.board import PAWNS, Board
from games.engine import Seat

_COUNTS: Final = range(PAWNS)


@dataclass(frozen=True)
class Figures:
    """What the worth of a board to a player is the sum of. Only differences between players matter."""

    outside: tuple[float, ...]
    """By number of pawns outside, where they cannot strike. With none there a player can attack freely."""
    home: tuple[float, ...]
    """By number of pawns at home; the last is for more, too."""
    gathered: tuple[float, ...]
    """By number of pawns in one foreign area …"""
    owned: float
    """… and extra for each pair of one of them and one of the area owner's pawns beside it …"""
    crowded: float
    """… or one of other players' pawns."""
    tempo: float
    """For the player about to throw; it decreases evenly to the one who has just done so."""

    @cached_property
    def at_home(self) -> tuple[float, ...]:
        """The worth of each number of pawns at home."""
        return self.home + self.home[-1:] * (PAWNS + 1 - len(self.home))

    @cached_property
    def abroad(self) -> tuple[tuple[tuple[float, ...], ...], ...]:
        """The worth of pawns in one foreign area, by their number, that of the area owner's and that of others' pawns
        beside them; nine have won."""
        return tuple(tuple(tuple(self._beside(*each) for each in row) for row in plane) for plane in _EVERY)

    def _beside(self, own: int, owners: int, others: int) -> float:
        return self.gathered[own] + own * (self.owned * owners + self.crowded * others)


_EVERY: Final = [[[(own, owners, others) for others in _COUNTS] for owners in _COUNTS] for own in _COUNTS]

FOR_TWO: Final = Figures(
    outside=(0.0, -1.194, -1.288, -1.437, -1.788, -1.694, -1.716, -2.134, -1.362, -1.918),
    home=(0.0, 0.427, -0.084, -0.075, 0.067, 0.067),
    gathered=(0.0, -0.179, 0.385, 0.425, 0.434, 0.442, 0.259, 0.38, 0.255),
    owned=-0.056,
    crowded=-0.159,
    tempo=0.3,
)
FOR_MORE: Final = Figures(
    outside=(0.0, -0.59, -0.721, -0.903, -1.087, -1.204, -1.603, -1.982, -1.67, -1.734),
    home=(0.0, -0.346, -0.456, -0.422, -0.625, -0.612),
    gathered=(0.0, -0.011, 0.128, 0.137, 0.091, 0.13, 0.258, 0.754, 1.16),
    owned=-0.028,
    crowded=-0.056,
    tempo=0.635,
)


def figures(players: int) -> Figures:
    """Those for this many players."""
    return FOR_TWO if players == 2 else FOR_MORE


def chances(board: Board, turn: Seat) -> list[float]:
    """Each player's chance to win, when this seat is about to throw."""
    players = board.players
    by = figures(players)
    outside, at_home, abroad = by.outside, by.at_home, by.abroad
    worths = [
        by.tempo * (players - 1 - 2 * ((seat - turn) % players)) / players + outside[board.outside[seat]]
        for seat in range(players)
    ]
    for area, row in enumerate(board.areas):
        pawns, owners = sum(row), row[area]
        for seat in range(players):
            own = row[seat]
            if own:
                worths[seat] += at_home[own] if seat == area else abroad[own][owners][pawns - owners - own]
    most = max(worths)
    powers = [exp(worth - most) for worth in worths]
    whole = sum(powers)
    return [power / whole for power in powers]
