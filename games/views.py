"""Views that are the same for everybody."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.questions import State
from games.text import Seat

V = TypeVar("V", bound=Struct)


class seen_by_all(Generic[V]):
    """Makes a game's view from one that is the same for every seat and every spectator, and is not told who looks. The
    frame computes it once for all viewers of a moment."""

    def __init__(self, view: Callable[[Any], V]) -> None:
        update_wrapper(self, view)
        self._view = view

    def __call__(self, g: State, you: Seat | None) -> V:
        return self._view(g)
