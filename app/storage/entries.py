"""Work for the writer: the rows that belong to an event's transaction, heartbeats, and snapshots. Nothing here commits:
app/storage/commit.py does."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, select

from app.storage import log_queries, statements
from app.storage.commit import Work, only_the_row
from app.storage.database import Cursor
from app.storage.schema import snapshots
from app.table.clock import Outage
from app.table.decide import Entry, known_by
from app.table.evening import CALLED_MS, EARLY_MS
from app.table.events import Began, Closed, Event, Finished, Moved, Resumed, SettingsChanged

OUTAGES_KEPT_MS: Final = 60 * 24 * 3_600_000  # longer than any running clock can go unchecked


class Snapshot(Struct, frozen=True):
    """A room's state after the event `seq` with the id `head`, serialised by the code version `code`."""

    room: str
    seq: int
    head: str
    code: str
    body: bytes


class AnswerBeforehand(Struct, frozen=True):
    """What the player of a seat has answered before they are asked, in a room’s game of this number: the `offer` of
    this name, with the fingerprint of its basis. It becomes an event with this id."""

    room: str
    seat: int
    guest: str
    game: int
    offer: str
    basis: str
    id: str


def work_of(entry: Entry) -> Work[None]:
    """The work in this event's transaction besides its row."""
    if isinstance(entry.body, Moved) and entry.index_row is None:
        return only_the_row
    return only_the_row if next(_rows_beside(entry, 0), None) is None else partial(_write_rows_beside, entry)


def _write_rows_beside(entry: Entry, cursor: Cursor, at: int) -> None:
    for sql, parameters in _rows_beside(entry, at):
        cursor.execute(sql, parameters)


def _rows_beside(entry: Entry, at: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The statements that belong to the event appended at `at`."""
    if entry.index_row is not None:
        # Due at once: after a crash, another process checks the room and the clocks in its log.
        due = at if entry.index_row.watched else None
        yield statements.WRITE_INDEX_ROW, {"room": entry.room, "phase": entry.index_row.phase, "now": at, "due": due}
    if isinstance(entry.body, Finished) and (won := entry.body.result).team is not None and not won.onward:
        reached = {"setting": won.setting, "score": won.team}
        yield statements.TEAM, {**reached, "room": entry.room, "seq": entry.seq, "at": at}
    if (guest := known_by(entry.actor, entry.body)) is not None:
        yield statements.KNOW, {"guest": guest, "room": entry.room}
    if isinstance(entry.body, Began):  # whoever had put the table away after a game may be asked in it again
        yield statements.BRING_BACK, {"room": entry.room}
        yield statements.HELD, {"room": entry.room, "until": at + EARLY_MS}
    if isinstance(entry.body, Closed):
        yield statements.UNSUBSCRIBE_ALL, {"room": entry.room}
    if isinstance(entry.body, Resumed):  # whoever came when they were called found a game that was paused
        yield statements.CALL_ANEW, {"room": entry.room}
    if isinstance(entry.body, SettingsChanged):
        begins = entry.body.settings.evening.at
        call_due = None if begins is None else begins - CALLED_MS
        yield statements.SET_EVENING, {"room": entry.room, "evening": begins, "call_due": call_due}
    if entry.uncalled is not None:
        yield statements.UNSUBSCRIBE_GUEST, {"room": entry.room, "guest": entry.uncalled}


def record_heartbeat(silence: Callable[[], int], known: int, cursor: Cursor, now: int) -> list[Outage]:
    """Record a heartbeat and return the outages that ended after `known` (ms). `silence`: milliseconds without any
    heartbeat that count as an outage."""
    cursor.execute(statements.UNTRUE_OUTAGES, {"now": now})
    if cursor.execute(statements.OUTAGE, {"now": now, "most": silence()}).rowcount:
        cursor.execute(statements.OLD_OUTAGES, {"before": now - OUTAGES_KEPT_MS})
    cursor.execute(statements.HEARTBEAT, {"now": now})
    cursor.execute(statements.OUTAGES, {"known": known})
    return [Outage(*row) for row in iter(cursor.fetchone, None)]


def since_snapshot(connection: Connection, room: str, code: str) -> tuple[Snapshot, list[Event]] | None:
    """The room's snapshot and the events after it; None unless this code version made it and its last event is in the
    log."""
    row = connection.execute(select(snapshots).where(snapshots.c.room == room, snapshots.c.code == code)).one_or_none()
    if row is None:
        return None
    events = log_queries.events_of(connection, room, row.seq - 1, None)
    if not events or (events[0].seq, events[0].id) != (row.seq, row.head):
        return None
    return Snapshot(**row._mapping), events[1:]
