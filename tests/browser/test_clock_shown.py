"""The clocks: counted down at every seat, calm until the last half minute, and standing still when the game does."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.stillness import frozen_look, pass_time
from tests.browser.tables import Seated, Tables


async def timed(tables: Tables, *people: Guest | str, each: str = "question", seconds: int = 120) -> Seated:
    """A game with clocks; seat 0 is asked."""
    host, *others = people
    assert isinstance(host, Guest)
    table = await tables.gather(host, *others)
    clock: dict[str, Any] = {"each": each, "seconds": seconds}
    await table.lines[0].send(type="doors", clock=clock)
    await table.start()
    await table.pass_to(0)
    return table


def clock_of(look: Look, name: str) -> Locator:
    return look.seat(name).get_by_role("timer")


async def test_every_seat_has_its_clock_and_the_one_that_runs_says_so(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await timed(tables, ann, "Bo", seconds=2 * 24 * 3600)
    for look in (await ann.look_at(table.room), await eve.look_at(table.room)):
        await expect(clock_of(look, "Ann")).to_contain_text("running")
        await expect(clock_of(look, "Bo")).to_contain_text("2d 0h")
        await expect(clock_of(look, "Bo")).not_to_contain_text("running")


async def test_a_bot_and_a_table_without_clocks_have_none(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    await table.lines[0].send(type="seat_bot", seat=1, level="medium")
    await table.lines[0].send(type="doors", clock={"each": "game", "seconds": 600})
    await table.lines[0].send(type="start")
    look = await ann.look_at(table.room)
    await expect(look.page.get_by_role("timer")).to_have_count(1)
    look = await ann.look_at((await tables.play(ann, "Bo")).room)
    await expect(look.seat("Bo")).to_be_visible()
    await expect(look.page.get_by_role("timer")).to_have_count(0)


async def test_it_counts_down_and_only_the_last_half_minute_is_urgent_and_said_once(ida: Guest, tables: Tables) -> None:
    table = await timed(tables, ida, "Bo")
    look = await frozen_look(ida, table.room)
    await table.pass_to(1)
    await table.pass_to(0)
    await look.shows(int(table.frame["seq"]))
    await expect(clock_of(look, "Ida")).to_contain_text("running: 2:00")
    alert = look.bar.get_by_role("alert")
    await pass_time(look, 89.5)  # between two whole seconds, however fast the server was
    await expect(clock_of(look, "Ida")).to_have_text(re.compile(r"0:3[01]"))
    await expect(clock_of(look, "Ida")).not_to_contain_text("left")
    await expect(clock_of(look, "Bo")).to_contain_text("2:00")
    await expect(alert).to_have_text("")
    await look.page.evaluate("""() => {
        window.said = 0;
        new MutationObserver(() => window.said++).observe(document.querySelector("main [role=alert]"),
            { subtree: true, childList: true, characterData: true });
    }""")
    await pass_time(look, 2)
    await expect(clock_of(look, "Ida")).to_contain_text(re.compile(r"0:29\s+left"))
    await expect(alert).to_have_text("You have less than 30 seconds left.")
    await pass_time(look, 10)
    assert await look.page.evaluate("() => window.said") == 1


async def test_an_opponents_last_seconds_alarm_nobody_else(ida: Guest, tables: Tables) -> None:
    table = await timed(tables, ida, "Bo")
    look = await frozen_look(ida, table.room)
    await table.pass_to(1)
    await look.shows(int(table.frame["seq"]))
    await expect(clock_of(look, "Bo")).to_contain_text("running")
    await pass_time(look, 100.5)
    await expect(clock_of(look, "Bo")).to_contain_text(re.compile(r"0:(20|19)\s+left"))
    await expect(look.bar.get_by_role("alert")).to_have_text("")


async def test_while_the_game_is_paused_they_stand_still(ida: Guest, tables: Tables) -> None:
    table = await timed(tables, ida, "Bo")
    look = await frozen_look(ida, table.room)
    await table.lines[0].send(type="pause")
    await expect(look.prompt("Paused.")).to_be_visible()
    await expect(clock_of(look, "Ida")).not_to_contain_text("running")
    before = await clock_of(look, "Ida").inner_text()
    await pass_time(look, 30)
    assert await clock_of(look, "Ida").inner_text() == before


async def test_a_player_who_is_away_gets_a_minute_more_and_that_is_said(ann: Guest, tables: Tables) -> None:
    table = await timed(tables, ann, "Bo")
    await table.pass_to(1)
    look = await ann.look_at(table.room)
    await table.lines.pop().close()
    await expect(look.bar.get_by_text("Away: Bo. They get one more minute.")).to_be_visible()
