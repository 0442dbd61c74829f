"""Requests for a seat, which are dropped when the guest who asks has been away for a while."""

import asyncio
import logging

from app.background import Service
from app.protocol.messages import Refusal
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown
from app.table.event_ids import SERVER, new_id
from app.table.host import WAITS_S, give_up

log = logging.getLogger("tertulia.housekeeping")


class SeatRequests(Service):
    """Watches rooms for guests who ask for a seat and leave."""

    def __init__(self, rooms: Rooms, dropped_after_s: float = WAITS_S) -> None:
        self._rooms = rooms
        self._dropped_after_s = dropped_after_s
        self._waiting: dict[Room, asyncio.Task[None]] = {}

    def watch(self, room: Room) -> None:
        """Somebody came or went."""
        if room not in self._waiting and _absent(room):
            self._waiting[room] = self._tasks.start(self._wait(room), room=room.table.room)

    async def _wait(self, room: Room) -> None:
        try:
            while (absent := _absent(room)) and self._rooms.is_live(room):
                left = min(self._dropped_after_s - room.audience.away_s(guest) for guest in absent)
                if left > 0:
                    await asyncio.sleep(left)
                else:
                    await room.do(SERVER, new_id(), lambda table: give_up(table, room.audience, self._dropped_after_s))
        except (Refusal, OutcomeUnknown) as reason:
            log.debug("a request was not dropped: %s", type(reason).__name__, extra={"room": room.table.room})
        finally:
            del self._waiting[room]


def _absent(room: Room) -> list[str]:
    """The guests who ask for a seat and are not here."""
    return [guest for guest in room.table.people.seat_requests if guest not in room.audience.here]
