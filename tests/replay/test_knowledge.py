"""What a player could know of everything hidden, told while they play against bots alone."""

from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.table import moves, proposals
from app.table.event_ids import SERVER, new_id
from games import GAMES
from games.knowledge import Possible
from tests.conftest import browser, open_room
from tests.games.really import REALLY, is_inside
from tests.support.played_games import one_move

AIDED = {"tcnccc": {"memory": "aided"}, "sin_color": {"memory": "aided"}, "color_gin": {}, "desfases": {}}
HIDING = sorted(AIDED)


async def practice(client: httpx.AsyncClient, rooms: Rooms, game: str = "color_gin", **options: Any) -> Room:
    """A game of this browser against bots."""
    seats = GAMES[game].seats[0]
    code = await open_room(client, game=game, seats=seats, options=AIDED.get(game, {}) | options, bots=True)
    return await rooms.find(code)


async def told(client: httpx.AsyncClient, room: Room) -> httpx.Response:
    return await client.get(f"/api/rooms/{room.table.room}/could-be")


async def assert_refused(client: httpx.AsyncClient, room: Room, code: str = "not_now") -> None:
    answer = await told(client, room)
    assert answer.status_code == (422 if code == "not_seated" else 409)
    assert answer.json()["code"] == code


@pytest.mark.parametrize("game", HIDING)
async def test_in_practice_the_truth_is_inside_what_the_player_is_told(
    client: httpx.AsyncClient, rooms: Rooms, game: str
) -> None:
    room = await practice(client, rooms, game)
    for _ in range(8):
        await one_move(room)
        answer = (await told(client, room)).json()
        truth = REALLY[game](room.table.playing.state, 0)
        assert (answer["seq"], len(answer["places"])) == (room.table.seq, len(truth))
        for place, really in zip(answer["places"], truth.values(), strict=True):
            assert is_inside(msgspec.convert(place, Possible), really)


@pytest.mark.parametrize("game", HIDING)
async def test_it_is_what_the_replay_says_of_that_moment(client: httpx.AsyncClient, rooms: Rooms, game: str) -> None:
    room, during = await practice(client, rooms, game), dict[int, Any]()
    for _ in range(6):
        await one_move(room)
        during[room.table.seq] = (await told(client, room)).json()["places"]
    await room.do(SERVER, new_id(), lambda table: moves.bots_answer(table, *_asked(table)))
    await _end(room)
    steps = (await client.get(f"/api/rooms/{room.table.room}/replay?seat=0")).json()["steps"]
    places = None
    for step in steps:
        places = step.get("could_be", places)
        assert during.get(step["seq"], places) == places
    assert {step["seq"] for step in steps} >= during.keys()


def _asked(table: Any) -> tuple[int, int]:
    question = table.playing.state.question
    return question.seats[0], question.number


async def _end(room: Room) -> None:
    host = room.table.host
    await room.do(host, new_id(), lambda table: proposals.propose(table, host, "end", None))
    assert room.table.phase == "over"


@pytest.mark.parametrize("game", ["tcnccc", "sin_color"])
async def test_who_plays_from_memory_is_not_told(client: httpx.AsyncClient, rooms: Rooms, game: str) -> None:
    await assert_refused(client, await practice(client, rooms, game, memory="strict"))


async def test_where_nothing_is_hidden_there_is_nothing_to_tell(client: httpx.AsyncClient, rooms: Rooms) -> None:
    await assert_refused(client, await practice(client, rooms, "color_dice"))


async def test_among_people_no_one_is_told(client: httpx.AsyncClient, rooms: Rooms, app: FastAPI) -> None:
    room = await rooms.find(await open_room(client, game="color_gin", seats=2, options={}))
    await assert_refused(client, room)
    async with browser(app) as ben:
        await assert_refused(ben, room, "not_seated")


async def test_an_onlooker_of_practice_is_not_told(client: httpx.AsyncClient, rooms: Rooms, app: FastAPI) -> None:
    room = await practice(client, rooms)
    async with browser(app) as eve:
        await assert_refused(eve, room, "not_seated")


async def test_after_the_game_the_replay_tells_it(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await practice(client, rooms)
    await _end(room)
    await assert_refused(client, room)


async def test_a_game_that_did_not_begin_with_a_deal_cannot_be_followed(
    client: httpx.AsyncClient, rooms: Rooms
) -> None:
    lesson = await rooms.find(await open_room(client, game="color_gin", guided=True, seats=2, options={}))
    await assert_refused(client, lesson)
    room = await practice(client, rooms)
    for _ in range(3):
        await one_move(room)
    moment = room.table.seq
    await _end(room)
    wish = {"game": 1, "seq": moment, "seat": 0, "name": "Ann"}
    code = (await client.post(f"/api/rooms/{room.table.room}/onward", json=wish)).json()["room"]
    await assert_refused(client, await rooms.find(code))
