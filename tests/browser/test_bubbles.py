"""What people say and how they react is seen beside their figures, and covers no piece."""

from typing import Final

import pytest
from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.measured import resize
from tests.browser.tables import Tables, seen
from tests.browser.walks import COMPANY, OTHERS

WORDS: Final = "Come on, that was my cylinder, and everybody at this table knows it, even the heron!"

COVERED: Final = """() => {
    const box = (node) => node.getBoundingClientRect();
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const pieces = document.querySelectorAll("main :is(.piece, .packed, .cd-die-drawn, .cd-pawn-drawn)");
    const inside = ({ left, top, right, bottom }) =>
        left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return [...document.querySelectorAll(".bubble")].map((bubble) => [
        getComputedStyle(bubble).visibility, inside(box(bubble)),
        [...pieces].filter((piece) => piece.checkVisibility() && meet(box(piece), box(bubble))).length,
    ]);
}"""
"""Of each bubble: whether it is seen, in the window, and how many pieces it covers."""


SIZES: Final = ((1280, 720), (390, 844))


@pytest.mark.parametrize("game", ["tcnccc", "color_dice", "desfases"])
async def test_what_others_say_and_feel_covers_no_piece(ann: Guest, tables: Tables, game: str) -> None:
    table, look = await seen(ann, tables.play(ann, *OTHERS[: COMPANY[game] - 1], game=game))
    fine = [["visible", True, 0]] * (COMPANY[game] - 1)
    for size in SIZES:
        await resize(look.page, size)
        for seat in range(1, COMPANY[game]):
            await table.say(seat, WORDS)
        await expect(look.page.locator(".speech.placed")).to_have_count(len(fine))
        assert await look.page.evaluate(COVERED) == fine
        for line in table.lines[1:]:
            await line.send(type="react", what="bravo")
        await expect(look.page.locator(".reaction.placed")).to_have_count(len(fine))
        assert await look.page.evaluate(COVERED) == fine
        await expect(look.page.locator(".bubble")).to_have_count(0, timeout=15_000)
