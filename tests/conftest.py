"""Shared fixtures: the application in this process, and a server that really listens."""

import asyncio
import gc
import os
import signal
import socket
import subprocess
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.main import create_app, drain
from app.rooms.registry import Rooms
from app.server.process import Server, uvicorn_config
from app.settings import Bind, Rate, Settings
from app.storage.store import Store
from tests.support.command_line import terminal as terminal
from tests.support.decisions import given as given
from tests.support.effort import LONG
from tests.support.processes import Forked
from tests.support.tables import ANN, BEN, HERE, AtPlay, Clock, Company, altered, company, make_tables, sqlite_in
from tools.debian import apt_install
from tools.nginx import find_nginx
from tools.postgres import PassingPostgres

ROOT = Path(__file__).resolve().parent.parent
PLENTY = 1_000_000

# Programs under test get signals as at a terminal: unlike SIG_IGN, which nohup or a shell's "&" has set for this
# process, a handler is not inherited.
for ignored in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(ignored) is signal.SIG_IGN:
        signal.signal(ignored, lambda *_: None)
gc.disable()  # what is loaded and collected stays for the whole run: a collection would find nothing


def pytest_collection_finish() -> None:
    """Collect garbage from here on, but not what has been loaded so far, and less often than usual."""
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest tests first: then no worker is left with one at the end."""
    slow = ("test_walks.py", "test_whole_game.py", "test_states.py", "test_chaos.py")
    items.sort(key=lambda item: item.path.name not in slow)


def pytest_report_header() -> str:
    """Print how much this run tries."""
    return "amounts: long" if LONG else "amounts: by day"


@pytest.fixture(scope="session", autouse=True)
def without_looking_through_the_memory() -> Iterator[None]:
    """Keep servers opened in this process from collecting garbage, which would go through all tests' objects."""
    with patch("app.services.garbage.gc"):
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[PassingPostgres]:
    """A real PostgreSQL."""
    with closing(PassingPostgres()) as server:
        yield server


@pytest.fixture(scope="session")
def empty_postgres(postgres: PassingPostgres) -> str:
    """A database of it with our tables, empty. Made once, since creating the tables takes a while."""
    name = postgres.new_database()
    asyncio.run(make_tables(postgres.url(name)))
    return name


@pytest.fixture(scope="session")
def nginx() -> str:
    """The program, installed from Debian if missing."""
    found = find_nginx() or (apt_install("nginx-light", because="tests need it") and find_nginx())
    assert found, "apt-get install nginx-light"
    return found


@pytest.fixture
def postgres_url(postgres: PassingPostgres, empty_postgres: str) -> Iterator[str]:
    """A new database with our tables."""
    name = postgres.new_database(empty_postgres)
    yield postgres.url(name)
    postgres.drop_database(name)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database: each test runs on both kinds."""
    if request.param == "sqlite":
        return sqlite_in(tmp_path / "new", "log.sqlite3")
    return request.getfixturevalue("postgres_url")


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    store = Store(url)
    await store.start()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An open store, on both kinds."""
    async with open_store(database_url) as store:
        yield store


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


def settings_in(folder: Path) -> Settings:
    """A database of its own, any free port, bots that do not think, and no limits for this address."""
    rates = dict.fromkeys(
        ("requests", "requests_per_guest", "handshakes", "guests", "rooms", "passwords", "invitations", "downloads"),
        Rate(PLENTY, 1),
    )
    most = dict.fromkeys(("sockets_per_address", "connections_per_address", "downloads_per_address"), PLENTY)
    given: dict[str, Any] = {f"limits_{name}": limit for name, limit in (rates | most).items()}
    url = sqlite_in(folder, "tertulia.sqlite3")
    return Settings(bind=Bind("127.0.0.1", 0), database_url=url, bot_delay_ms=0, **given)


@pytest.fixture
def gone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests count as gone as soon as their last page closes."""
    monkeypatch.setattr("app.rooms.room.GONE_AFTER_S", 0)


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Company]:
    """A table with company."""
    async with company(tmp_path) as it:
        yield it


@pytest.fixture
async def shared_party(tmp_path: Path, database_url: str) -> AsyncIterator[Company]:
    """The same on each kind of database."""
    async with company(tmp_path, database_url) as it:
        yield it


@pytest.fixture
async def table(party: Company) -> AtPlay:
    """Ann and Ben play; Ann is asked."""
    room, (ann, ben) = await party.playing(ANN, BEN)
    return room, ann, ben


@asynccontextmanager
async def open_app(settings: Settings, clock: Clock | None = None, **changed: Any) -> AsyncIterator[FastAPI]:
    """The application, open, without a server around it."""
    app = create_app(altered(settings, **changed))
    if clock is not None:
        app.state.services.store._clock.given = clock
    lifespan = app.router.lifespan_context(app)
    await lifespan.__aenter__()
    try:
        yield app
    finally:
        # Exit without the error: told of it, the application would close nothing, and the run would wait for its
        # threads.
        await lifespan.__aexit__(None, None, None)


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[FastAPI]:
    async with open_app(settings) as app:
        yield app


@pytest.fixture
def rooms(app: FastAPI) -> Rooms:
    """The application's rooms."""
    return app.state.services.rooms


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A browser with an empty cookie jar, on a page of ours."""
    async with browser(app) as client:
        yield client


def browser(app: FastAPI, address: str = "192.0.2.7", **headers: str) -> httpx.AsyncClient:
    """A browser at this address that talks to the application in this process."""
    transport = httpx.ASGITransport(app, client=(address, 50_000))
    return httpx.AsyncClient(transport=transport, base_url=HERE, headers={"origin": HERE, **headers})


WISH: dict[str, Any] = {"game": "tcnccc", "seats": 3, "options": {"capacity": 4}, "name": "Ann"}


async def open_room(client: httpx.AsyncClient, **wish: Any) -> str:
    return (await client.post("/api/rooms", json=WISH | wish)).json()["room"]


class OpeningServer(Server):
    """Says when it has said that it is open: its thread prints that after it has begun to listen."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        self.is_open = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_open.set()


class House:
    """A listening server on a port of its own, in a thread of this process."""

    def __init__(self, settings: Settings, http: type[HttpToolsProtocol] | None = None) -> None:
        self.app = create_app(settings)
        self.server = OpeningServer(uvicorn_config(self.app, settings, http), partial(drain, self.app))
        self._thread = threading.Thread(target=self.server.run)

    @property
    def base_url(self) -> str:
        """Its URL, such as http://127.0.0.1:40123."""
        return self.server.address

    @property
    def address(self) -> tuple[str, int]:
        """Its host and port."""
        host, port = self.server.servers[0].sockets[0].getsockname()[:2]
        return host, port

    def open(self) -> None:
        """Start listening."""
        self._thread.start()
        while not self.server.is_open.wait(0.01):
            assert self._thread.is_alive(), "the server did not start"

    def close(self) -> None:
        """Stop as at SIGTERM, and wait for the end."""
        self.server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive(), "the server did not stop"


OpenHouse = Callable[..., House]


@pytest.fixture
def open_house(settings: Settings) -> Iterator[OpenHouse]:
    """Opens servers with these settings changed; they are closed after the test."""
    with ExitStack() as houses:
        yield lambda http=None, **changed: houses.enter_context(opened(altered(settings, **changed), http))


@pytest.fixture
def house(open_house: OpenHouse) -> House:
    """A listening server."""
    return open_house()


@contextmanager
def opened(settings: Settings, http: type[HttpToolsProtocol] | None = None) -> Iterator[House]:
    """A listening server."""
    house = House(settings, http)
    house.open()
    yield house
    house.close()


@pytest.fixture(scope="module")
def lasting_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One for all tests of a file that leave it unchanged."""
    with opened(settings_in(tmp_path_factory.mktemp("house"))) as house:
        yield house


class Process:
    """The server as a process of its own: forked, or started by a command in its own folder."""

    popen: subprocess.Popen[str] | Forked

    def __init__(
        self, environ: dict[str, str], command: Sequence[str | Path] = (), cwd: Path = ROOT, program: str = "app"
    ) -> None:
        piped: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        given = environment(**environ)
        self.popen = subprocess.Popen(command, cwd=cwd, env=given, **piped) if command else Forked([program], given)
        said = self.popen.stdout.readline()
        assert said.startswith("Tertulia is open at "), said + self.popen.stdout.read()
        self.base_url = said.removeprefix("Tertulia is open at ").strip()

    def end(self, within: float = 20) -> tuple[int, str]:
        """Wait for its end; the exit code and all its output."""
        printed, _ = self.popen.communicate(timeout=within)
        return self.popen.returncode, printed


StartProcess = Callable[..., Process]


@pytest.fixture
def start_process(tmp_path: Path) -> Iterator[StartProcess]:
    """Starts the server, or this program, as a process, with these variables or by this command; always on the same
    database."""
    started: list[Process] = []
    database = sqlite_in(tmp_path, "process.sqlite3")

    def start(*command: str, program: str = "app", **environ: str) -> Process:
        given = {"TERTULIA_BIND": "127.0.0.1:0", "TERTULIA_DATABASE_URL": database, **environ}
        started.append(Process(given, command, program=program))
        return started[-1]

    yield start
    for process in started:
        process.popen.kill()
        process.popen.communicate()


def environment(**changed: str) -> dict[str, str]:
    """The environment of these tests, with these settings and no others."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TERTULIA_")} | changed
