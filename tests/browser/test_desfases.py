"""Desfases at the table: every side of the board, every decision, and nothing told that was to be kept."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.desfases_tables import Position, reach
from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Tables

SIDES = "NESW"
WORDS = ("facing you", "facing left", "facing away", "facing right")


def view(position: Position) -> dict[str, Any]:
    seen: dict[str, Any] = position.table.frame["view"]
    return seen


def squares(look: Look) -> Any:
    """The places of the board, in reading order."""
    return look.page.get_by_role("list", name="Board").get_by_role("listitem")


# --- Sides --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [1, 2, 3])
async def test_everybody_sits_at_the_south_edge(ann: Guest, ben: Guest, tables: Tables, seat: int) -> None:
    host, *others = [ann if number == seat else ben if number == 0 else f"Bo {number}" for number in range(4)]
    assert isinstance(host, Guest)
    table = await tables.play(host, *others, game="desfases")
    position = Position(table)
    await position.reaches(table.turn, "move")
    look = await ann.look_at(table.room)
    tiles, home = view(position)["tiles"], SIDES[seat]
    for square in (await squares(look).all())[:5]:
        name = await accessible_name(square)
        if name.startswith("The gap"):
            continue
        turns = (SIDES.index(tiles[name[:2]]["facing"]) - SIDES.index(home)) % 4
        assert WORDS[turns] in name
    corner = {"N": "a5", "E": "e5", "S": "e1", "W": "a1"}[home]  # at their right hand, next to them
    assert (await accessible_name(squares(look).last)).startswith(corner)


async def accessible_name(square: Any) -> str:
    """What is said of a place of the board."""
    button = square.get_by_role("button")
    if await button.count():
        return str(await button.get_attribute("aria-label"))
    return str(await square.locator(".unseen").first.inner_text())


OVERLAP = """timer => {
    const [die, coin] = [".de-upper", ".de-under"].map((part) => timer.querySelector(part).getBoundingClientRect());
    return Math.max(0, die.right - coin.left) * Math.max(0, die.bottom - coin.top) / (coin.width * coin.height);
}"""


async def test_a_timer_shows_its_coin_and_in_a_ring_the_turns_it_has_left(guests: Guests, tables: Tables) -> None:
    finger = await guests.get("Finn", **PHONE)
    position = await reach(tables, "move", finger)
    look = await finger.look_at(position.table.room)
    for suit in view(position)["suits"]:
        timer = look.page.locator(".de-timer").filter(has=look.page.locator(f".die.{suit['suit']}"))
        await expect(timer.locator(".de-left")).to_have_count(suit["die"])
        assert await timer.evaluate(OVERLAP) < 0.1, suit


async def test_an_onlooker_sees_north_up(ann: Guest, eve: Guest, tables: Tables) -> None:
    position = await reach(tables, "move", ann)
    look = await eve.look_at(position.table.room)
    first = await accessible_name(squares(look).first)
    assert first.startswith("a5, ")
    word = {"N": "north", "E": "east", "S": "south", "W": "west"}[view(position)["tiles"]["a5"]["facing"]]
    assert f"facing {word}" in first


# --- Decisions ----------------------------------------------------------------------------------------------


async def test_arrows_go_up_and_down_the_board_and_a_picked_square_shows_a_ghost_until_escape(
    ann: Guest, tables: Tables
) -> None:
    look = await ann.look_at((await reach(tables, "move", ann)).table.room)
    buttons = squares(look).get_by_role("button")
    tops = [box["y"] for button in await buttons.all() if (box := await button.bounding_box())]
    await buttons.first.focus()
    for _ in range(5):
        await look.page.keyboard.press("ArrowDown")
    box = await look.page.locator(":focus").bounding_box()
    assert box and box["y"] == max(tops)
    await buttons.first.click()
    move = look.button(re.compile("^Move to [a-e][1-5]$"))
    await expect(move).to_have_accessible_description(re.compile("^timer at "))
    await expect(look.page.locator(".de-ghost")).to_have_count(1)
    await look.page.keyboard.press("Escape")
    await expect(look.page.locator(".de-ghost")).to_have_count(0)


async def test_scoring_names_the_sum_where_coins_are_open_and_feeding_follows(ann: Guest, tables: Tables) -> None:
    position = await reach(tables, "score", ann, scores="open")
    look = await ann.look_at(position.table.room)
    await assert_keys_are_places(look, view(position))
    await is_barred(look, own_square(position), "Only a tile right next to the pawn can be scored.")
    await squares(look).get_by_role("button").first.click()
    button = look.page.get_by_role("button", name=re.compile(r"^Score (null|ace|\d) of \w+: \d \+ \d = \d"))
    value, coin, points = map(int, re.findall(r"\d+", (await button.inner_text()).partition(":")[2]))
    assert value + coin == points
    await expect(squares(look).get_by_text(f"+{points}", exact=True).first).to_be_visible()
    await button.click()
    await expect(look.prompt("Choose a coin to load")).to_be_visible()
    await look.page.get_by_role("button", name=re.compile("load the timer")).last.click()
    feed = look.page.get_by_role("button", name=re.compile("^Load the"))
    await expect(feed).to_have_accessible_description(re.compile(r"^Moves until you score: \d$|^you score next$"))
    fed = await feed.get_attribute("aria-label") or ""
    place = look.page.get_by_role("region", name="Your place")
    await expect(place.get_by_text(f"the die shows {fed.removeprefix('Load the ')}")).to_have_count(1)


async def assert_keys_are_places(look: Look, seen: dict[str, Any]) -> None:
    keys = await look.page.locator("[data-k]").evaluate_all("nodes => nodes.map(({ dataset }) => dataset.k)")
    assert len(keys) == len(set(keys))
    left = {f"reserve-{player['suit']}-{value}" for player in seen["suits"] for value in player["reserve"]}
    assert {key for key in keys if key.startswith("reserve")} == left


def own_square(position: Position) -> str:
    """Where the pawn stands whose turn it is."""
    seen = view(position)
    return next(str(player["pawn"]) for player in seen["suits"] if player["suit"] == seen["turn"]["suit"])


async def is_barred(look: Look, square: str, said: str) -> None:
    """A press there tells why it cannot be chosen."""
    await squares(look).filter(has=look.page.get_by_text(re.compile(f"^{square}, "))).locator(".barred").click()
    await expect(look.bar.locator(".why")).to_contain_text(said)


async def test_a_square_that_the_pawn_cannot_reach_says_why(ann: Guest, tables: Tables) -> None:
    position = await reach(tables, "move", ann)
    look = await ann.look_at(position.table.room)
    seen = view(position)
    here = own_square(position)
    pawns = {player["pawn"] for player in seen["suits"]}
    open_squares = {choice["move"]["to"] for choice in position.table.frame["choices"]}
    for square in sorted(set(seen["tiles"]) - open_squares):
        across, up = (abs(ord(one) - ord(other)) for one, other in zip(square, here, strict=True))
        if square == here:
            said = "The pawn stands there: it has to move."
        elif across and up and across != up:
            said = f"A pawn moves in a straight line, and none leads to {square}."
        elif square in pawns:
            said = "Another pawn stands there."
        else:
            said = "is in the way."
        await is_barred(look, square, said)


# --- What is kept from the page -----------------------------------------------------------------------------


async def test_no_value_of_a_used_coin_is_on_a_page_that_comes_later(ann: Guest, eve: Guest, tables: Tables) -> None:
    position = await reach(tables, "score", ann)
    await position.step()
    look = await eve.look_at(position.table.room)
    place = next(square for square, tile in view(position)["tiles"].items() if tile["coin"])
    names = [await accessible_name(square) for square in await squares(look).all()]
    assert any(name.startswith(place) and "scored with the coin of" in name for name in names)
    assert await look.page.locator(".de-chip").count() == 0


# --- Motion -------------------------------------------------------------------------------------------------

TURNS = "() => document.getAnimations().filter((one) => one.animationName === 'de-turn').length"


async def test_tiles_of_the_suit_turn_for_those_who_like_it(lively: Guest, ann: Guest, tables: Tables) -> None:
    position = await reach(tables, "move", ann, "Bo")
    still, moving = await ann.look_at(position.table.room), await lively.look_at(position.table.room)
    seq = await position.step()
    await moving.shows(seq)
    assert await moving.page.evaluate(TURNS) > 0
    await still.shows(seq)
    assert await still.page.evaluate("() => document.getAnimations().length") == 0
