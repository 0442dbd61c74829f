"""The WebSocket of a page, spoken to the application in this process: all of the server but the network."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import Any

import httpx
from fastapi import FastAPI

from tests.conftest import HERE, browser

Message = dict[str, Any]


class Person:
    """Somebody with a cookie."""

    def __init__(self, app: FastAPI, name: str) -> None:
        self.app = app
        self.name = name
        self.http = browser(app)

    async def visits(self) -> Person:
        """Gets a cookie."""
        (await self.http.get("/")).raise_for_status()
        return self

    async def opens(self, game: str, seats: int, **options: Any) -> str:
        wish = {"game": game, "seats": seats, "options": options, "name": self.name}
        answer = await self.http.post("/api/rooms", json=wish)
        answer.raise_for_status()
        room: str = answer.json()["room"]
        return room

    async def enters(self, room: str, seen: int = 0, **hello: Any) -> Wire:
        """Opens the room's page; says hello."""
        wire = Wire(self, room)
        await wire.send(type="hello", name=self.name, seen=seen, **hello)
        return wire

    async def gets(self, path: str) -> httpx.Response:
        return await self.http.get(path)


class Wire:
    """One open page: the newest table and frame, and all that was heard."""

    def __init__(self, person: Person, room: str) -> None:
        self.person = person
        self.room = room
        self.heard: list[Message] = []
        self.table: Message = {}
        self.frame: Message = {}
        self.headers: dict[str, str] = {}
        """Those with which the server took it in."""
        self.code: int | None = None
        self.closed = False
        """By us."""
        self._to_server: asyncio.Queue[Message] = asyncio.Queue()
        self._news = asyncio.Event()
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(person.app(self._scope(), self._to_server.get, self._hear))

    def _scope(self) -> Message:
        cookies = "; ".join(f"{name}={value}" for name, value in self.person.http.cookies.items())
        headers = {"host": HERE.removeprefix("http://"), "origin": HERE, "cookie": cookies}
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": f"/ws/{self.room}",
            "raw_path": f"/ws/{self.room}".encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("192.0.2.7", 50_000),
            "server": ("tertulia.test", 80),
            "subprotocols": ["tertulia.1"],
            "extensions": {"websocket.http.response": {}},
        }

    async def _hear(self, event: Message) -> None:
        if event["type"] == "websocket.accept":
            self.headers = {name.decode(): value.decode() for name, value in event["headers"]}
        elif event["type"] == "websocket.send":
            message = json.loads(event["text"])
            self.heard.append(message)
            if message["type"] in ("table", "frame"):
                setattr(self, message["type"], message)
        elif event["type"] == "websocket.close":
            self.code = event.get("code", 1000)
            self._to_server.put_nowait({"type": "websocket.disconnect", "code": self.code})
        self._news.set()

    async def send(self, **message: Any) -> None:
        self._to_server.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def plays(self, move: Message, **more: Any) -> str:
        """Answers the question of the newest frame; the id under which it was sent."""
        id = secrets.token_hex(16)
        await self.send(**{"type": "play", "id": id, "question": self.frame.get("question"), "move": move, **more})
        return id

    async def hears(self, type: str, **fields: Any) -> Message:
        """The newest message of this type with these fields, once it has come."""
        async with asyncio.timeout(5):
            while True:
                for message in reversed(self.heard):
                    if message["type"] == type and fields.items() <= message.items():
                        return message
                await self._hears_more(type)

    async def sees_table(self, such: Callable[[Message], Any]) -> Message:
        """The table, once it is such."""
        async with asyncio.timeout(5):
            while not self.table or not such(self.table):
                await self._hears_more("table")
        return self.table

    async def _hears_more(self, than: str) -> None:
        assert self.code is None, f"closed with {self.code} before any {than}"
        self._news.clear()
        await self._news.wait()

    async def catches_up(self) -> None:
        """Everything sent to this page so far has come: what is asked after it has been answered."""
        if self.code is None and not self.closed:
            id = secrets.token_hex(16)
            await self.send(type="play", id=id, question=10**9, move={"do": "nothing"})
            async with asyncio.timeout(5):
                while self.code is None and not any(message.get("id") == id for message in self.heard[-20:]):
                    self._news.clear()
                    await self._news.wait()

    async def hears_the_end(self) -> int:
        """The close code."""
        async with asyncio.timeout(5):
            while self.code is None:
                self._news.clear()
                await self._news.wait()
        return self.code

    async def leaves(self) -> None:
        """The connection ends without a word."""
        if not self.closed:
            self.closed = True
            self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})
            await self._task
