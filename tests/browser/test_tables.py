"""An evening of several tables with one deal: set up in the waiting room, played, compared, and looked back at side by
side."""

import re

import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables


@pytest_asyncio.fixture(loop_scope="session")
async def host(guests: Guests) -> Guest:
    """Who sets the tables."""
    return await guests.stranger("Ann", **LAPTOP)


async def set_tables(look: Look) -> None:
    """Two tables with one deal, as one sets them."""
    await look.main.get_by_role("button", name="Several tables, one deal…").click()
    dialog = look.page.get_by_role("dialog", name="Several tables, one deal")
    await expect(dialog.get_by_role("radio", name="2")).to_be_checked()
    await dialog.get_by_role("button", name="Open the tables").click()
    await expect(look.page.get_by_role("heading", name="Table 2")).to_be_visible()


async def other_room(page: Page) -> str:
    """The room of the second table."""
    href = await page.get_by_role("link", name="Table 2").get_attribute("href")
    return str(href).rpartition("/")[2]


async def seated(host: Guest, tables: Tables) -> tuple[Seated, Seated, Page]:
    """Two tables with all their players, and the page of both as the host has it."""
    one = await tables.gather(host, "Bo")
    look = await host.look_at(one.room)
    await set_tables(look)
    room = await other_room(look.page)
    lines = [await tables.sit(room, seat, name, host.base_url) for seat, name in enumerate(("Cleo", "Dan"))]
    return one, Seated(room, lines), look.page


async def start(one: Seated, other: Seated) -> None:
    """Both begin: at a table where whoever set it does not sit, a player is host."""
    await other.lines[0].hear("table", lambda heard: heard["you"]["host"])
    for table in (one, other):
        await table.start()


async def test_an_evening_of_two_tables_is_set_played_compared_and_seen_side_by_side(
    host: Guest, tables: Tables
) -> None:
    one, other, page = await seated(host, tables)
    await start(one, other)
    await expect(page.get_by_text("The deal is being played here.")).to_have_count(2)
    assert "Cleo" not in await page.locator("main").inner_text()
    first = one.turn
    await one.end()
    await expect(page.get_by_text("The tables are playing.")).to_be_visible()
    await other.draw_and_place(1)
    await other.end()
    await expect(page.get_by_role("heading", name="Seat by seat")).to_be_visible()
    # Whoever lifts an empty cylinder is out: at the second table it was the other seat's turn.
    names = {0: ("Ann", "Cleo"), 1: ("Bo", "Dan")}
    best, worst = (names[first][1], names[1 - first][0]), (names[first][0], names[1 - first][1])
    assert await ranked(page) == {**dict.fromkeys(best, "100%"), **dict.fromkeys(worst, "0%")}
    await expect(page.get_by_role("row", name=re.compile("^Seat 1"))).to_contain_text("Cleo")
    await page.get_by_role("button", name="Watch side by side").click()
    await both_are_at(page, 0)
    await page.get_by_role("button", name="One step forward").click()
    await both_are_at(page, 1)
    await page.frame_locator("iframe").nth(1).locator("#prompt").press("Home")
    await both_are_at(page, 0)


async def ranked(page: Page) -> dict[str, str]:
    """The people, and the share of the points that each has made."""
    told = [row.split("\n") for row in await page.locator(".by-share li").all_inner_texts()]
    return {name: rest[-1] for _, name, *rest in told}


async def both_are_at(page: Page, step: int) -> None:
    """Wait until both replays show this step."""
    for nth in (0, 1):
        root = page.frame_locator("iframe").nth(nth).locator("html")
        await expect(root).to_have_attribute("data-step", str(step))


async def test_the_host_ends_an_evening_that_one_table_never_ends(host: Guest, tables: Tables) -> None:
    one, other, page = await seated(host, tables)
    await start(one, other)
    await one.end()
    await page.get_by_role("button", name="End the evening…").click()
    await page.get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("button", name="End the evening…")).to_be_focused()
    await page.get_by_role("button", name="End the evening…").click()
    await page.get_by_role("button", name="End the evening", exact=True).click()
    await expect(page.get_by_text("Only one table ended its game")).to_be_visible()
    await expect(page.get_by_text("Broken off, and not compared: Table 2.")).to_be_visible()


async def test_at_the_end_other_tables_are_waited_for_and_then_compared(host: Guest, tables: Tables) -> None:
    one, other, _ = await seated(host, tables)
    look = await host.look_at(one.room)
    await expect(look.page.get_by_role("link", name="Table 1 of 2 with one deal")).to_be_visible()
    await start(one, other)
    await one.end()
    await expect(look.main.get_by_text("Other tables still play.")).to_be_visible()
    for name in ("Rematch", "Again with this deal", "Play another game"):
        await expect(look.main.get_by_role("button", name=name)).to_have_count(0)
    await expect(look.main.get_by_role("link", name="Watch again")).to_have_count(0)
    await expect(look.main.get_by_role("link", name="To all tables")).to_be_visible()
    await other.end()
    await look.main.get_by_role("link", name="Compare the tables").click()
    await expect(look.page.get_by_role("heading", name="Seat by seat")).to_be_visible()


async def test_who_is_turned_away_from_a_table_is_led_to_all_tables(
    host: Guest, guests: Guests, tables: Tables
) -> None:
    one, other, _ = await seated(host, tables)
    await start(one, other)
    page = await (await guests.stranger("Eve", **PHONE)).open(f"/t/{other.room}")
    await page.get_by_role("link", name="To all tables").click()
    await expect(page.get_by_role("heading", name="Several tables, one deal")).to_be_visible()
    await expect(page.get_by_role("button", name="End the evening…")).to_have_count(0)
