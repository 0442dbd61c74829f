"""Pieces glide for those who like it, shortly; for those who do not, nothing moves at all."""

from __future__ import annotations

from typing import Any

import pytest_asyncio

from tests.browser.guests import LAPTOP, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Tables

MOST_MS = 600
# After every push: what moves now, how far it is to move, and for how long.
WATCH = """window.pushes = [];
const motion = new Set(["translate", "transform", "scale", "rotate", "opacity", "offsetDistance", "left", "top"]);
let seq;
function note() {
    if (seq === (seq = document.documentElement.dataset.seq)) return;
    pushes.push(document.getAnimations().map(({ effect }) => {
        const { delay, activeDuration } = effect.getComputedTiming();
        const properties = effect.getKeyframes().flatMap(Object.keys).filter((property) => motion.has(property));
        return { of: effect.target.textContent.trim(), delay, activeDuration, properties };
    }));
}
document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(note).observe(document.documentElement, { attributeFilter: ["data-seq"] }));"""


@pytest_asyncio.fixture(loop_scope="session")
async def lively(guests: Guests) -> Guest:
    """Somebody who likes things to move."""
    return await guests.get("Liv", **LAPTOP, reduced_motion="no-preference")


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


async def test_a_placed_piece_glides_from_the_bag_to_the_cylinder(lively: Guest, tables: Tables) -> None:
    table = await tables.play(lively, "Bo")
    look = await watch(lively, table.room)
    await look.shows(await table.play(do="draw"))
    await moved_in_each_push(look)
    piece = table.in_hand
    await look.shows(await table.play(do="place", cylinder=2))
    (push,) = await moved_in_each_push(look)
    gliding = [found for found in push if "translate" in found["properties"] and found["delay"] == 0]
    assert any(piece in found["of"].lower() for found in gliding), push


async def test_a_push_never_moves_anything_for_longer_than_600_ms(lively: Guest, tables: Tables) -> None:
    table = await tables.play(lively, "Bo")
    look = await watch(lively, table.room)
    for cylinder in (0, 0, 1):
        await look.shows(await table.play(do="draw"))
        await look.shows(await table.play(do="place", cylinder=cylinder))
    await look.shows(await table.play(do="lift", cylinder=0))
    pushes = await moved_in_each_push(look)
    assert len(pushes) >= 7
    assert [found for push in pushes for found in push if found["activeDuration"] > MOST_MS] == []


async def test_buttons_can_be_pressed_while_things_move(lively: Guest, tables: Tables) -> None:
    table = await tables.play(lively, "Bo")
    await table.pass_to(0)
    look = await watch(lively, table.room)
    await look.button("Bag, draw a piece").click()
    await look.button("Cylinder 1, place the piece").click()
    await look.shows(await table.catch_up(await table.catch_up(table.frame["seq"])))


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
