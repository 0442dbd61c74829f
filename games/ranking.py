"""Who came in where: places by the rules of the game, and what each seat has in the end, in words.

A score is a bare number. Whether more or fewer is better, and of what, its game knows: no page has to guess.
"""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from games.engine import Game
from games.text import Seat, Text


class Place(Struct, frozen=True):
    """Where a seat came in, from 1 on, and what it has: "Coins left: 2". Whoever is level shares a place, and the
    next one is left out."""

    place: int
    has: Text


class Ended(Protocol):
    """How a game ended, as the rules say it or as it was written down."""

    @property
    def winners(self) -> Sequence[Seat]: ...

    @property
    def scores(self) -> Sequence[int]: ...

    @property
    def team(self) -> int | None: ...


def places(game: Game, ended: Ended) -> list[Place] | None:
    """By seat; None where nobody is ahead of anybody: a team won or failed together, or the game was broken off."""
    if not ended.winners or ended.team is not None:
        return None
    back = [_how_far_back(game, seat in ended.winners, score) for seat, score in enumerate(ended.scores)]
    return [
        Place(1 + sum(other < own for other in back), game.has(score))
        for own, score in zip(back, ended.scores, strict=True)
    ]


def _how_far_back(game: Game, has_won: bool, score: int) -> tuple[int, ...]:
    """Less is further ahead. Winners share the first place, whatever else they have."""
    return (0,) if has_won else (1, score if game.fewest_first else -score)
