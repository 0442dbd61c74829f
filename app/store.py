"""What is kept: the log of every room, and the guests. SQL that both databases understand is here; what differs is in
app/sqlite.py and app/postgres.py.

Writes go through one thread, app/writer.py. Reads have connections of their own, so nobody ever sees an uncommitted
row.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Select, and_, func, literal_column, or_, select, text
from sqlalchemy import Row as Found
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from app import statements
from app.database import Cursor, Row, database_at
from app.events import CHATS_KEPT, Body, Closed, Event, Kicked, decode_body, encode_body, kind_of
from app.schema import events, guests, push_subscriptions, rooms, team_scores
from app.writer import OutcomeUnknown, Work, Writer

MOST_FORGOTTEN: Final = 500  # at once
MOST_DUE: Final = 50
MOST_REMEMBERED: Final = 10_000

T = TypeVar("T")


class Guest(Struct, frozen=True):
    """A browser that has been here. Only the SHA-256 of its cookie is kept."""

    id: str
    token_hash: bytes
    name: str | None


class Note(Struct, frozen=True):
    """What the house has to know of a room without reading its log. `watched`: a clock is running, look at it."""

    phase: str
    watched: bool


class TeamRow(Struct, frozen=True):
    """A team's score, under the setting with which others are comparable."""

    setting: str
    score: int
    room: str = ""
    at: int = 0


class Subscription(Struct, frozen=True, kw_only=True):
    """How a guest is called who has no page of a room open: at this endpoint, encrypted with these keys, to this page.
    `called`: the last question for which he was."""

    room: str
    guest: str
    endpoint: str
    p256dh: str
    auth: str
    page: str
    language: str
    called: int = 0


class Entry(Struct, frozen=True):
    """An event to append after `prev`, the id of the event that was the room's last when this was decided; not before
    that time of the database's clock. What else is to be written goes into the same transaction."""

    room: str
    seq: int
    id: str
    prev: str
    actor: str
    body: Body
    not_before: int = 0
    note: Note | None = None
    team: TeamRow | None = None


class Unanswered(OutcomeUnknown):
    """Storage could not be read."""


class Store:
    """The database behind one address, such as `sqlite:///data/tertulia.sqlite3`."""

    def __init__(self, url: str, clock: Callable[[], int] | None = None) -> None:
        """`clock`: the milliseconds to go by instead of the database's own. Raises BadSetting for another address."""
        self._database = database_at(url)
        self._clock = clock
        self._ahead = 0
        """So many milliseconds the database's clock is ahead of this process's."""
        self._guests: dict[bytes, Guest] = {}
        """Those who were here last: known also while storage does not answer, so that their boards stay readable."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write here, too."""
        return self._database.shared

    def alone(self) -> AbstractContextManager[None]:
        """Keeps away every other server, where only one may write. Raises Unfit when another was first."""
        return self._database.alone()

    async def start(self) -> None:
        """Open the database, bring its tables up to date, and begin to write."""
        self._loop = asyncio.get_running_loop()
        self._engine = await asyncio.to_thread(self._database.open)
        self._readers = ThreadPoolExecutor(self._database.readers, "reader")
        await self._read(self._read_clock)
        self._writer = Writer(self._database, lambda: self._clock() if self._clock else None, self._set_clock)

    async def close(self) -> None:
        """Finish what has been handed in, then close."""
        await self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def ready(self) -> bool:
        """Whether storage answers."""
        try:
            return bool(await self._read(lambda connection: connection.scalar(select(1)) == 1))
        except Exception:
            return False

    # --- The log ---

    async def append(self, entry: Entry) -> Event:
        """Write one event and wait for its commit. Raises TooEarly, Conflict, Repeated or OutcomeUnknown."""
        body = encode_body(entry.body)
        row = Row(entry.room, entry.seq, entry.id, entry.prev, entry.actor, kind_of(entry.body), body, entry.not_before)
        at = await self._write(partial(_follow, entry), entry.room, row)
        return Event(entry.room, entry.seq, entry.id, entry.prev, entry.actor, entry.body, at)

    async def heads(self, codes: Iterable[str]) -> dict[str, int]:
        """The seq of the last event of each of these rooms; nothing of rooms that are not there. One query."""
        wanted = {"rooms": msgspec.json.encode(list(codes)).decode()}
        found = await self._read(lambda connection: connection.execute(text(self._database.heads), wanted).all())
        return {code: seq for code, seq in found if seq is not None}

    async def load(self, room: str, after: int = 0, until: int | None = None) -> list[Event]:
        """The room's events with a seq above `after` and at most `until`, in order; none when there is no such room."""
        wanted = select(events).where(events.c.room == room, events.c.seq > after).order_by(events.c.seq)
        if until is not None:
            wanted = wanted.where(events.c.seq <= until)
        return await self._read(lambda connection: _events(connection, wanted))

    async def load_newest(self, room: str) -> list[Event]:
        """What is needed to go on: the room's events without the moves and the talk of games that are over, but the
        newest talk."""
        return await self._read(lambda connection: _newest(connection, room))

    async def load_game(self, room: str, began: int, ended: int) -> list[Event]:
        """What is needed to tell one game again: its events, and of what was before it all but moves and talk."""
        here, kind, seq = events.c.room == room, events.c.kind, events.c.seq
        needed = and_(kind != "said", or_(kind != "moved", seq > began))
        wanted = select(events).where(here, seq <= ended, needed).order_by(seq)
        return await self._read(lambda connection: _events(connection, wanted))

    # --- What the house comes back to ---

    async def watch_from(self, room: str, due: int | None, seq: int | None = None) -> None:
        """Look at this room again at that time of the database's clock; None: no more. `seq`: unless something has
        happened in it after this event."""
        given = {"room": room, "due": due, "seq": seq}
        await self._write(lambda cursor, now: cursor.execute(statements.WATCH, given), room)

    async def due_rooms(self) -> dict[str, int]:
        """The rooms to be looked at now, and since when."""
        return await self._read(self._due_rooms)

    def _due_rooms(self, connection: Connection) -> dict[str, int]:
        self._read_clock(connection)
        wanted = select(rooms.c.room, rooms.c.due).where(rooms.c.due <= self.now())
        return {row.room: row.due for row in connection.execute(wanted.order_by(rooms.c.due).limit(MOST_DUE))}

    async def claim(self, room: str, due: int, until: int) -> bool:
        """Whether this process is the one that looks at a room that is due since then. Should it not come to it, the
        room is due again at `until`."""
        given = {"room": room, "due": due, "until": until}
        return await self._write(lambda cursor, now: cursor.execute(statements.CLAIM, given).rowcount == 1, room)

    async def best_scores(self, setting: str, most: int) -> list[TeamRow]:
        """The best scores of teams under this setting, best first, earlier ones before later ones."""
        ranked = team_scores.c.score.desc(), team_scores.c.at
        wanted = select(team_scores).where(team_scores.c.setting == setting).order_by(*ranked).limit(most)
        return await self._read(
            lambda connection: [TeamRow(row.setting, row.score, row.room, row.at) for row in connection.execute(wanted)]
        )

    async def forget_rooms(self, kept_ms: Mapping[str, int], is_busy: Callable[[str], bool]) -> int:
        """Delete the logs of rooms in which nothing has happened for longer than rooms of their phase are kept, but
        for busy ones; how many."""
        now = self.now()
        stale = or_(*(and_(rooms.c.phase == phase, rooms.c.at < now - kept) for phase, kept in kept_ms.items()))
        wanted = select(rooms.c.room, rooms.c.at).where(stale).limit(MOST_FORGOTTEN)
        found = await self._read(lambda connection: connection.execute(wanted).all())
        return sum([await self._put_away(row.room, row.at) for row in found if not is_busy(row.room)])

    async def _put_away(self, room: str, at: int) -> bool:
        return await self._write(partial(self._forget, room, at), room)

    def _forget(self, room: str, at: int, cursor: Cursor, now: int) -> bool:
        """Unless something has happened in it since that time."""
        self._database.hold(cursor, room)
        if cursor.execute(statements.FORGET, {"room": room, "at": at, "now": now}).rowcount != 1:
            return False
        cursor.execute("DELETE FROM events WHERE room = :room", {"room": room})
        cursor.execute(statements.UNSUBSCRIBE_ALL, {"room": room})
        return True

    async def keep_rooms(self, codes: Iterable[str]) -> None:
        """Somebody is in these rooms: that counts as something happening in them."""
        for code in codes:
            await self._write(partial(_keep, code), code)

    async def claim_chore(self, chore: str, every_ms: int) -> bool:
        """Whether this process is the one that does a chore that is due; it is due again after that time."""
        given = {"chore": chore, "every": every_ms}
        return await self._write(
            lambda cursor, now: cursor.execute(statements.CHORE, {**given, "now": now}).rowcount == 1
        )

    def now(self) -> int:
        """The database's clock, in milliseconds, as far as this process can tell without asking."""
        return self._clock() if self._clock else round(time.time() * 1000) + self._ahead

    def _set_clock(self, now: int) -> None:
        self._ahead = now - round(time.time() * 1000)

    def _read_clock(self, connection: Connection) -> None:
        self._set_clock(connection.scalar(select(literal_column(self._database.clock))) or 0)

    # --- Guests ---

    async def guest_by_token(self, token_hash: bytes) -> Guest | None:
        """The guest with this cookie, if there is one. Raises Unanswered."""
        wanted = select(guests.c.id, guests.c.token_hash, guests.c.name).where(guests.c.token_hash == token_hash)
        try:
            row = await self._read(lambda connection: connection.execute(wanted).one_or_none())
        except Unanswered:
            if token_hash in self._guests:
                return self._guests[token_hash]
            raise
        return None if row is None else self._remember(Guest(row.id, row.token_hash, row.name))

    def _remember(self, guest: Guest) -> Guest:
        self._guests.pop(guest.token_hash, None)
        self._guests[guest.token_hash] = guest
        if len(self._guests) > MOST_REMEMBERED:
            del self._guests[next(iter(self._guests))]
        return guest

    async def add_guest(self, guest: Guest) -> None:
        """Keep a new guest. Raises OutcomeUnknown."""
        row = {"id": guest.id, "token_hash": guest.token_hash, "name": guest.name}
        await self._write(lambda cursor, now: cursor.execute(statements.GUEST, {**row, "now": now}))

    async def name_guest(self, id: str, name: str) -> None:
        """Remember the name a guest goes by. Raises OutcomeUnknown."""
        change = "UPDATE guests SET name = :name WHERE id = :id"
        await self._write(lambda cursor, now: cursor.execute(change, {"name": name, "id": id}))

    # --- Players who are called when they are away ---

    async def subscription(self, room: str, guest: str) -> Subscription | None:
        """How this guest is called, if he wants to be."""
        kept = push_subscriptions.c
        wanted = select(*(kept[field] for field in Subscription.__struct_fields__))
        found = wanted.where(kept.room == room, kept.guest == guest)
        row = await self._read(lambda connection: connection.execute(found).mappings().one_or_none())
        return None if row is None else Subscription(**row)

    async def keep_subscription(self, wanted: Subscription) -> None:
        """Call this guest by it from now on, and by no older one. Raises OutcomeUnknown."""
        row = {**msgspec.structs.asdict(wanted), "endpoint_hash": _hash(wanted.endpoint)}
        await self._write(lambda cursor, now: cursor.execute(statements.SUBSCRIBE, {**row, "now": now}), wanted.room)

    async def drop_subscription(self, room: str, guest: str) -> None:
        """Call this guest no more in this room. Raises OutcomeUnknown."""
        given = {"room": room, "guest": guest}
        await self._write(lambda cursor, now: cursor.execute(statements.UNSUBSCRIBE, given), room)

    async def drop_endpoint(self, endpoint: str) -> None:
        """Nobody is there any more, in whatever room. Raises OutcomeUnknown."""
        gone = "DELETE FROM push_subscriptions WHERE endpoint_hash = :hash"
        await self._write(lambda cursor, now: cursor.execute(gone, {"hash": _hash(endpoint)}))

    async def note_called(self, room: str, guest: str, question: int) -> bool:
        """Whether the guest was not called for this question before. He counts as called now. Raises OutcomeUnknown."""
        given = {"question": question, "room": room, "guest": guest}
        return await self._write(lambda cursor, now: cursor.execute(statements.CALLED, given).rowcount == 1, room)

    # --- Reading and writing ---

    async def _read(self, work: Callable[[Connection], T]) -> T:
        """Raises Unanswered."""
        return await self._loop.run_in_executor(self._readers, self._read_now, work)

    def _read_now(self, work: Callable[[Connection], T]) -> T:
        try:
            try:
                return self._read_once(work)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            # The database was started anew since this connection was last used; by now all old ones are given up.
            return self._read_once(work)
        except (OperationalError, InterfaceError) as error:
            raise Unanswered(type(error.orig).__name__) from error

    def _read_once(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)

    async def _write(self, work: Work[T], room: str = "", row: Row | None = None) -> T:
        return await self._writer.write(work, room, row)


# --- Done with the writer's cursor ---


def _follow(entry: Entry, cursor: Cursor, at: int) -> int:
    """What goes with an event that was appended at this time."""
    if entry.note is not None:
        # Due at once: whoever carries on after a crash looks at the room, and at the clocks in its log.
        due = at if entry.note.watched else None
        cursor.execute(statements.NOTE, {"room": entry.room, "phase": entry.note.phase, "now": at, "due": due})
    if entry.team is not None:
        reached = {"setting": entry.team.setting, "score": entry.team.score}
        cursor.execute(statements.TEAM, {**reached, "room": entry.room, "seq": entry.seq, "at": at})
    match entry.body:
        case Closed():
            cursor.execute(statements.UNSUBSCRIBE_ALL, {"room": entry.room})
        case Kicked(guest, out) if out:
            cursor.execute(statements.UNSUBSCRIBE, {"room": entry.room, "guest": guest})
    return at


def _keep(room: str, cursor: Cursor, now: int) -> None:
    cursor.execute(statements.KEEP, {"room": room, "now": now})


def _hash(endpoint: str) -> bytes:
    return sha256(endpoint.encode()).digest()


# --- Reading the log ---


def _events(connection: Connection, wanted: Select[Any]) -> list[Event]:
    return [event_of(row) for row in connection.execute(wanted)]


def _newest(connection: Connection, room: str) -> list[Event]:
    here, kind, seq = events.c.room == room, events.c.kind, events.c.seq
    began = connection.scalar(select(func.max(seq)).where(here, kind == "began")) or 0
    talk = select(seq).where(here, kind == "said").order_by(seq.desc()).limit(1).offset(CHATS_KEPT)
    talked = connection.scalar(talk) or 0
    needed = or_(kind.not_in(("moved", "said")), and_(kind == "moved", seq > began), and_(kind == "said", seq > talked))
    return _events(connection, select(events).where(here, needed).order_by(seq))


def event_of(row: Found[Any]) -> Event:
    """The event in a row of the log. Raises msgspec.ValidationError when the row was damaged."""
    return Event(row.room, row.seq, row.id, row.prev, row.actor, decode_body(row.body), row.at)
