"""The road of a move: which files of app/ and games/ it passes through, from the bytes on the socket until the last
page has been sent its frame.

Two players and an onlooker sit at a table of TCNCCC on a real server in this process, and one of them moves. A stay is
what a call from another file brings: a return brings nothing new to read.
"""

import argparse
import asyncio
import json
import socket
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from textwrap import fill
from types import FrameType
from typing import Any, Final, NamedTuple, Self
from unittest.mock import patch

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from app.main import create_app, drain
from app.rooms import registry
from app.server.keepalive import Keepalive
from app.server.process import Server, uvicorn_config
from app.server.websocket import BoundedWebSocket
from app.settings import Bind, Settings
from app.storage import writer
from tools.dev.architecture import Section

ROOT: Final = Path(__file__).parents[2]
SECTION: Final = Section("road")
WIDTH: Final = 120
COMMITTED_BY: Final = "app/storage/database.py"
"""On a disk that is slow or busy for the moment, the writer's thread commits, which is not traced: such roads do not
count. It is the commit that dates the row; SQLite is entered before that, and may turn out to be busy."""
BESIDE: Final = {Keepalive._check_due.__code__, registry._tell.__code__}
"""What comes between on a busy machine, where a move takes long: a timer for all connections, and the services, which
are told once everybody has been shown the move, but perhaps before the last frame is on its way."""
TIMES: Final = 3
"""Moves are traced until the shortest road has been taken so often: on a busy machine other work comes between, and
makes most of them longer."""
MOST_TIMES: Final = 30
QUIET_S: Final = 0.3
"""After this long the server has nothing to do for earlier moves."""


class Road(NamedTuple):
    """How often a call came into each file from another one, in the order in which they were first entered; and the
    number of all calls."""

    stays: Counter[str]
    calls: int

    @property
    def length(self) -> float:
        """The number of stays; infinite if another thread did a part of the work."""
        return self.stays.total() if COMMITTED_BY in self.stays else inf

    def files(self, folder: str) -> list[str]:
        """Those of this folder."""
        return [file for file in self.stays if file.startswith(f"{folder}/")]

    def __str__(self) -> str:
        rows = [f"{count:4} {file}" for file, count in self.stays.items()]
        figures = f"{len(self.files('app'))} files of app/, {len(self.files('games'))} of games/"
        return "\n".join([*rows, f"{figures}, {self.stays.total()} stays, {self.calls} calls"])


class Tracer:
    """A profile function for the thread of the server."""

    def __init__(self) -> None:
        self._calls: list[tuple[str, bool]] = []
        """The file of each call, and whether it came from another one."""
        self._sent = 0
        """How many calls there were when something was last sent to a page."""

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or (file := _own(frame)) is None or _is_beside(frame):
            return
        self._calls.append((file, file != _caller(frame)))
        if frame.f_code is BoundedWebSocket.write_now.__code__:
            self._sent = len(self._calls)

    @property
    def road(self) -> Road:
        """What was passed until the last page was sent its frame; what services do afterwards holds nobody up."""
        calls = self._calls[: self._sent]
        return Road(Counter(file for file, is_stay in calls if is_stay), len(calls))


def _own(frame: FrameType) -> str | None:
    """The file of the frame, if it is one of ours."""
    path = Path(frame.f_code.co_filename)
    if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in ("app", "games"):
        return None
    return path.relative_to(ROOT).as_posix()


def _is_beside(frame: FrameType) -> bool:
    """Whether this is called by something that is not on the road."""
    at: FrameType | None = frame
    while at is not None and at.f_code not in BESIDE:
        at = at.f_back
    return at is not None


def _caller(frame: FrameType) -> str | None:
    back = frame.f_back
    while back is not None and _own(back) is None:
        back = back.f_back
    return None if back is None else _own(back)


# --- The table ----------------------------------------------------------------------------------------------


class Page:
    """A guest's page at the table."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.frame: dict[str, Any] = {}

    @classmethod
    async def of(cls, address: str, room: str, name: str, cookie: str) -> Self:
        """A guest with this cookie enters under this name."""
        socket = await connect(
            f"{address.replace('http', 'ws', 1)}/ws/{room}",
            origin=Origin(address),
            additional_headers={"Cookie": cookie},
            subprotocols=[Subprotocol("tertulia.1")],
            compression=None,
        )
        page = cls(socket)
        await page.send(type="hello", name=name, seen=0)
        return page

    async def send(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    async def leave(self) -> None:
        await self._socket.close()

    async def hear(self, kind: str, such: Callable[[dict[str, Any]], object] = bool) -> dict[str, Any]:
        """The next message of this kind that is such."""
        while True:
            message: dict[str, Any] = json.loads(await self._socket.recv())
            if message["type"] == "frame":
                self.frame = message
            if message["type"] == kind and such(message):
                return message


class Table:
    """Two players and an onlooker, as a game has begun."""

    def __init__(self, players: list[Page], onlooker: Page) -> None:
        self._players = players
        self._pages = [*players, onlooker]

    @classmethod
    async def at(cls, address: str) -> Self:
        """A new one on this server."""
        guests = [httpx.AsyncClient(base_url=address, headers={"origin": address}) for _ in range(3)]
        for guest in guests:
            (await guest.get("/")).raise_for_status()
        wish = {"game": "tcnccc", "seats": 2, "options": {}, "name": "Ann"}
        room = (await guests[0].post("/api/rooms", json=wish)).json()["room"]
        cookies = ["; ".join(f"{name}={value}" for name, value in guest.cookies.items()) for guest in guests]
        pages = [await Page.of(address, room, *of) for of in zip(("Ann", "Ben", "Eve"), cookies, strict=True)]
        for guest in guests:
            await guest.aclose()
        await pages[1].send(type="sit", seat=1, id="2" * 32)
        await pages[0].hear("table", lambda table: table["seats"][1]["name"] == "Ben")
        await pages[0].send(type="start", id="1" * 32)
        for page in pages:
            await page.hear("frame")
        return cls(pages[:2], pages[2])

    async def leave(self) -> None:
        """Close all pages."""
        for page in self._pages:
            await page.leave()

    async def move(self) -> None:
        """The player who is asked gives their first answer; every page has seen it, and they have been told."""
        mover = next(page for page in self._players if page.frame["choices"])
        before, question = mover.frame["seq"], mover.frame["question"]
        await mover.send(type="play", id=f"{before:032}", question=question, move=mover.frame["choices"][0]["move"])
        await mover.hear("ack")
        for page in self._pages:
            if page.frame["seq"] <= before:
                await page.hear("frame", lambda frame: frame["seq"] > before)


# --- The server ---------------------------------------------------------------------------------------------


class TracedServer(Server):
    """A server in a thread, whose loop can be traced."""

    def __init__(self, settings: Settings) -> None:
        app = create_app(settings)
        super().__init__(uvicorn_config(app, settings), partial(drain, app))
        self._is_open = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        self._is_open.set()

    @contextmanager
    def open(self) -> Iterator[Self]:
        """Serve during the context."""
        thread = threading.Thread(target=self.run)
        thread.start()
        self._is_open.wait()
        try:
            yield self
        finally:
            self.should_exit = True
            thread.join()

    def trace(self, tracer: Tracer | None) -> None:
        """Trace what the loop does from now on; None: no longer."""
        assert self._loop is not None
        is_set = threading.Event()
        self._loop.call_soon_threadsafe(sys.setprofile, tracer)
        self._loop.call_soon_threadsafe(is_set.set)
        is_set.wait()


async def _trace_moves(server: TracedServer) -> list[Road]:
    table = await Table.at(server.address)
    roads: list[Road] = []
    while len(roads) < MOST_TIMES and _taken(roads) < TIMES:
        await asyncio.sleep(QUIET_S)
        server.trace(tracer := Tracer())
        await table.move()
        server.trace(None)
        roads.append(tracer.road)
    await table.leave()
    return roads


def _taken(roads: list[Road]) -> int:
    """How often the shortest of these was."""
    lengths = [road.length for road in roads if road.length < inf]
    return lengths.count(min(lengths, default=0))


def road_of_a_move() -> Road:
    """The shortest of several, on a disk that is never called slow: to the writer, a busy machine looks like one."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(bind=Bind("127.0.0.1", 0), database_url=f"sqlite:///{folder}/tertulia.sqlite3")
        with patch.object(writer, "SLOW_COMMIT_S", inf), TracedServer(settings).open() as server:
            return min(asyncio.run(_trace_moves(server)), key=lambda road: road.length)


# --- In docs/architecture.md --------------------------------------------------------------------------------


def documented() -> list[str]:
    """The files of the road that docs/architecture.md prints."""
    return SECTION.text.replace("`", "").replace(",", "").split()


def print_road(asked: argparse.Namespace) -> int:
    """The tool: print the road, or write its files into docs/architecture.md."""
    road = road_of_a_move()
    print(road)
    if asked.write:
        files = fill(", ".join(f"`{file}`" for file in road.stays), WIDTH, break_on_hyphens=False)
        SECTION.write(f"{files}\n")
    return 0
