"""What a table is told when a game is over: facts of the log as it stood, and what lay hidden at the end."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest

from app.replay.endings import Story
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.table.events import Began, Body, Event, Finished, Moved, Paused, Result, Resumed, Undone
from games import GAMES
from tests.finished import begin, finished_room, play_to_the_end, seated

EMPTY = msgspec.Raw(b"{}")


def story(*happened: tuple[float, Body]) -> Story:
    """Of events, each at so many seconds."""
    told = Story()
    for seq, (at, body) in enumerate(happened, 1):
        told.take(Event("room", seq, str(seq), str(seq - 1), "ann", body, int(at * 1000)))
    return told


def facts(*happened: tuple[float, Body]) -> list[str]:
    return [str(fact) for fact in story(*happened).facts()]


BEGAN = Began("tcnccc@2", "", [])


def moved(question: int, seat: int = 0, **how: Any) -> Moved:
    return Moved(seat, question, EMPTY, [], **how)


def test_the_longest_thought_is_told_with_the_length_of_the_game() -> None:
    end = Finished(moved(3, 1), Result("tcnccc", [], [], [], []))
    assert facts((0, BEGAN), (10, moved(1)), (55, moved(2, 1)), (150, end)) == [
        "seat 1 thought longest: 95 seconds.",
        "3 moves in 2 min.",
    ]


def test_whoever_answers_last_in_secret_has_thought_since_the_question() -> None:
    assert facts((0, BEGAN), (20, moved(1)), (50, moved(1, 1)), (55, moved(2))) == [
        "seat 1 thought longest: 50 seconds.",
        "3 moves were played.",
    ]


@pytest.mark.parametrize(
    "between",
    [
        [(60, moved(1, bot=True))],
        [(60, moved(1, lapsed=True))],
        [(400, moved(1))],
        [(10, Paused()), (80, Resumed()), (90, moved(1))],
        [(5, moved(1)), (10, Paused()), (80, Resumed()), (90, moved(2))],
    ],
    ids=["a bot", "out of time", "away", "paused", "paused before the next question"],
)
def test_nobody_is_said_to_have_thought_who_may_have_been_away(between: list[tuple[float, Body]]) -> None:
    assert not any("thought" in fact for fact in facts((0, BEGAN), *between))


def test_moves_that_were_taken_back_are_not_counted() -> None:
    told = story((0, BEGAN), (1, moved(1)), (2, moved(2, 1)), (3, Undone(1, 3)), (4, moved(3, 1)), (5, moved(4)))
    assert told.undone == {3}
    assert [str(fact) for fact in told.facts()] == ["3 moves were played."]


def test_a_game_over_several_days_has_no_length() -> None:
    assert facts((0, BEGAN), (1, moved(1)), (90_000, moved(2))) == ["2 moves were played."]


# --- Of a room ------------------------------------------------------------------------------------------------


async def told(client: httpx.AsyncClient, room: Room, **query: Any) -> Any:
    answer = await client.get(f"/api/rooms/{room.table.room}/ending", params=query)
    assert answer.status_code == 200
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
async def test_the_end_of_a_game_has_facts_and_all_that_lay_hidden(
    client: httpx.AsyncClient, rooms: Rooms, game: str
) -> None:
    room = await finished_room(rooms, game, GAMES[game].seats[0], **({"target": 25} if game == "color_gin" else {}))
    end = await told(client, room)
    assert end["number"] == 1
    assert 2 <= len(end["facts"]) <= 3, "where several did something equally often, nobody did it most"
    assert (end["beneath"] is None) == (game in ("color_dice", "desfases"))  # of which all is turned up by the rules


async def test_it_is_the_table_as_it_was_left(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 3)
    assert room.table.playing is not None
    state = room.table.playing.state
    standing = [state.cylinders.get(cylinder) for cylinder in range(4)]
    assert (await told(client, room))["beneath"] == {"cylinders": standing, "bag": state.bag}


async def test_a_game_that_was_broken_off_is_not_praised(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=12)
    end = await told(client, room)
    assert end["facts"] == []
    assert end["beneath"]["cylinders"] != [[], [], [], []]


async def test_nothing_is_told_before_the_end_and_then_of_the_game_that_is_named(
    client: httpx.AsyncClient, rooms: Rooms
) -> None:
    room = await seated(rooms, "tcnccc", 2)
    path, nowhere = f"/api/rooms/{room.table.room}/ending", "/api/rooms/k7Qm2xZ9vB3nR5wT/ending"
    await begin(room)
    assert (await client.get(path)).content == (await client.get(nowhere)).content
    await play_to_the_end(room)
    await begin(room)
    assert [(await told(client, room, **query))["number"] for query in ({}, {"game": 1})] == [1, 1]
    assert (await client.get(path, params={"game": 2})).status_code == 404
