"""The worth of a board to each player, from which their chances to win follow.

The figures were fitted to who won 1,600 games of four careful bots, by `python -m tools.fitting color_dice`: from each
turn's beginning, a conditional logit. Tables of three, two and six play well by them, too.
"""

from math import exp
from typing import Final

from games.color_dice.board import PAWNS, Board
from games.engine import Seat

OUTSIDE: Final = (0.0, -0.59, -0.721, -0.903, -1.087, -1.204, -1.603, -1.982, -1.67, -1.734)
"""By number of pawns outside, where they cannot strike. With none there a player can attack freely."""
HOME: Final = (0.0, -0.346, -0.456, -0.422, -0.625, -0.612)
"""By number of pawns at home: the fewer, the more were sent out."""
GATHERED: Final = (0.0, -0.011, 0.128, 0.137, 0.091, 0.13, 0.258, 0.754, 1.16)
"""By number of pawns in one foreign area. Careful players break up what is not locked …"""
OWNED: Final = -0.028
"""… and extra for each pair of one of them and one of the area owner's pawns beside it …"""
CROWDED: Final = -0.056
"""… or one of other players' pawns."""
TEMPO: Final = 0.635
"""For the player about to throw; it decreases evenly to the one who has just done so."""

AT_HOME: Final = HOME + HOME[-1:] * (PAWNS + 1 - len(HOME))
"""The same, if there are more at the beginning than with four players."""
_COUNTS: Final = range(PAWNS)
ABROAD: Final = tuple(
    tuple(tuple(GATHERED[own] + own * (OWNED * owners + CROWDED * others) for others in _COUNTS) for owners in _COUNTS)
    for own in _COUNTS
)
"""The worth of pawns in one foreign area, by their number, that of the area owner's and that of others' pawns beside
them; nine have won."""


def chances(board: Board, turn: Seat) -> list[float]:
    """Each player's chance to win, when this seat is about to throw."""
    players = board.players
    worths = [
        TEMPO * (players - 1 - 2 * ((seat - turn) % players)) / players + OUTSIDE[board.outside[seat]]
        for seat in range(players)
    ]
    for area, row in enumerate(board.areas):
        pawns, owners = sum(row), row[area]
        for seat in range(players):
            own = row[seat]
            if own:
                worths[seat] += AT_HOME[own] if seat == area else ABROAD[own][owners][pawns - owners - own]
    most = max(worths)
    powers = [exp(worth - most) for worth in worths]
    whole = sum(powers)
    return [power / whole for power in powers]
