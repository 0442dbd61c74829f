"""The sample configurations for Caddy, run by Caddy: for several nodes, and for one with HTTPS."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from websockets.exceptions import InvalidStatus

from chaos.servers import free_port
from tests.client import Friend, Page
from tests.conftest import ROOT, House, OpenHouse
from tests.proxies import LOOPBACK, Proxy, RunProxy, play, ports_of, sample_of, trusting
from tests.proxies import _serving as _serving
from tests.proxies import certificate as certificate
from tests.proxies import nodes as nodes
from tests.proxies import run_proxy as run_proxy
from tests.proxies import strict as strict
from tools.debian import apt_install

RunCaddy = Callable[[str, str], Proxy]
CHECKED_EVERY_S = 1.0
SITE = "games.example.org {"


@pytest.fixture(scope="session")
def caddy() -> str:
    """The program, installed from Debian if missing."""
    found = shutil.which("caddy") or (apt_install("caddy", because="a test needs it") and shutil.which("caddy"))
    assert found, "apt-get install caddy"
    return found


@pytest.fixture
def run_caddy(caddy: str, run_proxy: RunProxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunCaddy:
    """Runs a sample with another site name; it writes into this folder only."""
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))

    def run(sample: str, base_url: str) -> Proxy:
        assert SITE in sample
        file = tmp_path / "Caddyfile"
        file.write_text(
            "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n"
            + sample.replace(SITE, f"{base_url} {{")
        )
        given = ["--adapter", "caddyfile", "--config", str(file)]
        return run_proxy([caddy, "validate", *given], [caddy, "run", *given], base_url)

    return run


def before(nodes: list[House], run_caddy: RunCaddy) -> Proxy:
    """The sample in front of three nodes."""
    sample = (ROOT / "docs" / "Caddyfile").read_text()
    for number, port in enumerate(ports_of(nodes), 1):
        assert f"node-{number}:8000" in sample
        sample = sample.replace(f"node-{number}:8000", f"127.0.0.1:{port}")
    return run_caddy(sample, f"http://127.0.0.1:{free_port()}")


async def test_two_friends_play_through_caddy_and_liars_are_not_believed(strict: House, run_caddy: RunCaddy) -> None:
    proxy = before([strict] * 3, run_caddy)
    async with Friend(proxy.base_url) as ann, Friend(proxy.base_url) as ben:
        await play([ann, ben])
        wish = {"game": "tcnccc", "seats": 2, "name": "Ann"}
        refused = await ann.http.post("/api/rooms", json=wish, headers={"x-forwarded-for": "203.0.113.1"})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "600")
        assert (await ann.http.post("/api/rooms", json={"name": "x" * 20_000})).status_code == 413


async def test_caddy_leaves_out_nodes_that_are_about_to_stop(nodes: list[House], run_caddy: RunCaddy) -> None:
    async with Friend(before(nodes, run_caddy).base_url) as ann:
        room = await ann.open_room("Ann")
        for node in nodes[:2]:
            node.app.state.services.closing = True
            async with asyncio.timeout(10):
                page = await page_in_the_end(ann, room)
            assert (await page.hear("table"))["seats"][0]["name"] == "Ann"


async def test_pages_come_through_caddy_while_the_database_that_all_nodes_share_does_not_answer(
    nodes: list[House], run_caddy: RunCaddy, monkeypatch: pytest.MonkeyPatch
) -> None:
    for node in nodes:
        monkeypatch.setattr(node.app.state.services.store, "ready", AsyncMock(return_value=False))
    async with Friend(before(nodes, run_caddy).base_url) as ann:
        assert (await ann.get("/readyz")).status_code == 503
        await asyncio.sleep(2 * CHECKED_EVERY_S)
        assert (await ann.get("/rules/tcnccc")).status_code == 200


async def page_in_the_end(friend: Friend, room: str) -> Page:
    while True:
        try:
            return await friend.enter(room)
        except InvalidStatus:
            await asyncio.sleep(0.1)  # as a page does


async def test_over_https_a_game_is_played(open_house: OpenHouse, run_caddy: RunCaddy, certificate: Path) -> None:
    origin = f"https://localhost:{free_port()}"
    house = open_house(trusted_proxies=LOOPBACK, public_origin=(origin,))
    sample = sample_of("caddyfile").replace("127.0.0.1:8000", "{}:{}".format(*house.address))
    proxy = run_caddy(sample.replace(SITE, f"{SITE}\n\ttls {certificate} {certificate}"), origin)
    trusted = trusting(certificate)
    async with Friend(origin, tls=trusted) as ann, Friend(proxy.base_url, tls=trusted) as ben:
        await play([ann, ben])
        assert all(cookie.secure for cookie in ann.http.cookies.jar)
