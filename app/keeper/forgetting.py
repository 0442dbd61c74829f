"""Forgetting people: a guest, with everything that is kept about them outside the logs of rooms.

A log cannot be changed: its events are sealed, and the database refuses it. So what somebody has played and said stays
at the tables where they did, under the name that they had there, until these are deleted; but nothing leads from there
to a browser any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, func, select, union

from app.keeper.words import write_word
from app.storage.database import Cursor
from app.storage.open_database import OpenDatabase
from app.storage.schema import devices, events, guests, guests_of_rooms, rooms

LEAST_DIGITS: Final = 6
"""Of an id, by which a person is found."""
DAY_MS: Final = 24 * 3_600_000

# Not the guests of linked browsers alone: whoever is forgotten is forgotten on all of their devices.
_GONE: Final = (
    "DELETE FROM guests WHERE id = :id",
    "DELETE FROM devices WHERE guest = :id OR device = :id",
    "DELETE FROM device_links WHERE guest = :id",
    "DELETE FROM push_subscriptions WHERE guest = :id OR device = :id",
    "DELETE FROM webhooks WHERE guest = :id",
    "DELETE FROM quiet_hours WHERE guest = :id",
    "DELETE FROM calls WHERE guest = :id",
    "DELETE FROM calls_put_off WHERE guest = :id",
    "DELETE FROM answers_beforehand WHERE guest = :id",
    "DELETE FROM guests_of_rooms WHERE guest = :id",
)


class Person(Struct, frozen=True):
    """A guest as operators see them. `seen`: the day of their last visit, counted from 1970. `devices`: what they call
    their linked browsers."""

    id: str
    name: str | None
    made_at: int
    seen: int
    devices: list[str]


class TheirRoom(Struct, frozen=True):
    """A room whose log names a person, or has something that they did. `at`: when something last happened in it."""

    room: str
    phase: str
    at: int


async def people(store: OpenDatabase, named: str | None = None) -> list[Person]:
    """The people of this server, the latest visitors first; linked browsers are part of their person. `named`: only
    those of this name, whatever its case, or with an id that begins so. Raises Unanswered."""
    return [person for person in await store.read(_people) if named is None or _is_named(person, named)]


def _people(connection: Connection) -> list[Person]:
    linked: dict[str, list[str]] = {}
    known = set()
    for row in connection.execute(select(devices.c.device, devices.c.guest, devices.c.called)):
        linked.setdefault(row.guest, []).append(row.called)
        known.add(row.device)
    query = select(guests.c.id, guests.c.name, guests.c.made_at, guests.c.seen)
    newest = query.order_by(guests.c.seen.desc(), guests.c.made_at.desc())
    return [Person(*row, linked.get(row.id, [])) for row in connection.execute(newest) if row.id not in known]


def _is_named(person: Person, named: str) -> bool:
    begins_so = len(named) >= LEAST_DIGITS and person.id.startswith(named.lower())
    return begins_so or (person.name or "").casefold() == named.casefold()


async def rooms_with(store: OpenDatabase, guest: str) -> list[TheirRoom]:
    """The rooms in which they have done anything, or whose logs name them, the newest first. Reads all events. Raises
    Unanswered."""
    known = select(guests_of_rooms.c.room).where(guests_of_rooms.c.guest == guest)
    acted = select(events.c.room).where(events.c.actor == guest)
    theirs = union(known, acted).subquery()
    query = select(rooms.c.room, rooms.c.phase, rooms.c.at).join(theirs, theirs.c.room == rooms.c.room)
    rows = await store.read(lambda connection: connection.execute(query.order_by(rooms.c.at.desc())).all())
    return [TheirRoom(*row) for row in rows]


async def count_rooms(store: OpenDatabase) -> dict[str, int]:
    """Guest -> the number of rooms that know them. Raises Unanswered."""
    query = select(guests_of_rooms.c.guest, func.count()).group_by(guests_of_rooms.c.guest)
    rows: Sequence[Any] = await store.read(lambda connection: connection.execute(query).all())
    return dict(map(tuple, rows))


async def forget(store: OpenDatabase, guest: str) -> bool:
    """Delete this guest, and those of their linked browsers, with names, cookies, devices, links, subscriptions,
    webhook and quiet hours; servers are told to end their open pages. False when there is no such guest. Raises
    OutcomeUnknown."""
    return await store.write(partial(_forget, guest))


def _forget(guest: str, cursor: Cursor, now: int) -> bool:
    cursor.execute("SELECT device FROM devices WHERE guest = :guest", {"guest": guest})
    browsers = [guest, *(device for (device,) in cursor.fetchall())]
    gone = [_delete(browser, cursor) for browser in browsers]
    for browser in browsers:
        write_word("forgotten", browser, cursor, now)
    return gone[0]


def _delete(browser: str, cursor: Cursor) -> bool:
    """Whether there was such a guest."""
    first, *_ = [cursor.execute(statement, {"id": browser}).rowcount for statement in _GONE]
    return bool(first)
