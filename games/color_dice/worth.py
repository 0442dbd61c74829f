"""The worth of a board to each player, from which their chances to win follow.

The figures were found by trying: strong bots that go by them win most against careful ones.
"""

from math import exp
from typing import Final

from games.color_dice.board import PAWNS, Board
from games.engine import Seat

GATHERED: Final = 1 / 25
"""Of the square of the pawns that a player has in one area abroad, and once more for each …"""
OWNED: Final = 1 / 200
"""… less for each pair of one of them and one of the pawns beside it whose home the area is …"""
CROWDED: Final = 3 / 200
"""… or one of those of others."""
HOME: Final = 1 / 25
"""For each pawn at home."""
OUTSIDE: Final = (0.5, 0.18, 0.16, 0.14, 0.08, 0.0, -0.13, -0.26, -0.3, -0.38)
"""For having so many pawns outside, where they cannot strike. With none of them there a player attacks at will."""
TEMPO: Final = 0.3
"""For whoever throws now, more than for whoever has just done so; those between have less and less."""


def _abroad(own: int, owners: int, others: int) -> float:
    return GATHERED * own * (own + 1) - own * (OWNED * owners + CROWDED * others)


_COUNTS: Final = range(PAWNS + 1)
ABROAD: Final = tuple(
    tuple(tuple(_abroad(own, owners, others) for others in _COUNTS) for owners in _COUNTS) for own in _COUNTS
)
"""What so many pawns in one area abroad are worth, with so many of its owner and so many others beside them."""


def chances(board: Board, turn: Seat) -> list[float]:
    """Of each player to win, when this seat is about to throw."""
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
                worths[seat] += HOME * own if seat == area else ABROAD[own][owners][pawns - owners - own]
    most = max(worths)
    powers = [exp(worth - most) for worth in worths]
    whole = sum(powers)
    return [power / whole for power in powers]
