"""Sounds, vibration and notifications of a turn: what moves is heard once, a turn is called once, only by permitted
means, and never without a press before."""

from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.device import calls, device
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests, hide
from tests.browser.hosts import manage, twice
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.browser.walks import step
from tests.browser.wires import Wire, held

BELL = "Notify me when it’s my turn"
BOX = "Notify me when it’s my turn and this page is hidden"
PLACED = ["lid", "thud", "shut"]
# The module for calls is loaded with its style, and so are its sounds: from then on it listens.
CAN_CALL = """() => ["/sounds.js", "/parts.css"].every((part) =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes(part)))"""


async def play_with_device(
    guests: Guests, tables: Tables, screen: dict[str, Any] = LAPTOP, kept: str = '{"pace":"off"}'
) -> tuple[Guest, Seated, Look]:
    """Uma and Bo play; Uma's page is open on such a device with these settings, and it is Bo's turn."""
    uma = await guests.stranger("Uma", **screen)
    table = await tables.play(uma, "Bo", asked=1)
    look = await uma.look_at(table.room, device() + keep(kept))
    await look.page.wait_for_function(CAN_CALL)
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_visible()
    return uma, table, look


def keep(settings: str) -> str:
    """A script that stores these settings in the page's browser."""
    return f"if (location.host) localStorage['tertulia:settings'] = '{settings}'"


async def bo_plays(table: Seated, look: Look) -> None:
    """Bo makes a move; then it is Uma's turn."""
    await look.shows(await table.draw_and_place(3))
    await look.is_asked()


async def both_play(table: Seated, look: Look) -> None:
    """Bo makes a move, then Uma; then it is Bo's turn again."""
    await bo_plays(table, look)
    await look.shows(await table.draw_and_place(3))
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_visible()


async def press_anything(look: Look) -> None:
    """Without a press, browsers make no sound."""
    await look.rail.get_by_role("tab", name="People").click()


# --- Sound --------------------------------------------------------------------------------------------------


async def test_an_event_is_heard_once_but_not_before_the_first_press(guests: Guests, tables: Tables) -> None:
    """Whoever brought it about; and so is the call of a turn."""
    _, table, look = await play_with_device(guests, tables)
    await both_play(table, look)
    assert await calls(look) == ["badge 1", "no badge"]
    await press_anything(look)
    await bo_plays(table, look)
    assert await calls(look) == ["rustle", "badge 1", *PLACED, "turn"]
    assert await look.page.evaluate("() => pan") == 0  # a call is heard in the middle
    await look.shows(await table.play(do="draw"))
    assert await calls(look) == ["rustle"]
    assert await look.page.evaluate("() => starts_at.rustle") == 0  # immediately, without animations
    await look.shows(await table.play(do="place", cylinder=3))
    assert await calls(look) == ["no badge", *PLACED]
    await table.say(1, "Nothing moves")
    await expect(look.page.get_by_text("Nothing moves")).to_have_count(0)
    assert await calls(look) == []


async def test_a_turn_is_called_as_soon_as_what_calls_is_loaded(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables)
    async with held(look.page, "**/effects/alerts.js*"):
        await look.reload()
        await bo_plays(table, look)
        assert await calls(look) == []
    await look.page.wait_for_function("() => calls.length > 0")
    assert await calls(look) == ["badge 1"]


async def test_who_was_sent_away_while_asked_is_called_no_more(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, uma := await guests.stranger("Uma"), asked=1)
    look, host = await uma.look_at(table.room, device()), await ann.look_at(table.room)
    await look.page.wait_for_function("() => calls.length > 0")
    assert await calls(look) == ["badge 1"]
    await twice(await manage(host, "Uma"), "Remove from table")
    await expect(look.page.get_by_role("heading", name="Goodbye")).to_be_visible()
    assert await calls(look) == ["no badge"]


async def test_a_badge_of_a_table_closed_while_it_asked_goes_on_the_start_page(guests: Guests, tables: Tables) -> None:
    # A page is loaded a moment before its modules run.
    uma, table, look = await play_with_device(guests, tables)
    await bo_plays(table, look)
    home = await uma.open("/", device())
    await home.wait_for_function("() => calls[0] === 'badge 1'")
    await look.page.close()
    await table.draw_and_place(3)
    await home.reload()
    await home.wait_for_function("() => calls[0] === 'no badge'")


async def test_silence_is_remembered(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables, PHONE, '{"pace":"off","volume":"off"}')
    await look.seat("Bo").tap()
    await both_play(table, look)
    assert await calls(look) == ["badge 1", "no badge"]


async def watch(eve: Guest, table: Seated, kept: str = '{"pace":"off"}') -> Look:
    """A spectator's page on such a device, with these settings, after a first press."""
    look = await eve.look_at(table.room, device() + keep(kept))
    await look.page.wait_for_load_state("networkidle")
    await press_anything(look)
    return look


async def choose_volume(look: Look, name: str) -> None:
    await look.button("Menu").click()
    await look.page.get_by_role("group", name="Sound").get_by_role("radio", name=name).check()
    await look.page.keyboard.press("Escape")


async def test_an_onlooker_hears_nothing_before_asking_for_it(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await watch(eve, table)
    for _ in range(2):
        await look.shows(await table.draw_and_place(3))
    assert await calls(look) == []
    await choose_volume(look, "Soft")
    await look.page.wait_for_function("() => calls.length")  # sounds are loaded only now
    assert await calls(look) == ["pawn"]
    soft = await look.page.evaluate("() => gain")
    await look.shows(await table.draw_and_place(2))
    assert await calls(look) == ["rustle", *PLACED]
    await choose_volume(look, "Loud")
    assert await look.page.evaluate("() => gain") > soft > 0


async def test_a_hidden_page_only_says_that_it_is_the_readers_turn(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables)
    await press_anything(look)
    await hide(look.page, hidden=True)
    await both_play(table, look)
    assert await calls(look) == ["badge 1", "turn", "no badge"]


async def test_beside_a_big_screen_which_plays_the_rest_a_phone_says_that_it_is_the_readers_turn(
    guests: Guests, tables: Tables
) -> None:
    uma = await guests.stranger("Uma", **PHONE)
    table = await tables.play(uma, "Bo", asked=1)
    look = await uma.look_at(f"{table.room}?hand", device() + keep('{"pace":"off"}'))
    await look.page.wait_for_function(CAN_CALL)
    await look.bar.tap()
    await both_play(table, look)
    assert await calls(look) == ["badge 1", "turn", "buzz 60", "no badge"]


async def test_what_was_missed_is_one_sound(guests: Guests, ann: Guest, tables: Tables) -> None:
    table, chance = await tables.play(ann, "Bo", game="color_gin"), Random(1)
    wire = await Wire.of((stranger := await guests.stranger(cold=True)).context)
    look = await watch(stranger, table, '{"pace":"off","volume":"soft"}')
    await look.shows(await step(table, chance))
    assert await calls(look) == ["card"]
    wire.swallow_until(f'"seq":{table.frame["seq"] + 3}')
    for _ in range(3):
        await step(table, chance)
    await look.shows(table.frame["seq"])
    assert wire.cuts == 1
    assert await calls(look) == ["snap"]


async def test_what_is_lost_and_won_is_felt(guests: Guests, tables: Tables) -> None:
    """At a table of two, Uma has to give a piece back; then Bo lifts an empty cylinder."""
    uma = await guests.stranger("Uma", **PHONE)
    table = await tables.play(uma, "Bo", capacity=8)
    await table.come_to_pay()
    look = await uma.look_at(table.room, device())
    await look.page.wait_for_function("() => calls.splice(0).length")  # what calls is loaded, and listens to presses
    await look.seat("Bo").tap()
    await look.shows(await table.play(do="give_back", piece=table.frame["choices"][0]["move"]["piece"]))
    assert await calls(look) == ["no badge", "rustle", "buzz 30,40,30"]
    await look.shows(await table.play(do="lift", cylinder=0))
    assert await calls(look) == ["lid", "won", "buzz 30,50,60,50,120"]


async def test_vibration_can_be_switched_off_alone(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables, PHONE)
    await look.seat("Bo").tap()
    await both_play(table, look)
    assert await calls(look) == ["rustle", "badge 1", *PLACED, "turn", "buzz 60", "rustle", "no badge", *PLACED]
    await look.button("Menu").tap()
    await look.page.get_by_role("checkbox", name="Vibrate too").tap()
    await look.page.keyboard.press("Escape")
    await calls(look)
    await bo_plays(table, look)
    assert await calls(look) == ["rustle", "badge 1", *PLACED, "turn"]


async def test_a_piece_is_heard_when_it_lands(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables, {**LAPTOP, "reduced_motion": "no-preference"})
    await look.page.wait_for_load_state("networkidle")
    await press_anything(look)
    await bo_plays(table, look)
    await look.shows(await table.play(do="draw"))
    await look.shows(await table.play(do="place", cylinder=2))
    heard = await look.page.evaluate("() => starts_at")
    assert heard["lid"] == 0
    assert 0.6 <= heard["thud"] <= 0.8
    assert heard["shut"] == pytest.approx(heard["thud"] + 0.12)


# --- Notifications ------------------------------------------------------------------------------------------


async def test_the_bell_comes_after_the_first_turn_and_asks_when_pressed(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables)
    await expect(look.button(BELL)).to_have_count(0)
    await bo_plays(table, look)
    await expect(look.button(BELL)).to_have_count(0)
    await look.shows(await table.draw_and_place(3))
    assert "asks" not in await calls(look)
    await look.button(BELL).press("Enter")
    await expect(look.button(BELL)).to_have_count(0)
    await expect(look.button("Menu")).to_be_focused()  # where it can be changed
    assert "asks" in await calls(look)
    await expect(look.voice).to_contain_text("You’ll be notified")


async def test_a_notification_is_shown_while_the_page_is_hidden(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables)
    await look.button("Menu").click()
    await look.page.get_by_role("checkbox", name=BOX).click()
    await expect(look.page.get_by_role("checkbox", name=BOX)).to_be_checked()
    await look.page.keyboard.press("Escape")
    await both_play(table, look)
    assert await notifications(look) == []
    await look.page.evaluate("() => { window.focus = () => calls.push('focus'); }")
    await hide(look.page, hidden=True)
    await bo_plays(table, look)
    words = "Your turn. Draw a piece from the bag, or lift a cylinder."
    assert await notifications(look) == [f"notification TCNCCC · Tertulia | {words}"]
    await look.page.evaluate("() => notification.onclick()")
    assert await calls(look) == ["focus", "closed"]
    await hide(look.page, hidden=False)
    assert "closed" in await calls(look)


async def notifications(look: Look) -> list[str]:
    """The notifications shown since the last time."""
    return [call for call in await calls(look) if call.startswith("notification")]


async def test_a_browser_that_says_no_is_not_asked_again(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables, PHONE)
    await look.page.evaluate("() => void (window.permission = 'denied')")
    await both_play(table, look)
    await look.button(BELL).tap()
    await expect(look.voice).to_contain_text("Your browser does not allow notifications")
    await expect(look.button(BELL)).to_have_count(0)
    await hide(look.page, hidden=True)
    await bo_plays(table, look)
    assert await notifications(look) == []
