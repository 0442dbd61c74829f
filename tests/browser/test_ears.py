"""Whole games of all five, played by somebody who only hears the page, against bots; and what the pages of this player
and of an onlooker did meanwhile."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from tests.browser.ears import Ears
from tests.browser.guests import LAPTOP, SMALL_LAPTOP, Guests
from tests.browser.listening import Listener, listen
from tests.browser.tables import Tables

# As short as each can be: few seats, but in Desfases four, so that each plays one suit; and in Color Gin high bonuses,
# so that whoever plays at random has soon lost.
GAMES: dict[str, dict[str, Any]] = {
    "tcnccc": {"seats": 2},
    "sin_color": {"seats": 3},
    "desfases": {"seats": 4, "suits": "random"},
    "color_gin": {"seats": 2, "target": 25, "gin_bonus": 50, "undercut_bonus": 50, "two_each": "total"},
    "color_dice": {"seats": 2, "dummies": "none"},
}
# What a player of Color Gin is told of cards that he has just moved within his own hand.
OWN_CARDS = re.compile(r"(Set|Run|A group, not yet a meld|Left over): ")
MOST_MS = 600
# What has changed is ringed for two seconds: nothing moves, a colour goes.
RING = {"outlineColor", "borderTopColor", "borderRightColor", "borderBottomColor", "borderLeftColor"}


@dataclass
class Played:
    """A game that is over: who played it by ear, and the pages."""

    ears: Ears
    player: Listener
    onlooker: Listener

    @property
    def pages(self) -> tuple[Listener, Listener]:
        """Of the player and of the onlooker."""
        return self.player, self.onlooker


@pytest_asyncio.fixture(params=GAMES, scope="module", loop_scope="session")
async def played(request: pytest.FixtureRequest, everybody: Guests) -> AsyncIterator[Played]:
    """Cleo, who wants nothing to move, has played this game to its end; Liv, who likes it, has watched."""
    cleo = await everybody.get("Cleo", **SMALL_LAPTOP)
    liv = await everybody.get("Liv", **LAPTOP, reduced_motion="no-preference")
    tables = Tables()
    table = await tables.gather(cleo, game=request.param, **GAMES[request.param])
    for seat in range(1, GAMES[request.param]["seats"]):
        await table.lines[0].send(type="seat_bot", seat=seat, level="careful")
    player, onlooker = await listen(cleo, table.room), await listen(liv, table.room)
    ears = await Ears.at(player.page, seed=1)
    await table.lines[0].send(type="start")
    await ears.play_to_the_end()
    await onlooker.shows(await player.seq())
    yield Played(ears, player, onlooker)
    await tables.close()
    await everybody.leave()


@pytest.mark.timeout(240)
async def test_a_whole_game_is_played_by_ear(played: Played) -> None:
    """Whatever is asked finds an answer that can be walked to, and the result is said."""
    assert played.ears.pressed
    assert (await played.player.said())[-1] == played.player.to_be_said()[-1]


async def test_everything_has_a_name_and_can_be_told_apart(played: Played) -> None:
    assert sorted(played.ears.unclear) == []


async def test_every_question_and_every_public_event_is_said_once_and_nothing_else(played: Played) -> None:
    for page in played.pages:
        said = [sentence for sentence in await page.said() if not OWN_CARDS.match(sentence)]
        assert said == page.to_be_said()


async def test_no_push_takes_the_focus_away(played: Played) -> None:
    assert await played.player.lost() == []


async def test_nothing_moves_before_those_who_want_rest(played: Played) -> None:
    assert await played.player.moving() == []


async def test_nothing_moves_for_longer_than_600_ms(played: Played) -> None:
    moving = await played.onlooker.moving()
    assert moving
    assert [
        found for found in moving if found["milliseconds"] > MOST_MS and not RING.issuperset(found["changes"])
    ] == []
