"""Queries on the event log, whose rows become events, and on the room index. They use comparisons instead of IN, which
makes every SQLAlchemy query leave a reference cycle to the garbage collector."""

from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, and_, exists, func, or_, select

from app.storage.schema import events, outages, rooms
from app.table.clock import LONGEST_MS
from app.table.deal import VOID_ONCE_BEGUN
from app.table.events import CHATS_KEPT, OF_A_GAME, Changed, Event, Opened, decode_body, kind_of
from app.table.seals import Fault

CLOCKS_END_MS: Final = LONGEST_MS + 24 * 3_600_000  # by then the rules have answered for whoever had run out of time
LAST_WORD_MS: Final = 10_000  # something may still happen in a room after the last sign of life of any process

_HERE: Final = events.c


class DamagedEvent(Fault):
    """An event's row cannot be decoded. `sound`: the events of the same query before it."""

    def __init__(self, seq: int, sound: list[Event]) -> None:
        super().__init__(f"event {seq} cannot be read")
        self.seq = seq
        self.sound = sound


class RoomGone(LookupError):
    """Events that were in the log are gone: their room has been deleted."""


def events_of(connection: Connection, room: str, after: int, until: int | None) -> list[Event]:
    """Events with `after` < seq ≤ `until`, in order. With `until`, raises RoomGone when there are none."""
    query = select(events).where(_HERE.room == room, _HERE.seq > after)
    return _read(connection, query) if until is None else _read_known(connection, query.where(_HERE.seq <= until))


def newest_of(connection: Connection, room: str) -> list[Event]:
    """All events, without those of games before the newest, and without chat before the newest CHATS_KEPT lines."""
    here, kind, seq = _HERE.room == room, _HERE.kind, _HERE.seq
    began = connection.scalar(select(func.max(seq)).where(here, kind == "began")) or 0
    talk = select(seq).where(here, kind == "said").order_by(seq.desc()).limit(1).offset(CHATS_KEPT)
    talked = connection.scalar(talk) or 0
    needed = and_(_matters_from(began), or_(kind != "said", seq > talked))
    return _read(connection, select(events).where(here, needed))


def game_of(connection: Connection, room: str, began: int, ended: int) -> list[Event]:
    """The events of one game, and those before it, without chat and without those inside other games."""
    here, kind, seq = _HERE.room == room, _HERE.kind, _HERE.seq
    needed = here, seq <= ended, kind != "said", _matters_from(began)
    return _read_known(connection, select(events).where(*needed))


def _matters_from(began: int) -> ColumnElement[bool]:
    """A condition on events: not of a game before the one that began with this event."""
    return or_(and_(*(_HERE.kind != kind_of(body) for body in (*OF_A_GAME, *VOID_ONCE_BEGUN))), _HERE.seq > began)


def setting_at(connection: Connection, room: str, seq: int) -> Opened | Changed:
    """The table's settings as of this event."""
    here, is_setting = _HERE.room == room, or_(_HERE.kind == "opened", _HERE.kind == "changed")
    newest = select(events).where(here, is_setting, _HERE.seq <= seq).order_by(_HERE.seq.desc()).limit(1)
    (event,) = _read_known(connection, newest)
    assert isinstance(event.body, Opened | Changed)
    return event.body


def seq_of(connection: Connection, room: str, id: str, actor: str) -> int | None:
    """The seq of the event with this id and actor, if any."""
    return connection.scalar(select(_HERE.seq).where(_HERE.room == room, _HERE.id == id, _HERE.actor == actor))


def _read_known(connection: Connection, query: Select[Any]) -> list[Event]:
    """The same for events that were there. Raises RoomGone if there are none: a room is deleted as a whole."""
    if not (events := _read(connection, query)):
        raise RoomGone
    return events


def _read(connection: Connection, query: Select[Any]) -> list[Event]:
    sound: list[Event] = []
    for row in connection.execute(query.order_by(_HERE.seq)):
        try:
            sound.append(event_of(row))
        except msgspec.MsgspecError:
            raise DamagedEvent(row.seq, sound) from None
    return sound


def event_of(row: Row[Any]) -> Event:
    """Decode a row of the log. Raises msgspec.MsgspecError when it is damaged."""
    place = row.room, row.seq, row.id, row.prev, row.actor
    return Event(*place, decode_body(row.body), row.at, row.body, row.seal)


# --- The room index ---


def in_play(connection: Connection, since: int) -> list[str]:
    """The rooms with a game in progress of which the index has heard since this time (ms), the newest first."""
    recent = select(rooms.c.room).where(rooms.c.phase == "playing", rooms.c.at >= since)
    return [*connection.execute(recent.order_by(rooms.c.at.desc())).scalars()]


def has_results() -> ColumnElement[bool]:
    """A condition on `rooms`: a game has ended there."""
    return exists().where(_HERE.room == rooms.c.room, or_(_HERE.kind == "finished", _HERE.kind == "stopped"))


def is_idle(phase: str, now: int, kept_ms: int) -> ColumnElement[bool]:
    """A condition on `rooms`: in this phase and idle for so long, or longer if no server was up for a time, or if a
    clock runs; after an evening that was set, as long as after anything else that happened."""
    at, missed = rooms.c.at, func.coalesce(func.sum(outages.c.ended - outages.c.began), 0)
    away = select(missed).where(outages.c.began > at - LAST_WORD_MS).scalar_subquery()
    no_clock_runs = or_(rooms.c.due.is_(None), at < now - max(kept_ms, CLOCKS_END_MS) - away)
    no_evening_comes = or_(rooms.c.evening.is_(None), rooms.c.evening < now - kept_ms)
    return and_(rooms.c.phase == phase, at < now - kept_ms, at < now - kept_ms - away, no_clock_runs, no_evening_comes)
