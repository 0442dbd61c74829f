"""Who may open tables: anyone, those who know the password, those a proxy has let in, or nobody."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from ipaddress import ip_network
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.settings import Rate, Settings
from tests.conftest import WISH, browser, open_app
from tests.support.played_games import finished_room

PASSWORD = "swordfish"
PROXY = "10.0.0.7"
NEEDED = "Opening a table here needs the password of this server. The start page asks for it."
BY_NOBODY = "Tables are opened here by the people who run this server: ask them for a link."

Guarded = Callable[..., AbstractAsyncContextManager[FastAPI]]


@pytest.fixture
def guarded(settings: Settings) -> Guarded:
    """An application where opening a table needs the password, or with these settings instead."""

    @asynccontextmanager
    async def guarded(**changed: Any) -> AsyncIterator[FastAPI]:
        given = changed or {"opening": "password", "opening_password": PASSWORD}
        async with open_app(settings, **given) as app:
            yield app

    return guarded


async def tries(client: httpx.AsyncClient, password: str | None = None, **wish: Any) -> tuple[int, str]:
    """The status, and what is said of it."""
    given = {} if password is None else {"server_password": password}
    answer = await client.post("/api/rooms", json=WISH | wish | given)
    return answer.status_code, answer.json().get("text", {}).get("text", "")


async def test_without_the_password_no_table_is_opened_in_any_way(guarded: Guarded) -> None:
    async with guarded() as app, browser(app) as client:
        for wish in ({}, {"bots": True}, {"guided": True}):
            assert await tries(client, **wish) == (403, NEEDED)
        assert await tries(client, "swordfis") == (403, "That is not the password of this server.")


async def test_who_has_given_the_password_is_not_asked_again(guarded: Guarded) -> None:
    async with guarded() as app, browser(app) as client:
        assert (await client.get("/")).text.count('id="server-password"') == 1
        assert (await tries(client, f" {PASSWORD} "))[0] == 201, "copying adds blanks"
        assert (await tries(client))[0] == 201
        assert 'id="server-password"' not in (await client.get("/")).text
        async with browser(app) as other:
            assert await tries(other) == (403, NEEDED)


async def test_both_a_new_guests_cookie_and_that_of_the_password_are_set(guarded: Guarded) -> None:
    async with guarded() as app, browser(app) as client:
        answer = await client.post("/api/rooms", json=WISH | {"server_password": PASSWORD})
        assert {*answer.cookies} == {"tertulia", "tertulia-opening"}
        assert all("HttpOnly; SameSite=Lax" in line for line in answer.headers.get_list("set-cookie"))
        assert PASSWORD not in str(answer.headers)


async def test_a_new_password_ends_what_the_old_one_has_opened(guarded: Guarded, settings: Settings) -> None:
    async with guarded() as app, browser(app) as client:
        assert (await tries(client, PASSWORD))[0] == 201
        cookies = client.cookies
    async with guarded(opening="password", opening_password="another one") as app, browser(app) as client:
        client.cookies = cookies
        assert await tries(client) == (403, NEEDED)


@pytest.mark.parametrize("cookie", ["", "0" * 64, "é", "x" * 3000])
async def test_no_made_up_cookie_opens_a_table(guarded: Guarded, cookie: str) -> None:
    async with guarded() as app, browser(app) as client:
        headers = {b"cookie": f"tertulia-opening={cookie}".encode()}
        answer = await client.post("/api/rooms", json=WISH, headers=headers)
        assert answer.status_code == 403


async def test_guesses_are_counted_and_then_even_the_right_one_waits(guarded: Guarded) -> None:
    limited = {"opening": "password", "opening_password": PASSWORD, "limits_passwords": Rate(3, 60)}
    async with guarded(**limited) as app, browser(app) as client:
        assert [(await tries(client, "guess"))[0] for _ in range(3)] == [403] * 3
        assert await tries(client, PASSWORD) == (429, "Too many attempts. Wait a minute.")
        async with browser(app, "192.0.2.8") as other:
            assert (await tries(other, PASSWORD))[0] == 201


async def test_to_play_on_at_a_new_table_is_to_open_one(guarded: Guarded) -> None:
    async with guarded() as app, browser(app) as client:
        room = (await finished_room(app.state.services.rooms, "tcnccc", 2, most=5)).table
        wish = {"game": 1, "seq": room.past[-1].began, "seat": 0, "name": "Ann"}
        answer = await client.post(f"/api/rooms/{room.room}/onward", json=wish)
        assert (answer.status_code, answer.json()["text"]["text"]) == (403, NEEDED)
        assert (await tries(client, PASSWORD))[0] == 201
        assert (await client.post(f"/api/rooms/{room.room}/onward", json=wish)).status_code == 201


async def test_where_nobody_may_the_start_page_says_so_and_offers_nothing(guarded: Guarded) -> None:
    async with guarded(opening="nobody") as app, browser(app) as client:
        page = (await client.get("/")).text
        assert page.count(BY_NOBODY) == 2, "at its head, and in the dialog of a game"
        assert '<fieldset class="go" hidden disabled>' in page
        assert await tries(client, PASSWORD) == (403, BY_NOBODY)


async def test_only_where_anyone_may_is_a_table_of_their_own_offered_to_the_lost(guarded: Guarded) -> None:
    async with guarded() as app, browser(app) as client:
        assert "open a table of your own" not in (await client.get("/t/nothing")).text
    async with guarded(opening="anyone") as app, browser(app) as client:
        assert "open a table of your own" in (await client.get("/t/nothing")).text


BY_HEADER: dict[str, Any] = {
    "opening": "nobody", "opening_header": "Remote-User", "trusted_proxies": (ip_network(PROXY),),
}  # fmt: skip


async def test_whom_a_trusted_proxy_has_let_in_may_open_tables(guarded: Guarded) -> None:
    async with guarded(**BY_HEADER) as app, browser(app, PROXY, **{"remote-user": "ann"}) as client:
        assert BY_NOBODY not in (await client.get("/")).text
        assert (await tries(client))[0] == 201


@pytest.mark.parametrize(("address", "header"), [(PROXY, ""), ("192.0.2.7", "ann")])
async def test_an_empty_header_or_a_strangers_lets_nobody_in(guarded: Guarded, address: str, header: str) -> None:
    async with guarded(**BY_HEADER) as app, browser(app, address, **{"remote-user": header}) as client:
        assert await tries(client) == (403, BY_NOBODY)
