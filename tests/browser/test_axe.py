"""Every page in every state, measured by axe-core: nothing to complain of, at two sizes and in both themes."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, WebSocketRoute, expect

from games import GAMES
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.conftest import ROOT

SIZES: list[ViewportSize] = [{"width": 1440, "height": 900}, {"width": 390, "height": 844}]
# Contrast once more without what axe cannot look through: textures, drawings, clear buttons that lie over pieces.
MEASURE_BARE = """async () => {
    const bare = new CSSStyleSheet();
    bare.replaceSync("* { background-image: none !important } .stand, svg { visibility: hidden !important }");
    document.adoptedStyleSheets = [bare];
    const rules = { type: "rule", values: ["color-contrast"] };
    const found = await axe.run(document, { runOnly: rules, resultTypes: ["violations", "incomplete"] });
    document.adoptedStyleSheets = [];
    return found;
}"""
# None: axe does not say why. tests/browser/test_contrast.py measures such words by itself.
HALF_SEEN = ("nonBmp", "shortTextContent", "elmPartiallyObscured", "elmPartiallyObscuring", "bgOverlap", None)
THEMES = ("light", "dark")


@cache
def axe() -> str:
    return Path(ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")


async def assert_nothing_to_complain_of(page: Page) -> None:
    """At both sizes and in both themes."""
    await page.evaluate(axe())
    complaints = []
    for size in SIZES:
        await page.set_viewport_size(size)
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme)
            complaints += [f"{size['width']} {theme} {found}" for found in await violations(page)]
    assert complaints == [], "\n".join(complaints)


async def violations(page: Page) -> list[str]:
    """What breaks a rule, and words whose contrast could not be measured."""
    found: dict[str, Any] = await page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    broken = [f"{rule['id']}: {node['html']}" for rule in found["violations"] for node in rule["nodes"]]
    bare: dict[str, Any] = await page.evaluate(MEASURE_BARE)
    doubtful = [node for rule in bare["violations"] + bare["incomplete"] for node in rule["nodes"]]
    return broken + [f"{node['any'][0]['message']} {node['html']}" for node in doubtful if not is_half_seen(node)]


def is_half_seen(node: dict[str, Any]) -> bool:
    """An arrow or a letter alone, of which axe does not say whether it is a word; and what lies in part under something
    else, as words that are scrolled do and those on the edge of a tile."""
    return node["any"][0]["data"]["messageKey"] in HALF_SEEN


@pytest.mark.parametrize("path", ["/", "/docs", "/nowhere", *(f"/rules/{game}" for game in GAMES)])
async def test_pages_that_are_only_read(eve: Guest, path: str) -> None:
    eve.forgive("404")
    page = await eve.open(path)
    await page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
    await assert_nothing_to_complain_of(page)


async def test_a_table_where_people_gather_seen_by_its_host(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, "Bo", seats=3)
    await assert_nothing_to_complain_of((await ann.look_at(table.room)).page)


async def test_a_table_where_people_gather_seen_by_somebody_new(eve: Guest, ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    await assert_nothing_to_complain_of((await eve.look_at(table.room)).page)


async def test_a_player_who_is_asked(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    await assert_nothing_to_complain_of((await ann.look_at(table.room)).page)


async def test_a_player_with_a_piece_in_hand(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    await table.play(do="draw")
    await assert_nothing_to_complain_of((await ann.look_at(table.room)).page)


async def test_a_player_who_is_about_to_lift(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    look = await ann.look_at(table.room)
    await look.button("Cylinder 2, lift").click()
    await look.button("Lift cylinder 2").wait_for()
    await assert_nothing_to_complain_of(look.page)


async def test_a_player_who_has_to_give_back_a_piece(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.come_to_pay()
    await assert_nothing_to_complain_of((await ann.look_at(table.room)).page)


async def test_a_player_who_waits(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(1)
    await assert_nothing_to_complain_of((await ann.look_at(table.room)).page)


async def test_an_onlooker(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", "Dee")
    await assert_nothing_to_complain_of((await eve.look_at(table.room)).page)


async def test_a_game_that_is_over(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.end()
    await assert_nothing_to_complain_of((await ann.look_at(table.room)).page)


@pytest.mark.parametrize("tab", ["Chat", "People"])
async def test_what_lies_beside_the_table(ann: Guest, tables: Tables, tab: str) -> None:
    table = await tables.play(ann, "Bo")
    await table.say(1, "Hello Ann")
    look = await ann.look_at(table.room)
    await look.rail.get_by_role("tab", name=tab).click()
    await assert_nothing_to_complain_of(look.page)


async def test_what_covers_the_table_on_a_phone(ben: Guest, tables: Tables) -> None:
    table = await tables.play(ben, "Bo")
    look = await ben.look_at(table.room)
    await look.button(re.compile("^Log")).click()
    await look.rail.wait_for()
    await assert_nothing_to_complain_of(look.page)


async def test_a_table_out_of_reach(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    page, lines = await ann.context.new_page(), list[WebSocketRoute]()

    async def answer(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.connect_to_server()
        else:
            await line.close()

    await page.route_web_socket("**/ws/**", answer)
    await page.goto(f"{ann.base_url}/t/{table.room}")
    await Look(page).is_ready()
    await lines[0].close()
    await expect(page.get_by_role("alert")).to_contain_text("Connection lost.")
    await assert_nothing_to_complain_of(page)


async def test_the_menu(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await look.button("Menu").click()
    await assert_nothing_to_complain_of(look.page)
