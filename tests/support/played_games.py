"""Rooms with games played by bots, quickly."""

import asyncio
from collections.abc import Collection, Coroutine, Iterable
from hashlib import sha256
from typing import Any
from unittest.mock import patch

import httpx

from app.replay.deal_file import deal_parts
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.guests import Guest
from app.storage.store import Store
from app.table import gathering, moves, proposals
from app.table.deal import seal_of
from app.table.event_ids import SERVER, new_id
from tests.conftest import House

NOWHERE = "k7Qm2xZ9vB3nR5wT"
CLOSED = [f"/api/rooms/{{}}/{what}" for what in ("log", "deal", "ending", "analysis", "replay", "replay?seat=all")]
"""Endpoints that answer only for finished games."""
NAMES = ["Ann", "Benedikt", "Chloé", "Dee", "Ewa", "Fiona"]


def guest_called(name: str) -> Guest:
    """A guest known by this name alone."""
    return Guest(name.lower(), name.encode(), name)


async def seated(rooms: Rooms, game: str, seats: int, **options: Any) -> Room:
    """A room with all seats taken."""
    ann, *others = [guest_called(name) for name in NAMES[:seats]]
    room = await rooms.find(await rooms.open(game, seats, options, ann, NAMES[0]))
    for seat, guest in enumerate(others, 1):
        await room.do(guest.id, new_id(), lambda table, s=seat, g=guest: gathering.sit(table, g.id, g.name, s))
    return room


async def begin(room: Room) -> None:
    """Begin the first game, or the next; always with the same deal."""
    start = gathering.rematch if room.table.past else gathering.start
    key = sha256(f"{room.table.game.key} {len(room.table.seats)} {len(room.table.past)}".encode()).digest()
    with patch("app.table.gathering.key_of", lambda *_: key):
        await room.do(room.table.host, new_id(), lambda table: start(table, room.table.host))


def word_of(guest: str) -> str:
    """The word that this guest adds to every deal."""
    return sha256(guest.encode()).hexdigest()[:32]


async def begin_with_words(room: Room, opening: Collection[str] | None = None) -> None:
    """Begin a game for which every player has sealed a word; these open theirs, or all."""
    guests = [seat.guest for seat in room.table.seats if seat.guest]
    for guest in guests:
        seal = seal_of(bytes.fromhex(word_of(guest)), room.table.room, room.table.number + 1).hex()
        await room.do(guest, new_id(), lambda table, g=guest, s=seal: proposals.seal_word(table, g, s, None))
    start, opening = gathering.rematch if room.table.past else gathering.start, guests if opening is None else opening
    await room.do(room.table.host, new_id(), lambda table: start(table, table.host, guests))
    for guest in opening:
        await room.do(guest, new_id(), lambda table, g=guest: proposals.open_word(table, g, word_of(g), None))
    await room.do(SERVER, new_id(), lambda table: gathering.begin_fixed(table, opening, table.at))


async def begun(rooms: Rooms, game: str, seats: int, **options: Any) -> Room:
    """A room with all seats taken, in its first game."""
    room = await seated(rooms, game, seats, **options)
    await begin(room)
    return room


async def next_game(room: Room, most: int = 5000) -> None:
    """Play the first game, or another, to its end."""
    await begin(room)
    await play_to_the_end(room, most)


async def one_move(room: Room) -> int:
    """Answer for the seat asked first, as a careful bot would; the number of the event."""
    seat, number = room.table.playing.state.question.seats[0], room.table.playing.state.question.number
    return await room.do(SERVER, new_id(), lambda table: moves.bots_answer(table, seat, number))


async def play_to_the_end(room: Room, most: int = 5000) -> None:
    """Play to the end; a game that takes more moves is ended by agreement."""
    for _ in range(most):
        if room.table.phase == "over":
            return
        await one_move(room)
    for guest in [seat.guest for seat in room.table.seats if seat.guest]:
        if room.table.phase == "playing":
            await room.do(guest, new_id(), lambda table, g=guest: _end(table, g))


def _end(table: Any, guest: str) -> Any:
    if table.playing.proposal is None:
        return proposals.propose(table, guest, "end", None)
    return proposals.agree(table, guest, True, None)


async def finished_room(rooms: Rooms, game: str, seats: int, games: int = 1, most: int = 5000, **options: Any) -> Room:
    """A room in which this many games are over."""
    room = await seated(rooms, game, seats, **options)
    for _ in range(games):
        await next_game(room, most)
    return room


async def inside(house: House, work: Coroutine[Any, Any, Any]) -> Any:
    """Run this in the event loop of a listening server."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, house.app.state.services.store._loop))


async def reopened(rooms: Rooms, room: Room) -> Room:
    """The room, reloaded from its log."""
    rooms.forget(room)
    again = await rooms.find(room.table.room)
    assert again is not room
    return again


async def assert_unknown(client: httpx.AsyncClient, room: Room, paths: Iterable[str]) -> None:
    """Checks that the answers equal those for a room that never existed."""
    for path in paths:
        answer, expected = await client.get(path.format(room.table.room)), await client.get(path.format(NOWHERE))
        assert (answer.status_code, answer.content, answer.headers) == (404, expected.content, expected.headers), path


async def deal_of(store: Store, room: Room) -> bytes:
    """The deal file of the room's newest finished game."""
    return b"".join([text async for part in deal_parts(store, room.table.room, room.table.past[-1]) for text in part])
