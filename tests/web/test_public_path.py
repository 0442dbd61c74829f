"""A site under a path of its host, such as https://example.org/games/: whatever it names is there, and nothing else."""

import re
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import AsyncMock

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from app.assets.files import own_assets
from app.protocol.places import PLACES, at_path
from app.settings import Settings
from app.web.openapi import openapi
from tests.client import Friend
from tests.conftest import HERE, browser, open_app, open_room
from tests.support.push_service import CONTACT
from tests.support.push_service import Browser as PushBrowser

PATH = "/games"
ONE = "|".join(map(re.escape, PLACES))
NAMED = re.compile(rf"""(?<![\w.}}])(?:{PATH})?/(?:{ONE})(?=[/"'`?)])|(?<=`)\$\{{[^}}]*\}}/(?:{ONE})(?=[/"'`?])""")
"""What looks like a URL of this site from its beginning."""


@pytest.fixture
async def under(settings: Settings) -> AsyncIterator[FastAPI]:
    """The application under the path."""
    async with open_app(settings, public_path=PATH) as app:
        yield app


@pytest.fixture
async def guest(under: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A browser in front of it."""
    async with browser(under) as client:
        yield client


def outside(text: str) -> list[str]:
    """The URLs of this site in a text that are not under the path."""
    return [match[0] for match in NAMED.finditer(text) if not match[0].startswith(f"{PATH}/")]


async def test_every_page_names_only_what_is_under_the_path(guest: httpx.AsyncClient) -> None:
    room = await open_room(guest)
    for page in ("/", "/rules/tcnccc", "/devices", "/docs", "/specimen", f"/t/{room}", "/nothing"):
        text = (await guest.get(PATH + page)).text
        links = re.findall(r'(?:href|src)="(/[^"]*)"', text)
        assert links and all(link.startswith(f"{PATH}/") for link in links), page
        if page != "/docs":  # which shows the paths of calls as they are described
            assert outside(text) == [], page


def test_every_script_style_sheet_and_manifest_names_only_what_is_under_the_path() -> None:
    assets = own_assets(PATH)
    for path in assets.paths:
        if path.endswith((".js", ".css", ".webmanifest")) and not path.startswith("vendor/"):
            assert outside(assets[path].body.decode()) == [], path


def test_at_the_top_of_a_host_files_are_served_as_they_are_written() -> None:
    assert at_path("", (text := 'fetch("/api/games"); html`<a href="/">`; `/t/${room}`')) == text
    assert at_path(PATH, text) == 'fetch("/games/api/games"); html`<a href="/games/">`; `/games/t/${room}`'


def test_what_is_no_url_of_this_site_stays() -> None:
    for text in ('x.split("/")', '"//example.org/t/"', '"/tables/"', "a / t / b", 'href="//example.org"', '"/talk"'):
        assert at_path(PATH, text) == text


def test_every_route_begins_with_a_place_that_is_known(app: FastAPI) -> None:
    firsts = {route.path.split("/")[1] for route in iter_route_contexts(app.routes)} - {""}
    assert firsts | {"push"} == {*PLACES}


async def test_requests_come_with_the_path_or_without_as_proxies_pass_them_on(guest: httpx.AsyncClient) -> None:
    for page in ("/", "/rules/tcnccc", "/api/games", "/livez", "/worker.js"):
        answers = [await guest.get(at + page) for at in (PATH, "")]
        assert [answer.status_code for answer in answers] == [200, 200], page
        assert answers[0].content == answers[1].content, page


async def test_without_its_last_slash_the_path_leads_to_the_start_page(guest: httpx.AsyncClient) -> None:
    answer = await guest.get(f"{PATH}?language=de")
    assert (answer.status_code, answer.headers["location"]) == (308, f"{PATH}/?language=de")


async def test_what_only_begins_like_the_path_is_not_there(guest: httpx.AsyncClient) -> None:
    assert [(await guest.get(PATH + more)).status_code for more in ("x", "x/livez", PATH + "/livez")] == [404] * 3


async def test_a_game_is_opened_under_the_path(under: FastAPI) -> None:
    async with Friend(under) as ann:
        room = (await ann.http.post(f"{PATH}/api/rooms", json={"game": "tcnccc", "seats": 2, "name": "Ann"})).json()
        page = (await ann.get(f"{PATH}/t/{room['room']}")).text
        assert f'"ws":"{PATH}/ws/{room["room"]}"' in page
        assert (await (await ann.enter(room["room"])).see("table"))["seats"][0]["name"] == "Ann"


@pytest.mark.parametrize("origin", ["https://a.test", "http://a.test"])
async def test_both_cookies_are_sent_to_this_site_alone(settings: Settings, origin: str) -> None:
    changed: dict[str, Any] = {"public_origin": (origin,), "public_path": PATH}
    async with open_app(settings, **changed) as app, browser(app, host="a.test") as client:
        of_guest, of_language = (await client.get(f"{PATH}/?language=de")).headers.get_list("set-cookie")
    assert "; Path=/games/; " in of_guest and "; Path=/games/; " in of_language
    secure = origin.startswith("https:")
    assert of_guest.startswith("__Secure-tertulia=" if secure else "tertulia=")
    assert of_guest.endswith("; Secure") == secure


async def test_links_for_others_lead_under_the_path(guest: httpx.AsyncClient) -> None:
    room = await open_room(guest)
    invitation = (await guest.get(f"{PATH}/api/rooms/{room}/invitation")).json()
    assert invitation["url"] == f"{HERE}{PATH}/t/{room}"
    device = (await guest.post(f"{PATH}/api/device-links", json={})).json()
    assert device["url"].startswith(f"{HERE}{PATH}/devices#")
    preview = (await guest.get(f"{PATH}/t/{room}", headers={"user-agent": "WhatsApp/2"})).text
    assert f'property="og:image" content="{HERE}{PATH}/static/previews/' in preview


async def test_a_push_message_leads_under_the_path(settings: Settings, tmp_path: Any) -> None:
    push = {"push_contact": CONTACT, "push_key_file": str(tmp_path / "key.pem")}
    async with open_app(settings, public_path=PATH, **push) as app, browser(app) as client:
        app.state.services.store.subscriptions.keep = keep = AsyncMock()
        room = await open_room(client)
        wish = {"subscription": PushBrowser("https://push.example/send/abc").subscription}
        assert (await client.post(f"{PATH}/api/rooms/{room}/push", json=wish)).status_code == 204
    assert keep.await_args is not None and keep.await_args[0][0].page == f"{HERE}{PATH}/t/{room}"


async def test_the_app_begins_and_stays_under_the_path(guest: httpx.AsyncClient) -> None:
    [manifest] = re.findall(r'rel="manifest" href="([^"]+)"', (await guest.get(f"{PATH}/")).text)
    said = (await guest.get(manifest)).json()
    assert (said["id"], said["start_url"], said["scope"]) == ("/games/", "/games/", "/games/")


def test_the_description_for_programs_says_where_the_calls_are(under: FastAPI) -> None:
    assert openapi(under)["servers"] == [{"url": PATH}]
