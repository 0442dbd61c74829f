"""What is told of several tables with one deal over HTTP: nothing of one at another before all have ended."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.duplicates.sharing import deal_shared, sealed
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.table.event_ids import new_id
from app.table.host import seat_bot
from tests.conftest import browser, open_room
from tests.support.played_games import CLOSED, NOWHERE, one_move, play_to_the_end
from tests.support.tables import until


async def evening(client: httpx.AsyncClient, rooms: Rooms, tables: int = 2, **wish: Any) -> list[Room]:
    """The rooms of an evening of so many tables with bots on all seats but the host's."""
    code = await open_room(client, **wish)
    answer = await client.post(f"/api/rooms/{code}/tables", json={"tables": tables})
    assert answer.status_code == 201, answer.text
    return [await rooms.find(table["room"]) for table in answer.json()["tables"]]


async def begin(room: Room) -> None:
    """With bots on all free seats."""
    host, sharing = room.table.host, sealed(room.table)
    for number in [number for number, seat in enumerate(room.table.seats) if seat.free]:
        await room.do(host, new_id(), lambda table, at=number: seat_bot(table, host, at, "easy", ()))
    await room.do(host, new_id(), lambda table: deal_shared(table, host, sharing))


async def told(client: httpx.AsyncClient, room: Room) -> Any:
    return (await client.get(f"/api/rooms/{room.table.room}/tables")).json()


async def test_each_table_is_named_with_who_waits_there_until_it_is_dealt(
    client: httpx.AsyncClient, rooms: Rooms
) -> None:
    one, other = await evening(client, rooms, seats=2)
    before = await told(client, other)
    assert [table["seats"][0]["name"] for table in before["tables"]] == ["Ann", None]
    assert [table["yours"] for table in before["tables"]] == [True, False]
    await begin(one)
    during = await told(client, other)
    assert [(table["dealt"], table["seats"] is None) for table in during["tables"]] == [(True, True), (False, False)]


async def test_whatever_happens_at_one_table_nothing_changes_in_what_another_is_told(
    app: FastAPI, client: httpx.AsyncClient, rooms: Rooms
) -> None:
    one, other = await evening(client, rooms, seats=2)
    for room in (one, other):
        await begin(room)
    async with browser(app) as friend:
        paths = [f"/api/rooms/{one.table.room}", *(path.format(one.table.room) for path in CLOSED)]
        before = [(await friend.get(path)).text for path in paths], await told(friend, other), await told(friend, one)
        await play_to_the_end(one)
        await until(lambda: one.table.phase == "over")
        assert sealed(one.table)
        state = [(await friend.get(path)).text for path in paths], await told(friend, other), await told(friend, one)
    assert state == before


@pytest.mark.parametrize("path", CLOSED)
async def test_not_even_who_has_played_looks_back_before_all_have_ended(
    client: httpx.AsyncClient, rooms: Rooms, path: str
) -> None:
    one, other = await evening(client, rooms, seats=2)
    for room in (one, other):
        await begin(room)
    await play_to_the_end(one)
    assert (await client.get(path.format(one.table.room))).status_code == 404
    await play_to_the_end(other)
    await until(lambda: not sealed(one.table) and not sealed(other.table))
    assert (await client.get(path.format(one.table.room))).status_code == 200


async def test_when_all_have_ended_each_seat_is_compared_with_the_same_one_elsewhere(
    client: httpx.AsyncClient, rooms: Rooms
) -> None:
    tables = await evening(client, rooms, tables=3, seats=2)
    for room in tables:
        await begin(room)
        await play_to_the_end(room)
    await until(lambda: not any(sealed(room.table) for room in tables))
    answer = await told(client, tables[0])
    assert answer["over"]
    for seat in range(2):
        row = [result["seats"][seat] for result in answer["results"]]
        assert [cell["score"] for cell in row] == [room.table.past[0].result.scores[seat] for room in tables]
        assert sum(cell["points"] for cell in row) == 6  # two for each pair of tables
        assert all(cell["share"] == cell["points"] / 4 for cell in row)
    log = (await client.get(f"/api/rooms/{tables[0].table.room}/log")).text
    assert tables[1].table.room not in log


async def test_one_table_that_never_ends_is_left_out(client: httpx.AsyncClient, rooms: Rooms, app: FastAPI) -> None:
    one, other = await evening(client, rooms, seats=2)
    for room in (one, other):
        await begin(room)
    await play_to_the_end(one)
    await one_move(other)
    async with browser(app) as stranger:
        assert (await stranger.post(f"/api/rooms/{one.table.room}/tables/end", json={})).status_code == 422
    answer = (await client.post(f"/api/rooms/{one.table.room}/tables/end", json={})).json()
    assert [result["seats"] is None for result in answer["results"]] == [False, True]


@pytest.mark.parametrize("wish", [{"tables": 1}, {"tables": 9}, {"tables": "3"}, {}])
async def test_two_to_eight_tables_can_play_one_deal(client: httpx.AsyncClient, wish: dict[str, Any]) -> None:
    code = await open_room(client)
    answer = await client.post(f"/api/rooms/{code}/tables", json=wish)
    assert (answer.status_code, "tables" in answer.text) == (422, True)


async def test_a_table_by_itself_has_no_others(client: httpx.AsyncClient) -> None:
    code = await open_room(client)
    for room in (code, NOWHERE):
        assert (await client.get(f"/api/rooms/{room}/tables")).status_code == 404
