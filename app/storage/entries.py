"""What is written together: an event with all that goes with it in one transaction, and the copy of a room. Nothing
here commits: app/storage/writer.py does, app/storage/store.py is how others ask for it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, select

from app.storage import log_queries, statements
from app.storage.database import Cursor
from app.storage.schema import snapshots
from app.table.clock import Outage
from app.table.decide import Entry, known_by
from app.table.events import Closed, Event

OUTAGES_KEPT_MS: Final = 60 * 24 * 3_600_000  # longer than any clock goes without being looked at


class Snapshot(Struct, frozen=True):
    """A room as it stood after the event `seq`, whose id is `head`, put into bytes by this code."""

    room: str
    seq: int
    head: str
    code: str
    body: bytes


def follow(entry: Entry, cursor: Cursor, at: int) -> int:
    """What goes with an event that was appended at this time."""
    if entry.note is not None:
        # Due at once: whoever carries on after a crash looks at the room, and at the clocks in its log.
        due = at if entry.note.watched else None
        cursor.execute(statements.NOTE, {"room": entry.room, "phase": entry.note.phase, "now": at, "due": due})
    if entry.team is not None:
        reached = {"setting": entry.team.setting, "score": entry.team.score}
        cursor.execute(statements.TEAM, {**reached, "room": entry.room, "seq": entry.seq, "at": at})
    if (guest := known_by(entry.actor, entry.body)) is not None:
        cursor.execute(statements.KNOW, {"guest": guest, "room": entry.room})
    if isinstance(entry.body, Closed):
        cursor.execute(statements.UNSUBSCRIBE_ALL, {"room": entry.room})
    if entry.uncalled is not None:
        cursor.execute(statements.UNSUBSCRIBE, {"room": entry.room, "guest": entry.uncalled})
    return at


def be_up(silence: int | None, known: int, cursor: Cursor, now: int) -> list[Outage]:
    """A sign of life; the outages that ended after `known`. `silence`: the longest between two signs, in milliseconds,
    if nobody was away; None: it need not be looked."""
    if silence is not None and cursor.execute(statements.OUTAGE, {"now": now, "most": silence}).rowcount:
        cursor.execute(statements.OLD_OUTAGES, {"before": now - OUTAGES_KEPT_MS})
    cursor.execute(statements.UP, {"now": now})
    cursor.execute(statements.OUTAGES, {"known": known})
    return [Outage(*row) for row in iter(cursor.fetchone, None)]


def keep(room: str, cursor: Cursor, now: int) -> None:
    """Something happened in this room."""
    cursor.execute(statements.KEEP, {"room": room, "now": now})


def since_snapshot(connection: Connection, room: str, code: str) -> tuple[Snapshot, list[Event]] | None:
    """The room's copy, if this code made it and it is what the log says, and the events after it."""
    kept = connection.execute(select(snapshots).where(snapshots.c.room == room, snapshots.c.code == code)).one_or_none()
    if kept is None:
        return None
    found = log_queries.events_of(connection, room, kept.seq - 1, None)
    if not found or (found[0].seq, found[0].id) != (kept.seq, kept.head):
        return None
    return Snapshot(**kept._mapping), found[1:]
