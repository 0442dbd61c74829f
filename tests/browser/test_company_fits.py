"""What people see around a game fits every screen, and fingers."""

from __future__ import annotations

import pytest_asyncio
from playwright.async_api import expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.hosts import Setting, manage, open_tab
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.browser.test_layout import OTHERS, SCREENS, assert_fits

LONG_NAMES = OTHERS[:3]


@pytest_asyncio.fixture(loop_scope="session")
async def host(guests: Guests) -> Guest:
    """Somebody new with a telephone."""
    return await guests.stranger("Konstantina", **PHONE)


async def test_the_hosts_dialog_fits(host: Guest, tables: Tables) -> None:
    table = await tables.gather(host, *LONG_NAMES, seats=6)
    setting = await Setting(await host.look_at(table.room)).open()
    await setting.dialog.get_by_text("Options", exact=True).click()
    await setting.choose("Clocks", "For the whole game")
    await assert_fits(setting.look.page, *SCREENS)


async def test_the_hosts_hand_fits(host: Guest, tables: Tables) -> None:
    table = await tables.play(host, *LONG_NAMES)
    look = await host.look_at(table.room)
    await manage(look, LONG_NAMES[0])
    await assert_fits(look.page, *SCREENS)


async def test_lost_seats_fit(host: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.play(host, *LONG_NAMES)
    for _ in LONG_NAMES:
        await table.lines.pop().close()
    look = await host.look_at(table.room)
    first, second = [await (await guests.stranger(**PHONE)).look_at(table.room) for _ in range(2)]
    await expect(second.button(f"I am {LONG_NAMES[2]}: ask for my seat back")).to_be_visible()
    await assert_fits(second.page, *SCREENS)
    await first.button(f"I am {LONG_NAMES[0]}: ask for my seat back").tap()
    await expect(look.button(f"Yes, it is {LONG_NAMES[0]}")).to_be_visible()
    await assert_fits(look.page, *SCREENS)
    await assert_fits(first.page, *SCREENS)


async def test_clocks_a_proposal_and_a_move_to_take_back_fit(host: Guest, tables: Tables) -> None:
    table = await tables.gather(host, LONG_NAMES[0], game="desfases")
    await table.lines[0].send(type="doors", clock={"each": "question", "seconds": 25})
    await table.start()
    await table.play(**table.lines[table.turn].frame["choices"][0]["move"])
    look = await host.look_at(table.room)
    await expect(look.page.get_by_role("timer").first).to_be_visible()
    await assert_fits(look.page, *SCREENS)
    await table.lines[1].send(type="propose", matter="end")
    await expect(look.button("Agree")).to_be_visible()
    await assert_fits(look.page, *SCREENS)


async def test_the_board_of_results_and_quick_words_fit(host: Guest, tables: Tables) -> None:
    table = await tables.play(host, *LONG_NAMES)
    await table.end()
    look = await host.look_at(table.room)
    panel = await open_tab(look, "Results")
    await expect(panel.get_by_role("table")).to_be_visible()
    await assert_fits(look.page, *SCREENS)
    await look.rail.get_by_role("tab", name="Chat").click()
    await expect(look.rail.get_by_role("group", name="React")).to_be_visible()
    await assert_fits(look.page, *SCREENS)


async def test_a_locked_table_fits(host: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.gather(host, seats=2)
    await table.lines[0].send(type="doors", password="mint tea")
    look = Look(await (await guests.stranger(**PHONE)).open(f"/t/{table.room}"))
    await expect(look.page.get_by_role("textbox", name="Password")).to_be_visible()
    await assert_fits(look.page, *SCREENS)
