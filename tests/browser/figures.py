"""The rules page of a game, and what its figures show in every step."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, Page, expect

from app.web.rules_pages import rules_of
from tests.browser.guests import Guest

IN_EVERY_STEP = """(figure) => {
    const look = %s;
    const [back, on] = ["first", "last"].map((end) => figure.querySelector(`.controls button:${end}-of-type`));
    const seen = [look(figure.querySelector(".stage"), figure)];
    while (on && !on.ariaDisabled) {
        on.click();
        seen.push(look(figure.querySelector(".stage"), figure));
    }
    while (back && !back.ariaDisabled) back.click();
    return seen;
}"""


async def rules_page(guest: Guest, game: str, language: str = "en") -> Page:
    """With all figures drawn."""
    page = await guest.open(f"/rules/{game}?language={language}")
    await expect(page.locator("article figure[data-drawn]")).to_have_count(len(rules_of(game, language).figures))
    return page


def figure(page: Page, name: str) -> Locator:
    """The figure of this name."""
    return page.locator(f"figure[data-figure={name}]")


async def in_every_step(figure: Locator, look: str) -> list[Any]:
    """What `look`, a function of a stage and its figure in JavaScript, sees in every step."""
    seen: list[Any] = await figure.evaluate(IN_EVERY_STEP % look)
    return seen
