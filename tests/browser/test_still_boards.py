"""The board stays where it is, whatever is asked and told around it."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.measured import LAPTOP_SIZE, PHONE_SIZE, resize
from tests.browser.tables import Tables
from tests.browser.walks import OTHERS, TABLES, kind_of, step

BOARDS = {
    "tcnccc": ".tc-table ul",
    "sin_color": ".sc-stacks",
    "desfases": ".de-squares",
    "color_gin": ".cg-piles",
    "color_dice": ".cd-areas",
}
SIZES = (PHONE_SIZE, LAPTOP_SIZE, (844, 390))
MOVES = 30
"""Every kind of decision comes in so many, but for the end of a round of Color Gin, where no board lies there."""
RECTANGLE = """(selector) => {
    const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
    return width === undefined ? null : [x, y + scrollY, width, height];
}"""


async def where_it_lies(look: Look, board: str) -> list[list[float] | None]:
    """In each window; nothing where there is no board at present."""
    found = []
    for size in SIZES:
        await resize(look.page, size)
        found.append(await look.page.evaluate(RECTANGLE, board))
    return found


@pytest.mark.parametrize("game", BOARDS)
async def test_a_board_stays_where_it_is(finger: Guest, tables: Tables, game: str) -> None:
    seats, options = TABLES[game]
    table = await tables.play(finger, *OTHERS[: seats - 1], game=game, **options)
    look, chance = await finger.look_at(table.room), Random(1)
    first, asked = await where_it_lies(look, BOARDS[game]), {kind_of(table.frame)}
    for _ in range(MOVES):
        if table.frame["outcome"]:
            break
        await step(table, chance)
        await look.shows(table.frame["seq"])
        if kind_of(table.frame) in asked:
            continue
        asked.add(kind_of(table.frame))
        for size, one, other in zip(SIZES, first, await where_it_lies(look, BOARDS[game]), strict=True):
            if one and other:
                assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 1, (size, one, other)
    assert all(first)
    assert len(asked) > 2
