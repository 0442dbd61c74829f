"""Repeated actions of one seat are told once: on the felt, in the log, aloud, to whoever returns, and in replays.
Unfolding shows them all."""

import re
from random import Random

from playwright.async_api import Locator, expect

from tests.browser.guests import Guest, frozen_look, hide, pass_time
from tests.browser.hosts import open_tab
from tests.browser.listening import listen
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables, seen
from tests.browser.walks import reach, step
from tests.browser.watching import over, watch
from tests.conftest import House

REST_S = 2
SPOKEN_S = 4
TIMES = 3
GATHERED = f"Ann threw again {TIMES} times"


def felt(look: Look) -> Locator:
    """The messages on the felt."""
    return look.page.locator(".latest")


def runs(look: Look) -> Locator:
    """The log's entries that gather several lines."""
    return look.page.locator(".log details.run")


async def throw_again(table: Seated) -> int:
    """Ann throws other dice again each time. The number of the last event."""
    seq = 0
    for dice in ([0], [0, 2], [2])[:TIMES]:
        seq = await table.play(do="rethrow", dice=dice)
    return seq


async def at_dice(host: Guest, tables: Tables) -> Seated:
    """Ann may throw again."""
    return await reach(tables, "color_dice", "throwing", host, "Bo", "Dee")


async def test_dice_thrown_again_and_again_are_one_line_to_unfold(ann: Guest, eve: Guest, tables: Tables) -> None:
    """Also on a page that opens later, from its first render on."""
    table, look = await seen(eve, at_dice(ann, tables))
    await open_tab(look, "Log")
    await look.shows(await throw_again(table))
    red, green = (table.frame["view"]["colours"][colour]["die"] for colour in (0, 2))
    words = f"{GATHERED}: red {red} and green {green}."
    late = await ann.look_at(table.room)
    await expect(felt(late)).to_contain_text(GATHERED)
    await open_tab(late, "Log")
    await expect(runs(late)).to_have_count(1)
    await expect(felt(look)).to_have_text(words)
    await expect(runs(look).locator("summary")).to_have_text([words])
    await expect(runs(look).locator("li:visible")).to_have_count(0)
    await runs(look).locator("summary").press("Enter")
    throws = runs(look).get_by_role("listitem")
    await expect(throws).to_have_text([re.compile("Ann threw again: ")] * TIMES)
    await look.shows(await table.play(do="keep"))
    await expect(throws.first).to_be_visible()


async def test_it_is_read_aloud_once_and_before_anything_else(ann: Guest, ida: Guest, tables: Tables) -> None:
    table = await at_dice(ann, tables)
    look = await frozen_look(ida, table.room)
    await look.shows(await table.play(do="rethrow", dice=[0]))
    await pass_time(look, REST_S + SPOKEN_S)
    for dice in ([0], [2]):
        await look.shows(await table.play(do="rethrow", dice=dice))
    await expect(look.voice).to_have_text("")
    await pass_time(look, REST_S)
    await expect(look.voice).to_have_text(re.compile("Ann threw again 2 times: red . and green .[.]"))
    await look.shows(await table.play(do="rethrow", dice=[2]))
    seq = await table.play(do="keep")
    while not table.frame["lines"]:
        seq = await step(table, Random(1))
    await look.shows(seq)
    said = look.voice.get_by_role("paragraph")
    await expect(said.nth(1)).to_have_text(re.compile("Ann threw again: green .[.]"))


async def test_own_coins_are_heard_at_once_and_each_player_has_a_line(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await reach(tables, "sin_color", "open a trade", ann, "Bo", "Dee")
    own, other = await listen(ann, table.room), await listen(eve, table.room)
    for seat, coins in ((0, (0, 1)), (1, (0, 1)), (0, (0, 1, 0))):
        for coin in coins:
            await other.shows(await table.answer(seat, {"do": "turn_over", "coin": coin}))
    await own.shows(table.frame["seq"])
    said = [sentence for sentence in await own.said() if "Ann turned" in sentence]
    assert said[1:4:2] == ["Ann turned over a coin."] * 2
    await open_tab(other, "Log")
    await expect(runs(other).locator("summary")).to_have_text(
        [f"{name} turned coins over {times} times." for name, times in (("Ann", 3), ("Bo", 2), ("Ann", 2))]
    )


async def test_whoever_comes_back_is_told_it_once(ann: Guest, eve: Guest, tables: Tables) -> None:
    table, look = await seen(eve, at_dice(ann, tables))
    await hide(look.page, hidden=True)
    await look.shows(await throw_again(table))
    await hide(look.page, hidden=False)
    missed = look.page.get_by_role("region", name=f"Back after {TIMES} moves")
    await expect(missed.get_by_role("listitem")).to_have_text([re.compile(GATHERED)])


async def test_a_replay_gathers_it_and_unfolds_what_holds_the_moment_that_is_shown(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house, "color_dice"))
    await watching.button("To the end").click()
    gathered = watching.page.locator(".log details.run")
    again = re.compile("threw again")
    await expect(gathered.first.locator("summary")).to_have_text(again)
    await expect(gathered.first.get_by_role("link")).to_have_count(0)  # none is visible
    await gathered.first.locator("summary").click()
    moment = gathered.first.get_by_role("link").first
    await moment.click()
    await expect(gathered.first.locator("[aria-current=step]")).to_be_visible()
    await watching.page.reload()
    await expect(gathered.first.locator("[aria-current=step]")).to_be_visible()
