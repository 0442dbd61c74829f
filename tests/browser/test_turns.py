"""Whose turn it is, that it is said where nobody looks, and that nobody waits for a player who has left."""

import re

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.tables import Tables

DOT = re.compile("circle")  # in the picture that is the address


async def test_title_and_icon_show_a_dot_while_their_reader_is_asked(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    look, onlooker = await ann.look_at(table.room), await eve.look_at(table.room)
    icon = look.page.locator("link[rel=icon]")
    await expect(look.page).to_have_title("● TCNCCC · Tertulia")
    await expect(icon).to_have_attribute("href", DOT)
    await expect(onlooker.page).to_have_title("TCNCCC · Tertulia")
    seq = await table.draw_and_place(0)
    for each in (look, onlooker):
        await each.shows(seq)
        await expect(each.page).to_have_title("TCNCCC · Tertulia")
    await expect(icon).not_to_have_attribute("href", DOT)


async def test_the_host_lets_a_bot_play_for_who_is_away_until_they_come_back(
    ann: Guest, ben: Guest, tables: Tables
) -> None:
    table = await tables.play(ann, ben)
    await table.pass_to(1)
    look = await ann.look_at(table.room)
    await table.lines[1].close()
    await expect(look.seat("Ben").get_by_text("away", exact=True)).to_be_visible()
    await expect(look.bar.get_by_text("Away: Ben.")).to_be_visible()
    await look.button("Let a bot play for Ben").click()
    await expect(look.seat("Ben").get_by_text("bot", exact=True)).to_be_visible()
    await look.is_asked()  # the bot has played Ben's turn
    back = await ben.look_at(table.room)
    await expect(look.seat("Ben").get_by_text("bot", exact=True)).to_have_count(0)
    await expect(back.seat("Ben").get_by_text("you", exact=True)).to_be_visible()
    await look.button("Bag, draw a piece").click()
    await expect(back.prompt("Waiting for Ann to put it in a cylinder")).to_be_visible()


async def test_nobody_else_can_give_a_seat_to_a_bot(ann: Guest, ben: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, ben, "Dee")
    await table.pass_to(2)
    bens, eves = await ben.look_at(table.room), await eve.look_at(table.room)
    await table.lines[2].close()
    for look in (bens, eves):
        await expect(look.bar.get_by_text("Away: Dee.")).to_be_visible()
        await expect(look.page.get_by_role("button", name=re.compile("bot"))).to_have_count(0)


async def test_lines_before_the_newest_are_brought_when_somebody_asks_for_them(
    ann: Guest, eve: Guest, tables: Tables
) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    for turn in range(16):
        await table.draw_and_place(turn % 4)
    await look.shows(table.frame["seq"])
    late = await eve.look_at(table.room)
    heard, newest = [each.rail.locator(".log li:not(.fades)") for each in (look, late)]
    lines = await heard.all_inner_texts()
    await expect(newest).to_have_text(lines[:12])
    eve.forgive("Failed to load resource: net::ERR_FAILED")
    await late.page.route("**/lines", lambda route: route.abort(), times=1)
    await late.rail.get_by_role("button", name="Earlier").click()
    await expect(late.page.get_by_text("The server does not answer.")).to_be_visible()
    await late.rail.get_by_role("button", name="Earlier").click()
    await expect(newest).to_have_text(lines)
    await expect(late.rail.get_by_role("button", name="Earlier")).to_have_count(0)
    await expect(look.rail.get_by_role("button", name="Earlier")).to_have_count(0)
