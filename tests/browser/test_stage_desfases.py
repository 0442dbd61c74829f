"""Desfases is acted: pawns walk from square to square, coins go from under their dice and come to lie there."""

from __future__ import annotations

from typing import Any

from tests.browser.acting import Box, acted, is_within, place, slowed
from tests.browser.desfases_tables import Position, reach
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Tables


async def at_a_table(guest: Guest, tables: Tables, ask: str) -> tuple[Position, Look]:
    """The guest is asked this, and their page has brought its stage."""
    position = await reach(tables, ask, guest)
    look = await guest.look_at(position.table.room)
    await look.page.wait_for_load_state("networkidle")
    await slowed(look)
    return position, look


def mine(position: Position) -> dict[str, Any]:
    """The guest's suit."""
    suit: dict[str, Any] = next(suit for suit in position.table.frame["view"]["suits"] if suit["seat"] == 0)
    return suit


async def square(look: Look, name: str) -> Box:
    """Where this square lies."""
    return await place(look, f".de-square:has(> [data-focus=square-{name}])")


async def test_a_pawn_walks_from_its_square_to_the_next_and_its_die_turns(lively: Guest, tables: Tables) -> None:
    position, look = await at_a_table(lively, tables, "move")
    start, suit = mine(position)["pawn"], mine(position)["suit"]
    standing = await place(look, f"[data-k=pawn-{suit}]")
    goal = position.table.frame["choices"][0]["move"]["to"]
    target = await square(look, goal)
    walking, turning = await acted(look, position.table.play(do="move", to=goal))
    assert start != goal
    assert is_within(walking["first"], standing)
    assert is_within(walking["last"], target, 8)
    assert is_within(turning["last"], await place(look, f"[data-k=die-{suit}]"))


async def test_a_coin_goes_from_under_its_die_to_the_tile_it_scores(lively: Guest, tables: Tables) -> None:
    position, look = await at_a_table(lively, tables, "score")
    tile = position.table.frame["choices"][0]["move"]["tile"]
    under, target = await place(look, ".place .de-under"), await square(look, tile)
    (coin,) = await acted(look, position.table.play(do="score", tile=tile))
    assert is_within(coin["first"], under)
    assert is_within(coin["last"], target)


async def test_a_coin_that_is_fed_goes_under_its_die_which_then_turns(lively: Guest, tables: Tables) -> None:
    position, look = await at_a_table(lively, tables, "feed")
    suit = mine(position)
    value = suit["reserve"][-1]
    kept = await place(look, f"[data-k=reserve-{suit['suit']}-{value}]")
    turning, coin = await acted(look, position.table.play(do="feed", coin=value))
    assert is_within(coin["first"], kept)
    assert is_within(coin["last"], await place(look, ".place .de-under"))
    assert turning["delay"] >= coin["endTime"]
