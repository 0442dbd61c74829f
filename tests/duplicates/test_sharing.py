"""Several tables with one deal: the same moves give the same game, and nothing of one reaches another before all have
ended."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.duplicates.sharing import sealed, shared_game
from app.protocol import commands
from app.rooms.room import Room
from app.services.shared_deals import SharedDeals
from app.storage.guests import Guest
from app.table import moves
from app.table.event_ids import SERVER, new_id
from app.table.events import Moved, move_in
from app.table.game import decode_move
from app.table.host import seat_bot
from games import GAMES
from tests.support.played_games import one_move
from tests.support.tables import ANN, Company, Page, until

every_game = pytest.mark.parametrize("game", [key for key in GAMES if key != "beads"])


@pytest.fixture
async def deals(party: Company) -> AsyncIterator[SharedDeals]:
    """Watches the tables of this company."""
    yield party.employs(SharedDeals(party.rooms))


async def shared(party: Company, deals: SharedDeals, tables: int = 2, **wish: Any) -> list[Room]:
    """Rooms with one deal: Ann is host of all, and sits at the first one."""
    room = await party.table(**wish)
    codes = await deals.share(room, ANN, "Ann", tables)
    return [await party.rooms.find(code) for code in codes]


async def begun(party: Company, room: Room, *guests: Guest) -> list[Page]:
    """These guests sit at the table in order, bots on all other seats, and the host begins."""
    pages = [party.page(room, guest) for guest in guests]
    for seat, page in enumerate(pages):
        if guests[seat] is not ANN:
            await page.asks(commands.Sit(seat))
    await begun_with_bots(room)
    return pages


async def begun_with_bots(room: Room) -> None:
    """With bots on all free seats."""
    host = room.table.host
    for number in [number for number, seat in enumerate(room.table.seats) if seat.free]:
        await room.do(host, new_id(), lambda table, number=number: seat_bot(table, host, number, "medium", ()))
    from app.duplicates.sharing import deal_shared

    sharing = sealed(room.table)
    assert sharing is not None
    await room.do(host, new_id(), lambda table: deal_shared(table, host, sharing))


@every_game
async def test_the_same_moves_in_the_same_deal_give_the_same_game(
    party: Company, deals: SharedDeals, game: str
) -> None:
    one, other = await shared(party, deals, game=game, seats=GAMES[game].seats[0])
    for room in (one, other):
        await begun_with_bots(room)
    assert one.table.deal == other.table.deal
    while one.table.phase == "playing":
        await one_move(one)
        await same_move(other, await last_move(party, one))
        assert one.table.digest == other.table.digest
    await until(lambda: not sealed(one.table) and not sealed(other.table))
    assert shared_game(one.table).result.scores == shared_game(other.table).result.scores


async def last_move(party: Company, room: Room) -> Moved:
    """The newest move in this room."""
    (event,) = await party.store.load(room.table.room, room.table.seq - 1, room.table.seq)
    return move_in(event.body)


async def same_move(room: Room, moved: Moved) -> None:
    """Make the move that was made at another table."""
    move = decode_move(room.table.game, moved.move)
    await room.do(SERVER, new_id(), lambda table: moves.bots_answer(table, moved.seat, moved.question, move))
