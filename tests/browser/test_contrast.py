"""What is on the pages stands out from what is behind it, in both themes: measured on the specimen, which has every
piece in every state, on the start page, and at a table of each game."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.guests import Guest
from tests.browser.tables import Tables
from tests.browser.test_axe import THEMES, axe
from tests.browser.watching import TABLES

MEASURES = Path(__file__).with_name("contrast.js").read_text("utf-8")
STOPS = 12


async def specimen(ann: Guest, _: Tables) -> Page:
    page = await ann.open("/specimen")
    await expect(page.locator("html")).to_have_attribute("data-ready", "true")
    return page


async def start_page(ann: Guest, _: Tables) -> Page:
    return await ann.open("/")


def table_of(game: str) -> Callable[[Guest, Tables], Awaitable[Page]]:
    async def table(ann: Guest, tables: Tables) -> Page:
        others = ["Bo", "Dee", "Ewa"][: TABLES[game] - 1]
        seated = await tables.play(ann, *others, game=game)
        return (await ann.look_at(seated.room)).page

    return table


PAGES = {"specimen": specimen, "start page": start_page, **{game: table_of(game) for game in TABLES}}


@pytest.mark.parametrize("opened", PAGES.values(), ids=list(PAGES))
async def test_everything_stands_out(
    ann: Guest, tables: Tables, opened: Callable[[Guest, Tables], Awaitable[Page]]
) -> None:
    page = await opened(ann, tables)
    measures = await page.evaluate_handle(MEASURES)
    await measures.evaluate("measures => measures.without_textures()")
    await page.evaluate(axe())
    faint: dict[str, list[str]] = {}
    for theme in THEMES:
        await page.emulate_media(color_scheme=theme)
        for what in ("faint_words", "faint_controls", "faint_pieces"):
            faint[f"{theme} {what}"] = await measures.evaluate(f"measures => measures.{what}()")
        faint[f"{theme} rings"] = await faint_rings(page, measures)
        if opened is not specimen:  # where samples lie in samples, axe cannot tell what is behind what
            faint[f"{theme} axe"] = await doubts(page)
    assert {what: found for what, found in faint.items() if found} == {}


async def faint_rings(page: Page, measures: Any) -> list[str]:
    """Of the first controls that Tab comes to, those whose ring is hard to see."""
    found = []
    for _ in range(STOPS):
        await page.keyboard.press("Tab")
        found.append(str(await measures.evaluate("measures => measures.focus_ring()")))
    return [each for each in found if each]


async def doubts(page: Page) -> list[str]:
    """What axe finds too faint, and what it cannot tell."""
    asked = "{ runOnly: ['color-contrast'], resultTypes: ['violations', 'incomplete'] }"
    found: dict[str, Any] = await page.evaluate(f"() => axe.run(document, {asked})")
    nodes = [node for rule in (*found["violations"], *found["incomplete"]) for node in rule["nodes"]]
    return [f"{node['html'][:160]}: {node['failureSummary'][-200:]}" for node in nodes if not is_a_single_sign(node)]


def is_a_single_sign(node: dict[str, Any]) -> bool:
    """Axe does not take one letter or figure for words; faint_words() does."""
    return all(check["data"]["messageKey"] == "shortTextContent" for check in node["any"])


async def test_the_specimen_is_seen_by_other_eyes_without_a_mouse(ann: Guest) -> None:
    page = await specimen(ann, Tables())
    await page.get_by_role("radio", name="All cones").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("radio", name="Protan")).to_be_checked()
    await expect(page.get_by_role("main")).to_have_css("filter", 'url("#eyes-protan")')
