"""Games among medium bots: their states, and who won."""

from collections.abc import Iterator
from typing import Any, Final

from games import GAMES
from games.bot import Seeded
from games.odds import shares
from games.playthrough import Playthrough

TEST_ONE_IN: Final = 4
"""One in this many games is held out of the fit, to test it."""


def walks(key: str, seats: int, games: int) -> Iterator[tuple[list[Any], list[float], bool]]:
    """For each game, its states, each seat's share of the win, and whether it is held out; always the same games."""
    game = GAMES[key]
    for number in range(games):
        walk = Playthrough(game, seats, game.Options(), Seeded(f"fitting/{key}/{seats}/{number}"))
        states = [walk.start, *(step.after for step in walk.to_the_end())]
        outcome = game.outcome(walk.state)
        assert outcome is not None, "the game was played to its end"
        yield states, shares(outcome), number % TEST_ONE_IN == 0
