"""A first lesson: how a game begins at a table that teaches it.

Nothing is played by other rules there. Of many deals one is taken whose beginning happens to explain the game. Which
ones do is found by playing them ahead: the bots as they are going to play, the pupil as the guide on the page advises.
A pupil who does something else plays an ordinary game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from games.engine import Move, Seat, State

PUPIL: Final[Seat] = 0


@dataclass(frozen=True)
class Lesson:
    """The opening that teaches a game. Its functions look at a state in which the pupil is asked."""

    seats: int
    options: Struct
    fits: Callable[[Any], bool]
    """Whether the pupil may begin here."""
    advice: Callable[[Any], Move | None]
    """What the guide advises; None where it has no good advice."""
    has_scored: Callable[[Any], bool]
    """Whether the pupil has got what counts first in this game."""
    begins: Callable[[Any], bool] | None = None
    """Whether the pupil takes over, until which bots play for everybody; None: the pupil plays from the first question
    on."""


def is_asked(g: State) -> bool:
    """Whether the pupil is."""
    return g.question is not None and PUPIL in g.question.seats
