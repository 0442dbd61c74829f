"""Shows spectators the hands that players have opened to them, as soon as that is due: app/rooms/frame_order.py. Where
other nodes write to the same log, or an outcome is unknown, the log is read before: the hands may be closed by now."""

import asyncio
import logging
from typing import Final

from app.background import Service
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown

log = logging.getLogger("tertulia.rooms")

RETRY_S: Final = 1.0


class OpenHands(Service):
    """Watches the rooms whose hands are open."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._alarms: dict[Room, asyncio.TimerHandle] = {}
        self._reading: set[Room] = set()

    async def close(self) -> None:
        for alarm in self._alarms.values():
            alarm.cancel()
        await super().close()

    def watch(self, room: Room) -> None:
        """The room has changed: show what is due, or set its alarm."""
        if (alarm := self._alarms.pop(room, None)) is not None:
            alarm.cancel()
        due_in = room.audience.open_hands.due_in()
        if due_in is None or room.is_broken or room.is_dropped or not self._rooms.is_live(room):
            return
        if due_in > 0:
            self._set_alarm(room, due_in)
        elif not (room.store.shared or room.in_doubt):
            room.audience.open_hands.show(room.table)
            self.watch(room)
        elif room not in self._reading:
            self._reading.add(room)
            self._tasks.start(self._read_and_show(room), room=room.table.room)

    def _set_alarm(self, room: Room, in_s: float) -> None:
        self._alarms[room] = asyncio.get_running_loop().call_later(in_s, self.watch, room)

    async def _read_and_show(self, room: Room) -> None:
        try:
            await room.read_on()
        except OutcomeUnknown:
            log.debug("hands are not shown while the log cannot be read", extra={"room": room.table.room})
            return self._set_alarm(room, RETRY_S)
        finally:
            self._reading.discard(room)
        if room.state is room.state.LEVEL:
            room.audience.open_hands.show(room.table)
        self.watch(room)
