"""The ranking: places by the rules of the game, and the meaning of each seat's score, in words.

A score is a bare number. Its game knows whether more is better, and of what, so no page has to guess.
"""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from games.engine import Game
from games.text import Seat, Text


class Place(Struct, frozen=True):
    """A seat's place, from 1, and what it has: "Coins left: 2". Equal seats share a place, and the next one is
    skipped."""

    place: int
    """The place, from 1; equals share one."""
    has: Text
    """The seat's score, in words."""


class Ended(Protocol):
    """How a game ended, by its rules or as recorded."""

    @property
    def winners(self) -> Sequence[Seat]: ...

    @property
    def scores(self) -> Sequence[int]: ...

    @property
    def team(self) -> int | None: ...


def places(game: Game, ended: Ended) -> list[Place] | None:
    """Places by seat; None if there is no ranking: a team won or failed together, or the game was broken off."""
    if not ended.winners or ended.team is not None:
        return None
    back = [_how_far_back(game, seat in ended.winners, score) for seat, score in enumerate(ended.scores)]
    return [
        Place(1 + sum(other < own for other in back), game.has(score))
        for own, score in zip(back, ended.scores, strict=True)
    ]


def _how_far_back(game: Game, has_won: bool, score: int) -> tuple[int, ...]:
    """A sort key, best first. Winners share the first place, whatever else they have."""
    return (0,) if has_won else (1, score if game.fewest_first else -score)
