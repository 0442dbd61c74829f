"""Being called when no page is open: switched on by a press and by nothing else, and a worker that shows what comes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Worker, expect

from app.settings import Bind, Rate, Settings
from app.store import Subscription
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.conftest import PLENTY, House
from tests.pushing import CONTACT, Browser

BOX = "Also when this page is closed"
NOTIFY = "A notification when I am asked and this page is hidden"
ANDROID = {**PHONE, "user_agent": "Mozilla/5.0 (Linux; Android 15) Chrome/150.0 Mobile Safari/537.36"}

# No push service is asked: what a browser would get from it is given here. `refuses`: it does not answer.
PUSH_SERVICE = """
const kept = () => JSON.parse(sessionStorage.getItem("push") ?? "null");
const subscription = (made) => made && {
    toJSON: () => made,
    unsubscribe: async () => { sessionStorage.removeItem("push"); return true; },
};
PushManager.prototype.getSubscription = async () => subscription(kept());
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (window.refuses) throw new DOMException("no push service", "AbortError");
    if (!userVisibleOnly) throw new Error("every message has to be shown");
    window.key = applicationServerKey;
    sessionStorage.setItem("push", JSON.stringify(%s));
    return subscription(kept());
};"""
GOOD = Browser("https://push.example/send/abc").subscription


@pytest.fixture(scope="module")
def calling_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that offers it."""
    folder: Path = tmp_path_factory.mktemp("calling")
    house = House(
        Settings(
            bind=Bind("127.0.0.1", 0),
            database_url=f"sqlite:///{folder}/tertulia.sqlite3",
            push_contact=CONTACT,
            push_key_file=str(folder / "push-key.pem"),
            bot_delay_ms=0,
            limits_handshakes=Rate(PLENTY, 1),
            limits_guests=Rate(PLENTY, 1),
        )
    )
    house.open()
    yield house
    house.close()


async def at_table(
    guests: Guests, tables: Tables, house: House, screen: dict[str, Any] = LAPTOP
) -> tuple[Guest, Seated, Look]:
    """Uma plays with Bo; her page is open and it is Bo's turn."""
    uma = await guests.stranger("Uma", house.base_url, **screen)
    await uma.context.grant_permissions(["notifications"])
    await uma.context.add_init_script(PUSH_SERVICE % json.dumps(GOOD))
    table = await tables.play(uma, "Bo")
    await table.pass_to(1)
    look = await uma.look_at(table.room)
    await expect(look.prompt("Bo draws or lifts.")).to_be_visible()
    return uma, table, look


async def switch(look: Look, on: bool) -> None:
    """Press the box in the menu."""
    await look.button("Menu").click()
    box = look.page.get_by_role("checkbox", name=BOX)
    await box.click()
    await expect(box).to_be_enabled()
    await expect(box).to_be_checked(checked=on)
    await look.page.keyboard.press("Escape")


async def kept(house: House, room: str) -> list[Subscription]:
    """What the server knows of how to call those who sit there."""
    state = house.app.state
    seats = state.rooms._live[room].table.seats
    found = [await state.store.subscription(room, seat.guest) for seat in seats if seat.guest]
    return [row for row in found if row is not None]


async def shown(page: Page) -> list[dict[str, Any]]:
    """The notifications that the worker shows."""
    found: list[dict[str, Any]] = await page.evaluate(
        """async () => (await (await navigator.serviceWorker.getRegistration()).getNotifications())
            .map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }))"""
    )
    return found


async def worker_of(guest: Guest) -> Worker:
    """The worker, running."""
    workers = guest.context.service_workers
    return workers[0] if workers else await guest.context.wait_for_event("serviceworker")


async def test_nothing_is_registered_before_the_press(guests: Guests, tables: Tables, calling_house: House) -> None:
    _, table, look = await at_table(guests, tables, calling_house)
    await look.button("Menu").click()
    await expect(look.page.get_by_role("checkbox", name=BOX)).not_to_be_checked()
    assert await look.page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    assert await kept(calling_house, table.room) == []
