"""What a viewer with a perfect memory could know of everything hidden, from what they were sent and nothing else.

A replay through somebody's eyes shows it, and a game in practice, unless remembering is the game there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Protocol

from msgspec import Struct

from games.dealer import Line
from games.engine import Game, Seat, State, Text


class Possible(Struct, frozen=True):
    """A hidden place, and what it may hold. Nothing else is possible, and each of these is."""

    where: Text
    """The place in words."""
    holds: list[str | None]
    """What it holds, from the bottom up, from the top down or in no order, as `where` says. Each by its name among the
    things of the game, or as a number; null: one of `could`."""
    could: list[str]
    """What else it could hold, each once."""


class Follower(Protocol):
    """Follows a game through somebody's eyes, and forgets nothing."""

    def follow(self, view: Any, lines: Sequence[Line]) -> None:
        """`view`: what they saw after a step; `lines`: what had reached them in it."""

    def places(self) -> list[Possible]:
        """Everything hidden from them now."""


@dataclass(frozen=True)
class Knowledge:
    """How one game is followed."""

    things: Mapping[str, Text]
    """The names of what its places hold, in words."""
    follower: Callable[[Any, int, Seat | None], Follower]
    """(options, seats, viewer): one who follows a game from its beginning."""
    tells_in_play: Callable[[Any], bool] = lambda options: True
    """Whether it may be told while a game with these options is played: not where players have to remember it."""


class Lens:
    """What a viewer could know after each step of a game. Moves that were taken back count as never seen."""

    def __init__(self, game: Game, follower: Follower, you: Seat | None, undone: Iterable[int] = ()) -> None:
        """`undone`: the events of moves that are taken back later."""
        self._game, self._follower, self._you = game, follower, you
        self._undone = frozenset(undone)
        self._before: dict[int, Follower] = {}

    def after(self, seq: int, g: State, lines: Iterable[Line], taken_back: int = 0) -> list[Possible]:
        """Everything hidden after this event. `lines`: its lines; `taken_back`: the event since which this one takes
        everything back; 0: none."""
        if taken_back:
            self._follower = self._before[taken_back]
        elif seq in self._undone:
            self._before[seq] = deepcopy(self._follower)
        # Of the state no more than the view: a follower cannot know what its viewer was not sent.
        self._follower.follow(self._game.view(g, self._you), [line for line in lines if line.reaches(self._you)])
        return self._follower.places()
