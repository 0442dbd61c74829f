"""The store: event log, room index, snapshots, scores, guests and subscriptions of one database.

Portable SQL is here and in its sibling modules; what differs is in sqlite.py and postgres.py. All writes go through
writer.py; reads use connections of their own and never see uncommitted rows.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, and_, func, or_, select, text
from sqlalchemy.exc import DatabaseError, InternalError

from app.background import settle
from app.storage import entries, log_queries, statements
from app.storage.commit import Job, OutcomeUnknown
from app.storage.database import Cursor, Row
from app.storage.disk import Marks, Space
from app.storage.entries import AnswerBeforehand, Snapshot
from app.storage.guests import Devices, Guests
from app.storage.open_database import OpenDatabase
from app.storage.schema import answers_beforehand, house, rooms, team_scores
from app.storage.subscriptions import Calls, QuietTimes, Subscriptions, Webhooks
from app.table.clock import Outage
from app.table.decide import Entry
from app.table.events import Changed, Event, Opened, encode_body, kind_of
from app.telemetry import metrics
from app.telemetry.json_logs import shortened

log = logging.getLogger("tertulia.store")

MOST_FORGOTTEN: Final = 500  # per call
MAX_DUE: Final = 50
LOG_BATCH: Final = 200
EXPIRY_REASONS: Final = {
    "gathering": "no game began in it",
    "playing": "its game was abandoned",
    "over": "its last game ended long ago",
    "closed": "it was closed",
}
OF_A_ROOM: Final = (
    "events", "snapshots", "guests_of_rooms", "push_subscriptions", "calls", "calls_put_off", "answers_beforehand",
)  # fmt: skip
"""Tables with rows of a room, which are deleted with it."""
READY_TIMEOUT_S: Final = 2.0  # before the health check's own time limit
UNWRITTEN_S: Final = 5.0  # after which the health check tries a write of its own; heartbeats come every two seconds

T = TypeVar("T")


class DiskFull(OutcomeUnknown):
    """Nothing was written for lack of disk space; worth retrying later."""

    after_ms = 2000


class Store(OpenDatabase):
    """One database, by a URL such as `sqlite:///data/tertulia.sqlite3`."""

    def __init__(self, url: str, clock: Callable[[], int] | None = None, marks: Marks | None = None) -> None:
        """Like OpenDatabase's."""
        super().__init__(url, clock, marks)
        self.epoch = ""
        """Changes whenever the log is restored from a backup."""
        self.room_key = b""
        """Key of the tokens that stand for rooms in the server's logs."""
        self.guests = Guests(self)
        self.devices = Devices(self)
        self.subscriptions = Subscriptions(self)
        self.webhooks = Webhooks(self)
        self.quiet_times = QuietTimes(self)
        self.calls = Calls(self, self.subscriptions, self.webhooks, self.quiet_times)

    async def start(self) -> None:
        """Open the database, migrate it, and start the writer."""
        await super().start()
        try:
            self.epoch = await self.read_epoch()
            self.room_key = await self.read(lambda database: database.execute(select(house.c.room_key)).scalar_one())
        except BaseException:
            await super().close()  # the writer's thread would keep the process from ending
            raise

    async def close(self) -> None:
        """Commit pending writes, then close."""
        await self.guests.close()
        await super().close()

    async def read_epoch(self) -> str:
        """The epoch in the database now; `epoch` is the one this process started with. Raises Unanswered."""
        return await self.read(lambda connection: connection.execute(select(house.c.epoch)).scalar_one())

    async def ready(self) -> bool:
        """Whether storage answers within READY_TIMEOUT_S, and commits. If the disk was full, also tries a write, so
        that recovery is noticed without a player's move; and if none has succeeded for a while."""
        try:
            async with asyncio.timeout(READY_TIMEOUT_S):
                if self.disk.may_try() or self.unwritten_s > UNWRITTEN_S:
                    with suppress(OutcomeUnknown):
                        await self.claim_chore("try to write", 0)
                commits = self.unwritten_s <= UNWRITTEN_S or self.disk.state == "full"  # which has a word of its own
                return commits and bool(await self.read(lambda connection: connection.scalar(select(1)) == 1))
        except Exception:
            return False

    async def space(self) -> Space:
        """Space used and free. Raises Unanswered."""
        size = text(self._database.size)
        return await self.read(lambda connection: Space(connection.scalar(size), self.disk.free))

    # --- The log ---

    def append(self, entry: Entry) -> asyncio.Future[Event]:
        """Append one event; its future has the event after the commit, or TooEarly, Conflict, Repeated or
        OutcomeUnknown. Raises DiskFull when it is not attempted."""
        appended: asyncio.Future[Event] = self._loop.create_future()
        answered = partial(_answer_append, appended, entry, time.perf_counter())
        self._writer.submit(entries.work_of(entry), entry.room, answered, self._row_of(entry), is_short=True)
        return appended

    def _row_of(self, entry: Entry) -> Row:
        if self.disk.by_marks == "full":
            raise DiskFull
        assert entry.seal is not None, "events are sealed when they are decided"
        stored, kind = entry.stored or encode_body(entry.body), kind_of(entry.body)
        place = entry.room, entry.seq, entry.id, entry.prev, entry.actor
        return Row(*place, kind, stored, entry.not_before, entry.seal, entry.after)

    async def seq_of(self, room: str, id: str, actor: str) -> int | None:
        """The seq of the event with this id and actor, if any. Raises Unanswered."""
        return await self.read(lambda connection: log_queries.seq_of(connection, room, id, actor))

    async def heads(self, codes: Iterable[str]) -> dict[str, int]:
        """The last seq of each of these rooms, in one query; unknown rooms are left out."""
        return {code: seq for code, (seq, _) in (await self.last_events(codes)).items()}

    async def last_events(self, codes: Iterable[str]) -> dict[str, tuple[int, str]]:
        """The same with the id of that event."""
        parameters = {"rooms": msgspec.json.encode(list(codes)).decode()}
        rows = await self.read(lambda connection: connection.execute(text(self._database.heads), parameters).all())
        return {code: (seq, id) for code, seq, id in rows}

    async def load(self, room: str, after: int = 0, until: int | None = None) -> list[Event]:
        """The room's events with `after` < seq ≤ `until`, in order; empty for an unknown room. Raises DamagedEvent, and
        with `until` RoomGone when there are none."""
        return await self._read_log(lambda connection: log_queries.events_of(connection, room, after, until))

    async def load_in_batches(self, room: str, after: int, until: int) -> AsyncIterator[list[Event]]:
        """The same in batches, so that a long log is never wholly in memory."""
        for first in range(after, until, LOG_BATCH):
            yield await self.load(room, first, min(first + LOG_BATCH, until))

    async def load_setting(self, room: str, seq: int) -> Opened | Changed:
        """The table's settings as of this event. Raises DamagedEvent, RoomGone."""
        return await self._read_log(lambda connection: log_queries.setting_at(connection, room, seq))

    async def load_newest(self, room: str) -> list[Event]:
        """The events needed to resume a room: of older games only begin and end, no older chat. Raises DamagedEvent."""
        return await self._read_log(lambda connection: log_queries.newest_of(connection, room))

    async def load_snapshot(self, room: str, code: str) -> tuple[Snapshot, list[Event]] | None:
        """The room's snapshot by this version of the code, and the events after it; None without one that they fit."""
        return await self.read(lambda connection: entries.since_snapshot(connection, room, code))

    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot. Raises OutcomeUnknown."""
        await self.execute(statements.SNAPSHOT, msgspec.structs.asdict(snapshot), snapshot.room, is_short=True)

    async def load_game(self, room: str, began: int, ended: int) -> list[Event]:
        """The events needed to replay one game: its own, and those before it that are not of one. Raises
        DamagedEvent, RoomGone."""
        return await self._read_log(lambda connection: log_queries.game_of(connection, room, began, ended))

    async def _read_log(self, query: Callable[[Connection], T]) -> T:
        try:
            return await self.read(query)
        except DatabaseError as lost:
            if type(lost) in (DatabaseError, InternalError):  # a page of the file: from an unknown event on
                raise log_queries.DamagedEvent(1, []) from lost
            raise

    # --- Room index ---

    async def schedule_check(self, room: str, due: int | None, seq: int | None = None) -> None:
        """Schedule the next check of this room (ms, database clock); None: no more checks. `seq`: only if the log still
        ends with this event."""
        await self.execute(statements.SCHEDULE, {"room": room, "due": due, "seq": seq}, room, is_short=True)

    async def due_rooms(self) -> dict[str, int]:
        """Rooms whose check is due, with the time it was due (ms)."""
        return await self.read(self._due_rooms)

    def _due_rooms(self, connection: Connection) -> dict[str, int]:
        self._read_clock(connection)
        query = select(rooms.c.room, rooms.c.due).where(rooms.c.due <= self.now())
        return {row.room: row.due for row in connection.execute(query.order_by(rooms.c.due).limit(MAX_DUE))}

    async def claim(self, room: str, due: int, until: int) -> bool:
        """Claim the check of a room that has been due since `due`; false when another process was first. If the check
        fails, the room is due again at `until`."""
        return await self.execute(statements.CLAIM, {"room": room, "due": due, "until": until}, room) == 1

    async def due_evenings(self) -> dict[str, int]:
        """Rooms whose players are to be called to their evening, with the time since when (ms)."""
        return await self.read(self._due_evenings)

    def _due_evenings(self, connection: Connection) -> dict[str, int]:
        self._read_clock(connection)
        query = select(rooms.c.room, rooms.c.call_due).where(rooms.c.call_due <= self.now())
        return {row.room: row.call_due for row in connection.execute(query.order_by(rooms.c.call_due).limit(MAX_DUE))}

    async def claim_evening(self, room: str, due: int, until: int) -> bool:
        """Claim the calls to an evening that have been due since `due`; false when another process was first. They are
        due again at `until`, unless called_to_evening() comes before."""
        return await self.execute(statements.CLAIM_EVENING, {"room": room, "call_due": due, "until": until}, room) == 1

    async def called_to_evening(self, room: str, until: int) -> None:
        """Note that the calls which were claimed until then have been made."""
        await self.execute(statements.CALLED_TO_EVENING, {"room": room, "call_due": until}, room)

    # --- Answers given beforehand ---

    async def answers_beforehand(self, room: str) -> list[AnswerBeforehand]:
        """Those that are kept for this room. Raises Unanswered."""
        query = select(answers_beforehand).where(answers_beforehand.c.room == room)
        rows = await self.read(lambda connection: connection.execute(query).mappings().all())
        return [AnswerBeforehand(**row) for row in rows]

    async def keep_beforehand(self, answer: AnswerBeforehand) -> None:
        """Keep an answer in place of the seat’s earlier one. Raises OutcomeUnknown."""
        await self.execute(statements.KEEP_BEFOREHAND, msgspec.structs.asdict(answer), answer.room, is_short=True)

    async def drop_beforehand(self, answer: AnswerBeforehand) -> None:
        """Forget this answer, but not a later one of the same seat. Raises OutcomeUnknown."""
        given = {"room": answer.room, "id": answer.id}
        await self.execute(statements.DROP_BEFOREHAND, given, answer.room, is_short=True)

    async def drop_seats_beforehand(self, room: str, seat: int) -> None:
        """Forget whatever this seat has answered. Raises OutcomeUnknown."""
        await self.execute(statements.DROP_SEATS_BEFOREHAND, {"room": room, "seat": seat}, room, is_short=True)

    # --- Scores, and rooms that are deleted ---

    async def best_scores(self, setting: str, most: int) -> Sequence[Any]:
        """The rows of the best team scores under these settings, ties in order of time."""
        ranked = team_scores.c.score.desc(), team_scores.c.at
        query = select(team_scores).where(team_scores.c.setting == setting).order_by(*ranked).limit(most)
        return await self.read(lambda connection: connection.execute(query).all())

    async def forget_rooms(self, kept_ms: Mapping[str, int], is_busy: Callable[[str], bool]) -> int:
        """Delete rooms idle for longer than their phase is kept, and than a clock may run there, except busy ones; time
        without a server does not count. If an abandoned game was not a room's first, the room counts as over from now
        on. Returns how many were deleted."""
        now = self.now()
        stale = or_(*(log_queries.is_idle(phase, now, kept) for phase, kept in kept_ms.items()))
        given_up = and_(rooms.c.phase == "playing", log_queries.has_results()).label("given_up")
        query = select(rooms.c.room, rooms.c.at, rooms.c.phase, given_up).where(stale).limit(MOST_FORGOTTEN)
        rows = await self.read(lambda connection: connection.execute(query).all())
        idle = [row for row in rows if not is_busy(row.room)]
        for row in (row for row in idle if row.given_up):
            await self.execute(statements.GIVE_UP, {"room": row.room, "at": row.at}, row.room)
        gone = [row for row in idle if not row.given_up and await self.delete_room(row.room, row.at)]
        for row in gone:
            fields = {"room": row.room, "phase": row.phase, "why": EXPIRY_REASONS[row.phase]}
            log.info("a room has expired", extra={**fields, "age_s": (now - row.at) // 1000})
        return len(gone)

    async def delete_room(self, room: str, at: int | None = None) -> bool:
        """Delete this room, whoever is in it; with `at` only if nothing has happened in it since. Returns false when
        there was nothing to delete. Raises OutcomeUnknown."""
        return await self.write(partial(self._delete_rows, room, at), room)

    async def count_rooms(self) -> dict[str, int]:
        """Number of rooms by phase. Raises Unanswered."""
        counted = select(rooms.c.phase, func.count()).group_by(rooms.c.phase)
        return {row.phase: row[1] for row in await self.read(lambda connection: connection.execute(counted).all())}

    def _delete_rows(self, room: str, at: int | None, cursor: Cursor, now: int) -> bool:
        self._database.hold(cursor, room)
        if cursor.execute(statements.FORGET, {"room": room, "at": at, "now": now}).rowcount != 1:
            return False
        for table in OF_A_ROOM:
            cursor.execute(f"DELETE FROM {table} WHERE room = :room", {"room": room})
        return True

    async def touch_rooms(self, codes: Iterable[str]) -> None:
        """Postpone the expiry of these rooms: somebody is in them."""
        for code in codes:
            await self.execute(statements.TOUCH, {"room": code}, code)

    async def claim_chore(self, chore: str, every_ms: int) -> bool:
        """Claim periodic work that is due; false when another process did it less than `every_ms` ago."""
        return await self.execute(statements.CHORE, {"chore": chore, "every": every_ms}) == 1

    async def record_heartbeat(self, silence: Callable[[], int], known: int) -> list[Outage]:
        """Record a heartbeat. If no process has given one for more than `silence()` ms, by the database's clock, that
        was an outage, recorded once. Returns the outages that ended after `known`. Raises OutcomeUnknown."""
        return await self.write(partial(entries.record_heartbeat, silence, known), is_short=True)


def _answer_append(appended: asyncio.Future[Event], entry: Entry, began: float, job: Job) -> None:
    if job.error is not None:
        return settle(appended, job.error)
    assert job.written is not None, "an event has a row"
    settle(appended, _appended(entry, job.written, began))


def _appended(entry: Entry, row: Row, began: float) -> Event:
    seconds = time.perf_counter() - began
    metrics.APPEND_SECONDS.observe(seconds)
    if log.isEnabledFor(logging.DEBUG):
        fields = {"room": row.room, "kind": row.kind, "seq": row.seq, "id": shortened(row.id)}
        log.debug("appended", extra={**fields, "ms": round(seconds * 1000, 1)})
    return Event(*row[:5], entry.body, row.at, row.body, row.seal)
