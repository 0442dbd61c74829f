"""The server side of a WebSocket: limits that uvicorn lacks, and a way past the queues of ASGI.

Messages that arrive while the application listens by itself are passed to its receiver (app/protocol/extensions.py) in
the same call. Parsing, ASGI and closing are left to uvicorn and websockets. What is overridden has its reason beside
it, and the figures are in docs/decisions.md.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Generator
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request as HandshakeRequest
from websockets.http11 import Response as HandshakeResponse
from websockets.protocol import Protocol, State
from websockets.server import ServerProtocol

from app.access.rate_limits import Bucket
from app.protocol.extensions import DIRECT
from app.server.http import HEADERS, LEFT_BEHIND_S, Config
from app.server.waiting import Gate, Messages
from app.settings import Rate

MOST_FRAGMENTS: Final = 64
# A page sends a handful of frames a second; many more are a flood that would delay others.
FRAMES: Final = Rate(300, 3)
BYTES_AT_ONCE: Final = 1024
LINGER_S: Final = 10.0

_PING: Final = b"\x89\x00"


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket with limits: a peer cannot keep it open or fill its buffers without reading, nor flood it."""

    config: Config
    conn: _Connection
    queue: Messages  # type: ignore[assignment]
    writable: Gate  # type: ignore[assignment]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue, self.writable = Messages(), Gate()
        self._frames_left = Bucket(FRAMES, time.monotonic)
        self.conn.parser.close()  # it refers to its connection: a reference cycle
        self.conn = _Connection(max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error"))
        self._extensions: dict[str, Any] = {}
        self.receiver: Callable[[str], None] | None = None
        self._heard_at = self.loop.time()
        self._pinged_at: float | None = None
        """When the ping was sent that has not been answered yet."""

    def take_over(self, http: HttpToolsProtocol, request: HandshakeRequest) -> None:
        """Take over this connection. Replaces connection_made(), and data_received() with the handshake, which counts
        as a frame."""
        self._frames_left.take()
        self.connections.add(self)
        self.transport, self.server, self.client = http.transport, http.server, http.client
        self.scheme = "wss" if http.scheme == "https" else "ws"
        self.handle_connect(request)
        self.transport.set_protocol(self)

    def handle_connect(self, event: HandshakeRequest) -> None:
        """Add DIRECT to the scope, so that the application can send and receive without another turn of the event
        loop."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self._extensions = self.scope["extensions"]
            self._extensions[DIRECT] = {"socket": self}

    async def until_writable(self) -> None:
        """Wait for the messages before, as ASGI's send() does."""
        await self.writable.wait()

    def write_now(self, *messages: bytes) -> bool:
        """Send text messages at once. False: none was sent, because an earlier one is still being sent or the socket is
        closing: also if the close frame came in one piece with the message that is answered."""
        if self.conn.state is not State.OPEN or not self.writable.is_open or self.transport.is_closing():
            return False
        for message in messages:
            self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    # --- Receiving ------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse in small portions, so that a flood is stopped before all of it is processed."""
        self._heard_at = self.loop.time()
        if self._pinged_at is not None:
            self._answer(self._pinged_at)
        for at in range(0, len(data), BYTES_AT_ONCE):
            if not self.transport.is_closing():
                super().data_received(data[at : at + BYTES_AT_ONCE])

    def handle_events(self) -> None:
        """Process frames; close the connection when there have been too many."""
        before = self.conn.frames
        super().handle_events()
        if self._frames_left.take(self.conn.frames - before) is not None and not self.transport.is_closing():
            self._fail_for_flood()

    def _fail_for_flood(self) -> None:
        self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
        self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, to the receiver unless others are still waiting for receive(). Invalid UTF-8 closes the
        connection without a log line."""
        if self.transport.is_closing():
            self.frames = []
        elif self.curr_msg_data_type == "text" and not self.close_sent:
            self._pass_on(b"".join(self.frames))
        else:
            super().send_receive_event_to_app()

    def _pass_on(self, payload: bytes) -> None:
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            self.conn.fail(CloseCode.INVALID_DATA)
            return self.handle_parser_exception()
        if self.receiver is None or self.read_paused:
            return super().send_receive_event_to_app()
        self.frames = []
        self.receiver(text)

    def handle_cont(self, event: Frame) -> None:
        """Add one fragment of a message; too many close the connection."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    # --- Keeping alive --------------------------------------------------------------------------------------
    # uvicorn pings everybody, whether they are heard or not, with a timer each: ten thousand open pages would take a
    # quarter of a core and not a tenth of one, and half a kilobyte more each.

    def start_keepalive(self) -> None:
        """Start at a random moment, so that connections opened together are not pinged together."""
        if self.ping_interval:
            after_s = (1 + secrets.randbelow(1000) / 1000) * self.ping_interval / 2
            self.config.keepalive.watch(self, after_s)

    def stop_keepalive(self) -> None:
        """Stop checking whether the peer is there."""
        self._pinged_at = None
        self.config.keepalive.forget(self)

    def check(self) -> float | None:
        """Ping a peer that has been silent for a while, and give up on one that has not answered. A check of an idle
        connection costs about as much as its ping, because its memory is cold by then: so there is one per ping."""
        assert self.ping_interval is not None and self.ping_timeout is not None
        if self.close_sent or self.transport.is_closing():
            return None
        if self._pinged_at is not None:
            self.keepalive_timeout()
            return None
        now = self.loop.time()
        silent_for = now - self._heard_at
        if silent_for < self.ping_interval / 2:
            return self.ping_interval - silent_for
        self._pinged_at = now
        self.transport.write(_PING)
        return self.ping_timeout

    def _answer(self, pinged_at: float) -> None:
        self._pinged_at = None
        if self.ping_interval is not None:
            self.config.keepalive.watch(self, pinged_at + self.ping_interval - self._heard_at)

    # --- Ending ---------------------------------------------------------------------------------------------

    def keepalive_timeout(self) -> None:
        """Drop unsent data, as the peer is gone."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """Send a close frame; a peer that does not read it gets LEFT_BEHIND_S."""
        super().shutdown()
        self.loop.call_later(LEFT_BEHIND_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Break reference cycles: a network failure would leave thousands to the collector."""
        super().connection_lost(exc)
        self.receiver = None
        self.conn.parser.close()
        self._extensions.clear()

    async def run_asgi(self) -> None:
        """Serve the connection; afterwards the peer has LINGER_S to read the rest."""
        await super().run_asgi()
        self.loop.call_later(LINGER_S, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send; a rejected handshake counts as complete. Raises ClientDisconnected, as ASGI requires, also when this
        side closed the connection because of bad input, which uvicorn takes for an application error."""
        await self.writable.wait()
        if self._has_ended():
            self.handshake_complete = True
            raise ClientDisconnected
        await super().send(message)
        self.handshake_complete = self.handshake_complete or self.close_sent
        if self.handshake_complete and self.request is not None:
            # The handshake takes a fifth of the memory of an open page.
            self.request = self.response = None  # type: ignore[assignment]
            self.scope["headers"] = []

    def _has_ended(self) -> bool:
        """Whether nobody is left to answer; so too if it is closing before it was accepted."""
        over = self.close_sent or (self.transport.is_closing() and not self.handshake_complete)
        return over and self.initial_response is None


class _Connection(ServerProtocol):
    """Parses frames only, since the handshake was parsed as an HTTP request. Counts them, and adds our headers to
    rejections."""

    __slots__ = ("frames",)  # with more attributes its dictionary would no longer share its keys

    def __init__(self, **named: Any) -> None:
        self.frames = 0
        super().__init__(**named)

    def parse(self) -> Generator[None]:
        return Protocol.parse(self)

    def events_received(self) -> list[Any]:
        events = super().events_received()
        self.frames += len(events)
        return events

    def reject(self, status: Any, text: str) -> HandshakeResponse:
        response = super().reject(status, text)
        response.headers.update({name.decode(): value.decode() for name, value in HEADERS})
        return response
