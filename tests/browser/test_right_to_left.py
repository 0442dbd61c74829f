"""Names and words written from right to left leave the order of everything around them as it is."""

import re

import pytest
from playwright.async_api import Page, expect

from games import GAMES
from tests.browser.feeding import FEED
from tests.browser.guests import Guest, Guests
from tests.browser.hosts import open_tab
from tests.browser.look import RESULT, Look
from tests.browser.tables import Tables

DANI = "דני"
LAMA = "لمى"

BESIDE_OTHERS = """(names) => {
    const told = [];
    const look = (where, text) => {
        for (const name of names)
            for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
                if (text[at - 1] !== "\\u2068") told.push(`${where}: ${text.trim()}`);
    };
    for (const node of document.querySelectorAll("body *")) {
        if (node.matches("script, [dir=auto]")) continue;
        for (const { name, value } of node.attributes) look(name, value);
        for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE) look(node.localName, child.data);
    }
    look("title", document.title);
    return told;
}"""
"""Places where one of these names is not isolated."""

LEFT_TO_RIGHT = """(row, words) => {
    const walk = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    const places = words.map((word) => {
        walk.currentNode = row;
        while (walk.nextNode()) {
            const at = walk.currentNode.data.indexOf(word);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(walk.currentNode, at);
            range.setEnd(walk.currentNode, at + word.length);
            const { x, y } = range.getBoundingClientRect();
            return [y, x];
        }
    });
    return places;
}"""
"""Where these words of a row begin: line by line, from the left."""


async def stands_apart(page: Page) -> None:
    """Check that every name on the page is isolated, and that there is one."""
    assert await page.get_by_text(DANI).count()
    assert await page.evaluate(BESIDE_OTHERS, [DANI, LAMA]) == []


async def test_the_words_of_a_line_stay_in_order(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, DANI)
    look = Look(await ann.open(f"/t/{table.room}", FEED))
    await look.is_ready()
    await look.page.evaluate(
        """() => {
        line = () => ({ ...plain(), text: { text: "Counterattack by {one} on {other} 12: {count} pawns",
            with: { one: { seat: 0 }, other: { seat: 1 }, count: 3 } } });
        tell(1);
    }""".replace("plain()", "{ seq: frame.seq + ++told, seat: 0, yours: false, fades: false, sight: null }")
    )
    row = (await open_tab(look, "Log")).locator(".log li").first
    await expect(row).to_contain_text("Counterattack")
    places = await row.evaluate(LEFT_TO_RIGHT, ["Counterattack", "Ann", "on", DANI, "12", "3", "pawns"])
    assert places == sorted(places)


@pytest.mark.parametrize("game", GAMES)
async def test_names_stand_apart_wherever_they_are_put(guests: Guests, ann: Guest, tables: Tables, game: str) -> None:
    """While people gather, play, propose, talk and watch, at the end, and in the replay."""
    dani = await guests.stranger(DANI)
    others = [LAMA, "Dee"][: GAMES[game].seats[0] - 1]
    table = await tables.gather(dani, *others, game=game)
    await tables.enter(await (await guests.stranger()).friend(), table.room, LAMA + "2")
    look = await dani.look_at(table.room)
    await stands_apart(look.page)
    await table.start()
    await table.say(1, DANI + "?")
    await table.lines[1].send(type="react", what="wow")
    await table.lines[1].send(type="propose", matter="end")
    await expect(look.main.get_by_role("group", name=re.compile(re.escape(LAMA)))).to_be_visible()
    for tab in ("Log", "Chat", "People"):
        await open_tab(look, tab)
        await stands_apart(look.page)
    for line in [table.lines[0], *table.lines[2:]]:
        await line.send(type="agree", yes=True)
    await table.lines[0].hear("results", lambda heard: bool(heard["games"]))
    await open_tab(look, "Results")
    await stands_apart(look.page)
    watcher = await ann.look_at(table.room)
    await stands_apart(watcher.page)
    page = await dani.open(f"/t/{table.room}/replay")
    await expect(page.locator("html")).to_have_attribute("data-ready", "true")
    await page.get_by_role("button", name="To the end").click()
    await stands_apart(page)
    await stands_apart(await dani.open("/"))


async def test_names_stand_apart_when_somebody_has_won(guests: Guests, tables: Tables) -> None:
    dani = await guests.stranger(DANI)
    table = await tables.play(dani, LAMA)
    await table.end()
    look = await dani.look_at(table.room)
    await expect(look.prompt(RESULT)).to_be_visible()
    await expect((await open_tab(look, "Results")).get_by_role("table").get_by_text(DANI)).to_be_visible()
    await stands_apart(look.page)
