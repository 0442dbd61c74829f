"""Color Dice fits every screen, moves only for those who like it, is light, and shuts nobody out."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from app.assets import own_assets
from tests.browser.color_dice_scenes import SCENES, sending_two, throwing
from tests.browser.color_dice_tables import Position, Shown, reach, show
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.browser.test_axe import assert_nothing_to_complain_of
from tests.browser.test_layout import SCREENS, assert_fits

MOST_BYTES = 15 * 1024


# --- Motion -------------------------------------------------------------------------------------------------

# Counted as they begin, by the event that is shown: they are over before a slow machine has looked.
COUNT_GLIDES = """() => {
  const { animate } = Element.prototype;
  globalThis.glides = {};
  Element.prototype.animate = function (frames, how) {
    const { seq } = document.documentElement.dataset;
    if (this.matches(".cd-pawn") && JSON.stringify(frames).includes("translate")) glides[seq] = (glides[seq] ?? 0) + 1;
    return animate.call(this, frames, how);
  };
}"""


async def move_outsiders(position: Position, seat: int) -> tuple[int, int]:
    """Play on until this seat has just moved a group from outside: how many, and the number of the event."""
    while await position.reaches(seat, "sending"):
        choices = [choice["move"] for choice in position.table.lines[seat].frame["choices"]]
        moves = [move for move in choices if move.get("kind") == "move" and move["origin"] is None]
        if moves:
            return moves[0]["moves"], await position.table.play(**moves[0])
        await position.step()
    raise AssertionError("nobody moved in from outside")


async def test_as_many_pawns_glide_as_have_moved_for_those_who_like_it(
    lively: Guest, ann: Guest, tables: Tables
) -> None:
    position = await reach(tables, "sending", ann, "Bo", "Dee", "Eli")
    moving, still = await lively.look_at(position.table.room), await ann.look_at(position.table.room)
    await moving.page.evaluate(COUNT_GLIDES)
    number, seq = await move_outsiders(position, 0)
    await moving.shows(seq)
    await expect(moving.page.locator(".cd-moved")).to_have_count(number)
    assert await moving.page.evaluate("seq => glides[seq]", str(seq)) >= number
    await still.shows(seq)
    assert await still.page.evaluate("() => document.getAnimations().length") == 0


async def test_every_pawn_keeps_its_key(ann: Guest, tables: Tables) -> None:
    position = await reach(tables, "sending", ann, "Bo", "Dee", "Eli")
    look = await ann.look_at(position.table.room)
    keys = "() => [...document.querySelectorAll('.cd-pawn[data-k]')].map(({ dataset }) => dataset.k).sort()"
    before = await look.page.evaluate(keys)
    _, seq = await move_outsiders(position, 0)
    await look.shows(seq)
    assert await look.page.evaluate(keys) == before
    assert len(set(before)) == len(before) == 36


# --- It fits, is light, and nobody is shut out --------------------------------------------------------------


async def advanced(shown: Shown) -> Look:
    """With something chosen, where something is to be chosen."""
    first = shown.look.main.locator(".stand, .cd-stepper button:not([aria-disabled=true])").first
    if await first.count():
        await first.click()
    return shown.look


@pytest.mark.parametrize("scene", SCENES)
async def test_axe_has_nothing_to_complain_of(ann: Guest, tables: Tables, scene: str) -> None:
    look = await advanced(await show(ann, tables, SCENES[scene]()))
    await assert_nothing_to_complain_of(look.page)


@pytest.mark.parametrize("scene", SCENES)
async def test_it_fits_every_screen_and_fingers(finger: Guest, tables: Tables, scene: str) -> None:
    await assert_fits((await advanced(await show(finger, tables, SCENES[scene]()))).page, *SCREENS)


@pytest.mark.parametrize("players", [2, 3, 5, 6])
async def test_tables_of_all_sizes_fit_every_screen_and_fingers(finger: Guest, tables: Tables, players: int) -> None:
    for scene in (throwing, sending_two):
        await assert_fits((await advanced(await show(finger, tables, scene(players)))).page, *SCREENS)


async def test_six_on_a_phone_see_everything_without_scrolling(finger: Guest, tables: Tables) -> None:
    look = (await show(finger, tables, throwing(6))).look
    assert await look.page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight")


async def test_its_scripts_and_style_sheets_are_light() -> None:
    loaded = [asset for asset in own_assets().preloads("games/color_dice/board.js") if "color_dice" in asset.path]
    own = [*loaded, own_assets()._assets["games/color_dice/sheet.css"]]
    assert len(own) > 1
    assert sum(len(asset.zipped or asset.body) for asset in own) <= MOST_BYTES
