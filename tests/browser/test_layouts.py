"""Each game in windows of every shape: nothing is cut or lies on anything else, and on most of them what is asked and
one's own hand are in sight without scrolling. The usual screens of every decision are looked at in test_walks.py."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.measured import MAGNIFIED, assert_fits, measures, resize
from tests.browser.tables import Tables
from tests.browser.walks import OTHERS, TABLES, step

BETWEEN_BARS = (390, 664)
UNUSUAL = [BETWEEN_BARS, (667, 375), MAGNIFIED, (2560, 1440)]
"""A phone between the bars of its browser, a small one on its side, a laptop at 200 %, a big screen."""
MAGNIFIED_PHONE = (195, 422)
"""At 200 %, too: there everything is larger for the finger than the page knows."""
WITHOUT_SCROLLING = [(390, 844), BETWEEN_BARS, (844, 390), (667, 375), (768, 1024), MAGNIFIED, (2560, 1440)]
BROKEN_NAMES = """() => Array.from(document.querySelectorAll(".opponents .name"), (name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    const lines = new Set(Array.from(words.getClientRects(), ({ top }) => Math.round(top)));
    return lines.size > 1 ? name.textContent : "";
}).filter(Boolean)"""
OUT_OF_SIGHT = """() => [".prompt", ".place", ".felt"].filter((part) => {
    const { top, bottom } = document.querySelector(part).getBoundingClientRect();
    const bar = document.querySelector(".bar");
    const end = getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
    return top < 0 || bottom > end + 1;
})"""


@pytest.mark.parametrize("game", TABLES)
async def test_a_game_fits_windows_of_every_shape(finger: Guest, tables: Tables, game: str) -> None:
    look = await asked(finger, tables, game)
    await assert_fits(look.page, *UNUSUAL)
    measure = await measures(look.page)
    await resize(look.page, MAGNIFIED_PHONE)
    assert await measure.evaluate("(measure, width) => measure.faults(width)", MAGNIFIED_PHONE[0]) == []
    assert await look.page.evaluate(BROKEN_NAMES) == []
    for size in (*UNUSUAL, (844, 390)):
        await resize(look.page, size)
        assert await measure.evaluate("(measure) => measure.overlaps()") == [], size
    for size in WITHOUT_SCROLLING:
        await resize(look.page, size)
        assert await look.page.evaluate(OUT_OF_SIGHT) == [], size


async def asked(host: Guest, tables: Tables, game: str) -> Look:
    """A table with as many as it seats, where the host is asked and something has been played."""
    seats, options = TABLES[game]
    table = await tables.play(host, *OTHERS[: seats - 1], game=game, **options)
    chance = Random(1)
    await step(table, chance)
    while table.frame["you"] not in table.frame["asked"]:
        await step(table, chance)
    look = await host.look_at(table.room)
    await look.shows(table.frame["seq"])
    return look
