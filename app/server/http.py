"""Timeouts and size limits that uvicorn lacks for HTTP: requests that never complete, responses nobody reads."""

import asyncio
import logging
import socket
import struct
from typing import Any, ClassVar, Final

import uvicorn
from uvicorn.lifespan.on import LifespanOn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.datastructures import Headers
from websockets.http11 import Request as HandshakeRequest

from app.access.rate_limits import ConnectionLimit
from app.access.security import NOTHING_ALLOWED, ON_EVERY_ANSWER
from app.server.keepalive import Keepalive
from app.server.read_pace import ReadingPace, unread_in_kernel

MOST_HEADER_BYTES: Final = 16 * 1024
MOST_REQUESTS_AT_ONCE: Final = 32
LEAST_BYTES_A_SECOND: Final = 4096
SEND_BUFFER: Final = 256 * 1024
"""Kernel buffer per connection: the default would hold megabytes for a slow reader."""
LEFT_BEHIND_S: Final = 1.0

HEADERS: Final = (*ON_EVERY_ANSWER, NOTHING_ALLOWED)


class Config(uvicorn.Config):
    """uvicorn's configuration without its log and headers, with a limit on HTTP connections per address, and one timer
    for all WebSockets."""

    def __init__(self, app: Any, *, connection_limit: ConnectionLimit, **named: Any) -> None:
        super().__init__(app, log_config=None, access_log=False, server_header=False, **named)
        self.connection_limit = connection_limit
        self.keepalive = Keepalive()

    def load(self) -> None:
        """Load everything, with our lifespan."""
        super().load()
        self.lifespan_class = Lifespan


class Lifespan(LifespanOn):
    """Without lines of its own: app/main.py has said why a start failed, and uvicorn's text of a traceback may be
    confidential."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.logger = logging.getLogger("uvicorn.error.lifespan")
        self.logger.disabled = True


class TimedHttp(HttpToolsProtocol):
    """An HTTP connection with limits: a request must be complete within ten seconds, its header at most 16 KiB; the
    client must read something every ten seconds, and 4 KiB a second over thirty. WebSockets give up their place."""

    config: Config
    request_within_s: ClassVar[float] = 10.0
    read_within_s: ClassVar[float] = 10.0
    pace_over_s: ClassVar[float] = 30.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it among those of its address, with a small buffer in the kernel, and wait for its first request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # resume_writing then means that nothing is unread
        self._socket: socket.socket = transport.get_extra_info("socket")
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._pace = ReadingPace(LEAST_BYTES_A_SECOND, self.pace_over_s, self.loop.time)
        self._reading: asyncio.TimerHandle | None = None
        self._header_bytes = 0
        self._in_header = True
        self._deadline: asyncio.TimerHandle | None = None
        self._slot = self.config.connection_limit.hold(self.client[0] if self.client else "")
        if self._slot is None:
            self._refuse(b"429 Too Many Requests", "Too many connections at once.", (b"retry-after", b"10"))
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a request, and refuse a long header: httptools takes any."""
        self._await_request()
        super().data_received(data)
        if self._in_header and self._deadline is not None:
            self._header_bytes += len(data)
            if self._header_bytes > MOST_HEADER_BYTES:
                self.send_400_response("The header is too long.")

    def on_message_begin(self) -> None:
        """A request begins, perhaps in the same bytes as the end of another."""
        super().on_message_begin()
        self._header_bytes = 0
        self._in_header = True
        self._await_request()

    def on_headers_complete(self) -> None:
        """Refuse a pipeline: uvicorn keeps any number of requests that wait for the one before."""
        super().on_headers_complete()
        self._in_header = False
        if len(self.pipeline) >= MOST_REQUESTS_AT_ONCE:
            self.transport.abort()

    def on_message_complete(self) -> None:
        """The request is here, and need not be waited for any longer."""
        super().on_message_complete()
        self._request_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over with the handshake as it was parsed. uvicorn writes it out and has websockets parse
        it again, which keeps it for ever, a fifth of an open page, and answers nobody who sends very many headers."""
        self._release()
        self.transport.set_write_buffer_limits()
        self.connections.discard(self)
        made: Any = self.ws_protocol_class  # app/server/websocket.py
        websocket = made(config=self.config, server_state=self.server_state, app_state=self.app_state)
        websocket.take_over(self, self._handshake())
        self.parser = None  # type: ignore[assignment]  # a reference cycle, for the garbage collector to find

    def _handshake(self) -> HandshakeRequest:
        """The request to be upgraded to a WebSocket, which httptools has parsed."""
        headers = Headers()
        for name, value in self.scope["headers"]:
            headers[name.decode("ascii")] = value.decode("ascii", "surrogateescape")
        return HandshakeRequest(self.url.decode("ascii", "surrogateescape"), headers, self.scope["method"])

    def connection_lost(self, exc: Exception | None) -> None:
        """Give up its place, and stop its timers."""
        self._release()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Measure how fast the client reads, for whom uvicorn would wait for ever."""
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        """The client has read everything."""
        super().resume_writing()
        self._reader_caught_up()

    def send_400_response(self, msg: str) -> None:
        """Like uvicorn's, with our headers."""
        self._refuse(b"400 Bad Request", msg)

    def _refuse(self, status: bytes, why: str, *more: tuple[bytes, bytes]) -> None:
        headers = [*HEADERS, (b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *more]
        head = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        length = b"content-length: %d\r\n\r\n" % len(why)
        self.transport.write(b"HTTP/1.1 " + status + b"\r\n" + head + length + why.encode("ascii"))
        self.transport.close()

    def _release(self) -> None:
        """Stop all timers, and give up the place."""
        self._request_complete()
        self._reader_caught_up()
        if self._slot is not None:
            self._slot.close()

    def shutdown(self) -> None:
        """Drop incomplete requests; unread responses get LEFT_BEHIND_S."""
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
        """Abort, and make the kernel discard unsent data."""
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
