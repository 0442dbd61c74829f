"""What the lines of Sin Color tell of."""

from typing import Literal, TypeAlias

from games import dealer

LineKind: TypeAlias = Literal[
    "arranged",
    "turned_over",
    "offered",
    "no_trade",
    "traded",
    "gave",
    "threw",
    "threw_null",
    "acts_first",
    "sunk",
    "raised",
    "paid",
    "paid_nothing",
    "no_match",
]
"""What a line tells of."""
Dealer: TypeAlias = dealer.DealerOf[LineKind]
