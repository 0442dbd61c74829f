"""Links for friends name an address that friends can open; where there is none, the page is told."""

from typing import Any

import httpx
import pytest
from starlette.requests import Request

from app.access import reach
from app.access.reach import OnlyHere, address_on_the_network, friends_site, only_here
from app.settings import Bind, Settings
from app.web import pages
from tests.client import Friend
from tests.conftest import WISH, OpenHouse, open_app

AT_HOME = "192.168.1.20"
EVERYWHERE, LOOPBACK = Bind("0.0.0.0", 8000), Bind("127.0.0.1", 8000)


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "address_on_the_network", lambda: AT_HOME)


async def seen_by(
    settings: Settings, host: str, monkeypatch: pytest.MonkeyPatch, server: str = "127.0.0.1", **given: Any
) -> tuple[OnlyHere | None, str]:
    """What a page opened at this host is told, and the origin of its links; `server`: where its connection arrived."""
    told: list[Any] = []

    def note(request: Request) -> None:
        told.append((only_here(request), friends_site(request)))

    monkeypatch.setattr(pages, "only_here", note)
    async with open_app(settings, **given) as app:

        async def arrived(scope: Any, receive: Any, send: Any) -> None:
            await app({**scope, "server": (server, 8000)}, receive, send)

        transport = httpx.ASGITransport(arrived, client=("127.0.0.1", 50_000))
        base = f"http://{host}"
        async with httpx.AsyncClient(transport=transport, base_url=base, headers={"origin": base}) as ann:
            room = (await ann.post("/api/rooms", json=WISH)).json()["room"]
            await ann.get(f"/t/{room}")
    return told[0]


START = "TERTULIA_BIND=0.0.0.0:8000 make run"


@pytest.mark.parametrize(("host", "server", "bind", "only", "origin"), [
    ("127.0.0.1:8000", "127.0.0.1", LOOPBACK, OnlyHere(None, START), "http://127.0.0.1:8000"),
    ("localhost:8000", "127.0.0.1", LOOPBACK, OnlyHere(None, START), "http://localhost:8000"),
    ("[::1]:8000", "::1", Bind("::1", 8000), OnlyHere(None, START), "http://[::1]:8000"),
    ("127.0.0.1:8000", "127.0.0.1", EVERYWHERE, OnlyHere(f"http://{AT_HOME}:8000", None), f"http://{AT_HOME}:8000"),
    ("localhost:8000", "::1", Bind("::", 8000), OnlyHere(f"http://{AT_HOME}:8000", None), f"http://{AT_HOME}:8000"),
    ("localhost:8000", "172.18.0.2", EVERYWHERE, OnlyHere(None, None), "http://localhost:8000"),  # in a container
    (f"{AT_HOME}:8000", AT_HOME, EVERYWHERE, None, f"http://{AT_HOME}:8000"),
    ("box.lan:8000", AT_HOME, EVERYWHERE, None, "http://box.lan:8000"),
])  # fmt: skip
async def test_a_page_at_an_address_of_one_machine_is_told_where_friends_come_in(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    server: str,
    bind: Bind,
    only: OnlyHere | None,
    origin: str,
) -> None:
    assert await seen_by(settings, host, monkeypatch, server, bind=bind) == (only, origin)


async def test_without_a_network_no_address_is_made_up(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "address_on_the_network", lambda: None)
    told = await seen_by(settings, "127.0.0.1:8000", monkeypatch, bind=EVERYWHERE)
    assert told == (OnlyHere(None, None), "http://127.0.0.1:8000")


async def test_where_the_operator_says_what_people_open_that_is_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {"bind": LOOPBACK, "public_origin": ("http://127.0.0.1:8000",)}
    assert (await seen_by(settings, "127.0.0.1:8000", monkeypatch, **given))[0] is None


async def test_the_code_and_the_link_of_a_seat_lead_there_too(open_house: OpenHouse) -> None:
    house = open_house(bind=Bind("0.0.0.0", 0))
    port = house.address[1]
    async with Friend(f"http://127.0.0.1:{port}") as ann:
        page = await ann.opens("Ann")
        there = f"http://{AT_HOME}:{port}/t/{page.room}"
        assert (await ann.get(f"/api/rooms/{page.room}/invitation")).json()["url"] == there
        await page.send(type="link", seat=0)
        assert (await page.hear("link"))["url"].startswith(f"{there}#seat=")


def test_this_machine_knows_its_address_or_that_it_has_none() -> None:
    found = address_on_the_network()
    assert found is None or found.count(".") == 3 or ":" in found
