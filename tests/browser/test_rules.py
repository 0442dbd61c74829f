"""The rules pages: every figure is drawn, fits, and stands still until it is pressed. The rules in short in a room."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from app.i18n import LANGUAGES
from app.web.rules_pages import rules_of
from games import GAMES
from tests.browser.figures import figure, in_every_step, rules_page
from tests.browser.guests import LAPTOP, Guest, Guests
from tests.browser.longer import long_worded
from tests.browser.measured import assert_nothing_to_complain_of, axe, broken_rules, faint_words
from tests.browser.tables import Tables

NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
WIDTHS = (320, 520, 1440)
most_games_at_length = pytest.mark.parametrize(
    "game", [game if game == "color_dice" else pytest.param(game, marks=pytest.mark.long) for game in GAMES]
)
# How large a stage is, by how much what is on it is too wide, and whether the sentence of the step can be read.
MEASURE = """(stage, figure) => {
    const { width, height } = stage.getBoundingClientRect();
    const says = figure.querySelectorAll(".words span").length;
    return {
        drawings: stage.querySelectorAll("svg").length, width, height, over: stage.scrollWidth - stage.clientWidth,
        read: !says || figure.querySelector(".words [data-now]").checkVisibility({ visibilityProperty: true }),
        says, where: figure.querySelector(".where")?.textContent,
    };
}"""
TOO_WIDE = "() => Math.max(0, document.documentElement.scrollWidth - innerWidth)"
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) =>
    done(list.getEntries().reduce((sum, { value }) => sum + value, 0))
).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(done, 200, 0))"""


async def assert_figures_fit(page: Page, *widths: int) -> None:
    """In every step of every figure."""
    for width in widths:
        await page.set_viewport_size({"width": width, "height": 900})
        assert await page.evaluate(TOO_WIDE) == 0
        for drawn in await page.locator("article figure").all():
            steps = await in_every_step(drawn, MEASURE)
            for step in steps:
                assert step["drawings"] > 0, step
                assert step["width"] > 200, step
                assert step["height"] > 40, step
                assert step["over"] <= 0, (await drawn.get_attribute("data-figure"), step)
                assert step["read"], step
            assert steps[0]["says"] in (0, len(steps))


# --- Figures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_every_figure_is_drawn_and_fits_in_every_step_also_in_longer_words(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    page = await rules_page(await long_worded(guests, monkeypatch, **NARROW), game, "de")
    assert await page.evaluate(SHIFTS) == 0
    named = await page.evaluate(f"async () => Object.keys((await import('#games/{game}/figures.js')).figures(String))")
    assert sorted(named) == sorted(rules_of(game, "de").figures)
    await page.evaluate(axe())
    assert [*await broken_rules(page), *await faint_words(page)] == []
    await assert_figures_fit(page, *WIDTHS)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_every_figure_fits_in_every_language(guests: Guests, game: str) -> None:
    reader = await guests.stranger(**NARROW)
    for language in LANGUAGES:
        await assert_figures_fit(await rules_page(reader, game, language), *WIDTHS)


@most_games_at_length
async def test_the_text_stays_where_it_is_and_there_is_nothing_to_complain_of(guests: Guests, game: str) -> None:
    page = await rules_page(await guests.stranger(**LAPTOP), game)
    assert await page.evaluate(SHIFTS) == 0
    await page.evaluate(axe())
    assert [*await broken_rules(page), *await faint_words(page)] == []


async def test_without_scripts_the_captions_are_left(guests: Guests) -> None:
    reader = await guests.stranger(**LAPTOP, java_script_enabled=False)
    page = await reader.open("/rules/desfases")
    await expect(page.get_by_text("A tile whose wedge points at the pawn faces it.")).to_be_visible()
    await expect(page.locator(".stage")).to_have_count(0)
    assert await page.locator("figure").first.locator("figcaption").is_visible()


# --- Examples -----------------------------------------------------------------------------------------------

MOVING_AFTER = "(button) => { button.click(); return document.getAnimations().length; }"


async def test_an_example_stands_still_until_it_is_played_and_ends_by_itself(guests: Guests) -> None:
    reader = await guests.stranger(**LAPTOP, reduced_motion="no-preference")
    await reader.context.clock.install()
    page = await rules_page(reader, "desfases")
    example = figure(page, "moving")
    await page.clock.run_for(60_000)
    await expect(example.get_by_text("Step 1 of 3.")).to_be_visible()
    await example.get_by_role("button", name="Play").click()
    await expect(example.get_by_text("Step 2 of 3.")).to_be_visible()
    await page.clock.run_for(60_000)
    await expect(example.get_by_text("Step 3 of 3.")).to_be_visible()
    await example.get_by_role("button", name="Watch again").click()
    await expect(example.get_by_text("Step 1 of 3.")).to_be_visible()
    await example.get_by_role("button", name="Pause").click()
    await page.clock.run_for(60_000)
    await expect(example.get_by_text("Step 1 of 3.")).to_be_visible()
    forth = example.get_by_role("button", name="One step forward")
    await forth.click()
    assert await forth.evaluate(MOVING_AFTER) > 0


async def test_for_those_who_like_it_so_nothing_ever_moves(eve: Guest) -> None:
    example = figure(await rules_page(eve, "desfases"), "moving")
    await expect(example.get_by_role("button", name="Play")).to_have_count(0)
    forth = example.get_by_role("button", name="One step forward")
    assert [await forth.evaluate(MOVING_AFTER) for _ in range(2)] == [0, 0]
    await example.get_by_role("button", name="Watch again").click()
    await expect(example.get_by_text("Step 1 of 3.")).to_be_visible()


async def test_each_step_is_said_to_those_who_do_not_see_it(eve: Guest) -> None:
    page = await rules_page(eve, "desfases")
    forth = figure(page, "moving").get_by_role("button", name="One step forward")
    await forth.press("Enter")
    await expect(page.get_by_role("status")).to_contain_text("Step 2 of 3.")
    await expect(page.get_by_role("status")).to_contain_text("any tile with a ring")
    await expect(forth).to_be_focused()


# --- In short -----------------------------------------------------------------------------------------------


@most_games_at_length
async def test_the_rules_in_short_are_one_screen_of_a_phone(ben: Guest, tables: Tables, game: str) -> None:
    table = await tables.gather(ben, seats=GAMES[game].seats[0], game=game)
    look = await ben.look_at(table.room)
    await look.button("Rules in short").tap()
    dialog = look.page.get_by_role("dialog", name=f"{GAMES[game].title} in short")
    await expect(dialog.get_by_role("heading", name="Remember")).to_be_visible()
    assert await dialog.evaluate("(node) => node.scrollHeight <= node.clientHeight")
    link = dialog.get_by_role("link", name="All the rules")
    assert await link.get_attribute("href") == f"/rules/{game}"
    assert await link.get_attribute("target") == "_blank"
    await dialog.get_by_role("button", name="Close").tap()
    await expect(dialog).to_have_count(0)
    await expect(look.button("Rules in short")).to_be_focused()


async def test_the_rules_in_short_and_the_keys_have_nothing_to_complain_of(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await look.button("Rules in short").click()
    await look.page.get_by_role("dialog").get_by_text("Keys", exact=True).click()
    await assert_nothing_to_complain_of(look.page)
