"""Server sockets without a network, and what the parser alone would make of the same bytes."""

import asyncio
import logging
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF
from websockets.server import ServerProtocol

from app.access.rate_limits import ConnectionLimit
from app.protocol.extensions import DIRECT
from app.server.http import Config
from app.server.process import MOST_MESSAGE_BYTES
from app.server.websocket import BoundedWebSocket
from tests.support.tables import settled, until

HANDSHAKE: Final = (
    b"GET /ws/room HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK: Final = b"\x37\xfa\x21\x3d"
CONFIG: Final = Config("", connection_limit=ConnectionLimit(9, []), interface="asgi3", ws_max_size=MOST_MESSAGE_BYTES)
CONFIG.loaded, CONFIG.loaded_app = True, None
Message = str | bytes


class Heard(NamedTuple):
    """The result of a stream: messages, bytes written in answer, and whether the connection was dropped."""

    messages: list[Message]
    written: bytes
    over: bool


def by_the_parser(frames: Iterable[bytes]) -> Heard:
    """The stream through `websockets` alone, frame by frame, until the first invalid one."""
    parser = ServerProtocol(max_size=MOST_MESSAGE_BYTES, logger=logging.getLogger("reference"))
    parser.receive_data(HANDSHAKE)
    (request,) = parser.events_received()
    parser.send_response(parser.accept(request))
    parser.data_to_send()
    messages: list[Message] = []
    written, parts, kind = b"", b"", Opcode.TEXT
    for frame in frames:
        parser.receive_data(frame)
        for event in parser.events_received():
            assert isinstance(event, Frame)
            if event.opcode in (Opcode.TEXT, Opcode.BINARY):
                parts, kind = b"", event.opcode
            if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                parts += event.data
                if event.fin:
                    _add(messages, parts, kind, parser)
        written += b"".join(data for data in parser.data_to_send() if data != SEND_EOF)
        if parser.close_sent is not None:
            return Heard(messages, written, True)
    return Heard(messages, written, False)


def _add(messages: list[Message], payload: bytes, kind: Opcode, parser: ServerProtocol) -> None:
    try:
        messages.append(payload.decode() if kind is Opcode.TEXT else payload)
    except UnicodeDecodeError:
        parser.fail(1007)


class Wire(asyncio.Transport):
    """The server's end of a connection."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.paused = False
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close


def upgrade(wire: Wire) -> tuple[Any, Request]:
    """An HTTP connection, and the handshake that it passes on."""
    parser = ServerProtocol()
    parser.receive_data(HANDSHAKE)
    (request,) = parser.events_received()
    assert isinstance(request, Request)
    return SimpleNamespace(transport=wire, server=None, client=None, scheme="http"), request


class Served:
    """A server socket whose page says hello with its first message, as a session receives it."""

    def __init__(self, config: Config = CONFIG) -> None:
        self.messages: list[Message] = []
        self.wire = Wire()
        self.state = ServerState()
        self.socket = BoundedWebSocket(config, self.state, {}, asyncio.get_running_loop())
        self.socket.app = self.serve

    async def serve(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        if await self._hears(receive):
            await asyncio.sleep(0)  # looking up the room takes a step of the loop
            scope["extensions"][DIRECT]["socket"].receiver = self.messages.append
            while await self._hears(receive):
                pass

    async def _hears(self, receive: Any) -> bool:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return False
        text = message.get("text")
        self.messages.append(message["bytes"] if text is None else text)
        return True

    async def opens(self) -> None:
        self.socket.take_over(*upgrade(self.wire))
        await settled()
        assert self.wire.written.startswith(b"HTTP/1.1 101 ")
        self.wire.written = b""

    async def receives(self, portions: Iterable[bytes]) -> Heard:
        for portion in portions:
            await until(lambda: self.wire.closed or not self.wire.paused)
            if not self.wire.closed:
                self.socket.data_received(portion)
        await settled()
        return Heard(self.messages, self.wire.written, self.wire.closed)

    async def ends(self) -> None:
        self.socket.connection_lost(None)
        await asyncio.gather(*self.state.tasks)


def served(portions: list[bytes], let_in: bool = False) -> Heard:
    """`let_in`: the page enters its room after the first portion, before anything else comes."""

    async def talk() -> Heard:
        it = Served()
        await it.opens()
        if let_in:
            await it.receives(portions[:1])
        heard = await it.receives(portions[let_in:])
        await it.ends()
        return heard

    return asyncio.run(talk())


def frame(opcode: int, payload: bytes, *, fin: bool = True, more: int = 0, size: int = 0, masked: bool = True) -> bytes:
    """A client's frame. `more`: reserved bits; `size`: the bytes for its length, if not as few as possible."""
    length = len(payload)
    size = size or (1 if length < 126 else 3 if length < 65536 else 9)
    short = {1: length, 3: 126, 9: 127}[size]
    head = bytes([fin << 7 | more << 4 | opcode, masked << 7 | short]) + length.to_bytes(size)[1:] * (size > 1)
    if not masked:
        return head + payload
    return head + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))
