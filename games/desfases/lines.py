"""What the lines of Desfases tell of."""

from typing import Literal, TypeAlias

from games import dealer

LineKind: TypeAlias = Literal[
    "first_turn",
    "suit",
    "die",
    "moved",
    "stayed",
    "scored",
    "thrown_away",
    "used",
    "fed",
    "stopped",
    "revealed",
    "points",
]
"""What a line tells of."""
Dealer: TypeAlias = dealer.DealerOf[LineKind]
