"""The room on a big screen (`?tv`): what is to be read from afar, that it shows no hand, and the way there and in."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from games import GAMES
from tests.browser.guests import Guest, frozen_look
from tests.browser.look import Look
from tests.browser.measured import resize
from tests.browser.tables import Seated, Tables
from tests.client import Friend

OTHERS = ["Bo", "Konstantina", "Maximilian", "Finn", "Ana Sofía"]
SCREENS = [(1280, 720), (1920, 1080), (2560, 1440)]
# The texts that are seen, each with its size as a part of 1080 lines.
SIZES = """() => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const { parentElement: around, data } = walker.currentNode;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const { width } = range.getBoundingClientRect();
        if (!data.trim() || !width || around.closest("svg, .unseen, .to-full-screen")) continue;
        if (!around.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (getComputedStyle(around).clipPath !== "none" || around.closest(".progress")) continue;
        found.push([Math.round(parseFloat(getComputedStyle(around).fontSize) * 1080 / innerHeight), data.trim()]);
    }
    return found;
}"""
SHARE_OF_THE_HEIGHT = "() => document.querySelector('.felt').getBoundingClientRect().height / innerHeight"
IS_WITHIN = """() => [...document.querySelectorAll(".seat, .table, .telling, .way-in")].flatMap((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const fits = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return fits ? [] : [`${each.className} ${left} ${top} ${right} ${bottom}`];
})"""


async def on_tv(guest: Guest, table: Seated) -> Look:
    """The room of this table on a big screen."""
    look = Look(await guest.open(f"/t/{table.room}?tv"))
    await look.is_ready()
    await resize(look.page, (1920, 1080))
    return look


def turn_of(page: Page, words: str) -> Any:
    return expect(page.locator(".turn")).to_have_text(words)


@pytest.mark.parametrize("game", GAMES)
async def test_at_the_fullest_table_all_of_it_is_seen_and_can_be_read(ann: Guest, tables: Tables, game: str) -> None:
    table = await tables.gather(ann, *OTHERS[: GAMES[game].seats[-1] - 1], game=game)
    await table.lines[0].send(type="doors", clock={"each": "game", "seconds": 1200})
    await table.start()
    look = await on_tv(ann, table)
    for size in SCREENS:
        await resize(look.page, size)
        assert await look.page.evaluate(SHARE_OF_THE_HEIGHT) == pytest.approx(0.82, abs=0.01)
        assert await look.page.evaluate(IS_WITHIN) == []
        assert [text for text in await look.page.evaluate(SIZES) if text[0] < 24] == []


async def test_a_player_sees_no_hand_there_and_nothing_to_press(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", game="color_gin")
    look = await on_tv(ann, table)
    await expect(look.page.locator(".seat")).to_have_count(2)
    await expect(look.own).to_have_count(0)
    await expect(look.page.locator("main button:not(.to-full-screen)")).to_have_count(0)


async def test_whose_turn_it_is_and_what_happened_is_told_in_large_words(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", asked=0)
    look = await on_tv(ann, table)
    await turn_of(look.page, "Ann’s turn")
    await table.draw_and_place(2)
    await turn_of(look.page, "Bo’s turn")
    await expect(look.page.locator(".telling .latest")).to_contain_text("Ann put a piece in cylinder 3")


async def test_a_pause_and_a_proposal_are_told_as_sentences(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await on_tv(ann, table)
    await table.lines[1].send(type="propose", matter="end")
    await turn_of(look.page, "Bo would like to end this game.")
    await expect(look.page.locator(".more")).to_have_text("Waiting for Ann")
    await table.lines[0].send(type="agree", yes=False)
    await table.lines[0].send(type="pause")
    await turn_of(look.page, "Paused.")


async def test_a_lost_connection_is_told(ida: Guest, tables: Tables) -> None:
    look = await frozen_look(ida, f"{(await tables.play(ida, 'Bo')).room}?tv")
    await look.page.evaluate("() => document.dispatchEvent(new Event('freeze'))")
    await turn_of(look.page, "Connection lost. Trying again…")


async def test_that_the_table_was_closed_or_has_a_password_is_read_from_afar(
    ann: Guest, eve: Guest, tables: Tables
) -> None:
    table = await tables.gather(ann, seats=2)
    look = await on_tv(ann, table)
    await table.lines[0].send(type="close")
    await expect(look.main.get_by_text("The host has closed this table.")).to_be_visible()
    assert [text for text in await look.page.evaluate(SIZES) if text[0] < 36] == []
    table = await tables.gather(ann, seats=2)
    await table.lines[0].send(type="doors", password="mint tea")
    await table.lines[0].see_table(lambda shown: shown["password"])
    page = await eve.open(f"/t/{table.room}?tv")
    await expect(page.get_by_role("heading", name="A table with a password")).to_be_visible()
    await resize(page, (1920, 1080))
    assert [text for text in await page.evaluate(SIZES) if text[0] < 24] == []


async def test_players_do_not_read_there_what_onlookers_say_during_a_game(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await on_tv(ann, table)
    cleo = await tables.enter(Friend(ann.base_url), table.room, "Cleo")
    await cleo.send(type="chat", text="Cylinder 2!")
    await table.draw_and_place(2)
    await expect(look.page.locator(".telling .latest")).to_contain_text("cylinder 3")
    await expect(look.page.get_by_text("Cylinder 2!")).to_have_count(0)


async def test_the_result_has_no_buttons_and_the_next_game_follows_by_itself(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await on_tv(ann, table)
    await table.end()
    await expect(look.page.locator(".result .sentence b")).to_contain_text("wins.")
    await expect(look.page.locator(".result :is(button, a)")).to_have_count(0)
    await table.rematch()
    await expect(look.page.locator(".result")).to_have_count(0)
    await expect(look.page.locator(".turn")).to_contain_text("’s turn")


async def test_friends_are_shown_the_way_in_and_later_the_way_to_watch(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    look = await on_tv(ann, table)
    way = look.page.get_by_role("complementary", name="Link to this table")
    await expect(way).to_contain_text("Scan to join")
    await expect(way).to_contain_text(f"/t/{table.room}")
    await expect(way.get_by_role("img", name="The link as a QR code")).to_be_visible()
    await turn_of(look.page, "1 of 2 seats free")
    await tables.sit(table.room, 1, "Bo", ann.base_url)
    await turn_of(look.page, "Waiting for Ann to start.")
    await table.lines[0].send(type="start")
    await expect(way).to_contain_text("Scan to watch")


async def test_the_menu_and_the_code_lead_there(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await look.button("Menu").click()
    await expect(look.page.get_by_role("link", name="On the big screen")).to_have_attribute(
        "href", f"/t/{table.room}?tv"
    )
    await look.button("QR code").click()
    dialog = look.page.get_by_role("dialog", name="Invite your friends")
    await expect(dialog.get_by_role("link", name="On the big screen")).to_be_visible()


async def test_a_key_fills_the_screen_and_a_pointer_that_rests_goes(ann: Guest, tables: Tables) -> None:
    look = await on_tv(ann, await tables.play(ann, "Bo"))
    button = look.button("Full screen F")
    await expect(look.html).to_have_attribute("data-idle", "", timeout=6000)
    await expect(button).to_have_css("opacity", "0")
    await look.page.mouse.move(200, 200)
    await expect(button).to_have_css("opacity", "1")
    await look.page.keyboard.press("f")
    await expect(button).to_be_hidden()
    assert await look.page.evaluate("() => document.fullscreenElement !== null")
    await look.page.keyboard.press("f")
    await expect(button).to_be_visible()
