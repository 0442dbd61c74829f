"""Friends who play without a browser: an HTTP cookie jar and a WebSocket, as docs/protocol.md has them."""

from __future__ import annotations

import asyncio
import json
import secrets
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

Message = dict[str, Any]


class Friend:
    """Somebody with a cookie."""

    def __init__(self, base_url: str, tls: ssl.SSLContext | None = None) -> None:
        self.base_url = base_url
        self._tls = tls
        verify = tls or base_url.startswith("https")  # to know whom to trust takes 20 ms
        self.http = httpx.AsyncClient(base_url=base_url, headers={"origin": base_url}, verify=verify)

    async def __aenter__(self) -> Self:
        await self.visit()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def visit(self) -> None:
        """Get a cookie."""
        (await self.http.get("/")).raise_for_status()

    async def open_room(self, name: str, game: str = "tcnccc", seats: int = 2, **options: Any) -> str:
        wish = {"game": game, "seats": seats, "options": options, "name": name}
        answer = await self.http.post("/api/rooms", json=wish)
        answer.raise_for_status()
        code: str = answer.json()["room"]
        return code

    async def enter(self, room: str, name: str | None = None, seen: int = 0) -> Page:
        """Open the room's page and say hello."""
        page = await self.connect(room)
        await page.send(type="hello", **({"name": name} if name else {}), seen=seen)
        return page

    async def connect(self, room: str, **headers: str) -> Page:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        socket = await connect(
            self.base_url.replace("http", "ws", 1) + f"/ws/{room}",
            origin=Origin(self.base_url),
            additional_headers={"Cookie": cookies, **headers},
            subprotocols=[Subprotocol("tertulia.1")],
            compression=None,
            ssl=self._tls,
        )
        return Page(socket)


class Page:
    """An open page: the newest table and frame, and what else was said."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: Message = {}
        self.frame: Message = {}
        self.heard: list[Message] = []
        self.text = ""
        """The last message as it came."""

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def play(self, move: Message, *, id: str | None = None, question: int | None = None) -> str:
        """Answer the question that is asked now; the id under which it was sent."""
        id = id or secrets.token_hex(16)
        number = self.frame["question"] if question is None else question
        await self.send(type="play", id=id, question=number, move=move)
        return id

    async def next(self) -> Message:
        """The next message. Raises ConnectionClosed."""
        self.text = str(await self.socket.recv())
        message: Message = json.loads(self.text)
        self.heard.append(message)
        if message["type"] == "table":
            self.table = message
        if message["type"] == "frame":
            self.frame = message
        return message

    async def hear(self, type: str, such: Callable[[Message], bool] = lambda message: True) -> Message:
        """Read on to the next message of this type. Fails after five seconds."""
        async with asyncio.timeout(5):
            while True:
                message = await self.next()
                if message["type"] == type and such(message):
                    return message

    async def hear_the_end(self) -> int:
        """Read on until the connection closes; the close code."""
        with suppress(ConnectionClosed):
            async with asyncio.timeout(15):
                while True:
                    await self.next()
        assert self.socket.close_code is not None
        return self.socket.close_code

    async def close(self) -> None:
        await self.socket.close()


def is_asked(frame: Message) -> bool:
    """Whether this frame asks its reader for an answer."""
    return frame["you"] is not None and frame["you"] in frame["asked"]
