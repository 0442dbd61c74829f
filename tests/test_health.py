"""Whether a server is alive and ready, asked by address and from the terminal."""

from __future__ import annotations

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from operator import attrgetter
from unittest.mock import AsyncMock

import httpx
import pytest
from fastapi import FastAPI
from websockets.exceptions import InvalidStatus

from app.build import VERSION
from app.main import drain
from app.storage.disk import Marks
from tests.client import Friend
from tests.conftest import WISH, House, open_room
from tests.terminal import Said, Terminal


@pytest.fixture(autouse=True)
def _looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the disk, each time anybody asks."""
    monkeypatch.setattr("app.storage.disk.LOOK_EVERY_S", 0.0)


async def test_a_server_that_is_open_is_alive_and_ready_and_without_storage_only_alive(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await client.get("/livez")).json() == {"ok": True, "version": VERSION}
    assert (await client.get("/readyz")).json() == {"ok": True}
    monkeypatch.setattr(app.state.services.store, "ready", AsyncMock(return_value=False))
    assert (await client.get("/livez")).status_code == 200
    answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ok": False, "trouble": "storage"})


async def test_while_it_closes_nothing_is_opened_and_nothing_is_lost(app: FastAPI, client: httpx.AsyncClient) -> None:
    room = await open_room(client)
    await drain(app)
    assert (await client.get("/livez")).status_code == 200
    answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ok": False, "trouble": "closing"})
    refused = [await client.get(path.format(room)) for path in ("/api/rooms/{}", "/api/rooms/{}/log", "/t/{}")]
    for answer in (await client.post("/api/rooms", json=WISH), *refused):
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")


def test_a_server_that_is_ready_says_where(lasting_house: House, terminal: Terminal) -> None:
    ready = Said(0, f"Ready: {lasting_house.base_url}.\n", "")
    assert terminal("health", lasting_house.base_url) == ready
    terminal.sets(BIND=f"0.0.0.0:{lasting_house.address[1]}")
    assert terminal("health") == ready


async def test_a_socket_is_told_to_come_back_when_the_server_is_about_to_stop(
    lasting_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Friend(lasting_house.base_url) as friend:
        monkeypatch.setattr(lasting_house.app.state.services, "closing", True)
        with pytest.raises(InvalidStatus) as shut:
            await friend.connect("k7Qm2xZ9vB3nR5wT")
        answer = shut.value.response
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")


def assert_not_ready(terminal: Terminal, url: str, because: str) -> None:
    code, out, said = terminal("health", url)
    assert (code, out) == (1, "")
    assert said.startswith(f"Not ready: {because}")


TROUBLES: dict[str, tuple[str, object, str]] = {
    "closes": ("closing", True, "it is about to stop, and lets nobody in any more.\n"),
    "database": ("store.ready", AsyncMock(return_value=False), "its database does not answer within two seconds"),
    "full": ("store.disk._marks", Marks(0, 10**12), "its disk is full, so that nobody can play; all goes on by itself"),
}


@pytest.mark.parametrize(("place", "value", "because"), TROUBLES.values(), ids=TROUBLES)
def test_a_server_in_trouble_says_in_which(
    lasting_house: House, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, place: str, value: object, because: str
) -> None:
    *of, name = place.split(".")
    monkeypatch.setattr(attrgetter(".".join(["services", *of]))(lasting_house.app.state), name, value)
    assert_not_ready(terminal, lasting_house.base_url, f"{lasting_house.base_url}: {because}")


def test_a_server_with_little_room_is_ready_and_says_so(
    lasting_house: House, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lasting_house.app.state.services.store.disk, "_marks", Marks(10**12, 0))
    sentence = f"Ready: {lasting_house.base_url}; but its disk is nearly full: nobody can open a new table.\n"
    assert terminal("health", lasting_house.base_url) == Said(0, sentence, "")


def test_where_nobody_serves_the_address_and_the_reason_are_named(terminal: Terminal) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    assert_not_ready(terminal, url, f"nobody serves at {url} (Connection refused).\n")
    assert_not_ready(terminal, "http://nowhere.invalid", "nobody serves at http://nowhere.invalid (")


def test_who_does_not_answer_is_waited_for_so_long(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.admin.health.TIMEOUT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert_not_ready(terminal, url, f"{url} does not answer within 0.2 seconds.\n")


def test_who_is_no_tertulia_is_told_from_one(terminal: Terminal) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever).start()
        code, _, said = terminal("health", f"http://127.0.0.1:{other.server_port}")
        other.shutdown()
    assert code == 1
    assert said.endswith(" answers /readyz with 501; that is no Tertulia, or a proxy without one.\n")


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org", "http://", "http://here:port"])
def test_what_is_no_address_is_not_understood(url: str, terminal: Terminal) -> None:
    code, _, said = terminal("health", url)
    assert (code, "expected an address such as http://127.0.0.1:8000" in said) == (2, True)
