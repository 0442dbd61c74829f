"""The connection of a page over an accepted WebSocket."""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import Message, Receive, Send

from app.protocol.extensions import DirectSocket, WriteNow
from app.protocol.messages import Refusal
from app.rooms.connection import Connection, Gone
from games.engine import say


class WebSocketConnection(Connection):
    """Keeps only what an open socket needs of ASGI, and nothing of the handshake."""

    def __init__(
        self, receive: Receive, send: Send, address: str, origin: str, socket: DirectSocket | None = None
    ) -> None:
        """`socket`: if the server has the extension of app/protocol/extensions.py."""
        self.address = address
        self.origin = origin
        self._receive = receive
        self._send = send
        self._socket = socket
        self._is_heard = True
        self._is_open = True

    @property
    def write_now(self) -> WriteNow | None:
        return None if self._socket is None else self._socket.write_now

    def deliver_to(self, receiver: Callable[[str], None], is_awaited: Callable[[], bool]) -> None:
        if self._socket is not None:
            self._socket.receiver, self._socket.is_awaited = receiver, is_awaited

    async def hear(self) -> str:
        text: str | None = (await self._heard()).get("text")
        if text is None:
            raise Refusal("malformed", say("Messages are text, not binary."))
        return text

    async def _heard(self) -> Message:
        if not self._is_heard:
            raise Gone
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._is_heard = False
            raise Gone
        return message

    async def send(self, message: bytes) -> None:
        if not self._is_open:
            raise Gone
        await self._send_or_gone({"type": "websocket.send", "text": message.decode()})

    async def close(self, code: int) -> None:
        if self._is_open:
            self._is_open = False
            await self._send_or_gone({"type": "websocket.close", "code": code, "reason": ""})

    async def _send_or_gone(self, message: Message) -> None:
        try:
            await self._send(message)
        except OSError:  # ASGI's error for a closed connection
            self._is_open = False
            raise Gone from None

    async def wait_for_the_end(self) -> None:
        while True:
            await self._heard()
