"""Another line costs a page with a long log, or a long chat, no more than one with a short one: rows stay as they are
drawn. How many milliseconds that takes: benchmarks/messages.py."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.feeding import FEED
from tests.browser.guests import Guest
from tests.browser.hosts import open_tab
from tests.browser.look import Look
from tests.browser.tables import Tables

MANY = 1_200
MOST_DRAWN = 150
CHANGES_FOR_A_ROW = 3
"""Nodes that come and go, or whose text or attributes change, with a line: its row between two marks of lit."""
CHANGES = """async (happens) => {
    let changes = 0;
    const watching = new MutationObserver((seen) => {
        for (const { addedNodes, removedNodes } of seen) changes += addedNodes.length + removedNodes.length || 1;
    });
    watching.observe(document.querySelector("#panel ol"),
        { subtree: true, childList: true, attributes: true, characterData: true });
    globalThis[happens](1);
    await drawn();
    watching.disconnect();
    return changes;
}"""


async def fed(guest: Guest, tables: Tables) -> Look:
    """A page that can be given lines."""
    table = await tables.play(guest, "Bo")
    look = Look(await guest.open(f"/t/{table.room}", FEED))
    await look.is_ready()
    return look


async def give(page: Page, what: str, many: int) -> None:
    """So many further lines, or messages."""
    await page.evaluate(f"async (many) => {{ {what}(many); await drawn(); }}", many)


@pytest.mark.parametrize(("tab", "what"), [("Log", "tell"), ("Chat", "chat")])
async def test_another_line_changes_little_however_many_there_are(
    ann: Guest, tables: Tables, tab: str, what: str
) -> None:
    look = await fed(ann, tables)
    panel = await open_tab(look, tab)
    if tab == "Chat":
        await expect(panel.get_by_role("group", name="React")).to_be_visible()  # it comes with a part of its own
    await give(look.page, what, MANY)
    rows = panel.get_by_role("listitem")
    for nth in range(3):
        assert await look.page.evaluate(CHANGES, what) == CHANGES_FOR_A_ROW, nth
        assert await rows.count() <= MOST_DRAWN + 1
    newest = rows.first if tab == "Log" else rows.last
    await expect(newest).to_contain_text(str(MANY + 3))


async def test_earlier_lines_of_a_long_log_come_when_asked_for(ann: Guest, tables: Tables) -> None:
    look = await fed(ann, tables)
    await give(look.page, "tell", 180)
    rows = (await open_tab(look, "Log")).locator(".log > li")
    await expect(rows.first).to_contain_text("drew: 180")
    assert await rows.count() <= MOST_DRAWN
    await look.rail.get_by_role("button", name="Earlier").click()
    await expect(rows.filter(has_text="drew: ")).to_have_count(180)


async def test_nothing_is_drawn_in_a_rail_that_nobody_sees(ben: Guest, tables: Tables) -> None:
    look = await fed(ben, tables)
    await give(look.page, "tell", 20)
    await expect(look.page.locator("#panel *")).to_have_count(0)
    panel = await open_tab(look, "Log")
    await expect(panel.get_by_text("drew: 20")).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(look.page.locator("#panel *")).to_have_count(0)
