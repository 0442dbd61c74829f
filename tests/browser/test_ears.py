"""Games of all five, played by somebody who only hears the page, against bots; and what the pages of this player and of
an onlooker did meanwhile."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.amounts import amount
from tests.browser.ears import Ears
from tests.browser.guests import Guest
from tests.browser.listening import listen
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
WHOLE = 10_000
# What a player of Color Gin is told of cards that he has just moved within his own hand.
OWN_CARDS = "(Set|Run|A group, not yet a meld|Deadwood): "
# What others do several times in a row is said once, when it rests: tests/browser/test_noise.py.
NOISE = ".+ (threw again|turned over a coin[.]|turned coins over)"
MOST_MS = 900
# What has changed is ringed for two seconds: nothing moves, a ring fades.
RING = {"opacity", "outlineColor", "borderTopColor", "borderRightColor", "borderBottomColor", "borderLeftColor"}


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_by_ear(game: str, cleo: Guest, lively: Guest, tables: Tables) -> None:
    """Cleo, who wants nothing to move, plays; Liv, who likes it, watches. Whatever is asked finds an answer that can be
    walked to, and TCNCCC is played to its end."""
    table = await tables.gather(cleo, game=game, **GAMES[game])
    for seat in range(1, GAMES[game]["seats"]):
        await table.lines[0].send(type="seat_bot", seat=seat, level="medium")
    player, onlooker = await listen(cleo, table.room), await listen(lively, table.room)
    ears = await Ears.at(player.page, seed=1)
    await table.lines[0].send(type="start")
    await ears.play(WHOLE if game == "tcnccc" else amount(by_day=5, long=WHOLE))
    await ears.leave()
    # Everything has a name and can be told apart.
    assert ears.pressed
    assert sorted(ears.unclear) == []
    # Every question, every public event and the result are said once, and nothing else.
    for page in (player, onlooker):
        await page.has_said_all(but=re.compile(f"{OWN_CARDS}|{NOISE}"))
    # No push takes the focus away; nothing moves before those who want rest, and for nobody for long.
    assert await player.lost() == []
    assert await player.moving() == []
    moving = await onlooker.moving()
    assert moving
    assert [of for of in moving if of["milliseconds"] > MOST_MS and not RING.issuperset(of["changes"])] == []
