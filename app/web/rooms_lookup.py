"""Finds the room or finished game that a request names. Whatever its sender may not know of counts as unknown."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.access.guest_cookies import known_guest
from app.access.security import address_of
from app.protocol.messages import Refusal, Unavailable
from app.replay.replays import chosen_game
from app.rooms.room import RESTS, Room
from app.storage.guests import Guest
from app.table.game import Past
from app.table.state import Table
from app.web.services import services
from games.text import say


async def find_room(request: Request, code: str, guest: Guest | None) -> Room:
    """The room of this code. Raises the same Refusal for codes without a room and for guests who were removed."""
    if services(request).closing:
        raise HTTPException(503)
    rooms = services(request).rooms
    room = await rooms.find(code)
    if room is None or (guest is not None and guest.id in room.table.people.banned):
        raise no_such_room()
    return room


async def open_room_of(request: Request, code: str) -> Room:
    """The same, for content that requires the password where there is one."""
    store = services(request).store
    return await open_room_for(request, code, await known_guest(request, store))


async def table_for(request: Request, code: str) -> tuple[Table, Guest | None]:
    """The table of this code and the guest, if known; as open_room_of."""
    store = services(request).store
    guest = await known_guest(request, store)
    return (await open_room_for(request, code, guest)).table, guest


def chosen_past(table: Table, guest: Guest | None, number: str | None) -> Past:
    """The finished game of this number, or the newest. Raises unknown_room when it is not for this guest."""
    past = chosen_game(table, number)
    if past is None or past not in games_for(table, guest):
        raise no_such_room()
    return past


def games_for(table: Table, guest: Guest | None) -> list[Past]:
    """Finished games that this guest may see."""
    return [past for past in table.past if table.may_look_back(guest.id if guest else None, past)]


async def open_room_for(request: Request, code: str, guest: Guest | None) -> Room:
    """The same for a guest who has been looked up."""
    room = await find_room(request, code, guest)
    if room.is_locked_for(guest):
        raise no_such_room()
    return room


def sound_table(room: Room) -> Table:
    """The table of a room whose log folds. Raises Unavailable for one that rests."""
    if room.is_broken:
        raise Unavailable(RESTS)
    return room.table


async def glanced_table(request: Request, code: str) -> Table:
    """The table of this code, for a program that is no guest: its room is not woken for that. Raises unknown_room, and
    busy when too many come from one address."""
    if services(request).limits.wait("new guest", address_of(request)) is not None:
        raise Refusal("busy", say("Too many new visitors at once. Try again in a minute."))
    table = await services(request).rooms.glance(code)
    if table is None:
        raise no_such_room()
    return table


def summary(room: Room, guest: Guest | None) -> dict[str, Any]:
    """The room as seen by anyone with the link; names only for those who need not enter the password."""
    table = room.table
    locked = room.is_locked_for(guest)
    return {
        "room": table.room,
        "game": table.game.key,
        "title": table.game.title,
        "state": table.phase,
        "seats": [{"name": None if locked else seat.name, "bot": seat.bot} for seat in table.seats],
        "options": msgspec.to_builtins(table.options),
        "locked": locked,
    }


def no_such_room() -> Refusal:
    """The refusal for rooms that do not exist and for those that the guest may not know of."""
    return Refusal("unknown_room", say("There is no such table. Ask your host for the link again."))
