"""The process that serves: connections that go wrong, what is written down, and how it stops."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin, Subprotocol

from app import connections
from app import server as server_module
from app.connections import TimedHttp
from app.listening import why_not
from app.reading_pace import ReadingPace
from app.server import Server, configured
from app.settings import Bind, Settings
from tests.conftest import ROOT, House, Process

WISH = {"game": "tcnccc", "seats": 2, "name": "Canary Ann"}


class Hasty(TimedHttp):
    """Waits a third of a second for a request."""

    request_within_s = 0.3


@pytest.fixture
def hasty(open_house: Callable[..., House]) -> House:
    return open_house(Hasty)


# --- Connections --------------------------------------------------------------------------------------------


def closed_after(address: tuple[str, int], *sent: bytes, pause: float = 0.0) -> tuple[bytes, float]:
    """What the server answered to these bytes, and after how many seconds it closed the connection."""
    began = time.monotonic()
    with socket.create_connection(address, timeout=8) as connection:
        for part in sent:
            connection.sendall(part)
            time.sleep(pause)
        answer = b""
        try:
            while more := connection.recv(65536):
                answer += more
        except ConnectionResetError:
            pass
        return answer, time.monotonic() - began


@pytest.mark.parametrize(
    "sent",
    [
        [],
        [b"G"],
        [b"GET /livez HTTP/1.1\r\nHost: tertulia.test\r\n"],
        [b"\r\n\r\n"],
        [b"POST /api/rooms HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"],
        [b"GET /ws/room HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"],
    ],
)
def test_a_connection_without_a_whole_request_is_closed(hasty: House, sent: list[bytes]) -> None:
    answer, seconds = closed_after(hasty.address, *sent)
    assert b"200 OK" not in answer
    assert 0.25 < seconds < 2


def test_a_header_that_comes_drop_by_drop_is_cut_off(hasty: House) -> None:
    began = time.monotonic()
    with socket.create_connection(hasty.address, timeout=8) as connection, pytest.raises(ConnectionError):
        connection.sendall(b"GET /livez HTTP/1.1\r\n")
        while time.monotonic() - began < 5:
            connection.sendall(b"X-Slow: 1\r\n")
            time.sleep(0.05)
    assert time.monotonic() - began < 2


def test_the_second_request_on_a_connection_has_its_own_time(hasty: House) -> None:
    whole = b"GET /livez HTTP/1.1\r\nHost: tertulia.test\r\n\r\n"
    answer, seconds = closed_after(hasty.address, whole, whole, b"GET /livez HTTP/1.1\r\n", pause=0.4)
    assert answer.count(b"200 OK") == 2
    assert seconds > 0.8


def test_requests_sent_at_once_are_all_answered(hasty: House) -> None:
    whole = b"GET /livez HTTP/1.1\r\nHost: tertulia.test\r\n\r\n"
    answer, _ = closed_after(hasty.address, whole * 3 + b"GET /livez HT")
    assert answer.count(b"200 OK") == 3


def test_very_many_requests_at_once_end_the_connection(house: House) -> None:
    whole = b"GET /livez HTTP/1.1\r\nHost: tertulia.test\r\n\r\n"
    answer, _ = closed_after(house.address, whole * 3000)
    assert answer.count(b"200 OK") < 100


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nBad Header: 1\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nX: " + b"x" * 17_000,
        b"GET /" + b"x" * 17_000,
        b"GET /livez HTTP/1.1\r\n" + b"X: y\r\n" * 3_000,
    ],
)
def test_a_header_that_is_no_header_or_too_long_is_refused_at_once(house: House, sent: bytes) -> None:
    answer, seconds = closed_after(house.address, sent)
    if answer:  # a peer that is still sending may lose it
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"x-content-type-options: nosniff" in answer
        assert b"content-security-policy: default-src 'none'; frame-ancestors 'none'" in answer
    assert seconds < 3


def test_many_half_sent_headers_do_not_hold_up_others(hasty: House) -> None:
    slow = [socket.create_connection(hasty.address) for _ in range(200)]
    for connection in slow:
        connection.sendall(b"GET / HTTP/1.1\r\n")
    began = time.monotonic()
    assert httpx.get(f"{hasty.base_url}/livez").status_code == 200
    assert time.monotonic() - began < 1
    time.sleep(0.6)
    assert len(hasty.server.server_state.connections) <= 1
    for connection in slow:
        connection.close()


def socket_to(house: House, path: str = "/ws/k7Qm2xZ9vB3nR5wT", **options: Any) -> connect:
    return connect(house.base_url.replace("http", "ws", 1) + path, origin=Origin(house.base_url), **options)


async def test_a_socket_outlives_the_time_for_requests(hasty: House) -> None:
    async with socket_to(hasty) as page:
        await asyncio.sleep(0.6)
        await page.send('{"type":"hello"}')
        assert json.loads(await page.recv())["code"] == "unknown_room"


async def test_a_socket_speaks_our_protocol_without_compression(house: House) -> None:
    async with socket_to(house, subprotocols=[Subprotocol("tertulia.1")], compression="deflate") as page:
        assert page.subprotocol == "tertulia.1"
        assert page.protocol.extensions == []


async def test_a_message_far_too_long_closes_the_socket(house: House) -> None:
    async with socket_to(house) as page:
        await page.send("x" * 33_000)
        await page.wait_closed()
        assert page.close_code == 1009


async def test_a_socket_whose_peer_vanished_is_closed(house: House) -> None:
    house.server.config.ws_ping_interval = 0.2
    house.server.config.ws_ping_timeout = 0.2
    deaf = handshake(house)
    assert len(house.server.server_state.connections) == 1
    await asyncio.sleep(0.8)
    assert not house.server.server_state.connections
    deaf.close()


def test_vanishing_is_noticed_within_ten_seconds() -> None:
    assert server_module.PING_EVERY_S + server_module.PONG_WITHIN_S < 10


async def test_a_socket_cannot_be_opened_while_the_house_closes(house: House) -> None:
    house.app.state.closing = True
    with pytest.raises(InvalidStatus) as refusal:
        await socket_to(house)
    assert refusal.value.response.status_code == 503
    assert refusal.value.response.headers["retry-after"] == "2"


def handshake(house: House) -> socket.socket:
    """A socket, opened by hand, that does nothing of itself."""
    host, port = house.address
    return shake_hands((host, port), house.base_url)


def shake_hands(address: tuple[str, int], origin: str) -> socket.socket:
    connection = socket.create_connection(address, timeout=8)
    connection.sendall(
        b"GET /ws/k7Qm2xZ9vB3nR5wT HTTP/1.1\r\nHost: %b\r\nOrigin: %b\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        % (origin.removeprefix("http://").encode(), origin.encode())
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(4096)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return connection


def masked(opcode: int, payload: bytes) -> bytes:
    """A client's frame with a mask of zeros."""
    return bytes([opcode, 0x80 | len(payload)]) + bytes(4) + payload


@pytest.fixture
def serve_app(settings: Settings) -> Iterator[Callable[[ASGIApp], Server]]:
    """Serves another application in the same way."""
    running: list[tuple[Server, threading.Thread]] = []

    async def nothing_to_drain() -> None:
        pass

    def serve(app: ASGIApp) -> Server:
        server = Server(configured(app, settings), nothing_to_drain)
        running.append((server, in_thread(server)))
        return server

    yield serve
    for server, thread in running:
        server.should_exit = True
        thread.join(20)


def in_thread(server: Server) -> threading.Thread:
    """Where the server runs; it has started."""
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    return thread


async def listening(scope: Scope, receive: Receive, send: Send) -> None:
    """Accepts sockets and takes in what comes."""
    while True:
        message = await receive()
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        elif message["type"].startswith("lifespan."):
            await send({"type": message["type"] + ".complete"})
        if message["type"] in ("lifespan.shutdown", "websocket.disconnect"):
            return


@pytest.mark.parametrize("frame", [masked(0x89, b""), masked(0x8A, b""), masked(0x81, b"{}")])
def test_a_flood_of_frames_ends_the_connection_before_it_is_taken_in(
    serve_app: Callable[[ASGIApp], Server], frame: bytes
) -> None:
    taken = 0

    async def counting(scope: Scope, receive: Receive, send: Send) -> None:
        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += message["type"] == "websocket.receive"
            return message

        await listening(scope, counted, send)

    server = serve_app(counting)
    flooder = shake_hands(server.servers[0].sockets[0].getsockname(), server.address)
    flooder.sendall(frame * 20_000)
    assert last_close_code(flooder) in (1008, None)  # a peer that is still sending may lose it
    assert taken < 2000
    flooder.close()


def test_what_is_no_text_closes_with_1007_and_is_nothing_to_write_down(
    serve_app: Callable[[ASGIApp], Server], caplog: pytest.LogCaptureFixture
) -> None:
    server = serve_app(listening)
    rude = shake_hands(server.servers[0].sockets[0].getsockname(), server.address)
    rude.sendall(masked(0x81, b"\xff\xfe"))
    assert last_close_code(rude) == 1007
    assert [record.levelname for record in caplog.records if record.levelno >= logging.WARNING] == []
    rude.close()


def last_close_code(peer: socket.socket) -> int | None:
    """The code in the close frame that ends what the server sent; None when the connection was cut."""
    came = b""
    peer.settimeout(8)
    with suppress(ConnectionError):
        while more := peer.recv(65536):
            came += more
    _, close, code = came.rpartition(b"\x88")
    return int.from_bytes(code[1:3], "big") if close else None


def test_a_message_in_endless_parts_ends_the_connection(serve_app: Callable[[ASGIApp], Server]) -> None:
    server = serve_app(listening)
    flooder = shake_hands(server.servers[0].sockets[0].getsockname(), server.address)
    flooder.sendall(masked(0x01, b""))
    with pytest.raises(ConnectionError):
        for _ in range(200):
            flooder.sendall(masked(0x00, b"") * 10)
            time.sleep(0.01)
    flooder.close()


def test_a_reader_that_stops_reading_cannot_keep_its_connection(
    serve_app: Callable[[ASGIApp], Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LINGER_S", 0.3)

    async def talking(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await listening(scope, receive, send)
        await send({"type": "websocket.accept"})
        try:
            async with asyncio.timeout(0.5):
                while True:
                    await send({"type": "websocket.send", "text": "x" * 65536})
        except TimeoutError:
            return

    server = serve_app(talking)
    deaf = shake_hands(server.servers[0].sockets[0].getsockname(), server.address)
    assert len(server.server_state.connections) == 1
    time.sleep(1.5)
    assert not server.server_state.connections
    deaf.close()


async def telling(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers every request with eight megabytes."""
    if scope["type"] == "lifespan":
        return await listening(scope, receive, send)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(128):
        await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
    await send({"type": "http.response.body"})


def test_an_answer_that_nobody_reads_ends_the_connection(
    serve_app: Callable[[ASGIApp], Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TimedHttp, "read_within_s", 0.2)
    server = serve_app(telling)
    deaf = socket.create_connection(server.servers[0].sockets[0].getsockname(), timeout=8)
    deaf.sendall(b"GET / HTTP/1.1\r\nHost: tertulia.test\r\n\r\n")
    deaf.recv(1)
    until = time.monotonic() + 8
    while server.server_state.connections and time.monotonic() < until:
        time.sleep(0.02)
    assert not server.server_state.connections
    deaf.close()


def test_an_answer_that_is_read_slowly_has_all_the_time_it_needs(
    serve_app: Callable[[ASGIApp], Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TimedHttp, "read_within_s", 0.5)
    server = serve_app(telling)
    slow = socket.create_connection(server.servers[0].sockets[0].getsockname(), timeout=8)
    slow.sendall(b"GET / HTTP/1.0\r\nHost: tertulia.test\r\n\r\n")
    answer = 0
    while more := len(slow.recv(400_000)):
        answer += more
        time.sleep(0.02)
    assert answer > 128 * 65536
    slow.close()


# --- Stopping -----------------------------------------------------------------------------------------------


async def open_page(base_url: str) -> tuple[ClientConnection, str, str]:
    """A page that said hello in a room of its own: the socket, the room’s code, the guest’s cookie."""
    async with httpx.AsyncClient(base_url=base_url, headers={"origin": base_url}) as client:
        answer = await client.post("/api/rooms", json=WISH)
    room, cookie = answer.json()["room"], answer.cookies["tertulia"]
    page = await connect(
        f"{base_url.replace('http', 'ws', 1)}/ws/{room}",
        origin=Origin(base_url),
        additional_headers={"Cookie": f"tertulia={cookie}"},
    )
    await page.send('{"type":"hello"}')
    assert [json.loads(await page.recv())["type"] for _ in range(2)] == ["welcome", "table"]
    return page, room, cookie


async def last_words(page: ClientConnection) -> tuple[list[dict[str, Any]], int]:
    """What a page is told to the end, and the code its socket is closed with."""
    told = []
    try:
        while True:
            told.append(json.loads(await page.recv()))
    except ConnectionClosed:
        assert page.close_code is not None
        return told, page.close_code


async def test_a_server_that_stops_says_goodbye_to_every_page(house: House) -> None:
    pages = [(await open_page(house.base_url))[0] for _ in range(5)]
    began = time.monotonic()
    stopping = asyncio.create_task(asyncio.to_thread(house.close))
    for page in pages:
        told, code = await last_words(page)
        bye = next(message for message in told if message["type"] == "bye")
        assert 1000 <= bye["retry_ms"] < 2500
        assert code == 1012
    await stopping
    assert time.monotonic() - began < 5


async def test_sigterm_ends_the_process_with_0_and_what_was_written_is_there_again(
    start_process: Callable[..., Process],
) -> None:
    first = start_process()
    page, room, _ = await open_page(first.base_url)
    began = time.monotonic()
    first.popen.send_signal(signal.SIGTERM)
    told, code = await last_words(page)
    assert "bye" in [message["type"] for message in told]
    assert code == 1012
    assert (await asyncio.to_thread(first.end))[0] == 0
    assert time.monotonic() - began < 15
    second = start_process()
    async with httpx.AsyncClient(base_url=second.base_url) as client:
        assert (await client.get(f"/api/rooms/{room}")).status_code == 200


def test_a_process_that_dies_leaves_no_copy_of_its_memory(start_process: Callable[..., Process]) -> None:
    limits = Path(f"/proc/{start_process().popen.pid}/limits").read_text()
    assert re.search(r"^Max core file size +0 ", limits, re.MULTILINE)


async def test_sigint_ends_the_process_with_0(start_process: Callable[..., Process]) -> None:
    process = start_process()
    process.popen.send_signal(signal.SIGINT)
    code, printed = await asyncio.to_thread(process.end)
    assert code == 0
    assert "Traceback" not in printed


async def test_a_drain_that_never_ends_is_not_waited_for(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "DRAIN_WITHIN_S", 0.3)
    server = Server(configured(listening, settings), asyncio.Event().wait)  # type: ignore[arg-type]
    thread = in_thread(server)
    server.should_exit = True
    await asyncio.to_thread(thread.join, 5)
    assert not thread.is_alive()


async def test_a_drain_that_fails_is_written_down_and_the_server_stops(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise RuntimeError

    server = Server(configured(listening, settings), fail)
    thread = in_thread(server)
    server.should_exit = True
    await asyncio.to_thread(thread.join, 5)
    assert not thread.is_alive()
    assert "the rooms could not be closed" in caplog.messages


# --- Starting -----------------------------------------------------------------------------------------------


def test_it_says_where_it_is_open_within_two_seconds(start_process: Callable[..., Process]) -> None:
    took = []
    for _ in range(2):  # the first time it makes the database
        process = start_process()
        took.append(process.started_after)
        assert httpx.get(process.base_url).status_code == 200
        process.popen.terminate()
        process.end()
    assert min(took) < 2


@pytest.mark.parametrize(
    ("environ", "arguments", "words"),
    [
        ({"TERTULIA_BIND": "here"}, [], "TERTULIA_BIND: expected an address and a port"),
        ({"TERTULIA_PORT": "80"}, [], "TERTULIA_PORT: no such setting"),
        ({"TERTULIA_DATABASE_URL": "mysql://here/tertulia"}, [], "TERTULIA_DATABASE_URL: expected"),
        ({}, ["serve"], "invalid choice: 'serve'"),
    ],
)
def test_what_is_not_understood_ends_with_2_and_a_sentence(
    environ: dict[str, str], arguments: list[str], words: str
) -> None:
    ended = run(*arguments, **environ)
    assert ended.returncode == 2
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_port_that_is_taken_ends_with_a_sentence_that_says_what_to_do(house: House, tmp_path: Path) -> None:
    host, port = house.address
    ended = run(TERTULIA_BIND=f"{host}:{port}", TERTULIA_DATABASE_URL=f"sqlite:///{tmp_path}/other.sqlite3")
    assert ended.returncode == 3
    assert ended.stderr == (
        f"TERTULIA_BIND: cannot listen at {host}:{port}: port {port} is taken: another program listens there, perhaps "
        f"a Tertulia that runs already. Stop that one, or choose another port, as in TERTULIA_BIND={host}:{port + 1}\n"
    )
    assert ended.stdout == ""
    assert not (tmp_path / "other.sqlite3").exists()


def test_a_second_server_beside_the_first_hears_of_the_port_and_not_of_the_database(
    start_process: Callable[..., Process], tmp_path: Path
) -> None:
    bind = start_process().base_url.removeprefix("http://")
    ended = run(TERTULIA_BIND=bind, TERTULIA_DATABASE_URL=f"sqlite:///{tmp_path}/process.sqlite3")
    assert ended.returncode == 3
    assert ended.stderr.startswith(f"TERTULIA_BIND: cannot listen at {bind}: ")


@pytest.mark.parametrize(
    ("number", "bind", "advice"),
    [
        (errno.EACCES, Bind("0.0.0.0", 80), "only root may listen at port 80. Choose one from 1024 on, as in"),
        (errno.EADDRNOTAVAIL, Bind("192.0.2.1", 80), "192.0.2.1 is no address of this machine. For all that it has:"),
        (errno.EADDRINUSE, Bind("::", 65535), "Stop that one, or choose another port, as in TERTULIA_BIND=[::]:8000"),
        (errno.ENETDOWN, Bind("::", 80), "Choose an address of this machine, as in TERTULIA_BIND=127.0.0.1:8000"),
    ],
)
def test_where_nobody_can_listen_it_is_said_what_to_do(number: int, bind: Bind, advice: str) -> None:
    said = why_not(OSError(number, os.strerror(number)), bind, "TERTULIA_BIND")
    assert said.startswith(f"TERTULIA_BIND: cannot listen at {bind}: ")
    assert advice in said


def test_a_host_that_nobody_knows_ends_with_a_sentence(tmp_path: Path) -> None:
    ended = run(TERTULIA_BIND="nowhere.invalid:8000", TERTULIA_DATABASE_URL=f"sqlite:///{tmp_path}/other.sqlite3")
    assert ended.returncode == 3
    assert ended.stderr.startswith("TERTULIA_BIND: cannot listen at nowhere.invalid:8000: ")
    assert "Traceback" not in ended.stderr


def test_a_database_that_cannot_be_opened_ends_with_a_sentence_that_says_so() -> None:
    ended = run(TERTULIA_BIND="127.0.0.1:0", TERTULIA_DATABASE_URL="sqlite:////proc/tertulia.sqlite3")
    assert ended.returncode == 3
    assert "The database of TERTULIA_DATABASE_URL cannot be opened: " in ended.stderr
    assert "Traceback" not in ended.stderr


def test_health_is_0_when_ready_and_1_otherwise(start_process: Callable[..., Process]) -> None:
    process = start_process()
    bind = process.base_url.removeprefix("http://")
    assert run("health", TERTULIA_BIND=bind).returncode == 0
    assert run("health", TERTULIA_BIND=bind.replace("127.0.0.1", "0.0.0.0")).returncode == 0
    process.popen.terminate()
    process.end()
    assert run("health", TERTULIA_BIND=bind).returncode == 1


def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TERTULIA_")}
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env={**inherited, **environ},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


# --- Who reads slowly, and who holds many connections -------------------------------------------------------


class Hourglass:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_whoever_reads_too_slowly_while_waited_for_is_found_out() -> None:
    clock = Hourglass()
    pace = ReadingPace(100, 30, clock)
    for second in range(30):
        pace.waits(150)
        clock.now += 1
        assert pace.is_too_slow(60) == (second == 29)


def test_time_in_which_nobody_waits_does_not_count() -> None:
    clock = Hourglass()
    pace = ReadingPace(100, 30, clock)
    for _ in range(100):
        clock.now += 1000  # it had all there was
        pace.waits(150)
        clock.now += 1
        assert not pace.is_too_slow(40)


def test_what_was_read_long_ago_does_not_help() -> None:
    clock = Hourglass()
    pace = ReadingPace(100, 30, clock)
    pace.waits(1_000_000)
    clock.now += 30
    assert not pace.is_too_slow(10_000)
    clock.now += 30
    assert pace.is_too_slow(9_000)


def test_an_answer_that_is_read_drop_by_drop_ends_the_connection(
    serve_app: Callable[[ASGIApp], Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TimedHttp, "pace_over_s", 1.0)
    monkeypatch.setattr(TimedHttp, "read_within_s", 3.0)
    monkeypatch.setattr(connections, "LEAST_BYTES_A_SECOND", 100_000_000)  # what goes over at once is much, too
    server = serve_app(telling)
    slow = socket.create_connection(server.servers[0].sockets[0].getsockname(), timeout=8)
    slow.sendall(b"GET / HTTP/1.1\r\nHost: tertulia.test\r\n\r\n")
    began, read = time.monotonic(), len(slow.recv(20_000))
    while server.server_state.connections and time.monotonic() - began < 20:
        read += len(slow.recv(20_000))
        time.sleep(0.02)
    assert not server.server_state.connections
    assert read < 128 * 65536
    slow.close()


def test_one_address_holds_only_so_many_connections(open_house: Callable[..., House]) -> None:
    house = open_house(limits_connections_per_address=3)
    held = [socket.create_connection(house.address, timeout=8) for _ in range(3)]
    answer, seconds = closed_after(house.address)
    assert answer.startswith(b"HTTP/1.1 429 ") and b"retry-after: 10" in answer
    assert seconds < 2
    held.pop().close()
    time.sleep(0.2)
    assert b"200 OK" in closed_after(house.address, b"GET /livez HTTP/1.0\r\n\r\n")[0]
    for connection in held:
        connection.close()


async def test_a_page_that_is_open_holds_none(open_house: Callable[..., House]) -> None:
    house = open_house(limits_connections_per_address=2)
    async with socket_to(house), socket_to(house), socket_to(house):
        answer, _ = await asyncio.to_thread(closed_after, house.address, b"GET /livez HTTP/1.0\r\n\r\n")
    assert b"200 OK" in answer
