"""The start page of a server where not everybody may open tables."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import house_in
from tests.browser.guests import LAPTOP, PHONE, Guests
from tests.browser.measured import assert_nothing_to_complain_of
from tests.conftest import House

PASSWORD = "swordfish"

Guarded = Callable[..., House]


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Guarded]:
    """Opens a server with these settings."""
    with ExitStack() as houses:

        def open_it(**settings: str) -> House:
            house = house_in(tmp_path, **settings)
            house.open()
            return houses.enter_context(closing(house))

        yield open_it


async def test_the_password_is_asked_for_once_by_keyboard_too(guests: Guests, guarded: Guarded) -> None:
    house = guarded(opening="password", opening_password=PASSWORD)
    uma = await guests.stranger("Uma", house.base_url, **PHONE)
    uma.forgive("403")
    page = await uma.choose()
    await page.get_by_label("Your name").fill("Uma")
    field, alert = page.get_by_label("Server password"), page.locator("#problem")
    for typed, said in (("", "Opening a table here needs the password"), ("swordfis", "That is not the password")):
        await field.fill(typed)
        await page.get_by_role("button", name="With friends").click()
        await expect(alert).to_contain_text(said)
        await expect(field).to_be_focused()
    await assert_nothing_to_complain_of(page)
    await field.fill(PASSWORD)
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/t/*")
    again = await uma.choose()
    await expect(again.get_by_role("button", name="With friends")).to_be_visible()
    await expect(again.get_by_label("Server password")).to_have_count(0)


async def test_where_nobody_may_there_is_nothing_to_press_and_a_sentence(guests: Guests, guarded: Guarded) -> None:
    house = guarded(opening="nobody")
    page = await (await guests.stranger("Uma", house.base_url, **LAPTOP)).choose()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_text("ask them for a link")).to_be_visible()
    await expect(dialog.get_by_role("button")).to_have_count(1)
    await expect(dialog.get_by_role("textbox")).to_have_count(0)
    await assert_nothing_to_complain_of(page)
