"""Pieces glide for those who like it, shortly; for those who do not, nothing moves at all."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.async_api import expect

from tests.browser import color_dice_tables, color_gin_tables, desfases_tables, traders
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.stillness import frozen_look
from tests.browser.tables import Tables

MOST_MS = 900
# After every push: what moves now, how far it is to move, and for how long.
WATCH = """window.pushes = [];
const motion = new Set(["translate", "transform", "scale", "rotate", "opacity", "offsetDistance", "left", "top"]);
let seq;
function note() {
    if (seq === (seq = document.documentElement.dataset.seq)) return;
    const moving = document.getAnimations().filter(({ animationName }) => !/ring|settle/.test(animationName ?? ""));
    pushes.push(moving.map(({ effect }) => {
        const { delay, activeDuration } = effect.getComputedTiming();
        const properties = effect.getKeyframes().flatMap(Object.keys).filter((property) => motion.has(property));
        return { of: effect.target.textContent.trim(), delay, activeDuration, properties };
    }));
}
document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(note).observe(document.documentElement, { attributeFilter: ["data-seq"] }));"""


async def watch(guest: Guest, room: str) -> Look:
    page = await guest.context.new_page()
    await page.add_init_script(WATCH)
    await page.goto(f"{guest.base_url}/t/{room}")
    look = Look(page)
    await look.is_ready()
    return look


async def moved_in_each_push(look: Look) -> list[list[dict[str, Any]]]:
    pushes: list[list[dict[str, Any]]] = await look.page.evaluate("() => pushes.splice(0)")
    return [[found for found in push if found["properties"]] for push in pushes]


async def test_a_push_never_moves_anything_for_longer_than_900_ms(lively: Guest, tables: Tables) -> None:
    table = await tables.play(lively, "Bo")
    look = await watch(lively, table.room)
    for cylinder in (0, 0, 1):
        await look.shows(await table.play(do="draw"))
        await look.shows(await table.play(do="place", cylinder=cylinder))
    await look.shows(await table.play(do="lift", cylinder=0))
    pushes = await moved_in_each_push(look)
    assert len(pushes) >= 7
    assert [found for push in pushes for found in push if found["activeDuration"] > MOST_MS] == []


async def test_with_reduced_motion_nothing_moves_at_all(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await watch(ann, table.room)
    for cylinder in (0, 0):
        await look.shows(await table.play(do="draw"))
        await look.shows(await table.play(do="place", cylinder=cylinder))
    await look.shows(await table.play(do="lift", cylinder=0))
    pushes: list[list[Any]] = await look.page.evaluate("() => pushes")
    assert len(pushes) >= 5
    assert [found for push in pushes for found in push] == []
    assert await look.page.evaluate("() => document.getAnimations().length") == 0


# --- What has just changed is ringed ------------------------------------------------------------------------

RINGED = """() => Array.from(document.querySelectorAll("main *")).some((node) =>
    ["", "::before", "::after"].some((part) => /ring|settle/.test(getComputedStyle(node, part).animationName)))"""


NOTE_RINGS = f"""() => {{
    globalThis.ringed = new Set();
    const note = () => ({RINGED})() && ringed.add(document.documentElement.dataset.seq);
    new MutationObserver(note).observe(document.body, {{ attributes: true, childList: true, subtree: true }});
}}"""


async def look_for_rings(guest: Guest, room: str) -> Look:
    """The page of a room, which notes every event that leaves a ring: it is gone after a moment."""
    look = await guest.look_at(room)
    await look.page.evaluate(NOTE_RINGS)
    return look


async def shows_a_ring(look: Look, seq: int) -> None:
    """Wait until this event has left a ring round something."""
    await look.shows(seq)
    await look.page.wait_for_function("(seq) => ringed.has(seq)", arg=str(seq))


async def test_a_ring_stays_when_somebody_comes(ida: Guest, ann: Guest, eve: Guest, tables: Tables) -> None:
    """However long they take: time stands still on the page that is looked at."""
    table = (await color_gin_tables.reach(tables, "turn", ann)).table
    look = await frozen_look(ida, table.room)
    await look.shows(await table.play(do="draw"))
    await eve.look_at(table.room)
    await expect(look.rail.get_by_role("tab", name="People 2 watching")).to_be_visible()
    assert await look.main.locator("[data-fresh]").count() == 1


async def test_in_tcnccc_what_is_drawn_placed_and_lifted_is_ringed(lively: Guest, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await look_for_rings(lively, table.room)
    for move in ({"do": "draw"}, {"do": "place", "cylinder": 1}, {"do": "lift", "cylinder": 1}):
        await shows_a_ring(look, await table.play(**move))


async def test_in_color_gin_what_is_drawn_taken_and_discarded_is_ringed(
    lively: Guest, ann: Guest, tables: Tables
) -> None:
    table = (await color_gin_tables.reach(tables, "turn", ann)).table
    look = await look_for_rings(lively, table.room)
    await shows_a_ring(look, await table.play(do="draw"))
    card = table.frame["view"]["drawn"]
    await shows_a_ring(look, await table.play(do="discard", card=card))
    await shows_a_ring(look, await table.play(do="take", card=card))


async def test_in_desfases_pawns_that_move_and_coins_that_are_laid_are_ringed(
    lively: Guest, ann: Guest, tables: Tables
) -> None:
    position = await desfases_tables.reach(tables, "score", ann, "Bo")
    look = await look_for_rings(lively, position.table.room)
    seen: set[str] = set()
    while not {"move", "score", "feed"} <= seen:
        seen.add(position.asks)
        await shows_a_ring(look, await position.step())


async def test_in_sin_color_coins_dice_and_stacks_that_change_are_ringed(
    lively: Guest, ann: Guest, tables: Tables
) -> None:
    table = await tables.play(ann, "Bo", "Dee", game="sin_color")
    await traders.play_until(table, "trade")
    look = await look_for_rings(lively, table.room)
    await shows_a_ring(look, await table.play(**traders.trade_of(table.frame)))
    while (kind := traders.kind_of(table.lines[table.turn].frame)) not in ("sink", "raise"):
        await table.play(**traders.some_answer(table.lines[table.turn].frame, Random(1)))
    seq = await table.play(do=kind, stack=0)
    await shows_a_ring(look, seq)
    coin = next(choice["move"] for choice in table.frame["free"] if choice["move"]["do"] == "turn_over")
    await table.lines[0].play(coin)
    await shows_a_ring(look, await table.catch_up(seq))


async def test_in_color_dice_dice_that_are_thrown_and_pawns_that_go_are_ringed(
    lively: Guest, ann: Guest, tables: Tables
) -> None:
    position = await color_dice_tables.reach(tables, "sending", ann)
    look = await look_for_rings(lively, position.table.room)
    seq = await position.step()
    while position.phase == "striking":
        seq = await position.step()
    await shows_a_ring(look, seq)
    assert await position.reaches(position.table.turn, "throwing")
    await shows_a_ring(look, await position.table.play(do="rethrow", dice=[0]))


async def test_where_nothing_moves_the_ring_stays_and_is_thinner(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await look.shows(await table.play(do="draw"))
    ring = "() => getComputedStyle(document.querySelector('.tc-carried.ring'), '::after')"
    assert await look.page.evaluate(f"() => [({ring})().borderTopWidth, ({ring})().animationName]") == ["2px", "none"]
