"""Who may come in, from where, and what every answer says to the browser about safety."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from ipaddress import ip_network

import httpx
import pytest
from fastapi import FastAPI
from msgspec.structs import replace
from starlette.requests import Request
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from app.main import create_app
from app.security import address_of, origin_ok, own_origin
from app.settings import Rate, Settings
from tests.conftest import HERE, House, browser

WISH = {"game": "tcnccc", "seats": 2, "name": "Ann"}

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
PAGE = (
    "default-src 'none'; script-src 'self'{import_map}; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html worker"
)


async def open_room(client: httpx.AsyncClient) -> str:
    code: str = (await client.post("/api/rooms", json=WISH)).json()["room"]
    return code


@pytest.mark.parametrize(
    ("method", "path", "status", "policy", "kept"),
    [
        ("GET", "/", 200, PAGE, "no-store"),
        ("HEAD", "/", 200, PAGE, "no-store"),
        ("GET", "/t/{room}", 200, PAGE, "no-store"),
        ("GET", "/t/unknown", 404, PAGE, "no-store"),
        ("GET", "/rules/tcnccc", 200, PAGE, "no-store"),
        ("GET", "/rules/chess", 404, PAGE, "no-store"),
        ("GET", "/docs", 200, PAGE, "no-store"),
        ("GET", "/nothing", 404, PAGE, "no-store"),
        ("POST", "/", 405, PAGE, "no-store"),
        ("GET", "/api/games", 200, NOTHING, "no-store"),
        ("GET", "/api/rooms/{room}", 200, NOTHING, "no-store"),
        ("GET", "/api/rooms/{room}/log", 404, NOTHING, "no-store"),
        ("GET", "/api/nothing", 404, NOTHING, "no-store"),
        ("POST", "/api/rooms", 422, NOTHING, "no-store"),
        ("PUT", "/api/rooms", 405, NOTHING, "no-store"),
        ("GET", "/openapi.json", 200, NOTHING, "no-store"),
        ("GET", "/livez", 200, NOTHING, "no-store"),
        ("GET", "/readyz", 200, NOTHING, "no-store"),
        ("GET", "{asset}", 200, NOTHING, "public, max-age=31536000, immutable"),
        ("GET", "/static/pages/room.js", 200, NOTHING, "no-cache"),
        ("GET", "/worker.js", 200, NOTHING, "no-cache"),
        ("GET", "/static/nothing.js", 404, PAGE, "no-store"),
    ],
)
async def test_every_answer_has_the_security_headers(
    client: httpx.AsyncClient, app: FastAPI, method: str, path: str, status: int, policy: str, kept: str
) -> None:
    path = path.format(room=await open_room(client), asset=app.state.assets.url("pages/room.js"))
    answer = await client.request(method, path, json={} if method in ("POST", "PUT") else None)
    assert answer.status_code == status
    html = answer.text if method != "HEAD" else (await client.get(path)).text
    expected = {
        **ALWAYS,
        **(ON_PAGES if policy is PAGE else {}),
        "content-security-policy": policy.format(import_map=import_map_of(html)),
        "cache-control": kept,
    }
    assert {name: answer.headers.get_list(name) for name in expected} == {name: [v] for name, v in expected.items()}


def import_map_of(html: str) -> str:
    """How a policy allows the import map of a page: nothing when it has none."""
    import_map = re.search(r'<script type="importmap">(.*?)</script>', html, re.DOTALL)
    if import_map is None:
        return ""
    return f" 'sha256-{base64.b64encode(hashlib.sha256(import_map[1].encode()).digest()).decode()}'"


@pytest.mark.parametrize("path", ["/", "/api/games"])
async def test_an_answer_to_a_fault_has_them_too_and_tells_nothing_of_it(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("app.api.game_cards", fail)
    monkeypatch.setattr("app.pages.guest_of", fail)
    async with browser(app) as client:
        answer = await client.get(path)
    assert answer.status_code == 500
    assert ALWAYS.items() <= dict(answer.headers).items()
    assert "Something went wrong here." in answer.text
    assert "secret" not in answer.text


@pytest.mark.parametrize("path", ["/", "/t/{room}", "/rules/tcnccc", "/specimen"])
async def test_the_policy_allows_exactly_the_import_map_of_the_page(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path.format(room=await open_room(client)))
    import_map = import_map_of(answer.text)
    assert import_map
    assert f"script-src 'self'{import_map};" in answer.headers["content-security-policy"]


async def test_a_page_without_an_import_map_allows_no_inline_script(client: httpx.AsyncClient) -> None:
    answer = await client.get("/nothing")
    assert import_map_of(answer.text) == ""
    assert "script-src 'self';" in answer.headers["content-security-policy"]


async def test_no_answer_names_the_software_or_allows_other_origins(house: House) -> None:
    async with httpx.AsyncClient(base_url=house.base_url) as client:
        answer = await client.get("/api/games", headers={"origin": "https://evil.example"})
    assert "server" not in answer.headers
    assert not [name for name in answer.headers if name.startswith("access-control-")]


# --- Who may change something -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "https://tertulia.test",
        "http://tertulia.test:8000",
        "http://tertulia.test.evil.example",
        "http://eviltertulia.test",
        "http://evil.example",
        "http://tertulia.test/",
        "HTTP://TERTULIA.TEST",
        "http://tertulia.test, http://tertulia.test",
        "http://tertulia.test http://evil.example",
    ],
)
async def test_a_change_from_another_origin_is_refused(app: FastAPI, origin: str | None) -> None:
    async with browser(app) as client:
        del client.headers["origin"]
        answer = await client.post("/api/rooms", json=WISH, headers={} if origin is None else {"origin": origin})
    assert answer.status_code == 403
    assert answer.json()["code"] == "forbidden"


async def test_two_origins_are_none(app: FastAPI) -> None:
    async with browser(app) as client:
        headers = [("origin", HERE), ("origin", HERE)]
        del client.headers["origin"]
        assert (await client.post("/api/rooms", json=WISH, headers=headers)).status_code == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/api/rooms", "/nothing"])
async def test_whatever_is_not_reading_needs_our_origin(app: FastAPI, method: str, path: str) -> None:
    async with browser(app, origin="https://evil.example") as client:
        assert (await client.request(method, path, json={})).status_code == 403


async def test_with_public_origins_exactly_these_are_ours(settings: Settings) -> None:
    app = create_app(replace(settings, public_origin=("https://games.example", "http://10.0.0.5:8000")))
    async with app.router.lifespan_context(app):
        for origin, status in {
            "https://games.example": 201,
            "http://10.0.0.5:8000": 201,
            "http://games.example": 403,
            "https://games.example:8000": 403,
            HERE: 403,
        }.items():
            async with browser(app, origin=origin) as client:
                assert (await client.post("/api/rooms", json=WISH)).status_code == status


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json"]
)
async def test_a_change_that_is_not_json_is_refused(client: httpx.AsyncClient, media_type: str) -> None:
    answer = await client.post("/api/rooms", content=b'{"game":"tcnccc"}', headers={"content-type": media_type})
    assert answer.status_code == 415
    assert answer.json()["code"] == "malformed"


async def test_json_may_name_its_character_set(client: httpx.AsyncClient) -> None:
    content_type = {"content-type": "Application/JSON; charset=utf-8"}
    body = b'{"game":"tcnccc","seats":2,"name":"Ann"}'
    assert (await client.post("/api/rooms", content=body, headers=content_type)).status_code == 201


@pytest.mark.parametrize("size", [8193, 100_000])
async def test_a_body_of_more_than_8_kib_is_refused(client: httpx.AsyncClient, size: int) -> None:
    body = b'{"name":"' + b"x" * (size - 11) + b'"}'
    answer = await client.post("/api/rooms", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["code"] == "too_big"


async def test_a_body_of_8_kib_is_read(client: httpx.AsyncClient) -> None:
    body = b'{"game":"tcnccc","seats":2,"name":"Ann"}'.ljust(8192)
    answer = await client.post("/api/rooms", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 201


async def test_a_body_in_pieces_is_counted_as_a_whole(house: House) -> None:
    async def pieces() -> object:
        for _ in range(20):
            yield b" " * 1000

    async with httpx.AsyncClient(base_url=house.base_url, headers={"origin": house.base_url}) as client:
        content_type = {"content-type": "application/json"}
        answer = await client.post("/api/rooms", content=pieces(), headers=content_type)  # type: ignore[arg-type]
    assert answer.status_code == 413


# --- Sockets ------------------------------------------------------------------------------------------------


async def test_a_socket_from_our_own_page_is_accepted(house: House) -> None:
    async with connect(socket_of(house), origin=Origin(house.base_url)) as socket:
        assert socket.response is not None
        assert socket.response.status_code == 101


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "https://{address}",
        "http://{address}.evil.example",
        "http://evil{address}",
        "http://{address}0",
        "http://localhost:1",
        "ws://{address}",
        "https://evil.example",
    ],
)
async def test_a_socket_from_another_page_is_refused_before_it_opens(house: House, origin: str | None) -> None:
    address = house.base_url.removeprefix("http://")
    sent = None if origin is None else Origin(origin.format(address=address))
    with pytest.raises(InvalidStatus) as refusal:
        await connect(socket_of(house), origin=sent)
    response = refusal.value.response
    assert response.status_code == 403
    assert ALWAYS.items() <= {name.lower(): value for name, value in response.headers.raw_items()}.items()


async def test_a_socket_to_nowhere_is_refused(house: House) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        await connect(socket_of(house) + "/nowhere", origin=Origin(house.base_url))
    assert refusal.value.response.status_code == 403
    assert refusal.value.response.headers["x-content-type-options"] == "nosniff"


async def test_too_many_handshakes_from_one_address_have_to_wait(open_house: Callable[..., House]) -> None:
    house = open_house(limits_handshakes=Rate(2, 60))
    for _ in range(2):
        async with connect(socket_of(house), origin=Origin(house.base_url)):
            pass
    with pytest.raises(InvalidStatus) as refusal:
        await connect(socket_of(house), origin=Origin(house.base_url))
    assert refusal.value.response.status_code == 429


async def test_too_many_new_guests_by_sockets_have_to_wait_too(open_house: Callable[..., House]) -> None:
    house = open_house(limits_guests=Rate(1, 60))
    async with connect(socket_of(house), origin=Origin(house.base_url)):
        pass
    with pytest.raises(InvalidStatus) as refusal:
        await connect(socket_of(house), origin=Origin(house.base_url))
    assert refusal.value.response.status_code == 429


def socket_of(house: House) -> str:
    return house.base_url.replace("http", "ws", 1) + "/ws/k7Qm2xZ9vB3nR5wT"


# --- Where a connection comes from --------------------------------------------------------------------------

PROXY = "172.16.0.2"


def request(app: FastAPI, client: str, *headers: tuple[str, str], scheme: str = "http") -> Request:
    encoded = [(name.encode(), value.encode()) for name, value in headers]
    return Request({"type": "http", "app": app, "client": (client, 1), "scheme": scheme, "headers": encoded})


@pytest.fixture
def behind_proxy(settings: Settings) -> FastAPI:
    return create_app(replace(settings, trusted_proxies=(ip_network("172.16.0.0/12"), ip_network("fd00::1"))))


@pytest.mark.parametrize(
    ("client", "forwarded", "address"),
    [
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
    ],
)
def test_an_address_is_believed_only_from_a_trusted_proxy(
    behind_proxy: FastAPI, client: str, forwarded: list[str], address: str
) -> None:
    headers = [("x-forwarded-for", line) for line in forwarded]
    assert address_of(request(behind_proxy, client, *headers)) == address


async def test_a_forged_address_does_not_get_around_a_limit(settings: Settings) -> None:
    app = create_app(replace(settings, limits_rooms=Rate(1, 60)))
    async with app.router.lifespan_context(app), browser(app) as client:
        for number, status in enumerate((201, 429, 429)):
            forged = {"x-forwarded-for": f"198.51.100.{number}"}
            assert (await client.post("/api/rooms", json=WISH, headers=forged)).status_code == status


async def test_behind_a_trusted_proxy_each_visitor_has_a_limit_of_his_own(settings: Settings) -> None:
    app = create_app(replace(settings, limits_rooms=Rate(1, 60), trusted_proxies=(ip_network(PROXY),)))
    async with app.router.lifespan_context(app), browser(app, PROXY) as client:
        for address, status in (("198.51.100.1", 201), ("198.51.100.2", 201), ("198.51.100.1", 429)):
            answer = await client.post("/api/rooms", json=WISH, headers={"x-forwarded-for": address})
            assert answer.status_code == status


@pytest.mark.parametrize(
    ("client", "headers", "origin"),
    [
        ("192.0.2.7", {"host": "games.example"}, "http://games.example"),
        ("192.0.2.7", {"host": "10.0.0.5:8000"}, "http://10.0.0.5:8000"),
        ("192.0.2.7", {"host": "games.example", "x-forwarded-proto": "https"}, "http://games.example"),
        (PROXY, {"host": "games.example", "x-forwarded-proto": "https"}, "https://games.example"),
        (PROXY, {"host": "games.example", "x-forwarded-proto": "wss"}, "https://games.example"),
        (PROXY, {"host": "games.example", "x-forwarded-proto": "gopher"}, "http://games.example"),
        (PROXY, {"host": "games.example", "x-forwarded-host": "evil.example"}, "http://games.example"),
        ("192.0.2.7", {}, ""),
    ],
)
def test_without_a_public_origin_ours_is_the_host_that_was_asked(
    behind_proxy: FastAPI, client: str, headers: dict[str, str], origin: str
) -> None:
    assert own_origin(request(behind_proxy, client, *headers.items())) == origin


def test_a_request_that_names_no_host_has_no_origin_of_ours(behind_proxy: FastAPI) -> None:
    assert not origin_ok(request(behind_proxy, "192.0.2.7", ("origin", "")))
