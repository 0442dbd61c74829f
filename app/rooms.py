"""The live rooms of this process, by their codes."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import string
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from app import lobby
from app.events import Body, BotSeated, Event
from app.fanout import Fanout, MemoryFanout
from app.outbox import Message
from app.room import FORGET_AFTER_S, Room, new_id
from app.settings import Settings
from app.store import Entry, Guest, Note, Store, Unanswered
from app.table import Table, folded
from app.wire import Bye, encode

log = logging.getLogger("tertulia.rooms")

CODE_LETTERS: Final = string.ascii_letters + string.digits
CODE_LENGTH: Final = 16  # 95 random bits
CODE: Final = re.compile(f"[A-Za-z0-9]{{{CODE_LENGTH}}}")
DRAIN_S: Final = 3.0
SERVICE_RESTART: Final = 1012


class Rooms:
    """The rooms with somebody in them."""

    def __init__(self, store: Store, settings: Settings, fanout: Fanout | None = None) -> None:
        """`fanout`: the way to the other nodes; without one there are none."""
        self.store = store
        self.settings = settings
        self.fanout = fanout or MemoryFanout()
        self.elsewhere: dict[str, dict[str, Guest]] = {}
        """By room: the guests that other nodes have there, by id. app/presence.py knows."""
        self.watchers: list[Callable[[Room], None]] = []
        """Told of every change of a room, and of everybody who comes or goes."""
        self._live: dict[str, Room] = {}
        self._coming: dict[str, asyncio.Task[Room | None]] = {}
        self.closing = False

    async def open(self, game: str, seats: int, options: Mapping[str, Any], guest: Guest, name: str) -> str:
        """A new room with this guest as host on seat 0; its code. Raises Refusal or OutcomeUnknown."""
        opened = lobby.open_room(game, seats, options, name)
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        await self.store.append(Entry(code, 1, new_id(), "", guest.id, opened, note=Note("gathering", False)))
        return code

    async def open_with_bots(self, game: str, seats: int, options: Mapping[str, Any], guest: Guest, name: str) -> str:
        """A room in which bots have all other seats, its game begun. Raises as `open` does."""
        code = await self.open(game, seats, options, guest, name)
        room = await self.find(code)
        assert room is not None
        for seat in range(1, seats):
            await room.do(guest.id, new_id(), _bot_on(seat))
        await room.do(guest.id, new_id(), lambda table: lobby.start(table, guest.id))
        return code

    async def find(self, code: str) -> Room | None:
        """The room of this code, read from its log when nobody was in it; None when there is none. Not older than the
        log at this moment, for whoever comes may have seen more of it at another node."""
        room = self._live.get(code) or await self._on_its_way(code)
        if room is not None and self.store.shared:
            await _level(room)
            room = self._live.get(code)
        if room is not None:
            return room
        if self.closing or not CODE.fullmatch(code):
            return None
        if code not in self._coming:
            self._coming[code] = asyncio.create_task(self._load(code))
        return await self._on_its_way(code)

    async def _on_its_way(self, code: str) -> Room | None:
        return await asyncio.shield(self._coming[code]) if code in self._coming else None

    async def _load(self, code: str) -> Room | None:
        try:
            events = await self.store.load_newest(code)
            if not events:
                return None
            table = folded(code, events)
            if table.closed:
                return None
            room = Room(table, self)
            await room.read_best()
            room.changed = self._tell_watchers
            self._live[code] = room
            asyncio.get_running_loop().call_later(FORGET_AFTER_S, self.forget, room)
            return room
        finally:
            del self._coming[code]

    def _tell_watchers(self, room: Room) -> None:
        if room.table.closed:
            self._live.pop(room.table.room, None)
        for watch in self.watchers:
            watch(room)

    def forget(self, room: Room) -> None:
        """Let a room with nobody in it go from memory; its log stays."""
        if not room.viewers and self._live.get(room.table.room) is room:
            del self._live[room.table.room]
            self._tell_watchers(room)

    def drop(self, room: Room) -> None:
        """Let a room go from memory that is not what its log says; who is in it comes back to the one that is."""
        if self.is_live(room):
            del self._live[room.table.room]
            self._tell_watchers(room)
        for viewer in room.viewers:
            viewer.outbox.finish(SERVICE_RESTART)

    def live(self) -> Collection[Room]:
        """All rooms in memory."""
        return list(self._live.values())

    def live_room(self, code: str) -> Room | None:
        """The room of this code, if it is in memory."""
        return self._live.get(code)

    def is_live(self, room: Room) -> bool:
        """Whether this is the room that people find under its code."""
        return self._live.get(room.table.room) is room

    def holds(self, code: str) -> bool:
        """Whether somebody is in the room of this code, or was a moment ago."""
        return code in self._live or code in self._coming

    async def finished_log(self, room: Room) -> list[Event] | None:
        """The log up to the end of the last finished game; None when no game of this room is finished."""
        past = room.table.past
        if not past:
            return None
        return await self.store.load(room.table.room, until=past[-1].ended)

    async def close(self) -> None:
        """Say goodbye to every page and close it with 1012, spread over at most three seconds; finish what is
        being done. Nobody finds a room any more."""
        self.closing = True
        rooms = list(self._live.values())
        viewers = [viewer for room in rooms for viewer in room.viewers]
        for viewer in viewers:
            viewer.outbox.put(Message(encode(Bye(retry_ms=200 + secrets.randbelow(1300))), None))
        pause = min(0.02, DRAIN_S / max(1, len(viewers)))
        for viewer in viewers:
            await asyncio.sleep(pause)
            viewer.outbox.finish(SERVICE_RESTART)
        for room in rooms:
            await room.rest()


def _bot_on(seat: int) -> Callable[[Table], Body]:
    return lambda table: BotSeated(seat, "careful")


async def _level(room: Room) -> None:
    try:
        await room.read_on()
    except Unanswered:
        log.debug("storage does not answer: the room is shown as it was")
