"""The lines of a game that a page asks for beyond those that it gets when it opens: to each those that reach them."""

from __future__ import annotations

from typing import Any

import httpx
from fastapi import FastAPI

from app.access.passwords import hashed
from app.protocol import commands
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.rooms.views import lines_for
from app.storage.guests import Guest
from tests.company import ANN, BEN, CLEO, EVE, Company
from tests.conftest import browser
from tests.finished import begun, one_move, seated
from tests.test_telling import kept


def told(room: Room, guest: Guest | None, seat: int | None = None) -> list[str]:
    return [line.text.text for line in lines_for(room.table, guest.id if guest else None, seat)]


async def asked_for(client: httpx.AsyncClient, room: Room) -> httpx.Response:
    return await client.get(f"/api/rooms/{room.table.room}/lines")


async def test_each_player_gets_what_they_alone_have_heard_and_nobody_else_does(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=20)
    await pages[0].plays("draw")
    await pages[1].plays("put", bead=1)
    assert told(room, ANN) == ["You drew {bead}.", "{seat} puts {bead}."]
    assert told(room, BEN) == told(room, EVE) == told(room, None) == ["{seat} puts {bead}."]


async def test_whoever_plays_several_seats_says_for_which_of_them(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=3, length=20)
    await ann.asks(commands.Sit(1, also="Bea"))
    await party.page(room, CLEO).asks(commands.Sit(2))
    await ann.asks(commands.Start())
    await ann.plays("draw", seat=0)
    assert told(room, ANN, 0) == ["You drew {bead}."]
    assert told(room, ANN, 1) == told(room, ANN, 2) == told(room, ANN) == told(room, CLEO, 0) == []


async def test_nobody_gets_the_lines_of_a_seat_that_is_not_theirs(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=20)
    await pages[0].plays("draw")
    assert (told(room, BEN, 0), told(room, EVE, 0), told(room, None, 0)) == ([], [], [])


async def test_where_spectators_see_nothing_of_a_game_they_get_no_line_of_it(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=20)
    await pages[0].plays("put", bead=1)
    await kept(room, onlookers=False)
    assert (told(room, BEN), told(room, EVE), told(room, None)) == (["{seat} puts {bead}."], [], [])


async def test_more_lines_are_told_than_a_page_gets_at_first(app: FastAPI, rooms: Rooms) -> None:
    room = await begun(rooms, "color_gin", 2)
    for _ in range(60):
        await one_move(room)
    async with browser(app) as eve:
        lines: list[dict[str, Any]] = (await asked_for(eve, room)).json()
    assert [line["seq"] for line in lines] == [line.seq for line in room.table.lasting(1)]
    assert len(lines) > 2 * len(room.table.lasting(0))


async def test_behind_a_password_no_line_is_told(app: FastAPI, rooms: Rooms) -> None:
    room = await seated(rooms, "color_gin", 2)
    await kept(room, password=hashed("swordfish"))
    async with browser(app) as eve:
        assert (await asked_for(eve, room)).status_code == 404
