"""The line to one open page: texts come in, messages go out, and it is closed once. Over a line that has ended nothing
is said: whoever tries is told so by WebSocketDisconnect, whichever side ended it."""

from __future__ import annotations

from typing import Final

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from app.protocol import messages
from app.protocol.messages import Refusal, Refused, ToBrowser
from games.engine import say

GONE: Final = 1006


class Line:
    """A WebSocket that was let in."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket

    async def hear(self) -> str:
        """The next text. Raises Refusal for what is none, and WebSocketDisconnect."""
        self._refuse_ended(self._websocket.client_state)
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text: str | None = message.get("text")
        if text is None:
            raise Refusal("malformed", say("Messages are text, not binary."))
        return text

    async def say(self, message: ToBrowser) -> None:
        """Send a message. Raises WebSocketDisconnect."""
        await self.send(messages.encode(message))

    async def refuse(self, refusal: Refusal) -> None:
        """Say no to a message that had no id. Raises WebSocketDisconnect."""
        await self.say(Refused(None, refusal.code, refusal.text))

    async def send(self, text: str) -> None:
        """Send a message that was encoded already. Raises WebSocketDisconnect."""
        self._refuse_ended(self._websocket.application_state)
        await self._websocket.send_text(text)

    async def close(self, code: int) -> None:
        """End it, if it has not ended. Raises WebSocketDisconnect when the page was faster."""
        if self._websocket.application_state is WebSocketState.CONNECTED:
            await self._websocket.close(code)

    async def wait_for_the_end(self) -> None:
        """Until either side has closed it, whatever comes meanwhile."""
        while self._websocket.client_state is WebSocketState.CONNECTED:
            await self._websocket.receive()

    def _refuse_ended(self, state: WebSocketState) -> None:
        if state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect(GONE)
