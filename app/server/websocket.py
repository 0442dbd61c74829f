"""The server side of a WebSocket: limits and timeouts that uvicorn lacks, and a fast path for short messages.

The parser of `websockets` handles any frame in any portions, which costs more than the move in a message. So the
messages that pages send, short texts in one whole frame, are taken out of the stream before it and passed to the
application's receiver (app/protocol/extensions.py) in the same call. Everything else (fragments, pings, closing, long
or invalid frames) is left to the parser; `unparsed` tells whether it is between two messages.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Generator
from functools import lru_cache
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request as HandshakeRequest
from websockets.http11 import Response as HandshakeResponse
from websockets.protocol import Protocol, State
from websockets.server import ServerProtocol

from app.access.rate_limits import Bucket
from app.protocol.extensions import DIRECT
from app.server.http import HEADERS, LEFT_BEHIND_S, Config
from app.server.short_frames import short_frame
from app.server.waiting import Gate, Messages
from app.settings import Rate

MOST_FRAGMENTS: Final = 64
# A page sends a handful of frames a second; many more are a flood that would delay others.
FRAMES: Final = Rate(300, 3)
BYTES_AT_ONCE: Final = 4096
LINGER_S: Final = 10.0
SILENCE_S: Final = 20.0

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
        self.is_awaited: Callable[[], bool] | None = None
        self._heard_at = self.loop.time()
        self._pinged_at: float | None = None
        """When the ping was sent that has not been answered yet."""
        self._asked = self._rests = False
        """Whether is_awaited was asked since something was sent, and whether it said no."""

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

    def write_now(self, *messages: bytes) -> bool:
        """Send text messages at once. False: none was sent, because an earlier one is still being sent or the socket is
        closing."""
        if self.close_sent or not self.writable.is_open or self.transport.is_closing():
            return False
        if self._asked:
            self._ask_again()
        if len(messages) == 1:
            self.transport.write(_head(len(messages[0])) + messages[0])
        else:
            self.transport.write(b"".join([_head(len(message)) + message for message in messages]))
        return True

    # --- Receiving ------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take out whole short messages, as pages send them, and leave the rest to the parser."""
        self._heard_at = self.loop.time()
        if self._pinged_at is not None:
            self._answer(self._pinged_at)
        at = 0
        while at < len(data) and self._is_between_messages:
            frame = short_frame(data, at)
            if frame is None:
                break
            opcode, payload, at = frame
            self._take(opcode, payload)
        if at < len(data):
            self._parse(data[at:] if at else data)

    @property
    def _is_between_messages(self) -> bool:
        return (
            self.receiver is not None
            and not self.conn.unparsed
            and not self.frames
            and self.conn.state is State.OPEN
            and not self.close_sent
            and not self.transport.is_closing()
        )

    def _take(self, opcode: Opcode, payload: bytes) -> None:
        if self._frames_left.take() is not None:
            self._fail_for_flood()
        elif opcode is Opcode.TEXT:
            self._deliver(payload)

    def _deliver(self, payload: bytes) -> None:
        """Pass a message on. Invalid UTF-8 closes the connection without a log line."""
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            self.conn.fail(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            assert self.receiver is not None
            self.receiver(text)

    def _parse(self, data: bytes) -> None:
        """Parse in small portions, so that a flood is stopped before all of it is processed."""
        for at in range(0, len(data), BYTES_AT_ONCE):
            if not self.transport.is_closing():
                portion = data[at : at + BYTES_AT_ONCE]
                self.conn.unparsed += len(portion)
                super().data_received(portion)

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
        """Pass a message on. Invalid UTF-8 closes the connection without a log line."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            payload = b"".join(self.frames)
            # Messages still waiting for receive() come first.
            if (self.receiver is not None and not self.read_paused) or not _is_text(payload):
                self.frames = []
                return self._deliver(payload)
        super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        """Add one fragment of a message; too many close the connection."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    # --- Keeping alive --------------------------------------------------------------------------------------

    def start_keepalive(self) -> None:
        """Start at a random moment, so that connections opened together are not pinged together."""
        if self.ping_interval:
            after_s = (1 + secrets.randbelow(1000) / 1000) * self.ping_interval / 2
            self.config.keepalive.watch(self, after_s)

    def stop_keepalive(self) -> None:
        """Stop checking whether the peer is there."""
        self._pinged_at = None
        self.config.keepalive.forget(self)

    def look(self) -> float | None:
        """Ping a peer that has been silent for a while, and give up on one that has not answered. A check of an idle
        connection costs about as much as its ping, because its memory is cold by then: so there is one per ping."""
        assert self.ping_interval is not None and self.ping_timeout is not None
        if self.close_sent or self.transport.is_closing():
            return None
        if self._pinged_at is not None:
            self.keepalive_timeout()
            return None
        every, now = self._ping_every(self.ping_interval), self.loop.time()
        silent_for = now - self._heard_at
        if silent_for < every / 2:
            return every - silent_for
        self._pinged_at = now
        self.transport.write(_PING)
        return self.ping_timeout

    def _answer(self, pinged_at: float) -> None:
        self._pinged_at = None
        if self.ping_interval is not None:
            after_s = pinged_at + self._ping_every(self.ping_interval) - self._heard_at
            self.config.keepalive.watch(self, after_s)

    def _ping_every(self, interval: float) -> float:
        """The ping interval in seconds: longer if nobody waits for this peer, as for most spectators."""
        if not self._asked:
            self._asked = True
            self._rests = self.is_awaited is not None and not self.is_awaited()
        return SILENCE_S if self._rests else interval

    def _ask_again(self) -> None:
        """Call is_awaited again at the next check, now that something was sent: sitting down or standing up always
        sends something."""
        self._asked = False
        if self._rests and self._pinged_at is None and self.ping_interval is not None:
            self._rests = False
            self.config.keepalive.watch(self, self.ping_interval)

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
        self.receiver = self.is_awaited = None
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
        if self._asked:
            self._ask_again()
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


@lru_cache(4096)
def _head(length: int) -> bytes:
    """The frame header of an unmasked, uncompressed text message of this many bytes. Most lengths recur."""
    if length < 126:
        return b"\x81%c" % length
    if length < 65536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def _bytes_of(frame: Frame) -> int:
    """The size of a client's frame on the wire, if its length is encoded minimally, as it must be."""
    length = len(frame.data)
    return 6 + (0 if length < 126 else 2 if length < 65536 else 8) + length


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class _Connection(ServerProtocol):
    """Parses frames only, since the handshake was parsed as an HTTP request. Counts frames, and bytes that are not yet
    a whole frame, and adds our headers to rejections."""

    __slots__ = ("frames", "unparsed")  # with more attributes its dictionary would no longer share its keys

    def __init__(self, **named: Any) -> None:
        self.frames = self.unparsed = 0
        super().__init__(**named)

    def parse(self) -> Generator[None]:
        return Protocol.parse(self)

    def events_received(self) -> list[Any]:
        events = super().events_received()
        self.frames += len(events)
        self.unparsed -= sum(_bytes_of(event) for event in events if isinstance(event, Frame))
        return events

    def reject(self, status: Any, text: str) -> HandshakeResponse:
        response = super().reject(status, text)
        response.headers.update({name.decode(): value.decode() for name, value in HEADERS})
        return response
