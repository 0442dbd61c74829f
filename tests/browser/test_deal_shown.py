"""The commitment to the deal is shown to everybody from the beginning; after the game it can be downloaded and
checked."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from app.__main__ import main
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.measured import SCREENS, assert_fits, assert_nothing_to_complain_of
from tests.browser.tables import Tables, seen
from tests.browser.watching import watch

DOWNLOAD = "Download the deal"


@pytest.fixture(autouse=True)
def dealt_alike() -> None:
    """The deal itself is tested here: its key has to follow from its secret."""


async def opened(page: Page) -> Locator:
    """The deal, unfolded by keyboard."""
    summary = page.get_by_text("The deal", exact=True)
    await summary.focus()
    await page.keyboard.press("Enter")
    deal = page.get_by_role("group").filter(has=summary)
    await expect(deal.get_by_text("fixed before it began")).to_be_visible()
    return deal


async def in_the_menu(look: Look) -> Locator:
    await look.button("Menu").click()
    return await opened(look.page)


async def fingerprint(deal: Locator) -> str:
    return "".join((await deal.get_by_text(re.compile(r"^([0-9a-f]{4} ?){16}$")).inner_text()).split())


async def test_during_the_game_all_see_the_same_fingerprint_and_no_more(ann: Guest, eve: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.gather(ann, "Bo"))
    await look.button("Menu").click()
    await expect(look.page.get_by_role("dialog", name="Menu")).to_be_visible()
    await expect(look.page.get_by_text("The deal", exact=True)).to_have_count(0)
    await look.page.keyboard.press("Escape")
    await table.start()
    await look.shows(table.frame["seq"])
    deal = await in_the_menu(look)
    await expect(deal.get_by_text("After the game you can download")).to_be_visible()
    await expect(deal.get_by_role("link", name=DOWNLOAD)).to_have_count(0)
    noted = await fingerprint(deal)
    assert await fingerprint(await in_the_menu(await eve.look_at(table.room))) == noted
    await deal.get_by_role("button", name="Copy fingerprint").press("Enter")
    await expect(deal.get_by_role("button", name="Copied")).to_be_focused()
    await expect(look.voice).to_contain_text("The fingerprint is copied.")
    assert await look.page.evaluate("() => navigator.clipboard.readText()") == noted


async def test_what_is_downloaded_after_it_holds(ann: Guest, eve: Guest, tables: Tables, tmp_path: Path) -> None:
    """It fits every screen, and axe finds nothing."""
    table, look = await seen(ann, tables.play(ann, "Bo"))
    deal = await in_the_menu(look)
    noted = await fingerprint(deal)
    await table.break_off()
    async with look.page.expect_download() as coming:
        await deal.get_by_role("link", name=DOWNLOAD).click()
    downloaded = await coming.value
    assert downloaded.suggested_filename == "tertulia-deal-1.json"
    await downloaded.save_as(tmp_path / "deal.json")
    assert main(["verify-deal", str(tmp_path / "deal.json"), noted]) == 0
    watching = await watch(eve, table.room)
    again = await opened(watching.page)
    assert await fingerprint(again) == noted
    await expect(again.get_by_role("link", name=DOWNLOAD)).to_be_visible()
    for page in (look.page, watching.page):
        await assert_fits(page, *SCREENS)
        await assert_nothing_to_complain_of(page)


async def test_the_page_checks_the_deal_and_knows_the_fingerprint_that_it_was_shown(
    ann: Guest, eve: Guest, tables: Tables
) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo"))
    await table.break_off()
    await (await in_the_menu(look)).get_by_role("button", name="Check this deal").click()
    checked = look.page.get_by_role("dialog", name="Check this deal")
    await expect(checked.get_by_text("It holds: every draw follows")).to_be_visible()
    await expect(checked.get_by_text("that this browser was shown when the game began")).to_be_visible()
    await assert_fits(look.page, *SCREENS)
    await assert_nothing_to_complain_of(look.page)
    watching = await watch(eve, table.room)
    await (await opened(watching.page)).get_by_role("button", name="Check this deal").click()
    await expect(watching.page.get_by_text("This browser was not there")).to_be_visible()
    await watching.page.keyboard.press("Escape")
    await expect(watching.button("Check this deal")).to_be_focused()


async def test_both_players_add_a_word_and_the_check_counts_them(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, eve)
    looks = [await guest.look_at(table.room) for guest in (ann, eve)]
    await table.lines[0].hear("table", lambda shown: all("seal" in seat for seat in shown["seats"]))
    await looks[0].button("Start").click()
    await table.catch_up(0)
    await table.break_off()
    for look in looks:
        await (await in_the_menu(look)).get_by_role("button", name="Check this deal").click()
        checked = look.page.get_by_role("dialog", name="Check this deal")
        await expect(checked.get_by_text("added to the secret: 2.")).to_be_visible()
        await expect(checked.locator(".verdict[data-good=true]")).to_be_visible()


async def test_a_page_that_was_shown_another_fingerprint_says_so(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo"))
    await table.break_off()
    await look.page.evaluate("""() => {
        const kept = JSON.parse(localStorage["tertulia:deals"]);
        for (const game of Object.keys(kept.noted)) kept.noted[game] = "00".repeat(32);
        localStorage["tertulia:deals"] = JSON.stringify(kept);
    }""")
    await (await in_the_menu(look)).get_by_role("button", name="Check this deal").click()
    await expect(look.page.get_by_text("It is NOT the fingerprint")).to_be_visible()
