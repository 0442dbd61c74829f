"""Being called when one is asked: once for each turn, only by what one has allowed, never without a press before."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import Route, expect

from tests.browser.device import calls, device
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables

BELL = "Notify me when it’s my turn"
BOX = "Notify me when it’s my turn and this page is hidden"
# What calls has come, and what it sounds like.
CAN_CALL = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/sounds.js'))"


async def play_with_device(
    guests: Guests, tables: Tables, screen: dict[str, Any] = LAPTOP
) -> tuple[Guest, Seated, Look]:
    """Uma and Bo play; Uma's page is open on such a device, and it is Bo's turn."""
    uma = await guests.stranger("Uma", **screen)
    await uma.context.add_init_script(device())
    table = await tables.play(uma, "Bo")
    await table.pass_to(1)
    look = await uma.look_at(table.room)
    await look.page.wait_for_function(CAN_CALL)
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_visible()
    return uma, table, look


async def bo_plays(table: Seated, look: Look) -> None:
    """It is Uma's turn then."""
    await look.shows(await table.draw_and_place(3))
    await look.is_asked()


async def uma_plays(table: Seated, look: Look) -> None:
    """It is Bo's turn then."""
    await look.shows(await table.draw_and_place(3))
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_visible()


async def press_anything(look: Look) -> None:
    """Before that a browser makes no sound."""
    await look.rail.get_by_role("tab", name="People").click()


async def test_a_player_is_called_once_for_each_turn_and_not_before_the_first_press(
    guests: Guests, tables: Tables
) -> None:
    _, table, look = await play_with_device(guests, tables)
    await bo_plays(table, look)
    assert await calls(look) == ["badge 1"]
    await uma_plays(table, look)
    assert await calls(look) == ["no badge"]
    await press_anything(look)
    await look.shows(await table.play(do="draw"))
    assert "badge 1" not in await calls(look)
    await look.shows(await table.play(do="place", cylinder=3))
    await look.is_asked()
    assert await calls(look) == ["badge 1", "turn"]
    await look.shows(await table.play(do="draw"))
    await look.is_asked()
    assert await calls(look) == ["pawn"]


async def test_a_turn_that_comes_before_what_calls_is_loaded_is_called_when_it_has_come(
    guests: Guests, tables: Tables
) -> None:
    uma, table, _ = await play_with_device(guests, tables)
    may_come = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await uma.context.route("**/room/alerts.js*", hold)
    look = await uma.look_at(table.room)
    await bo_plays(table, look)
    assert await calls(look) == []
    may_come.set()
    await look.page.wait_for_function("() => calls.length > 0")
    assert await calls(look) == ["badge 1"]


async def test_the_bell_is_offered_after_the_first_turn_and_asks_only_when_pressed(
    guests: Guests, tables: Tables
) -> None:
    _, table, look = await play_with_device(guests, tables)
    await expect(look.button(BELL)).to_have_count(0)
    await bo_plays(table, look)
    await expect(look.button(BELL)).to_have_count(0)
    await uma_plays(table, look)
    assert "asks" not in await calls(look)
    await look.button(BELL).click()
    await expect(look.button(BELL)).to_have_count(0)
    assert "asks" in await calls(look)
    await expect(look.voice).to_contain_text("You’ll be notified")


async def test_a_notification_is_shown_only_while_the_page_is_hidden_and_leads_there(
    guests: Guests, tables: Tables
) -> None:
    _, table, look = await play_with_device(guests, tables)
    await allow_notifications(look)
    await bo_plays(table, look)
    assert await notifications(look) == []
    await uma_plays(table, look)
    await look.page.evaluate("() => { hide(true); window.focus = () => calls.push('focus'); }")
    await bo_plays(table, look)
    words = "Your turn. Draw a piece from the bag, or lift a cylinder."
    assert await notifications(look) == [f"notification TCNCCC · Tertulia | {words}"]
    await look.page.evaluate("() => notification.onclick()")
    assert await calls(look) == ["focus", "closed"]
    await look.page.evaluate("() => hide(false)")
    assert "closed" in await calls(look)


async def notifications(look: Look) -> list[str]:
    """Those that were shown since the last time."""
    return [call for call in await calls(look) if call.startswith("notification")]


async def allow_notifications(look: Look) -> None:
    await look.button("Menu").click()
    await look.page.get_by_role("checkbox", name=BOX).click()
    await expect(look.page.get_by_role("checkbox", name=BOX)).to_be_checked()
    await look.page.keyboard.press("Escape")
    await calls(look)


async def test_a_browser_that_says_no_is_not_asked_again(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables, PHONE)
    await look.page.evaluate("() => void (window.permission = 'denied')")
    await bo_plays(table, look)
    await uma_plays(table, look)
    await look.button(BELL).tap()
    await expect(look.voice).to_contain_text("Your browser does not allow notifications")
    await expect(look.button(BELL)).to_have_count(0)
    await look.page.evaluate("() => hide(true)")
    await bo_plays(table, look)
    assert await notifications(look) == []
