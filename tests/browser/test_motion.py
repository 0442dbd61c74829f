"""What has just changed is ringed for a moment; with reduced motion, nothing moves at all. Acted moves:
tests/browser/test_stage.py; no push moves anything for longer than 900 ms: tests/browser/test_ears.py."""

from random import Random

import pytest
from playwright.async_api import expect

from tests.browser.guests import Guest, frozen_look
from tests.browser.tables import Seated, Tables, seen
from tests.browser.walks import COMPANY, OTHERS, any_answer, by_day, reach, step
from tests.client import Message

# --- Less motion --------------------------------------------------------------------------------------------

SHOWN = """() => [
    document.getAnimations().length,
    document.querySelectorAll(".stage").length,
]"""


@by_day("tcnccc", COMPANY)
async def test_with_reduced_motion_nothing_is_acted(ann: Guest, tables: Tables, game: str) -> None:
    """Not even when cylinders are lifted."""
    table, chance = await tables.play(ann, *OTHERS[: COMPANY[game] - 1], game=game), Random(1)
    look = await ann.look_at(table.room)
    for _ in range(12):
        if table.frame["outcome"]:
            break
        await look.shows(await step(table, chance))
        assert await look.page.evaluate(SHOWN) == [0, 0]


async def test_where_nothing_moves_the_ring_stays_and_is_thinner(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo"))
    await look.shows(await table.play(do="draw"))
    ring = "() => getComputedStyle(document.querySelector('.tc-carried.ring'), '::after')"
    assert await look.page.evaluate(f"() => [({ring})().borderTopWidth, ({ring})().animationName]") == ["2px", "none"]


# --- Rings --------------------------------------------------------------------------------------------------

RINGED = """() => Array.from(document.querySelectorAll("main *")).some((node) =>
    ["", "::before", "::after"].some((part) => /ring|settle/.test(getComputedStyle(node, part).animationName)))"""
# Records every event that leaves a ring: rings fade within moments.
NOTE_RINGS = f"""() => {{
    globalThis.ringed = new Set();
    const note = () => ({RINGED})() && ringed.add(document.documentElement.dataset.seq);
    new MutationObserver(note).observe(document.body, {{ attributes: true, childList: true, subtree: true }});
}}"""


async def test_a_ring_stays_when_somebody_comes(ida: Guest, ann: Guest, eve: Guest, tables: Tables) -> None:
    """However long they take: the page's clock is stopped."""
    table = await reach(tables, "color_gin", "turn", ann)
    look = await frozen_look(ida, table.room)
    await look.shows(await table.play(do="draw"))
    await eve.look_at(table.room)
    await expect(look.rail.get_by_role("tab", name="People 2 watching")).to_be_visible()
    assert await look.main.locator("[data-fresh]").count() == 1


RINGED_MOVES = {
    "tcnccc": ("draw", "place", "lift"),
    "color_gin": ("draw", "discard", "take"),
    "desfases": ("move", "score", "feed"),
    "sin_color": ("trade", "sink", "raise", "turn_over"),
    "color_dice": ("rethrow", "send"),
}


@pytest.mark.parametrize("game", RINGED_MOVES)
async def test_what_has_just_changed_is_ringed(lively: Guest, ann: Guest, tables: Tables, game: str) -> None:
    """Whatever was drawn, placed, taken, turned over or thrown. Moves that do not come in one game come in another."""
    left, chance = {*RINGED_MOVES[game]}, Random(1)
    while left:
        table = await tables.play(ann, *OTHERS[: COMPANY[game] - 1], game=game)
        look = await lively.look_at(table.room)
        await look.page.evaluate(NOTE_RINGS)
        while left and not table.frame["outcome"]:
            seat, move = next_move(table, left, chance)
            seq = await table.answer(seat, move)
            if move["do"] in left:
                await look.shows(seq)
                await look.page.wait_for_function("(seq) => ringed.has(seq)", arg=str(seq))
                left.remove(move["do"])
        await lively.put_away(look)


def next_move(table: Seated, wanted: set[str], chance: Random) -> tuple[int, Message]:
    """Make a wanted move, for anybody who may; otherwise any move."""
    for line in table.lines:
        open_moves = [choice["move"] for choice in [*line.frame["choices"], *line.frame["free"]]]
        if pick := line.frame["pick"]:
            open_moves.append({"do": pick["do"], pick["field"]: pick["among"][: pick["least"] or 1]})
        for move in open_moves:
            if move["do"] in wanted:
                return line.frame["you"], move
    seat = chance.choice(table.frame["asked"])
    return seat, any_answer(table.lines[seat].frame, chance)
