"""All five games, played against bots by ear alone; and what the pages of this player and of a spectator did
meanwhile."""

import math
import re
from typing import Any

import pytest

from tests.browser.ears import Ears
from tests.browser.guests import Guest
from tests.browser.listening import listen
from tests.browser.tables import Tables
from tests.support.effort import amount

# As short as possible: few seats, but four in Desfases, so that each plays one suit; and high bonuses in Color Gin, so
# that a random player soon loses.
GAMES: dict[str, dict[str, Any]] = {
    "tcnccc": {"seats": 2},
    "sin_color": {"seats": 3},
    "desfases": {"seats": 4, "suits": "random"},
    "color_gin": {"seats": 2, "target": 25, "gin_bonus": 50, "undercut_bonus": 50, "two_each": "total"},
    "color_dice": {"seats": 2, "dummies": "none"},
}
WHOLE = 10_000
# Announcements of cards that a player of Color Gin has just moved within their own hand.
OWN_CARDS = "(Set|Run|A group, not yet a meld|Deadwood): "
# What the prompt says of a pick, which waits for a second press.
PICKS = "If it is empty, you are out|You decide, as the next turn"
# Actions that others repeat are announced once, when they pause: tests/browser/test_noise.py.
NOISE = ".+ (threw again|turned over a coin[.]|turned coins over)"
MOST_MS = 900
THROWN_MS = 1600
"""Until dice thrown into a tray, perhaps after a trade, have been seen there, and are at home."""
IDLE = {"rotate", "strokeDashoffset"}
"""The rays of the sun at the end, and the line that walks round the tile of a bot: they go on, and are no move."""
# Changes are ringed for two seconds: nothing moves, a ring fades.
RING = {"opacity", "outlineColor", "borderTopColor", "borderRightColor", "borderBottomColor", "borderLeftColor"}


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_by_ear(game: str, cleo: Guest, lively: Guest, tables: Tables) -> None:
    """Cleo, who asks for reduced motion, plays; Liv, who does not, watches. Every question has an answer that can be
    reached by keys, and TCNCCC is played to its end."""
    table = await tables.gather(cleo, game=game, **GAMES[game])
    for seat in range(1, GAMES[game]["seats"]):
        await table.lines[0].send(type="seat_bot", seat=seat, level="medium")
    await table.lines[0].see_table(lambda shown: all(seat["bot"] for seat in shown["seats"][1:]))
    player, onlooker = await listen(cleo, table.room), await listen(lively, table.room)
    line = await cleo.context.new_cdp_session(player.page)
    await line.send("Accessibility.enable")
    ears = Ears(player.page, line, seed=1)
    await table.lines[0].send(type="start")
    await ears.play(WHOLE if game == "tcnccc" else amount(by_day=5, long=WHOLE))
    await line.detach()  # until then the browser keeps its accessibility tree up to date
    # Everything has a name and can be told apart.
    assert ears.pressed
    assert sorted(ears.unclear) == []
    # Every question, every public event and the result are announced once, and nothing else.
    for page in (player, onlooker):
        await page.has_said_all(but=re.compile(f"{OWN_CARDS}|{PICKS}|{NOISE}"))
    # No push takes the focus away; nothing moves with reduced motion, and nothing for long without.
    assert await player.page.evaluate("() => [...lost, ...moving]") == []
    moving = await onlooker.page.evaluate("() => moving")
    assert moving or game == "sin_color"  # there, perhaps, Cleo has only turned over coins of her own so far
    most = THROWN_MS if game in ("color_dice", "sin_color") else MOST_MS
    long = [of for of in moving if of["milliseconds"] > most and not RING.issuperset(of["changes"])]
    assert [of for of in long if of["milliseconds"] < math.inf or not IDLE.issuperset(of["changes"])] == []
