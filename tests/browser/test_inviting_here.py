"""A host whose address works on this machine only: the invitation says so, and where friends come in; their seat moves
there by one press."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from app.settings import Bind, Settings
from tests.browser.look import Look
from tests.conftest import WISH, House

pytestmark = pytest.mark.usefixtures("only_here")


@pytest.fixture(params=["127.0.0.1", "0.0.0.0"])
def at(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A server that listens on this machine only, or on every network."""
    bind = Bind(request.param, 0)
    house = House(Settings(bind=bind, database_url=f"sqlite:///{tmp_path}/log.sqlite3", bot_delay_ms=0))
    house.open()
    yield house
    house.close()


async def test_the_invitation_says_whom_its_link_reaches_and_a_host_moves_there(at: House, browser: Browser) -> None:
    here, there = f"http://127.0.0.1:{at.address[1]}", at.base_url
    async with await browser.new_context(base_url=here, locale="en-GB", reduced_motion="reduce") as ann:
        answer = await ann.request.post("/api/rooms", data=WISH, headers={"origin": here})
        room = (await answer.json())["room"]
        page = await ann.new_page()
        await page.goto(f"/t/{room}")
        await Look(page).is_ready()
        if there == here:
            await is_told_how_friends_get_in(page, at.address[1])
        else:
            await moves(page, f"{there}/t/{room}")


async def is_told_how_friends_get_in(page: Page, port: int) -> None:
    await expect(page.get_by_text("This link works on this computer only.")).to_be_visible()
    await page.get_by_role("button", name="How friends get in…").click()
    dialog = page.get_by_role("dialog", name="Invite your friends")
    await expect(dialog.get_by_text(f"TERTULIA_BIND=0.0.0.0:{port} make run")).to_be_visible()
    await expect(dialog.get_by_role("img")).to_have_count(0)


async def moves(page: Page, there: str) -> None:
    await expect(page.get_by_label("Link to this table")).to_have_value(there)
    await page.get_by_role("button", name="QR code").click()
    dialog = page.get_by_role("dialog", name="Invite your friends")
    await expect(dialog.get_by_text("which opens on this computer only.")).to_be_visible()
    await dialog.get_by_role("button", name="Play on at ").click()
    await page.wait_for_url(there)
    seat = page.get_by_role("main").get_by_role("listitem").filter(has_text="Ann")
    await expect(seat).to_contain_text("you")
    await expect(seat).to_contain_text("host")
