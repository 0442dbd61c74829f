"""Somebody loses the cookie in the middle of a game, and is back at their hand with a friend's word."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.hosts import open_tab
from tests.browser.keyboard import Keyboard
from tests.browser.look import Look
from tests.browser.tables import Tables

ASKS = "Someone says they are Ben and asks for Ben’s seat."
BACK = "I am Ben: ask for my seat back"


def place(look: Look) -> Locator:
    return look.page.get_by_role("region", name="Your place")


async def playing(ann: Guest, guests: Guests, tables: Tables) -> tuple[Look, Look]:
    """Ann is host; Ben plays on a telephone, and nowhere else."""
    ben = await guests.stranger("Ben", **PHONE)
    table = await tables.play(ann, ben, game="color_gin")
    await table.lines[1].close()
    return await ann.look_at(table.room), await ben.look_at(table.room)


async def lose_the_cookie(look: Look) -> None:
    await look.page.context.clear_cookies()
    await look.reload()
    await expect(place(look)).to_have_count(0)


async def test_ben_may_ask_again_after_a_no_and_is_back_at_his_hand_when_the_host_says_yes(
    ann: Guest, guests: Guests, tables: Tables
) -> None:
    host, guest = await playing(ann, guests, tables)
    hand = await place(guest).get_by_role("listitem").all_inner_texts()
    assert hand
    await lose_the_cookie(guest)
    await guest.button(BACK).tap()
    await host.button("No, it is not Ben").click()
    await expect(guest.voice).to_contain_text("You were not given the seat.")
    await guest.button(BACK).tap()
    await guest.button("Withdraw").tap()
    await expect(host.button("Yes, it is Ben")).to_have_count(0)
    await guest.button(BACK).tap()
    await expect(guest.prompt("You asked for Ben’s seat. The host decides.")).to_be_visible()
    await expect(host.voice).to_contain_text(ASKS)
    await host.button("Yes, it is Ben").click()
    await expect(guest.voice).to_contain_text("the host said yes.")
    assert await place(guest).get_by_role("listitem").all_inner_texts() == hand
    await expect(host.button("Yes, it is Ben")).to_have_count(0)
    for look in (host, guest):
        said = (await open_tab(look, "Log")).get_by_text("Ben asked for their seat back, and the host said yes.")
        await expect(said).to_be_visible()


async def test_it_needs_nothing_but_keys(ann: Guest, guests: Guests, tables: Tables) -> None:
    host, guest = await playing(ann, guests, tables)
    await lose_the_cookie(guest)
    await Keyboard(guest).go_to(BACK)
    await guest.page.keyboard.press("Enter")
    await expect(host.bar.get_by_role("group", name=ASKS)).to_be_visible()
    await Keyboard(host).go_to("Yes, it is Ben")
    await host.page.keyboard.press("Enter")
    await expect(place(guest)).to_be_visible()


async def test_while_people_gather_who_says_the_name_of_one_who_is_away_is_asked(
    ann: Guest, guests: Guests, tables: Tables
) -> None:
    table = await tables.gather(ann, "Ben", seats=3)
    host = await ann.look_at(table.room)
    await table.lines[1].close()
    guest = await (await guests.stranger(**LAPTOP)).look_at(table.room)
    await expect(guest.main.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("away")
    await expect(guest.button(BACK)).to_have_count(0)
    await guest.page.get_by_role("textbox", name="Your name").fill("ben")
    await guest.page.keyboard.press("Enter")
    await guest.button(BACK).click()
    await host.button("Yes, it is Ben").click()
    await expect(guest.main.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("you")


async def test_who_is_asked_about_a_host_is_a_player_and_no_onlooker(
    ann: Guest, guests: Guests, tables: Tables, eve: Guest
) -> None:
    fay = await guests.stranger("Fay", **PHONE)
    table = await tables.play(fay, ann, game="color_gin")
    await table.lines[0].close()
    player, onlooker = await ann.look_at(table.room), await eve.look_at(table.room)
    lost = await (await guests.stranger(**PHONE)).look_at(table.room)
    await lost.button("I am Fay: ask for my seat back").tap()
    await expect(player.voice).to_contain_text("Someone says they are Fay")
    await player.button("Yes, it is Fay").click()
    await expect(player.bar.get_by_text("Fay was here a moment ago.")).to_be_visible()
    await expect(onlooker.button("Yes, it is Fay")).to_have_count(0)
