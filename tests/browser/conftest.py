"""One server and one real browser for the whole run, and guests who keep their cookies throughout."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from hashlib import sha256
from inspect import iscoroutinefunction
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright
from starlette.responses import HTMLResponse

from app.settings import Bind, Rate, Settings
from tests.browser.guests import LAPTOP, PHONE, SMALL_LAPTOP, Guest, Guests
from tests.browser.longer import long_worded as long_worded
from tests.browser.tables import Tables
from tests.browser.traces import NOWHERE
from tests.conftest import PLENTY, House
from tests.support.effort import LONG
from tools.chromium import find

HERE = Path(__file__).parent
DEALS = 75
"""One of the seeds whose games soon come to the positions that tests look for."""
# These change nothing on pages, but need fewer processes and draw in one piece. Only the last list of features counts:
# its first entry repeats Playwright's.
CHEAPER = ["--no-sandbox", "--in-process-gpu", "--disable-audio-output"]
CHEAPER += ["--default-tile-width=1536", "--default-tile-height=1024"]
CHEAPER += ["--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser is bound to one event loop, so all its tests run in that one."""
    for item in items:
        if HERE in item.path.parents and iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the path of the guests' traces to the report of a failed test."""
    report = yield
    guests = getattr(item, "funcargs", {}).get("everybody")
    if report.failed and guests is not None:
        folder = item.config.rootpath / "test-results" / re.sub(r"[^\w.-]+", "-", f"{item.path.stem}.{item.name}")
        guests.traces.write(folder)
        report.sections.append(("what its pages showed, sent and received", str(folder)))
    return report


@pytest.fixture(autouse=True)
def dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """By day the same games in every run, and in every test; in long runs different ones each time."""
    games = count()
    if not LONG:
        monkeypatch.setattr("app.table.gathering.key_of", lambda *_: sha256(f"{DEALS} {next(games)}".encode()).digest())


@pytest.fixture(autouse=True)
def as_fast_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripted players act faster than the server allows people to."""
    monkeypatch.setattr("app.server.websocket.FRAMES", Rate(PLENTY, 1))


@pytest.fixture(autouse=True)
def without_chances(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Computing a game's chances takes seconds: skip it unless the test uses `chances`."""
    if "chances" not in request.fixturenames:
        monkeypatch.setattr("app.replay.analyses.Analyses.may_be_had", lambda *_: False)


@pytest.fixture(autouse=True)
def for_friends(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address of the tests works on this machine only: pages do not mind it unless the test uses `only_here`."""
    if "only_here" not in request.fixturenames:
        monkeypatch.setattr("app.web.pages.only_here", lambda _: None)


@pytest.fixture
def only_here() -> None:
    """Have pages say whom their links reach."""


@pytest.fixture
def chances() -> None:
    """Compute chances for replays of finished games."""


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A listening server."""
    house = house_in(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.close()


def house_in(folder: Path, **more: str) -> House:
    """A server with its database in this folder, bots that do not think, and no rate limits."""
    limits = {name: limit for name, limit in Settings() if name.startswith("limits_")}
    lifted = {name: Rate(PLENTY, 1) if isinstance(limit, Rate) else PLENTY for name, limit in limits.items()}
    database_url = f"sqlite:///{folder}/tertulia.sqlite3"
    house = House(Settings(bind=Bind("127.0.0.1", 0), database_url=database_url, bot_delay_ms=0, **lifted, **more))
    house.app.add_route(NOWHERE, lambda _: HTMLResponse())
    return house


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium."""
    async with async_playwright() as made, await made.chromium.launch(executable_path=find(), args=CHEAPER) as browser:
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def everybody(browser: Browser, house: House) -> AsyncIterator[Guests]:
    """Ann, Ben, Cleo and Eve, each with a browser of their own."""
    guests = Guests(browser, house.base_url)
    yield guests
    await guests.close()


@pytest_asyncio.fixture(loop_scope="session")
async def guests(everybody: Guests) -> AsyncIterator[Guests]:
    """The same; afterwards their pages are closed. Fails if one of them logged an error."""
    everybody.traces.begin()
    yield everybody
    await everybody.leave()


def known(
    name: str, screen: dict[str, Any], *, keeps_time: bool = True, **more: str
) -> Callable[..., Awaitable[Guest]]:
    """A fixture for this guest."""

    async def guest(guests: Guests) -> Guest:
        return await guests.get(name, keeps_time=keeps_time, **screen, **more)

    return pytest_asyncio.fixture(guest, loop_scope="session")


ann = known("Ann", LAPTOP)
ben = known("Ben", PHONE)
cleo = known("Cleo", SMALL_LAPTOP)
eve = known("Eve", LAPTOP)  # only watches
ida = known("Ida", LAPTOP, keeps_time=False)  # her clock is set by the test, as Olga's is
olga = known("Olga", LAPTOP, keeps_time=False)
mia = known("Mia", PHONE, keeps_time=False, reduced_motion="no-preference")  # her clock, too
finger = known("Finn", PHONE)
lively = known("Liv", LAPTOP, reduced_motion="no-preference")  # does not ask for reduced motion


@pytest_asyncio.fixture(loop_scope="session")
async def tables() -> AsyncIterator[Tables]:
    """Tables at which guests play over the wire; all their connections are closed after the test."""
    tables = Tables()
    yield tables
    await tables.close()
