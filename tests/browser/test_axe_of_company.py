"""What people see around a game, measured by axe-core: nothing to complain of, at two sizes and in both themes."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.guests import Guest, Guests
from tests.browser.hosts import Setting, manage, open_tab
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.browser.test_axe import assert_nothing_to_complain_of


async def test_the_hosts_dialog_with_everything_open(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, "Bo", seats=3)
    setting = await Setting(await ann.look_at(table.room)).open()
    await setting.dialog.get_by_text("Options", exact=True).click()
    await setting.choose("Password", "Wanted")
    await setting.choose("Clocks", "In days")
    await setting.done()
    await setting.complains("Type a password, or choose none.")
    await assert_nothing_to_complain_of(setting.look.page)


async def test_the_hosts_dialog_with_a_wide_range(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2, game="color_gin")
    setting = await Setting(await ann.look_at(table.room)).open()
    await setting.dialog.get_by_text("Options", exact=True).click()
    await expect(setting.dialog.get_by_role("spinbutton", name="Points to win a suit")).to_be_visible()
    await assert_nothing_to_complain_of(setting.look.page)


async def test_a_host_who_is_asked_for_a_seat(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    await table.lines[0].send(type="doors", sitting="asked")
    line = await tables.enter(await ben.friend(), table.room, "Ben")
    await line.send(type="sit", seat=1)
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    await expect(host.button("Let sit: Ben")).to_be_visible()
    await expect(guest.button("Withdraw")).to_be_visible()
    for look in (host, guest):
        await assert_nothing_to_complain_of(look.page)


async def test_somebody_who_asks_for_a_seat_back_and_who_is_asked_about_them(
    ann: Guest, ben: Guest, guests: Guests, tables: Tables
) -> None:
    table = await tables.play(ann, "Bo", "Dee")
    for _ in range(2):
        await table.lines.pop().close()
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    other = await (await guests.stranger()).look_at(table.room)
    await expect(other.button("I am Dee: ask for my seat back")).to_be_visible()
    await guest.button("I am Bo: ask for my seat back").click()
    await expect(host.button("Yes, it is Bo")).to_be_visible()
    await expect(guest.button("Withdraw")).to_be_visible()
    for look in (host, guest, other):
        await assert_nothing_to_complain_of(look.page)


async def test_the_hosts_hand(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    row = await manage(look, "Bo")
    await row.get_by_role("button", name="Show the door").click()
    await assert_nothing_to_complain_of(look.page)


async def test_a_proposal_and_a_reaction(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await open_tab(look, "Chat")
    await table.lines[1].send(type="propose", matter="end")
    await table.lines[1].send(type="react", what="hurry")
    await expect(look.button("Agree")).to_be_visible()
    await expect(look.seat("Bo").get_by_text("Hurry!")).to_be_visible()
    await assert_nothing_to_complain_of(look.page)


async def test_a_paused_game_with_clocks(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, "Bo")
    await table.lines[0].send(type="doors", clock={"each": "question", "seconds": 20})
    await table.start()
    await table.pass_to(0)
    look = await ann.look_at(table.room)
    await expect(look.seat("Ann").get_by_role("timer")).to_contain_text(re.compile("left"))
    await table.lines[0].send(type="pause")
    await expect(look.prompt("Paused.")).to_be_visible()
    await assert_nothing_to_complain_of(look.page)


async def test_the_last_seconds_of_a_clock(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, "Bo")
    await table.lines[0].send(type="doors", clock={"each": "question", "seconds": 29})
    await table.start()
    look = await ann.look_at(table.room)
    await expect(look.page.get_by_role("timer").filter(has_text="left")).to_be_visible()
    await assert_nothing_to_complain_of(look.page)


async def test_the_board_of_results(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.end()
    look = await ann.look_at(table.room)
    await open_tab(look, "Results")
    await expect(look.rail.get_by_role("table", name="Standings")).to_be_visible()
    await assert_nothing_to_complain_of(look.page)


async def test_behind_closed_doors(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.lines[0].send(type="doors", onlookers=False)
    look = await eve.look_at(table.room)
    await expect(look.page.get_by_role("heading", name="Behind closed doors")).to_be_visible()
    await assert_nothing_to_complain_of(look.page)


async def test_a_locked_table_and_a_farewell(ann: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    await table.lines[0].send(type="doors", password="mint tea")
    look = Look(await (await guests.stranger()).open(f"/t/{table.room}"))
    await expect(look.page.get_by_role("textbox", name="Password")).to_be_visible()
    await assert_nothing_to_complain_of(look.page)
    host = await ann.look_at(table.room)
    await table.lines[0].send(type="close")
    await expect(host.page.get_by_role("link", name="To the start page", exact=True)).to_be_visible()
    await assert_nothing_to_complain_of(host.page)
