"""Notifications when no page is open: switched on only by a press, and shown by a worker."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.async_api import Page, expect

from app.push.devices import message
from app.push.letters import Letter
from app.rooms.links import qr_code
from tests.browser.conftest import house_in
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests, hide
from tests.browser.look import Look
from tests.browser.measured import assert_nothing_to_complain_of
from tests.browser.tables import Seated, Tables, seen
from tests.browser.wires import held
from tests.conftest import House
from tests.support.push_service import CONTACT, Browser

BOX = "Also when this page is closed"
ALONE = "Notify me when it’s my turn, also when this page is closed"
NOTIFY = "Notify me when it’s my turn and this page is hidden"
ANDROID = {**PHONE, "user_agent": "Mozilla/5.0 (Linux; Android 15) Chrome/150.0 Mobile Safari/537.36"}

# Headless Chromium shows no notifications: they are put into a cache that the pages and the worker share.
NOTIFICATIONS = """if (location.host) {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    const lying = () => caches.open("notifications");
    ServiceWorkerRegistration.prototype.showNotification = async (title, how) =>
        (await lying()).put(`/${how.tag}`, new Response(JSON.stringify({ body: "", lang: "", title, ...how })));
    ServiceWorkerRegistration.prototype.getNotifications = async () => {
        const all = await lying();
        const found = await Promise.all((await all.keys()).map(async (key) => ({ key, told: await all.match(key) })));
        const lie_still = found.filter(({ told }) => told); // others were taken away meanwhile
        const close = (key) => () => all.delete(key);
        return Promise.all(lie_still.map(async ({ key, told }) => ({ ...(await told.json()), close: close(key) })));
    };
}"""
# No push service is asked: a browser's answer from it is given here. `refuses`: it does not answer.
PUSH_SERVICE = """;const kept = () => JSON.parse(sessionStorage.getItem("push") ?? "null");
const subscription = (made) => made && {
    toJSON: () => made,
    unsubscribe: async () => { sessionStorage.removeItem("push"); return true; },
};
PushManager.prototype.getSubscription = async () => subscription(kept());
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (window.refuses) throw new DOMException("no push service", "AbortError");
    if (!userVisibleOnly) throw new Error("every message has to be shown");
    if (kept() && sessionStorage.getItem("key") !== applicationServerKey)
        throw new DOMException("there is one with another key", "InvalidStateError");
    sessionStorage.setItem("key", applicationServerKey);
    sessionStorage.setItem("push", JSON.stringify(%s));
    return subscription(kept());
};"""
SO_MANY_ARE_SHOWN = """async (number) => {
    const registration = await navigator.serviceWorker.getRegistration();
    while ((await registration.getNotifications()).length !== number) await new Promise(requestAnimationFrame);
}"""
# Chromium counts no press on an invisible notification: the worker reports where it would lead instead.
PRESS = """async () => {
    const led = [];
    clients.openWindow = async (url) => void led.push("open " + url);
    WindowClient.prototype.focus = async function () { led.push("focus " + this.url); };
    const [notification] = await registration.getNotifications();
    const { close } = notification, work = [];
    notification.close = () => work.push(close());
    const event = Object.assign(new Event("notificationclick"), { notification });
    event.waitUntil = (promise) => work.push(promise);
    dispatchEvent(event);
    await Promise.all(work);
    return led;
}"""
WORKERS = "async () => (await navigator.serviceWorker.getRegistrations()).length"
GOOD = Browser("https://push.example/send/abc").subscription


@pytest.fixture(scope="module")
def calling_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that offers notifications."""
    folder: Path = tmp_path_factory.mktemp("calling")
    house = house_in(folder, push_contact=CONTACT, push_key_file=str(folder / "push-key.pem"))
    house.open()
    yield house
    house.close()


async def at_table(guests: Guests, tables: Tables, house: House, screen: Any = LAPTOP) -> tuple[Guest, Seated, Look]:
    """Uma plays with Bo; her page is open and it is Bo's turn."""
    uma = await guests.stranger("Uma", house.base_url, **screen)
    await uma.context.add_init_script(NOTIFICATIONS + PUSH_SERVICE % json.dumps(GOOD))
    table, look = await seen(uma, tables.play(uma, "Bo", asked=1))
    await expect(look.prompt("Waiting for Bo to draw or lift.")).to_be_visible()
    return uma, table, look


async def switch(look: Look, on: bool) -> None:
    """Tick or untick the box in the menu."""
    await look.button("Menu").click()
    box = look.page.get_by_role("checkbox", name=BOX)
    await box.click()
    await expect(box).to_be_enabled()
    await expect(box).to_be_checked(checked=on)
    await look.page.keyboard.press("Escape")


def kept(house: House, room: str, columns: str = "endpoint, page") -> list[tuple[str, ...]]:
    """The server's subscriptions of those who sit there: the endpoint, and the page to open."""
    path = house.app.state.services.settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as database:
        return database.execute(f"SELECT {columns} FROM push_subscriptions WHERE room = ?", (room,)).fetchall()


async def shown(page: Page) -> list[dict[str, Any]]:
    """The notifications that the worker shows."""
    found: list[dict[str, Any]] = await page.evaluate(
        """async () => (await (await navigator.serviceWorker.getRegistration()).getNotifications())
            .map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }))"""
    )
    return found


async def test_one_press_has_them_called_and_another_not(guests: Guests, tables: Tables, calling_house: House) -> None:
    _, table, look = await at_table(guests, tables, calling_house)
    await look.button("Menu").click()
    await expect(look.page.get_by_role("checkbox", name=BOX)).not_to_be_checked()
    await look.page.keyboard.press("Escape")
    assert (await look.page.evaluate(WORKERS), kept(calling_house, table.room)) == (0, [])
    await switch(look, on=True)
    await expect(look.voice).to_contain_text("You’ll be notified when it’s your turn, even with this page closed.")
    assert kept(calling_house, table.room) == [(GOOD["endpoint"], f"{calling_house.base_url}/t/{table.room}")]
    assert await look.page.evaluate("() => sessionStorage.getItem('key')") == calling_house.app.state.services.push.key
    await switch(look, on=False)
    await expect(look.voice).to_contain_text("You’ll no longer be notified when this page is closed.")
    assert (await look.page.evaluate(WORKERS), kept(calling_house, table.room)) == (0, [])


async def test_an_open_menu_offers_it_once_it_is_loaded(guests: Guests, tables: Tables, calling_house: House) -> None:
    uma, table, _ = await at_table(guests, tables, calling_house)
    async with held(uma.context, "**/room/push.js*"):
        look = await uma.look_at(table.room)
        await look.button("Menu").click()
        await expect(look.page.get_by_role("checkbox", name=NOTIFY)).to_be_visible()
        await asyncio.sleep(2)  # until nothing else renders the page again
    await expect(look.page.get_by_role("checkbox", name=BOX)).to_be_visible()


async def test_it_holds_for_the_next_table_too(guests: Guests, tables: Tables, calling_house: House) -> None:
    """And in the language chosen there."""
    uma, _, look = await at_table(guests, tables, calling_house)
    await switch(look, on=True)
    other = await tables.play(uma, "Bo")
    async with look.page.expect_response("**/push"):
        await look.page.goto(f"{calling_house.base_url}/t/{other.room}")
    assert len(kept(calling_house, other.room)) == 1
    await look.is_ready()
    await look.button("Menu").click()
    await expect(look.page.get_by_role("checkbox", name=BOX)).to_be_checked()
    async with look.page.expect_response("**/push"):
        await look.page.get_by_role("link", name="Français").click()
    assert kept(calling_house, other.room, "language") == [("fr",)]


async def test_a_subscription_that_was_dropped_or_is_of_another_key_is_renewed_when_a_table_is_opened(
    guests: Guests, tables: Tables, calling_house: House
) -> None:
    """A subscription, when a table is opened."""
    _, _, look = await at_table(guests, tables, calling_house)
    await switch(look, on=True)
    for lost in ("removeItem('push')", "setItem('key', 'of another server')"):
        await look.page.evaluate(f"sessionStorage.{lost}")
        async with look.page.expect_response("**/push") as answer:
            await look.page.reload()
        assert (await answer.value).status == 204
        key = await look.page.evaluate("() => sessionStorage.getItem('push') && sessionStorage.getItem('key')")
        assert key == calling_house.app.state.services.push.key, lost


async def test_a_silent_push_service_leaves_it_off(guests: Guests, tables: Tables, calling_house: House) -> None:
    _, table, look = await at_table(guests, tables, calling_house)
    await look.page.evaluate("() => void (window.refuses = true)")
    await switch(look, on=False)
    await expect(look.voice).to_contain_text("The push service of your browser does not answer.")
    assert kept(calling_house, table.room) == []


async def test_some_are_not_offered_a_box(guests: Guests, tables: Tables, house: House, calling_house: House) -> None:
    """Those of a server that does not offer it, and onlookers."""
    _, _, look = await at_table(guests, tables, house)
    await look.button("Menu").click()
    await expect(look.page.get_by_role("checkbox", name=NOTIFY)).to_be_visible()
    await expect(look.page.get_by_role("checkbox", name=BOX)).to_have_count(0)
    table = await tables.play(await guests.stranger("Ann", calling_house.base_url), "Bo")
    look = await (await guests.stranger("Eve", calling_house.base_url)).look_at(table.room)
    await look.button("Menu").click()
    await expect(look.page.get_by_role("group", name="Sound")).to_be_visible()
    await expect(look.page.get_by_role("checkbox", name=BOX)).to_have_count(0)


async def test_a_press_on_what_is_shown_leads_to_the_page(guests: Guests, tables: Tables, calling_house: House) -> None:
    """Messages are handed to it as by a push service."""
    uma, table, look = await at_table(guests, tables, calling_house)
    await switch(look, on=True)
    row = Browser("https://push.example/a").row(table.room, "uma")
    page = f"{calling_house.base_url}/t/{table.room}"
    words = {"title": "TCNCCC · Tertulia", "body": "It’s your turn.", "lang": "en"}
    letter = Letter(table.room, "question", "TCNCCC", "Uma", "Uma", True, 600)
    coming = json.dumps(json.loads(message(replace(row, page=page), letter)))
    tab = await uma.context.new_page()
    await tab.goto(f"{calling_house.base_url}/rules/tcnccc")
    [worker] = uma.context.service_workers or [await uma.context.wait_for_event("serviceworker")]
    await worker.evaluate(NOTIFICATIONS)
    for led in ("focus", "open"):
        await worker.evaluate("data => dispatchEvent(new PushEvent('push', { data }))", coming)
        await tab.evaluate(SO_MANY_ARE_SHOWN, 1)
        assert await shown(tab) == [words | {"tag": table.room, "data": {"navigate": page}}]
        assert await worker.evaluate(PRESS) == [f"{led} {page}"]
        assert await shown(tab) == []
        await look.page.close()


THROWS = """window.tones = 0;
window.Notification = class extends Notification {
    constructor() { throw new TypeError("Illegal constructor"); }
};
AudioBufferSourceNode.prototype.start = () => void window.tones++;"""


async def test_a_turn_is_heard_where_pages_may_show_no_notification(
    guests: Guests, tables: Tables, calling_house: House
) -> None:
    uma = await guests.stranger("Uma", calling_house.base_url)
    await uma.context.add_init_script(NOTIFICATIONS + THROWS)
    table, look = await seen(uma, tables.play(uma, "Bo", asked=1))
    await look.button("Menu").click()
    await look.page.get_by_role("checkbox", name=NOTIFY).click()
    await look.page.keyboard.press("Escape")
    await hide(look.page, hidden=True)
    await look.page.evaluate("() => void (tones = 0)")
    await look.shows(await table.draw_and_place(3))
    await look.page.wait_for_function("() => tones > 0")


async def test_with_push_the_worker_shows_what_a_push_message_then_replaces(
    guests: Guests, tables: Tables, calling_house: House
) -> None:
    _, table, look = await at_table(guests, tables, calling_house)
    await switch(look, on=True)
    await hide(look.page, hidden=True)
    await look.shows(await table.draw_and_place(3))
    await look.page.evaluate(SO_MANY_ARE_SHOWN, 1)
    [told] = await shown(look.page)
    assert told["tag"] == table.room, "the tag of the message, too"


async def test_on_an_iphone_the_menu_says_how_it_could_be(guests: Guests, tables: Tables, calling_house: House) -> None:
    uma = await guests.stranger("Uma", calling_house.base_url, **PHONE)
    await uma.context.add_init_script("delete window.PushManager; navigator.standalone = false;")
    _, look = await seen(uma, tables.play(uma, "Bo", asked=1))
    await look.button("Menu").click()
    await expect(look.page.get_by_text("once Tertulia is on its home screen")).to_be_visible()
    await expect(look.page.get_by_role("checkbox", name=ALONE)).to_have_count(0)
    await assert_nothing_to_complain_of(look.page)


async def test_on_android_the_worker_calls_a_hidden_page(guests: Guests, tables: Tables, calling_house: House) -> None:
    _, table, look = await at_table(guests, tables, calling_house, ANDROID)
    await look.button("Menu").click()
    await expect(look.page.get_by_role("checkbox", name=NOTIFY)).to_have_count(0)
    await look.page.get_by_role("checkbox", name=ALONE).click()
    await expect(look.page.get_by_role("checkbox", name=NOTIFY)).to_be_checked()
    await expect(look.page.get_by_role("checkbox", name=BOX, exact=True)).to_be_checked()
    await look.page.keyboard.press("Escape")
    await hide(look.page, hidden=True)
    await look.shows(await table.draw_and_place(3))
    await look.is_asked()
    await look.page.evaluate(SO_MANY_ARE_SHOWN, 1)
    [told] = await shown(look.page)
    assert (told["title"], told["data"]) == ("TCNCCC · Tertulia", {"navigate": f"/t/{table.room}"})
    await hide(look.page, hidden=False)
    await look.page.evaluate(SO_MANY_ARE_SHOWN, 0)


# --- Installation and QR codes ---


async def test_chromium_reads_all_that_installing_it_takes(eve: Guest) -> None:
    page = await eve.open("/")
    read = await (await page.context.new_cdp_session(page)).send("Page.getAppManifest")
    assert read["errors"] == []
    manifest, home = read["manifest"], f"{eve.base_url}/"
    assert (manifest["name"], manifest["display"]) == ("Tertulia", "kStandalone")
    assert not manifest["preferRelatedApplications"]
    assert {manifest["id"], manifest["scope"], manifest["startUrl"]} == {home}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


async def test_the_link_of_the_table_can_be_shown_to_a_camera(ben: Guest, tables: Tables) -> None:
    """Where the device can share, a button hands it over."""
    table = await tables.gather(ben, seats=2)
    look = await ben.look_at(table.room, "navigator.share = async (what) => { window.shared = what; };")
    await look.button("QR code").click()
    dialog = look.page.get_by_role("dialog", name="Invite your friends")
    drawn = dialog.get_by_role("img", name="The link as a QR code").locator("path")
    await expect(drawn).to_have_attribute("d", qr_code(look.page.url).path)
    await assert_nothing_to_complain_of(look.page)
    await dialog.get_by_role("button", name="Share…").click()
    assert (await look.page.evaluate("() => shared"))["url"] == look.page.url
    await dialog.get_by_role("button", name="Close").click()
    await expect(dialog).to_have_count(0)
