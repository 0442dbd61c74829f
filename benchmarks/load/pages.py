"""Open pages of guests, and rooms with pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from random import Random
from secrets import token_hex
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Raw, Struct

from benchmarks.load.line import Line, open_line
from benchmarks.load.servers import HOST, Address

AT_ONCE: Final = 16
ANSWER_WITHIN_S: Final = 30.0

T = TypeVar("T")
U = TypeVar("U")

# --- Messages: as much of docs/protocol.md as is needed here --------------------------------------------------


class You(Struct):
    seat: int | None
    name: str | None = None
    host: bool = False


class Place(Struct):
    name: str | None


class Table(Struct, tag="table"):
    you: You
    seats: list[Place]
    state: str = ""


class Choice(Struct):
    move: Raw


class Pick(Struct):
    do: str
    field: str
    among: list[int]
    least: int


class Frame(Struct, tag="frame"):
    seq: int
    you: int | None
    question: int | None
    asked: list[int]
    choices: list[Choice]
    pick: Pick | None
    outcome: Raw


class Ack(Struct, tag="ack"):
    id: str
    seq: int


class Refused(Struct, tag="refused"):
    id: str | None
    code: str


class Retry(Struct, tag="retry"):
    id: str | None
    after_ms: int


class Bye(Struct, tag="bye"):
    retry_ms: int


class Chat(Struct, tag="chat"):
    seq: int


class Results(Struct, tag="results"):
    pass


class Reaction(Struct, tag="reaction"):
    pass


class Link(Struct, tag="link"):
    pass


class Welcome(Struct, tag="welcome"):
    pass


class Farewell(Struct, tag="farewell"):
    pass


Message = Welcome | Table | Frame | Ack | Refused | Retry | Bye | Chat | Results | Reaction | Link | Farewell

decode: Final = msgspec.json.Decoder(Message).decode


class Page:
    """An open page: the newest table and frame. `heard` is called with every later message."""

    def __init__(self, cookie: str = "", name: str = "") -> None:
        self.cookie = cookie
        self.name = name
        self.table: Table | None = None
        self.frame: Frame | None = None
        self.heard: Callable[[Page, Message], None] = lambda page, message: None
        self.line: Line
        self._news = asyncio.Event()

    async def open(self, server: Address, room: str, source: str = HOST) -> None:
        """Connect and say hello. Raises OSError or TimeoutError."""
        self.line = await open_line(server, f"/ws/{room}", self.cookie, self._hear, source=source)
        self.cookie = self.line.cookie or self.cookie
        self.say(type="hello", seen=self.frame.seq if self.frame else 0, **({"name": self.name} if self.name else {}))

    def say(self, **message: Any) -> None:
        self.line.say(json.dumps(message).encode())

    def play(self, move: bytes) -> str:
        """Answer the present question; the id of the answer."""
        assert self.frame is not None and self.frame.question is not None
        id = token_hex(16)
        self.line.say(b'{"type":"play","id":"%b","question":%d,"move":%b}' % (id.encode(), self.frame.question, move))
        return id

    @property
    def is_asked(self) -> bool:
        return self.frame is not None and self.frame.you is not None and self.frame.you in self.frame.asked

    @property
    def is_over(self) -> bool:
        """Whether the present game has ended."""
        return self.frame is not None and bytes(self.frame.outcome) != b"null"

    async def until(self, such: Callable[[Page], bool]) -> None:
        """Wait until the condition holds. Raises TimeoutError."""
        async with asyncio.timeout(ANSWER_WITHIN_S):
            while not such(self):
                self._news.clear()
                await self._news.wait()

    def forget_to_listen(self) -> None:
        """Ignore all messages from now on."""
        self.line.hear = lambda text: None

    def _hear(self, text: bytes) -> None:
        message = decode(text)
        if isinstance(message, Table):
            self.table = message
        elif isinstance(message, Frame):
            self.frame = message
        self._news.set()
        self.heard(self, message)


# --- Rooms ----------------------------------------------------------------------------------------------------


class Room(Struct):
    """A room and its pages: first the players by seat, then the spectators."""

    code: str
    players: list[Page]
    onlookers: list[Page]

    @property
    def pages(self) -> list[Page]:
        return [*self.players, *self.onlookers]


async def open_rooms(
    server: Address, rooms: int, onlookers: int = 0, games: Iterable[str] = ("tcnccc",), seats: int = 4
) -> list[Room]:
    """Open this many rooms with all seats taken by guests and running games; these games in turn."""
    keys = list(games)
    return await side_by_side(
        range(rooms), lambda number: open_room(server, onlookers, keys[number % len(keys)], seats, source_of(number))
    )


async def open_room(
    server: Address, onlookers: int = 0, game: str = "tcnccc", seats: int = 4, source: str = HOST
) -> Room:
    """Open a room with a running game and an open page for everybody."""
    code, cookie = await new_room(server, game, seats)
    host = Page(cookie, "Friend 1")
    guests = [Page(name=f"Friend {number}") for number in range(2, seats + 1)]
    watching = [Page(name=f"Onlooker {number}") for number in range(1, onlookers + 1)]
    for page in (host, *guests, *watching):
        await page.open(server, code, source)
    for seat, page in enumerate(guests, 1):
        page.say(type="sit", seat=seat)
    for page in guests:
        await page.until(lambda page: page.table is not None and page.table.you.seat is not None)
    host.say(type="start")
    for page in (host, *guests, *watching):
        await page.until(lambda page: page.frame is not None)
    return Room(code, [host, *guests], watching)


async def new_room(server: Address, game: str = "tcnccc", seats: int = 4) -> tuple[str, str]:
    """Create a room; its code and its host's cookie."""
    options = {"capacity": 8} if game == "tcnccc" else {}  # a game that lasts
    wish = {"game": game, "seats": seats, "options": options, "name": "Friend 1"}
    status, headers, body = await ask(server, "POST", "/api/rooms", json.dumps(wish).encode())
    if status != 201:
        raise OSError(f"no room was opened: {status} {body.decode()}")
    return json.loads(body)["room"], headers["set-cookie"].partition(";")[0]


async def ask(
    server: Address, method: str, path: str, body: bytes = b"", cookie: str = ""
) -> tuple[int, dict[str, str], bytes]:
    """An HTTP request on a connection of its own: status, headers and body of the response."""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{server.port}\r\nOrigin: {server.origin}\r\nConnection: close\r\n"
        f"Cookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    async with asyncio.timeout(ANSWER_WITHIN_S):
        reader, writer = await asyncio.open_connection(HOST, server.port)
        writer.write(head.encode() + body)
        answered, _, content = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    status, *headers = answered.decode("latin-1").split("\r\n")
    named = (header.partition(": ") for header in headers)
    return int(status.split()[1]), {name.lower(): value for name, _, value in named}, content


def source_of(number: int) -> str:
    """One of four loopback addresses: each has ports of its own."""
    return f"127.0.0.{2 + number % 4}"


async def side_by_side(items: Iterable[T], work: Callable[[T], Awaitable[U]], at_once: int = AT_ONCE) -> list[U]:
    """The results of `work` for all items, in order; with limited concurrency."""
    places = asyncio.Semaphore(at_once)

    async def one(item: T) -> U:
        async with places:
            return await work(item)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(item)) for item in items]
    return [task.result() for task in tasks]


# --- Playing --------------------------------------------------------------------------------------------------


def harmless(frame: Frame, chance: Random) -> bytes:
    """A legal answer that prolongs the game."""
    if frame.choices:
        moves = [bytes(choice.move) for choice in frame.choices]
        return moves[0] if b'"draw"' in moves[0] else chance.choice(moves)
    assert frame.pick is not None, "whoever is asked has a choice"
    chosen = sorted(chance.sample(frame.pick.among, frame.pick.least))
    return json.dumps({"do": frame.pick.do, frame.pick.field: chosen}).encode()
