"""What happens when the host leaves: while others are at the table, the host is called after a moment, and replaced
after a minute, or later in a game with much time for each answer."""

import asyncio
import logging
from typing import Final

from app.background import Service
from app.duplicates.sharing import is_without_host
from app.protocol.messages import Refusal
from app.rooms.room import Room
from app.rooms.table_commands import call_first
from app.storage.commit import OutcomeUnknown
from app.table.clock import GRACE_S
from app.table.event_ids import SERVER, new_id
from app.table.host import patience_s, succeed

log = logging.getLogger("tertulia.housekeeping")

REPLACED_AFTER_S: Final = 60.0
CALLED_AFTER_S: Final = 10.0
"""Not called at once: many only reload the page."""


class AbsentHosts(Service):
    """Watches rooms for hosts who have left, and hands their place on."""

    def __init__(self, replaced_after_s: float = REPLACED_AFTER_S) -> None:
        self._replaced_after_s = replaced_after_s
        self._waiting: dict[Room, asyncio.Task[None]] = {}

    def watch(self, room: Room) -> None:
        """Somebody came or went. A host who stays away while others are here is called, and replaced after a minute; a
        node that does not hear from the others considers nobody away. While nobody can replace the host, every move
        checks again."""
        audience = room.audience
        is_away = bool(audience.viewers) and room.table.host not in audience.here
        if not is_away and (task := self._waiting.pop(room, None)) is not None:
            task.cancel()
        if is_away and room not in self._waiting:
            self._waiting[room] = self._tasks.start(self._wait(room), room=room.table.room)

    async def _wait(self, room: Room) -> None:
        try:
            while (left := await self._left_s(room)) > 0:  # noqa: ASYNC110  (time)
                await asyncio.sleep(min(left, self._replaced_after_s))
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
        if is_without_host(room.table):
            return 0
        audience, moment_s = room.audience, min(CALLED_AFTER_S, self._replaced_after_s)
        if (away_s := audience.away_s(room.table.host)) < moment_s:
            return moment_s - away_s
        try:
            await call_first(room, room.table.host, "host")
        except OutcomeUnknown:
            return moment_s  # nobody takes over before it is known whether they were called
        host = room.table.host
        return self._patience_s(room) - min(audience.away_s(host), audience.called_s(host))

    def _patience_s(self, room: Room) -> float:
        of_game_s = patience_s(room.table)
        return max(self._replaced_after_s, of_game_s if of_game_s > GRACE_S else 0)
