"""The connection of a page over an accepted WebSocket."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from app.access.security import address_of, own_origin
from app.protocol import messages
from app.protocol.extensions import DIRECT, DirectSocket
from app.protocol.messages import Refusal, Refused, ToBrowser
from app.rooms.connection import Gone
from games.engine import say


class WebSocketConnection:
    """Implements Connection of app/rooms/connection.py."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self.address = address_of(websocket)
        self.origin = own_origin(websocket)
        extension = websocket.scope.get("extensions", {}).get(DIRECT, {})
        self._socket: DirectSocket | None = extension.get("socket")

    @property
    def write_now(self) -> Callable[[str], bool] | None:
        """Sends a text at once if possible, and says whether it did. None where the server cannot."""
        return None if self._socket is None else self._socket.write_now

    def deliver_to(self, receiver: Callable[[str], None]) -> None:
        """From now on texts go to this function as they arrive, and hear() has only what is left; where the server
        cannot do that, hear() has all."""
        if self._socket is not None:
            self._socket.receiver = receiver

    async def hear(self) -> str:
        """The next text. Raises Gone, and Refusal for binary messages."""
        _refuse_ended(self._websocket.client_state)
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text: str | None = message.get("text")
        if text is None:
            raise Refusal("malformed", say("Messages are text, not binary."))
        return text

    async def say(self, message: ToBrowser) -> None:
        """Send a message. Raises Gone."""
        await self.send(messages.encode(message))

    async def refuse(self, refusal: Refusal) -> None:
        """Refuse a message without an id. Raises Gone."""
        await self.say(Refused(None, refusal.code, refusal.text))

    async def send(self, text: str) -> None:
        """Send an encoded message. Raises Gone."""
        _refuse_ended(self._websocket.application_state)
        with _gone():
            await self._websocket.send_text(text)

    async def close(self, code: int) -> None:
        """Close it, if it is open. Raises Gone when the page was faster."""
        if self._websocket.application_state is WebSocketState.CONNECTED:
            with _gone():
                await self._websocket.close(code)

    async def wait_for_the_end(self) -> None:
        """Wait until either side has closed; messages are discarded."""
        while self._websocket.client_state is WebSocketState.CONNECTED:
            await self._websocket.receive()


def _refuse_ended(state: WebSocketState) -> None:
    if state is not WebSocketState.CONNECTED:
        raise Gone


@contextmanager
def _gone() -> Iterator[None]:
    try:
        yield
    except WebSocketDisconnect:
        raise Gone from None
