"""What the lines of TCNCCC tell of."""

from typing import Literal, TypeAlias

from games import dealer

LineKind: TypeAlias = Literal[
    "first_turn",
    "drew",
    "placed",
    "full",
    "lifted",
    "lifted_empty",
    "kept",
    "kept_nothing",
    "no_pair",
    "gave_back",
    "drew_kept",
    "drew_nothing",
    "out",
    "removed",
]
"""What a line tells of."""
Dealer: TypeAlias = dealer.DealerOf[LineKind]
