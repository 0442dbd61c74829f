"""From the replay of a finished game somebody plays on: as anybody who sat there, at a new table, against bots."""

from __future__ import annotations

import re

from playwright.async_api import Page, expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.measured import SCREENS, assert_fits, assert_nothing_to_complain_of
from tests.browser.watching import Watch, over, watch
from tests.conftest import House

MOMENT = 4


async def asked(guest: Guest, house: House) -> Watch:
    """The dialog, at a moment of a finished game of TCNCCC."""
    watching = await watch(guest, await over(house))
    await watching.go_to(MOMENT)
    await watching.button("Play on from here").click()
    await expect(watching.page.get_by_role("dialog", name="Play on from here")).to_be_visible()
    return watching


async def played_on(watching: Watch, name: str) -> Page:
    """The new table, as this player."""
    page = watching.page
    await page.get_by_role("dialog").get_by_role("radio", name=name, exact=True).check()
    await page.get_by_role("dialog").get_by_role("button", name="Play on", exact=True).click()
    await page.wait_for_url(re.compile("/t/[^/]+$"))
    return page


async def test_whoever_goes_to_a_moment_plays_on_from_there_and_finds_the_table_again(eve: Guest, house: House) -> None:
    page = await played_on(await asked(eve, house), "Chloé")
    await expect(page.get_by_text("This game goes on from move 4 of another one").first).to_be_attached()
    await page.get_by_role("button", name="Draw a piece").first.click()
    await expect(page.locator(".prompt")).to_contain_text("Put it in a cylinder")
    await page.reload()
    await expect(page.locator(".prompt")).to_contain_text("Put it in a cylinder")
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("link", name="The game this one goes on from").click()
    await expect(page.locator("html")).to_have_attribute("data-step", str(MOMENT))


async def test_it_is_done_by_keys_alone_and_the_focus_comes_back(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house))
    await watching.go_to(MOMENT)
    button, keys = watching.button("Play on from here"), watching.page.keyboard
    await button.focus()
    await keys.press("Enter")
    await expect(watching.page.get_by_role("dialog")).to_be_visible()
    await keys.press("Escape")
    await expect(watching.page.get_by_role("dialog")).to_have_count(0)
    await expect(button).to_be_focused()


async def test_at_the_end_there_is_nothing_to_play_on(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house, most=5000))
    await watching.button("To the end").click()
    await expect(watching.button("Play on from here")).to_have_attribute("aria-disabled", "true")


async def test_what_the_server_says_no_to_is_told_in_the_dialog(eve: Guest, house: House) -> None:
    watching = await asked(eve, house)
    eve.forgive("429")
    answer = '{"code":"busy","text":{"text":"Too many attempts. Wait a minute."}}'
    await watching.page.route("**/onward", lambda route: route.fulfill(status=429, body=answer))
    await watching.button("Play on").click()
    await expect(watching.page.get_by_role("alert")).to_have_text("Too many attempts. Wait a minute.")


async def test_the_dialog_fits_every_screen_and_says_what_it_is(guests: Guests, house: House) -> None:
    watching = await asked(await guests.get("Eve", **PHONE), house)
    await assert_fits(watching.page, *SCREENS)
    await assert_nothing_to_complain_of(watching.page)
