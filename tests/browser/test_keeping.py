"""What a browser stores for its user. Storage may be forbidden or full, and what it holds damaged: the game works all
the same. What is left out, and how: tests/page/keeping.test.js."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.guests import LAPTOP, Guests
from tests.browser.look import Look
from tests.browser.tables import Tables

FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };"""
WITHOUT_COOKIES = """Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });"""
FORBIDDEN = """for (const storage of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, storage, { get() { throw new DOMException("forbidden", "SecurityError"); } });"""


@pytest.mark.parametrize("storage", [FULL, FORBIDDEN], ids=["full", "forbidden"])
async def test_who_keeps_nothing_opens_a_table_plays_and_chooses_how_it_looks(guests: Guests, storage: str) -> None:
    stranger = await guests.stranger(**LAPTOP)
    page = await stranger.tab(storage)
    await page.goto(f"{stranger.base_url}/#tcnccc")
    await page.get_by_role("textbox", name="Your name").fill("Uma")
    await page.get_by_role("radiogroup", name="Seats").get_by_role("radio", name="2").check(force=True)
    await page.get_by_role("button", name="With friends").click()
    await page.wait_for_url(re.compile("/t/"))
    look = Look(page)
    await look.is_ready()
    await look.button("Fill up with bots").click()
    await look.button("Start").click()
    await look.is_asked()
    await look.button("Bag, draw a piece").click()
    await expect(look.prompt("You drew:")).to_be_visible()
    await look.button("Menu").click()
    await page.get_by_role("dialog").get_by_role("radio", name="Dark").check()
    await expect(look.html).to_have_attribute("data-dark", "")


async def test_who_takes_no_cookies_is_told_that_no_table_would_know_them_again(guests: Guests) -> None:
    page = await (await guests.stranger()).tab(WITHOUT_COOKIES)
    await page.goto(f"{guests.base_url}/#tcnccc")
    await page.get_by_role("textbox", name="Your name").fill("Uma")
    await page.get_by_role("button", name="With friends").click()
    await expect(page.get_by_text("Your browser keeps no cookies")).to_be_visible()
    await expect(page).to_have_url(re.compile("#tcnccc$"))


OTHER_VALUES = '{"theme":"plaid","pace":"warp","volume":7,"table":"glass","notify":"yes","two_colours":null}'


async def test_what_does_not_fit_is_left_out(guests: Guests, tables: Tables) -> None:
    """Everything that pages have ever kept, on the start page and at tables of the games that keep something."""
    stranger = await guests.stranger("Uma", **LAPTOP)
    await stranger.context.add_init_script(
        f"""if (location.protocol.startsWith("http")) {{
            localStorage.setItem("tertulia:settings", {OTHER_VALUES!r});
            const unanswered = `tertulia:unanswered:${{location.pathname.slice(3)}}`;
            for (const place of ["tertulia:coins", "tertulia:grouping", unanswered])
                sessionStorage.setItem(place, {OTHER_VALUES!r});
        }}"""
    )
    page = await stranger.open("/")
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.locator("html")).not_to_have_attribute("data-dark", "")
    for game, others in (("sin_color", ["Bo", "Dee"]), ("color_gin", ["Bo"])):
        look = await stranger.look_at((await tables.play(stranger, *others, game=game)).room)
        await expect(look.main).to_have_attribute("data-state", "playing")
        await expect(look.page.get_by_text("Something went wrong")).to_be_hidden()
