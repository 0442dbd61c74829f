"""Housekeeping: rooms in play go on after a restart, and rooms that nobody comes back to are deleted after a while."""

import asyncio
import logging
from typing import Final
from weakref import WeakKeyDictionary

from app.background import Service, tolerated
from app.protocol.messages import Refusal
from app.rooms.registry import Rooms
from app.rooms.room import INDEX_EVERY_MS, Room
from app.settings import Settings
from app.storage import log_queries
from app.storage.commit import OutcomeUnknown

log = logging.getLogger("tertulia.housekeeping")

WAKE_AFTER_S: Final = 30.0
WOKEN_AT_ONCE: Final = 100
WAKE_PAUSE_S: Final = 10.0
"""After so many rooms: they stay in memory for a minute."""
RECENT_MS: Final = INDEX_EVERY_MS + 60_000
CHECK_EVERY_S: Final = 600.0
HOUR_MS: Final = 3_600_000
TIDY_EVERY_MS: Final = HOUR_MS
DAY_MS: Final = 24 * HOUR_MS
CLOSED_MS: Final = DAY_MS


class Housekeeping(Service):
    """Wakes the rooms that were in play, and deletes abandoned ones from the database."""

    def __init__(self, rooms: Rooms, settings: Settings) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._kept_ms = kept_ms(settings)
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
        codes = await self._store.read(lambda connection: log_queries.in_play(connection, since))
        for number, code in enumerate(codes, 1):
            with tolerated(Refusal, log, "a room could not be woken", room=code):
                if (room := await self._rooms.find(code)) is not None:
                    self._rooms.tell_watchers(room)
            if number % WOKEN_AT_ONCE == 0:
                await asyncio.sleep(WAKE_PAUSE_S)

    # --- Abandoned rooms ---

    def watch(self, room: Room) -> None:
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
