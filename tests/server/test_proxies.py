"""The sample configurations for nginx and Caddy, run by these: for several nodes, and for one with HTTPS."""

import asyncio
import re
import shutil
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest.mock import AsyncMock

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from app.assets.files import Assets
from app.server import process
from chaos.servers import free_port
from tests.client import Friend, Page
from tests.conftest import ROOT, WISH, House, OpenHouse, StartProcess, sqlite_in
from tests.support.proxies import LOOPBACK, Proxy, RunProxy, play, ports_of, sample_of, trusting
from tests.support.proxies import _serving as _serving
from tests.support.proxies import certificate as certificate
from tests.support.proxies import nodes as nodes
from tests.support.proxies import run_proxy as run_proxy
from tests.support.proxies import strict as strict
from tests.support.shutdown import WIDE
from tools.debian import apt_install
from tools.nginx import SAMPLE, command, for_nodes, write_conf

RunNginx = Callable[..., Proxy]
RunCaddy = Callable[[str, str], Proxy]
FASTER = 20
"""How many times faster time passes where a test waits."""


def rewritten(sample: str, changed: Mapping[str, Any]) -> str:
    for written, instead in changed.items():
        sample, times = re.subn(written, instead, sample)
        assert times, written
    return sample


@pytest.fixture(scope="module")
def run_nginx(nginx: str, run_proxy: RunProxy, tmp_path_factory: pytest.TempPathFactory) -> RunNginx:
    """Runs the sample in front of nodes at these ports. `changed`: lines, or words of them, and what replaces them."""

    def run(ports: list[int], changed: Mapping[str, Any] = MappingProxyType({})) -> Proxy:
        port = free_port()
        sample = rewritten(for_nodes(SAMPLE.read_text(), f"127.0.0.1:{port}", ports), changed)
        run_it = command(nginx, write_conf(sample, tmp_path_factory.mktemp("nginx")))
        return run_proxy([*run_it, "-t"], run_it, f"http://127.0.0.1:{port}")

    return run


@pytest.fixture(scope="module")
def proxy(nodes: list[House], run_nginx: RunNginx) -> Proxy:
    """nginx in front of them, as in the sample."""
    return run_nginx(ports_of(nodes))


async def test_two_friends_play_a_game_through_nginx(proxy: Proxy) -> None:
    assert "warn" not in proxy.checked
    async with Friend(proxy.base_url) as ann, Friend(proxy.base_url) as ben:
        await play([ann, ben])


async def test_pages_and_files_come_through_as_they_are(nodes: list[House], proxy: Proxy) -> None:
    for path in ("/", "/rules/tcnccc", "/static/vendor/lit-html/lit-html.js", "/livez", "/nothing"):
        async with httpx.AsyncClient() as client:
            through, direct = [await client.get(base + path) for base in (proxy.base_url, nodes[0].base_url)]
        # A page names its address.
        as_direct = through.content.replace(proxy.base_url.encode(), nodes[0].base_url.encode())
        assert (through.status_code, as_direct) == (direct.status_code, direct.content), path
        passing = {"date", "server", "connection", "set-cookie", "content-length", "transfer-encoding"}
        for name in direct.headers.keys() - passing:
            assert through.headers.get_list(name) == direct.headers.get_list(name), f"{path}: {name}"
        assert through.headers["server"] == "nginx"
        assert through.headers.get_list("x-content-type-options") == ["nosniff"]


async def test_visitors_behind_another_proxy_count_by_their_own_addresses(strict: House, run_nginx: RunNginx) -> None:
    lines = {"# (set_real_ip_from) 192.0.2.1": r"\1 127.0.0.1", "# (real_ip_)": r"\1"}
    async with Friend(run_nginx(ports_of([strict]) * 3, lines).base_url) as ann:
        said = ("203.0.113.1", "203.0.113.2", "203.0.113.9, 203.0.113.2")
        answers = [await ann.http.post("/api/rooms", json=WISH, headers={"x-forwarded-for": each}) for each in said]
    assert [answer.status_code for answer in answers] == [201, 201, 429]


async def test_a_file_that_one_node_does_not_have_is_looked_for_on_the_others(
    nodes: list[House], proxy: Proxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for node in nodes[:2]:
        monkeypatch.setattr(node.app.state.services, "assets", Assets(tmp_path))
    async with httpx.AsyncClient(base_url=proxy.base_url) as client:
        assert (await client.get("/static/pages/room.js")).status_code == 200
        assert (await client.get("/static/pages/nothing.js")).status_code == 404


async def test_lies_about_address_or_https_are_not_believed(strict: House, proxy: Proxy, run_nginx: RunNginx) -> None:
    async with Friend(run_nginx(ports_of([strict]) * 3).base_url) as ann:
        lies = ("203.0.113.1", "203.0.113.2, 203.0.113.3", "127.0.0.1")
        answers = [await ann.http.post("/api/rooms", json=WISH, headers={"x-forwarded-for": lie}) for lie in lies]
    assert [answer.status_code for answer in answers] == [201, 429, 429]
    assert answers[1].headers["retry-after"] == "600"
    origin = proxy.base_url.replace("http", "https")
    async with httpx.AsyncClient(base_url=proxy.base_url) as client:
        lie = {"origin": origin, "x-forwarded-proto": "https"}
        assert (await client.post("/api/rooms", json={}, headers=lie)).status_code == 403


async def test_a_killed_node_is_left_out(start_process: StartProcess, run_nginx: RunNginx, postgres_url: str) -> None:
    given = {**WIDE, "TERTULIA_DATABASE_URL": postgres_url, "TERTULIA_TRUSTED_PROXIES": "127.0.0.1"}
    nodes = [start_process(**given, TERTULIA_NODE=f"node-{number}") for number in (1, 2, 3)]
    proxy = run_nginx([int(node.base_url.rpartition(":")[2]) for node in nodes])
    async with Friend(proxy.base_url) as ann:
        rooms = [await ann.open_room("Ann") for _ in range(12)]
        for node in nodes[:2]:
            await look_into(rooms, ann)
            node.popen.kill()
            node.popen.wait()
    async with Friend(proxy.base_url) as ben:
        await look_into(rooms, ben)


async def test_sockets_alone_find_every_node_again_that_was_away(nodes: list[House], run_nginx: RunNginx) -> None:
    async with Friend(run_nginx(ports_of(nodes)).base_url) as ann:
        rooms = [await ann.open_room("Ann") for _ in range(12)]
        for closing in (True, False):
            for node in nodes[:2]:
                node.app.state.services.closing = closing  # as if it drained, and then as if it had restarted
            await look_into(rooms, ann)
        nodes[2].app.state.services.closing = True
        await look_into(rooms, ann)


async def look_into(rooms: list[str], friend: Friend) -> None:
    """Open a page of each room at the same time, then close all."""
    pages = [await friend.enter(room) for room in rooms]
    for page in pages:
        assert (await page.hear("table"))["seats"][0]["name"] == "Ann"
    for page in pages:
        await page.close()


async def test_when_all_nodes_stop_it_is_said_when_to_come_back(nodes: list[House], run_nginx: RunNginx) -> None:
    async with Friend(run_nginx(ports_of(nodes)).base_url) as ann:
        for node in nodes:
            node.app.state.services.closing = True
        answer = await ann.http.post("/api/rooms", json={})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        with pytest.raises(InvalidStatus) as refusal:
            await ann.connect("k7Qm2xZ9vB3nR5wT")
    assert (refusal.value.response.status_code, refusal.value.response.headers["retry-after"]) == (503, "2")


async def test_silent_sockets_outlive_the_time_for_answers(
    open_house: OpenHouse, run_nginx: RunNginx, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "PING_EVERY_S", process.PING_EVERY_S / FASTER)
    # Of sockets only: a page may take longer than a twentieth of its time.
    faster = {r"(?<=location /ws/ {\n)(.*\n.*proxy_read_timeout )45s": rf"\g<1>{45_000 // FASTER}ms"}
    proxy = run_nginx(ports_of([open_house(trusted_proxies=LOOPBACK)]) * 3, faster)
    async with Friend(proxy.base_url) as ann, Friend(proxy.base_url) as eve:
        player = await ann.opens("Ann")
        spectator = await eve.enter(player.room, "Eve")
        await asyncio.sleep(60 / FASTER)
        for page in (player, spectator):
            await page.send(type="chat", text="still here")
            assert (await page.hear("chat"))["text"] == "still here"


def test_half_a_header_is_closed(nodes: list[House], run_nginx: RunNginx) -> None:
    proxy = run_nginx(ports_of(nodes), {"client_header_timeout 10s": "client_header_timeout 1s"})
    with socket.create_connection(proxy.address, timeout=8) as connection:
        connection.sendall(b"GET /ws/k7Qm2xZ9vB3nR5wT HTTP/1.1\r\nHost: here\r\nUpgrade: webso")
        assert connection.recv(4096) == b""


async def test_a_body_far_too_long_is_refused_by_nginx_and_one_too_long_by_the_house(proxy: Proxy) -> None:
    async with Friend(proxy.base_url) as ann:
        long, longer = [await ann.http.post("/api/rooms", json={"name": "x" * size}) for size in (9_000, 20_000)]
    assert (long.status_code, long.json()["code"]) == (413, "too_big")
    assert (longer.status_code, longer.headers["content-type"]) == (413, "text/html")


@dataclass
class BehindNginx:
    """A server behind nginx with a sample for https, with another name and certificate."""

    proxy: Proxy
    plain_port: int
    """Where it leads from http to https."""


RunBehindNginx = Callable[..., BehindNginx]


@pytest.fixture
def run_behind_nginx(
    nginx: str, run_proxy: RunProxy, open_house: OpenHouse, certificate: Path, tmp_path: Path
) -> RunBehindNginx:
    """Runs it, with these settings instead of those that it needs, and without these lines of the sample."""

    def run(without: str = "", sample: str = sample_of("nginx"), **settings: Any) -> BehindNginx:
        port, plain_port = free_port(), free_port()
        origin = f"https://localhost:{port}"
        house = open_house(**{"trusted_proxies": LOOPBACK, "public_origin": (origin,), **settings})
        changed = {"listen 443": f"listen 127.0.0.1:{port}", "listen 80": f"listen 127.0.0.1:{plain_port}"}
        changed |= {
            r" +listen \[::\].*\n": "",
            "server_name games.example.org": "server_name localhost",
            r"/etc/letsencrypt/\S+\.pem": str(certificate),
            r"(127.0.0.1|node-\d):8000": "{}:{}".format(*house.address),
        }
        if without:
            changed[rf" +proxy_\w+ {without}.*\n"] = ""
        run_it = command(nginx, write_conf(rewritten(sample, changed), tmp_path))
        return BehindNginx(run_proxy([*run_it, "-t"], run_it, origin), plain_port)

    return run


@pytest.fixture
def behind_nginx(run_behind_nginx: RunBehindNginx) -> Proxy:
    return run_behind_nginx().proxy


def switched_to_https() -> str:
    """The sample for several nodes with https, as its comment says."""
    lines = {r"(?m)^    listen 80;\n": "", r"(?m)^( *)# (listen|server_name|add_header|ssl_|server {|}|    )": r"\1\2"}
    return rewritten(SAMPLE.read_text(), lines)


@pytest.mark.parametrize("sample", [sample_of("nginx"), switched_to_https()], ids=["one node", "several"])
async def test_https_is_led_to_remembered_and_spoken_over_http_2(
    run_behind_nginx: RunBehindNginx, certificate: Path, sample: str
) -> None:
    behind = run_behind_nginx(sample=sample)
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"http://127.0.0.1:{behind.plain_port}/rules/tcnccc", headers={"host": "localhost"})
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/rules/tcnccc")
    context = trusting(certificate)
    async with httpx.AsyncClient(verify=context) as client:
        for path in ("/", "/nothing"):
            answer = await client.get(behind.proxy.base_url + path)
            assert answer.headers.get_list("strict-transport-security") == ["max-age=31536000"]
    context.set_alpn_protocols(["h2", "http/1.1"])
    plain = socket.create_connection(behind.proxy.address)
    with plain, context.wrap_socket(plain, server_hostname="localhost") as secure:
        assert secure.selected_alpn_protocol() == "h2"


MISSING = {
    "the trusted proxy": ("", {"trusted_proxies": ()}, "requests come through a proxy at 127.0.0.1"),
    "the header with addresses": ("X-Forwarded-For", {}, "the proxy of TERTULIA_TRUSTED_PROXIES sends no X-F"),
    "the upgrade": ("Upgrade", {}, "a request for /ws/ came without Upgrade"),
    "the origin's scheme": ("", {"public_origin": ("http://localhost",)}, "pages are opened at https://localhost:"),
}


@pytest.mark.parametrize("missing", MISSING)
async def test_one_thing_missing_behind_nginx_is_told_in_the_log(
    run_behind_nginx: RunBehindNginx, certificate: Path, missing: str, caplog: pytest.LogCaptureFixture
) -> None:
    without, settings, words = MISSING[missing]
    proxy = run_behind_nginx(without, **settings).proxy
    async with Friend(proxy.base_url, tls=trusting(certificate)) as ann:
        opened = await ann.http.post("/api/rooms", json=WISH)
        if opened.status_code == 201:
            with suppress(InvalidStatus):
                await ann.connect(opened.json()["room"])
    assert [message for message in caplog.messages if message.startswith(words)]


async def test_a_proxy_missing_from_the_settings_behind_caddy_is_told_in_the_log(
    open_house: OpenHouse, run_caddy: RunCaddy, certificate: Path, caplog: pytest.LogCaptureFixture
) -> None:
    origin = f"https://localhost:{free_port()}"
    house = open_house(public_origin=(origin,))
    sample = sample_of("caddyfile").replace("127.0.0.1:8000", "{}:{}".format(*house.address))
    run_caddy(sample.replace(SITE, f"{SITE}\n\ttls {certificate} {certificate}"), origin)
    async with Friend(origin, tls=trusting(certificate)) as ann:
        await ann.opens("Ann")
    assert [line for line in caplog.messages if line.endswith("set TERTULIA_TRUSTED_PROXIES=127.0.0.1")]


async def test_behind_https_a_game_is_played_and_another_origin_refused(behind_nginx: Proxy, certificate: Path) -> None:
    origin, trusted = behind_nginx.base_url, trusting(certificate)
    async with Friend(origin, tls=trusted) as ann, Friend(origin, tls=trusted) as ben:
        await play([ann, ben])
        assert all(cookie.secure for cookie in ann.http.cookies.jar)
        wrong = origin.replace("https", "http")
        assert (await ann.http.post("/api/rooms", json={}, headers={"origin": wrong})).status_code == 403


async def test_each_page_of_a_room_is_sent_to_its_cell(
    nginx: str, run_proxy: RunProxy, open_house: OpenHouse, tmp_path: Path
) -> None:
    """The sample of docs/capacity.md, in front of two cells."""
    cells = [open_house(cell=name, database_url=sqlite_in(tmp_path / name, "log.sqlite3")) for name in ("a1", "b1")]
    port = free_port()
    sample = SAMPLE.with_name("nginx-cells.conf").read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
    for name, own_port in zip("ab", ports_of(cells), strict=True):
        sample = re.sub(rf"\b{name}-\d:8000", f"127.0.0.1:{own_port}", sample)
    run_it = command(nginx, write_conf(sample, tmp_path))
    proxy = run_proxy([*run_it, "-t"], run_it, f"http://127.0.0.1:{port}")
    async with Friend(proxy.base_url, "Eve") as eve:
        for cell in cells:
            async with Friend(cell.base_url, "Ann") as ann:
                room = await ann.open_room()
            assert (await (await eve.enter(room)).see("table"))["seats"][0]["name"] == "Ann"
            found = [(await eve.get(f"/{page}")).status_code for page in (f"t/{room}", f"api/rooms/{room}/invitation")]
            assert found == [200, 200]
        found = [(await eve.get(f"/t/{name}k7Qm2xZ9vB3nR5wT")).status_code for name in ("", "b1", "zz")]
        assert found == [404, 404, 503], "a cell that this proxy does not know may be on the move"


# --- Caddy ---

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
        here = "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n"
        file.write_text(here + sample.replace(SITE, f"{base_url} {{"))
        given = ["--adapter", "caddyfile", "--config", str(file)]
        return run_proxy([caddy, "validate", *given], [caddy, "run", *given], base_url)

    return run


def before(nodes: list[House], run_caddy: RunCaddy) -> Proxy:
    """The sample in front of three nodes."""
    changed = {f"node-{number}:8000": f"127.0.0.1:{port}" for number, port in enumerate(ports_of(nodes), 1)}
    sample = rewritten((ROOT / "docs" / "Caddyfile").read_text(), changed)
    return run_caddy(sample, f"http://127.0.0.1:{free_port()}")


async def test_two_friends_play_through_caddy_and_liars_are_not_believed(strict: House, run_caddy: RunCaddy) -> None:
    proxy = before([strict] * 3, run_caddy)
    async with Friend(proxy.base_url) as ann, Friend(proxy.base_url) as ben:
        await play([ann, ben])
        refused = await ann.http.post("/api/rooms", json=WISH, headers={"x-forwarded-for": "203.0.113.1"})
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


def test_caddy_has_browsers_come_by_https_only() -> None:
    for sample in (sample_of("caddyfile"), (ROOT / "docs" / "Caddyfile").read_text()):
        assert "\n\theader Strict-Transport-Security max-age=31536000\n" in sample
