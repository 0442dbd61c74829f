"""What the tools have in common."""

from __future__ import annotations

from games import GAMES
from games.engine import Game


class Mistaken(Exception):
    """What was asked for cannot be done; the text says why."""


def named(key: str | None) -> list[Game]:
    """The game of this key; all of them for None."""
    return [GAMES[key]] if key else [*GAMES.values()]
