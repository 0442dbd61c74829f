"""A seat goes on from another device, by a link that works once."""

from __future__ import annotations

import re

from playwright.async_api import Page, expect

from tests.browser.beside import share
from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.measured import assert_nothing_to_complain_of
from tests.browser.tables import Tables

SEAT_LINK = re.compile(r"/t/\w{16}#seat=[\w-]{32}$")


async def offered(look: Look, button: str = "Continue on another device") -> str:
    """The link that the page shows when it is asked for one."""
    await look.button("Menu").click()
    await look.page.get_by_role("dialog", name="Menu").get_by_role("button", name=button).click()
    field = look.page.get_by_role("textbox", name="Link to this seat")
    await expect(field).to_have_value(SEAT_LINK)
    return await field.input_value()


async def opened(guest: Guest, link: str) -> Page:
    """The page at this address."""
    return await guest.open(link.removeprefix(guest.base_url))


async def test_a_seat_moves_to_another_device_once(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    at_home = await ann.look_at(table.room)
    link = await offered(at_home)
    on_the_way = Look(await opened(await guests.stranger(**PHONE), link))
    await expect(on_the_way.page.get_by_role("region", name="Your place")).to_contain_text("Ann")
    await expect(on_the_way.page).to_have_url(f"{ann.base_url}/t/{table.room}")
    await expect(at_home.page.get_by_text("Ann is now playing on the other device.")).to_be_visible()
    await at_home.button("Close").click()
    await expect(at_home.page.get_by_role("region", name="Your place")).to_have_count(0)
    await expect(at_home.rail.get_by_text("Ann has moved to another device.")).to_be_visible()
    late = Look(await opened(await guests.stranger(), link))
    dialog = late.page.get_by_role("dialog", name="The seat could not be moved here")
    await expect(dialog).to_contain_text("This link has been used, or a newer one was made.")
    await dialog.get_by_role("button", name="Close").click()
    await expect(dialog).to_have_count(0)
    await expect(late.page.get_by_role("region", name="Your place")).to_have_count(0)


async def test_a_device_with_a_seat_takes_no_second_one(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.play(ann, ben)
    link = await offered(await ann.look_at(table.room))
    page = await opened(ben, link)
    await expect(page.get_by_role("dialog")).to_contain_text("This device has a seat already.")


async def test_of_two_seats_on_one_device_either_can_move(guests: Guests, ann: Guest, tables: Tables) -> None:
    screen = await share(tables, ann, game="color_gin")
    link = await offered(screen, "Continue as Ben on another device")
    page = await opened(await guests.stranger(**PHONE), link)
    await expect(page.get_by_role("region", name="Your place")).to_contain_text("Ben")
    await screen.button("Close").click()
    await expect(screen.page.get_by_role("region", name="Your place")).to_contain_text("Ann")


async def test_the_people_tab_offers_it_too_with_a_button_that_copies_the_link(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await look.rail.get_by_role("tab", name="People").click()
    await look.rail.get_by_role("button", name="Continue on another device").click()
    await expect(look.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    dialog = look.page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Copy link").click()
    await expect(look.button("Copied")).to_be_visible()
    link = await dialog.get_by_role("textbox", name="Link to this seat").input_value()
    assert await look.page.evaluate("() => navigator.clipboard.readText()") == link
    await assert_nothing_to_complain_of(look.page)
