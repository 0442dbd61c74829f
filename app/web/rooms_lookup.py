"""Finds the room or finished game that a request names. Whatever the client may not know about counts as unknown."""

from typing import Annotated, NamedTuple

import msgspec
from fastapi import Depends, Path, Query, Request
from starlette.exceptions import HTTPException

from app.access.guest_cookies import known_guest
from app.access.security import address_of
from app.duplicates.sharing import is_closed_to, sealed, shared_game
from app.rooms.registry import no_such_room
from app.rooms.room import Room
from app.storage.guests import Guest
from app.table.seating import Past
from app.table.state import Table
from app.web.models import RoomSummary, SeatSummary
from app.web.services import services

Caller = Annotated[Guest | None, Depends(known_guest)]
RoomCode = Annotated[str, Path(description="The code of a room: the last part of its link.")]
GameNumber = Annotated[
    str | None, Query(description="The number of a finished game, 1 for the first of the room; omitted: the newest.")
]


async def find_room(request: Request, code: str, guest: Guest | None) -> Room:
    """The room of this code. Raises the same Refusal for codes without a room and for guests who were removed."""
    if services(request).closing:
        raise HTTPException(503)
    room = await services(request).rooms.find(code)
    if room is None or (guest is not None and guest.id in room.table.people.banned):
        raise no_such_room()
    return room


async def open_room_for(request: Request, code: str, guest: Guest | None) -> Room:
    """The same, for content that requires the password if there is one."""
    room = await find_room(request, code, guest)
    if room.is_locked_for(guest):
        raise no_such_room()
    return room


async def table_for(request: Request, code: str) -> tuple[Table, Guest | None]:
    """The table of this code, and the guest, if known. Raises like open_room_for()."""
    guest = await known_guest(request)
    return (await open_room_for(request, code, guest)).table, guest


class Finished(NamedTuple):
    """A finished game, its table, and the guest who asks for it."""

    table: Table
    past: Past
    guest: Guest | None


async def finished_game(request: Request, room: RoomCode, game: GameNumber = None) -> Finished:
    """The finished game of this number, or the newest. Raises unknown_room, also when this guest may not see it."""
    table, guest = await table_for(request, room)
    return Finished(table, chosen_past(table, guest, game), guest)


FinishedGame = Annotated[Finished, Depends(finished_game)]


def chosen_past(table: Table, guest: Guest | None, number: str | None) -> Past:
    """The finished game of this number, or the newest. Raises unknown_room, also when this guest may not see it."""
    games = table.past[-1:] if number is None else [past for past in table.past if str(past.number) == number]
    if not games or games[0] not in games_for(table, guest):
        raise no_such_room()
    return games[0]


def games_for(table: Table, guest: Guest | None) -> list[Past]:
    """Finished games that this guest may see: none with a deal that is still played at other tables."""
    kept = None if sealed(table) is None else shared_game(table)
    return [past for past in table.past if past is not kept and table.may_look_back(guest.id if guest else None, past)]


async def table_of_preview(request: Request, code: str) -> Table:
    """The table of this code, for a crawler; its room is not woken. Raises unknown_room, and busy when too many come
    from one address."""
    services(request).limits.admit("new guest", address_of(request))
    table = await services(request).rooms.glance(code)
    if table is None:
        raise no_such_room()
    return table


def summary(room: Room, guest: Guest | None) -> RoomSummary:
    """The room as seen by anyone with the link; names only for guests who need not enter the password."""
    table = room.table
    locked = room.is_locked_for(guest)
    is_sealed = is_closed_to(table, guest.id if guest else "")  # and whether its game has ended is told to nobody else
    return RoomSummary(
        room=table.room,
        game=table.game.key,
        title=table.game.title,
        state="playing" if is_sealed else table.phase,
        seats=[SeatSummary(name=None if locked else seat.name, bot=seat.bot) for seat in table.seats],
        options=msgspec.to_builtins(table.options),
        locked=locked,
    )
