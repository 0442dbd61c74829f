"""A player's own hand beside a big screen (`?hand`): games are played on it, answers are pressed where they are seen,
and of the rest of the table only what is asked about is shown."""

from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.ears import Ears
from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.measured import PHONE_SIZE, broken_rules, measures, resize
from tests.browser.players import Player
from tests.browser.tables import Seated, Tables
from tests.browser.walks import OTHERS, TABLES, by_day, kind_of, step
from tests.conftest import ROOT
from tests.support.effort import amount

PHONES = ((844, 390), (360, 640), PHONE_SIZE)
"""On its side, upright between a browser's bars, and upright."""
AT: dict[str, tuple[int, dict[str, Any]]] = {
    **TABLES,
    "tcnccc": (2, {}),
    "color_gin": (2, {"target": 25, "gin_bonus": 50, "undercut_bonus": 50, "two_each": "total"}),
}
"""Fullest tables, but short games."""
WHOLE = 10_000
MORE = {"tcnccc": WHOLE, "sin_color": WHOLE, "desfases": WHOLE, "color_gin": 20, "color_dice": 20}
"""The number of answers; whole games take minutes where there are rounds."""
PIECE = {
    "tcnccc": ".place .tc-held > li",
    "sin_color": ".place .sc-upper",
    "desfases": ".place :is(.de-suits .packed, .de-upper)",
    "color_gin": ".place .cg-hand-card",
    "color_dice": ".place .cd-die-place",
}
WIDTH = "(piece) => document.querySelector(piece).getBoundingClientRect().width"
SHOWN = """() => [".opponents .seat", ".table li", ".place", ".prompt"].filter((part) =>
    [...document.querySelectorAll(part)].some((each) => each.checkVisibility()))"""


async def not_to_be_pressed(look: Look) -> list[str]:
    """What is wrong on any phone: answers under something else, out of the window, or too small for a finger."""
    measure, faults = await measures(look.page), list[str]()
    for size in PHONES:
        await resize(look.page, size)
        found = await measure.evaluate("(measure) => [...measure.not_to_be_pressed(), ...measure.small_targets(44)]")
        faults += [f"{size}: {fault}" for fault in found]
    return faults


async def answer_all(table: Seated, look: Look, most: int) -> list[str]:
    """Let the host answer so many questions on this page, and the others over the wire, at most to the end of the game;
    what is wrong with the page at the first question of each kind."""
    player, chance, met, faults = Player(look, seed=3, finger=True), Random(1), set[str](), list[str]()
    while not table.frame["outcome"] and most:
        if 0 not in table.frame["asked"]:
            await step(table, chance)
            continue
        await look.shows(table.frame["seq"])
        if (kind := kind_of(table.frame)) not in met:
            met.add(kind)
            faults += [f"{kind}: {fault}" for fault in await not_to_be_pressed(look)]
        await player.answer()
        while table.frame["seq"] < await look.seq():
            await table.catch_up(table.frame["seq"])
        most -= 1
    return faults


@pytest.mark.parametrize("game", AT)
async def test_a_game_is_played_on_a_hand_page_beside_a_big_screen(
    guests: Guests, eve: Guest, tables: Tables, game: str
) -> None:
    """By day TCNCCC to its end. Own pieces are half as large again as on the page of the whole table."""
    host, (seats, options) = await guests.stranger("Finn", **PHONE), AT[game]
    table = await tables.play(host, *OTHERS[: seats - 1], game=game, **options)
    look, tv = await host.look_at(f"{table.room}?hand"), Look(await eve.open(f"/t/{table.room}?tv"))
    faults, large = await answer_all(table, look, 2), await look.page.evaluate(WIDTH, PIECE[game])
    await look.page.goto(f"{host.base_url}/t/{table.room}")
    await look.is_ready()
    assert large >= 1.5 * await look.page.evaluate(WIDTH, PIECE[game]) - 0.5
    if more := amount(by_day=WHOLE if game == "tcnccc" else 0, long=MORE[game]):
        await look.page.go_back()
        faults += await answer_all(table, look, more)
    await tv.shows(table.frame["seq"])
    assert faults == []


async def test_a_rematch_begins_on_a_hand_page(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger("Finn", **PHONE)
    table = await tables.play(host, "Bo")
    await table.end()
    look = await host.look_at(f"{table.room}?hand")
    await look.button("Rematch").click()
    await table.catch_up(table.frame["seq"])
    await look.shows(table.frame["seq"])


async def test_of_the_rest_of_the_table_only_what_is_asked_about_is_shown(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger("Finn", **PHONE)
    table = await tables.play(host, "Bo", "Konstantina", asked=1)
    look = await host.look_at(f"{table.room}?hand")
    assert await look.page.evaluate(SHOWN) == [".place", ".prompt"]
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_visible()
    await table.pass_to(0)
    await look.is_asked()
    assert await look.page.evaluate(SHOWN) == [".table li", ".place", ".prompt"]


async def test_before_the_game_and_for_spectators_it_is_the_page_of_the_whole_table(
    guests: Guests, ann: Guest, eve: Guest, tables: Tables
) -> None:
    """A friend who scanned the code sits down there, and the game begins."""
    friend = await guests.stranger("Uma", **PHONE)
    table = await tables.gather(ann, seats=2)
    look = await friend.look_at(f"{table.room}?hand")
    await look.page.get_by_role("textbox", name="Your name").fill("Uma")
    await look.button("Sit down").click()
    await table.lines[0].see_table(lambda shown: shown["seats"][1]["name"] == "Uma")
    await table.lines[0].send(type="start")
    await expect(look.main).to_have_attribute("data-hand", "")
    await expect(look.own).to_be_visible()
    onlooker = await eve.look_at(f"{table.room}?hand")
    await expect(onlooker.page.get_by_role("region", name="Players")).to_be_visible()


@by_day("desfases", AT)
async def test_it_is_played_by_ear_and_breaks_no_rule(cleo: Guest, tables: Tables, game: str) -> None:
    seats, options = AT[game]
    table = await tables.gather(cleo, game=game, seats=seats, **options)
    for seat in range(1, seats):
        await table.lines[0].send(type="seat_bot", seat=seat, level="medium")
    await table.lines[0].see_table(lambda shown: all(seat["bot"] for seat in shown["seats"][1:]))
    look = await cleo.look_at(f"{table.room}?hand")
    line = await cleo.context.new_cdp_session(look.page)
    await line.send("Accessibility.enable")
    ears = Ears(look.page, line, seed=1)
    await table.lines[0].send(type="start")
    await ears.play(amount(by_day=3, long=20))
    await line.detach()
    assert ears.pressed
    assert sorted(ears.unclear) == []
    await look.page.evaluate((ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8"))
    assert await broken_rules(look.page) == []


async def test_menu_and_code_lead_there_and_back(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await look.button("Menu").click()
    await look.button("QR code").click()
    dialog = look.page.get_by_role("dialog", name="Invite your friends")
    await dialog.get_by_role("link", name="Only my hand, beside a big screen").click()
    await expect(look.main).to_have_attribute("data-hand", "")
    await look.button("Menu").click()
    await look.page.get_by_role("link", name="The whole table").click()
    await expect(look.page.get_by_role("region", name="Players")).to_be_visible()
