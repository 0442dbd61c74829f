"""A player who waits answers the question that comes next: by finger, by keys and by ear."""

import re

import pytest
from playwright.async_api import expect

from games import GAMES
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.measured import assert_fits, assert_nothing_to_complain_of
from tests.browser.tables import Seated, Tables, seen
from tests.browser.walks import OTHERS, TABLES, by_day
from tests.conftest import House

SCREENS = [(390, 844), (360, 640), (1440, 900)]
DIALOG = "dialog#beforehand"
FIRST_MOVES = 9
"""By then coins are arranged and suits chosen."""


async def comes_to_wait(table: Seated) -> None:
    """Play the first answer for everybody until the host waits."""
    moves = 0
    while 0 in table.frame["asked"] or moves < FIRST_MOVES:
        seat = table.turn
        asks = table.lines[seat].frame
        pick = asks["pick"]
        at_first = asks["choices"][0]["move"] if asks["choices"] else None
        await table.answer(seat, at_first or {"do": pick["do"], pick["field"]: pick["among"][: pick["least"]]})
        moves += 1


async def opens(look: Look) -> None:
    """Open the dialog, and wait for what is offered."""
    await look.page.get_by_role("button", name=re.compile("^Next time")).click()
    await expect(look.page.locator(f"{DIALOG} .toggles button").first).to_be_visible()


@by_day("sin_color", GAMES)
async def test_what_can_be_answered_beforehand_fits_a_phone_and_a_laptop(
    finger: Guest, tables: Tables, game: str
) -> None:
    seats, options = TABLES[game]
    table, look = await seen(finger, tables.play(finger, *OTHERS[: seats - 1], game=game, **options))
    await comes_to_wait(table)
    await look.shows(table.frame["seq"])
    await opens(look)
    await assert_fits(look.page, *SCREENS)
    await assert_nothing_to_complain_of(look.page)
    await look.page.locator(f"{DIALOG} .toggles button").first.click()
    await expect(look.page.get_by_role("button", name=re.compile("^Next time: "))).to_be_visible()
    await assert_fits(look.page, *SCREENS)


async def test_an_answer_is_chosen_by_keys_told_aloud_kept_over_a_reload_and_given(
    ann: Guest, tables: Tables, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.app.state.services.beforehand, "pace", 0)
    table, look = await seen(ann, tables.play(ann, "Bo", asked=1))
    await look.page.get_by_role("button", name="Next time…").focus()
    await look.page.keyboard.press("Enter")
    answer = look.page.locator(DIALOG).get_by_role("button", name="Draw a piece")
    await answer.focus()
    await look.page.keyboard.press("Enter")
    await expect(look.voice).to_contain_text("Next time: Draw a piece")
    kept = look.page.get_by_role("button", name="Next time: Draw a piece")
    await expect(kept).to_be_focused()
    await look.reload()
    await expect(kept).to_be_visible()
    await opens(look)
    await expect(answer).to_have_attribute("aria-pressed", "true")
    await look.page.keyboard.press("Escape")
    before = await table.draw_and_place(3)
    await table.catch_up(before)
    await look.shows(table.frame["seq"])
    await expect(look.prompt(re.compile("You drew"))).to_be_visible()


async def test_a_player_reads_why_an_answer_is_not_given_and_takes_another_one_back(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo", game="color_gin"))
    while table.turn != 1:
        await table.play(do="pass")
    await look.shows(table.frame["seq"])
    for answer in ("Pass", "Draw from the deck"):
        await opens(look)
        await look.page.locator(DIALOG).get_by_role("button", name=answer, exact=True).click()
        await expect(look.page.get_by_role("button", name=f"Next time: {answer}")).to_be_visible()
        if answer == "Pass":
            await table.play(do="take", card=table.view["discard"])
            await expect(look.bar.get_by_text("Your answer was not given. The first discard")).to_be_visible()
            await expect(look.voice).to_contain_text("Your answer was not given.")
    await opens(look)
    await look.page.locator(DIALOG).get_by_role("button", name="Not after all").click()
    await expect(look.page.get_by_role("button", name="Next time…")).to_be_visible()


async def test_while_it_is_about_to_be_given_it_can_be_taken_back(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo", asked=1))
    await opens(look)
    await look.page.locator(DIALOG).get_by_role("button", name="Draw a piece").click()
    await expect(look.page.get_by_role("button", name="Next time: Draw a piece")).to_be_visible()
    await table.draw_and_place(3)
    await expect(look.bar.get_by_text("Given in a moment: Draw a piece")).to_be_visible()
    await look.button("Not after all").click()
    await expect(look.bar.get_by_text("Given in a moment")).to_have_count(0)
    assert table.frame["asked"] == [0]
