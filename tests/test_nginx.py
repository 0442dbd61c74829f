"""The samples for proxies, with the proxies themselves: nginx and Caddy before several nodes, and before one with
https."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from app.settings import Rate
from chaos.servers import free_port
from tests.altered import altered
from tests.client import Friend, Page, is_asked
from tests.conftest import ROOT, House, Process, settings_in
from tests.test_draining import WIDE
from tools.debian import apt_install
from tools.nginx import SAMPLE, command, for_nodes, write_conf
from tools.postgres import PassingPostgres

LOOPBACK = (ip_network("127.0.0.1"),)
HOSTING = (ROOT / "docs" / "hosting.md").read_text()


@dataclass
class Proxy:
    """One that runs: where it listens, and what it said when it looked at its file."""

    base_url: str
    checked: str

    @property
    def address(self) -> tuple[str, int]:
        """The same for a plain socket."""
        return "127.0.0.1", int(self.base_url.rpartition(":")[2])


RunProxy = Callable[[list[str], list[str], str], Proxy]
RunNginx = Callable[..., Proxy]


@pytest.fixture(scope="module")
def run_proxy() -> Iterator[RunProxy]:
    """Runs a program that says whether its file is right, then the program itself, until it can be reached."""
    with ExitStack() as running:

        def run(check: list[str], serve: list[str], base_url: str) -> Proxy:
            checked = subprocess.run(check, capture_output=True, text=True, check=False)
            assert checked.returncode == 0, checked.stderr
            process = running.enter_context(subprocess.Popen(serve, stderr=subprocess.DEVNULL))
            running.callback(process.terminate)
            proxy = Proxy(base_url, checked.stdout + checked.stderr)
            wait_for(proxy, process)
            return proxy

        yield run


def wait_for(proxy: Proxy, process: subprocess.Popen[bytes]) -> None:
    while True:
        assert process.poll() is None, "it ended at once"
        try:
            socket.create_connection(proxy.address).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.02)


@pytest.fixture(scope="module")
def run_nginx(nginx: str, run_proxy: RunProxy, tmp_path_factory: pytest.TempPathFactory) -> RunNginx:
    """The sample before nodes at these ports, with some of its lines changed."""

    def run(ports: list[int], **changed: str) -> Proxy:
        port = free_port()
        sample = for_nodes(SAMPLE.read_text(), f"127.0.0.1:{port}", ports)
        for setting, value in changed.items():
            sample, times = re.subn(rf"\b{setting} \w+;", f"{setting} {value};", sample)
            assert times == 1, setting
        run_it = command(nginx, write_conf(sample, tmp_path_factory.mktemp("nginx")))
        return run_proxy([*run_it, "-t"], run_it, f"http://127.0.0.1:{port}")

    return run


@pytest.fixture(scope="module")
def nodes(
    postgres: PassingPostgres, empty_postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[House]]:
    """Three, which trust the proxy."""
    given = settings_in(tmp_path_factory.mktemp("nodes"))
    url = postgres.url(postgres.new_database(empty_postgres))
    names = ("node-1", "node-2", "node-3")
    houses = [House(altered(given, database_url=url, trusted_proxies=LOOPBACK, node=name)) for name in names]
    for house in houses:
        house.open()
    yield houses
    for house in houses:
        house.close()


@pytest.fixture(autouse=True)
def _serving(nodes: list[House]) -> Iterator[None]:
    """Whoever was about to stop goes on afterwards."""
    yield
    for node in nodes:
        node.app.state.services.closing = False


@pytest.fixture(scope="module")
def proxy(nodes: list[House], run_nginx: RunNginx) -> Proxy:
    """nginx before them, as the sample has it."""
    return run_nginx(ports_of(nodes))


@pytest.fixture
def strict(open_house: Callable[..., House]) -> House:
    """One that opens one room for each address, and trusts the proxy."""
    return open_house(trusted_proxies=LOOPBACK, limits_rooms=Rate(1, 600))


def ports_of(houses: list[House]) -> list[int]:
    return [house.address[1] for house in houses]


async def play(friends: list[Friend]) -> None:
    """A game of two, to its end."""
    room = await friends[0].open_room("Ann")
    pages = [await friends[0].enter(room, "Ann"), await friends[1].enter(room, "Ben")]
    await pages[1].hear("table", lambda table: table["you"]["name"] == "Ben")
    await pages[1].send(type="sit", seat=1)
    await pages[0].hear("table", lambda table: table["seats"][1]["name"] == "Ben")
    await pages[0].send(type="start")
    for page in pages:
        await page.hear("frame")
    while pages[0].frame["outcome"] is None:
        await answer(pages)
    for page in pages:
        await page.close()


async def answer(pages: list[Page]) -> None:
    """Whoever is asked does what is offered last; both see it."""
    asked = next(page for page in pages if is_asked(page.frame))
    id = await asked.play(asked.frame["choices"][-1]["move"])
    seq = (await asked.hear("ack", lambda ack: ack["id"] == id))["seq"]
    for page in pages:
        if page.frame["seq"] < seq:
            await page.hear("frame", lambda frame: frame["seq"] >= seq)


# --- Several nodes ------------------------------------------------------------------------------------------


async def test_two_friends_play_a_game_through_nginx(proxy: Proxy) -> None:
    assert "warn" not in proxy.checked
    async with Friend(proxy.base_url) as ann, Friend(proxy.base_url) as ben:
        await play([ann, ben])


async def test_pages_and_files_come_through_as_they_are(nodes: list[House], proxy: Proxy) -> None:
    for path in ("/", "/rules/tcnccc", "/static/vendor/lit-html/lit-html.js", "/livez", "/nothing"):
        async with httpx.AsyncClient() as client:
            through, direct = [await client.get(base + path) for base in (proxy.base_url, nodes[0].base_url)]
        as_direct = through.content.replace(proxy.base_url.encode(), nodes[0].base_url.encode())  # a page names itself
        assert (through.status_code, as_direct) == (direct.status_code, direct.content), path
        passing = {"date", "server", "connection", "set-cookie", "content-length", "transfer-encoding"}
        for name in direct.headers.keys() - passing:
            assert through.headers.get_list(name) == direct.headers.get_list(name), f"{path}: {name}"
        assert through.headers["server"] == "nginx"
        assert through.headers.get_list("x-content-type-options") == ["nosniff"]


async def test_who_lies_about_an_address_has_none_but_his_own(strict: House, run_nginx: RunNginx) -> None:
    proxy = run_nginx(ports_of([strict]) * 3)
    async with Friend(proxy.base_url) as ann:
        wish = {"game": "tcnccc", "seats": 2, "name": "Ann"}
        lies = ("203.0.113.1", "203.0.113.2, 203.0.113.3", "127.0.0.1")
        answers = [await ann.http.post("/api/rooms", json=wish, headers={"x-forwarded-for": lie}) for lie in lies]
    assert [answer.status_code for answer in answers] == [201, 429, 429]
    assert answers[1].headers["retry-after"] == "600"


async def test_who_lies_about_https_is_not_believed(proxy: Proxy) -> None:
    origin = proxy.base_url.replace("http", "https")
    async with httpx.AsyncClient(base_url=proxy.base_url) as client:
        lie = {"origin": origin, "x-forwarded-proto": "https"}
        assert (await client.post("/api/rooms", json={}, headers=lie)).status_code == 403


async def test_a_killed_node_is_left_out_at_once(
    start_process: Callable[..., Process], run_nginx: RunNginx, postgres_url: str
) -> None:
    given = {**WIDE, "TERTULIA_DATABASE_URL": postgres_url, "TERTULIA_TRUSTED_PROXIES": "127.0.0.1"}
    nodes = [start_process(**given, TERTULIA_NODE=f"node-{number}") for number in (1, 2, 3)]
    proxy = run_nginx([int(node.base_url.rpartition(":")[2]) for node in nodes])
    async with Friend(proxy.base_url) as ann:
        rooms = [await ann.open_room("Ann") for _ in range(12)]
        for node in nodes[:2]:
            pages = [await ann.enter(room) for room in rooms]
            for page in pages:
                await page.hear("table")
            node.popen.kill()
            node.popen.wait()
            for page in pages:
                await page.close()
    async with Friend(proxy.base_url) as ben:
        for room in rooms:
            page = await ben.enter(room, "Ben")
            assert (await page.hear("table"))["seats"][0]["name"] == "Ann"
            await page.close()


async def test_sockets_alone_find_every_node_again_that_was_away(nodes: list[House], run_nginx: RunNginx) -> None:
    proxy = run_nginx(ports_of(nodes))
    async with Friend(proxy.base_url) as ann:
        rooms = [await ann.open_room("Ann") for _ in range(12)]
        for closing in (True, False):
            for node in nodes[:2]:
                node.app.state.services.closing = closing  # as one that drains, and then as one that has started again
            await look_into(rooms, ann)
        nodes[2].app.state.services.closing = True
        await look_into(rooms, ann)


async def look_into(rooms: list[str], friend: Friend) -> None:
    """A page of each, all open at once, then none."""
    pages = [await friend.enter(room) for room in rooms]
    for page in pages:
        await page.hear("table")
    for page in pages:
        await page.close()


async def test_when_all_nodes_are_about_to_stop_it_is_said_when_to_come_back(
    nodes: list[House], run_nginx: RunNginx
) -> None:
    proxy = run_nginx(ports_of(nodes))
    async with Friend(proxy.base_url) as ann:
        for node in nodes:
            node.app.state.services.closing = True
        answer = await ann.http.post("/api/rooms", json={})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        with pytest.raises(InvalidStatus) as refusal:
            await ann.connect("k7Qm2xZ9vB3nR5wT")
    assert refusal.value.response.status_code == 503
    assert refusal.value.response.headers["retry-after"] == "2"


async def test_a_silent_socket_outlives_the_time_for_answers(nodes: list[House], run_nginx: RunNginx) -> None:
    proxy = run_nginx(ports_of(nodes), proxy_read_timeout="4s")
    async with Friend(proxy.base_url) as ann:
        page = await ann.enter(await ann.open_room("Ann"))
        await page.hear("table")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(9):
                while True:
                    await page.next()
        await page.send(type="chat", text="still here")
        assert (await page.hear("chat"))["text"] == "still here"
        await page.close()


def test_half_a_header_is_closed(nodes: list[House], run_nginx: RunNginx) -> None:
    proxy = run_nginx(ports_of(nodes), client_header_timeout="1s")
    with socket.create_connection(proxy.address, timeout=8) as connection:
        connection.sendall(b"GET /ws/k7Qm2xZ9vB3nR5wT HTTP/1.1\r\nHost: here\r\nUpgrade: webso")
        assert connection.recv(4096) == b""


async def test_a_body_far_too_long_is_refused_by_nginx_and_one_too_long_by_the_house(proxy: Proxy) -> None:
    async with Friend(proxy.base_url) as ann:
        long, longer = [await ann.http.post("/api/rooms", json={"name": "x" * size}) for size in (9_000, 20_000)]
    assert (long.status_code, long.json()["code"]) == (413, "too_big")
    assert (longer.status_code, longer.headers["content-type"]) == (413, "text/html")


# --- One node, and https ------------------------------------------------------------------------------------


@dataclass
class Certificate:
    """For localhost, by itself."""

    public: Path
    private: Path

    @property
    def trusted(self) -> ssl.SSLContext:
        """For clients that trust it."""
        return ssl.create_default_context(cafile=str(self.public))


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    folder = tmp_path_factory.mktemp("certificate")
    made = Certificate(folder / "public.pem", folder / "private.pem")
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", made.private]
    about = ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(["openssl", "req", "-x509", *key, *about, "-out", made.public], check=True, capture_output=True)
    return made


def sample_of(language: str) -> str:
    """The block of docs/hosting.md in that language that has a proxy for one node."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", HOSTING, re.MULTILINE | re.DOTALL)
    (block,) = [block for block in blocks if "games.example.org" in block]
    return str(block)


@pytest.fixture
def behind_nginx(
    nginx: str, run_proxy: RunProxy, open_house: Callable[..., House], certificate: Certificate, tmp_path: Path
) -> Proxy:
    """The sample of docs/hosting.md with its settings, but for the name and the certificate."""
    port = free_port()
    origin = f"https://localhost:{port}"
    house = open_house(trusted_proxies=LOOPBACK, public_origin=(origin,))
    http = sample_of("nginx")
    for told, meant in (
        ("127.0.0.1:8000", "{}:{}".format(*house.address)),
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("server_name games.example.org", "server_name localhost"),
        ("/etc/letsencrypt/live/games.example.org/fullchain.pem", str(certificate.public)),
        ("/etc/letsencrypt/live/games.example.org/privkey.pem", str(certificate.private)),
    ):
        assert told in http
        http = http.replace(told, meant)
    run_it = command(nginx, write_conf(http, tmp_path))
    return run_proxy([*run_it, "-t"], run_it, origin)


async def test_behind_https_a_game_is_played_cookies_are_secure_and_another_origin_is_refused(
    behind_nginx: Proxy, certificate: Certificate
) -> None:
    async with (
        Friend(behind_nginx.base_url, tls=certificate.trusted) as ann,
        Friend(behind_nginx.base_url, tls=certificate.trusted) as ben,
    ):
        await play([ann, ben])
        assert all(cookie.secure for cookie in ann.http.cookies.jar)
        wrong = behind_nginx.base_url.replace("https", "http")
        assert (await ann.http.post("/api/rooms", json={}, headers={"origin": wrong})).status_code == 403


# --- Caddy --------------------------------------------------------------------------------------------------

RunCaddy = Callable[[str, str], Proxy]
SITE = "games.example.org {"


@pytest.fixture(scope="session")
def caddy() -> str:
    """The program, of Debian if it is not here yet."""
    found = shutil.which("caddy") or (apt_install("caddy", because="a test needs it") and shutil.which("caddy"))
    assert found, "apt-get install caddy"
    return found


@pytest.fixture
def run_caddy(caddy: str, run_proxy: RunProxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunCaddy:
    """A sample whose site is called otherwise; it writes into this folder only."""
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
    """The sample before three nodes."""
    sample = (ROOT / "docs" / "Caddyfile").read_text()
    for number, port in enumerate(ports_of(nodes), 1):
        assert f"node-{number}:8000" in sample
        sample = sample.replace(f"node-{number}:8000", f"127.0.0.1:{port}")
    return run_caddy(sample, f"http://127.0.0.1:{free_port()}")


async def test_two_friends_play_a_game_through_caddy_and_lies_about_addresses_are_not_believed(
    strict: House, run_caddy: RunCaddy
) -> None:
    proxy = before([strict] * 3, run_caddy)
    async with Friend(proxy.base_url) as ann, Friend(proxy.base_url) as ben:
        await play([ann, ben])
        wish = {"game": "tcnccc", "seats": 2, "name": "Ann"}
        refused = await ann.http.post("/api/rooms", json=wish, headers={"x-forwarded-for": "203.0.113.1"})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "600")
        assert (await ann.http.post("/api/rooms", json={"name": "x" * 20_000})).status_code == 413


async def test_caddy_leaves_out_nodes_that_are_about_to_stop(nodes: list[House], run_caddy: RunCaddy) -> None:
    proxy = before(nodes, run_caddy)
    async with Friend(proxy.base_url) as ann:
        room = await ann.open_room("Ann")
        for node in nodes[:2]:
            node.app.state.services.closing = True
            async with asyncio.timeout(10):
                page = await page_in_the_end(ann, room)
            assert (await page.hear("table"))["seats"][0]["name"] == "Ann"
            await page.close()


async def page_in_the_end(friend: Friend, room: str) -> Page:
    while True:
        try:
            return await friend.enter(room)
        except InvalidStatus:
            await asyncio.sleep(0.1)  # as a page does


async def test_behind_caddy_with_https_a_game_is_played(
    open_house: Callable[..., House], run_caddy: RunCaddy, certificate: Certificate
) -> None:
    origin = f"https://localhost:{free_port()}"
    house = open_house(trusted_proxies=LOOPBACK, public_origin=(origin,))
    sample = sample_of("caddyfile").replace("127.0.0.1:8000", "{}:{}".format(*house.address))
    proxy = run_caddy(sample.replace(SITE, f"{SITE}\n\ttls {certificate.public} {certificate.private}"), origin)
    async with Friend(origin, tls=certificate.trusted) as ann, Friend(proxy.base_url, tls=certificate.trusted) as ben:
        await play([ann, ben])
        assert all(cookie.secure for cookie in ann.http.cookies.jar)
