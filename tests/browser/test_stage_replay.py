"""A replay is acted as the game was."""

from __future__ import annotations

from tests.browser.guests import Guest
from tests.browser.watching import Watch, over, watch
from tests.conftest import House

ACTORS = ".stage-actor"
STAGE_HAS_COME = """() => performance.getEntriesByType("resource").some(
    ({ name, responseEnd }) => name.includes("/room/stage.js") && responseEnd > 0)"""


async def actors(watching: Watch) -> int:
    """How many act now."""
    return await watching.page.locator(ACTORS).count()


async def test_a_step_forward_is_acted_and_a_jump_leaves_nobody_on_the_way(lively: Guest, house: House) -> None:
    watching = await watch(lively, await over(house, "sin_color"))
    await watching.page.wait_for_function(STAGE_HAS_COME)  # chances may still be worked out
    step = 0
    while not await actors(watching):
        step += 1
        await watching.go_to(step)
    await watching.go_to(step - 1)
    assert await actors(watching) == 0
    await watching.go_to(step)
    assert await actors(watching) > 0
    await watching.go_to(0)
    assert await actors(watching) == 0
