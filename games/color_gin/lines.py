"""What the lines of Color Gin tell of."""

from typing import Literal, TypeAlias

from games import dealer

LineKind: TypeAlias = Literal[
    "dealt",
    "turned_up",
    "passed",
    "took",
    "drew",
    "drew_joker",
    "must_draw",
    "discarded",
    "void",
    "gin",
    "knock",
    "scored",
    "undercut",
    "no_score",
    "won_suits",
]
"""What a line tells of."""
Dealer: TypeAlias = dealer.DealerOf[LineKind]
