"""What a first visit to a room costs on the wire, and what it leaves in the browser."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, expect

from games import GAMES
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.players import Player
from tests.browser.tables import Tables
from tests.browser.traffic import Traffic

# Bytes as they come over the wire, compressed, with the headers of the answers.
MOST_SCRIPT = 40 * 1024
MOST_OF_ALL = 90 * 1024
MOST_OF_A_SECOND_GAME = 15 * 1024
MOST_REQUESTS = 20
MAY_BE_KEPT = {"tertulia:settings", "tertulia:name"}
OTHERS = {
    "tcnccc": ("Bo", "Dee"),
    "sin_color": ("Bo", "Dee"),
    "desfases": ("Bo",),
    "color_gin": ("Bo",),
    "color_dice": ("Bo", "Dee"),
}
SECOND_GAMES = [("sin_color", "tcnccc"), ("desfases", "sin_color"), ("sin_color", "desfases")]
WATCH_SHIFTS = """globalThis.shifts = [];
const where = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
const moved = ({ node, previousRect, currentRect }) =>
    `${node?.textContent.trim().slice(0, 40)} from ${where(previousRect)} to ${where(currentRect)}`;
new PerformanceObserver((list) => shifts.push(...list.getEntries().flatMap(({ sources }) => sources.map(moved))))
    .observe({ type: "layout-shift", buffered: true });"""


async def visit(guest: Guest, path: str) -> tuple[Page, Traffic]:
    """A new tab of this guest's at a room, until it has fetched all that it wants."""
    page = await guest.context.new_page()
    traffic = await Traffic.of(page)
    await page.goto(guest.base_url + path)
    await Look(page).is_ready()
    await page.wait_for_load_state("networkidle")
    return page, traffic


async def speak(guest: Guest, language: str) -> None:
    """From now on this guest reads everything in this language."""
    await guest.context.add_cookies([{"name": "language", "value": language, "url": guest.base_url}])


every_game = pytest.mark.parametrize("game", GAMES)


@every_game
async def test_a_first_visit_is_light(guests: Guests, ann: Guest, tables: Tables, game: str) -> None:
    table = await tables.play(ann, *OTHERS[game], game=game)
    _, traffic = await visit(await guests.stranger(), f"/t/{table.room}")
    print(traffic)
    assert 10_000 < traffic.weight("Script") <= MOST_SCRIPT, str(traffic)
    assert traffic.weight("Script") < traffic.weight() <= MOST_OF_ALL, str(traffic)


@pytest.mark.parametrize("language", ["en", "fr"])
@every_game
async def test_a_first_visit_asks_for_little_and_all_at_once(
    guests: Guests, ann: Guest, tables: Tables, game: str, language: str
) -> None:
    """Whatever is fetched is named by the page itself or by a style sheet that the page names."""
    table = await tables.play(ann, *OTHERS[game], game=game)
    stranger = await guests.stranger()
    await speak(stranger, language)
    page, traffic = await visit(stranger, f"/t/{table.room}")
    assert len(traffic.fetched) <= MOST_REQUESTS, str(traffic)
    sheets = {each.url for each in traffic.fetched if each.kind == "Stylesheet" and each.asked_by == page.url}
    assert [each.url for each in traffic.fetched if each.asked_by not in {page.url, *sheets}] == []
    assert {urlsplit(each.url).netloc for each in traffic.fetched} == {urlsplit(stranger.base_url).netloc}


async def test_a_table_that_gathers_is_fetched_all_at_once_too(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=3)
    page, traffic = await visit(await guests.stranger(), f"/t/{table.room}")
    assert {each.asked_by for each in traffic.fetched} == {page.url}, str(traffic)


@pytest.mark.parametrize(("before", "game"), SECOND_GAMES)
async def test_a_second_game_is_light(guests: Guests, ann: Guest, tables: Tables, before: str, game: str) -> None:
    stranger = await guests.stranger()
    first = await tables.play(ann, *OTHERS[before], game=before)
    await visit(stranger, f"/t/{first.room}")
    second = await tables.play(ann, *OTHERS[game], game=game)
    _, traffic = await visit(stranger, f"/t/{second.room}")
    print(game, traffic.weight())
    assert 0 < traffic.weight() <= MOST_OF_A_SECOND_GAME, str(traffic)


async def test_a_second_visit_brings_only_the_page_itself(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", "Dee")
    stranger = await guests.stranger()
    await visit(stranger, f"/t/{table.room}")
    page, traffic = await visit(stranger, f"/t/{table.room}")
    assert [each.url for each in traffic.fetched] == [page.url]


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
@every_game
async def test_nothing_moves_while_a_room_comes(
    guests: Guests, ann: Guest, tables: Tables, game: str, screen: dict[str, Any]
) -> None:
    table = await tables.play(ann, *OTHERS[game], game=game)
    stranger = await guests.stranger(**screen)
    await stranger.context.add_init_script(WATCH_SHIFTS)
    page, _ = await visit(stranger, f"/t/{table.room}")
    assert await page.evaluate("() => shifts") == []


async def test_nothing_is_left_in_the_browser_but_settings_and_a_name(guests: Guests) -> None:
    """After a table was opened, a theme chosen, something said, and a game played to its end."""
    page = await (await guests.stranger()).open("/")
    await page.get_by_role("group", name="Choose a game").get_by_text("TCNCCC", exact=True).click()
    await page.get_by_role("radiogroup", name="Seats").get_by_role("radio", name="2").check(force=True)
    await page.get_by_role("textbox", name="Your name").fill("Uma")
    await page.keyboard.press("Enter")
    look = Look(page)
    await look.is_ready()
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("radio", name="Dark").check()
    await page.keyboard.press("Escape")
    await page.keyboard.press("/")
    await page.keyboard.type("Good evening")
    await page.keyboard.press("Enter")
    await look.button("Give to a bot, seat 2").click()
    await look.button("Start").click()
    await Player(look, seed=1, draws=1).play_to_the_end()
    await assert_only_the_allowed_is_kept(look)


async def assert_only_the_allowed_is_kept(look: Look) -> None:
    kept = await look.page.evaluate("""async () => ({
        cookie: document.cookie,
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        caches: await caches.keys(),
        databases: (await indexedDB.databases()).length,
        workers: (await navigator.serviceWorker.getRegistrations()).length,
    })""")
    assert set(kept.pop("local")) <= MAY_BE_KEPT
    assert kept == {"cookie": "", "session": [], "caches": [], "databases": 0, "workers": 0}


async def test_an_answer_on_its_way_is_kept_until_the_server_has_spoken(guests: Guests, tables: Tables) -> None:
    stranger = await guests.stranger("Uma")
    table = await tables.play(stranger, "Bo")
    await table.pass_to(0)
    look = await stranger.look_at(table.room)
    kept = await look.page.evaluate_handle("""() => {
        const kept = [];
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (...item) { kept.push(item); setItem.apply(this, item); };
        return kept;
    }""")
    await look.button("Bag, draw a piece").click()
    await expect(look.prompt("You drew:")).to_be_visible()
    ((place, plays),) = await kept.json_value()
    assert place == f"tertulia:unanswered:{table.room}"
    assert '"id"' in plays and '"draw"' in plays


async def test_a_chosen_theme_stays_chosen(guests: Guests, ann: Guest, tables: Tables) -> None:
    stranger = await guests.stranger()
    table = await tables.play(ann, "Bo")
    look = await stranger.look_at(table.room)
    background = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = await look.page.evaluate(background)
    await look.button("Menu").click()
    await look.page.get_by_role("radio", name="Dark").check()
    dark = await look.page.evaluate(background)
    assert dark != light
    await look.reload()
    assert await look.page.evaluate(background) == dark
