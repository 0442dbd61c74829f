"""The page of a guest's devices: a laptop and a phone become one guest, and two again."""

from urllib.parse import urlsplit

import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.tables import Tables


@pytest_asyncio.fixture(loop_scope="session")
async def owner(guests: Guests) -> Guest:
    """Somebody without other devices."""
    return await guests.stranger("Olga", **LAPTOP)


async def link_of(laptop: Page) -> str:
    """The path of a link, made as one does."""
    await laptop.get_by_role("button", name="Make a link").click()
    await expect(laptop.get_by_role("img", name="The link as a QR code")).to_be_visible()
    link = urlsplit(await laptop.get_by_label("Link for another device").input_value())
    return f"{link.path}#{link.fragment}"


async def linked(laptop: Page, guests: Guests) -> Page:
    """The page of a phone that has used such a link."""
    phone = await guests.stranger("Nobody yet", **PHONE)
    page = await phone.open(await link_of(laptop))
    await expect(page.get_by_label("What you call this device")).not_to_be_empty()
    await page.get_by_role("button", name="Link this device").click()
    await expect(page.get_by_role("link", name="To your tables")).to_be_visible()
    return page


async def test_a_phone_that_is_linked_plays_for_its_owner(owner: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.play(owner, "Bo", game="color_gin")
    page = await linked(await owner.open("/devices"), guests)
    await page.get_by_role("link", name="To your tables").click()
    await page.locator(f"[data-room='{table.room}'] a").click()
    await expect(page.locator(".cg-own-hand [data-k]")).to_have_count(10)


async def test_the_code_of_a_link_does_not_stay_in_the_address(owner: Guest, guests: Guests) -> None:
    phone = await guests.stranger("Nobody yet", **PHONE)
    page = await phone.open(await link_of(await owner.open("/devices")))
    await expect(page.get_by_role("heading", name="Link this device")).to_be_visible()
    assert page.url.endswith("/devices")


async def test_a_lost_phone_is_unlinked_from_the_laptop(owner: Guest, guests: Guests) -> None:
    laptop = await owner.open("/devices")
    page = await linked(laptop, guests)
    await laptop.reload()
    await laptop.get_by_role("button", name="Unlink").click()
    await expect(laptop.get_by_role("heading", name="Linked devices")).to_have_count(0)
    await page.reload()
    await expect(page.get_by_role("heading", name="Linked devices")).to_have_count(0)


async def test_a_link_that_was_used_is_refused_in_words(owner: Guest, guests: Guests) -> None:
    laptop = await owner.open("/devices")
    link = await link_of(laptop)
    for nth in range(2):
        phone = await guests.stranger(f"Nobody {nth}", **PHONE)
        phone.forgive("409")
        page = await phone.open(link)
        await page.get_by_role("button", name="Link this device").click()
        if nth == 0:
            await expect(page.get_by_role("heading", name="Linked devices")).to_be_visible()
    await expect(page.get_by_role("alert")).to_contain_text("This link has been used")
