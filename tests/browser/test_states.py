"""All screens apart from the decisions of games, in one walk for each part of an evening: they fit, have large enough
touch targets, and axe finds nothing."""

import re

import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.hosts import Setting, manage, open_tab
from tests.browser.look import Look
from tests.browser.measured import (
    SCREENS,
    assert_fits,
    assert_in_sight,
    assert_nothing_to_complain_of,
    assert_stands_out,
    measures,
    resize,
)
from tests.browser.tables import Tables, seen
from tests.browser.walks import OTHERS
from tests.browser.wires import wired_look

FRIENDS = OTHERS[:3]
ROOMY = [screen for screen in SCREENS if screen != (320, 256)]


@pytest_asyncio.fixture(loop_scope="session")
async def host(guests: Guests) -> Guest:
    """A new guest with a phone."""
    return await guests.stranger("Guillermina", **PHONE)


async def check(page: Page) -> None:
    await assert_fits(page, *SCREENS)
    await assert_nothing_to_complain_of(page)
    await resize(page, (390, 844))


# --- Pages that are only read -------------------------------------------------------------------------------


async def test_pages_that_are_only_read(guests: Guests) -> None:
    reader = await guests.stranger(**PHONE)
    reader.forgive("404")
    for path in ("/", "/#tcnccc", "/docs", "/devices", "/privacy", "/nowhere"):
        page = await reader.open(path)
        await page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
        await assert_fits(page, *SCREENS)
        await assert_nothing_to_complain_of(page, "controls", "pieces")
        await reader.put_away(Look(page))


async def test_every_piece_in_every_state_stands_out_and_other_eyes_see_it_without_a_mouse(ann: Guest) -> None:
    page = await ann.open("/specimen")
    await expect(page.locator("html")).to_have_attribute("data-ready", "true")
    await assert_stands_out(page)
    await page.get_by_role("radio", name="All cones").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("radio", name="Protan")).to_be_checked()
    await expect(page.get_by_role("main")).to_have_css("filter", 'url("#eyes-protan")')


# --- Before a game ------------------------------------------------------------------------------------------


async def test_people_gather(host: Guest, guests: Guests, tables: Tables) -> None:
    table, look = await seen(host, tables.gather(host, *FRIENDS, seats=6))
    await check(look.page)
    newcomer = await guests.stranger("Ben", **PHONE)
    guest = await newcomer.look_at(table.room)
    await check(guest.page)
    await table.lines[0].send(type="doors", sitting="asked")
    await table.lines[0].hear("table", lambda heard: heard["sitting"] == "asked")
    line = await tables.enter(await newcomer.friend(), table.room, "Ben")
    await line.send(type="sit", seat=5)
    await expect(look.button("Admit: Ben")).to_be_visible()
    await check(look.page)
    await expect(guest.button("Withdraw")).to_be_visible()
    await check(guest.page)


async def test_the_host_sets_the_table(host: Guest, tables: Tables) -> None:
    """With everything unfolded, an error, and a wide spread."""
    table = await tables.gather(host, seats=2, game="color_gin")
    setting = await Setting(await host.look_at(table.room)).open()
    await setting.dialog.get_by_text("Options", exact=True).click()
    await setting.choose("Password", "Required")
    await setting.choose("Clocks", "Days per move")
    await setting.done("Type a password, or choose none.")
    await expect(setting.dialog.get_by_role("spinbutton", name="Points to win a suit")).to_be_visible()
    await check(setting.look.page)


async def test_a_locked_table_and_a_farewell(host: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.gather(host, seats=2)
    await table.lines[0].send(type="doors", password="mint tea")
    await table.lines[0].hear("table", lambda heard: heard["password"])
    look = Look(await (await guests.stranger(**PHONE)).open(f"/t/{table.room}"))
    await expect(look.page.get_by_role("textbox", name="Password")).to_be_visible()
    await check(look.page)
    hosts = await host.look_at(table.room)
    await table.lines[0].send(type="close")
    await expect(hosts.page.get_by_role("link", name="To the start page", exact=True)).to_be_visible()
    await check(hosts.page)


# --- During a game ------------------------------------------------------------------------------------------


async def test_what_lies_beside_the_table_and_over_it(host: Guest, tables: Tables) -> None:
    table = await tables.play(host, *FRIENDS)
    await table.say(1, "Hello Guillermina")
    look = await host.look_at(table.room)
    for tab in ("Log", "Chat", "People"):
        await open_tab(look, tab)
        await check(look.page)
    row = await manage(look, FRIENDS[0])
    await row.get_by_role("button", name="Remove from table").click()
    await check(look.page)
    await table.lines[1].send(type="propose", matter="end")
    await table.lines[1].send(type="react", what="hurry")
    await expect(look.button("Agree")).to_be_visible()
    await check(look.page)
    await look.rail.get_by_role("tab", name="Chat").press("Escape")


async def test_onlookers_may_watch_or_not(host: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.play(host, *FRIENDS)
    look = await (await guests.stranger(**PHONE)).look_at(table.room)
    await check(look.page)
    await table.lines[0].send(type="doors", onlookers=False)
    await expect(look.page.get_by_role("heading", name="Closed to spectators")).to_be_visible()
    await check(look.page)


async def test_clocks_run_a_move_may_be_taken_back_and_the_game_is_paused(host: Guest, tables: Tables) -> None:
    """The clocks are in their last seconds."""
    table = await tables.gather(host, FRIENDS[0], game="desfases")
    await table.lines[0].send(type="doors", clock={"each": "question", "seconds": 29})
    await table.start()
    await table.play(**table.lines[table.turn].frame["choices"][0]["move"])
    look = await host.look_at(table.room)
    await expect(look.page.get_by_role("timer").filter(has_text=re.compile("left")).first).to_be_visible()
    await check(look.page)
    await table.lines[0].send(type="pause")
    await expect(look.prompt("Paused.")).to_be_visible()
    await check(look.page)


async def test_lost_seats(host: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.play(host, *FRIENDS)
    for _ in FRIENDS:
        await table.lines.pop().close()
    look = await host.look_at(table.room)
    first, second = [await (await guests.stranger(**PHONE)).look_at(table.room) for _ in range(2)]
    await expect(second.button(f"I am {FRIENDS[2]}: ask for my seat back")).to_be_visible()
    await check(second.page)
    await first.button(f"I am {FRIENDS[0]}: ask for my seat back").tap()
    await expect(look.button(f"Yes, it is {FRIENDS[0]}")).to_be_visible()
    await check(look.page)
    await expect(first.button("Withdraw")).to_be_visible()
    await check(first.page)


async def test_a_table_out_of_reach(ann: Guest, tables: Tables) -> None:
    wire, look = await wired_look(ann, (await tables.play(ann, "Bo")).room)
    await wire.break_down()
    await expect(look.page.get_by_role("alert")).to_contain_text("Connection lost.")
    await assert_nothing_to_complain_of(look.page)


async def test_a_piece_is_given_back_and_the_results_are_read(host: Guest, tables: Tables) -> None:
    table = await tables.play(host, FRIENDS[0])
    await table.come_to_pay()
    look = await host.look_at(table.room)
    await check(look.page)
    await table.play(**table.frame["choices"][0]["move"])
    await table.end()
    panel = await open_tab(look, "Results")
    await expect(panel.get_by_role("table", name="Standings")).to_be_visible()
    await check(look.page)
    await look.rail.get_by_role("tab", name="Chat").click()
    await expect(look.rail.get_by_role("group", name="React")).to_be_visible()
    await assert_fits(look.page, *SCREENS)


# --- The prompt is visible ----------------------------------------------------------------------------------


async def test_neither_rail_nor_keyboard_covers_what_is_asked_or_typed(finger: Guest, tables: Tables) -> None:
    """The window shrinks by the keyboard, as the page's viewport setting demands."""
    _, look = await seen(finger, tables.play(finger, *OTHERS, asked=0))
    await look.button("Cylinder 3, lift").tap()
    await look.button("Lift cylinder 3").wait_for()
    await assert_in_sight(look, *ROOMY)
    await resize(look.page, (390, 844))
    await look.button(re.compile("^Log")).tap()
    await look.rail.wait_for()
    await assert_in_sight(look, *ROOMY)
    await resize(look.page, (390, 844))
    await look.rail.get_by_role("tab", name="Chat").tap()
    box = look.rail.get_by_role("textbox")
    await box.tap()
    measure = await measures(look.page)
    for size in ((390, 844 - 340), (320, 640 - 290), (320, 568 - 260)):
        await resize(look.page, size)
        await expect(box).to_be_focused()
        assert await measure.evaluate("(measure, box) => measure.hidden(box)", await box.element_handle()) == "", size
