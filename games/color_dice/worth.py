"""The worth of a board to each player, from which their chances to win follow.

The figures were fitted to who won 1,600 games of four careful bots, by `python -m tools.fitting color_dice`: from each
turn's beginning, a conditional logit. Tables of three, two and six play well by them, too.
"""

from math import exp
from typing import Final

from games.color_dice.board import PAWNS, Board
from games.engine import Seat

OUTSIDE: Final = (0.0, -0.584, -0.729, -0.86, -1.085, -1.167, -1.407, -1.641, -1.685, -1.902)
"""By number of pawns outside, where they cannot strike. With none there a player can attack freely."""
HOME: Final = (0.0, -0.412, -0.562, -0.597, -0.633, -0.577)
"""By number of pawns at home: the fewer, the more were sent out."""
GATHERED: Final = (0.0, -0.13, -0.145, -0.111, -0.067, 0.07, 0.06, 0.852, 1.462)
"""By number of pawns in one foreign area. Careful players break up what is not locked …"""
OWNED: Final = -0.007
"""… and extra for each pair of one of them and one of the area owner's pawns beside it …"""
CROWDED: Final = -0.012
"""… or one of other players' pawns."""
TEMPO: Final = 0.501
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
