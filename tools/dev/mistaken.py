"""Shared by the tools: usage errors, and games by key."""

from games import GAMES
from games.engine import Game


class Mistaken(Exception):
    """The request cannot be carried out; the message says why."""


def named(key: str | None) -> list[Game]:
    """The game of this key; all games for None."""
    return [GAMES[key]] if key else [*GAMES.values()]
