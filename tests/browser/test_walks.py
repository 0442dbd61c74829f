"""Every kind of decision, in one walk for each game: everything fits, has large enough touch targets and enough
contrast, is reachable by keys, axe finds nothing, and longer texts fit too; the first shows no overlaps."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.async_api import expect

from tests.browser.color_dice_scenes import SCENES, shown_in_turn
from tests.browser.guests import PHONE
from tests.browser.longer import LongWorded, speak
from tests.browser.look import Look
from tests.browser.measured import (
    NARROW_AND_WIDE,
    PHONE_SIZE,
    SCREENS,
    assert_fits,
    assert_nothing_to_complain_of,
    assert_reached_by_keys,
    overlaps,
    resize,
)
from tests.browser.tables import Tables
from tests.browser.walks import decisions
from tests.support.effort import LONG

TO_BE_PRESSED = "main .stand, main .cd-stepper button:not([aria-disabled=true])"


@contextmanager
def noted(where: str) -> Iterator[None]:
    """Adds the place to a failure."""
    try:
        yield
    except AssertionError as fault:
        fault.add_note(f"at: {where}")
        raise


async def check(look: Look) -> None:
    """Checks a decision as it comes, and with something picked if something is to be picked."""
    await resize(look.page, PHONE_SIZE)
    await assert_reached_by_keys(look.page)
    first = look.page.locator(TO_BE_PRESSED).first
    if await first.count():
        await assert_fits(look.page, *(NARROW_AND_WIDE if LONG else NARROW_AND_WIDE[:2]))
        await first.tap()
    await assert_fits(look.page, *SCREENS)
    await assert_nothing_to_complain_of(look.page, "controls", "pieces")
    await look.page.keyboard.press("Escape")


@pytest.mark.parametrize("game", ["tcnccc", "sin_color", "desfases", "color_gin"])
async def test_every_decision(long_worded: LongWorded, tables: Tables, game: str) -> None:
    """In stretched texts, longer than any of ours."""
    host = await long_worded("Guest", **PHONE)
    is_first = True
    async for kind, look in decisions(tables, host, game):
        with noted(kind):
            await expect(look.page.locator("#prompt")).to_contain_text("[")
            assert not is_first or await overlaps(look.page) == []
            is_first = False
            await check(look)


async def test_every_decision_of_color_dice(long_worded: LongWorded, tables: Tables) -> None:
    """In hand-written positions: more pawns are in place than chance brings together."""
    host = await long_worded("Guest", **PHONE)
    async for scene, look in shown_in_turn(host, tables, *SCENES):
        with noted(scene):
            await check(look)
    await speak(host, "en")
    at_play = [scene for scene in SCENES if scene != "won"]  # a result lies over the table
    async for scene, look in shown_in_turn(host, tables, *(at_play if LONG else ("sending", "striking"))):
        with noted(scene):
            assert await overlaps(look.page) == []
