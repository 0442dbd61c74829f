"""Which Host headers the server accepts, and the name it goes by if none is configured."""

import asyncio
import socket
import threading
from ipaddress import IPv4Address, IPv6Address, ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from app.access.addresses import host_in, is_local
from app.main import create_app
from app.protocol.commands import MakeLink
from app.settings import Rate, Settings
from tests.conftest import WISH, House, browser, open_app, open_room
from tests.support.tables import ANN, BEN, altered, company

PROXY = "203.0.113.5"
LONGEST = ".".join(["x" * 63] * 3 + ["x" * 61])


HOSTS: dict[str, Any] = {
    "localhost:8000": "localhost",
    "Games.Example": "games.example",
    "games.example.": "games.example",
    "127.0.0.1:8000": IPv4Address("127.0.0.1"),
    "[::1]:8000": IPv6Address("::1"),
    "node_1": "node_1",
    "xn--bcher-kva.example": "xn--bcher-kva.example",
    LONGEST: LONGEST,
    f"{LONGEST}.:65535": LONGEST,
    **dict.fromkeys(
        ["", "a b", "a/b", "a@b", "a,b", "a..b", "-a", "a-", "é", "a:", "a:65536", "a:1:2", "::1", "[::1", "[::g]",
         "1.2.3", "999.1.1.1", "12", "x" * 64, f"{LONGEST}x", "a" * 2850, "a." * 8000]
    ),
}  # fmt: skip


def test_a_host_is_a_name_or_an_address_and_perhaps_a_port_and_whatever_else_is_nonsense() -> None:
    assert {said: host_in(said) for said in HOSTS} == HOSTS


def test_names_that_nobody_on_the_internet_can_lead_here_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Box.games.example")
    names = ["localhost", "tertulia.localhost", "box", "box.local", "box.lan", "box.home.arpa", "notlocal"]
    ours = [*names, "box.games.example", IPv4Address("192.168.1.5"), IPv6Address("2001:db8::1")]
    assert [host for host in ours if not is_local(host)] == []
    others = ["evil.example", "local.evil.example", "evil.notlocal", "games.example"]
    assert [host for host in others if is_local(host)] == []


async def test_a_request_to_a_host_that_is_none_is_refused_in_words(client: httpx.AsyncClient) -> None:
    room = await open_room(client)
    for path in ("/", "/api/games", "/livez", "/static/pages/room.js", "/nothing", f"/api/rooms/{room}/invitation"):
        for host in ("a" * 2850, "a b", "a@b.test", "[::1", ""):
            answer = await client.get(path, headers={"host": host})
            assert (answer.status_code, "names no server" in answer.text) == (400, True), (path, host)
    assert (await client.get("/api/games", headers=[("host", "localhost"), ("host", "localhost")])).status_code == 400


async def test_a_name_that_anybody_can_lead_here_is_refused_with_what_to_do(client: httpx.AsyncClient) -> None:
    evil = {"host": "evil.example", "origin": "http://evil.example"}
    for method, path in (("GET", "/"), ("GET", "/api/games"), ("POST", "/api/rooms")):
        answer = await client.request(method, path, headers=evil, json=WISH if method == "POST" else None)
        assert answer.status_code == 400
        assert "evil.example" in answer.text and "TERTULIA_PUBLIC_ORIGIN" in answer.text


async def test_a_proxy_that_passes_on_another_name_is_told_what_to_do(settings: Settings) -> None:
    behind = altered(settings, trusted_proxies=(ip_network(PROXY),))
    for known, status in (((), 400), (("https://games.example",), 201)):
        app = create_app(altered(behind, public_origin=known))
        passed_on = {"host": "games.example", "origin": "https://games.example", "x-forwarded-proto": "https"}
        async with app.router.lifespan_context(app), browser(app, PROXY) as client:
            assert (await client.post("/api/rooms", json=WISH, headers=passed_on)).status_code == status


async def test_with_a_public_origin_other_public_names_are_refused(settings: Settings) -> None:
    ours = ("https://games.example", "http://box.example.net:8000")
    async with open_app(settings, public_origin=ours) as app, browser(app) as client:
        for host in ("games.example", "Games.Example.:443", "box.example.net", "box.local", "10.0.0.5"):
            assert (await client.get("/api/games", headers={"host": host})).status_code == 200, host
        for host in ("evil.example", "evil.games.example", "games.example.evil.example"):
            assert (await client.get("/api/games", headers={"host": host})).status_code == 400, host


@pytest.mark.parametrize("host", ["evil.example", "a" * 2850])
async def test_a_socket_to_another_host_is_refused(lasting_house: House, host: str) -> None:
    url = f"ws://127.0.0.1:{lasting_house.address[1]}/ws/k7Qm2xZ9vB3nR5wT"
    with pytest.raises(InvalidStatus) as refusal:
        await connect(url, origin=Origin(f"http://{host}"), additional_headers={"Host": host})
    assert refusal.value.response.status_code == 400


@pytest.mark.parametrize(("version", "status"), [(b"1.0", b"200"), (b"1.1", b"400")])
def test_only_a_program_of_old_need_not_name_a_host(lasting_house: House, version: bytes, status: bytes) -> None:
    with socket.create_connection(lasting_house.address, timeout=8) as connection:
        connection.sendall(b"GET /livez HTTP/%b\r\nConnection: close\r\n\r\n" % version)
        assert connection.recv(4096).split()[1] == status


async def test_a_code_is_drawn_once_in_a_thread(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    room, threads, make = await open_room(client), list[str](), segno.make

    def noted(*arguments: Any, **named: Any) -> Any:
        threads.append(threading.current_thread().name)
        return make(*arguments, **named)

    monkeypatch.setattr("app.rooms.links.segno.make", noted)
    answers = await asyncio.gather(*(client.get(f"/api/rooms/{room}/invitation") for _ in range(20)))
    assert len({(answer.status_code, answer.text) for answer in answers}) == 1
    again = await client.get(f"/api/rooms/{room}/invitation")
    assert (again.status_code, again.text) == (200, answers[0].text)
    assert threads == ["qr_0"]


async def test_one_address_has_only_so_many_codes_drawn(settings: Settings) -> None:
    async with open_app(settings, limits_invitations=Rate(2, 600)) as app, browser(app) as client:
        room = await open_room(client)
        path = f"/api/rooms/{room}/invitation"
        answers = [await client.get(path, headers={"host": f"box-{n}.local"}) for n in (1, 2, 3, 1)]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 200]
        assert answers[2].headers["retry-after"]


async def test_a_guest_has_only_so_many_links_to_his_seat_drawn(tmp_path: Path) -> None:
    async with company(tmp_path, limits_invitations=Rate(1, 600)) as party:
        room, (ann, _) = await party.seated(ANN, BEN)
        await ann.asks(MakeLink())
        last = room.table.head
        assert "busy" in await ann.refused(MakeLink())
        assert room.table.head == last
