"""What comes to a browser on a first visit, and what is left in it. tests/test_weight.py counts the bytes."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.async_api import Page, ViewportSize, expect

from games import GAMES
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.longer import speak
from tests.browser.look import Look
from tests.browser.players import Lifter
from tests.browser.tables import Tables
from tests.browser.traffic import Traffic
from tests.browser.watching import over
from tests.conftest import House
from tests.weighing import weigh

ALWAYS_KEPT = {"tertulia:settings", "tertulia:name"}
WATCH_SHIFTS = """globalThis.shifts = [];
const where = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
const moved = ({ node, previousRect, currentRect }) =>
    `${node?.textContent.trim().slice(0, 40)} from ${where(previousRect)} to ${where(currentRect)}`;
new PerformanceObserver((list) => shifts.push(...list.getEntries().flatMap(({ sources }) => sources.map(moved))))
    .observe({ type: "layout-shift", buffered: true });"""


# Where the bar stands, and where it stands while nothing after it has come.
BAR_THEN_AND_AT_FIRST = """() => {
    const bar = document.querySelector(".bar");
    const place = () => JSON.stringify(bar.getBoundingClientRect());
    const then = place();
    while (bar.nextElementSibling) bar.nextElementSibling.remove();
    return [then, place()];
}"""
FILM = re.compile(r"/(film|figures)\.(js|css)\?")
"""What a friend at a table that gathers is shown when all else is there."""


async def visit(guest: Guest, path: str) -> tuple[Page, Traffic]:
    """A new tab of this guest's at a room, until it has fetched all that it wants."""
    page = await guest.context.new_page()
    traffic = await Traffic.of(page)
    await page.goto(guest.base_url + path)
    await Look(page).is_ready()
    await page.wait_for_load_state("networkidle")
    return page, traffic


async def assert_all_was_named(guest: Guest, traffic: Traffic, path: str, language: str = "en") -> None:
    """Nothing was fetched but what the page itself names: all of it could come at once."""
    async with httpx.AsyncClient(base_url=guest.base_url) as client:
        named = await weigh(client, path, language)
    fetched = {each.url for each in traffic.fetched if not FILM.search(each.url)}
    assert fetched <= {guest.base_url + address for address in named}, str(traffic)


@pytest.mark.parametrize("game", GAMES)
async def test_a_room_comes_at_once_and_nothing_moves_meanwhile(
    guests: Guests, ann: Guest, tables: Tables, game: str
) -> None:
    table = await tables.play(ann, *["Bo", "Dee"][: GAMES[game].seats[0] - 1], game=game)
    path = f"/t/{table.room}"
    for screen, language in ((PHONE, "en"), (LAPTOP, "fr")):
        stranger = await guests.stranger(**screen)
        await stranger.context.add_init_script(WATCH_SHIFTS)
        await speak(stranger, language)
        page, traffic = await visit(stranger, path)
        assert await page.evaluate("() => shifts") == []
        await assert_all_was_named(stranger, traffic, path, language)


async def assert_bar_is_painted_where_it_stays(page: Page, screen: tuple[int, int]) -> None:
    await page.set_viewport_size(ViewportSize(width=screen[0], height=screen[1]))
    await expect(page.locator("html")).to_have_attribute("data-ready", "true")
    then, at_first = await page.evaluate(BAR_THEN_AND_AT_FIRST)
    assert at_first == then


@pytest.mark.parametrize("screen", [(390, 844), (844, 390), (1440, 900)], ids=str)
async def test_the_bar_of_a_page_that_has_come_only_in_part_is_where_it_stays(
    ann: Guest, tables: Tables, house: House, screen: tuple[int, int]
) -> None:
    table = await tables.play(ann, "Bo", game="color_gin")
    await assert_bar_is_painted_where_it_stays(await ann.open(f"/t/{table.room}"), screen)
    await assert_bar_is_painted_where_it_stays(await ann.open(f"/t/{await over(house)}/replay"), screen)


async def test_a_table_that_gathers_comes_at_once_too_and_later_only_the_page_itself(
    guests: Guests, ann: Guest, tables: Tables
) -> None:
    path = f"/t/{(await tables.gather(ann, seats=3)).room}"
    stranger = await guests.stranger()
    await stranger.context.add_init_script(WATCH_SHIFTS)
    page, traffic = await visit(stranger, path)
    await expect(page.locator(".film .scene")).to_be_visible()
    assert await page.evaluate("() => shifts") == []
    await assert_all_was_named(stranger, traffic, path)
    page, traffic = await visit(stranger, path)
    assert [each.url for each in traffic.fetched] == [page.url]


BACKGROUND = "() => getComputedStyle(document.documentElement).backgroundColor"
# The name of everything that was ever kept.
NOTE_WHAT_IS_KEPT = """() => {
    globalThis.kept = [];
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...item) { kept.push(item[0]); setItem.apply(this, item); };
}"""
LEFT = """async () => ({
    cookie: document.cookie,
    session: Object.keys(sessionStorage),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
})"""


async def test_nothing_is_left_in_the_browser_but_settings_and_a_name(guests: Guests) -> None:
    """After a table was opened, a theme chosen, something said, and a game played to its end."""
    page = await (await guests.stranger()).choose()
    await page.get_by_role("radiogroup", name="Seats").get_by_role("radio", name="2").check(force=True)
    await page.get_by_role("textbox", name="Your name").fill("Uma")
    await page.keyboard.press("Enter")
    look = Look(page)
    await look.is_ready()
    await page.evaluate(NOTE_WHAT_IS_KEPT)
    light = await page.evaluate(BACKGROUND)
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("radio", name="Dark").check()
    dark = await page.evaluate(BACKGROUND)
    assert dark != light
    await page.keyboard.press("Escape")
    await page.keyboard.press("/")
    await page.keyboard.type("Good evening")
    await page.keyboard.press("Enter")
    await look.button("Give to a bot, seat 2").click()
    await look.button("Start").click()
    await Lifter(look, draws=1).play_to_the_end()
    unanswered = f"tertulia:unanswered:{page.url.rpartition('/')[2]}"
    assert unanswered in await page.evaluate("() => kept")
    assert set(await page.evaluate("() => kept")) <= {*ALWAYS_KEPT, unanswered}
    assert set(await page.evaluate("() => Object.keys(localStorage)")) <= ALWAYS_KEPT
    left: dict[str, Any] = await page.evaluate(LEFT)
    assert left == {"cookie": "", "session": [], "caches": [], "databases": 0, "workers": 0}
    await look.reload()
    assert await page.evaluate(BACKGROUND) == dark
