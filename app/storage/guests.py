"""The browsers that have been here, and the names they go by, as storage keeps them: until no room knows them, and
their cookies are no more."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import and_, exists, or_, select

from app.background import Background
from app.storage import statements
from app.storage.database import Cursor
from app.storage.interface import Storage
from app.storage.schema import guests, guests_of_rooms
from app.storage.writer import OutcomeUnknown

log = logging.getLogger("tertulia.store")

MOST_REMEMBERED: Final = 10_000
MOST_FORGOTTEN: Final = 200  # at once

DAY_S: Final = 24 * 3600
LIFETIME_S: Final = 400 * DAY_S  # of a cookie: as long as browsers keep any
GONE_AFTER_DAYS: Final = LIFETIME_S // DAY_S + 1
PASSED_BY_AFTER_DAYS: Final = 30
"""Who never said a name and was in no room has nothing to come back to."""


class Guest(Struct, frozen=True):
    """A browser that has been here. Only the SHA-256 of its cookie is kept."""

    id: str
    token_hash: bytes
    name: str | None


class Guests:
    """All guests of a store."""

    def __init__(self, store: Storage) -> None:
        self._store = store
        self._known: dict[bytes, Guest] = {}
        """Those who were here last: known also while storage does not answer, so that their boards stay readable."""
        self._seen: dict[str, Guest] = {}
        """Those of whom it is still to be written down that they were here today."""
        self._tasks = Background()

    async def by_token(self, token_hash: bytes) -> Guest | None:
        """The guest with this cookie, if there is one. Raises Unanswered."""
        kept = guests.c
        wanted = select(kept.id, kept.token_hash, kept.name, kept.seen).where(kept.token_hash == token_hash)
        try:
            row = await self._store.read(lambda connection: connection.execute(wanted).one_or_none())
        except OutcomeUnknown:
            if token_hash in self._known:
                return self._known[token_hash]
            raise
        if row is None:
            return None
        guest = self._remember(Guest(row.id, row.token_hash, row.name))
        if row.seen < _day(self._store.now()):
            self.note_seen([guest])
        return guest

    def _remember(self, guest: Guest) -> Guest:
        self._known.pop(guest.token_hash, None)
        self._known[guest.token_hash] = guest
        if len(self._known) > MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        return guest

    async def add(self, guest: Guest) -> None:
        """Keep a new guest. Raises OutcomeUnknown."""
        await self._store.write(partial(_write_down, [guest]))

    async def rename(self, id: str, name: str) -> None:
        """Remember the name a guest goes by. Raises OutcomeUnknown."""
        change = "UPDATE guests SET name = :name WHERE id = :id"
        await self._store.write(lambda cursor, now: cursor.execute(change, {"name": name, "id": id}))

    # --- Who comes by, and who does not ---

    def note_seen(self, here: Iterable[Guest]) -> None:
        """They are here today. It is written down aside: nobody waits for it, and nobody is kept out where it fails."""
        self._seen |= {guest.id: guest for guest in here}
        if self._seen and not self._tasks:
            self._tasks.start(self._note())

    async def _note(self) -> None:
        while self._seen:
            some, self._seen = self._seen, {}
            try:
                await self._store.write(partial(_write_down, some.values()))
            except OutcomeUnknown as unknown:
                log.debug("who was here is written down with the next ones: %s", type(unknown).__name__)
                self._seen = some | self._seen
                return

    async def close(self) -> None:
        """Finish what was begun."""
        await self._tasks.finish()

    async def forget(self) -> int:
        """Delete some of those whom no room knows and who have not come by for longer than their cookie lasts, or for a
        month if they never said a name; how many. Raises OutcomeUnknown."""
        today, kept = _day(self._store.now()), guests.c
        gone, passed_by = today - GONE_AFTER_DAYS, today - PASSED_BY_AFTER_DAYS
        stale = or_(kept.seen < gone, and_(kept.name.is_(None), kept.seen < passed_by))
        is_known = exists().where(guests_of_rooms.c.guest == kept.id)
        wanted = select(kept.id).where(stale, ~is_known).limit(MOST_FORGOTTEN)
        found = await self._store.read(lambda connection: connection.execute(wanted).scalars().all())
        return await self._store.write(partial(_forget, found, passed_by)) if found else 0


def _day(ms: int) -> int:
    return ms // (DAY_S * 1000)


# --- Done with the writer's cursor ---


def _write_down(some: Iterable[Guest], cursor: Cursor, now: int) -> None:
    """New ones, and that the others are here."""
    for guest in some:
        cursor.execute(statements.GUEST, {**asdict(guest), "now": now, "today": _day(now)})


def _forget(some: Iterable[str], passed_by: int, cursor: Cursor, now: int) -> int:
    """Unless they have come by since, or a room has got to know them."""
    given = [{"id": id, "before": passed_by} for id in some]
    return sum(cursor.execute(statements.FORGET_GUEST, each).rowcount for each in given)
