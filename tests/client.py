"""A player without a browser: a cookie, and open pages. The robot in docs/protocol.md takes the same steps.

`Friend(app)` talks to the application in this process, which is everything but the network; `Friend(address)` to a
listening server. Both kinds of pages have the same methods. Waiting is for messages received: none is lost, and a
timeout reports the latest ones.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import ssl
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, Self

import httpx
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedError
from websockets.frames import Close
from websockets.typing import Origin, Subprotocol

from tests.conftest import HERE, browser

Message = dict[str, Any]

PATIENCE_S: Final = 5.0
PROTOCOL: Final = "tertulia.1"


class Friend:
    """A guest with a cookie."""

    def __init__(self, where: FastAPI | str, name: str | None = None, tls: ssl.SSLContext | None = None) -> None:
        """At this address, or in this process. If a name is given, it is sent whenever one is required."""
        self.app, self.base_url = (None, where) if isinstance(where, str) else (where, HERE)
        self.name = name
        self.pages: list[Page] = []
        self._tls = tls
        if isinstance(where, str):
            trusted = tls or where.startswith("https")
            self.http = httpx.AsyncClient(base_url=where, headers={"origin": self.origin}, verify=trusted)
        else:
            self.http = browser(where)

    async def __aenter__(self) -> Self:
        return await self.visit()

    async def __aexit__(self, *_: object) -> None:
        """Leave all pages, whether the server has closed them or not."""
        await asyncio.gather(*(page.leave() for page in self.pages))
        await self.http.aclose()

    @property
    def origin(self) -> str:
        """That of pages at this address, which may have a path."""
        return "/".join(self.base_url.split("/")[:3])

    @property
    def cookies(self) -> str:
        """The cookies as a header value."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def visit(self) -> Self:
        """Get a cookie."""
        (await self.http.get("/")).raise_for_status()
        return self

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def open_room(
        self, name: str | None = None, game: str = "tcnccc", seats: int = 2, bots: bool = False, **options: Any
    ) -> str:
        wish = {"game": game, "seats": seats, "options": options, "name": name or self.name, "bots": bots}
        answer = await self.http.post("/api/rooms", json=wish)
        answer.raise_for_status()
        return answer.json()["room"]

    async def enter(self, room: str, name: str | None = None, seen: int = 0, **hello: Any) -> Page:
        """Open the room's page and say hello."""
        page = await self.connect(room)
        name = self.name if name is None else name
        await page.send(type="hello", **({} if name is None else {"name": name}), seen=seen, **hello)
        return page

    async def opens(self, *name: str, **room: Any) -> Page:
        """The page of a new room of this friend's, once it shows the table."""
        page = await self.enter(await self.open_room(*name, **room))
        await page.see("table")
        return page

    async def plays_a_bot(self) -> Page:
        """The page of a new game against a bot, once this friend is asked."""
        page = await self.enter(await self.open_room(self.name or "Ann", bots=True))
        await page.hear("frame", is_asked)
        return page

    async def connect(self, room: str, **headers: str) -> Page:
        """Open the room's page without saying hello."""
        self.pages.append(AppPage(self, room) if self.app else await self._socket_page(room, headers))
        return self.pages[-1]

    async def _socket_page(self, room: str, headers: dict[str, str]) -> Page:
        socket = await connect(
            self.base_url.replace("http", "ws", 1) + f"/ws/{room}",
            origin=Origin(self.origin),
            additional_headers={"Cookie": self.cookies, **headers},
            subprotocols=[Subprotocol(PROTOCOL)],
            compression=None,
            ssl=self._tls,
        )
        return SocketPage(self, room, socket)


class Page(ABC):
    """An open page: the newest table and frame, and all messages received."""

    def __init__(self, friend: Friend, room: str) -> None:
        self.friend = friend
        self.room = room
        self.table: Message = {}
        self.frame: Message = {}
        self.heard: list[Message] = []
        self.text = ""
        """The last message as received."""
        self.headers: dict[str, str] = {}
        """The headers of the handshake response, in lower case."""
        self.code: int | None = None
        """The close code."""
        self._taken = 0
        """The number of messages returned by next() or skipped by hear()."""

    def person(self, name: str) -> str:
        """The handle of whoever the newest table shows under this name."""
        people = [*self.table["seats"], *self.table["audience"]]
        return next(each["person"] for each in people if each["name"] == name)

    @abstractmethod
    async def send(self, **message: Any) -> None: ...

    @abstractmethod
    async def close(self) -> None:
        """Close the connection."""

    @abstractmethod
    async def leave(self) -> None:
        """Drop the connection without a close frame."""

    @abstractmethod
    async def _hear_more(self) -> None:
        """Receive at least one more message. Raises ConnectionClosed."""

    def _arrive(self, text: str) -> None:
        self.text = text
        message: Message = json.loads(text)
        self.heard.append(message)
        if message["type"] in ("table", "frame"):
            setattr(self, message["type"], message)

    def forget(self) -> None:
        """Ignore all messages so far."""
        self.heard.clear()
        self._taken = 0

    async def play(self, move: Message, **more: Any) -> str:
        """Answer the newest frame's question; the id sent with it."""
        id = more.pop("id", None) or secrets.token_hex(16)
        question = more.pop("question", self.frame.get("question"))
        await self.send(type="play", id=id, question=question, move=move, **more)
        return id

    async def next(self) -> Message:
        """The next message. Raises ConnectionClosed."""
        while self._taken >= len(self.heard):
            await self._hear_more()
        self._taken += 1
        return self.heard[self._taken - 1]

    async def hear(self, type: str, such: Callable[[Message], Any] = lambda message: True) -> Message:
        """The next message of this type that meets the condition."""
        async with self._patience(type):
            while True:
                message = await self.next()
                if message["type"] == type and such(message):
                    return message

    async def see(self, type: str, **fields: Any) -> Message:
        """The newest message of this type with these fields, once there is one."""
        async with self._patience(type):
            while True:
                for message in reversed(self.heard):
                    if message["type"] == type and fields.items() <= message.items():
                        return message
                await self._hear_more()

    async def see_table(self, such: Callable[[Message], Any]) -> Message:
        """The table, once it meets the condition."""
        async with self._patience("such a table"):
            while not self.table or not such(self.table):
                await self._hear_more()
        return self.table

    async def catch_up(self) -> None:
        """Wait for everything sent to this page so far, by asking something and waiting for the answer."""
        with suppress(ConnectionClosed):
            id = await self.play({"do": "nothing"}, question=10**9)
            async with self._patience("an answer"):
                while not any(message.get("id") == id for message in self.heard[-20:]):
                    await self._hear_more()

    async def asks(self, **message: Any) -> None:
        """Send this, and wait for everything that comes of it."""
        await self.send(**message)
        await self.catch_up()

    async def hear_the_end(self) -> int:
        """Read until the connection closes; the close code."""
        async with self._patience("the end", 3 * PATIENCE_S):
            with suppress(ConnectionClosed):
                while True:
                    await self.next()
        return self.code

    @asynccontextmanager
    async def _patience(self, what: str, seconds: float = PATIENCE_S) -> AsyncIterator[None]:
        """Raises TimeoutError or ConnectionClosed, with the latest messages."""
        try:
            async with asyncio.timeout(seconds):
                yield
        except (TimeoutError, ConnectionClosed) as error:
            last = "\n".join(json.dumps(message)[:400] for message in self.heard[-8:])
            error.add_note(f"waited for {what}, closed with {self.code}, heard last:\n{last or 'nothing'}")
            raise


class SocketPage(Page):
    """A page over the network. It reads only while somebody waits: some tests are about clients that do not read."""

    def __init__(self, friend: Friend, room: str, socket: ClientConnection) -> None:
        super().__init__(friend, room)
        self.socket = socket
        self.headers = {name.lower(): value for name, value in socket.response.headers.raw_items()}

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def close(self) -> None:
        await self.socket.close()

    async def leave(self) -> None:
        self.socket.transport.abort()
        await self.socket.wait_closed()

    async def _hear_more(self) -> None:
        try:
            self._arrive(str(await self.socket.recv()))
        except ConnectionClosed:
            self.code = self.socket.close_code
            raise


class AppPage(Page):
    """A page in this process."""

    def __init__(self, friend: Friend, room: str) -> None:
        super().__init__(friend, room)
        self.left = False
        """Whether this side closed it."""
        self._to_server: asyncio.Queue[Message] = asyncio.Queue()
        self._news = asyncio.Event()
        self._to_server.put_nowait({"type": "websocket.connect"})
        served = friend.app(self._scope(), self._to_server.get, self._take_in)
        self._task: asyncio.Task[None] = asyncio.create_task(served)
        self._task.add_done_callback(lambda task: self._news.set())  # a page that is not let in has nothing to wait for

    def _scope(self) -> Message:
        headers = {"host": HERE.removeprefix("http://"), "origin": HERE, "cookie": self.friend.cookies}
        return {
            "type": "websocket", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1",
            "scheme": "ws", "path": f"/ws/{self.room}", "raw_path": f"/ws/{self.room}".encode(), "query_string": b"",
            "root_path": "", "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("192.0.2.7", 50_000), "server": ("tertulia.test", 80), "subprotocols": [PROTOCOL],
            "extensions": {"websocket.http.response": {}},
        }  # fmt: skip

    async def _take_in(self, event: Any) -> None:
        if event["type"] == "websocket.accept":
            self.headers = {name.decode(): value.decode() for name, value in event["headers"]}
        elif event["type"] == "websocket.send":
            self._arrive(event["text"])
        elif event["type"] == "websocket.close":
            self.code = event.get("code", 1000)
            self._to_server.put_nowait({"type": "websocket.disconnect", "code": self.code})
        self._news.set()

    async def send(self, **message: Any) -> None:
        self._to_server.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def leave(self) -> None:
        await self.close(1006)

    async def close(self, code: int = 1000) -> None:
        if not self.left:
            self.left = True
            self._to_server.put_nowait({"type": "websocket.disconnect", "code": code})
            await self._task

    async def _hear_more(self) -> None:
        if self.code is not None or self.left or self._task.done():
            raise ConnectionClosedError(Close(self.code or 1006, ""), None)
        self._news.clear()
        await self._news.wait()


def is_asked(frame: Message) -> bool:
    """Whether this frame asks its reader for an answer."""
    return frame["you"] is not None and frame["you"] in frame["asked"]


async def two_at_a_table(ann: Friend, ben: Friend) -> tuple[Page, Page]:
    """The pages of Ann, who has opened a room for two, and of Ben, who sits there too."""
    room = await ann.open_room("Ann")
    pages = await ann.enter(room, "Ann"), await ben.enter(room, "Ben")
    await pages[1].see_table(lambda table: table["you"]["name"] == "Ben")
    await pages[1].send(type="sit", seat=1)
    await pages[0].see_table(lambda table: table["seats"][1]["here"])
    return pages
