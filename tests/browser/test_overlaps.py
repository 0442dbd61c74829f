"""Nothing that is said on a table lies on something else, also where the page is magnified twofold."""

from __future__ import annotations

from random import Random

import pytest
from playwright.async_api import Page, ViewportSize, expect

from games import GAMES
from tests.browser.guests import PHONE, Guests
from tests.browser.tables import Tables
from tests.browser.test_layout import measures
from tests.browser.walks import TABLES, step

SCREENS = {"phone": (390, 844), "laptop": (1440, 900), "laptop at 200 %": (720, 450)}
LONG = ("Jean-Philippe", "Christopher B", "Konstantina", "Guillermina", "Ana Sofía")
SHORT = ("Bo", "Dee", "Fay", "Guy", "Ina")


async def overlaps(page: Page) -> list[str]:
    """What is wrong in windows of all these sizes."""
    measure, faults = await measures(page), []
    for name, (width, height) in SCREENS.items():
        await page.set_viewport_size(ViewportSize(width=width, height=height))
        faults += [f"{name}: {fault}" for fault in await measure.evaluate("(measure) => measure.overlaps()")]
    return faults


@pytest.mark.parametrize("names", [LONG, SHORT], ids=["long names", "short names"])
@pytest.mark.parametrize("own", [True, False], ids=["asked", "another is asked"])
@pytest.mark.parametrize("game", GAMES)
async def test_words_do_not_lie_on_anything(
    guests: Guests, tables: Tables, game: str, own: bool, names: tuple[str, ...]
) -> None:
    host = await guests.stranger("Guest", **PHONE)
    seats, options = TABLES[game]
    table = await tables.play(host, *names[: seats - 1], game=game, **options)
    chance = Random(1)
    while (0 in table.frame["asked"]) is not own:
        await step(table, chance)
    look = await host.look_at(table.room)
    assert await overlaps(look.page) == []


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
