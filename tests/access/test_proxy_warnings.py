"""A proxy that is set up by half is told in the log, once a day, with the setting and what to put there; nobody who
only visits makes it say anything."""

import logging
from ipaddress import ip_network
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.access.proxy_warnings import ProxyWarnings
from app.settings import Settings
from tests.conftest import HERE, WISH, browser, open_app
from tests.support.clocks import Hourglass

GATEWAY = "172.18.0.1"
SITE = "https://games.example.org"
FORWARDED = {"x-forwarded-for": "203.0.113.9"}


@pytest.fixture(autouse=True)
def _only_of_proxies(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "tertulia.proxy")


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "tertulia.proxy"]


async def asks(app: FastAPI, address: str, times: int = 1, **headers: str) -> httpx.Response:
    """What a client at this address hears."""
    async with browser(app, address) as client:
        for _ in range(times):
            answer = await client.get("/", headers={name.replace("_", "-"): value for name, value in headers.items()})
    return answer


async def test_a_proxy_that_is_not_trusted_is_named_once_with_what_to_set(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        await asks(app, GATEWAY, **FORWARDED)
    (line,) = told(caplog)
    assert f"a proxy at {GATEWAY}, which is not in TERTULIA_TRUSTED_PROXIES" in line
    assert line.endswith(f"set TERTULIA_TRUSTED_PROXIES={GATEWAY}")


async def test_it_is_told_again_the_next_day(app: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    clock = Hourglass()
    app.state.services.proxy_warnings, began = ProxyWarnings(clock), clock.now
    for after, lines in ((1, 1), (86_000, 1), (86_402, 2), (86_403, 2)):
        clock.now = began + after
        await asks(app, GATEWAY, **FORWARDED)
        assert len(told(caplog)) == lines


async def test_what_is_set_already_is_kept_in_what_to_set(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    async with open_app(settings, trusted_proxies=(ip_network("127.0.0.1"),)) as app:
        await asks(app, GATEWAY, **FORWARDED)
    assert told(caplog)[0].endswith(f"TERTULIA_TRUSTED_PROXIES=127.0.0.1/32,{GATEWAY}")


@pytest.mark.parametrize("header", ["x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded"])
async def test_any_header_of_proxies_gives_one_away(
    app: FastAPI, header: str, caplog: pytest.LogCaptureFixture
) -> None:
    await asks(app, "127.0.0.1", **{header: "https"})
    assert len(told(caplog)) == 1


async def test_a_proxy_that_adds_no_header_is_given_away_by_https(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """As nginx with nothing but proxy_pass; this server itself speaks http only."""
    async with open_app(settings, public_origin=(SITE,)) as app:
        await asks(app, "127.0.0.1", origin=SITE)
    assert "a proxy at 127.0.0.1" in told(caplog)[0]


async def test_a_trusted_proxy_that_says_not_for_whom_is_told_of(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    given: dict[str, Any] = {"public_origin": (SITE,), "trusted_proxies": (ip_network(GATEWAY),)}
    async with open_app(settings, **given) as app:
        await asks(app, GATEWAY, **FORWARDED, host="games.example.org")
        await asks(app, GATEWAY, host="127.0.0.1:8000")  # somebody on that machine, or the health check
        assert told(caplog) == []
        await asks(app, GATEWAY, 2, host="games.example.org")
    assert [line.partition(":")[0] for line in told(caplog)] == [
        "the proxy of TERTULIA_TRUSTED_PROXIES sends no X-Forwarded-For"
    ]


async def test_the_address_of_a_stranger_is_in_no_line(app: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    await asks(app, "8.8.8.8", **FORWARDED)
    (line,) = told(caplog)
    assert "8.8.8.8" not in line and "TERTULIA_TRUSTED_PROXIES is not set" in line


async def test_a_stranger_who_lies_where_a_proxy_is_trusted_is_not_taken_for_one(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_app(settings, trusted_proxies=(ip_network(GATEWAY),)) as app:
        await asks(app, "8.8.8.8", **FORWARDED)
        await asks(app, GATEWAY, x_forwarded_for="8.8.8.8, 203.0.113.9")
    assert told(caplog) == []


async def test_without_a_proxy_nothing_is_told(app: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    for address in ("127.0.0.1", "192.168.1.20", "8.8.8.8"):
        await asks(app, address)
    assert told(caplog) == []


async def test_a_connection_without_upgrade_is_told_apart_from_nothing(
    client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    """RFC 9110, 15.5.22."""
    for _ in range(2):
        answer = await client.get("/ws/k7Qm2xZ9vB3nR5wT")
        assert (answer.status_code, answer.headers["upgrade"]) == (426, "websocket")
    assert [line.partition(".")[0] for line in told(caplog)] == ["a request for /ws/ came without Upgrade: websocket"]
    assert (await client.get("/ws/")).status_code == 404


@pytest.mark.parametrize(("own", "came"), [
    ("http://games.example.org", "https://games.example.org"),
    ("https://games.example.org:8443", "https://games.example.org"),
])  # fmt: skip
async def test_an_origin_that_differs_in_scheme_or_port_is_told_in_page_and_log(
    settings: Settings, own: str, came: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_app(settings, public_origin=(own,)) as app, browser(app) as ann:
        answer = await ann.post("/api/rooms", json=WISH, headers={"origin": came})
    assert answer.status_code == 403
    assert "TERTULIA_PUBLIC_ORIGIN" in answer.json()["text"]["text"]
    assert answer.json()["text"]["with"] == {"came": came, "own": own}
    assert told(caplog)[-1].endswith(f"Set TERTULIA_PUBLIC_ORIGIN={came}")


async def test_https_in_front_of_a_name_at_home_is_told_of_likewise(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    async with browser(app) as ann:
        headers = {"origin": "https://box.lan", "host": "box.lan"}
        answer = await ann.post("/api/rooms", json=WISH, headers=headers)
    assert (answer.status_code, answer.json()["text"]["with"]["came"]) == (403, "https://box.lan")


async def test_another_page_is_told_nothing_of_settings(app: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    async with browser(app) as eve:
        for origin in ("https://elsewhere.example", "null", f"{HERE}.elsewhere.example", f"x{HERE}"):
            answer = await eve.post("/api/rooms", json=WISH, headers={"origin": origin})
            assert "TERTULIA" not in answer.text
    assert told(caplog) == []
