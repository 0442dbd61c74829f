"""The end of a game: a moment for those who like motion, a table that lies open, facts, and a picture to be sent."""

from __future__ import annotations

import struct

import pytest
from playwright.async_api import Page, expect

from games import GAMES
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.longer import speak
from tests.browser.look import RESULT, Look
from tests.browser.measured import NARROW_AND_WIDE, assert_fits
from tests.browser.tables import Seated, Tables
from tests.browser.watching import TABLES, over
from tests.conftest import House

MOST_BYTES = 300_000


async def ends(guest: Guest, table: Seated) -> Look:
    """The page of somebody who sees the game end; what belongs to its end has come before."""
    look = await guest.look_at(table.room)
    await look.shows(await table.play(do="draw"))
    await look.shows(await table.play(do="place", cylinder=1))
    await expect(look.page.locator("link[href*='parts.css']")).to_have_count(1)
    await table.end()
    await expect(look.prompt(RESULT)).to_be_visible()
    return look


# --- The moment -------------------------------------------------------------------------------------------------


async def test_the_sun_opens_and_makes_room_for_the_table(lively: Guest, tables: Tables) -> None:
    look = await ends(lively, await tables.play(lively, "Bo"))
    sun = look.page.locator(".moment .sunrise")
    await expect(sun).to_have_count(1)
    opening = "(sun) => sun.getAnimations({ subtree: true }).map(({ effect }) => effect.getComputedTiming().endTime)"
    assert 0 < max(await sun.evaluate(opening)) <= 1200
    await expect(sun).to_have_count(0)
    await expect(look.page.locator(".medal .sunrise")).to_be_visible()


async def test_with_less_motion_the_end_is_there_at_once(ann: Guest, tables: Tables) -> None:
    look = await ends(ann, await tables.play(ann, "Bo"))
    await expect(look.page.locator(".medal .sunrise")).to_be_visible()
    assert await look.page.locator(".moment").count() == 0
    assert await look.page.evaluate("() => document.getAnimations().length") == 0


async def test_the_focus_goes_to_the_rematch_unless_somebody_writes(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.play(ann, ben)
    writing = await ben.look_at(table.room)
    await writing.page.keyboard.press("/")
    field = writing.page.get_by_role("textbox", name="Write to the table")
    await field.press_sequentially("wait")
    look = await ends(ann, table)
    await expect(look.button("Rematch")).to_be_focused()
    await expect(writing.prompt(RESULT)).to_be_visible()
    await expect(writing.button("Rematch")).to_be_enabled()
    await expect(field).to_be_focused()


async def test_the_result_is_announced_once(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await look.page.evaluate("""() => {
        globalThis.heard = [];
        const note = () => heard.push(document.getElementById("announcer").textContent);
        new MutationObserver(note).observe(document.getElementById("announcer"), { childList: true });
    }""")
    await table.draw_and_place(1)
    await table.end()
    await expect(look.bar.get_by_role("list", name="About this game").get_by_role("listitem")).not_to_have_count(0)
    await expect(look.button("Rematch")).to_be_focused()
    heard: list[str] = await look.page.evaluate("() => heard")
    assert sum("wins." in said and "last one at the table" in said for said in heard) == 1


# --- What it shows ----------------------------------------------------------------------------------------------


async def test_all_drums_are_opened_in_the_end_and_not_before(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await look.page.evaluate("""() => {
        globalThis.seen_before = 0;
        new MutationObserver(() => {
            const over = document.querySelector("main")?.dataset.state === "over";
            if (!over) seen_before += document.querySelectorAll(".tc-shows-opened").length;
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
    }""")
    for cylinder in (1, 1, 2):
        await table.draw_and_place(cylinder)
    await table.end()
    opened = look.page.locator(".tc-shows-opened, .tc-shows-lifted")
    await expect(opened).to_have_count(4)
    ending = await (await ann.context.request.get(f"{ann.base_url}/api/rooms/{table.room}/ending")).json()
    for number, pieces in enumerate(ending["beneath"]["cylinders"]):
        await expect(look.cylinder(number + 1).locator(".tc-tray .piece")).to_have_count(len(pieces))
    assert sum(map(len, ending["beneath"]["cylinders"])) == 3
    assert await look.page.evaluate("() => seen_before") == 0


async def test_a_hand_of_a_match_that_was_broken_off_is_laid_open(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", game="color_gin")
    look = await ann.look_at(table.room)
    faces = look.page.locator(".cg-backs .card-art:not(.back)")
    await expect(faces).to_have_count(0)
    await table.lines[0].send(type="propose", matter="end")
    await table.lines[1].send(type="agree", yes=True)
    await expect(faces).to_have_count(10)
    await expect(look.page.locator(".medal")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
async def test_the_end_of_every_game_has_places_facts_and_what_comes_next(
    guests: Guests, house: House, game: str
) -> None:
    room = await over(house, game, most=5000)
    finger = await guests.get("Finn", **PHONE)
    look = await finger.look_at(room)
    await expect(look.bar.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(TABLES[game])
    facts = (await (await finger.context.request.get(f"{finger.base_url}/api/rooms/{room}/ending")).json())["facts"]
    assert 2 <= len(facts) <= 3, "where several did something equally often, nobody did it most"
    told = look.bar.get_by_role("list", name="About this game").get_by_role("listitem")
    await expect(told).to_have_count(len(facts))
    await expect(look.button("Share picture")).to_be_visible()
    await expect(look.control("Watch again")).to_have_attribute("href", f"/t/{room}/replay?game=1")
    await assert_fits(look.page, *NARROW_AND_WIDE)


# --- The picture ------------------------------------------------------------------------------------------------


def size_of(png: bytes) -> tuple[int, int]:
    """Of a picture, as its head says."""
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


async def kept_picture(page: Page) -> bytes:
    async with page.expect_download() as download:
        await page.locator("[data-focus=share]").click()
    return (await (await download.value).path()).read_bytes()


async def test_the_result_is_kept_as_a_picture_in_every_language(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.draw_and_place(1)
    await table.end()
    pictures = set()
    stranger = await guests.stranger(**LAPTOP)
    for language in ("en", "de", "es", "fr", "pt"):
        await speak(stranger, language)
        look = await stranger.look_at(table.room)
        picture = await kept_picture(look.page)
        assert len(picture) <= MOST_BYTES
        assert size_of(picture) == (1080, 1350)
        pictures.add(picture)
        await stranger.put_away(look)
    assert len(pictures) == 5


async def test_a_phone_offers_its_share_sheet(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.end()
    stranger = await guests.stranger(**PHONE)
    await stranger.context.add_init_script("""
        navigator.canShare = () => true;
        navigator.share = async ({ files, title }) => { globalThis.shared = [title, files[0].type, files[0].size]; };
    """)
    look = await stranger.look_at(table.room)
    await look.button("Share picture").tap()
    await look.page.wait_for_function("() => globalThis.shared")
    title, kind, size = await look.page.evaluate("() => shared")
    assert (title, kind) == ("TCNCCC", "image/png")
    assert 20_000 < size <= MOST_BYTES
