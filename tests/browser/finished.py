"""Games that are over: played among bots inside the server, so that a test has one at once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from app import hosting, judging, lobby
from app.room import HOUSE, Room, new_id
from app.rooms import Rooms
from app.store import Guest, Store
from tests.conftest import House

NAMES = ["Ann", "Benedikt", "Chloé", "Dee", "Ewa", "Fiona"]
MOST_MOVES = 2000

T = TypeVar("T")


async def inside(house: House, work: Coroutine[Any, Any, T]) -> T:
    """Done in the server's own event loop."""
    store: Store = house.app.state.store
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, store._loop))


async def finished_room(house: House, game: str, seats: int, games: int = 1, most: int = MOST_MOVES, **options: Any) -> str:
    """The code of a room in which so many games were played; one that takes longer is ended by agreement."""
    return await inside(house, _play(house.app.state.rooms, game, seats, games, most, options))


async def _play(rooms: Rooms, game: str, seats: int, games: int, most: int, options: dict[str, Any]) -> str:
    guests = [Guest(new_id(), new_id().encode(), name) for name in NAMES[:seats]]
    code = await rooms.open(game, seats, options, guests[0], NAMES[0])
    room = await rooms.find(code)
    assert room is not None
    for seat, guest in enumerate(guests[1:], 1):
        await room.do(guest.id, new_id(), lambda table, s=seat, g=guest: lobby.sit(table, g.id, g.name, s))
    for number in range(games):
        begin = lobby.rematch if number else lobby.start
        await room.do(guests[0].id, new_id(), lambda table, begin=begin: begin(table, guests[0].id))
        await _play_one(room, most, guests[0])
    return code


async def _play_one(room: Room, most: int, host: Guest) -> None:
    for _ in range(most):
        playing = room.table.playing
        if playing is None or playing.state.question is None:
            return
        seat, number = playing.state.question.seats[0], playing.state.question.number
        await room.do(HOUSE, new_id(), lambda table, s=seat, n=number: judging.bots_answer(table, s, n))
    await room.do(HOUSE, new_id(), lambda table: hosting_stop(table))


def hosting_stop(table: Any) -> Any:
    raise AssertionError(f"the game never ended: {hosting}")
