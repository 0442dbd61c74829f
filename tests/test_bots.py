"""Bots answer for their seats, once, while anybody is there."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app import hosting, lobby
from app.audience import Viewer
from app.bots import Bots
from app.events import Moved
from app.guests import Guest
from app.ids import new_id
from app.room import Room
from app.rooms import Rooms
from app.settings import Settings
from app.store import Store
from games.dealer import Chance, Line
from games.engine import Move, State

ANN, EVE = Guest("ann", b"ann", "Ann"), Guest("eve", b"eve", "Eve")


@pytest.fixture
async def rooms(tmp_path: Path) -> AsyncIterator[Rooms]:
    store = Store(f"sqlite:///{tmp_path}/log.sqlite3")
    await store.start()
    rooms = Rooms(store, Settings())
    bots = Bots(pause=0)
    rooms.watchers.append(bots.watch)
    yield rooms
    await bots.close()
    await store.close()


async def table_of_bots(rooms: Rooms, seats: int = 3) -> Room:
    """Every seat is a bot's; Ann stood up to watch. Nobody has opened a page yet."""
    room = await rooms.find(await rooms.open("tcnccc", seats, {}, ANN, "Ann"))
    assert room is not None
    await room.do(ANN.id, new_id(), lambda table: lobby.stand(table, ANN.id, None))
    for seat in range(seats):
        await room.do(ANN.id, new_id(), lambda table, seat=seat: hosting.seat_bot(table, ANN.id, seat, "careful", ()))
    await room.do(ANN.id, new_id(), lambda table: lobby.start(table, ANN.id))
    return room


async def moves_in(rooms: Rooms, room: Room) -> list[Moved]:
    return [event.body for event in await rooms.store.load(room.table.room) if isinstance(event.body, Moved)]


async def is_over(room: Room) -> None:
    for _ in range(3000):
        if room.table.phase == "over":
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the game never ended")


async def test_bots_play_a_game_to_its_end(rooms: Rooms) -> None:
    room = await table_of_bots(rooms)
    room.enter(Viewer(room, EVE, 0))
    await is_over(room)
    moves = await moves_in(rooms, room)
    assert moves
    assert all(move.bot for move in moves)


async def test_bots_wait_while_nobody_watches(rooms: Rooms) -> None:
    room = await table_of_bots(rooms)
    await asyncio.sleep(0.05)
    assert await moves_in(rooms, room) == []


async def test_two_nodes_that_run_the_same_bot_make_one_move(rooms: Rooms) -> None:
    room = await table_of_bots(rooms)
    other = Rooms(rooms.store, rooms.settings)
    others_bots = Bots(pause=0)
    other.watchers.append(others_bots.watch)
    elsewhere = await other.find(room.table.room)
    assert elsewhere is not None
    for place in (room, elsewhere):
        place.enter(Viewer(place, EVE, 0))
    await asyncio.gather(is_over(room), is_over(elsewhere))
    await others_bots.close()
    questions = [move.question for move in await moves_in(rooms, room)]
    assert len(questions) == len(set(questions))


async def test_a_bot_sees_a_scramble_and_what_its_seat_has_heard(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await table_of_bots(rooms)
    assert room.table.playing is not None
    handed: list[State] = []
    heard: list[Line] = []
    careful = room.table.game.careful
    assert careful is not None

    def watched(g: State, seat: int, lines: Sequence[Line], chance: Chance) -> Move:
        handed.append(g)
        heard.extend(lines)
        return careful(g, seat, lines, chance)

    room.table.game = replace(room.table.game, careful=watched)
    room.enter(Viewer(room, EVE, 0))
    await is_over(room)
    assert handed
    assert all(g is not room.table.playing.state for g in handed)
    assert heard[0].text.text == "{seat} begins."
