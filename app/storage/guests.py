"""Guests (browsers with our cookie) and their names, kept until no room knows them and their cookie has expired; and
the other devices of a guest: browsers with a cookie of their own that are treated as the same guest."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection, Iterable
from functools import partial
from hashlib import blake2b, sha256
from itertools import islice
from typing import Final, TypeVar

from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import and_, bindparam, exists, func, or_, select

from app.background import Background
from app.storage import statements
from app.storage.commit import OutcomeUnknown
from app.storage.database import Cursor
from app.storage.open_database import OpenDatabase
from app.storage.schema import device_links, devices, guests, guests_of_rooms, rooms

log = logging.getLogger("tertulia.store")

MOST_REMEMBERED: Final = 10_000
MOST_AT_ONCE: Final = 200  # guests in one transaction: moves wait for it

DAY_S: Final = 24 * 3600
LIFETIME_S: Final = 400 * DAY_S  # of a cookie; browsers cap it there
GONE_AFTER_DAYS: Final = LIFETIME_S // DAY_S + 1
PASSED_BY_AFTER_DAYS: Final = 30  # days after which a guest who gave no name and joined no room is forgotten

LINK_FOR_S: Final = 15 * 60
MOST_DEVICES: Final = 8

# Statements are made once: to make one takes three times as long as to execute it, and leaves reference cycles.
_OF_COOKIE: Final = guests.alias()
_BY_TOKEN: Final = (
    select(guests.c.id, guests.c.token_hash, guests.c.name, guests.c.seen, _OF_COOKIE.c.id.label("device"))
    .select_from(_OF_COOKIE)
    .outerjoin(devices, devices.c.device == _OF_COOKIE.c.id)
    .join(guests, guests.c.id == func.coalesce(devices.c.guest, _OF_COOKIE.c.id))
    .where(_OF_COOKIE.c.token_hash == bindparam("token_hash"))
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

_ROOMS_OF_BOTH: Final = (
    select(guests_of_rooms.c.room)
    .join(_OTHER, _OTHER.c.room == guests_of_rooms.c.room)
    .where(guests_of_rooms.c.guest == bindparam("one"), _OTHER.c.guest == bindparam("other"))
)

T = TypeVar("T")


class Guest(Struct, frozen=True):
    """A person who has been here, in one browser or in several that are linked (see Devices). Only the
    SHA-256 of a cookie is stored: this is that of the first browser. `linked_as`: which other browser this is."""

    id: str
    token_hash: bytes
    name: str | None
    linked_as: str | None = None

    @property
    def device(self) -> str:
        """The browser at hand, among the guest's."""
        return self.linked_as or self.id

    def beside(self) -> Guest:
        """The onlooker beside this guest. They are not stored, and have no cookie."""
        return Guest(id_beside(self.id), b"", None)


def id_beside(id: str) -> str:
    """The id of an onlooker who holds nothing that this guest holds; the same one every time."""
    return sha256(f"beside {id}".encode()).hexdigest()[:32]


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
        linked_as = None if row.device == row.id else row.device
        guest = self._known[token_hash] = Guest(row.id, row.token_hash, row.name, linked_as)
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

    def drop(self, ids: Collection[str]) -> None:
        """Keep nothing in memory of guests who are forgotten."""
        self._seen = {id: guest for id, guest in self._seen.items() if id not in ids}
        for token_hash in [key for key, guest in self._known.items() if {guest.id, guest.device} & set(ids)]:
            del self._known[token_hash]

    # --- Their rooms ---

    async def rooms_of(self, id: str, most: int) -> list[str]:
        """The rooms whose logs name this guest, without those they have put away: those that name others first, then
        games in progress, and of each the newest. Raises Unanswered."""
        given = {"guest": id, "most": most}
        return await self._store.read(lambda connection: [*connection.execute(_ROOMS_OF, given).scalars()])

    async def rooms_of_both(self, one: str, other: str) -> list[str]:
        """The rooms whose logs name both. Raises Unanswered."""
        given = {"one": one, "other": other}
        return await self._store.read(lambda connection: [*connection.execute(_ROOMS_OF_BOTH, given).scalars()])

    async def put_away(self, id: str, room: str, away: bool) -> bool:
        """Put a room away, or back; False when its log does not name this guest. Raises OutcomeUnknown."""
        return await self._store.execute(statements.PUT_AWAY, {"guest": id, "room": room, "away": int(away)}) == 1

    # --- Visits and expiry ---

    def note_seen(self, here: Iterable[Guest]) -> None:
        """Record in the background that these guests are here today; a failed write is retried with the next visit."""
        self._seen |= {guest.id: guest for guest in here if guest.token_hash}
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
        is_linked = exists().where(devices.c.device == kept.id)
        query = select(kept.id).where(stale, ~is_known, ~is_linked).limit(MOST_AT_ONCE)
        ids = await self._store.read(lambda connection: connection.execute(query).scalars().all())
        return await self._store.write(partial(_delete, ids, passed_by)) if ids else 0


class Device(Struct, frozen=True):
    """A browser that is linked to a guest. `device`: the guest that it was before, and is again when it is unlinked.
    `called`: what its owner calls it. `at`: when it was linked, in milliseconds since 1970."""

    device: str
    called: str
    at: int

    @property
    def handle(self) -> str:
        """What it goes by on the wire. It reveals nothing about the guest's id."""
        return blake2b(self.device.encode(), digest_size=8).hexdigest()


class Devices:
    """The devices of all guests of a store."""

    def __init__(self, store: OpenDatabase) -> None:
        self._store = store

    async def make_link(self, guest: str) -> str:
        """A new code, which adds one device to this guest within LINK_FOR_S. It takes the place of the code made before
        it. Raises OutcomeUnknown."""
        code = secrets.token_urlsafe(16)
        await self._store.write(partial(_make_link, guest, _hash(code)), is_short=True)
        return code

    async def leads_to(self, code: str) -> str | None:
        """The guest to whom a code adds a device; None when it was used or is too old. Raises Unanswered."""
        links = device_links.c
        query = select(links.guest).where(links.code_hash == _hash(code), links.until > self._store.now())
        found: str | None = await self._store.read(lambda connection: connection.execute(query).scalar_one_or_none())
        return found

    async def of(self, guest: str) -> list[Device]:
        """The guest's other devices, the longest linked first. Raises Unanswered."""
        columns = devices.c
        query = select(columns.device, columns.called, columns.at).where(columns.guest == guest).order_by(columns.at)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [Device(*row) for row in rows]

    async def link(self, code: str, guest: str, device: str, called: str) -> bool:
        """Make this browser a device of the guest to whom the code leads, and use the code up; false when it was used
        meanwhile, or when one of the two has become a device of somebody else. Raises OutcomeUnknown."""
        return await self._store.write(partial(_link, _hash(code), guest, device, called), is_short=True)

    async def unlink(self, guest: str, device: str) -> bool:
        """Make this browser a guest of its own again, and notify it of nothing that is the other's; false when it is
        none of the guest's devices. Raises OutcomeUnknown."""
        return await self._store.write(partial(_unlink, guest, device), is_short=True)


def _hash(code: str) -> bytes:
    return sha256(code.encode("utf-8", "surrogateescape")).digest()


def _day(ms: int) -> int:
    return ms // (DAY_S * 1000)


# --- Work for the writer thread ---


def _store_guests(some: Iterable[Guest], cursor: Cursor, now: int) -> None:
    for guest in some:
        cursor.execute(statements.GUEST, {**asdict(guest), "now": now, "today": _day(now)})


def _delete(some: Iterable[str], passed_by: int, cursor: Cursor, now: int) -> int:
    """Delete those who have not returned meanwhile and whom no room has come to know."""
    given = [{"id": id, "before": passed_by} for id in some]
    gone: int = sum(cursor.execute(statements.FORGET_GUEST, each).rowcount for each in given)
    for each in given:
        cursor.execute(statements.FORGET_DEVICES, each)  # they are guests of their own again
        cursor.execute(statements.FORGET_WEBHOOK, each)
        cursor.execute(statements.FORGET_QUIET_HOURS, each)
    return gone


def _make_link(guest: str, code_hash: bytes, cursor: Cursor, now: int) -> None:
    cursor.execute(statements.DROP_DEVICE_LINKS, {"guest": guest, "now": now})
    given = {"code_hash": code_hash, "guest": guest, "until": now + LINK_FOR_S * 1000}
    cursor.execute(statements.DEVICE_LINK, given)


def _link(code_hash: bytes, guest: str, device: str, called: str, cursor: Cursor, now: int) -> bool:
    given = {"code_hash": code_hash, "guest": guest, "device": device, "called": called, "now": now}
    # First of all the row of the link is deleted, which locks it: of two browsers at once, one is too late.
    if cursor.execute(statements.USE_DEVICE_LINK, given).rowcount != 1:
        return False
    linked: int = cursor.execute(statements.LINK_DEVICE, given).rowcount
    return linked == 1


def _unlink(guest: str, device: str, cursor: Cursor, now: int) -> bool:
    given = {"guest": guest, "device": device}
    if cursor.execute(statements.UNLINK_DEVICE, given).rowcount != 1:
        return False
    cursor.execute(statements.UNSUBSCRIBE_DEVICE, given)
    return True
