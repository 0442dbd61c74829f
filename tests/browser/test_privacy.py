"""The page on privacy: a reader has themselves forgotten, and changes their mind before that."""

from playwright.async_api import Page, expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.measured import assert_fits
from tests.browser.tables import Tables

ASK = "Forget me on this server"
STORED = "() => Object.keys(localStorage).filter((key) => key.startsWith('tertulia:'))"


async def at_the_question(guest: Guest) -> Page:
    page = await guest.open("/privacy")
    await page.get_by_role("button", name=ASK).focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="No, go back")).to_be_focused()
    return page


async def test_whoever_is_forgotten_has_no_tables_and_nothing_is_stored(guests: Guests, tables: Tables) -> None:
    guest = await guests.stranger("Olga", **PHONE)
    await tables.play(guest, "Bo", game="color_gin")
    page = await at_the_question(guest)
    assert await page.evaluate(STORED)
    await assert_fits(page, (390, 844), (360, 640))
    await page.get_by_role("button", name="Yes, forget me").click()
    await expect(page.get_by_role("link", name="To the start page")).to_be_focused()
    assert await page.evaluate(STORED) == []
    await page.get_by_role("link", name="To the start page").click()
    await expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()
    await expect(page.get_by_role("heading", name="Your tables")).to_have_count(0)


async def test_whoever_changes_their_mind_keeps_everything(guests: Guests, tables: Tables) -> None:
    guest = await guests.stranger("Pia", **PHONE)
    table = await tables.play(guest, "Bo", game="color_gin")
    page = await at_the_question(guest)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name=ASK)).to_be_focused()
    await page.get_by_role("link", name="Tertulia").click()
    await expect(page.locator(f"[data-room='{table.room}']")).to_be_visible()
