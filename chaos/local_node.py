"""One node's services in this process, connected as in app/main.py, and people with pages at its tables.

Everything in memory can be dropped: the log remains.
"""

import asyncio
import json
import secrets
from collections.abc import Callable
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from starlette.types import Receive, Scope, Send

from app.access.rate_limits import Limits
from app.cluster.follower import Follower
from app.protocol import commands
from app.protocol.close_codes import SHOWN_THE_DOOR
from app.rooms.identities import Who
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.rooms.views import Showing, Surroundings
from app.services.bots import Bots
from app.services.deadlines import Deadlines
from app.services.sessions import TO_ITSELF, Sessions
from app.settings import Settings
from app.storage.guests import Guest
from app.storage.store import Store
from app.table import gathering, host
from app.table.event_ids import new_id
from app.table.events import Body
from app.table.state import Table
from app.web.websocket import serve_socket
from tests.client import AppPage, Message
from tests.support.tables import PLENTY, altered, folded

ANN, BEN = (Guest(f"{name.lower()}-id", sha256(name.encode()).digest(), name) for name in ("Ann", "Ben"))
WITHIN_S: Final = 3.0


class LocalNode:
    """Rooms, bots and clocks. Clocks check only on command, bots act only while asked to."""

    def __init__(self, store: Store) -> None:
        settings = altered(
            Settings(limits_chat=PLENTY, limits_handshakes=PLENTY, limits_messages=PLENTY, limits_bytes=PLENTY),
            limits_commands=PLENTY,
            limits_commands_per_address=PLENTY,
            limits_free_moves=PLENTY,
            limits_sockets_per_address=PLENTY.times,
            limits_connections_per_address=PLENTY.times,
            limits_sockets_per_guest=PLENTY.times,
            limits_sockets_per_guest_and_room=PLENTY.times,
        )
        self.store = store
        self.rooms = Rooms(store, settings)
        self.following = Follower(self.rooms)
        self.clocks = Deadlines(self.rooms)
        self.bots = Bots(0.0)
        self.rooms.watchers.append(self.clocks.watch)
        services = SimpleNamespace(
            store=store, rooms=self.rooms, limits=Limits(settings), settings=settings, sessions=Sessions(TO_ITSELF)
        )
        self.state = SimpleNamespace(services=services)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page, as uvicorn would."""
        scope["app"] = self
        await serve_socket(scope, receive, send)

    async def room(self, code: str) -> Room:
        room = await self.rooms.find(code)
        assert room is not None
        return room

    async def table(
        self, *, clock: int = 0, bot: bool = False, sits: bool = True, starts: bool = True, **options: Any
    ) -> str:
        """Open Ann's table, with Ben or a bot beside her; returns its code."""
        room = await self.room(await self.rooms.open("beads", 2, options, ANN, "Ann"))
        if clock:
            change = commands.ChangeSettings(clock=commands.Clock("question", clock))
            await self.does(room, ANN, lambda table: host.change_settings(table, ANN.id, change, None))
        if bot:
            await self.does(room, ANN, lambda table: host.seat_bot(table, ANN.id, 1, "medium", {}))
        elif sits:
            await self.does(room, BEN, lambda table: gathering.sit(table, BEN.id, "Ben", 1))
        if starts and sits:
            await self.does(room, ANN, lambda table: gathering.start(table, ANN.id))
        return room.table.room

    async def does(self, room: Room, guest: Guest, decide: Callable[[Table], Body]) -> int:
        return await room.do(guest.id, new_id(), decide)

    def forgets(self, code: str) -> None:
        """Evict the room; it is read from its log when it is needed next."""
        room = self.rooms.live_room(code)
        assert room is not None
        self.rooms.forget(room)

    async def rests(self) -> None:
        """Wait until clocks and bots are idle."""
        await until(lambda: not self.clocks._tasks and not self.bots._busy, "clocks or bots are never done")

    async def closes(self) -> None:
        await self.bots.close()
        await self.clocks.close()
        await self.following.close()


class Visitor(NamedTuple):
    """A page's view of the browser it is in."""

    app: Any
    cookies: str


class Open(AppPage):
    """A page of somebody, and whether it is connected."""

    def __init__(self, node: LocalNode, guest: Guest, room: str, seen: int = 0, name: str | None = None) -> None:
        assert guest.name is not None
        super().__init__(Visitor(node, f"tertulia={guest.name}"), room)  # type: ignore[arg-type]
        self.guest = guest
        self.said = name or guest.name
        self._to_server.put_nowait(_received(type="hello", name=self.said, seen=seen))

    @property
    def is_over(self) -> bool:
        """Whether the connection has ended, by either side."""
        return self.code is not None or self.left or self._task.done()

    async def asks(self, id: str, **message: Any) -> Message | None:
        """The answer to this message under its id; None when the connection ends instead."""
        found: list[Message] = []
        heard = len(self.heard)

        def has_come() -> bool:
            found[:] = [message for message in self.heard[heard:] if message.get("id") == id]
            return bool(found) or self.is_over

        await self.send(id=id, **message)

        await until(has_come, f"a page is neither answered nor closed: {self._task}")
        return found[-1] if found else None

    async def is_carried_out(self) -> None:
        """Wait until its commands so far are done, refused or given up."""
        await self.asks(secrets.token_hex(16), type="play", question=10**9, move={"do": "nothing"})

    async def goes(self) -> None:
        """Close the page, if open; whatever the server still sends is ignored."""
        if not self.left:
            self.left = True
            self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await asyncio.wait([self._task], timeout=WITHIN_S)
        assert self._task.done(), "the server keeps a connection that is no more"
        if not self._task.cancelled():
            self._task.exception()

    def shows(self, table: Table, now: int) -> bool:
        """Whether the page shows the table as it is for its reader; a page that was removed shows nothing else."""
        if self.guest.id in table.people.banned:
            return self.code == SHOWN_THE_DOOR
        viewpoint = table.people.seat_of(self.guest.id)
        if table.playing is not None:
            frame = json.loads(Showing(table, [], now).frame(viewpoint))
            passing = {"lines": None, "seq": None}  # chat makes no frame, and lines are sent once
            if {**self.frame, **passing} != {**frame, **passing}:
                return False
        view = json.loads(Surroundings(table, {}, Who(table, {}), []).table(self.guest, viewpoint))
        names = [seat["name"] for seat in view["seats"]]
        if [seat["name"] for seat in self.table.get("seats", [])] != names:
            return False
        same = ("state", "host", "proposal", "paused", "number", "options")
        return all(self.table.get(field) == view[field] for field in same)


def _received(**message: Any) -> Message:
    return {"type": "websocket.receive", "text": json.dumps(message)}


async def until(so: Callable[[], Any], otherwise: str) -> None:
    """Wait for a condition that others bring about."""
    for _ in range(round(WITHIN_S / 0.001)):
        if so():
            return
        await asyncio.sleep(0.001)
    raise AssertionError(otherwise)


async def fold(store: Store, code: str) -> Table:
    """The room folded from its log."""
    return folded(code, await store.load_newest(code))
