"""What the lines of Color Dice tell of."""

from typing import Literal, TypeAlias

from games import dealer

LineKind: TypeAlias = Literal[
    "first_turn",
    "threw",
    "threw_again",
    "attack_first",
    "counter_first",
    "attack",
    "no_attack",
    "counter",
    "no_counter",
    "locked",
]
"""What a line tells of."""
Dealer: TypeAlias = dealer.DealerOf[LineKind]
