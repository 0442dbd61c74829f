"""Games played to the end by careful bots, for tests that look at every step."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from typing import Any, Final

import pytest
from msgspec import Struct
from msgspec.structs import replace

from games import GAMES
from games.bot import Seeded
from games.engine import Game, State
from games.playthrough import Playthrough, Step, variants
from tests.support.effort import LONG, amount

GAMES_PLAYED: Final = amount(2, 12)

AT_LENGTH: Final = {"color_gin": {"target": 25}}
"""Options for games with long matches: by day a short one shows as much."""

TABLES = [pytest.param(game, seats, id=f"{game.key}-{seats}") for game in GAMES.values() for seats in game.seats]
at_every_table = pytest.mark.parametrize(("game", "seats"), TABLES)
of_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def played(game: Game, seats: int, seed: str, options: Struct | None = None) -> Playthrough:
    """A whole game; the same for the same seed."""
    playthrough = Playthrough(game, seats, options or game.Options(), Seeded(seed))
    for _ in playthrough.to_the_end():
        pass
    return playthrough


def usual(game: Game) -> Any:
    """The options to use where they do not matter."""
    return game.Options(**AT_LENGTH.get(game.key, {}))


@cache
def sample(key: str, seats: int) -> list[Playthrough]:
    """Some games at a table of this size."""
    game = GAMES[key]
    return [played(game, seats, f"{key}/{seats}/{number}", usual(game)) for number in range(GAMES_PLAYED)]


def some_variants(game: Game, seats: int) -> Iterator[Any]:
    """Every option in turn; by day in short games, some at tables of one size, and others at the next."""
    if LONG:
        return variants(game)
    in_short = dict.fromkeys(replace(options, **AT_LENGTH.get(game.key, {})) for options in variants(game))
    return islice(in_short, game.seats.index(seats), None, len(game.seats))


@cache
def with_options(key: str, seats: int) -> list[Playthrough]:
    """A game with each of those options."""
    game = GAMES[key]
    return [played(game, seats, f"options {n}", options) for n, options in enumerate(some_variants(game, seats))]


def states(playthrough: Playthrough) -> Iterator[State]:
    yield playthrough.start
    yield from (step.after for step in playthrough.steps)


def steps(playthrough: Playthrough) -> Iterator[tuple[State, Step]]:
    """Each step with the state before it."""
    return zip(states(playthrough), playthrough.steps, strict=False)


def all_steps(game: Game, seats: int) -> Iterator[tuple[Any, Step]]:
    """The steps of some games at a table of this size, each with the state before it."""
    return chain.from_iterable(steps(playthrough) for playthrough in sample(game.key, seats))


def some_states(game: Game, seats: int, games: int, most: int) -> list[State]:
    """At most about this many states, spread evenly over these games."""
    every = [g for playthrough in sample(game.key, seats)[:games] for g in states(playthrough)]
    return every[:: 1 + len(every) // most]
