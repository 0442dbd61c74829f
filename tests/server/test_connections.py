"""Misbehaving connections: whatever arrives incomplete, too long, too fast or too slowly is closed, and delays
nobody."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.typing import Origin, Subprotocol

from app.server import http, websocket
from app.server import process as server_module
from app.server.http import TimedHttp
from app.server.read_pace import ReadingPace
from tests.conftest import House, OpenHouse, settings_in
from tests.conftest import opened as opened_house
from tests.support.clocks import Hourglass
from tests.support.clocks import hourglass as hourglass
from tests.support.raw_sockets import Serve, closed_after, eventually, listening, opened, shake_hands, telling
from tests.support.raw_sockets import serve_app as serve_app
from tests.support.sockets import frame

REQUEST = b"GET /livez HTTP/1.1\r\nHost: tertulia.test\r\n\r\n"


class Hasty(TimedHttp):
    """Waits only a third of a second for a request."""

    request_within_s = 0.3


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with opened_house(settings_in(tmp_path_factory.mktemp("hasty")), Hasty) as house:
        yield house


# --- Requests -----------------------------------------------------------------------------------------------

HALF = (
    *(b"", b"G", b"GET /livez HTTP/1.1\r\nHost: tertulia.test\r\n", b"\r\n\r\n"),
    b"POST /api/rooms HTTP/1.1\r\nContent-Length: 9\r\n\r\n{",
    b"GET /ws/room HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
)


def test_a_connection_without_a_whole_request_is_closed(hasty: House) -> None:
    with ThreadPoolExecutor(len(HALF)) as pool:
        became = list(pool.map(lambda sent: closed_after(hasty.address, sent), HALF))
    assert [b"200 OK" in answer for answer, _ in became] == [False] * len(HALF)
    assert all(seconds > 0.25 for _, seconds in became)


def test_a_header_that_comes_drop_by_drop_is_cut_off(hasty: House) -> None:
    with opened(hasty.address) as connection, pytest.raises(ConnectionError):
        connection.sendall(b"GET /livez HTTP/1.1\r\n")
        for _ in range(150):  # in less time than any timeout but the hasty one's
            connection.sendall(b"X-Slow: 1\r\n")
            time.sleep(0.05)


def test_the_second_request_on_a_connection_has_its_own_time(hasty: House) -> None:
    answer, seconds = closed_after(hasty.address, REQUEST, REQUEST, b"GET /livez HTTP/1.1\r\n", pause=0.4)
    assert answer.count(b"200 OK") == 2
    assert seconds > 0.8


def test_requests_sent_at_once_are_all_answered_unless_they_are_very_many(hasty: House) -> None:
    assert closed_after(hasty.address, REQUEST * 3 + b"GET /livez HT")[0].count(b"200 OK") == 3
    assert closed_after(hasty.address, REQUEST * 3000)[0].count(b"200 OK") < 100


NONE = (
    *(b"nonsense\r\n\r\n", b"GET /livez HTTP/1.1\r\nBad Header: 1\r\n\r\n", b"GET /" + b"x" * 17_000),
    *(b"GET /livez HTTP/1.1\r\nX: " + b"x" * 17_000, b"GET /livez HTTP/1.1\r\n" + b"X: y\r\n" * 3_000),
)


def test_a_header_that_is_no_header_or_too_long_is_refused_at_once(lasting_house: House) -> None:
    answers = [closed_after(lasting_house.address, sent)[0] for sent in NONE]  # in less time than any timeout
    for answer in filter(None, answers):  # a peer that is still sending may lose it
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"x-content-type-options: nosniff" in answer
        assert b"content-security-policy: default-src 'none'; frame-ancestors 'none'" in answer
    assert all(answers[:2])


# --- Sockets ------------------------------------------------------------------------------------------------


def socket_to(house: House, path: str = "/ws/k7Qm2xZ9vB3nR5wT", **options: Any) -> connect:
    return connect(house.base_url.replace("http", "ws", 1) + path, origin=Origin(house.base_url), **options)


async def test_a_socket_outlives_requests_and_speaks_our_protocol_without_compression(hasty: House) -> None:
    async with socket_to(hasty, subprotocols=[Subprotocol("tertulia.1")], compression="deflate") as page:
        assert (page.subprotocol, page.protocol.extensions) == ("tertulia.1", [])
        await asyncio.sleep(2 * Hasty.request_within_s)
        await page.send('{"type":"hello"}')
        assert json.loads(await page.recv())["code"] == "unknown_room"


async def test_a_socket_whose_peer_vanished_is_closed(house: House) -> None:
    house.server.config.ws_ping_interval = house.server.config.ws_ping_timeout = 0.2
    deaf = shake_hands(house.address, house.base_url)
    assert len(house.server.server_state.connections) == 1
    await asyncio.to_thread(eventually, lambda: not house.server.server_state.connections)
    deaf.close()
    assert server_module.PING_EVERY_S + server_module.PONG_WITHIN_S <= 15, "seconds until a dead peer is noticed"


# --- Other applications, served in the same way -------------------------------------------------------------


def test_a_message_in_endless_parts_ends_the_connection(serve_app: Serve) -> None:
    with serve_app(listening).socket() as flooder:
        flooder.sendall(frame(1, b"", fin=False))
        with pytest.raises(ConnectionError):
            for _ in range(200):
                flooder.sendall(frame(0, b"", fin=False) * 10)
                time.sleep(0.01)


def test_who_stops_reading_cannot_keep_the_connection(serve_app: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "LINGER_S", 0.3)

    async def talking(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await listening(scope, receive, send)
        await send({"type": "websocket.accept"})
        with suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                while True:
                    await send({"type": "websocket.send", "text": "x" * 65536})

    served = serve_app(talking)
    with served.socket():
        assert not served.has_let_go()
        eventually(served.has_let_go)


def test_an_answer_that_nobody_reads_ends_the_connection(serve_app: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimedHttp, "read_within_s", 0.2)
    served = serve_app(telling)
    with served.asked() as deaf:
        deaf.recv(1)
        eventually(served.has_let_go)


def test_an_answer_read_slowly_has_all_the_time_it_needs(serve_app: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimedHttp, "read_within_s", 0.5)
    answer = 0
    with serve_app(telling).asked(b"1.0") as slow:
        while more := len(slow.recv(400_000)):
            answer += more
            time.sleep(0.02)
    assert answer > 128 * 65536


def test_an_answer_read_drop_by_drop_ends_the_connection(serve_app: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimedHttp, "pace_over_s", 1.0)
    monkeypatch.setattr(TimedHttp, "read_within_s", 3.0)
    monkeypatch.setattr(http, "LEAST_BYTES_A_SECOND", 100_000_000)  # so that what is sent at once counts as much, too
    served = serve_app(telling)
    with served.asked() as slow:
        began, read = time.monotonic(), 0
        while not read or (not served.has_let_go() and time.monotonic() - began < 20):
            read += len(slow.recv(20_000))
            time.sleep(0.02)
    assert served.has_let_go()
    assert read < 128 * 65536


def test_who_reads_too_slowly_while_waited_for_is_found_and_other_time_is_free(hourglass: Hourglass) -> None:
    pace = ReadingPace(100, 30, hourglass)
    for second in range(30):
        pace.waits(150)
        hourglass.now += 1
        assert pace.is_too_slow(60) == (second == 29)
    pace = ReadingPace(100, 30, hourglass)
    for _ in range(100):
        hourglass.now += 1000  # it has received everything so far
        pace.waits(150)
        hourglass.now += 1
        assert not pace.is_too_slow(40)


def test_what_was_read_long_ago_does_not_help(hourglass: Hourglass) -> None:
    pace = ReadingPace(100, 30, hourglass)
    pace.waits(1_000_000)
    hourglass.now += 30
    assert not pace.is_too_slow(10_000)
    hourglass.now += 30
    assert pace.is_too_slow(9_000)


async def test_one_address_holds_only_so_many_connections_and_an_open_page_holds_none(open_house: OpenHouse) -> None:
    house = open_house(limits_connections_per_address=3)
    async with socket_to(house), socket_to(house), socket_to(house), socket_to(house):
        held = [opened(house.address) for _ in range(3)]
        answer, _ = await asyncio.to_thread(closed_after, house.address)
        assert answer.startswith(b"HTTP/1.1 429 ") and b"retry-after: 10" in answer
        held.pop().close()
        by_an_old_program = b"GET /livez HTTP/1.0\r\n\r\n"
        await asyncio.to_thread(eventually, lambda: b"200 OK" in closed_after(house.address, by_an_old_program)[0])
        for connection in held:
            connection.close()
