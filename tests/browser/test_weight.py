"""What a first visit to a room costs on the wire, and what it leaves in the browser."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from playwright.async_api import Request, expect

from tests.browser.guests import Guest, Guests
from tests.browser.look import Look
from tests.browser.players import Player
from tests.browser.tables import Tables

MOST_SCRIPT = 42 * 1024
MOST_OF_ALL = 100 * 1024
MOST_REQUESTS = 43
MAY_BE_KEPT = {"tertulia:settings", "tertulia:name"}


async def bytes_of(request: Request) -> int:
    """The body of the answer as it came over the wire, compressed."""
    return (await request.sizes())["responseBodySize"]


async def test_a_first_visit_is_light(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", "Dee")
    stranger = await guests.stranger()
    finished: list[Request] = []
    stranger.context.on("requestfinished", lambda request: finished.append(request))
    look = await stranger.look_at(table.room)
    await look.page.wait_for_load_state("networkidle")
    sizes = await asyncio.gather(*(bytes_of(request) for request in finished))
    scripts = sum(size for request, size in zip(finished, sizes, strict=True) if request.resource_type == "script")
    print(f"scripts {scripts / 1024:.1f} KB, everything {sum(sizes) / 1024:.1f} KB, {len(finished)} requests")
    assert 10_000 < scripts <= MOST_SCRIPT
    assert scripts < sum(sizes) <= MOST_OF_ALL
    assert len(finished) <= MOST_REQUESTS
    assert {urlsplit(request.url).netloc for request in finished} == {urlsplit(stranger.base_url).netloc}


async def test_a_second_visit_brings_only_the_page_itself(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", "Dee")
    stranger = await guests.stranger()
    look = await stranger.look_at(table.room)
    await look.page.wait_for_load_state("networkidle")
    served: list[Request] = []
    stranger.context.on("requestfinished", lambda request: served.append(request))
    again = await stranger.look_at(table.room)
    await again.page.wait_for_load_state("networkidle")
    sizes = {request.url: await bytes_of(request) for request in served}
    assert sum(sizes.values()) <= 15 * 1024, sizes


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
