"""The `rooms` command: list, open, show, close and delete rooms, one or all of a kind, also while a server runs."""

import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import text

from app.admin import CommandFailed
from app.admin.installation import Installation, code_in, on_installation
from app.admin.open_room import open_room
from app.admin.people import forget, list_people
from app.admin.terminal import age, ask, in_columns, time_of
from app.build import COMMAND
from app.i18n import isolated
from app.keeper.words import announce
from app.protocol.messages import Refusal, Unavailable
from app.protocol.room_codes import is_code
from app.rooms.replica import read_table
from app.settings import Settings
from app.table.event_ids import SERVER, new_id
from app.table.events import Closed, decode_body
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

_BEGAN: Final = "SELECT DISTINCT room FROM events WHERE kind = 'began'"
_SET: Final = "SELECT room, body FROM events WHERE kind = 'opened' OR kind = 'changed' ORDER BY room, seq"

TOLD: Final = "Whoever has it open is told within seconds."

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
    lines = sorted(await _matching(installation, arguments), key=orders[arguments.by])[: arguments.most]
    return lines, _listed(lines) if lines else "There are no rooms."


def _listed(lines: Sequence[RoomRow]) -> str:
    now = datetime.now(UTC)
    heads = ("room", "token", "phase", "events", "opened", "last word")
    rows = [
        (line.room, line.token, line.phase, line.events, age(line.opened, now), age(line.last, now)) for line in lines
    ]
    return in_columns(heads, rows)


async def _matching(installation: Installation, arguments: Namespace) -> list[RoomRow]:
    """The rooms that fit all filters given."""
    found = await _rows(installation)
    if arguments.phase is not None:
        found = [line for line in found if line.phase == arguments.phase]
    if arguments.idle is not None:
        since = datetime.now(UTC) - timedelta(seconds=arguments.idle)
        found = [line for line in found if line.last <= since]
    if arguments.unstarted:
        began = {room for (room,) in await _all(installation, _BEGAN)}
        found = [line for line in found if line.room not in began]
    if arguments.game is not None:
        games = {room: getattr(decode_body(body), "game", None) for room, body in await _all(installation, _SET)}
        found = [line for line in found if games.get(line.room) == arguments.game]
    return found


async def _all(installation: Installation, sql: str) -> Sequence[Any]:
    return await installation.store.read(lambda connection: connection.execute(text(sql)).all())


async def _rows(installation: Installation) -> list[RoomRow]:
    return [
        RoomRow(row.room, installation.token(row.room), row.phase, row.events, time_of(row.opened), time_of(row.last))
        for row in await _all(installation, _ROOMS)
        if row.events is not None
    ]


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
        ("events", f"{line.events}; the first {age(line.opened, now)} ago, the last {age(line.last, now)} ago"),
        *([("fault", f"quarantined: {details.fault}; {COMMAND} verify-log {line.room}")] if details.fault else []),
        *((f"seat {seat.seat}", _seat_in_words(seat)) for seat in details.seats),
    ]
    return in_columns((), rows)


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

Change = Callable[[Installation, str], Awaitable[None]]
"""Changes the room of this code. Raises CommandFailed."""


async def _close(installation: Installation, arguments: Namespace) -> Answer:
    return await _change(installation, arguments, _close_one, "closed", "It is deleted after a day. ")


async def _delete(installation: Installation, arguments: Namespace) -> Answer:
    return await _change(installation, arguments, _delete_one, "deleted", "")


async def _change(installation: Installation, arguments: Namespace, change: Change, done: str, then: str) -> Answer:
    """Change the room that is named, or all that fit the filters, once the operator agrees. Raises CommandFailed."""
    has_filters = arguments.unstarted or {arguments.phase, arguments.idle, arguments.game} != {None}
    if has_filters == (arguments.room is not None):
        raise CommandFailed("Name one room, or say which ones: --phase, --idle, --unstarted, --game.")
    if arguments.room is not None:
        code = await installation.code(arguments.room)
        await change(installation, code)
        return {"room": code, "done": done}, f"Room {code} is {done}. {then}{TOLD}"
    found = [line for line in await _matching(installation, arguments) if (line.phase, done) != ("closed", "closed")]
    if not found:
        return [], "There are no such rooms."
    print(_listed(found), file=sys.stderr)
    ask(f"{len(found)} rooms will be {done}. Go on?", arguments)
    failed = [why for line in found if (why := await _why_not(installation, line.room, change)) is not None]
    if failed:
        raise CommandFailed("\n".join([*failed, f"{len(found) - len(failed)} of {len(found)} rooms are {done}."]))
    return [{"room": line.room, "done": done} for line in found], f"{len(found)} rooms are {done}. {TOLD}"


async def _why_not(installation: Installation, room: str, change: Change) -> str | None:
    try:
        await change(installation, room)
    except CommandFailed as why:
        return str(why)
    return None


async def _close_one(installation: Installation, code: str) -> None:
    try:
        room = await installation.rooms.find(code)
        if room is None:
            raise CommandFailed(f"Room {code} is closed already.")
        await room.do(SERVER, new_id(), lambda table: Closed())
    except Refusal as no:
        raise CommandFailed(f"Room {code} could not be closed: {no.text.text} It can be deleted.") from None


async def _delete_one(installation: Installation, code: str) -> None:
    if not await installation.store.delete_room(code):
        raise CommandFailed(f"There is no room {code} any more.")


async def _announce(installation: Installation, arguments: Namespace) -> Answer:
    await announce(installation.store, arguments.words)
    return {"announced": arguments.words}, "Running servers show it at all tables within six seconds."


COMMANDS: Final[dict[str, Callable[[Installation, Namespace], Awaitable[Answer]]]] = {
    "list": _list,
    "open": open_room,
    "show": _show,
    "token": _tell_token,
    "close": _close,
    "delete": _delete,
    "people": list_people,
    "forget": forget,
    "announce": _announce,
}
