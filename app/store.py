"""The one module that speaks SQL: the log of every room, and the guests.

Writes go through one thread, app/writer.py. Reads have connections of their own, so nobody ever sees an uncommitted
row.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Engine, Row, Select, and_, create_engine, event, func, or_, select, text
from sqlalchemy.engine import make_url

from app.events import CHATS_KEPT, Body, Closed, Event, Kicked, decode_body, encode_body, kind_of
from app.schema import events, guests, push_subscriptions, rooms, team_scores
from app.writer import NotWritten, Work, Writer

MIGRATIONS: Final = Path(__file__).resolve().parent.parent / "migrations"
MOST_FORGOTTEN: Final = 500  # at once

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


class TooEarly(NotWritten):
    """It is not time yet, by the database's clock: nothing was written."""


class Conflict(NotWritten):
    """Another event has this place in the log, or the predecessor is not the one named: judge again."""


class Repeated(NotWritten):
    """This id is in the log already: nothing was written."""


class Store:
    """The database behind one address, such as `sqlite:///data/tertulia.sqlite3`."""

    def __init__(self, url: str, clock: Callable[[], int] | None = None) -> None:
        """`clock`: the milliseconds to go by instead of the database's own."""
        if make_url(url).get_backend_name() != "sqlite":
            raise ValueError(f"TERTULIA_DATABASE_URL: expected sqlite:///path/to/file, got {url!r}")
        self._url = url
        self._clock = clock

    async def start(self) -> None:
        """Open the database, bring its tables up to date, and begin to write."""
        self._loop = asyncio.get_running_loop()
        _make_folder(self._url)
        self._engine = await asyncio.to_thread(_open, self._url)
        self._readers = ThreadPoolExecutor(2, "reader")
        self._writer = Writer(self._engine.raw_connection, self._read_clock)

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
        """Write one event and wait for its commit. Raises Conflict, Repeated or OutcomeUnknown."""
        row = (
            entry.room,
            entry.seq,
            entry.id,
            entry.prev,
            entry.actor,
            kind_of(entry.body),
            encode_body(entry.body),
        )
        at = await self._write(lambda cursor, now: _append(cursor, row, entry, now))
        return Event(entry.room, entry.seq, entry.id, entry.prev, entry.actor, entry.body, at)

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
        await self._write(lambda cursor, now: cursor.execute(_WATCH, (due, room, seq)))

    async def due_rooms(self) -> list[str]:
        """The rooms to be looked at now."""
        wanted = select(rooms.c.room).where(rooms.c.due <= self.now()).order_by(rooms.c.due)
        return await self._read(lambda connection: list(connection.scalars(wanted)))

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
        forgotten = [await self._write(partial(_forget, row.room, row.at)) for row in found if not is_busy(row.room)]
        return sum(forgotten)

    def now(self) -> int:
        """The database's clock, in milliseconds, as far as this process can tell without asking."""
        return self._clock() if self._clock else round(time.time() * 1000) + self._writer.ahead

    # --- Guests ---

    async def guest_by_token(self, token_hash: bytes) -> Guest | None:
        """The guest with this cookie, if there is one."""
        wanted = select(guests.c.id, guests.c.token_hash, guests.c.name).where(guests.c.token_hash == token_hash)
        row = await self._read(lambda connection: connection.execute(wanted).one_or_none())
        return None if row is None else Guest(row.id, row.token_hash, row.name)

    async def add_guest(self, guest: Guest) -> None:
        """Keep a new guest. Raises OutcomeUnknown."""
        row = (guest.id, guest.token_hash, guest.name)
        await self._write(lambda cursor, now: cursor.execute("INSERT INTO guests VALUES (?, ?, ?, ?)", (*row, now)))

    async def name_guest(self, id: str, name: str) -> None:
        """Remember the name a guest goes by. Raises OutcomeUnknown."""
        change = "UPDATE guests SET name = ? WHERE id = ?"
        await self._write(lambda cursor, now: cursor.execute(change, (name, id)))

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
        to = (wanted.endpoint, wanted.p256dh, wanted.auth, wanted.page, wanted.language, _hash(wanted.endpoint))
        await self._write(lambda cursor, now: cursor.execute(_SUBSCRIBE, (wanted.room, wanted.guest, *to, now)))

    async def drop_subscription(self, room: str, guest: str) -> None:
        """Call this guest no more in this room. Raises OutcomeUnknown."""
        await self._write(lambda cursor, now: cursor.execute(_UNSUBSCRIBE, (room, guest)))

    async def drop_endpoint(self, endpoint: str) -> None:
        """Nobody is there any more, in whatever room. Raises OutcomeUnknown."""
        gone = "DELETE FROM push_subscriptions WHERE endpoint_hash = ?"
        await self._write(lambda cursor, now: cursor.execute(gone, (_hash(endpoint),)))

    async def note_called(self, room: str, guest: str, question: int) -> bool:
        """Whether the guest was not called for this question before. He counts as called now. Raises OutcomeUnknown."""
        return await self._write(lambda cursor, now: cursor.execute(_CALLED, (question, room, guest)).rowcount == 1)

    # --- Reading and writing ---

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._loop.run_in_executor(self._readers, self._read_now, work)

    def _read_now(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)

    async def _write(self, work: Work[T]) -> T:
        return await self._writer.write(work)

    def _read_clock(self, cursor: sqlite3.Cursor) -> int:
        now: int = self._clock() if self._clock else cursor.execute(_NOW).fetchone()[0]
        return now


# --- SQL that the driver runs itself: 8 µs a row where SQLAlchemy takes 60 ---

_NOW = "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

# A row is written only behind the predecessor it names. Nothing is written over a place or an id that is taken.
_APPEND = """
INSERT INTO events (room, seq, id, prev, actor, kind, body, at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM events WHERE room = ?1 AND seq = ?2 - 1 AND id = ?4)
ON CONFLICT DO NOTHING
"""
_FIND = "SELECT 1 FROM events WHERE room = ? AND id = ?"

_NOTE = """
INSERT INTO rooms (room, phase, at, due) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (room) DO UPDATE SET phase = ?2, at = ?3, due = ?4
"""
_WATCH = """
UPDATE rooms SET due = ?1
WHERE room = ?2 AND (?3 IS NULL OR ?3 = (SELECT max(seq) FROM events WHERE room = ?2))
"""
_SUBSCRIBE = """
INSERT INTO push_subscriptions (room, guest, endpoint, p256dh, auth, page, language, endpoint_hash, at, called)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0)
ON CONFLICT (room, guest) DO UPDATE
SET endpoint = ?3, p256dh = ?4, auth = ?5, page = ?6, language = ?7, endpoint_hash = ?8, at = ?9
"""
_UNSUBSCRIBE = "DELETE FROM push_subscriptions WHERE room = ? AND guest = ?"
_UNSUBSCRIBE_ALL = "DELETE FROM push_subscriptions WHERE room = ?"
_CALLED = "UPDATE push_subscriptions SET called = ?1 WHERE room = ?2 AND guest = ?3 AND called < ?1"
_TEAM = "INSERT INTO team_scores (setting, score, room, seq, at) VALUES (?, ?, ?, ?, ?)"


def _append(cursor: sqlite3.Cursor, row: tuple[Any, ...], entry: Entry, now: int) -> int:
    if now < entry.not_before:
        raise TooEarly(entry.id)
    if cursor.execute(_APPEND, (*row, now)).rowcount != 1:
        raise Repeated(entry.id) if cursor.execute(_FIND, (entry.room, entry.id)).fetchone() else Conflict(entry.id)
    if entry.note is not None:
        # Due at once: whoever carries on after a crash looks at the room, and at the clocks in its log.
        cursor.execute(_NOTE, (entry.room, entry.note.phase, now, now if entry.note.watched else None))
    if entry.team is not None:
        cursor.execute(_TEAM, (entry.team.setting, entry.team.score, entry.room, entry.seq, now))
    match entry.body:
        case Closed():
            cursor.execute(_UNSUBSCRIBE_ALL, (entry.room,))
        case Kicked(guest, out) if out:
            cursor.execute(_UNSUBSCRIBE, (entry.room, guest))
    return now


def _forget(room: str, at: int, cursor: sqlite3.Cursor, now: int) -> bool:
    """Unless something has happened in it since that time."""
    if cursor.execute("DELETE FROM rooms WHERE room = ? AND at = ?", (room, at)).rowcount != 1:
        return False
    cursor.execute("DELETE FROM events WHERE room = ?", (room,))
    cursor.execute(_UNSUBSCRIBE_ALL, (room,))
    return True


def _hash(endpoint: str) -> bytes:
    return sha256(endpoint.encode()).digest()


# --- Reading the log ---


def _events(connection: Connection, wanted: Select[Any]) -> list[Event]:
    return [_event(row) for row in connection.execute(wanted)]


def _newest(connection: Connection, room: str) -> list[Event]:
    here, kind, seq = events.c.room == room, events.c.kind, events.c.seq
    began = connection.scalar(select(func.max(seq)).where(here, kind == "began")) or 0
    talk = select(seq).where(here, kind == "said").order_by(seq.desc()).limit(1).offset(CHATS_KEPT)
    talked = connection.scalar(talk) or 0
    needed = or_(kind.not_in(("moved", "said")), and_(kind == "moved", seq > began), and_(kind == "said", seq > talked))
    return _events(connection, select(events).where(here, needed).order_by(seq))


def _event(row: Row[Any]) -> Event:
    return Event(row.room, row.seq, row.id, row.prev, row.actor, decode_body(row.body), row.at)


# --- Opening ---


def _make_folder(url: str) -> None:
    if path := make_url(url).database:
        Path(path).parent.mkdir(parents=True, exist_ok=True)


def _open(url: str) -> Engine:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    event.listen(engine, "connect", _prepare)
    _migrate(engine)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """WAL lets readers read while the writer writes; FULL makes a commit outlive a power cut. A write-ahead log of 64
    MB, not the usual 4, folds a page that changes often into the file once instead of sixteen times."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=16000"):
        connection.execute(f"PRAGMA {pragma}").close()


def _migrate(engine: Engine) -> None:
    # Alembic is imported only here: it is needed once, and costs a tenth of a second.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    head = ScriptDirectory.from_config(config).get_current_head()
    with engine.connect() as connection:
        if _revision(connection) != head:
            config.attributes["connection"] = connection
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            command.upgrade(config, "head")
            connection.exec_driver_sql("COMMIT")


def _revision(connection: Connection) -> str | None:
    known = connection.scalar(text("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"))
    return connection.scalar(text("SELECT version_num FROM alembic_version")) if known else None
