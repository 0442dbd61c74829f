"""Hears what operators' commands tell this server, and does it: announcements are shown at every table, and the open
pages of people who are forgotten begin anew, as those of strangers."""

import logging
from collections.abc import Collection
from typing import Final

from app.background import Service
from app.keeper.words import Word, recent_words
from app.protocol.messages import encode
from app.protocol.talk import Announced
from app.rooms.outbox import Message
from app.rooms.registry import Rooms
from app.services.sessions import Sessions
from app.storage.commit import OutcomeUnknown

log = logging.getLogger("tertulia.keeper")

LISTEN_EVERY_S: Final = 5.0


class KeepersWords(Service):
    """Listens on every node."""

    def __init__(self, rooms: Rooms, sessions: Sessions) -> None:
        self._rooms = rooms
        self._sessions = sessions
        self._heard: set[str] | None = None
        """The ids of the words of the last minute that were heard; None: nothing has been asked yet."""

    def start(self) -> None:
        failed = "the words of the keeper could not be read"
        self._tasks.repeat(self.listen, LISTEN_EVERY_S, log, failed, expected=OutcomeUnknown)

    async def listen(self) -> None:
        """Hear what is new. What was said before this server had started is heard by nobody here. Raises Unanswered."""
        words = await recent_words(self._rooms.store)
        heard, self._heard = self._heard, {word.id for word in words}
        new = [word for word in words if heard is not None and word.id not in heard]
        for word in new:
            if word.kind == "announced":
                self._show(word)
        if gone := {word.said for word in new if word.kind == "forgotten"}:
            await self._forget(gone)

    def _show(self, word: Word) -> None:
        message = Message(encode(Announced(word.said)), 0)
        for room in self._rooms.live():
            for viewer in room.audience.viewers:
                viewer.outbox.put(message)

    async def _forget(self, gone: Collection[str]) -> None:
        self._rooms.store.guests.drop(gone)
        await self._sessions.begin_anew(lambda guest: guest.id in gone or guest.device in gone)
