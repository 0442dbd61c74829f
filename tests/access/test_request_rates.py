"""Pages and other requests have a rate for each address and each browser, and are refused slowly."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from app.access import security
from app.i18n import LANGUAGES
from app.settings import Rate, Settings
from tests.conftest import browser, open_app, open_room


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "HELD_BACK_S", 0.0)


@pytest.fixture
async def slow(settings: Settings, at_once: None) -> AsyncIterator[FastAPI]:
    """An application with three requests a minute for each browser, and five for each address."""
    async with open_app(settings, limits_requests=Rate(5, 60), limits_requests_per_guest=Rate(3, 60)) as app:
        yield app


async def statuses(client: httpx.AsyncClient, paths: list[str]) -> list[int]:
    return [(await client.get(path)).status_code for path in paths]


async def test_a_browser_has_a_share_of_its_own_and_its_address_one_for_all(slow: FastAPI) -> None:
    async with browser(slow) as ann, browser(slow) as ben, browser(slow, "192.0.2.8") as elsewhere:
        assert await statuses(ann, ["/", "/api/games", "/rules/tcnccc", "/nowhere", "/docs"]) == [
            200,
            200,
            200,
            404,
            429,
        ]
        assert await statuses(ben, ["/", "/"]) == [429, 429]
        assert await statuses(elsewhere, ["/"]) == [200]


async def test_what_browsers_keep_and_what_watches_the_server_is_not_counted(slow: FastAPI) -> None:
    async with browser(slow) as client:
        paths = ["/static/theme.js", "/favicon.ico", "/worker.js", "/livez", "/readyz"]
        assert await statuses(client, paths * 3) == [200] * 15


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refusal_says_in_words_when_to_come_again(slow: FastAPI, language: str) -> None:
    headers = {"accept-language": language}
    async with browser(slow) as client:
        await statuses(client, ["/api/games"] * 5)
        page, call = [await client.get(path, headers=headers) for path in ("/rules/tcnccc", "/api/games")]
    assert (page.headers["retry-after"], page.headers["content-type"]) == ("12", "text/html; charset=utf-8")
    assert "12 s" in page.text
    assert ("Too much at once" in page.text) == (language == "en")
    assert (call.json()["code"], call.json()["text"]["with"]) == ("busy", {"seconds": 12})


async def test_commands_by_http_and_requests_for_other_hosts_are_counted_too(slow: FastAPI) -> None:
    async with browser(slow) as client:
        for _ in range(2):
            assert (await client.post("/api/rooms", json={"game": "nothing"})).status_code == 422
            assert (await client.get("/", headers={"host": "evil.example"})).status_code == 400
        assert (await client.get("/api/games")).status_code == 200
        assert (await client.get("/api/games")).status_code == 429


async def test_whoever_asks_too_much_waits_for_the_refusal_and_nobody_else_does(settings: Settings) -> None:
    few = open_app(settings, limits_requests=Rate(1, 600))
    async with few as app, browser(app) as hasty, browser(app, "192.0.2.8") as other:
        assert await statuses(hasty, ["/api/games"]) == [200]
        refused = asyncio.create_task(statuses(hasty, ["/api/games"]))
        await asyncio.sleep(0)
        assert await statuses(other, ["/api/games"]) == [200]
        assert not refused.done()
        assert await refused == [429]


async def test_sixty_friends_behind_one_address_can_all_load_their_table_again_three_times(settings: Settings) -> None:
    defaults = {name: value for name, value in Settings() if name.startswith("limits_requests")}
    async with open_app(settings, **defaults) as app, browser(app) as ann:
        room = await open_room(ann)
        friends = [browser(app) for _ in range(60)]
        for number, friend in enumerate(friends):
            friend.cookies.set("tertulia", f"{number:043}")
        for friend in friends:
            assert await statuses(friend, [f"/t/{room}", f"/api/rooms/{room}/lines", "/api/games"] * 3) == [200] * 9
        for friend in friends:
            await friend.aclose()
