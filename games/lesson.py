"""A first lesson: the beginning of a game at a table that teaches it.

The rules are the usual ones. Of many deals one is chosen whose beginning happens to explain the game, by playing them
ahead: the bots as they are going to play, the pupil as the guide on the page advises. A pupil who does something else
plays an ordinary game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from games.engine import Move, Seat, State

PUPIL: Final[Seat] = 0


@dataclass(frozen=True)
class Lesson:
    """The opening that teaches a game. Its functions are given states in which the pupil is asked."""

    seats: int
    options: Struct
    fits: Callable[[Any], bool]
    """Whether the pupil may begin here."""
    advice: Callable[[Any], Move | None]
    """The guide's advice; None if it has none that is good."""
    has_scored: Callable[[Any], bool]
    """Whether the pupil has reached the first success in this game."""
    begins: Callable[[Any], bool] | None = None
    """Whether the pupil takes over now; until then bots play for everybody. None: the pupil plays from the first
    question on."""


def is_asked(g: State) -> bool:
    """Whether the pupil is asked."""
    return g.question is not None and PUPIL in g.question.seats
