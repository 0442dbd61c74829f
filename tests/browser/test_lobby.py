"""The start page: a card for each game, all else behind it; and the tables of this browser, to be found again."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.measured import assert_nothing_to_complain_of
from tests.browser.tables import Tables

SIZES = [(320, 568), (390, 844), (844, 390), (1440, 900), (2560, 1440)]

WHOLLY_IN_SIGHT = """(button) => {
    const { top, bottom, left, right } = button.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
        && button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


async def opened_tables(page: Page) -> list[str]:
    return await page.get_by_role("region", name="Your tables").get_by_role("link").all_inner_texts()


async def test_behind_a_game_the_table_can_be_opened_at_once_in_every_window(guests: Guests) -> None:
    page = await (await guests.stranger()).choose("Color Dice")
    dialog = page.get_by_role("dialog", name="Color Dice")
    await dialog.get_by_text("Options").locator("visible=true").click()
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        for end in (0, 10_000):
            await dialog.locator(".inside").evaluate("(inside, end) => inside.scrollTo(0, end)", end)
            button = dialog.get_by_role("button", name="Open the table")
            assert await button.evaluate(WHOLLY_IN_SIGHT), (width, height, end)


async def test_the_way_back_closes_what_is_behind_a_game_and_a_link_opens_it(guests: Guests) -> None:
    guest = await guests.stranger(**PHONE)
    page = await guest.choose("Desfases")
    await expect(page.get_by_role("heading", name="Desfases", level=2)).to_be_focused()
    await page.go_back()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    page = await guest.open("/rules/color_gin")
    await page.get_by_role("link", name="Open a table").click()
    await expect(page.get_by_role("dialog", name="Color Gin")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page).to_have_url(re.compile(r"/$"))


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_the_picture_moves_only_for_those_who_like_it_and_comes_to_rest(guests: Guests, motion: str) -> None:
    page = await (await guests.stranger(**LAPTOP, reduced_motion=motion)).open("/")
    ends = await page.evaluate(
        "() => document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().endTime))"
    )
    assert bool(ends) == (motion == "no-preference")
    assert all(end < 5000 for end in ends)


async def test_a_lost_link_is_found_again(guests: Guests, tables: Tables) -> None:
    guest = await guests.stranger("Fay", **PHONE)
    table = await tables.gather(guest, seats=2)
    page = await guest.open("/")
    (row,) = await opened_tables(page)
    assert "TCNCCC" in row and "1 of 2 seats free" in row
    await assert_nothing_to_complain_of(page)
    await page.get_by_role("region", name="Your tables").get_by_role("link").tap()
    await expect(page).to_have_url(re.compile(f"/t/{table.room}$"))
    await Look(page).is_ready()


async def test_a_table_is_taken_off_the_list_and_put_back_with_keys(guests: Guests, tables: Tables) -> None:
    guest = await guests.stranger("Fay")
    await tables.gather(guest, seats=2)
    page = await guest.open("/")
    row = page.get_by_role("region", name="Your tables").get_by_role("listitem")
    before = await row.bounding_box()
    await row.get_by_role("button", name=re.compile("^Remove from this list")).press("Enter")
    await expect(row.get_by_role("button", name="Put it back")).to_be_focused()
    await expect(row.get_by_role("link")).to_have_count(0)
    assert await row.bounding_box() == before
    await page.keyboard.press("Enter")
    await expect(row.get_by_role("button", name=re.compile("^Remove from this list"))).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(row.get_by_role("button", name="Put it back")).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("region", name="Your tables")).to_have_count(0)


async def test_nobody_sees_the_tables_of_another_browser(guests: Guests, ann: Guest, tables: Tables) -> None:
    await tables.gather(ann, seats=2)
    page = await (await guests.stranger()).open("/")
    await expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()
    await expect(page.get_by_role("heading", name="Your tables")).to_have_count(0)
