"""Nothing that is said on a table lies on something else. Every decision is looked at in test_walks.py."""

from __future__ import annotations

from random import Random

from playwright.async_api import expect

from tests.browser.guests import PHONE, Guests
from tests.browser.measured import overlaps
from tests.browser.tables import Tables
from tests.browser.walks import step

LONG = ("Jean-Philippe", "Christopher B", "Konstantina", "Guillermina", "Ana Sofía")


async def test_a_long_name_leaves_room_for_the_tools_of_a_hand(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger("Konstantina Maximili", **PHONE)
    look = await host.look_at((await tables.play(host, "Bo", game="color_gin")).room)
    cards = look.main.locator("[data-focus^=card-]")
    await cards.first.tap()
    await cards.last.tap()
    await expect(look.button("Best grouping")).to_be_visible()
    assert await overlaps(look.page) == []


async def test_what_somebody_does_never_covers_a_name(guests: Guests, tables: Tables) -> None:
    """Six sit at the table, and one after the other is asked."""
    host = await guests.stranger("Maximilian K.", **PHONE)
    table = await tables.play(host, *LONG, game="color_dice")
    look = await host.look_at(table.room)
    chance, asked, faults = Random(2), set[int](), []
    while len(asked) < 6:
        if table.turn not in asked:
            await look.shows(table.frame["seq"])
            faults += await overlaps(look.page)
        asked.add(table.turn)
        await step(table, chance)
    assert faults == []
