"""Every page fits its window: nothing is cut off, nothing scrolls sideways, what is asked is in sight, and fingers
find what they have to press."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import JSHandle, Page, ViewportSize, expect

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Tables

SCREENS = [(390, 844), (360, 640), (320, 568), (320, 256), (844, 390), (768, 1024), (1024, 768), (1440, 900)]
MAGNIFIED = (320, 256)
"""A window of 1280 pixels magnified fourfold: what is asked alone would fill it, so it scrolls with the rest."""
ROOMY = [screen for screen in SCREENS if screen != MAGNIFIED]
FINGER = 44
OTHERS = ["Maximilian", "Ana Sofía", "Bo", "Konstantina", "Jean-Philippe"]

State = Callable[["Pages", Guest], Awaitable[Page]]


@pytest_asyncio.fixture(loop_scope="session")
async def asked(finger: Guest, tables: Tables) -> Look:
    """A table of six on a touch screen, whose turn it is."""
    table = await tables.play(finger, *OTHERS)
    await table.pass_to(0)
    return await finger.look_at(table.room)


async def measures(page: Page) -> JSHandle:
    return await page.evaluate_handle(Path(__file__).with_name("measure.js").read_text("utf-8"))


async def assert_fits(page: Page, *sizes: tuple[int, int]) -> None:
    """In windows of these sizes."""
    measure = await measures(page)
    faults = []
    for width, height in sizes:
        await page.set_viewport_size(ViewportSize(width=width, height=height))
        found: list[Any] = await measure.evaluate(
            "(measure, [width, least]) => [...measure.faults(width), ...measure.small_targets(least)]", [width, FINGER]
        )
        faults += [f"{width} × {height}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


class Pages:
    """The states of the site that have to fit, opened for somebody."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def landing(self, guest: Guest) -> Page:
        page = await guest.open("/")
        await page.get_by_text("Options", exact=True).locator("visible=true").click()
        return page

    async def rules(self, guest: Guest) -> Page:
        return await guest.open("/rules/tcnccc")

    async def not_found(self, guest: Guest) -> Page:
        guest.forgive("404")
        return await guest.open("/nowhere")

    async def gathering(self, guest: Guest) -> Page:
        table = await self._tables.gather(guest, *OTHERS[:3], seats=6)
        return (await guest.look_at(table.room)).page

    async def playing_with_2(self, guest: Guest) -> Page:
        return await self._playing(guest, OTHERS[:1])

    async def playing_with_6(self, guest: Guest) -> Page:
        return await self._playing(guest, OTHERS)

    async def _playing(self, guest: Guest, others: list[str]) -> Page:
        table = await self._tables.play(guest, *others)
        await table.pass_to(0)
        return (await guest.look_at(table.room)).page

    async def placing_with_6(self, guest: Guest) -> Page:
        table = await self._tables.play(guest, *OTHERS)
        await table.pass_to(0)
        await table.play(do="draw")
        return (await guest.look_at(table.room)).page

    async def giving_back(self, guest: Guest) -> Page:
        table = await self._tables.play(guest, OTHERS[0])
        await table.come_to_pay()
        return (await guest.look_at(table.room)).page

    async def over(self, guest: Guest) -> Page:
        table = await self._tables.play(guest, *OTHERS)
        await table.end()
        return (await guest.look_at(table.room)).page


STATES: list[State] = [
    Pages.landing,
    Pages.rules,
    Pages.not_found,
    Pages.gathering,
    Pages.playing_with_2,
    Pages.playing_with_6,
    Pages.placing_with_6,
    Pages.giving_back,
    Pages.over,
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
async def test_it_fits_every_screen_and_fingers(finger: Guest, tables: Tables, state: State) -> None:
    await assert_fits(await state(Pages(tables), finger), *SCREENS)


# --- What is asked is in sight ---


async def assert_in_sight(look: Look, *sizes: tuple[int, int]) -> None:
    """The prompt bar as a whole, in windows of these sizes, and nothing lies over it."""
    measure = await measures(look.page)
    bar = await look.bar.element_handle()
    for width, height in sizes:
        await look.page.set_viewport_size(ViewportSize(width=width, height=height))
        assert await measure.evaluate("(measure, bar) => measure.hidden(bar)", bar) == "", f"{width} × {height}"


async def test_what_is_asked_is_in_sight(asked: Look) -> None:
    await assert_in_sight(asked, *ROOMY)


async def test_the_buttons_of_a_second_press_are_in_sight(asked: Look) -> None:
    await asked.button("Cylinder 3, lift").tap()
    await asked.button("Lift cylinder 3").wait_for()
    await assert_in_sight(asked, *ROOMY)


async def test_log_and_chat_do_not_cover_what_is_asked(asked: Look) -> None:
    await asked.button(re.compile("^Log")).tap()
    await asked.rail.wait_for()
    await assert_in_sight(asked, *ROOMY)


async def test_the_keyboard_of_a_phone_does_not_cover_what_is_typed(asked: Look) -> None:
    """The window shrinks by the keyboard, as the page asks for."""
    await asked.button(re.compile("^Log")).tap()
    await asked.rail.get_by_role("tab", name="Chat").tap()
    box = asked.rail.get_by_role("textbox")
    await box.tap()
    measure = await measures(asked.page)
    for height in (844 - 340, 640 - 290, 568 - 260):
        await asked.page.set_viewport_size(ViewportSize(width=390 if height > 400 else 320, height=height))
        await expect(box).to_be_focused()
        assert await measure.evaluate("(measure, box) => measure.hidden(box)", await box.element_handle()) == "", height
