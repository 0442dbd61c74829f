"""The session blindfold: two copies of the whole application, whose hidden state differs in what one viewer cannot
know, send that viewer the same bytes, whatever anybody at the table does."""

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from games import GAMES
from games.playthrough import viewers
from tests.blindfold.comparing import Compared, compared, difference, first_copy, other_copy
from tests.blindfold.sayings import commands_of_pages
from tests.blindfold.scripts import NAMES, Wish
from tests.blindfold.visits import visits
from tests.support.effort import LONG, amount

SIZES: Final = {"tcnccc": 3, "sin_color": 3, "desfases": 2, "color_gin": 2, "color_dice": 2}
"""By day."""
ASKS_EVERYTHING: Final = {"color_gin", "tcnccc"}
HIDES_LITTLE: Final = {"color_dice", "desfases"}
"""Nothing, or nothing so early in a game."""

pytestmark = pytest.mark.usefixtures("settings")
"""Which makes the empty database that is copied, outside the event loop."""


async def blindfolded(folder: Path, wish: Wish) -> Compared:
    everybody = viewers(wish.seats)
    it = await compared(folder, wish, everybody if LONG else everybody[-2:])  # by day the last seat, and onlookers
    assert it.differences == []
    return it


def wish_for(game: str, seed: str, seats: int, **more: Any) -> Wish:
    """By day the last player asks for every route of two of the games."""
    asks = [NAMES[seats - 1]] if game in ASKS_EVERYTHING else []
    return Wish(game, seats, seed, amount(10, 200), sweeps=None if LONG else asks, **more)


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_is_sent_anything_that_depends_on_what_they_may_not_know(game: str, tmp_path: Path) -> None:
    """Every seat, its other devices, onlookers, big screens, and those who were given a seat or removed."""
    for number in range(amount(1, 3)):
        it = await blindfolded(tmp_path / str(number), wish_for(game, f"day {number}", SIZES[game]))
        assert it.counts["message"] > 50
        assert it.counts["answer"] > 30 or game not in ASKS_EVERYTHING
        assert it.differing > 0 or game in HIDES_LITTLE


async def test_nor_does_somebody_who_shares_a_device(tmp_path: Path) -> None:
    """What a page behind the curtain is sent is what an onlooker is sent."""
    await blindfolded(tmp_path, wish_for("sin_color", "beside", 3, beside=True))


def routes_of(app: FastAPI) -> set[tuple[str, str]]:
    return {(route.path, method) for route in iter_route_contexts(app.routes) for method in route.methods or ()}


async def test_every_command_and_every_route_is_tried_and_copies_without_a_fork_are_the_same(
    app: FastAPI, tmp_path: Path
) -> None:
    """A new command or route belongs into sayings.py or visits.py. What differs between copies comes from what is
    hidden: nothing else does."""
    wish = Wish("color_gin", 2, "everything", 10)
    author, sent = await first_copy(tmp_path / "one", wish)
    assert author.says.keys() == commands_of_pages()
    assert {kind.__struct_config__.tag for kind in commands_of_pages()} <= author.said.keys()
    assert author.visited.keys() == visits(author, "ann").keys() == routes_of(app)
    assert Counter(one.what for one in sent)["call"] > 0
    again = await other_copy(tmp_path / "other", wish.seed, author.script, None)
    assert [difference(viewer, sent, again) for viewer in (None, 0, 1)] == [None] * 3
