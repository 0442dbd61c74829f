"""Wakes the rooms whose evening is about to begin, once on all nodes and whether or not anybody is in them: what is
told of it wakes those who call players (app/push/notifier.py)."""

import logging
from typing import Final

from app.background import Service
from app.protocol.messages import Refusal
from app.rooms.registry import Rooms
from app.storage.commit import OutcomeUnknown

log = logging.getLogger("tertulia.evenings")

CHECK_EVERY_S: Final = 5.0
CLAIMED_MS: Final = 30_000  # after this time another node may wake a room that one has claimed


class Evenings(Service):
    """Watches the dates of all rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store

    def start(self) -> None:
        """Start checking."""
        failed = "the dates of evenings could not be checked"
        self._tasks.repeat(self.wake_due_rooms, CHECK_EVERY_S, log, failed, expected=OutcomeUnknown)

    async def wake_due_rooms(self) -> None:
        """Wake every room whose players are to be called. Raises OutcomeUnknown."""
        for code, due in (await self._store.due_evenings()).items():
            until = self._store.now() + CLAIMED_MS
            if await self._store.claim_evening(code, due, until) and await self._wake(code):
                await self._store.called_to_evening(code, until)

    async def _wake(self, code: str) -> bool:
        """Returns false where somebody has to try again."""
        try:
            room = await self._rooms.find(code)
        except Refusal:
            log.warning("a room could not be woken for its evening", extra={"room": code})
            return False
        if self._rooms.closing:
            return False  # rooms are found no more: the claim expires, for another process
        if room is not None:
            self._rooms.tell_watchers(room)
        return True
