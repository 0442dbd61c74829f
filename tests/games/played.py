"""Games played to the end by careful bots, for the tests that look at every step of them."""

from functools import cache
from typing import Final

from msgspec import Struct

from games import GAMES
from games.bot import Seeded
from games.engine import Game
from games.playthrough import Playthrough

MOST_GAMES: Final = {"color_gin": 3}
"""A match of these goes on and on: so many show as much as many games of the others."""


def played(game: Game, seats: int, seed: str, options: Struct | None = None) -> Playthrough:
    """A whole game; the same one for the same seed."""
    playthrough = Playthrough(game, seats, options or game.Options(), Seeded(seed))
    for _ in playthrough.to_the_end():
        pass
    return playthrough


@cache
def sample(key: str, seats: int, games: int) -> list[Playthrough]:
    """That many games at a table of that size, with the usual options; fewer of a long game."""
    games = min(games, MOST_GAMES.get(key, games))
    return [played(GAMES[key], seats, f"{key}/{seats}/{number}") for number in range(games)]
