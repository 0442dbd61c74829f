"""The `rooms` command: list, open, show, close and delete rooms, also while a server runs."""

from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import text

from app.admin import CommandFailed
from app.admin.installation import Installation, code_in, on_installation
from app.admin.open_room import open_room
from app.build import COMMAND
from app.i18n import isolated
from app.protocol.messages import Refusal, Unavailable
from app.protocol.room_codes import is_code
from app.rooms.replica import read_table
from app.settings import Settings
from app.table.event_ids import SERVER, new_id
from app.table.events import Closed
from app.table.moves import asked_seats
from app.table.state import Table

# First and last event by primary key, without a scan of those between.
_ROOMS: Final = """
SELECT room, phase,
    (SELECT at FROM events WHERE events.room = rooms.room AND seq = 1) AS opened,
    (SELECT seq FROM events WHERE events.room = rooms.room ORDER BY seq DESC LIMIT 1) AS events,
    (SELECT at FROM events WHERE events.room = rooms.room ORDER BY seq DESC LIMIT 1) AS last
FROM rooms
"""

UNITS: Final = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))

Answer = tuple[Any, str]
"""The result of a command: as data for --json, and in words."""


class RoomRow(Struct, frozen=True):
    """A room in the list."""

    room: str
    token: str
    phase: str
    events: int
    opened: datetime
    last: datetime


class SeatRow(Struct, frozen=True):
    """A seat."""

    seat: int
    name: str | None
    bot: str | None
    host: bool
    asked: bool


class RoomDetails(Struct, frozen=True):
    """One room, without anything that the game hides."""

    line: RoomRow
    game: str
    rules: str | None
    number: int
    paused: bool
    fault: str | None
    seats: list[SeatRow]


def run_rooms_command(settings: Settings, arguments: Namespace) -> str:
    """Carry out the command `arguments.what` of COMMANDS; returns its words, or JSON if `arguments.json`. Raises
    CommandFailed, and BadSetting like database_at()."""
    data, words = on_installation(settings, lambda installation: COMMANDS[arguments.what](installation, arguments))
    return msgspec.json.format(msgspec.json.encode(data)).decode() if arguments.json else words


# --- Listing ------------------------------------------------------------------------------------------------


async def _list(installation: Installation, arguments: Namespace) -> Answer:
    orders: dict[str, Callable[[RoomRow], Any]] = {
        "last": lambda line: -line.last.timestamp(),
        "age": lambda line: line.opened,
        "size": lambda line: -line.events,
    }
    lines = sorted(await _rows(installation), key=orders[arguments.by])[: arguments.most]
    now = datetime.now(UTC)
    heads = ("room", "token", "phase", "events", "opened", "last word")
    rows = [
        (line.room, line.token, line.phase, line.events, _age(line.opened, now), _age(line.last, now)) for line in lines
    ]
    return lines, _in_columns(heads, rows) if rows else "There are no rooms."


async def _rows(installation: Installation) -> list[RoomRow]:
    rows = await installation.store.read(lambda connection: connection.execute(text(_ROOMS)).all())
    return [
        RoomRow(row.room, installation.token(row.room), row.phase, row.events, _time(row.opened), _time(row.last))
        for row in rows
        if row.events is not None
    ]


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


async def _show(installation: Installation, arguments: Namespace) -> Answer:
    room = await installation.code(arguments.room)
    line = next((line for line in await _rows(installation) if line.room == room), None)
    if line is None:
        raise CommandFailed(f"There is no room {room} any more.")
    try:
        table, fault = await read_table(installation.rooms.store, room)
    except Unavailable:
        raise CommandFailed(
            f"Room {room} cannot be shown because its first event is damaged: {COMMAND} verify-log {room}"
        ) from None
    details = _details(line, table, None if fault is None else type(fault).__name__)
    return details, _in_words(details)


def _details(line: RoomRow, table: Table, fault: str | None) -> RoomDetails:
    asked = asked_seats(table)
    seats = [
        SeatRow(number + 1, seat.name, seat.bot, seat.guest == table.host, number in asked)
        for number, seat in enumerate(table.seats)
    ]
    rules = table.game.rules if table.playing is not None else None
    return RoomDetails(line, table.game.title, rules, table.number, table.paused, fault, seats)


def _in_words(details: RoomDetails) -> str:
    line, now = details.line, datetime.now(UTC)
    number = f", number {details.number}" if details.rules else ""
    rows = [
        ("room", line.room),
        ("token", line.token),
        ("game", f"{details.game}, {len(details.seats)} seats{number}"),
        ("phase", line.phase + (", paused" if details.paused else "")),
        ("events", f"{line.events}; the first {_age(line.opened, now)} ago, the last {_age(line.last, now)} ago"),
        *([("fault", f"quarantined: {details.fault}; {COMMAND} verify-log {line.room}")] if details.fault else []),
        *((f"seat {seat.seat}", _seat_in_words(seat)) for seat in details.seats),
    ]
    return _in_columns((), rows)


def _seat_in_words(seat: SeatRow) -> str:
    if seat.name is None:
        return f"a bot ({seat.bot})" if seat.bot else "free"
    marks = {"host": seat.host, f"a bot ({seat.bot}) plays": seat.bot, "asked": seat.asked}
    return ", ".join([isolated(seat.name), *(mark for mark, applies in marks.items() if applies)])


async def _tell_token(installation: Installation, arguments: Namespace) -> Answer:
    """The token that stands for a room in the server's logs; the room may be gone."""
    room = code_in(arguments.room)
    if not is_code(room):
        room = await installation.code(arguments.room)
    token = installation.token(room)
    return {"room": room, "token": token}, token


# --- Changing -----------------------------------------------------------------------------------------------


async def _close(installation: Installation, arguments: Namespace) -> Answer:
    code = await installation.code(arguments.room)
    try:
        room = await installation.rooms.find(code)
        if room is None:
            raise CommandFailed(f"Room {code} is closed already.")
        await room.do(SERVER, new_id(), lambda table: Closed())
    except Refusal as no:
        raise CommandFailed(f"Room {code} could not be closed: {no.text.text} It can be deleted.") from None
    return _reported(code, "closed", "It is deleted after a day. ")


async def _delete(installation: Installation, arguments: Namespace) -> Answer:
    code = await installation.code(arguments.room)
    if not await installation.store.delete_room(code):
        raise CommandFailed(f"There is no room {code} any more.")
    return _reported(code, "deleted")


def _reported(room: str, done: str, then: str = "") -> Answer:
    words = f"Room {room} is {done}. {then}Whoever has it open is told within seconds."
    return {"room": room, "done": done}, words


# --- For the terminal ---------------------------------------------------------------------------------------


def _age(of: datetime, now: datetime) -> str:
    """In the largest whole unit."""
    seconds = max(0, int((now - of).total_seconds()))
    length, name = next((unit for unit in UNITS if seconds >= unit[0]), UNITS[-1])
    return f"{seconds // length} {name}"


def _in_columns(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Align rows in columns; no header line when `heads` is empty."""
    written = [[str(cell) for cell in row] for row in ([heads] if heads else []) + list(rows)]
    widths = [max(map(len, column)) for column in zip(*written, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in written)
    return "\n".join(line.rstrip() for line in lines)


COMMANDS: Final[dict[str, Callable[[Installation, Namespace], Awaitable[Answer]]]] = {
    "list": _list,
    "open": open_room,
    "show": _show,
    "token": _tell_token,
    "close": _close,
    "delete": _delete,
}
