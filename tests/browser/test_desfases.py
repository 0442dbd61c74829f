"""Desfases at the table: every side of the board, and every decision."""

import re
from random import Random
from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.measured import PHONE_SIZE, resize
from tests.browser.tables import Seated, Tables, seen
from tests.browser.walks import reach, reaches, step

SIDES = "NESW"
TURNED = "The board is turned to your side; squares keep their names."
WORDS = ("facing you", "facing left", "facing away", "facing right")
COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def squares(look: Look) -> Locator:
    """The squares in reading order."""
    return look.page.get_by_role("list", name="Board").get_by_role("listitem")


SCROLLS = """() => {
    const { scrollHeight, clientHeight } = document.querySelector(".felt");
    return scrollHeight - clientHeight;
}"""


async def test_between_the_bars_of_a_browser_the_whole_board_is_in_sight(finger: Guest, tables: Tables) -> None:
    """Also on a small phone, from the choice of a suit on."""
    table, look = await seen(finger, tables.play(finger, "Bo", "Dee", "Eli", game="desfases"))
    for ask in ("choose", "move", "feed"):
        assert await reaches(table, ask)
        await look.shows(table.frame["seq"])
        for size in ((360, 640), (390, 664)):
            await resize(look.page, size)
            assert await look.page.evaluate(SCROLLS) <= 0, (ask, size)


# --- Sides --------------------------------------------------------------------------------------------------


async def test_everybody_sits_at_the_south_edge_and_an_onlooker_sees_north_up(
    finger: Guest, ben: Guest, ann: Guest, cleo: Guest, eve: Guest, tables: Tables
) -> None:
    table = await tables.play(finger, ben, ann, cleo, game="desfases")
    assert await reaches(table, "move")
    tiles = table.view["tiles"]
    for seat, guest in enumerate((ben, ann, cleo), 1):
        look, home = await guest.look_at(table.room), SIDES[seat]
        for square in (await squares(look).all())[:5]:
            name = await accessible_name(square)
            if not name.startswith("The gap"):
                turns = (SIDES.index(tiles[name[:2]]["facing"]) - SIDES.index(home)) % 4
                assert WORDS[turns] in name
        corner = {"N": "a5", "E": "e5", "S": "e1", "W": "a1"}[home]  # the corner to the player's right
        assert (await accessible_name(squares(look).last)).startswith(corner)
        await expect(look.page.get_by_text(TURNED)).to_have_count(0 if home == "S" else 1)
    onlooker = await eve.look_at(table.room)
    await expect(onlooker.page.get_by_text(TURNED)).to_have_count(0)
    first = await accessible_name(squares(onlooker).first)
    assert first.startswith("a5, ")
    assert f"facing {COMPASS[tiles['a5']['facing']]}" in first


async def accessible_name(square: Locator) -> str:
    """The square's accessible name."""
    return await square.locator("button, .unseen").first.evaluate("(node) => node.ariaLabel ?? node.innerText")


# --- Decisions ----------------------------------------------------------------------------------------------

OVERLAP = """timer => {
    const [die, coin] = [".de-upper", ".de-under"].map((part) => timer.querySelector(part).getBoundingClientRect());
    return Math.max(0, die.right - coin.left) * Math.max(0, die.bottom - coin.top) / (coin.width * coin.height);
}"""


async def test_a_picked_square_shows_a_ghost_until_escape(ann: Guest, tables: Tables) -> None:
    """A square that the pawn cannot reach explains why; a timer shows its coin and, in a ring, the turns it has
    left."""
    table, look = await seen(ann, reach(tables, "desfases", "move", ann))
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
    for square in sorted(set(table.view["tiles"]) - {choice["move"]["to"] for choice in table.frame["choices"]}):
        await is_barred(look, square, why_not(table.view, own_square(table), square))
    await resize(look.page, PHONE_SIZE)
    for suit in table.view["suits"]:
        timer = look.page.locator(".de-timer").filter(has=look.page.locator(f".die.{suit['suit']}"))
        await expect(timer.locator(".de-left")).to_have_count(suit["die"])
        assert await timer.evaluate(OVERLAP) < 0.1, suit


def why_not(seen: dict[str, Any], here: str, square: str) -> str:
    """The reason why the pawn cannot go there."""
    across, up = (abs(ord(one) - ord(other)) for one, other in zip(square, here, strict=True))
    if square == here:
        return "The pawn stands there: it has to move."
    if across and up and across != up:
        return f"A pawn moves in a straight line, and none leads to {square}."
    return "Another pawn stands there." if square in {suit["pawn"] for suit in seen["suits"]} else "is in the way."


async def test_scoring_names_the_sum_where_coins_are_open_and_feeding_follows(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, reach(tables, "desfases", "score", ann, scores="open"))
    await assert_keys_are_places(look, table.view)
    await is_barred(look, own_square(table), "Only a tile right next to the pawn can be scored.")
    await squares(look).get_by_role("button").first.click()
    button = look.button(re.compile(r"^Score (null|ace|\d) of \w+: \d \+ \d = \d"))
    value, coin, points = map(int, re.findall(r"\d+", (await button.inner_text()).partition(":")[2]))
    assert value + coin == points
    await expect(squares(look).get_by_text(f"+{points}", exact=True).first).to_be_visible()
    await button.click()
    await expect(look.prompt("Choose a coin to load")).to_be_visible()
    await look.button(re.compile("load the timer")).last.click()
    feed = look.button(re.compile("^Load the"))
    await expect(feed).to_have_accessible_description(re.compile(r"^Moves until you score: \d$|^you score next$"))
    fed = await feed.get_attribute("aria-label") or ""
    await expect(look.own.get_by_text(f"the die shows {fed.removeprefix('Load the ')}")).to_have_count(1)


async def assert_keys_are_places(look: Look, seen: dict[str, Any]) -> None:
    keys = await look.page.locator("[data-k]").evaluate_all("nodes => nodes.map(({ dataset }) => dataset.k)")
    assert len(keys) == len(set(keys))
    left = {f"reserve-{player['suit']}-{value}" for player in seen["suits"] for value in player["reserve"]}
    assert {key for key in keys if key.startswith("reserve")} == left


def own_square(table: Seated) -> str:
    """The square of the pawn whose turn it is."""
    seen = table.view
    return next(str(player["pawn"]) for player in seen["suits"] if player["suit"] == seen["turn"]["suit"])


async def is_barred(look: Look, square: str, said: str) -> None:
    """A press there says why it cannot be chosen."""
    await squares(look).filter(has=look.page.get_by_text(re.compile(f"^{square}, "))).locator(".barred").click()
    await expect(look.bar.locator(".why")).to_contain_text(said)


# --- Motion -------------------------------------------------------------------------------------------------

# As they begin: they may be over before a slow machine has looked.
NOTE_TURNS = "() => addEventListener('animationstart', ({ animationName }) => { globalThis[animationName] = true; })"


async def test_tiles_of_the_suit_turn_for_those_who_like_it(lively: Guest, ann: Guest, tables: Tables) -> None:
    table, look = await seen(lively, reach(tables, "desfases", "move", ann, "Bo"))
    await look.page.evaluate(NOTE_TURNS)
    await look.shows(await step(table, Random(1)))
    await look.page.wait_for_function("() => globalThis['de-turn']")


async def test_nothing_of_one_game_is_marked_on_the_board_of_the_next(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, reach(tables, "desfases", "move", ann, "Bo", suits="random"))
    await look.shows(await table.play(**table.frame["choices"][0]["move"]))
    await expect(look.page.locator(".de-trace")).to_have_count(1)
    await table.break_off()
    await look.button("Rematch").click()
    await expect(look.bar.get_by_text(re.compile("to load the timer|to move the pawn"))).to_be_visible()
    await expect(look.page.locator(".de-turns, .de-trace, .de-moved")).to_have_count(0)
