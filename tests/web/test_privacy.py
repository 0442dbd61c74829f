"""The page on privacy, and people who have themselves forgotten."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.i18n import LANGUAGES
from app.settings import Settings
from app.storage.store import Store
from app.web.services import Services
from tests.client import Friend, two_at_a_table
from tests.conftest import open_app
from tests.web.test_devices import SEATED, linked, seen_by

TABLES = ("guests", "devices", "device_links", "push_subscriptions", "webhooks", "quiet_hours", "calls",
          "calls_put_off", "guests_of_rooms")  # fmt: skip


@pytest.fixture
async def ann(app: FastAPI) -> AsyncIterator[Friend]:
    async with Friend(app, "Ann") as friend:
        yield friend


@pytest.fixture
async def phone(app: FastAPI) -> AsyncIterator[Friend]:
    """Another browser of Ann's."""
    async with Friend(app) as friend:
        yield friend


def store_of(app: FastAPI) -> Store:
    services: Services = app.state.services
    return services.store


async def forget(friend: Friend) -> httpx.Response:
    answer = await friend.http.request("DELETE", "/api/guest", json={})
    assert answer.status_code == 204, answer.text
    return answer


async def rows_with(store: Store, guest: str) -> list[str]:
    """The tables beside the log with a row that names this guest."""

    def look(connection: Any) -> list[str]:
        columns = {"guests": "id", "devices": "guest"}
        query = "SELECT count(*) FROM {} WHERE {} = :guest"
        return [
            table
            for table in TABLES
            if connection.scalar(text(query.format(table, columns.get(table, "guest"))), {"guest": guest})
        ]

    return await store.read(look)


async def id_of(app: FastAPI, room: str, seat: int = 0) -> str:
    table = await app.state.services.rooms.glance(room)
    return str(table.seats[seat].guest)


async def test_the_page_tells_in_every_language_how_long_things_are_kept(settings: Settings) -> None:
    kept: dict[str, Any] = {"keep_unstarted_hours": 3, "keep_resting_days": 17, "keep_finished_days": 99}
    async with open_app(settings, **kept) as app, Friend(app, "Ann") as ann:
        for language in LANGUAGES:
            page = (await ann.get(f"/privacy?language={language}")).text
            assert [number for number in ("3 ", "17 ", "99 ", "401 ", "30 ") if number not in page] == [], language


async def test_whoever_runs_the_server_can_be_named_by_a_link_or_in_words(settings: Settings) -> None:
    said = {"https://example.org/me?a=1&b": 'href="https://example.org/me?a=1&amp;b"',
            "mailto:me@example.org": 'href="mailto:me@example.org"',
            "<b>Ann</b>, Lane 1": "&lt;b&gt;Ann&lt;/b&gt;, Lane 1",
            "javascript:alert(1)": '<p dir="auto">javascript:alert(1)</p>'}  # fmt: skip
    for imprint, there in said.items():
        async with open_app(settings, imprint=imprint) as app, Friend(app, "Ann") as ann:
            page = (await ann.get("/privacy")).text
            assert there in page
            assert "Who runs this server" in page
    async with open_app(settings) as app, Friend(app, "Ann") as ann:
        assert "Who runs this server" not in (await ann.get("/privacy")).text


async def test_the_start_page_leads_there(ann: Friend) -> None:
    assert 'href="/privacy"' in (await ann.get("/")).text


async def test_of_a_guest_who_has_themselves_forgotten_nothing_is_left_beside_the_log(
    app: FastAPI, ann: Friend, phone: Friend
) -> None:
    room = await ann.open_room(**SEATED)
    await linked(ann, phone)
    ann_id = await id_of(app, room)
    assert set(await rows_with(store_of(app), ann_id)) == {"guests", "devices", "guests_of_rooms"}
    await forget(ann)
    assert await rows_with(store_of(app), ann_id) == []
    assert room not in (await ann.get("/")).text


async def test_they_are_forgotten_on_their_linked_devices_too_from_whichever_they_ask(
    app: FastAPI, ann: Friend, phone: Friend
) -> None:
    room = await ann.open_room(**SEATED)
    await linked(ann, phone)
    await forget(phone)
    for friend in (ann, phone):
        assert (await friend.get("/api/devices")).json() == {"name": None, "is_linked": False, "devices": []}
        assert (await seen_by(friend, room)).table["you"]["seats"] == []


async def test_their_cookie_is_taken_back_and_the_old_one_opens_nothing(ann: Friend) -> None:
    await ann.open_room(**SEATED)
    cookie = ann.http.cookies["tertulia"]
    answer = await forget(ann)
    assert "Max-Age=0" in answer.headers["set-cookie"]
    answer = await ann.http.get("/api/devices", headers={"cookie": f"tertulia={cookie}"})
    assert answer.json()["name"] is None


async def test_their_open_page_begins_anew_and_does_not_bring_them_back(app: FastAPI, ann: Friend) -> None:
    page = await seen_by(ann, await ann.open_room(**SEATED))
    ann_id = await id_of(app, page.room)
    here = [guest for room in app.state.services.rooms.live() for guest in room.audience.at_hand.values()]
    await forget(ann)
    await page.hear("bye")
    guests = store_of(app).guests
    guests.note_seen(here)
    await guests.close()
    assert await rows_with(store_of(app), ann_id) == []


async def test_a_stranger_can_ask_too(app: FastAPI) -> None:
    async with Friend(app) as stranger:
        stranger.http.cookies.clear()
        await forget(stranger)


async def test_others_keep_what_they_have(app: FastAPI, ann: Friend) -> None:
    async with Friend(app, "Ben") as ben:
        page, _ = await two_at_a_table(ann, ben)
        await forget(ann)
        assert page.room in (await ben.get("/")).text
