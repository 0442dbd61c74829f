"""A program that translates pages though they ask it not to does not stop them: what it has replaced is drawn anew."""

from playwright.async_api import Page, expect

from tests.browser.guests import Guest
from tests.browser.hosts import open_tab
from tests.browser.tables import Tables, asked_look
from tests.browser.watching import over, watch
from tests.conftest import House

TRANSLATE = """() => {
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (walk.currentNode.data.trim()) texts.push(walk.currentNode);
    for (const text of texts.filter(({ parentElement }) => !parentElement.closest("script"))) {
        const [outer, inner] = ["font", "font"].map((name) => document.createElement(name));
        inner.textContent = `~${text.data}`;
        outer.append(inner);
        text.replaceWith(outer);
    }
}"""
"""As Google Translate does it."""


async def translate(page: Page) -> None:
    """Replace every text of the page."""
    await page.evaluate(TRANSLATE)
    assert await page.locator("font").count() > 5


async def test_a_table_goes_on_though_its_text_was_replaced(ann: Guest, tables: Tables) -> None:
    table, look = await asked_look(ann, tables)
    await open_tab(look, "Log")
    await translate(look.page)
    await look.shows(await table.draw_and_place(1))
    await expect(look.bar.locator("#prompt")).to_have_text("Waiting for Bo to draw or lift.")
    await expect(look.page.locator(".log li").first).not_to_contain_text("~")
    await expect(look.page.locator("#room font")).to_have_count(0)


async def test_a_replay_goes_on_though_its_text_was_replaced(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house))
    await translate(watching.page)
    await watching.page.keyboard.press("End")
    await watching.is_at(await watching.last())
    await expect(watching.page.locator("#room font")).to_have_count(0)
