"""A person who plays against bots skips to their own turn, by a button or a key."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.hosts import open_tab
from tests.browser.listening import Listener, listen
from tests.browser.tables import Tables
from tests.conftest import House

PAUSE_S = 30.0  # without skipping, no bot answers in this test
HURRIES_S = 0.5


async def against_bots(guest: Guest, tables: Tables, game: str) -> Listener:
    """A game against two bots, at which a bot is asked."""
    table = await tables.gather(guest, game=game, seats=3)
    for seat in (1, 2):
        await table.lines[0].send(type="seat_bot", seat=seat, level="medium")
    await table.lines[0].see_table(lambda shown: all(seat["bot"] for seat in shown["seats"][1:]))
    await table.lines[0].send(type="start")
    look = await listen(guest, table.room)
    while (await table.catch_up(0)) and table.frame["asked"] == [0]:
        await table.play(**table.frame["choices"][0]["move"])
    return look


@pytest.mark.parametrize("way", ["button", "key"])
async def test_bots_are_skipped_by_a_button_or_a_key(
    way: str, ann: Guest, tables: Tables, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page shows where that led, all lines are in the log, and a summary is read aloud."""
    bots = house.app.state.services.bots
    monkeypatch.setattr(bots, "_pause", PAUSE_S)
    monkeypatch.setattr("app.services.bots.FAST", HURRIES_S / PAUSE_S)
    look = await against_bots(ann, tables, "color_dice")
    await expect(look.button("Skip to my turn")).to_be_visible()
    await (look.button("Skip to my turn").click() if way == "button" else look.page.keyboard.press("s"))
    await expect(look.page.locator("html:not([data-asked=''])")).to_have_count(1)
    await expect(look.button("Skip to my turn")).to_have_count(0)
    log = await open_tab(look, "Log")
    await expect(log.get_by_text(re.compile("(Doña Remedios|Herr Lindner) threw")).first).to_be_visible()
    assert any(re.match(r"New in the log: \d+\.", said) for said in await look.said())
