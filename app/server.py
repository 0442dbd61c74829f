"""The process that serves: uvicorn, made patient with nobody, quiet about rooms, and polite when it stops.

What uvicorn does not do of itself: end connections that never finish a request, end sockets whose peer does not
read, say goodbye before it closes sockets, and keep room codes out of its log (they are in the paths it prints).
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import socket
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, Final

import uvicorn
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request as HandshakeRequest
from websockets.http11 import Response as HandshakeResponse
from websockets.server import ServerProtocol

from app.security import NOTHING_ALLOWED, ON_EVERY_ANSWER
from app.settings import Settings

# A message from 8 KiB up is refused in words (app/wire.py). One this long is not even read: close code 1009.
MOST_MESSAGE_BYTES: Final = 32 * 1024
MOST_FRAGMENTS: Final = 64
MOST_HEADER_BYTES: Final = 16 * 1024
MOST_UNREAD_PONG_BYTES: Final = 64 * 1024
# A player who vanishes is noticed after 3.5 + 3 seconds, and marked away a second later (app/rooms.py).
PING_EVERY_S: Final = 3.5
PONG_WITHIN_S: Final = 3.0
LINGER_S: Final = 10.0
DRAIN_WITHIN_S: Final = 4.5
FINISH_WITHIN_S: Final = 10

_HEADERS: Final = (*ON_EVERY_ANSWER, NOTHING_ALLOWED)

log = logging.getLogger("tertulia.server")
# An ASGI extension of our own: scope["extensions"][WRITE_NOW]["write"] is BoundedWebSocket.write_now.
WRITE_NOW: Final = "tertulia.write_now"

access = logging.getLogger("tertulia.access")

# --- Serving ------------------------------------------------------------------------------------------------


def serve(app: ASGIApp, settings: Settings, drain: Callable[[], Awaitable[None]]) -> None:
    """Serve until SIGINT or SIGTERM. `drain` lets the rooms say goodbye; a second SIGINT does not wait for it."""
    configure_logging(settings.log_level)
    _allow_many_sockets()
    _collect_garbage_less_often()
    server = Server(configured(app, settings), drain)
    server.run()
    if server.force_exit:
        # Nothing was closed, so threads may go on for ever. What was acknowledged is on the disk.
        os._exit(1)


def configured(app: ASGIApp, settings: Settings, http: type[HttpToolsProtocol] | None = None) -> uvicorn.Config:
    """How uvicorn is set up here."""
    return uvicorn.Config(
        app,
        host=settings.bind.host,
        port=settings.bind.port,
        http=http or TimedHttp,
        ws=BoundedWebSocket,
        ws_max_size=MOST_MESSAGE_BYTES,
        ws_ping_interval=PING_EVERY_S,
        ws_ping_timeout=PONG_WITHIN_S,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # app/security.py judges them
        server_header=False,
        timeout_graceful_shutdown=FINISH_WITHIN_S,
    )


class Server(uvicorn.Server):
    """A server that says where it is open, and drains before it stops."""

    def __init__(self, config: uvicorn.Config, drain: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._drain = drain

    @property
    def address(self) -> str:
        """What to open in a browser, once the server has started."""
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        if host in ("0.0.0.0", "::"):
            host = _address_on_the_network()
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open for connections, and say so."""
        await super().startup(sockets)
        if self.started:
            print(f"Tertulia is open at {self.address}", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the rooms say goodbye, then close. Still answers while it drains: with 503."""
        draining = asyncio.ensure_future(self._drain())
        waited_until = time.monotonic() + DRAIN_WITHIN_S
        while not draining.done() and not self.force_exit and time.monotonic() < waited_until:
            await asyncio.wait([draining], timeout=0.1)
        if not draining.done():
            draining.cancel()
        elif error := draining.exception():
            log.error("the rooms could not be closed", exc_info=error)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; at the second SIGINT without waiting. uvicorn would die of the signal after all: we exit with 0."""
        self.force_exit = self.force_exit or (self.should_exit and sig == signal.SIGINT)
        self.should_exit = True


def _address_on_the_network() -> str:
    """This machine's address for others at home: the one it would send from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def _collect_garbage_less_often() -> None:
    """What a move makes is freed as soon as nobody refers to it. Looking for rings among everything the rooms hold, as
    often as Python would, takes a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _allow_many_sockets() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# --- Connections --------------------------------------------------------------------------------------------


class TimedHttp(HttpToolsProtocol):
    """An HTTP connection that sends each request whole within ten seconds, with a header of at most 16 KiB."""

    request_within_s: ClassVar[float] = 10.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._header_bytes = 0
        self._in_header = True
        self._deadline: asyncio.TimerHandle | None = None
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        self._expect_request()
        super().data_received(data)
        if self._in_header and self._deadline is not None:
            self._header_bytes += len(data)
            if self._header_bytes > MOST_HEADER_BYTES:
                self.send_400_response("The header is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._header_bytes = 0
        self._in_header = True
        self._expect_request()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._in_header = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._got_request()

    def handle_websocket_upgrade(self) -> None:
        self._got_request()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._got_request()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """As uvicorn's, with the headers that every answer has."""
        headers = [*_HEADERS, (b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        head = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        length = b"content-length: %d\r\n\r\n" % len(msg)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head + length + msg.encode("ascii"))
        self.transport.close()

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.request_within_s, self.transport.abort)

    def _got_request(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that cannot be kept open, or filled, by a peer that does not read."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn = _Handshake(max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error"))

    def handle_connect(self, event: HandshakeRequest) -> None:
        """Begins to serve; an application that knows WRITE_NOW can send without waiting its turn in the loop."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][WRITE_NOW] = {"write": self.write_now}

    def write_now(self, text: str) -> bool:
        """Sends a message at once; False when that cannot be, for one before it is still on its way."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_cont(self, event: Frame) -> None:
        """Takes one more part of a message; a message of very many parts ends the connection."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answers, unless the peer has left many answers unread."""
        if self.transport.get_write_buffer_size() > MOST_UNREAD_PONG_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()

    def keepalive_timeout(self) -> None:
        """The peer is gone: nothing that is still to be sent to it holds the connection."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Serves the connection; after that the peer has ten seconds to read the rest."""
        await super().run_asgi()
        self.loop.call_later(LINGER_S, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Sends; a handshake that was answered with a refusal is complete."""
        await super().send(message)
        self.handshake_complete = self.handshake_complete or self.close_sent


class _Handshake(ServerProtocol):
    def reject(self, status: Any, text: str) -> HandshakeResponse:
        response = super().reject(status, text)
        response.headers.update({name.decode(): value.decode() for name, value in _HEADERS})
        return response


# --- What is written down -----------------------------------------------------------------------------------


class Witness:
    """Writes one line for each request, and for what goes wrong; answers HEAD as GET.

    A request's line has its route, never its path: a path may hold a room's code.
    """

    def __init__(self, app: ASGIApp, apology: Callable[[Scope], Response]) -> None:
        """`apology` makes the answer when something here fails."""
        self._app = app
        self._apology = apology

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        method = scope.get("method", "WS")
        scope = {**scope, "method": "GET"} if method == "HEAD" else {**scope}
        outcome = _Outcome(send)
        try:
            await self._serve(scope, receive, outcome)
        finally:
            _note(method, scope, outcome.status, time.perf_counter() - began)

    async def _serve(self, scope: Scope, receive: Receive, outcome: _Outcome) -> None:
        try:
            await self._app(scope, receive, outcome.send)
        except (ClientDisconnect, WebSocketDisconnect):
            pass
        except Exception as error:
            access.error("failed", exc_info=error, extra={"route": _route(scope)})
            if not outcome.status:
                await self._apology(scope)(scope, receive, outcome.send)
            elif scope["type"] == "websocket":
                with suppress(Exception):
                    await outcome.send({"type": "websocket.close", "code": 1011})
            else:
                raise


class _Outcome:
    """Passes messages on, and remembers the status they say."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
        elif message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.close":
            self.status = self.status or 403
        await self._send(message)


def _note(method: str, scope: Scope, status: int, seconds: float) -> None:
    route = _route(scope)
    routine = status < 400 and route.startswith(("/static/", "/livez", "/readyz"))
    fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    access.log(logging.DEBUG if routine else logging.INFO, "answered", extra=fields)


def _route(scope: Scope) -> str:
    return getattr(scope.get("route"), "path", "-")


def configure_logging(level: str) -> None:
    """One JSON line on standard output for each thing worth knowing; of other people's code only warnings."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("tertulia").setLevel(level.upper())


class Lines(logging.Formatter):
    """Nothing but these fields: no names, no codes of rooms, no cookies, nothing anybody sent."""

    FIELDS: Final = ("method", "route", "status", "ms", "kind", "seq", "seat", "code")

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        line["what"] = record.getMessage() if record.name.startswith("tertulia") else _beginning(record.msg)
        line |= {field: record.__dict__[field] for field in self.FIELDS if field in record.__dict__}
        if record.exc_info and record.exc_info[1] is not None:
            line |= {"error": type(record.exc_info[1]).__name__, "where": _where(record.exc_info[1])}
        return json.dumps(line)


def _beginning(template: object) -> str:
    """What other people's code says, as far as it is fixed: not its arguments, and nothing quoted."""
    if isinstance(template, OSError):  # uvicorn, when it cannot listen
        return str(template)
    for end in "\n(<{'\"":
        template = str(template).partition(end)[0]
    return str(template).strip()


def _where(error: BaseException) -> list[str]:
    """The last steps on the way to an error: files, lines and functions, but not what was in them."""
    steps = traceback.extract_tb(error.__traceback__)[-8:]
    return [f"{Path(step.filename).name}:{step.lineno} {step.name}" for step in steps]
