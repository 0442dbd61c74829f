"""Parts of the room page that are loaded when they are first wanted: also when the site has changed meanwhile."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Route, expect

from tests.browser.color_gin_tables import Position, reach
from tests.browser.guests import Guest
from tests.browser.hosts import open_tab
from tests.browser.stillness import frozen_look, pass_time
from tests.browser.tables import Tables

LONG_S = 11


async def test_a_page_that_is_older_than_the_site_is_loaded_again_when_it_wants_a_part(
    ida: Guest, tables: Tables
) -> None:
    ida.forgive("integrity|digest|Failed to load")
    table = await tables.play(ida, "Bo")
    await table.end()
    before = table.frame["seq"]
    await table.lines[0].send(type="rematch")  # when a game is over, its results are there at once
    await table.catch_up(before)
    look = await frozen_look(ida, table.room)
    await pass_time(look, LONG_S)
    asked: list[str] = []

    async def as_of_another_site(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            return await route.continue_()
        await route.fulfill(body="export const results = null;", content_type="text/javascript")

    await look.page.route("**/room/results.js*", as_of_another_site)
    await look.rail.get_by_role("tab", name="Results").click()
    await expect(look.rail.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    await look.is_ready()
    panel = await open_tab(look, "Results")
    await expect(panel.get_by_role("table", name="Standings")).to_be_visible()
    assert len(asked) == 2


PARTS = ("table_settings", "form_fields", "seat_order", "host_actions", "results", "no_entry", "reactions", "proposals")
LATER = re.compile(rf"/room/({'|'.join(PARTS)}|clock|gathering|people)\.js|/kit/languages\.js|/showdown\.js")


async def test_a_first_visit_brings_nothing_that_is_not_drawn_and_the_rest_comes_when_it_may_be(
    ann: Guest, tables: Tables
) -> None:
    position = Position(await tables.play(ann, "Bo", game="color_gin"))
    await position.reaches(0, "turn")
    page = await ann.context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(f"{ann.base_url}/t/{position.table.room}")
    await page.wait_for_load_state("networkidle")
    assert [url for url in asked if LATER.search(url)] == []
    async with page.expect_request("**/showdown.js*"):
        await position.table.play(do="draw")


async def test_when_a_game_is_over_the_page_is_ready_for_people_to_gather(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    async with look.page.expect_request("**/room/gathering.js*"):
        await table.end()


async def test_people_who_gather_are_drawn_at_once_or_not_at_all(ann: Guest, tables: Tables) -> None:
    """While its part is on its way the page waits, and draws no table without its middle."""
    table = await tables.gather(ann, seats=2)
    page = await ann.context.new_page()
    may_come = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await page.route("**/room/gathering.js*", hold)
    async with page.expect_websocket() as opened:
        await page.goto(f"{ann.base_url}/t/{table.room}", wait_until="commit")
    await (await opened.value).wait_for_event("framereceived")
    await expect(page.get_by_text("Opening the table…")).to_be_visible()
    await expect(page.locator("#rail")).to_have_count(0)
    may_come.set()
    await expect(page.get_by_role("heading", name="Invite your friends")).to_be_visible()


async def test_a_picture_that_needs_it_waits_for_it(ann: Guest, eve: Guest, tables: Tables) -> None:
    position = await reach(tables, "round_over", ann, such=lambda frame: frame["view"]["showdown"] is not None)
    page = await eve.context.new_page()
    may_come = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await page.route("**/showdown.js*", hold)
    async with page.expect_request("**/showdown.js*"):
        await page.goto(f"{eve.base_url}/t/{position.table.room}", wait_until="commit")
    await expect(page.get_by_text("Opening the table…")).to_be_visible()
    await expect(page.locator("#rail")).to_have_count(0)
    may_come.set()
    await expect(page.get_by_role("region", name="Showdown")).to_be_visible()
