"""What people in a room are shown of one another: head to head, wins over time, and an evening, which they can send."""

import msgspec
import pytest
from playwright.async_api import Locator, expect

from app.between.counting import between
from app.table.hands import Seat
from tests.between.test_counting import MINUTE_MS, Room
from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.hosts import open_tab
from tests.browser.look import Look
from tests.browser.measured import assert_fits
from tests.browser.tables import Tables

SCREENS = [(390, 844), (360, 640), (1280, 720), (320, 568)]
PEOPLE = ["ann:Ann", "bo:Bo", "dee:Dee", "max:Maximiliane die Große", "zoe:Zoë 🦊", "ann2:Ann"]


def of_many_evenings() -> bytes:
    """What is told of a room of six people with long names and the same ones, who have met often."""
    room = Room()
    for evening in range(12):
        for game in range(1 + evening % 5):
            turn = (evening * 7 + game) % len(PEOPLE)
            room.play(*(PEOPLE[turn:] + PEOPLE[:turn])[: 2 + (evening + game) % 5])
        room.team(*PEOPLE[:3], score=None if evening % 2 else 812)
        room.now += 6 * 24 * 60 * MINUTE_MS
    seats = [Seat("ann", "Ann", figure="owl"), Seat("bo", "Bo")]
    return msgspec.json.encode(between(room.past, seats, "ann"))


async def after_a_game(guest: Guest, tables: Tables, told: bytes | None = None) -> tuple[Look, Locator]:
    """The open dialog, at a table where a game has ended, perhaps with all this to tell."""
    table = await tables.play(guest, "Bo", capacity=4)
    await table.end()
    look = await guest.look_at(table.room)
    if told is not None:
        await look.page.route("**/between", lambda route: route.fulfill(body=told, content_type="application/json"))
    await open_tab(look, "Results")
    await look.page.get_by_role("button", name="Between us").click()
    dialog = look.page.locator("dialog#between")
    await expect(dialog.get_by_role("heading", name="The evening")).to_be_visible()
    return look, dialog


async def test_before_a_game_has_ended_there_is_nothing_to_open(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", capacity=4)
    look = await ann.look_at(table.room)
    await open_tab(look, "Log")
    await expect(look.page.get_by_role("tab", name="Results")).to_have_count(0)
    await expect(look.page.get_by_role("button", name="Between us")).to_have_count(0)


async def test_nobody_is_compared_after_one_game_whose_evening_is_told(ann: Guest, tables: Tables) -> None:
    _, dialog = await after_a_game(ann, tables)
    await expect(dialog.get_by_text("Once two of you have played three games")).to_be_visible()
    await expect(dialog.get_by_role("heading", name="Head to head")).to_have_count(0)
    await expect(dialog.get_by_role("row", name="Ann 1 1")).to_be_visible()
    await expect(dialog.get_by_role("row", name="Bo 0 1")).to_be_visible()


async def test_three_games_compare_two_and_a_fourth_is_added_while_one_looks(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", capacity=4)
    await table.end()
    for _ in range(2):
        await table.rematch()
        await table.end()
    look = await ann.look_at(table.room)
    await open_tab(look, "Results")
    await look.page.get_by_role("button", name="Between us").click()
    score = look.page.locator("dialog#between .duel .unseen")
    await expect(score).to_contain_text("Games: 3")
    await table.rematch()
    await table.end()
    await expect(score).to_contain_text("Games: 4")


async def test_it_fits_with_many_people_long_names_and_many_evenings(guests: Guests, tables: Tables) -> None:
    ida = await guests.stranger("Ida", **PHONE)
    look, dialog = await after_a_game(ida, tables, of_many_evenings())
    await assert_fits(look.page, *SCREENS)
    await dialog.get_by_text("In numbers").click()
    await expect(dialog.get_by_role("table").first).to_be_visible()
    await assert_fits(look.page, *SCREENS)


async def test_who_is_compared_is_chosen_with_the_keyboard(ann: Guest, tables: Tables) -> None:
    look, dialog = await after_a_game(ann, tables, of_many_evenings())
    await expect(dialog.get_by_role("radio", name="Ann (1)")).to_be_checked()
    await dialog.get_by_role("radio", name="Ann (1)").focus()
    await look.page.keyboard.press("ArrowRight")
    chosen = dialog.get_by_role("radio", checked=True)
    await expect(chosen).not_to_have_value(
        await dialog.get_by_role("radio", name="Ann (1)").get_attribute("value") or ""
    )
    await expect(chosen).to_be_focused()
    name = await chosen.locator("xpath=..").inner_text()
    await expect(dialog.locator(".duels .unseen").first).to_contain_text(f"{name} ahead of")
    await look.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


async def test_the_plot_is_told_in_a_table(ann: Guest, tables: Tables) -> None:
    _, dialog = await after_a_game(ann, tables, of_many_evenings())
    await dialog.get_by_text("In numbers").click()
    rows = dialog.locator(".in-numbers tbody tr")
    await expect(rows).to_have_count(12)
    at_the_end = [await cell.inner_text() for cell in await rows.first.locator("td").all()]
    assert at_the_end == [await wins.inner_text() for wins in await dialog.locator(".legend b").all()]


@pytest.mark.parametrize("nth", [0, 11])
async def test_the_evening_that_is_chosen_goes_onto_a_picture(ann: Guest, tables: Tables, nth: int) -> None:
    look, dialog = await after_a_game(ann, tables, of_many_evenings())
    await dialog.get_by_role("combobox").select_option(str(nth))
    await expect(dialog.locator(".its-games li")).to_have_count(2 + nth % 5)
    async with look.page.expect_download() as saved:
        await dialog.get_by_role("button", name="Share the evening").click()
    picture = await saved.value
    assert picture.suggested_filename.startswith("tertulia-20")
    path = await picture.path()
    assert path.read_bytes()[:4] in (b"\x89PNG", b"\xff\xd8\xff\xe0")
    await expect(look.page.get_by_text("The picture is in your downloads.")).to_be_attached()


async def test_when_it_cannot_be_brought_that_is_said(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", capacity=4)
    await table.end()
    look = await ann.look_at(table.room)
    ann.forgive("ERR_FAILED")
    await look.page.route("**/between", lambda route: route.abort())
    await open_tab(look, "Results")
    await look.page.get_by_role("button", name="Between us").click()
    await expect(look.page.locator("dialog#between").get_by_text("The server does not answer.")).to_be_visible()
