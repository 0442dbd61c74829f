"""The HTTP API of several tables with one deal. All of them are found by the code of any."""

from collections.abc import Sequence

from fastapi import APIRouter, Request, Response
from msgspec.structs import asdict

from app.access.security import address_of
from app.duplicates.comparison import TableResult, compared
from app.duplicates.sharing import is_dealt, is_locked_for, sealed, shared_game, sits_at
from app.rooms.registry import no_such_room
from app.rooms.room import Room
from app.storage.guests import Guest
from app.table.deal import Sharing
from app.table.state import Table
from app.web.api import NOT_OPENED, refuse_to_open
from app.web.json_bodies import StrictRoute
from app.web.models import SeatSummary
from app.web.openapi import NO_SUCH_ROOM, WISH_REFUSED, no
from app.web.rooms_lookup import Caller, RoomCode, find_room, games_for, open_room_for
from app.web.services import services
from app.web.tables.models import ShareDeal, SharedTable, SharedTables, TableCompared

router = APIRouter(route_class=StrictRoute, prefix="/api/rooms/{room}/tables")


@router.get("", response_description="The tables", responses={404: NO_SUCH_ROOM})
async def list_tables(request: Request, room: RoomCode, guest: Caller) -> SharedTables:
    """The tables with the deal of this one, and, when all have ended, what each made of it."""
    found = await find_room(request, room, guest)
    return await described(request, found, guest)


@router.post(
    "",
    status_code=201,
    response_description="The other tables are open",
    responses={**NOT_OPENED, 409: no("A game has begun, or the table is one of several already")},
)
async def share_deal(
    request: Request, response: Response, room: RoomCode, guest: Caller, wish: ShareDeal
) -> SharedTables:
    """Have the next deal of this table played at several: the others are like it, and wait for players. Its host
    only."""
    found = await open_room_for(request, room, guest)
    if guest is None:
        raise no_such_room()
    refuse_to_open(request, response, tables=wish.tables - 1)
    name = found.table.people.name_of(guest.id) or guest.name or "…"
    await services(request).shared_deals.share(found, guest, name, wish.tables)
    return await described(request, found, guest)


@router.post(
    "/end",
    response_description="The evening has ended",
    responses={**WISH_REFUSED, 409: no("It has ended already")},
)
async def end_evening(request: Request, room: RoomCode, guest: Caller) -> SharedTables:
    """End the evening of these tables: games that still go on are broken off, and all others compared. Whoever has set
    the tables only."""
    found = await find_room(request, room, guest)
    services(request).limits.admit("command", guest.id if guest else address_of(request))
    await services(request).shared_deals.end(found, guest.id if guest else "")
    return await described(request, found, guest)


# --- What is said -------------------------------------------------------------------------------------------


async def described(request: Request, room: Room, guest: Guest | None) -> SharedTables:
    """The tables as this guest may know them. Raises unknown_room for a table of its own, and for guests who have yet
    to give the password."""
    sharing, id = room.table.settings.sharing, guest.id if guest else ""
    if sharing is None:
        raise no_such_room()
    found = [await services(request).rooms.glance(code) for code in sharing.rooms]
    tables = [table for table in found if table is not None]
    if all(table.people.is_locked_out(id, table.settings.password) for table in tables):
        raise no_such_room()
    return SharedTables(
        game=room.table.game.key,
        title=room.table.game.title,
        over=sharing.over,
        may_end=not sharing.over and id == sharing.organizer,
        tables=[_one(sharing, table, id) for table in tables],
        results=_results(sharing, found, guest) if sharing.over else None,
    )


def _one(sharing: Sharing, table: Table, guest: str) -> SharedTable:
    is_secret = sealed(table) is not None and is_dealt(table)
    return SharedTable(
        table=sharing.rooms.index(table.room) + 1,
        room=table.room,
        dealt=is_dealt(table),
        seats=None if is_secret else [SeatSummary(name=seat.name, bot=seat.bot) for seat in table.seats],
        yours=sits_at(table, guest),
    )


def _results(sharing: Sharing, tables: Sequence[Table | None], guest: Guest | None) -> list[TableCompared]:
    games = [None if table is None else shared_game(table) for table in tables]
    by_room = {table.room: table for table in tables if table is not None}
    rows = compared(sharing.rooms, games)
    return [_row(row, _may_look_back(by_room[row.room], row.game, guest)) for row in rows]


def _row(row: TableResult, is_open: bool) -> TableCompared:
    seats = None if row.seats is None else [asdict(seat) for seat in row.seats]
    return TableCompared.model_validate({**asdict(row), "seats": seats, "open": is_open})


def _may_look_back(table: Table, game: int, guest: Guest | None) -> bool:
    id = guest.id if guest else ""
    if id in table.people.banned or is_locked_for(table, id):
        return False
    return any(past.number == game for past in games_for(table, guest))
