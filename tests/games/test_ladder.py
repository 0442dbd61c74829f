"""Each level of a bot is better than the one below, and leaves it a chance."""

from itertools import pairwise
from typing import Final

import pytest

from games import GAMES
from games.bot import LEVELS, SEARCHING, Level, effort
from tests.support.effort import LONG, amount
from tools.arena import Costs, contest, wilson

LEAST: Final = 1.3
"""The share of games that a bot wins against the level below, as a multiple of its fair share …"""
MOST: Final = 0.9
"""… and the most of them."""
STEPS: Final = [*pairwise(LEVELS)]
BY_DAY: Final = [
    *((key, "easy", "medium") for key in ("desfases", "sin_color", "tcnccc")),
    ("tcnccc", "medium", "good"),
]
"""Steps that are measured in a second or two."""


def test_those_who_search_look_further_the_better_they_are() -> None:
    for game in GAMES.values():
        efforts = [effort(game, level) for level in SEARCHING]
        assert 0 < efforts[0] < efforts[-1] == 1.0 and efforts == sorted(efforts)


@pytest.mark.parametrize(
    ("key", "below", "level"), [(key, *step) for key in GAMES for step in STEPS] if LONG else BY_DAY
)
def test_a_level_is_not_clearly_too_near_to_the_one_below_nor_too_far(key: str, below: Level, level: Level) -> None:
    game, number = GAMES[key], amount(24, 120)
    seats = game.seats[0]
    won = sum(contest(game, seats, game.Options(), (level, below), number, "ladder", {level: Costs(), below: Costs()}))
    low, high = wilson(won, number)
    assert high >= LEAST / seats
    assert low <= MOST
