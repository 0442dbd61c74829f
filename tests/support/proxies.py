"""Proxies in front of servers of this process."""

import re
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path

import pytest

from app.settings import Rate
from tests.client import Friend, Page, is_asked, two_at_a_table
from tests.conftest import ROOT, House, OpenHouse, altered, opened, settings_in
from tests.support.push_service import a_certificate
from tools.postgres import PassingPostgres

LOOPBACK = (ip_network("127.0.0.1"),)
HOSTING = (ROOT / "docs" / "hosting.md").read_text()


@dataclass
class Proxy:
    """A running proxy: its address, and its output when it checked its file."""

    base_url: str
    checked: str

    @property
    def address(self) -> tuple[str, int]:
        """Its host and port."""
        return "127.0.0.1", int(self.base_url.rpartition(":")[2])


RunProxy = Callable[[list[str], list[str], str], Proxy]


@pytest.fixture(scope="module")
def run_proxy() -> Iterator[RunProxy]:
    """Runs a program that checks the configuration, then the proxy itself, until it can be reached."""
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
def nodes(
    postgres: PassingPostgres, empty_postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[House]]:
    """Three nodes that trust the proxy."""
    given = settings_in(tmp_path_factory.mktemp("nodes"))
    url = postgres.url(postgres.new_database(empty_postgres))
    names = ("node-1", "node-2", "node-3")
    each = [altered(given, database_url=url, trusted_proxies=LOOPBACK, node=name) for name in names]
    with ExitStack() as houses:
        yield [houses.enter_context(opened(one)) for one in each]


@pytest.fixture(autouse=True)
def _serving(nodes: list[House]) -> Iterator[None]:
    """Nodes that were draining serve again afterwards."""
    yield
    for node in nodes:
        node.app.state.services.closing = False


@pytest.fixture
def strict(open_house: OpenHouse) -> House:
    """A server that allows each address one room, and trusts the proxy."""
    return open_house(trusted_proxies=LOOPBACK, limits_rooms=Rate(1, 600))


def ports_of(houses: list[House]) -> list[int]:
    return [house.address[1] for house in houses]


async def play(friends: list[Friend]) -> None:
    """Play a game of two to its end."""
    pages = await two_at_a_table(*friends)
    await pages[0].send(type="start")
    for page in pages:
        await page.hear("frame")
    while pages[0].frame["outcome"] is None:
        await answer(pages)


async def answer(pages: Sequence[Page]) -> None:
    """Give the last offered answer for whoever is asked; both see it."""
    asked = next(page for page in pages if is_asked(page.frame))
    id = await asked.play(asked.frame["choices"][-1]["move"])
    seq = (await asked.hear("ack", lambda ack: ack["id"] == id))["seq"]
    for page in pages:
        if page.frame["seq"] < seq:
            await page.hear("frame", lambda frame: frame["seq"] >= seq)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost, with its key in the same file."""
    path = tmp_path_factory.mktemp("certificate") / "both.pem"
    path.write_bytes(a_certificate())
    return path


def trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificate)


def sample_of(language: str, says: str = "games.example.org") -> str:
    """The block of docs/hosting.md in this language that says this: the proxy for one node."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", HOSTING, re.MULTILINE | re.DOTALL)
    (block,) = [block for block in blocks if says in block]
    return str(block)
