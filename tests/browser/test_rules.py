"""The rules pages: every figure is drawn, fits, and stands still until it is pressed. The rules in short in a room."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from app.languages import LANGUAGES
from app.rules import rules_of
from games import GAMES
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.tables import Tables
from tests.browser.test_axe import assert_nothing_to_complain_of
from tests.games.examples import examples as examples_of_rules

NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
# Of every figure: its name, how large its stage is, and by how much what is on it is too wide.
MEASURE = """() => [...document.querySelectorAll("article figure")].map((figure) => {
    const stage = figure.querySelector(".stage");
    const { width, height } = stage.getBoundingClientRect();
    const drawings = stage.querySelectorAll("svg").length;
    return { name: figure.dataset.figure, width, height, drawings, over: stage.scrollWidth - stage.clientWidth };
})"""
KEYS = """(place) => [...place.querySelectorAll("[data-k]")].map(({ dataset }) => dataset.k.replace("coin-", ""))"""
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) =>
    done(list.getEntries().reduce((sum, { value }) => sum + value, 0))
).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(done, 200, 0))"""


async def rules_page(guest: Guest, game: str, language: str = "en") -> Page:
    """With all figures drawn."""
    page = await guest.open(f"/rules/{game}?language={language}")
    await expect(page.locator("article figure[data-drawn]")).to_have_count(len(rules_of(game, language).figures))
    return page


async def assert_figures_fit(page: Page) -> None:
    for figure in await page.evaluate(MEASURE):
        assert figure["drawings"] > 0, figure
        assert figure["width"] > 200, figure
        assert figure["height"] > 40, figure
        assert figure["over"] <= 0, figure
    assert await page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


# --- Figures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_the_figures_of_the_rules_are_those_that_can_be_drawn(eve: Guest, game: str) -> None:
    page = await rules_page(eve, game)
    named = await page.evaluate(f"async () => Object.keys((await import('#games/{game}/figures.js')).figures(String))")
    assert sorted(named) == sorted(rules_of(game, "en").figures)


@pytest.mark.parametrize("game", GAMES)
async def test_every_figure_fits_narrow_and_wide_pages_in_every_language(guests: Guests, game: str) -> None:
    reader = await guests.stranger(**NARROW)
    for language in LANGUAGES:
        page = await rules_page(reader, game, language)
        for width in (320, 520, 1440):
            await page.set_viewport_size({"width": width, "height": 900})
            await assert_figures_fit(page)


@pytest.mark.parametrize("game", GAMES)
async def test_every_step_of_every_example_fits_and_can_be_read(guests: Guests, game: str) -> None:
    page = await rules_page(await guests.stranger(**NARROW), game)
    for example in await examples(page):
        forth = example.get_by_role("button", name="One step on")
        sentences = await example.locator(".words span").count()
        steps = 1
        while await forth.get_attribute("aria-disabled") is None:
            await forth.click()
            steps += 1
            await assert_figures_fit(page)
            if sentences:
                await expect(example.locator(".words [data-now]")).to_be_visible()
        await expect(example.get_by_text(f"Step {steps} of {steps}.")).to_be_visible()
        assert sentences in (0, steps)


async def examples(page: Page) -> list[Locator]:
    """The figures that have several steps."""
    return await page.locator("article figure:has(button)").all()


@pytest.mark.parametrize("game", GAMES)
async def test_there_is_nothing_to_complain_of(eve: Guest, game: str) -> None:
    page = await rules_page(eve, game)
    await assert_nothing_to_complain_of(page)


@pytest.mark.parametrize("game", GAMES)
async def test_the_text_stays_where_it_is_while_figures_are_drawn(guests: Guests, game: str) -> None:
    for screen in (LAPTOP, PHONE):
        page = await rules_page(await guests.stranger(**screen), game)
        assert await page.evaluate(SHIFTS) == 0


async def test_without_scripts_the_captions_are_left(guests: Guests) -> None:
    reader = await guests.stranger(**LAPTOP, java_script_enabled=False)
    page = await reader.open("/rules/desfases")
    await expect(page.get_by_text("A tile whose wedge points at the pawn faces it.")).to_be_visible()
    await expect(page.locator(".stage")).to_have_count(0)
    assert await page.locator("figure").first.locator("figcaption").is_visible()


async def test_coins_and_tiles_are_drawn_in_every_step_as_the_rules_move_them(eve: Guest) -> None:
    page, drawn = await rules_page(eve, "sin_color"), examples_of_rules("sin_color")
    trade, stack = drawn["trade"], drawn["stack"]
    rows = await keys_in_every_step(await example_of(page, "trade"), ".fig-place")
    assert rows == [trade["rows"]] * 3 + [trade["after"]]
    tiles = await keys_in_every_step(await example_of(page, "sink_and_raise"), ".sc-fig-spread")
    assert tiles == [[lies] for lies in (stack["lies"], *stack["after"])]


async def keys_in_every_step(example: Locator, place: str) -> list[list[list[str]]]:
    """What glides from step to step, as examples.js calls it: by step and place, in order."""
    forth, steps = example.get_by_role("button", name="One step on"), []
    while True:
        places = await example.locator(place).all()
        steps.append([await each.evaluate(KEYS) for each in places])
        if await forth.get_attribute("aria-disabled") is not None:
            return steps
        await forth.click()


# --- Examples -----------------------------------------------------------------------------------------------


async def example_of(page: Page, name: str) -> Locator:
    return page.locator(f"figure[data-figure={name}]")


async def test_an_example_stands_still_until_it_is_played_and_ends_by_itself(lively: Guest) -> None:
    await lively.context.clock.install()
    page = await rules_page(lively, "desfases")
    example = await example_of(page, "moving")
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


async def test_what_moves_in_an_example_glides(lively: Guest) -> None:
    page = await rules_page(lively, "desfases")
    example = await example_of(page, "moving")
    forth = example.get_by_role("button", name="One step on")
    await forth.click()
    await forth.evaluate("(button) => { button.click(); window.moving = document.getAnimations().length; }")
    assert await page.evaluate("() => window.moving") > 0


async def test_for_those_who_like_it_so_nothing_ever_moves(eve: Guest) -> None:
    page = await rules_page(eve, "desfases")
    example = await example_of(page, "moving")
    await expect(example.get_by_role("button", name="Play")).to_have_count(0)
    forth = example.get_by_role("button", name="One step on")
    for _ in range(2):
        await forth.evaluate("(button) => { button.click(); window.moving = document.getAnimations().length; }")
        assert await page.evaluate("() => window.moving") == 0
    await example.get_by_role("button", name="Watch again").click()
    await expect(example.get_by_text("Step 1 of 3.")).to_be_visible()


async def test_each_step_is_said_to_those_who_do_not_see_it(eve: Guest) -> None:
    page = await rules_page(eve, "desfases")
    example = await example_of(page, "moving")
    await example.get_by_role("button", name="One step on").press("Enter")
    await expect(page.get_by_role("status")).to_contain_text("Step 2 of 3.")
    await expect(page.get_by_role("status")).to_contain_text("any tile with a ring")
    await expect(example.get_by_role("button", name="One step on")).to_be_focused()


# --- In short -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_in_short_are_one_screen_of_a_phone(ben: Guest, tables: Tables, game: str) -> None:
    table = await tables.gather(ben, seats=GAMES[game].seats[0], game=game)
    look = await ben.look_at(table.room)
    await look.button("Rules in short").tap()
    dialog = look.page.get_by_role("dialog", name=f"{GAMES[game].title} in short")
    await expect(dialog.get_by_role("heading", name="Remember")).to_be_visible()
    size: dict[str, Any] = await dialog.evaluate("(node) => ({ all: node.scrollHeight, seen: node.clientHeight })")
    assert size["all"] <= size["seen"]
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
