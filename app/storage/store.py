"""What is kept: the log of every room; in files of their own, the guests and how they are called. SQL that both
databases understand is here; what differs is in app/storage/sqlite.py and app/storage/postgres.py.

Writes go through one thread, app/storage/writer.py. Reads have connections of their own, so nobody ever sees an
uncommitted row.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection, and_, func, literal_column, or_, select, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from app.storage import entries, log_queries, statements
from app.storage.database import Cursor, Row
from app.storage.databases import database_at
from app.storage.disk import Disk, Marks, Space
from app.storage.entries import Snapshot
from app.storage.guests import Guests
from app.storage.schema import house, rooms, team_scores
from app.storage.subscriptions import Subscriptions
from app.storage.writer import OutcomeUnknown, Work, Writer
from app.table.clock import Outage
from app.table.decide import Entry, TeamRow
from app.table.events import Changed, Event, Opened, encode_body, kind_of
from app.table.seals import dated
from app.telemetry import metrics
from app.telemetry.json_logs import shortened

log = logging.getLogger("tertulia.store")

MOST_FORGOTTEN: Final = 500  # at once
MOST_DUE: Final = 50
READ_AT_ONCE: Final = 200
WHY_PUT_AWAY: Final = {
    "gathering": "no game began in it",
    "playing": "nobody went on with its game",
    "over": "its last game was over for long",
    "closed": "it was closed",
}
READY_WITHIN_S: Final = 2.0  # sooner than whoever asks gives up

T = TypeVar("T")


class Unanswered(OutcomeUnknown):
    """Storage could not be read."""


class DiskFull(OutcomeUnknown):
    """Nothing was written, for there is next to no room: try again later."""

    after_ms = 2000


class Store:
    """The database behind one address, such as `sqlite:///data/tertulia.sqlite3`."""

    def __init__(self, url: str, clock: Callable[[], int] | None = None, marks: Marks | None = None) -> None:
        """`clock`: the milliseconds to go by instead of the database's own; `marks`: what is to stay free on its disk.
        Raises BadSetting for another address."""
        self._database = database_at(url)
        path = self._database.path
        self.disk = Disk(path and path.parent, marks or Marks())
        self._clock = clock
        self.epoch = ""
        """Another one after the log was put back from a copy."""
        self.room_key = b""
        """Of the tokens by which the log calls rooms."""
        self._ahead = 0
        """So many milliseconds the database's clock is ahead of the time for which this machine has been up: that is
        the one of its clocks that nobody sets."""
        self.guests = Guests(self)
        self.subscriptions = Subscriptions(self)

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
        await self.read(self._read_clock)
        self.epoch = await self.read_epoch()
        self.room_key = await self.read(lambda connection: connection.execute(select(house.c.room_key)).scalar_one())
        self._writer = Writer(self._database, self._fixed_time, self._set_clock, self.disk)

    async def close(self) -> None:
        """Finish what has been handed in, then close."""
        await self.guests.close()
        await self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def read_epoch(self) -> str:
        """The epoch of the log as it is now; `epoch` is what this process goes by. Raises Unanswered."""
        return await self.read(lambda connection: connection.execute(select(house.c.epoch)).scalar_one())

    async def ready(self) -> bool:
        """Whether storage answers, and soon. Where it could write nothing for lack of space it is tried again: perhaps
        nobody else comes who would find out."""
        try:
            async with asyncio.timeout(READY_WITHIN_S):
                if self.disk.may_try():
                    with suppress(OutcomeUnknown):
                        await self.claim_chore("try to write", 0)
                return bool(await self.read(lambda connection: connection.scalar(select(1)) == 1))
        except Exception:
            return False

    async def space(self) -> Space:
        """How much of it storage takes, and how much there is. Raises Unanswered."""
        return await self.read(self._space)

    def _space(self, connection: Connection) -> Space:
        return Space(connection.scalar(text(self._database.size)), self.disk.free)

    # --- The log ---

    async def append(self, entry: Entry) -> Event:
        """Write one event and wait for its commit. Raises TooEarly, Conflict, Repeated or OutcomeUnknown; of these
        DiskFull when it was not even tried."""
        if self.disk.by_marks == "full":
            raise DiskFull
        stored, kind = entry.stored or encode_body(entry.body), kind_of(entry.body)
        place = entry.room, entry.seq, entry.id, entry.prev, entry.actor
        row = Row(*place, kind, stored, entry.not_before, entry.seal, entry.after)
        began = time.perf_counter()
        at = await self.write(partial(entries.follow, entry), entry.room, row)
        _note_appended(row, time.perf_counter() - began)
        return Event(*place, entry.body, at, stored, entry.seal and dated(entry.seal, at))

    async def seq_of(self, room: str, id: str, actor: str) -> int | None:
        """The seq of the event of this id and actor; None when it is not in the log. Raises Unanswered."""
        return await self.read(lambda connection: log_queries.seq_of(connection, room, id, actor))

    async def heads(self, codes: Iterable[str]) -> dict[str, int]:
        """The seq of the last event of each of these rooms; nothing of rooms that are not there. One query."""
        wanted = {"rooms": msgspec.json.encode(list(codes)).decode()}
        found = await self.read(lambda connection: connection.execute(text(self._database.heads), wanted).all())
        return {code: seq for code, seq in found if seq is not None}

    async def load(self, room: str, after: int = 0, until: int | None = None) -> list[Event]:
        """The room's events with a seq above `after` and at most `until`, in order; none when there is no such room.
        Raises DamagedEvent."""
        return await self.read(lambda connection: log_queries.events_of(connection, room, after, until))

    async def load_by_and_by(self, room: str, after: int, until: int) -> AsyncIterator[list[Event]]:
        """The same of a long room, some at a time: they are never all in memory."""
        for first in range(after, until, READ_AT_ONCE):
            yield await self.load(room, first, min(first + READ_AT_ONCE, until))

    async def load_setting(self, room: str, seq: int) -> Opened | Changed:
        """How the table was set at this event."""
        return await self.read(lambda connection: log_queries.setting_at(connection, room, seq))

    async def load_newest(self, room: str) -> list[Event]:
        """What is needed to go on: the room's events without the moves and the talk of games that are over, but the
        newest talk. Raises DamagedEvent."""
        return await self.read(lambda connection: log_queries.newest_of(connection, room))

    async def load_snapshot(self, room: str, code: str) -> tuple[Snapshot, list[Event]] | None:
        """The room's copy, if this code made it and it is what the log says, and the events after it."""
        return await self.read(lambda connection: entries.since_snapshot(connection, room, code))

    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Read on from here when the room comes back. Raises OutcomeUnknown."""
        row = msgspec.structs.asdict(snapshot)
        await self.write(lambda cursor, now: cursor.execute(statements.SNAPSHOT, row), snapshot.room)

    async def load_game(self, room: str, began: int, ended: int) -> list[Event]:
        """What is needed to tell one game again: its events, and of what was before it all but moves and talk. Raises
        DamagedEvent."""
        return await self.read(lambda connection: log_queries.game_of(connection, room, began, ended))

    # --- What the house comes back to ---

    async def watch_from(self, room: str, due: int | None, seq: int | None = None) -> None:
        """Look at this room again at that time of the database's clock; None: no more. `seq`: unless something has
        happened in it after this event."""
        given = {"room": room, "due": due, "seq": seq}
        await self.write(lambda cursor, now: cursor.execute(statements.WATCH, given), room)

    async def due_rooms(self) -> dict[str, int]:
        """The rooms to be looked at now, and since when."""
        return await self.read(self._due_rooms)

    def _due_rooms(self, connection: Connection) -> dict[str, int]:
        self._read_clock(connection)
        wanted = select(rooms.c.room, rooms.c.due).where(rooms.c.due <= self.now())
        return {row.room: row.due for row in connection.execute(wanted.order_by(rooms.c.due).limit(MOST_DUE))}

    async def claim(self, room: str, due: int, until: int) -> bool:
        """Whether this process is the one that looks at a room that is due since then. Should it not come to it, the
        room is due again at `until`."""
        given = {"room": room, "due": due, "until": until}
        return await self.write(lambda cursor, now: cursor.execute(statements.CLAIM, given).rowcount == 1, room)

    async def best_scores(self, setting: str, most: int) -> list[TeamRow]:
        """The best scores of teams under this setting, best first, earlier ones before later ones."""
        ranked = team_scores.c.score.desc(), team_scores.c.at
        wanted = select(team_scores).where(team_scores.c.setting == setting).order_by(*ranked).limit(most)
        return await self.read(
            lambda connection: [TeamRow(row.setting, row.score, row.room, row.at) for row in connection.execute(wanted)]
        )

    async def forget_rooms(self, kept_ms: Mapping[str, int], is_busy: Callable[[str], bool]) -> int:
        """Delete the logs of rooms in which nothing has happened for longer than rooms of their phase are kept, but
        for busy ones; how many."""
        now = self.now()
        stale = or_(*(and_(rooms.c.phase == phase, rooms.c.at < now - kept) for phase, kept in kept_ms.items()))
        wanted = select(rooms.c.room, rooms.c.at, rooms.c.phase).where(stale).limit(MOST_FORGOTTEN)
        found = await self.read(lambda connection: connection.execute(wanted).all())
        gone = [row for row in found if not is_busy(row.room) and await self._put_away(row.room, row.at)]
        for row in gone:
            fields = {"room": row.room, "phase": row.phase, "why": WHY_PUT_AWAY[row.phase]}
            log.info("a room was put away", extra={**fields, "age_s": (now - row.at) // 1000})
        return len(gone)

    async def delete_room(self, room: str) -> bool:
        """Delete the log of this room, whoever is in it; false when there is none. Raises OutcomeUnknown."""
        wanted = select(rooms.c.at).where(rooms.c.room == room)
        while (at := await self.read(lambda connection: connection.scalar(wanted))) is not None:
            if await self._put_away(room, at):
                return True
        return False

    async def _put_away(self, room: str, at: int) -> bool:
        return await self.write(partial(self._forget, room, at), room)

    async def count_rooms(self) -> dict[str, int]:
        """How many there are, by their phase. Raises Unanswered."""
        counted = select(rooms.c.phase, func.count()).group_by(rooms.c.phase)
        found = await self.read(lambda connection: connection.execute(counted).all())
        return {row.phase: row[1] for row in found}

    def _forget(self, room: str, at: int, cursor: Cursor, now: int) -> bool:
        """Unless something has happened in it since that time."""
        self._database.hold(cursor, room)
        if cursor.execute(statements.FORGET, {"room": room, "at": at, "now": now}).rowcount != 1:
            return False
        for table in ("events", "snapshots", "guests_of_rooms"):
            cursor.execute(f"DELETE FROM {table} WHERE room = :room", {"room": room})
        cursor.execute(statements.UNSUBSCRIBE_ALL, {"room": room})
        return True

    async def keep_rooms(self, codes: Iterable[str]) -> None:
        """Somebody is in these rooms: that counts as something happening in them."""
        for code in codes:
            await self.write(partial(entries.keep, code), code)

    async def claim_chore(self, chore: str, every_ms: int) -> bool:
        """Whether this process is the one that does a chore that is due; it is due again after that time."""
        given = {"chore": chore, "every": every_ms}
        return await self.write(
            lambda cursor, now: cursor.execute(statements.CHORE, {**given, "now": now}).rowcount == 1
        )

    async def give_sign_of_life(self, silence: int | None, known: int) -> list[Outage]:
        """Somebody is up. If nobody has been for more than `silence` milliseconds (None: this process has), that was an
        outage, which is written down once. Those that ended after `known`. Raises OutcomeUnknown."""
        return await self.write(partial(entries.be_up, silence, known))

    def now(self) -> int:
        """The database's clock, in milliseconds, as far as this process can tell without asking."""
        return self._clock() if self._clock else round(time.monotonic() * 1000) + self._ahead

    def _fixed_time(self) -> int | None:
        return self._clock() if self._clock else None

    def _set_clock(self, now: int) -> None:
        self._ahead = now - round(time.monotonic() * 1000)

    def _read_clock(self, connection: Connection) -> None:
        self._set_clock(connection.scalar(select(literal_column(self._database.clock))) or 0)

    # --- Reading and writing ---

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What this work finds, on a connection of its own. Raises Unanswered."""
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

    async def write(self, work: Work[T], room: str = "", row: Row | None = None) -> T:
        """Have it done on the writer's connection, and wait for the commit. Raises OutcomeUnknown."""
        return await self._writer.write(work, room, row)


def _note_appended(row: Row, seconds: float) -> None:
    metrics.APPEND_SECONDS.observe(seconds)
    if log.isEnabledFor(logging.DEBUG):
        fields = {"room": row.room, "kind": row.kind, "seq": row.seq, "id": shortened(row.id)}
        log.debug("appended", extra={**fields, "ms": round(seconds * 1000, 1)})
