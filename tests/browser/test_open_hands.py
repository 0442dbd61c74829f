"""Hands that are open to spectators: how players agree and hide them, and what a spectator sees, and hears."""

import pytest
from playwright.async_api import expect

from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.client import Page

SEES = "Spectators see the hands"
HAND = "With Bo’s eyes"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two moves are waited for, and no time."""
    monkeypatch.setattr("app.rooms.frame_order.SECONDS_LATE", 0)


async def moved(table: Seated, *moves: dict[str, str]) -> None:
    for move in moves:
        question = table.frame["question"]
        await table.lines[table.turn].play(move)
        for line in table.lines:
            await line.hear("frame", lambda frame, question=question: frame["question"] != question)


async def agrees(line: Page) -> None:
    await line.send(type="open_hands", yes=True)
    await line.hear("table", line_agreed)


def line_agreed(table: dict[str, object]) -> bool:
    hands, you = table.get("hands"), table["you"]
    assert isinstance(you, dict)
    return isinstance(hands, dict) and you["seat"] in hands["agreed"]


async def is_framed(look: Look, *, framed: bool) -> None:
    await expect(look.page.locator("html[data-hands-open]")).to_have_count(int(framed))
    await expect(look.page.get_by_text(SEES, exact=True)).to_be_visible(visible=framed)


async def test_all_agree_a_spectator_looks_with_a_players_eyes_and_one_press_hides_the_hands(
    guests: Guests, ann: Guest, tables: Tables
) -> None:
    table = await tables.play(ann, "Bo", game="color_gin")
    player = await ann.look_at(table.room)
    watcher = await (await guests.stranger("Eve", **PHONE)).look_at(table.room)
    await player.button("Menu").click()
    await player.button("Show our hands to spectators").click()
    await expect(player.page.get_by_text("Still to answer: Bo.")).to_be_visible()
    await agrees(table.lines[1])
    for look in (player, watcher):
        await is_framed(look, framed=True)
    eyes = watcher.page.get_by_role("combobox", name="Whose eyes?")
    await eyes.focus()
    await eyes.select_option(HAND)
    await expect(watcher.prompt("Bo’s hand comes later")).to_be_visible()
    await moved(table, {"do": "pass"}, {"do": "pass"})
    place = watcher.page.get_by_role("region", name="Place of Bo")
    await expect(place).to_be_visible()
    await expect(watcher.prompt("Watching with Bo’s eyes, with a delay.")).to_be_visible()
    await expect(place.get_by_role("button")).to_have_count(0)
    await player.button("Hide our hands").click()
    for look in (player, watcher):
        await is_framed(look, framed=False)
    await expect(place).to_have_count(0)
    await expect(watcher.prompt("Watching.")).to_be_visible()


async def test_a_big_screen_of_a_spectator_has_the_frame_the_words_and_a_choice_of_eyes(
    guests: Guests, ann: Guest, tables: Tables
) -> None:
    table = await tables.play(ann, "Bo", game="color_gin")
    for line in table.lines:
        await agrees(line)
    eve = await guests.stranger("Vera", **LAPTOP)
    screen = Look(await eve.open(f"/t/{table.room}?tv"))
    await is_framed(screen, framed=True)
    await screen.page.get_by_role("combobox", name="Whose eyes?").select_option(HAND)
    await moved(table, {"do": "pass"}, {"do": "pass"})
    await expect(screen.page.get_by_role("region", name="Place of Bo")).to_be_visible()
    own = Look(await ann.open(f"/t/{table.room}?tv"))
    await is_framed(own, framed=True)
    await expect(own.page.get_by_role("combobox")).to_have_count(0)
