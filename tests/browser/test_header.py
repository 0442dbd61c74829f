"""The bar on top of a room keeps to one line on every phone, whatever the language and the game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from playwright.async_api import ViewportSize, expect

from app.i18n import LANGUAGES
from games import GAMES
from tests.browser.device import device
from tests.browser.guests import PHONE, Guests
from tests.browser.longer import speak
from tests.browser.tables import Tables

LONG = "A game with a title that is longer than any phone is wide"
# Of everything in the bar: what it says, on how many lines, from where to where, and how much of it is cut off.
BAR = """() => {
    const boxes_of = (node) => {
        const is_text = node.nodeType === Node.TEXT_NODE;
        if (!is_text && !(node instanceof Element)) return [];
        if (!is_text && (node.classList?.contains("count") || getComputedStyle(node).clipPath !== "none")) return [];
        if (!is_text) return [...node.childNodes].flatMap(boxes_of);
        const words = document.createRange();
        words.selectNodeContents(node);
        return [...words.getClientRects()].filter(({ width }) => width);
    };
    const lines_of = (boxes) => (boxes.some((box) => boxes.some(({ bottom }) => bottom <= box.top + 2)) ? 2 : 1);
    const parts = [...document.querySelectorAll(".bar h1, .tools > *")].filter((each) => each.checkVisibility());
    return parts.map((each) => {
        const { left, right } = each.getBoundingClientRect();
        const cut = each.scrollWidth - each.clientWidth;
        return { says: each.textContent.trim(), lines: lines_of(boxes_of(each)), left, right, cut };
    });
}"""

COUNT_ON_WORDS = """() => {
    const [words, count] = document.querySelector(".rail-toggle").children;
    return words.getBoundingClientRect().right - count.getBoundingClientRect().left;
}"""


async def test_the_bar_with_the_bell_keeps_to_one_line(guests: Guests, tables: Tables) -> None:
    uma = await guests.stranger("Uma", **PHONE)
    await uma.context.add_init_script(device())
    table = await tables.play(uma, "Bo")
    titles = [*(game.title for game in GAMES.values()), LONG]
    for language in LANGUAGES:
        await speak(uma, language)
        await table.pass_to(0)
        look = await uma.look_at(table.room)
        await table.draw_and_place(1)
        await expect(look.page.locator("[data-focus=bell]")).to_be_visible()
        await table.say(1, f"Good evening: {language}")
        await expect(look.page.locator(".rail-toggle .count")).to_be_visible()
        for width in (390, 360):
            await look.page.set_viewport_size(ViewportSize(width=width, height=844))
            assert await look.page.evaluate(COUNT_ON_WORDS) <= 0
            for title in titles:
                await look.page.evaluate("(title) => { document.querySelector('.bar h1').textContent = title; }", title)
                assert_one_line(await look.page.evaluate(BAR), width, title)


def assert_one_line(parts: list[dict[str, Any]], width: int, title: str) -> None:
    assert len(parts) == 5
    assert [part for part in parts if part["lines"] != 1] == [], (width, title)
    assert all(one["right"] <= two["left"] for one, two in pairwise(parts)), (width, parts)
    assert parts[-1]["right"] <= width, parts
    assert title == LONG or parts[0]["cut"] <= 0, parts
