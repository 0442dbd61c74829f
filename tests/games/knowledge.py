"""What lies open in each game: facts written from its rules, without a look at its view.

Two states in which the same lies open must look the same to whoever comes to the table now.
"""

from collections.abc import Callable
from typing import Any

from games.engine import Seat
from games.tcnccc.rules import GivingBack, Placing


def tcnccc(g: Any, you: Seat | None) -> tuple[Any, ...]:
    """RULES.md, "The table" and decisions 3 and 17: the same for everybody."""
    over = g.question is None
    room_left = any(len(under_lid) < g.options.capacity for under_lid in g.cylinders.values())
    return (
        g.turn,
        tuple(map(tuple, g.held)),
        tuple(g.out),
        tuple(g.cylinders),
        g.turns_left,
        len(g.bag) == 0,
        g.question.piece if isinstance(g.question, Placing) else None,
        # It is told when nothing can be drawn; but only at the beginning of a turn.
        over or isinstance(g.question, Placing | GivingBack) or (bool(g.bag) and room_left),
        isinstance(g.question, GivingBack),
        over,
    )


OPEN_FACTS: dict[str, Callable[[Any, Seat | None], tuple[Any, ...]]] = {"tcnccc": tcnccc}
