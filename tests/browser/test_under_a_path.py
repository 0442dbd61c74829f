"""A site under a path in a browser: nothing is asked for outside, it installs as an app, and its worker gets a push."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page
from starlette.types import Receive, Scope, Send

from app.main import Tertulia
from tests.browser.conftest import house_in
from tests.browser.guests import LAPTOP, Guest, Guests
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.browser.test_reachable import GOOD, NOTIFICATIONS, PUSH_SERVICE, SO_MANY_ARE_SHOWN, kept, shown, switch
from tests.conftest import House
from tests.support.push_service import CONTACT

PATH = "/games"
LINKS = """() => [...document.querySelectorAll("a[href], link[href], script[src], img[src]")]
    .map((each) => each.href || each.src).filter((url) => url.startsWith(location.origin))"""


@pytest.fixture(scope="module")
def asked_for() -> list[str]:
    """The paths that browsers have asked for."""
    return []


@pytest.fixture(scope="module")
def house_under_a_path(tmp_path_factory: pytest.TempPathFactory, asked_for: list[str]) -> Iterator[House]:
    """A server of which nothing is to be found but under the path, as behind a proxy that has other pages elsewhere."""
    as_it_is = Tertulia.__call__

    async def behind_a_proxy(app: Tertulia, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            asked_for.append(scope["path"])
            if outside([scope["path"]]):
                scope["path"] = "/of another site"
        await as_it_is(app, scope, receive, send)

    folder: Path = tmp_path_factory.mktemp("under")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tertulia, "__call__", behind_a_proxy)
        house = house_in(folder, public_path=PATH, push_contact=CONTACT, push_key_file=str(folder / "push-key.pem"))
        house.open()
        yield house
        house.close()


async def guest_of(guests: Guests, house: House) -> Guest:
    uma = await guests.stranger("Uma", house.base_url + PATH, **LAPTOP)
    await uma.context.add_init_script(NOTIFICATIONS + PUSH_SERVICE % json.dumps(GOOD))
    return uma


def outside(paths: list[str]) -> list[str]:
    return [path for path in paths if not path.startswith(f"{PATH}/")]


async def assert_links_stay_inside(page: Page) -> None:
    links = [re.sub("^https?://[^/]+", "", url) for url in await page.evaluate(LINKS)]
    assert links and outside(links) == []


async def test_pages_ask_for_nothing_outside_the_path(
    guests: Guests, tables: Tables, house_under_a_path: House, asked_for: list[str]
) -> None:
    uma = await guest_of(guests, house_under_a_path)
    start = await uma.choose()
    await start.get_by_label("Your name").fill("Uma")
    await assert_links_stay_inside(start)
    await start.get_by_role("button", name="Alone with bots").click()
    await start.wait_for_url(f"**{PATH}/t/*")
    await Look(start).is_ready()
    await Look(start).button("Menu").click()
    await assert_links_stay_inside(start)
    table = await tables.play(uma, "Bo")
    await table.end()
    for path in (f"/t/{table.room}", f"/t/{table.room}?tv", f"/t/{table.room}?hand", f"/t/{table.room}/replay",
                 "/rules/sin_color", "/devices", "/docs", "/specimen"):  # fmt: skip
        page = await uma.open(path)
        await page.wait_for_load_state("networkidle")
        await assert_links_stay_inside(page)
    await page.goto(f"{house_under_a_path.base_url}{PATH}/")
    await page.wait_for_load_state("networkidle")
    await assert_links_stay_inside(page)
    assert len(asked_for) > 100 and outside(asked_for) == []


async def test_the_start_page_installs_as_an_app_under_the_path(guests: Guests, house_under_a_path: House) -> None:
    page = await (await guest_of(guests, house_under_a_path)).open("/")
    devtools = await page.context.new_cdp_session(page)
    found = await devtools.send("Page.getAppManifest")
    manifest = found["manifest"]
    base = house_under_a_path.base_url + PATH
    assert found["errors"] == []
    assert (manifest["startUrl"], manifest["scope"], manifest["id"]) == (f"{base}/", f"{base}/", f"{base}/")
    assert (await devtools.send("Page.getInstallabilityErrors"))["installabilityErrors"] == []


async def test_its_worker_is_under_the_path_and_shows_a_push(
    guests: Guests, tables: Tables, house_under_a_path: House, asked_for: list[str]
) -> None:
    uma = await guest_of(guests, house_under_a_path)
    table = await tables.play(uma, "Bo", asked=1)
    look = await uma.look_at(table.room)
    await switch(look, on=True)
    page = f"{house_under_a_path.base_url}{PATH}/t/{table.room}"
    assert kept(house_under_a_path, table.room) == [(GOOD["endpoint"], page)]
    scope = await look.page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).scope")
    assert scope == f"{house_under_a_path.base_url}{PATH}/"
    [worker] = uma.context.service_workers or [await uma.context.wait_for_event("serviceworker")]
    await worker.evaluate(NOTIFICATIONS)
    coming = {"title": "TCNCCC", "body": "It’s your turn.", "tag": table.room, "navigate": page}
    push = "data => dispatchEvent(new PushEvent('push', { data }))"
    await worker.evaluate(push, json.dumps({"notification": coming}))
    await look.page.evaluate(SO_MANY_ARE_SHOWN, 1)
    [told] = await shown(look.page)
    assert told["data"] == {"navigate": page}
    assert outside(asked_for) == []
