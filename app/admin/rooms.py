"""The `rooms` command: list, show, close and delete rooms, also while a server runs."""

from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import text

from app.admin import CommandFailed
from app.admin.site import Site, code_in, on_site
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


class Line(Struct, frozen=True):
    """A room in the list."""

    room: str
    token: str
    phase: str
    events: int
    opened: datetime
    last: datetime


class Chair(Struct, frozen=True):
    """A seat."""

    seat: int
    name: str | None
    bot: str | None
    host: bool
    asked: bool


class Shown(Struct, frozen=True):
    """One room, without anything that the game hides."""

    line: Line
    game: str
    rules: str | None
    number: int
    paused: bool
    fault: str | None
    seats: list[Chair]


def look_after(settings: Settings, asked: Namespace) -> str:
    """Carry out the command `asked.what` of COMMANDS; returns its words, or JSON if `asked.json`. Raises CommandFailed,
    and BadSetting like database_at()."""
    data, words = on_site(settings, lambda site: COMMANDS[asked.what](site, asked))
    return msgspec.json.format(msgspec.json.encode(data)).decode() if asked.json else words


# --- Listing ------------------------------------------------------------------------------------------------


async def _list(site: Site, asked: Namespace) -> Answer:
    orders: dict[str, Callable[[Line], Any]] = {
        "last": lambda line: -line.last.timestamp(),
        "age": lambda line: line.opened,
        "size": lambda line: -line.events,
    }
    lines = sorted(await _lines(site), key=orders[asked.by])[: asked.most]
    now = datetime.now(UTC)
    heads = ("room", "token", "phase", "events", "opened", "last word")
    rows = [
        (line.room, line.token, line.phase, line.events, _age(line.opened, now), _age(line.last, now)) for line in lines
    ]
    return lines, _in_columns(heads, rows) if rows else "There are no rooms."


async def _lines(site: Site) -> list[Line]:
    rows = await site.store.read(lambda connection: connection.execute(text(_ROOMS)).all())
    return [
        Line(row.room, site.token(row.room), row.phase, row.events, _time(row.opened), _time(row.last))
        for row in rows
        if row.events is not None
    ]


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


async def _show(site: Site, asked: Namespace) -> Answer:
    room = await site.code(asked.room)
    line = next((line for line in await _lines(site) if line.room == room), None)
    if line is None:
        raise CommandFailed(f"There is no room {room} any more.")
    try:
        table, fault = await read_table(site.rooms.store, room)
    except Unavailable:
        raise CommandFailed(
            f"Room {room} cannot be shown because its first event is damaged: {COMMAND} verify-log {room}"
        ) from None
    shown = _shown(line, table, None if fault is None else type(fault).__name__)
    return shown, _in_words(shown)


def _shown(line: Line, table: Table, fault: str | None) -> Shown:
    asked = asked_seats(table)
    chairs = [
        Chair(number + 1, seat.name, seat.bot, seat.guest == table.host, number in asked)
        for number, seat in enumerate(table.seats)
    ]
    rules = table.game.rules if table.playing is not None else None
    return Shown(line, table.game.title, rules, table.number, table.paused, fault, chairs)


def _in_words(shown: Shown) -> str:
    line, now = shown.line, datetime.now(UTC)
    rows = [
        ("room", line.room),
        ("token", line.token),
        ("game", f"{shown.game}, {len(shown.seats)} seats" + (f", number {shown.number}" if shown.rules else "")),
        ("phase", line.phase + (", paused" if shown.paused else "")),
        ("events", f"{line.events}; the first {_age(line.opened, now)} ago, the last {_age(line.last, now)} ago"),
        *([("fault", f"quarantined: {shown.fault}; {COMMAND} verify-log {line.room}")] if shown.fault else []),
        *((f"seat {chair.seat}", _chair(chair)) for chair in shown.seats),
    ]
    return _in_columns((), rows)


def _chair(chair: Chair) -> str:
    if chair.name is None:
        return f"a bot ({chair.bot})" if chair.bot else "free"
    marks = {"host": chair.host, f"a bot ({chair.bot}) plays": chair.bot, "asked": chair.asked}
    return ", ".join([isolated(chair.name), *(mark for mark, applies in marks.items() if applies)])


async def _tell_token(site: Site, asked: Namespace) -> Answer:
    """The token that stands for a room in the server's logs; the room may be gone."""
    room = code_in(asked.room)
    if not is_code(room):
        room = await site.code(asked.room)
    token = site.token(room)
    return {"room": room, "token": token}, token


# --- Changing -----------------------------------------------------------------------------------------------


async def _close(site: Site, asked: Namespace) -> Answer:
    code = await site.code(asked.room)
    try:
        room = await site.rooms.find(code)
        if room is None:
            raise CommandFailed(f"Room {code} is closed already.")
        await room.do(SERVER, new_id(), lambda table: Closed())
    except Refusal as no:
        raise CommandFailed(f"Room {code} could not be closed: {no.text.text} It can be deleted.") from None
    return _reported(code, "closed", "It is deleted after a day. ")


async def _delete(site: Site, asked: Namespace) -> Answer:
    code = await site.code(asked.room)
    if not await site.store.delete_room(code):
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


COMMANDS: Final[dict[str, Callable[[Site, Namespace], Awaitable[Answer]]]] = {
    "list": _list,
    "show": _show,
    "token": _tell_token,
    "close": _close,
    "delete": _delete,
}
