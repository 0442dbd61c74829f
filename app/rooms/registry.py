"""The live rooms of this process, by code."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import msgspec

from app.background import awaited, tolerated
from app.protocol.close_codes import SERVICE_RESTART
from app.protocol.messages import Refusal, Unavailable
from app.protocol.room_codes import is_code, new_code
from app.rooms.notices import Elsewhere, Notices
from app.rooms.replica import RoomContext, copied_table, read_table
from app.rooms.room import FORGET_AFTER_S, Room
from app.settings import Settings
from app.storage.commit import OutcomeUnknown
from app.storage.guests import Guest
from app.storage.store import Store
from app.storage.uptime import Uptime
from app.table import gathering
from app.table.deal import Onward, Prepared
from app.table.decide import decide
from app.table.event_ids import new_id
from app.table.host import seat_bot
from app.table.state import Table
from games import by_rules
from games.bot import Level
from games.engine import say
from games.record import Record

log = logging.getLogger("tertulia.rooms")

Watch = Callable[[Room], None]
"""Called after everything that has happened in a room, and when somebody comes or goes; most of it concerns a watcher
little, which then returns at once."""


class Rooms:
    """The live rooms of this process."""

    def __init__(self, store: Store, settings: Settings, notices: Notices | None = None) -> None:
        """`notices`: the channel to the other nodes; None: there are none."""
        self.store = store
        self.settings = settings
        self.notices = notices or Notices()
        self.elsewhere = Elsewhere()
        self.watchers: list[Watch] = []
        self.stood_still: Callable[[], bool] | None = None
        """Whether this node was suspended until a moment ago, while others went on; None: there are no others."""
        self.uptime = Uptime(store)
        self._context = RoomContext(
            store, self.notices, self.uptime, self.elsewhere, self.find, self._note_change, self.forget, self.drop
        )
        self._live: dict[str, Room] = {}
        self._coming: dict[str, asyncio.Task[Room | None]] = {}
        self.closing = False
        """No more rooms are loaded, as the server is shutting down."""

    async def open(
        self,
        game: str,
        seats: int,
        options: Mapping[str, Any],
        guest: Guest,
        name: str,
        prepared: Prepared | None = None,
    ) -> str:
        """Open a room with this guest as host on seat 0; returns its code. `prepared`: what its first game begins with.
        Raises Refusal, OutcomeUnknown."""
        if self.store.disk.by_marks != "ok":
            raise Unavailable(say("The disk of this server is nearly full: no new table can be opened for now."))
        opened = gathering.open_room(game, seats, options, name, prepared)
        code = new_code(self.settings.cell)
        await self.store.append(decide(Table(code), guest.id, new_id(), lambda table: opened))
        return code

    async def entered(self, code: str) -> Room:
        """The live room that has just been opened. Raises Unavailable."""
        room = await self.find(code)
        if room is None:
            raise Unavailable(say("The server is restarting. Try again in a moment."))
        return room

    async def open_with_bots(
        self, game: str, seats: int, options: Mapping[str, Any], guest: Guest, name: str, level: Level
    ) -> str:
        """Open a room with bots of this level on all other seats, and begin its game; returns its code. Raises like
        `open`."""
        room = await self.entered(await self.open(game, seats, options, guest, name))
        await seat_bots(room, guest, level)
        await room.do(guest.id, new_id(), lambda table: gathering.start(table, guest.id))
        return room.table.room

    async def open_onward(self, record: Record, onward: Onward, guest: Guest, name: str, level: Level | None) -> str:
        """Open a room that begins with this position of the recorded game, with this guest on their seat there; returns
        its code. `level`: of the bots on all other seats; None: these are free for friends, and the game begins when
        the host starts it. Raises like `open`."""
        game, seat = by_rules(record.rules), onward.seat
        options, prepared = msgspec.json.decode(record.options), Prepared(record.rules, onward)
        room = await self.entered(await self.open(game.key, record.seats, options, guest, name, prepared))
        if seat:
            await room.do(guest.id, new_id(), lambda table: gathering.sit(table, guest.id, name, seat))
        if level is not None:
            await seat_bots(room, guest, level)
            await room.do(guest.id, new_id(), lambda table: gathering.start(table, guest.id))
        return room.table.room

    async def find(self, code: str) -> Room | None:
        """The room of this code, loaded if it is not live; None when there is none. It is brought up to date with the
        log, because the guest may have seen more at another node. Raises Unavailable when nothing of it can be
        shown."""
        room = self._live.get(code) or await self._on_its_way(code)
        if room is not None and self.store.shared:
            with tolerated(OutcomeUnknown, log, "storage does not answer: the room is shown as it was", room=code):
                await room.read_on()
            room = self._live.get(code)
        if room is not None:
            return room
        if self.closing or not is_code(code):
            return None
        if code not in self._coming:
            self._coming[code] = awaited(self._load(code))
        return await self._on_its_way(code)

    async def _on_its_way(self, code: str) -> Room | None:
        return await asyncio.shield(self._coming[code]) if code in self._coming else None

    async def _load(self, code: str) -> Room | None:
        try:
            copied, fault = await copied_table(self.store, code), None
            if copied is None:
                table, fault = await read_table(self.store, code)
            else:
                table, _ = copied
            if table.seq == 0 or table.closed:
                return None
            room = Room(table, self._context)
            room.snapshot_seq = 0 if copied is None else copied[1]
            if fault is not None:
                room.quarantine("log", fault)
            await room.audience.read_best()
            with tolerated((OutcomeUnknown, Refusal), log, "an outage could not be written yet", room=code):
                await room.leave_outages_out()
            self._live[code] = room
            asyncio.get_running_loop().call_later(FORGET_AFTER_S, self.forget, room)
            return room
        finally:
            del self._coming[code]

    async def glance(self, code: str) -> Table | None:
        """The table of this code for somebody who does not enter: its room is not woken. None when there is no such
        room. Raises Unavailable when nothing of it can be shown."""
        room = self._live.get(code)
        if room is not None:
            return room.table
        if self.closing or not is_code(code):
            return None
        table, _ = await copied_table(self.store, code) or await read_table(self.store, code)
        return None if table.seq == 0 or table.closed else table

    def _note_change(self, room: Room) -> None:
        if self.is_live(room):  # not while it is loaded
            self.tell_watchers(room)

    def tell_watchers(self, room: Room) -> None:
        """Tell the watchers that this room has changed, or that somebody came or went."""
        if room.table.closed:
            self._live.pop(room.table.room, None)
        for watch in self.watchers:
            _tell(watch, room)

    def forget(self, room: Room) -> None:
        """Evict a room with nobody in it; its log stays."""
        if room.audience.viewers or not self.is_live(room):
            return
        if room.is_at_work:
            asyncio.get_running_loop().call_later(FORGET_AFTER_S, self.forget, room)
            return
        del self._live[room.table.room]
        self.tell_watchers(room)

    def drop(self, room: Room) -> None:
        """Evict a room that diverged from its log; its clients reconnect to a fresh one."""
        room.note("the log is another one")
        if self.is_live(room):
            del self._live[room.table.room]
            self.tell_watchers(room)
        for viewer in room.audience.viewers:
            viewer.outbox.finish(SERVICE_RESTART)

    def live(self) -> Collection[Room]:
        """All rooms in memory."""
        return list(self._live.values())

    def live_room(self, code: str) -> Room | None:
        """The room of this code, if it is in memory."""
        return self._live.get(code)

    def is_live(self, room: Room) -> bool:
        """Whether this is the room found under its code."""
        return self._live.get(room.table.room) is room

    def holds(self, code: str) -> bool:
        """Whether somebody is in the room of this code, or was a moment ago."""
        return code in self._live or code in self._coming


def _tell(watch: Watch, room: Room) -> None:
    try:
        watch(room)
    except Exception:  # what happened stands in the log: a service that fails must not stop the game, nor the others
        log.exception("a service failed at a room", extra={"room": room.table.room})


async def seat_bots(room: Room, guest: Guest, level: Level = "medium") -> None:
    """Give all free seats of this host's room to bots."""
    for number in [number for number, seat in enumerate(room.table.seats) if seat.free]:
        await room.do(guest.id, new_id(), partial(seat_bot, guest=guest.id, number=number, level=level, here=()))


def no_such_room() -> Refusal:
    """The refusal for rooms that do not exist and for those that the guest may not know about."""
    return Refusal("unknown_room", say("Nobody is at this table. Ask for the link again."))
