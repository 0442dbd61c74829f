"""Guests (browsers with our cookie) and their names, kept until no room knows them and their cookie has expired."""

import logging
from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import Final, TypeVar

from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import and_, bindparam, exists, or_, select

from app.background import Background
from app.storage import statements
from app.storage.commit import OutcomeUnknown
from app.storage.database import Cursor
from app.storage.open_database import OpenDatabase
from app.storage.schema import guests, guests_of_rooms, rooms

log = logging.getLogger("tertulia.store")

MOST_REMEMBERED: Final = 10_000
MOST_AT_ONCE: Final = 200  # guests in one transaction: moves wait for it

DAY_S: Final = 24 * 3600
LIFETIME_S: Final = 400 * DAY_S  # of a cookie; browsers cap it there
GONE_AFTER_DAYS: Final = LIFETIME_S // DAY_S + 1
PASSED_BY_AFTER_DAYS: Final = 30  # days after which a guest who gave no name and joined no room is forgotten

# Statements are made once: to make one takes three times as long as to execute it, and leaves reference cycles.
_BY_TOKEN: Final = select(guests.c.id, guests.c.token_hash, guests.c.name, guests.c.seen).where(
    guests.c.token_hash == bindparam("token_hash")
)
_PLAYING: Final = (rooms.c.phase == "playing").desc()
_OTHER: Final = guests_of_rooms.alias()
_KNOWS_OTHERS: Final = and_(_OTHER.c.room == guests_of_rooms.c.room, _OTHER.c.guest != guests_of_rooms.c.guest)
_WITH_OTHERS: Final = exists().where(_KNOWS_OTHERS).correlate(guests_of_rooms).desc()
_ROOMS_OF: Final = (
    select(guests_of_rooms.c.room)
    .where(guests_of_rooms.c.guest == bindparam("guest"), guests_of_rooms.c.put_away == 0)
    .join(rooms, rooms.c.room == guests_of_rooms.c.room)
    .order_by(_WITH_OTHERS, _PLAYING, rooms.c.at.desc())
    .limit(bindparam("most"))
)

T = TypeVar("T")


class Guest(Struct, frozen=True):
    """A browser that has been here; only the SHA-256 of its cookie is stored."""

    id: str
    token_hash: bytes
    name: str | None


class Guests:
    """All guests of a store."""

    def __init__(self, store: OpenDatabase) -> None:
        self._store = store
        self._known: LRUCache[bytes, Guest] = LRUCache(MOST_REMEMBERED)
        """Recent guests by token hash, so that their pages stay readable while storage is down."""
        self._seen: dict[str, Guest] = {}
        """Guests whose visit today has not been recorded yet."""
        self._tasks = Background()

    async def by_token(self, token_hash: bytes) -> Guest | None:
        """The guest with this cookie, if any. Raises Unanswered when storage is down and the guest is not in memory."""
        given = {"token_hash": token_hash}
        try:
            row = await self._store.read(lambda connection: connection.execute(_BY_TOKEN, given).one_or_none())
        except OutcomeUnknown:
            if token_hash in self._known:
                return self._known[token_hash]
            raise
        if row is None:
            return None
        guest = self._known[token_hash] = Guest(row.id, row.token_hash, row.name)
        if row.seen < _day(self._store.now()):
            self.note_seen([guest])
        return guest

    async def add(self, guest: Guest) -> None:
        """Store a new guest. Raises OutcomeUnknown."""
        await self._store.write(partial(_store_guests, [guest]), is_short=True)

    async def rename(self, id: str, name: str) -> None:
        """Store the guest's name. Raises OutcomeUnknown."""
        given = {"name": name, "id": id}
        await self._store.execute("UPDATE guests SET name = :name WHERE id = :id", given, is_short=True)

    # --- Their rooms ---

    async def rooms_of(self, id: str, most: int) -> list[str]:
        """The rooms whose logs name this guest, without those they have put away: those that name others first, then
        games in progress, and of each the newest. Raises Unanswered."""
        given = {"guest": id, "most": most}
        return await self._store.read(lambda connection: [*connection.execute(_ROOMS_OF, given).scalars()])

    async def put_away(self, id: str, room: str, away: bool) -> bool:
        """Put a room away, or back; False when its log does not name this guest. Raises OutcomeUnknown."""
        return await self._store.execute(statements.PUT_AWAY, {"guest": id, "room": room, "away": int(away)}) == 1

    # --- Visits and expiry ---

    def note_seen(self, here: Iterable[Guest]) -> None:
        """Record in the background that these guests are here today; a failed write is retried with the next visit."""
        self._seen |= {guest.id: guest for guest in here}
        if self._seen and not self._tasks:
            self._tasks.start(self._note())

    async def _note(self) -> None:
        while self._seen:
            some = dict(islice(self._seen.items(), MOST_AT_ONCE))
            try:
                await self._store.write(partial(_store_guests, some.values()))
            except OutcomeUnknown as unknown:
                log.debug("visits could not be recorded, and are retried later: %s", type(unknown).__name__)
                return
            for id in some:
                del self._seen[id]

    async def close(self) -> None:
        """Finish the write under way."""
        await self._tasks.finish()

    async def forget(self) -> int:
        """Delete up to MOST_AT_ONCE guests whom no room knows and who have stayed away longer than their cookie lasts
        (a month without a name). Returns how many. Raises OutcomeUnknown."""
        today, kept = _day(self._store.now()), guests.c
        gone, passed_by = today - GONE_AFTER_DAYS, today - PASSED_BY_AFTER_DAYS
        stale = or_(kept.seen < gone, and_(kept.name.is_(None), kept.seen < passed_by))
        is_known = exists().where(guests_of_rooms.c.guest == kept.id)
        query = select(kept.id).where(stale, ~is_known).limit(MOST_AT_ONCE)
        ids = await self._store.read(lambda connection: connection.execute(query).scalars().all())
        return await self._store.write(partial(_delete, ids, passed_by)) if ids else 0


def _day(ms: int) -> int:
    return ms // (DAY_S * 1000)


# --- Work for the writer thread ---


def _store_guests(some: Iterable[Guest], cursor: Cursor, now: int) -> None:
    for guest in some:
        cursor.execute(statements.GUEST, {**asdict(guest), "now": now, "today": _day(now)})


def _delete(some: Iterable[str], passed_by: int, cursor: Cursor, now: int) -> int:
    """Delete those who have not returned meanwhile and whom no room has come to know."""
    given = [{"id": id, "before": passed_by} for id in some]
    return sum(cursor.execute(statements.FORGET_GUEST, each).rowcount for each in given)
