"""Bot levels as the host chooses them, and hints as players read and hear them."""

import re
from random import Random

import pytest
from playwright.async_api import expect

from app.i18n import LANGUAGES
from games.bot import LEVELS
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.hosts import at_chair, open_tab
from tests.browser.measured import (
    LAPTOP_SIZE,
    PHONE_SIZE,
    SCREENS,
    assert_fits,
    assert_nothing_to_complain_of,
    resize,
)
from tests.browser.tables import Tables
from tests.browser.walks import COMPANY, OTHERS, TABLES, step
from tests.client import is_asked


async def test_the_host_chooses_how_well_a_bot_plays_and_all_read_it(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, ben, seats=3)
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    await expect(host.button("Start")).to_be_disabled()
    slip = await at_chair(host, "Free seat 3")
    await expect(slip.get_by_role("group", name="Give to a bot")).to_be_visible()
    await slip.get_by_role("button", name="medium").press("Enter")
    await expect(host.button("Herr Lindner medium")).to_be_focused()
    await host.page.keyboard.press("Enter")
    await slip.get_by_role("group", name="Level of Herr Lindner").get_by_role("button", name="strong").press("Enter")
    for look in (host, guest):
        await expect(look.main.get_by_role("listitem").filter(has_text="Doktor Falk")).to_contain_text("strong")
        await expect(await at_chair(look, "Doktor Falk")).to_contain_text("remembers everything")
        await look.page.keyboard.press("Escape")
    await expect(host.button("Start")).to_be_enabled()
    await expect(guest.button("strong")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_small_phone_shows_all_levels_without_scrolling(guests: Guests, tables: Tables, language: str) -> None:
    host = await guests.stranger("Ann", **{**PHONE, "locale": language, "viewport": {"width": 360, "height": 640}})
    look = await host.look_at((await tables.gather(host, seats=3)).room)
    await look.main.locator(".chair").last.click()
    assert await look.page.locator("#chair-menu").evaluate("(slip) => slip.scrollHeight - slip.clientHeight") <= 0
    await expect(look.page.locator("#chair-menu .levels button")).to_have_count(len(LEVELS))


TAG_AND_WHAT_IT_COVERS = """() => {
    const tag = document.getElementById("hint").getBoundingClientRect();
    const needed = document.querySelectorAll("main .stand:not([aria-disabled]), main > .prompt, main > .place");
    return [tag.width, Array.from(needed).filter((each) => {
        const { left, right, top, bottom, width } = each.getBoundingClientRect();
        return width && left < tag.right && tag.left < right && top < tag.bottom && tag.top < bottom;
    }).map((each) => each.ariaLabel ?? each.className)];
}"""


async def test_a_hint_is_read_and_heard_by_who_asked(ann: Guest, ben: Guest, tables: Tables) -> None:
    """The focus stays."""
    table = await tables.play(ann, ben, game="tcnccc", hints=True)
    asked, other = (ann, ben) if table.turn == 0 else (ben, ann)
    look, aside = await asked.look_at(table.room), await other.look_at(table.room)
    hint = look.button("Hint")
    await hint.focus()
    await look.page.keyboard.press("Enter")
    advice = look.page.locator("#hint")
    await expect(advice).to_contain_text(re.compile("Best: |A careful player would choose: "))
    await expect(look.voice).to_contain_text(await advice.locator("b").inner_text())
    await expect(hint).to_be_focused()
    await assert_nothing_to_complain_of(look.page)
    await assert_fits(look.page, *SCREENS)
    await expect((await open_tab(aside, "Log")).get_by_text("asked for a hint.")).to_be_visible()
    await expect(aside.page.locator(".latest")).not_to_contain_text("hint")
    await expect(aside.page.locator("#hint")).to_have_count(0)


async def test_a_hint_goes_with_escape_comes_back_with_its_button_and_ends_with_the_move(
    guests: Guests, tables: Tables
) -> None:
    host = await guests.stranger("Uma", **LAPTOP)
    table = await tables.play(host, "Bo", asked=0, hints=True)
    look = await host.look_at(table.room)
    await look.button("Hint").click()
    tag = look.page.locator("#hint")
    await expect(tag).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(tag).to_have_count(0)
    await look.button("Hint").click()
    await look.page.locator("[data-guided]").click()
    await expect(tag).to_have_count(0)
    await expect(look.page.locator("[data-guided]")).to_have_count(0)


@pytest.mark.parametrize("game", TABLES)
async def test_a_hint_marks_what_it_recommends_and_covers_nothing_that_is_needed(
    guests: Guests, tables: Tables, game: str
) -> None:
    host, chance = await guests.stranger("Uma", **LAPTOP), Random(1)
    table = await tables.play(host, *OTHERS[: COMPANY[game] - 1], game=game, hints=True)
    while not is_asked(table.frame):
        await step(table, chance)
    look = await host.look_at(table.room)
    await look.button("Hint").click()
    await expect(look.page.locator("#hint.placed")).to_be_visible()
    await expect(look.page.locator("[data-guided]").first).to_have_accessible_description(re.compile(r"\w"))
    for size in (LAPTOP_SIZE, (1280, 720), PHONE_SIZE, (360, 640)):
        await resize(look.page, size)
        width, covered = await look.page.evaluate(TAG_AND_WHAT_IT_COVERS)
        assert width <= 240, size
        assert covered == [], size


BROKEN_LINES = """() => Array.from(document.querySelectorAll("[data-spoken-of]"), (piece) => [
    piece.dataset.k, getComputedStyle(piece).outlineStyle, piece.querySelector("[data-guided]") === null,
])"""


async def test_what_its_reason_names_has_a_broken_line_until_it_goes(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger("Uma", **LAPTOP)
    table = await tables.play(host, "Bo", game="color_gin", hints=True)
    while not is_asked(table.frame):
        await step(table, Random(1))
    look = await host.look_at(table.room)
    await look.button("Hint").click()
    await expect(look.page.locator("#hint.placed")).to_be_visible()
    lines = await look.page.evaluate(BROKEN_LINES)
    assert lines and all(name.startswith("card-") and style == "dashed" and is_free for name, style, is_free in lines)
    await look.page.keyboard.press("Escape")
    await expect(look.page.locator("[data-spoken-of]")).to_have_count(0)
