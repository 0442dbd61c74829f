"""What is heard and felt at a table: one sound for an event, for those who want it, never without a press before."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.device import calls, device
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.browser.test_calling import bo_plays, play_with_device, press_anything, uma_plays
from tests.browser.wires import Wire
from tests.conftest import House


def keep(settings: str) -> str:
    """A script: the page finds these settings in its browser."""
    return f"if (location.host) localStorage['tertulia:settings'] = '{settings}'"


async def watch(guests: Guests, table: Seated, base_url: str = "", kept: str = '{"pace":"off"}') -> Look:
    """An onlooker's page on such a device, with these settings. Something was pressed."""
    eve = await guests.stranger("Eve", base_url)
    eve.forgive("WebSocket connection to .* failed")
    await eve.context.add_init_script(device())
    await eve.context.add_init_script(keep(kept))
    look = await eve.look_at(table.room)
    await look.page.wait_for_load_state("networkidle")
    await press_anything(look)
    return look


async def choose_volume(look: Look, name: str) -> None:
    await look.button("Menu").click()
    await look.page.get_by_role("group", name="Sound").get_by_role("radio", name=name).check()
    await look.page.keyboard.press("Escape")


async def test_an_event_is_heard_once_whoever_brought_it_about(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables)
    await press_anything(look)
    await bo_plays(table, look)
    assert await calls(look) == ["pawn", "badge 1", "turn"]
    await look.shows(await table.play(do="draw"))
    assert await calls(look) == ["pawn"]
    await look.shows(await table.play(do="place", cylinder=3))
    assert await calls(look) == ["no badge", "thud"]
    await table.say(1, "Nothing moves")
    await expect(look.page.get_by_text("Nothing moves")).to_have_count(0)
    assert await calls(look) == []


async def test_sound_begins_with_a_press_and_not_with_a_push(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables)
    await look.shows(await table.play(do="draw"))
    assert await calls(look) == []
    await press_anything(look)
    await look.shows(await table.play(do="place", cylinder=3))
    assert "turn" in await calls(look)


@pytest.mark.parametrize("kept", ['{"pace":"off","sound":false}', '{"pace":"off","volume":"off"}'])
async def test_silence_is_remembered_also_from_before_there_were_three_steps(
    guests: Guests, tables: Tables, kept: str
) -> None:
    uma, table, _ = await play_with_device(guests, tables, PHONE)
    await uma.context.add_init_script(keep(kept))
    look = await uma.look_at(table.room)
    await look.seat("Bo").tap()
    await bo_plays(table, look)
    await uma_plays(table, look)
    assert await calls(look) == ["badge 1", "no badge"]


async def test_an_onlooker_hears_nothing_before_asking_for_it(guests: Guests, tables: Tables) -> None:
    _, table, _ = await play_with_device(guests, tables)
    look = await watch(guests, table)
    for _ in range(2):
        await look.shows(await table.draw_and_place(3))
    assert await calls(look) == []
    await choose_volume(look, "Soft")
    await look.page.wait_for_function("() => calls.length")  # what sounds comes only now
    assert await calls(look) == ["pawn"]
    soft = await look.page.evaluate("() => gain")
    await look.shows(await table.draw_and_place(2))
    assert await calls(look) == ["pawn", "thud"]
    await choose_volume(look, "Loud")
    assert await look.page.evaluate("() => gain") > soft > 0


async def test_a_hidden_page_only_says_that_it_is_the_readers_turn(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables)
    await press_anything(look)
    await look.page.evaluate("() => hide(true)")
    await bo_plays(table, look)
    await uma_plays(table, look)
    assert await calls(look) == ["badge 1", "turn", "no badge"]


async def answer(table: Seated) -> int:
    """Whoever is asked does the first thing that is offered."""
    move: dict[str, Any] = table.lines[table.turn].frame["choices"][0]["move"]
    return await table.play(**move)


async def test_what_was_missed_is_one_sound(guests: Guests, ann: Guest, tables: Tables, house: House) -> None:
    table = await tables.play(ann, "Bo", game="color_gin")
    host, port = house.base_url.removeprefix("http://").split(":")
    async with Wire((host, int(port))) as wire:
        look = await watch(guests, table, wire.base_url, '{"pace":"off","volume":"soft"}')
        await look.shows(await answer(table))
        assert await calls(look) == ["card"]
        wire.swallow_until(f'"seq":{table.frame["seq"] + 3}'.encode())
        for _ in range(3):
            await answer(table)
        await look.shows(table.frame["seq"])
        assert wire.cuts == 1
        assert await calls(look) == ["card"]
        await look.page.close()  # before there is no wire: what is loaded later would still come over it


async def test_what_is_lost_and_won_is_felt(guests: Guests, tables: Tables) -> None:
    """At a table of two, Uma has to give a piece back; then Bo lifts an empty cylinder."""
    uma = await guests.stranger("Uma", **PHONE)
    await uma.context.add_init_script(device())
    table = await tables.play(uma, "Bo", capacity=8)
    await table.come_to_pay()
    look = await uma.look_at(table.room)
    await look.seat("Bo").tap()
    await calls(look)
    await look.shows(await table.play(do="give_back", piece=table.frame["choices"][0]["move"]["piece"]))
    assert await calls(look) == ["no badge", "pawn", "buzz 30,40,30"]
    await look.shows(await table.play(do="lift", cylinder=0))
    assert await calls(look) == ["end", "buzz 30,50,60,50,120"]


async def test_vibration_can_be_switched_off_alone(guests: Guests, tables: Tables) -> None:
    _, table, look = await play_with_device(guests, tables, PHONE)
    await look.seat("Bo").tap()
    await bo_plays(table, look)
    await uma_plays(table, look)
    assert await calls(look) == ["pawn", "badge 1", "turn", "buzz 60", "pawn", "no badge", "thud"]
    await look.button("Menu").tap()
    await look.page.get_by_role("checkbox", name="Vibrate too").tap()
    await look.page.keyboard.press("Escape")
    await calls(look)
    await bo_plays(table, look)
    assert await calls(look) == ["pawn", "badge 1", "turn"]


@pytest.mark.parametrize(("motion", "least", "most"), [("reduce", 0, 0), ("no-preference", 0.6, 0.9)])
async def test_a_piece_is_heard_when_it_lands(
    guests: Guests, tables: Tables, motion: str, least: float, most: float
) -> None:
    uma = await guests.stranger("Uma", **LAPTOP, reduced_motion=motion)
    await uma.context.add_init_script(device())
    table = await tables.play(uma, "Bo")
    await table.pass_to(0)
    look = await uma.look_at(table.room)
    await look.page.wait_for_load_state("networkidle")
    await press_anything(look)
    await look.shows(await table.play(do="draw"))
    await look.shows(await table.play(do="place", cylinder=2))
    assert (await calls(look))[-1] == "thud"
    assert least <= await look.page.evaluate("() => starts_at") <= most
