"""How a guest is called wherever they play, on the page of their devices: a webhook, and quiet hours."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import house_in
from tests.browser.guests import PHONE, Guests
from tests.browser.measured import assert_fits, assert_nothing_to_complain_of
from tests.conftest import House
from tests.support.push_service import CONTACT

SMALL = (360, 640)
SECRET = "https://hooks.slack.com/services/T0/B0/abcdefWXYZ"


@pytest.fixture(scope="module")
def calling_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that calls people, and whose resolver knows no other."""
    folder: Path = tmp_path_factory.mktemp("calling")
    house = house_in(folder, push_contact=CONTACT, push_key_file=str(folder / "push-key.pem"))
    house.app.state.services.push.webhooks._outward._reaches = lambda *_: False
    house.open()
    yield house
    house.close()


async def devices_page(guests: Guests, house: House, script: str = "", forgiven: str = "") -> Page:
    """The page on a phone."""
    olga = await guests.stranger("Olga", house.base_url, **PHONE)
    if script:
        await olga.context.add_init_script(script)
    if forgiven:
        olga.forgive(forgiven)
    page = await olga.open("/devices")
    await expect(page.get_by_role("heading", name="Quiet hours")).to_be_visible()
    return page


async def test_a_webhook_is_set_and_tried_by_keys_and_its_secret_is_not_shown_again(
    guests: Guests, calling_house: House
) -> None:
    page = await devices_page(guests, calling_house)
    address = page.get_by_label("Address of the webhook")
    await address.fill(SECRET)
    await expect(page.get_by_label("Service")).to_have_value("slack")
    await address.press("Enter")
    await expect(page.get_by_text("hooks.slack.com …WXYZ")).to_be_visible()
    await expect(page.get_by_role("button", name="Send a test")).to_be_focused()
    await expect(page.get_by_role("status").filter(has_text="hooks.slack.com")).to_have_class("said problem")
    await page.reload()
    await expect(page.get_by_text("hooks.slack.com …WXYZ")).to_be_visible()
    assert "abcdef" not in await page.content()
    await assert_nothing_to_complain_of(page)
    await assert_fits(page, SMALL)
    await page.get_by_role("button", name="Remove this webhook").press("Enter")
    await expect(page.get_by_label("Service")).to_be_focused()
    await expect(page.get_by_text("Nothing is sent there any more.")).to_be_visible()


async def test_an_address_that_cannot_be_is_refused_in_place_and_stays_to_be_mended(
    guests: Guests, calling_house: House
) -> None:
    page = await devices_page(guests, calling_house, forgiven="status of 422")
    address = page.get_by_label("Address of the webhook")
    await address.fill("http://ntfy.sh/topic")
    await address.press("Enter")
    await expect(page.get_by_text("A webhook is a public https address")).to_be_visible()
    await expect(address).to_have_value("http://ntfy.sh/topic")


async def test_quiet_hours_are_in_the_zone_of_the_browser_until_they_are_given_up(
    guests: Guests, calling_house: House
) -> None:
    page = await devices_page(guests, calling_house)
    await page.get_by_label("Until").fill("09:30")
    await page.get_by_role("button", name="Save quiet hours").click()
    await expect(page.get_by_text("Your quiet hours are saved.")).to_be_visible()
    await page.reload()
    await expect(page.get_by_text("By the clock of UTC.")).to_be_visible()
    await expect(page.get_by_label("Until")).to_have_value("09:30")
    await page.get_by_role("button", name="No quiet hours").click()
    await expect(page.get_by_text("You have none yet.")).to_be_visible()


async def test_on_an_iphone_the_page_says_how_it_can_be_notified(guests: Guests, calling_house: House) -> None:
    page = await devices_page(guests, calling_house, "delete window.PushManager; navigator.standalone = false;")
    await expect(page.get_by_text("once Tertulia is on its home screen")).to_be_visible()
