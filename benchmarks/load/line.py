"""A minimal WebSocket client, cheap enough that a measurement does not measure itself.

It implements as much of RFC 6455 as these servers need: whole text messages, answers to pings, one close frame. Its
mask is zero, which leaves payloads unchanged.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final, cast

from benchmarks.load.servers import HOST, Address

TEXT: Final = 1
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
FIN: Final = 0x80
NO_MASK: Final = bytes(4)
CUT: Final = 1006
OPEN_WITHIN_S: Final = 30.0


class NotLetIn(OSError):
    """The handshake was refused, or the connection was cut before the response."""


def deaf(text: bytes) -> None:
    """Ignores everything."""


class Line(asyncio.Protocol):
    """One connection. `hear` is called with every text; `lost`, once, with the close code."""

    def __init__(self, hear: Callable[[bytes], None] = deaf, lost: Callable[[int], None] | None = None) -> None:
        self.hear = hear
        self.lost = lost
        self.cookie = ""
        self.pings = 0
        self.code: int | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._unread = b""
        self._is_open = False
        self._said_code = CUT

    # --- Sending ---

    def say(self, text: bytes) -> None:
        """Send a message."""
        self._transport.write(_head(TEXT, len(text)) + text)

    def send_frame(self, opcode: int, data: bytes = b"", fin: bool = True) -> None:
        """Send any frame, even an invalid one."""
        self._transport.write(_head(opcode, len(data), fin) + data)

    def write(self, data: bytes) -> None:
        """Send raw bytes."""
        self._transport.write(data)

    def stop_reading(self) -> None:
        """Stop reading, until the kernel's buffer is full."""
        self._transport.pause_reading()

    def read_on(self) -> None:
        self._transport.resume_reading()

    @property
    def socket(self) -> socket.socket:
        """The socket, for socket options."""
        return cast(socket.socket, self._transport.get_extra_info("socket"))

    def cut(self) -> None:
        """End the connection without a close frame."""
        self._transport.abort()

    def close(self) -> None:
        """Send a close frame; the server answers, and closes."""
        if not self._transport.is_closing():
            self.send_frame(CLOSE, (1000).to_bytes(2, "big"))

    # --- Receiving ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._unread = self._unread + data if self._unread else data
        if self._is_open or self._take_answer():
            self._take_frames()

    def connection_lost(self, error: Exception | None) -> None:
        self.code = self._said_code
        if not self.opened.done():
            self.opened.set_exception(NotLetIn("cut"))
        elif self.lost is not None and self._is_open:
            self.lost(self.code)

    def _take_answer(self) -> bool:
        """Whether the handshake was accepted."""
        head, end, rest = self._unread.partition(b"\r\n\r\n")
        if not end or self.opened.done():
            return False
        status, *headers = head.decode("latin-1").split("\r\n")
        if status.split()[1] != "101":
            self.opened.set_exception(NotLetIn(status))
            self._transport.abort()
            return False
        self.cookie = next((_cookie(header) for header in headers if header.lower().startswith("set-cookie:")), "")
        self._unread = rest
        self._is_open = True
        self.opened.set_result(None)
        return True

    def _take_frames(self) -> None:
        data, at, end = self._unread, 0, len(self._unread)
        while end - at >= 2:
            length, begin = data[at + 1], at + 2
            if length > 125:
                begin += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : begin], "big") if end >= begin else 1 << 62
            if end - begin < length:
                break
            self._take(data[at], data[begin : begin + length])
            at = begin + length
        self._unread = data[at:]

    def _take(self, first: int, data: bytes) -> None:
        opcode = first ^ FIN
        if opcode == TEXT:
            self.hear(data)
        elif opcode == PING:
            self.pings += 1
            self.send_frame(PONG, data)
        elif opcode == CLOSE:
            self._said_code = int.from_bytes(data[:2], "big") if data else 1005
            self.send_frame(CLOSE, data)
            self._transport.close()
        elif opcode != PONG:
            raise ValueError(f"a server of ours does not send such a frame: {first:#x}")


def _head(opcode: int, length: int, fin: bool = True) -> bytes:
    first = opcode | (FIN if fin else 0)
    if length < 126:
        return bytes((first, 0x80 | length)) + NO_MASK
    if length < 1 << 16:
        return bytes((first, 0x80 | 126)) + length.to_bytes(2, "big") + NO_MASK
    return bytes((first, 0x80 | 127)) + length.to_bytes(8, "big") + NO_MASK


def _cookie(header: str) -> str:
    return header.partition(":")[2].partition(";")[0].strip()


def handshake(server: Address, path: str, cookie: str = "") -> bytes:
    """The request that opens a connection, as sent by one of the server's own pages."""
    known = f"Cookie: {cookie}\r\n" if cookie else ""
    return (
        f"GET {path} HTTP/1.1\r\nHost: {HOST}:{server.port}\r\nOrigin: {server.origin}\r\n{known}"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: tertulia.1\r\n\r\n"
    ).encode()


async def open_line(
    server: Address,
    path: str,
    cookie: str = "",
    hear: Callable[[bytes], None] = deaf,
    lost: Callable[[int], None] | None = None,
    source: str = HOST,
) -> Line:
    """An open connection. Raises OSError or TimeoutError. `source`: the loopback address it comes from; the kernel has
    28,000 ports for each."""
    loop = asyncio.get_running_loop()
    line = Line(hear, lost)
    await loop.create_connection(lambda: line, HOST, server.port, local_addr=(source, 0))
    line.write(handshake(server, path, cookie))
    try:
        async with asyncio.timeout(OPEN_WITHIN_S):
            await line.opened
    except BaseException:
        line.cut()
        with suppress(NotLetIn, asyncio.InvalidStateError):
            line.opened.exception()
        raise
    return line
