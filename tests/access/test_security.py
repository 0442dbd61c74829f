"""Who may connect, from where, and the security headers of every response."""

import base64
import hashlib
import re
from collections.abc import AsyncIterator
from ipaddress import ip_network
from unittest.mock import Mock

import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import Request
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.http11 import Response
from websockets.typing import Origin

from app.access.security import address_of, origin_ok, own_origin
from app.main import create_app
from app.settings import Rate, Settings
from tests.client import Friend
from tests.conftest import HERE, WISH, House, OpenHouse, altered, browser, open_app, open_room

# --- What every answer carries ------------------------------------------------------------------------------

ALWAYS = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
}
ON_PAGES = {
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
NOTHING = "default-src 'none'; frame-ancestors 'none'"
WORKER = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
PAGE = (
    "default-src 'none'; script-src 'self'{import_map}; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html worker"
)


ANSWERS = {
    (PAGE, "no-store"): "GET / 200, HEAD / 200, GET /t/{room} 200, GET /t/unknown 404, GET /rules/tcnccc 200, "
    "GET /rules/chess 404, GET /docs 200, GET /nothing 404, POST / 405, GET /static/nothing.js 404",
    (NOTHING, "no-store"): "GET /api/games 200, GET /api/rooms/{room} 200, GET /api/rooms/{room}/log 404, "
    "GET /api/nothing 404, POST /api/rooms 422, PUT /api/rooms 405, GET /openapi.json 200, GET /livez 200, "
    "GET /readyz 200",
    (NOTHING, "public, max-age=31536000, immutable"): "GET {asset} 200",
    (NOTHING, "no-cache"): "GET /static/pages/room.js 200",
    (WORKER, "no-cache"): "GET /worker.js 200",
}
"""By policy and caching: the request, and the status of the response."""


async def test_every_answer_has_the_security_headers(
    client: httpx.AsyncClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.loop_lag.LATE_S", 3600.0)  # a busy machine is late, but alive
    there = {"room": await open_room(client), "asset": app.state.services.assets.url("pages/room.js")}
    for (policy, kept), asked in ANSWERS.items():
        for method, path, status in (each.split() for each in asked.format(**there).split(", ")):
            answer = await client.request(method, path, json={} if method in ("POST", "PUT") else None)
            html = answer.text if method != "HEAD" else (await client.get(path)).text
            expected = {
                **ALWAYS,
                **(ON_PAGES if policy is PAGE else {}),
                "content-security-policy": policy.format(import_map=import_map_of(html)),
                "cache-control": kept,
            }
            found = {name: answer.headers.get_list(name) for name in expected}
            assert (path, str(answer.status_code)) == (path, status)
            assert (path, found) == (path, {name: [value] for name, value in expected.items()})


def import_map_of(html: str) -> str:
    """The source expression by which a page's policy allows its import map; empty without one."""
    import_map = re.search(r'<script type="importmap">(.*?)</script>', html, re.DOTALL)
    if import_map is None:
        return ""
    return f" 'sha256-{base64.b64encode(hashlib.sha256(import_map[1].encode()).digest()).decode()}'"


async def test_an_answer_to_a_fault_has_them_and_tells_nothing(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    fail = Mock(side_effect=RuntimeError("secret"))

    monkeypatch.setattr("app.web.api.game_cards", fail)
    monkeypatch.setattr("app.web.pages.known_guest", fail)
    async with browser(app) as client:
        for path in ("/", "/api/games"):
            answer = await client.get(path)
            assert answer.status_code == 500
            assert ALWAYS.items() <= dict(answer.headers).items()
            assert "Something went wrong here." in answer.text
            assert "secret" not in answer.text


async def test_no_answer_names_the_software_or_allows_other_origins(lasting_house: House) -> None:
    async with httpx.AsyncClient(base_url=lasting_house.base_url) as client:
        answer = await client.get("/api/games", headers={"origin": "https://evil.example"})
    assert "server" not in answer.headers
    assert not [name for name in answer.headers if name.startswith("access-control-")]


JSON = "application/json"
BODY = b'{"game":"tcnccc","seats":2,"name":"Ann"}'

# --- Who may change something -------------------------------------------------------------------------------

FOREIGN = [
    "", "null", "https://tertulia.test", "http://tertulia.test:8000", "http://tertulia.test.evil.example",
    "http://eviltertulia.test", "http://evil.example", "http://tertulia.test/", "HTTP://TERTULIA.TEST",
    "http://tertulia.test, http://tertulia.test", "http://tertulia.test http://evil.example",
]  # fmt: skip


async def test_a_change_from_another_origin_or_from_two_is_refused(client: httpx.AsyncClient) -> None:
    del client.headers["origin"]
    for headers in [*([("origin", origin)] for origin in FOREIGN), [], [("origin", HERE)] * 2]:
        answer = await client.post("/api/rooms", json=WISH, headers=headers)
        assert (headers, answer.status_code, answer.json()["code"]) == (headers, 403, "forbidden")


async def test_whatever_is_not_reading_needs_our_origin(app: FastAPI) -> None:
    async with browser(app, origin="https://evil.example") as client:
        for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
            for path in ("/", "/api/rooms", "/nothing"):
                assert (await client.request(method, path, json={})).status_code == 403, (method, path)


async def test_with_public_origins_exactly_these_are_ours(settings: Settings) -> None:
    ours = ("https://games.example", "http://10.0.0.5:8000")
    async with open_app(settings, public_origin=ours) as app:
        for origin in (*ours, "http://games.example", "https://games.example:8000", HERE):
            async with browser(app, origin=origin) as client:
                answer = await client.post("/api/rooms", json=WISH)
                assert answer.status_code == (201 if origin in ours else 403), origin


async def posted(client: httpx.AsyncClient, body: bytes, media_type: str = JSON) -> tuple[int, str | None]:
    """The status of the response, and the code of its refusal."""
    answer = await client.post("/api/rooms", content=body, headers={"content-type": media_type})
    return answer.status_code, answer.json().get("code")


async def test_a_change_is_json_which_may_name_its_character_set(client: httpx.AsyncClient) -> None:
    assert await posted(client, BODY, "Application/JSON; charset=utf-8") == (201, None)
    for other in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json"):
        assert await posted(client, BODY, other) == (415, "malformed"), other


async def test_a_body_of_8_kib_is_read_and_a_larger_refused(client: httpx.AsyncClient, lasting_house: House) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 1000

    assert await posted(client, BODY.ljust(8192)) == (201, None)
    for size in (8193, 100_000):
        assert await posted(client, b'{"name":"' + b"x" * (size - 11) + b'"}') == (413, "too_big")
    headers = {"origin": lasting_house.base_url, "content-type": JSON}
    async with httpx.AsyncClient(base_url=lasting_house.base_url, headers=headers) as other:
        assert (await other.post("/api/rooms", content=pieces())).status_code == 413


# --- Sockets ------------------------------------------------------------------------------------------------


async def refusal_of(url: str, origin: str | None) -> Response:
    """The server's response to a socket it does not open."""
    with pytest.raises(InvalidStatus) as refusal:
        await connect(url, origin=None if origin is None else Origin(origin))
    return refusal.value.response


async def test_a_socket_from_another_page_or_to_nowhere_is_refused_before_it_opens(lasting_house: House) -> None:
    base, here = lasting_house.base_url, socket_of(lasting_house)
    address = base.removeprefix("http://")
    near = [f"https://{address}", f"http://{address}.evil.example", f"http://evil{address}", f"http://{address}0"]
    others = [None, "null", *near, "http://localhost:1", f"ws://{address}", "https://evil.example"]
    for url, origin in [*((here, origin) for origin in others), (here + "/nowhere", base)]:
        response = await refusal_of(url, origin)
        assert response.status_code == 403, origin
        assert ALWAYS.items() <= {name.lower(): value for name, value in response.headers.raw_items()}.items()


@pytest.mark.parametrize(
    ("limit", "words"), [("limits_handshakes", "Too many connections"), ("limits_guests", "Too many new visitors")]
)
async def test_too_many_sockets_from_one_address_are_told_to_wait_and_get_no_cookie(
    open_house: OpenHouse, limit: str, words: str
) -> None:
    """A script learns nothing of a handshake that is refused before it opens."""
    house = open_house(**{limit: Rate(1, 60)})
    async with Friend(house.base_url) as ann:
        room = (await ann.opens("Ann")).room
        ann.http.cookies.clear()
        page = await ann.connect(room)
        assert await page.hear_the_end() == 4431
        (refused,) = page.heard
        assert (refused["type"], refused["id"], refused["code"]) == ("refused", None, "busy")
        assert refused["text"]["text"].startswith(words)
        assert "set-cookie" not in page.headers


def socket_of(house: House, room: str = "k7Qm2xZ9vB3nR5wT") -> str:
    return house.base_url.replace("http", "ws", 1) + f"/ws/{room}"


# --- Where a connection comes from --------------------------------------------------------------------------

PROXY = "172.16.0.2"


def request(app: FastAPI, client: str, *headers: tuple[str, str], scheme: str = "http") -> Request:
    encoded = [(name.encode(), value.encode()) for name, value in headers]
    return Request({"type": "http", "app": app, "client": (client, 1), "scheme": scheme, "headers": encoded})


@pytest.fixture(scope="module")
def behind_proxy() -> FastAPI:
    return create_app(Settings(trusted_proxies=(ip_network("172.16.0.0/12"), ip_network("fd00::1"))))


ADDRESSES: list[tuple[str, list[str], str]] = [
    ("192.0.2.7", [], "192.0.2.7"),
    ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),
    (PROXY, [], PROXY),
    (PROXY, ["198.51.100.1"], "198.51.100.1"),
    (PROXY, ["203.0.113.9, 198.51.100.1"], "198.51.100.1"),
    (PROXY, ["203.0.113.9", "198.51.100.1"], "198.51.100.1"),
    (PROXY, ["198.51.100.1, 172.16.0.3"], "198.51.100.1"),
    (PROXY, ["198.51.100.1, nonsense"], PROXY),
    (PROXY, [""], PROXY),
    ("fd00::1", ["2001:db8::5"], "2001:db8::5"),
    ("fd00::2", ["2001:db8::5"], "fd00::2"),
    ("::ffff:172.16.0.2", ["198.51.100.1"], "198.51.100.1"),
    ("fe80::1%eth0", [], "fe80::1"),
    ("testclient", ["198.51.100.1"], "unknown"),
]


def test_an_address_is_believed_only_from_a_trusted_proxy(behind_proxy: FastAPI) -> None:
    for client, forwarded, address in ADDRESSES:
        found = address_of(request(behind_proxy, client, *(("x-forwarded-for", line) for line in forwarded)))
        assert found == address, (client, forwarded)


async def test_behind_a_trusted_proxy_each_visitor_has_a_limit_of_his_own(settings: Settings) -> None:
    trusting = altered(settings, limits_rooms=Rate(1, 60), trusted_proxies=(ip_network(PROXY),))
    async with open_app(trusting) as app, browser(app, PROXY) as client:
        for address, status in (("198.51.100.1", 201), ("198.51.100.2", 201), ("198.51.100.1", 429)):
            answer = await client.post("/api/rooms", json=WISH, headers={"x-forwarded-for": address})
            assert answer.status_code == status


NAMED = {"host": "games.example"}
OURS: list[tuple[str, dict[str, str], str]] = [
    ("192.0.2.7", NAMED, "http://games.example"),
    ("192.0.2.7", {"host": "10.0.0.5:8000"}, "http://10.0.0.5:8000"),
    ("192.0.2.7", NAMED | {"x-forwarded-proto": "https"}, "http://games.example"),
    (PROXY, NAMED | {"x-forwarded-proto": "https"}, "https://games.example"),
    (PROXY, NAMED | {"x-forwarded-proto": "wss"}, "https://games.example"),
    (PROXY, NAMED | {"x-forwarded-proto": "gopher"}, "http://games.example"),
    (PROXY, NAMED | {"x-forwarded-host": "evil.example"}, "http://games.example"),
    ("192.0.2.7", {}, ""),
]


def test_without_a_public_origin_ours_is_the_host_that_was_asked(behind_proxy: FastAPI) -> None:
    for client, headers, origin in OURS:
        assert own_origin(request(behind_proxy, client, *headers.items())) == origin, headers
    assert not origin_ok(request(behind_proxy, "192.0.2.7", ("origin", ""))), "an empty origin is not ours"
