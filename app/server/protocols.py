"""Timeouts and size limits that uvicorn lacks: requests that never complete, responses nobody reads, floods."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import time
from functools import lru_cache
from typing import Any, ClassVar, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request as HandshakeRequest
from websockets.http11 import Response as HandshakeResponse
from websockets.protocol import State
from websockets.server import ServerProtocol

from app.access.rate_limits import Bucket, Places
from app.access.security import NOTHING_ALLOWED, ON_EVERY_ANSWER
from app.protocol.extensions import WRITE_NOW
from app.server.read_pace import ReadingPace, unread_in_kernel
from app.settings import Rate

MOST_FRAGMENTS: Final = 64
MOST_HEADER_BYTES: Final = 16 * 1024
# A page sends a handful of frames a second; more is a flood that would delay others.
FRAMES: Final = Rate(300, 3)
BYTES_AT_ONCE: Final = 4096
MOST_REQUESTS_AT_ONCE: Final = 32
LINGER_S: Final = 10.0
LEAST_BYTES_A_SECOND: Final = 4096
SEND_BUFFER: Final = 256 * 1024
"""Kernel buffer per connection: the default would hold megabytes for a slow reader."""
LEFT_BEHIND_S: Final = 1.0

_HEADERS: Final = (*ON_EVERY_ANSWER, NOTHING_ALLOWED)


class Config(uvicorn.Config):
    """uvicorn's configuration, with the limit of HTTP connections per address."""

    def __init__(self, *arguments: Any, places: Places, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.places = places


class TimedHttp(HttpToolsProtocol):
    """An HTTP connection with limits: a request is complete within ten seconds, its header at most 16 KiB; the client
    reads something every ten seconds and at least 4 KiB a second over thirty. WebSockets give their place back."""

    config: Config
    request_within_s: ClassVar[float] = 10.0
    read_within_s: ClassVar[float] = 10.0
    pace_over_s: ClassVar[float] = 30.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # resume_writing then means that nothing is unread
        self._socket: socket.socket = transport.get_extra_info("socket")
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._pace = ReadingPace(LEAST_BYTES_A_SECOND, self.pace_over_s, self.loop.time)
        self._reading: asyncio.TimerHandle | None = None
        self._header_bytes = 0
        self._in_header = True
        self._deadline: asyncio.TimerHandle | None = None
        self._place = self.config.places.hold(self.client[0] if self.client else "")
        if self._place is None:
            self._refuse(b"429 Too Many Requests", "Too many connections at once.", (b"retry-after", b"10"))
        self._await_request()

    def data_received(self, data: bytes) -> None:
        self._await_request()
        super().data_received(data)
        if self._in_header and self._deadline is not None:
            self._header_bytes += len(data)
            if self._header_bytes > MOST_HEADER_BYTES:
                self.send_400_response("The header is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._header_bytes = 0
        self._in_header = True
        self._await_request()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._in_header = False
        if len(self.pipeline) >= MOST_REQUESTS_AT_ONCE:
            self.transport.abort()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._request_complete()

    def handle_websocket_upgrade(self) -> None:
        self._request_complete()
        self._reader_caught_up()
        self._release_place()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()
        self._break_cycle()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_complete()
        self._reader_caught_up()
        self._release_place()
        super().connection_lost(exc)
        self._break_cycle()

    def _break_cycle(self) -> None:
        """Break the reference cycle between parser and connection, for the garbage collector's sake."""
        self.parser = None  # type: ignore[assignment]

    def pause_writing(self) -> None:
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader_caught_up()

    def send_400_response(self, msg: str) -> None:
        """Like uvicorn's, with our headers."""
        self._refuse(b"400 Bad Request", msg)

    def _refuse(self, status: bytes, why: str, *more: tuple[bytes, bytes]) -> None:
        headers = [*_HEADERS, (b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *more]
        head = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        length = b"content-length: %d\r\n\r\n" % len(why)
        self.transport.write(b"HTTP/1.1 " + status + b"\r\n" + head + length + why.encode("ascii"))
        self.transport.close()

    def _release_place(self) -> None:
        if self._place is not None:
            self._place.close()
            self._place = None

    def shutdown(self) -> None:
        """Incomplete requests are dropped; unread responses get LEFT_BEHIND_S."""
        super().shutdown()
        if self._deadline is not None:
            self.transport.abort()
        else:
            self.loop.call_later(LEFT_BEHIND_S, self._abort_if_unread)

    def _abort_if_unread(self) -> None:
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _await_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.request_within_s, self.transport.abort)

    def _await_reader(self) -> None:
        unread = self._unread()
        self._pace.waits(unread)
        self._reading = self.loop.call_later(self.read_within_s, self._check_progress, unread)

    def _check_progress(self, before: int) -> None:
        unread = self._unread()
        if unread >= before or self._pace.is_too_slow(unread):
            self._reset()
        else:
            self._await_reader()

    def _unread(self) -> int:
        return self.transport.get_write_buffer_size() + unread_in_kernel(self._socket)

    def _reset(self) -> None:
        """Abort, and make the kernel drop what it still holds for this peer."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def _reader_caught_up(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
            if not self.transport.is_closing() and self._pace.is_too_slow(self._unread()):
                self._reset()

    def _request_complete(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that a peer cannot keep open or fill without reading, nor flood."""

    conn: _Handshake

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames_left = Bucket(FRAMES, time.monotonic)
        self.conn = _Handshake(max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error"))
        self._extensions: dict[str, Any] = {}

    def handle_connect(self, event: HandshakeRequest) -> None:
        """Adds WRITE_NOW to the scope, by which the application can send without another turn of the event loop."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self._extensions = self.scope["extensions"]
            self._extensions[WRITE_NOW] = {"write": self.write_now}

    def write_now(self, text: str) -> bool:
        """Send a message at once; False when an earlier one is still under way."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(_framed(text))
        return True

    def data_received(self, data: bytes) -> None:
        """In small portions, so that a flood is stopped before all of it is processed."""
        for at in range(0, len(data), BYTES_AT_ONCE):
            if not self.transport.is_closing():
                super().data_received(data[at : at + BYTES_AT_ONCE])

    def handle_events(self) -> None:
        """Process frames; close the connection when there were too many lately."""
        before = self.conn.frames
        super().handle_events()
        if self._frames_left.take(self.conn.frames - before) is not None and not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. Invalid UTF-8 closes the connection without a log line."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.fail(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        """Add one part of a message; too many parts close the connection."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        """The peer is gone: drop what is still to be sent."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """Send a close frame; a peer that does not read it gets LEFT_BEHIND_S."""
        super().shutdown()
        self.loop.call_later(LEFT_BEHIND_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Break reference cycles: thousands would be left to the collector when a network fails."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self._extensions.clear()

    async def run_asgi(self) -> None:
        """Serve the connection; then the peer has LINGER_S to read the rest."""
        await super().run_asgi()
        self.loop.call_later(LINGER_S, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send; a handshake that was answered with a rejection is complete. Raises ClientDisconnected, as ASGI wants,
        also when this side closed the connection because of its input, which uvicorn takes for an application error."""
        await self.writable.wait()
        if self._has_ended():
            self.handshake_complete = True
            raise ClientDisconnected
        await super().send(message)
        self.handshake_complete = self.handshake_complete or self.close_sent

    def _has_ended(self) -> bool:
        """A connection that is closing before it was accepted has nobody to answer."""
        over = self.close_sent or (self.transport.is_closing() and not self.handshake_complete)
        return over and self.initial_response is None


@lru_cache(maxsize=16)
def _framed(text: str) -> bytes:
    """The message as a WebSocket frame, unmasked and uncompressed: the same bytes for all recipients."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class _Handshake(ServerProtocol):
    """Counts frames, and adds our headers to rejections."""

    frames = 0

    def events_received(self) -> list[Any]:
        events = super().events_received()
        self.frames += len(events)
        return events

    def reject(self, status: Any, text: str) -> HandshakeResponse:
        response = super().reject(status, text)
        response.headers.update({name.decode(): value.decode() for name, value in _HEADERS})
        return response
