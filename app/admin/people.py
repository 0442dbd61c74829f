"""The commands `rooms people` and `rooms forget`: who is known here, and people who are to be forgotten."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct

from app.admin import CommandFailed
from app.admin.installation import Installation
from app.admin.terminal import age, ask, in_columns, time_of
from app.i18n import isolated
from app.keeper import forgetting
from app.keeper.forgetting import DAY_MS, Person, TheirRoom
from app.protocol.messages import Unavailable
from app.rooms.replica import read_table
from app.services.housekeeping import kept_ms
from app.table.state import Table

SHOWN_DIGITS: Final = 8
"""Of a guest's id: enough to name one."""
STAYS: Final = "What they played and said stays there under the name they had, and goes with these tables."

Answer = tuple[Any, str]


class PersonRow(Struct, frozen=True):
    """A person in the list. `names`: the one of today, then others that they had at this table, if one was named."""

    person: str
    names: list[str]
    seen: str
    rooms: int
    devices: list[str]


async def list_people(installation: Installation, arguments: Namespace) -> Answer:
    """Everybody who is known here, or those of one room."""
    found = await forgetting.people(installation.store)
    at_table: dict[str, list[str]] = {}
    if arguments.room is not None:
        at_table = await _names_at(installation, await installation.code(arguments.room))
        found = [person for person in found if person.id in at_table]
    counted = await forgetting.count_rooms(installation.store)
    rows = [_row(person, at_table.get(person.id, []), counted.get(person.id, 0)) for person in found]
    heads = ("person", "name", "last visit", "rooms", "devices")
    lines = [
        (row.person[:SHOWN_DIGITS], " / ".join(map(isolated, row.names)) or "–", row.seen, row.rooms, len(row.devices))
        for row in rows
    ]
    return rows, in_columns(heads, lines) if lines else "Nobody is known here."


def _row(person: Person, at_table: Sequence[str], rooms: int) -> PersonRow:
    names = dict.fromkeys([*([person.name] if person.name else []), *at_table])
    return PersonRow(person.id, [*names], _day(person), rooms, person.devices)


def _day(person: Person) -> str:
    return f"{datetime.fromtimestamp(person.seen * DAY_MS / 1000, UTC):%Y-%m-%d}"


async def _names_at(installation: Installation, room: str) -> dict[str, list[str]]:
    """Guest -> the names under which they are, or were, at this table. Raises CommandFailed."""
    try:
        table, _ = await read_table(installation.store, room)
    except Unavailable:
        raise CommandFailed(f"Room {room} cannot be read: its first event is damaged.") from None
    names: dict[str, list[str]] = {}
    for guest, name in _named_in(table):
        if guest is not None and name is not None and name not in names.setdefault(guest, []):
            names[guest].append(name)
    return names


def _named_in(table: Table) -> list[tuple[str | None, str | None]]:
    past = [pair for game in table.past for pair in zip(game.result.guests, game.result.names, strict=True)]
    asked = [(guest, request.name) for guest, request in table.people.seat_requests.items()]
    return [(seat.guest, seat.name) for seat in table.seats] + past + asked


# --- Forgetting ---------------------------------------------------------------------------------------------


async def forget(installation: Installation, arguments: Namespace) -> Answer:
    """Forget one person, and with `arguments.rooms` delete the tables at which nobody plays. Raises CommandFailed."""
    person = await _one(installation, arguments.person)
    rooms = await forgetting.rooms_with(installation.store, person.id)
    deleted = [room for room in rooms if arguments.rooms and room.phase != "playing"]
    kept = [room for room in rooms if room not in deleted]
    print(_plan(person, deleted, kept, installation), file=sys.stderr)
    ask(f"Forget {_called(person)}?", arguments)
    for room in deleted:
        await installation.store.delete_room(room.room)
    if not await forgetting.forget(installation.store, person.id):
        raise CommandFailed(f"{_called(person)} is not known here any more.")
    done = {"person": person.id, "deleted": [room.room for room in deleted], "kept": [room.room for room in kept]}
    return done, f"{_called(person)} is forgotten. Pages that they have open are told within seconds."


async def _one(installation: Installation, named: str) -> Person:
    """The only person who is called so, or whose id begins so. Raises CommandFailed, with all candidates."""
    found = await forgetting.people(installation.store, named)
    if not found:
        raise CommandFailed(f"Nobody is called {named} here, and no person’s id begins so: see rooms people.")
    if len(found) > 1:
        lines = [await _candidate(installation, person) for person in found]
        listed = in_columns(("person", "name", "last visit", "rooms"), lines)
        raise CommandFailed(
            f"{len(found)} people are called {named}. Say which one by the letters before it:\n{listed}"
        )
    return found[0]


async def _candidate(installation: Installation, person: Person) -> tuple[str, ...]:
    now = datetime.now(UTC)
    rooms = await forgetting.rooms_with(installation.store, person.id)
    said = ", ".join(f"{room.room} ({age(time_of(room.at), now)} ago)" for room in rooms)
    return person.id[:SHOWN_DIGITS], isolated(person.name or "–"), _day(person), said or "none"


def _called(person: Person) -> str:
    return f"{isolated(person.name)} ({person.id[:SHOWN_DIGITS]})" if person.name else person.id[:SHOWN_DIGITS]


def _plan(person: Person, deleted: Sequence[TheirRoom], kept: Sequence[TheirRoom], installation: Installation) -> str:
    """What goes, what stays, and until when."""
    devices = f", {len(person.devices)} linked devices" if person.devices else ""
    lines = [
        f"{_called(person)}, last here on {_day(person)}{devices}: name, cookie, devices, notifications, webhook and "
        "quiet hours are deleted."
    ]
    if deleted:
        lines.append(f"Deleted for everybody: {', '.join(room.room for room in deleted)}.")
    if kept:
        lines += [
            f"{len(kept)} tables stay. {STAYS}",
            in_columns(("room", "phase", "kept until"), _until(kept, installation)),
        ]
        lines.append("rooms delete ROOM deletes one at once, for everybody.")
    return "\n".join(lines)


def _until(rooms: Sequence[TheirRoom], installation: Installation) -> list[tuple[str, str, str]]:
    """When each is deleted if nothing more happens there."""
    kept = kept_ms(installation.rooms.settings)
    return [(room.room, room.phase, f"{time_of(room.at + kept[room.phase]):%Y-%m-%d}") for room in rooms]
