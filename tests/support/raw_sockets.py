"""Raw connections to the server, and to small applications served in the same way."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from unittest.mock import AsyncMock

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from app.server.process import Server, uvicorn_config
from app.settings import Settings

Address = tuple[str, int]


def eventually(so: Callable[[], bool]) -> None:
    """Wait for a condition that a server fulfils in its own time."""
    until = time.monotonic() + 10
    while not so():
        assert time.monotonic() < until, "the condition never held"
        time.sleep(0.01)


def opened(address: Address) -> socket.socket:
    return socket.create_connection(address, timeout=8)


def closed_after(address: Address, *sent: bytes, pause: float = 0.0) -> tuple[bytes, float]:
    """The server's answer to these bytes, and the seconds until it closed the connection."""
    began = time.monotonic()
    with opened(address) as connection:
        for part in sent:
            connection.sendall(part)
            time.sleep(pause)
        answer = b""
        with suppress(ConnectionResetError):
            while more := connection.recv(65536):
                answer += more
        return answer, time.monotonic() - began


def shake_hands(address: Address, origin: str) -> socket.socket:
    """An open WebSocket that does nothing by itself."""
    connection = opened(address)
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


class Served:
    """A small application being served."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.address: Address = server.servers[0].sockets[0].getsockname()

    def socket(self) -> closing[socket.socket]:
        return closing(shake_hands(self.address, self.server.address))

    def asked(self, version: bytes = b"1.1") -> closing[socket.socket]:
        """A connection on which a request has been sent."""
        connection = opened(self.address)
        connection.sendall(b"GET / HTTP/%b\r\nHost: tertulia.test\r\n\r\n" % version)
        return closing(connection)

    def has_let_go(self) -> bool:
        return not self.server.server_state.connections


Serve = Callable[[ASGIApp], Served]


@pytest.fixture
def serve_app(settings: Settings) -> Iterator[Serve]:
    running: list[tuple[Server, threading.Thread]] = []

    def serve(app: ASGIApp) -> Served:
        server = Server(uvicorn_config(app, settings), AsyncMock())
        running.append((server, in_thread(server)))
        return Served(server)

    yield serve
    for server, thread in running:
        server.should_exit = True
        thread.join(20)


def in_thread(server: Server) -> threading.Thread:
    """The thread in which the started server runs."""
    thread = threading.Thread(target=server.run)
    thread.start()
    eventually(lambda: server.started)
    return thread


async def listening(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that accepts sockets and discards what comes."""
    while True:
        message = await receive()
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        elif message["type"].startswith("lifespan."):
            await send({"type": message["type"] + ".complete"})
        if message["type"] in ("lifespan.shutdown", "websocket.disconnect"):
            return


async def telling(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that answers every request with eight megabytes."""
    if scope["type"] == "lifespan":
        return await listening(scope, receive, send)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(128):
        await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
    await send({"type": "http.response.body"})
