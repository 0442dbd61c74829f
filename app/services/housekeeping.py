"""Housekeeping: rooms in play go on after a restart, hosts who are gone are replaced, and rooms that nobody comes back
to are deleted after a while."""

import asyncio
import logging
from typing import Final
from weakref import WeakKeyDictionary

from app.background import Service, tolerated
from app.protocol.messages import Refusal
from app.rooms.registry import Rooms
from app.rooms.room import NOTE_EVERY_MS, Room
from app.rooms.table_commands import call_first
from app.settings import Settings
from app.storage import log_queries
from app.storage.commit import OutcomeUnknown
from app.table.clock import GRACE_S
from app.table.event_ids import SERVER, new_id
from app.table.host import WAITS_S, give_up, patience_s, succeed

log = logging.getLogger("tertulia.housekeeping")

HOST_GONE_S: Final = 60.0
CALLED_AFTER_S: Final = 10.0
"""Not called at once: many only reload the page."""
WAKE_AFTER_S: Final = 30.0
WOKEN_AT_ONCE: Final = 100
WAKE_PAUSE_S: Final = 10.0
"""After so many rooms: they stay in memory for a minute."""
RECENT_MS: Final = NOTE_EVERY_MS + 60_000
CHECK_EVERY_S: Final = 600.0
HOUR_MS: Final = 3_600_000
TIDY_EVERY_MS: Final = HOUR_MS
DAY_MS: Final = 24 * HOUR_MS
CLOSED_MS: Final = DAY_MS


class Housekeeping(Service):
    """Watches rooms for hosts who are gone, and the database for abandoned rooms."""

    def __init__(
        self, rooms: Rooms, settings: Settings, host_gone_s: float = HOST_GONE_S, asker_gone_s: float = WAITS_S
    ) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._kept_ms = kept_ms(settings)
        self._host_gone_s = host_gone_s
        self._asker_gone_s = asker_gone_s
        self._waiting: dict[Room, asyncio.Task[None]] = {}
        self._asking: dict[Room, asyncio.Task[None]] = {}
        self._returned: Final = WeakKeyDictionary[Room, int]()
        self._noted = 0
        """The day of the last note."""

    def start(self) -> None:
        """Wake the rooms that were in play, once their pages are back; tidy up every hour, on one node for all."""
        self.wake_soon()
        self._tasks.repeat(self._tidy_when_due, CHECK_EVERY_S, log, "old rooms could not be deleted")

    # --- Rooms in play when the server, or another node, stopped ---

    def wake_soon(self) -> None:
        """Wake the rooms that were in play, once their pages are back; one node does it for all."""
        self._tasks.start(self._wake_later())

    async def _wake_later(self) -> None:
        await asyncio.sleep(WAKE_AFTER_S)
        with tolerated(OutcomeUnknown, log, "storage does not answer; rooms are woken when somebody comes"):
            if await self._store.claim_chore("wake", round(WAKE_AFTER_S * 1000)):
                await self.wake_rooms()

    async def wake_rooms(self) -> None:
        """Load the rooms in which something had happened shortly before a process stopped, newest first: their bots may
        not have answered yet, and their players may not have been called."""
        last, now = self._rooms.uptime.last, self._store.now()
        since = (last.began if last and last.ended > now - RECENT_MS else now) - RECENT_MS
        found = await self._store.read(lambda connection: log_queries.in_play(connection, since))
        for number, code in enumerate(found, 1):
            with tolerated(Refusal, log, "a room could not be woken", room=code):
                if (room := await self._rooms.find(code)) is not None:
                    self._rooms.tell_watchers(room)
            if number % WOKEN_AT_ONCE == 0:
                await asyncio.sleep(WAKE_PAUSE_S)

    # --- Absent hosts ---

    def watch(self, room: Room) -> None:
        """Somebody came or went. A host who stays away while others are here is called, and replaced after a minute; a
        node that does not hear from the others considers nobody away. While nobody can replace the host, every move
        checks again."""
        self._note_return(room)
        audience = room.audience
        is_here = room.table.host in audience.here
        missed = bool(audience.viewers) and not is_here
        if not missed and (task := self._waiting.pop(room, None)) is not None:
            task.cancel()
        if missed and room not in self._waiting:
            self._waiting[room] = self._tasks.start(self._wait_for_host(room), room=room.table.room)
        if room not in self._asking and self._gone_askers(room):
            self._asking[room] = self._tasks.start(self._wait_for_askers(room), room=room.table.room)

    def _gone_askers(self, room: Room) -> list[str]:
        """The guests who ask for a seat and are not here."""
        return [guest for guest in room.table.people.seat_requests if guest not in room.audience.here]

    async def _wait_for_askers(self, room: Room) -> None:
        try:
            while (gone := self._gone_askers(room)) and self._rooms.is_live(room):
                left = min(self._asker_gone_s - room.audience.away_s(guest) for guest in gone)
                if left > 0:
                    await asyncio.sleep(left)
                else:
                    await room.do(SERVER, new_id(), lambda table: give_up(table, room.audience, self._asker_gone_s))
        except (Refusal, OutcomeUnknown) as reason:
            log.debug("a request was not dropped: %s", type(reason).__name__, extra={"room": room.table.room})
        finally:
            del self._asking[room]

    async def _wait_for_host(self, room: Room) -> None:
        try:
            while (left := await self._left_s(room)) > 0:  # noqa: ASYNC110  (time)
                await asyncio.sleep(min(left, self._host_gone_s))
            succeed(room.table, room.audience)  # if nobody can, do not ask storage at every change
            await room.do(SERVER, new_id(), lambda table: succeed(table, room.audience))
        except (Refusal, OutcomeUnknown) as reason:
            fields = {"room": room.table.room}
            log.debug("the host's chair was not handed over: %s", type(reason).__name__, extra=fields)
        finally:
            # In this very turn of the loop; not the new task, if the host came and went again meanwhile.
            if self._waiting.get(room) is asyncio.current_task():
                del self._waiting[room]

    async def _left_s(self, room: Room) -> float:
        """How long the host is still waited for: a while since they left, and since they were called, which they are
        after a moment if somebody is here who would be host instead."""
        audience, moment_s = room.audience, min(CALLED_AFTER_S, self._host_gone_s)
        if (away_s := audience.away_s(room.table.host)) < moment_s:
            return moment_s - away_s
        try:
            await call_first(room, room.table.host, "host")
        except OutcomeUnknown:
            return moment_s  # nobody takes over before it is known whether they were called
        host = room.table.host
        return self._gone_s(room) - min(audience.away_s(host), audience.called_s(host))

    def _gone_s(self, room: Room) -> float:
        gone_s = patience_s(room.table)
        return max(self._host_gone_s, gone_s if gone_s > GRACE_S else 0)

    # --- Abandoned rooms ---

    def _note_return(self, room: Room) -> None:
        """Keep a room to which a player has come back, although nothing happens in it; noted once a day."""
        now = self._store.now()
        last = max(room.table.at, self._returned.get(room, 0))
        if now - last > DAY_MS and any(seat.guest in room.audience.here for seat in room.table.seats):
            self._returned[room] = now
            self._tasks.start(self._touch(room), room=room.table.room)

    async def _touch(self, room: Room) -> None:
        with tolerated(OutcomeUnknown, log, "a return was not noted; the next one is", room=room.table.room):
            await self._store.touch_rooms([room.table.room])

    async def tidy(self) -> int:
        """Delete abandoned rooms, and guests who have not come back; returns the number of rooms. One after the other,
        so that players are served in between."""
        put_away = 0
        while some := await self._store.forget_rooms(self._kept_ms, self._rooms.holds):
            put_away += some
        while await self._store.guests.forget():
            pass
        return put_away

    async def _tidy_when_due(self) -> None:
        if self._store.shared:  # another node, which does not know who is in the rooms here, must not delete them
            await self._store.touch_rooms([room.table.room for room in self._rooms.live() if room.audience.viewers])
        self.note_who_is_here()
        await self._rooms.uptime.beat()  # finds a jump of the clock before rooms are deleted for it
        if await self._store.claim_chore("tidy", TIDY_EVERY_MS):
            await self.tidy()

    def note_who_is_here(self) -> None:
        """Note guests with an open page as seen, once a day."""
        today = self._store.now() // DAY_MS
        if today != self._noted:
            self._noted = today
            here = (guest for room in self._rooms.live() for guest in room.audience.at_hand.values())
            self._store.guests.note_seen(here)


def kept_ms(settings: Settings) -> dict[str, int]:
    """Phase -> how many milliseconds a room is kept after its last event."""
    return {
        "gathering": settings.keep_unstarted_hours * HOUR_MS,
        "playing": settings.keep_resting_days * DAY_MS,
        "over": settings.keep_finished_days * DAY_MS,
        "closed": CLOSED_MS,
    }
