"""Sin Color is acted: tiles go under their stacks, coins cross the table, and no side that is covered is on the way."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.acting import Actor, acted, is_within, place, slowed
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.browser.traders import play_until, sit_down, trade_of

# The suit of each coin on the way, or that its value is up; and whether a covered side is on the way.
COINS = """() => Array.from(document.querySelectorAll(".stage-actor:has(.coin)"), ({ children: [face] }) =>
    Array.from(face.querySelectorAll(".coin"), (coin) => coin.classList[2]).join())"""


async def at_a_table(guest: Guest, tables: Tables, decision: str) -> tuple[Seated, Look]:
    """The guest has come to this decision, and their page has brought its stage."""
    table = await sit_down(tables, guest, "Bo", "Dee")
    await play_until(table, decision)
    look = await guest.look_at(table.room)
    await look.page.wait_for_load_state("networkidle")
    await slowed(look)
    return table, look


def flies(actor: Actor) -> bool:
    """Whether it goes somewhere."""
    return not is_within(actor["first"], actor["last"])


async def test_a_top_tile_goes_under_its_stack_and_the_next_lies_there_from_the_beginning(
    lively: Guest, tables: Tables
) -> None:
    table, look = await at_a_table(lively, tables, "sink")
    top = await place(look, "[data-k=top-2]")
    (sunk,) = await acted(look, table.play(do="sink", stack=2))
    assert is_within(sunk["first"], top)
    assert is_within(sunk["last"], await place(look, ".sc-stack:nth-child(3)"))
    await expect(look.page.locator("[data-k=top-2] .tile")).to_be_visible()


async def test_a_bottom_tile_comes_out_from_under_its_stack_onto_the_top(lively: Guest, tables: Tables) -> None:
    table, look = await at_a_table(lively, tables, "raise")
    covered, raised = await acted(look, table.play(do="raise", stack=4))
    assert not flies(covered)
    assert is_within(raised["first"], await place(look, ".sc-stack:nth-child(5)"))
    assert is_within(raised["last"], await place(look, "[data-k=top-4]"))


async def test_a_paid_coin_flies_to_those_that_are_paid_and_its_tile_turns(lively: Guest, tables: Tables) -> None:
    table, look = await at_a_table(lively, tables, "pay")
    pay = table.frame["choices"][0]["move"]
    own = await place(look, f"[data-k=coin-0-{pay['coin']}]")
    paid, turned, *_ = await acted(look, table.play(**pay))
    assert is_within(paid["first"], own, 8)
    assert is_within(paid["last"], await place(look, ".sc-paid .sc-came"))
    assert is_within(turned["last"], await place(look, ".sc-just-paid .sc-top"))


async def test_a_trade_crosses_the_table_and_an_onlooker_sees_only_upper_sides_on_the_way(
    ann: Guest, lively: Guest, tables: Tables
) -> None:
    table = await sit_down(tables, ann, "Bo", "Dee")
    await play_until(table, "opens a trade")
    look = await lively.look_at(table.room)
    await look.shows(await table.play(do="offer", coins=[0, 1]))
    while not table.frame["choices"]:
        await look.shows(await table.play(do="offer", coins=[2]))
    await look.page.wait_for_load_state("networkidle")
    await slowed(look)
    trade = trade_of(table.frame)
    view = table.frame["view"]
    rows = [view["rows"][0][0], view["rows"][0][1], view["rows"][trade["partner"]][2]]
    actors = await acted(look, table.play(**trade))
    given, taken = (
        await place(look, ".opponents .seat:nth-child(1)"),
        await place(look, f".opponents .seat:nth-child({trade['partner'] + 1})"),
    )
    for actor, (start, end) in zip(actors, [(given, taken), (given, taken), (taken, given)], strict=False):
        assert is_within(actor["first"], start) and is_within(actor["last"], end)
    coins = (await look.page.evaluate(COINS))[: len(rows)]
    assert coins == [side if isinstance(side, str) else "no-suit" for side in rows]
    assert await look.page.locator(".stage .sc-hidden-side").count() == 0


async def test_a_coin_that_is_turned_over_turns_in_its_place(lively: Guest, tables: Tables) -> None:
    table, look = await at_a_table(lively, tables, "opens a trade")
    before = table.frame["seq"]
    move = next(choice["move"] for choice in table.frame["free"] if choice["move"]["coin"] == 3)

    async def turn_over() -> int:
        await table.lines[0].play(move)
        return await table.catch_up(before)

    upper, lower = await acted(look, turn_over())
    assert is_within(upper["last"], await place(look, "[data-k=coin-0-3] .sc-upper"))
    assert is_within(lower["last"], await place(look, "[data-k=coin-0-3] .sc-lower"))
    assert not flies(upper) and not flies(lower)
