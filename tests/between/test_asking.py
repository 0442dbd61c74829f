"""Who is told how people have done against one another, and that nothing of a running game is in it."""

import httpx

from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.table import gathering
from app.table.event_ids import new_id
from tests.support.played_games import begin, finished_room, next_game, one_move, seated


async def told(client: httpx.AsyncClient, room: Room) -> httpx.Response:
    return await client.get(f"/api/rooms/{room.table.room}/between")


async def test_every_finished_game_is_counted(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "desfases", 2, games=3)
    answer = (await told(client, room)).json()
    assert ([game["number"] for game in answer["games"]], answer["evenings"]) == ([1, 2, 3], [3])
    assert {each["name"] for each in answer["people"]} == {"Ann", "Benedikt"}
    (pair,) = answer["pairs"]
    assert pair["ahead"] + pair["behind"] + pair["even"] == 3


async def test_the_same_is_told_at_every_move_of_a_game_until_it_is_over(
    client: httpx.AsyncClient, rooms: Rooms
) -> None:
    room = await finished_room(rooms, "color_gin", 2, games=1)
    before = (await told(client, room)).content
    await begin(room)
    for _ in range(8):
        assert (await told(client, room)).content == before
        await one_move(room)
    assert room.table.phase == "playing"
    assert (await told(client, room)).content == before


async def test_a_room_with_a_first_game_in_play_has_nothing_to_tell(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await seated(rooms, "desfases", 2)
    await begin(room)
    nothing = {"people": [], "you": [], "pairs": [], "games": [], "evenings": []}
    assert (await told(client, room)).json() == nothing


async def test_somebody_who_has_left_stays_in_the_count(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "desfases", 2)
    ben = room.table.seats[1].guest or ""
    await room.do(ben, new_id(), lambda table: gathering.stand(table, ben, None))
    await room.do("late", new_id(), lambda table: gathering.sit(table, "late", "Late", 1))
    await next_game(room)
    answer = (await told(client, room)).json()
    assert {each["name"] for each in answer["people"]} == {"Ann", "Benedikt", "Late"}


async def test_each_reader_is_told_which_of_the_people_they_are(client: httpx.AsyncClient, rooms: Rooms) -> None:
    wish = {"game": "desfases", "seats": 2, "name": "Zoe"}
    room = await rooms.find((await client.post("/api/rooms", json=wish)).json()["room"])
    await room.do("ben", new_id(), lambda table: gathering.sit(table, "ben", "Ben", 1))
    await next_game(room)
    answer = (await told(client, room)).json()
    assert [answer["people"][you]["name"] for you in answer["you"]] == ["Zoe"]
    client.cookies.clear()
    assert (await told(client, room)).json() == answer | {"you": []}
