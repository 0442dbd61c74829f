"""Who does not like things to move sees how they lie, at once."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.guests import Guest
from tests.browser.tables import Tables
from tests.browser.walks import step

COMPANY = {"sin_color": 3, "desfases": 2, "color_gin": 2}
SHOWN = """() => [
    document.getAnimations().length,
    document.querySelectorAll(".stage").length,
    performance.getEntriesByType("resource").filter(({ name }) => name.includes("stage")).length,
]"""


@pytest.mark.parametrize("game", COMPANY)
async def test_with_reduced_motion_nothing_is_acted_and_no_stage_is_fetched(
    ann: Guest, tables: Tables, game: str
) -> None:
    table = await tables.play(ann, *["Bo", "Dee"][: COMPANY[game] - 1], game=game)
    look = await ann.look_at(table.room)
    for _ in range(12):
        await step(table, Random(1))
        await look.shows(table.frame["seq"])
        assert await look.page.evaluate(SHOWN) == [0, 0, 0]
