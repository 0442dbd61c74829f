"""What browsers do to a page on their own: translate its words."""

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.hosts import open_tab
from tests.browser.tables import Tables, asked_look
from tests.browser.test_rules import rules_page

# As the translators of Chromium and Safari do it: each text goes away, and other elements come in its place. What is
# drawn later is translated too.
TRANSLATE = """() => {
    const translate = (root) => {
        const texts = [];
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) texts.push(walker.currentNode);
        for (const text of texts) {
            if (!text.data.trim() || text.parentElement.closest("[translate=no], svg, script, font")) continue;
            const font = document.createElement("font");
            font.textContent = `in translation: ${text.data}`;
            text.replaceWith(font);
        }
    };
    translate(document.body);
    new MutationObserver((changes) => { for (const { target } of changes) translate(target); })
        .observe(document.body, { childList: true, subtree: true });
}"""


async def test_what_a_table_says_is_so_now_also_where_a_browser_translates(ann: Guest, tables: Tables) -> None:
    table, look = await asked_look(ann, tables)
    await look.page.evaluate(TRANSLATE)
    await look.shows(await table.draw_and_place(1))
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_visible()
    log = await open_tab(look, "Log")
    await expect(log.get_by_role("listitem").filter(has_text="Ann placed a piece.")).to_be_visible()


async def test_the_rules_are_translated_but_for_the_step_that_a_figure_shows(ann: Guest) -> None:
    page = await rules_page(ann, "tcnccc")
    await page.evaluate(TRANSLATE)
    await expect(page.get_by_role("article").get_by_text("in translation: ").first).to_be_visible()
    example = page.locator("figure").filter(has=page.get_by_role("button", name="One step forward")).first
    await example.get_by_role("button", name="One step forward").click()
    await expect(example.locator(".where")).to_have_text("Step 2 of 4.")
