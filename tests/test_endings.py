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


def moved(question: int, seat: int = 0, **how: Any) -> Moved:
    return Moved(seat, question, EMPTY, [], **how)


END = Finished(moved(3, 1), Result("tcnccc", [], [], [], []))
FACTS: dict[str, tuple[list[tuple[float, Body]], list[str]]] = {
    "the longest thought, and the length of the game": (
        [(10, moved(1)), (55, moved(2, 1)), (150, END)], ["seat 1 thought longest: 95 seconds.", "3 moves in 2 min."],
    ),
    "who answers last in secret has thought since the question": (
        [(20, moved(1)), (50, moved(1, 1)), (55, moved(2))],
        ["seat 1 thought longest: 50 seconds.", "3 moves were played."],
    ),
    "a game over several days has no length": ([(1, moved(1)), (90_000, moved(2))], ["2 moves were played."]),
    "moves that were taken back are not counted": (
        [(1, moved(1)), (2, moved(2, 1)), (3, Undone(1, 3)), (4, moved(3, 1)), (5, moved(4))], ["3 moves were played."],
    ),
}  # fmt: skip
AWAY: dict[str, list[tuple[float, Body]]] = {
    "a bot": [(60, moved(1, bot=True))],
    "out of time": [(60, moved(1, lapsed=True))],
    "away": [(400, moved(1))],
    "paused": [(10, Paused()), (80, Resumed()), (90, moved(1))],
    "paused before the next question": [(5, moved(1)), (10, Paused()), (80, Resumed()), (90, moved(2))],
}


def facts(happened: list[tuple[float, Body]]) -> list[str]:
    """Of events, each at so many seconds after the beginning."""
    story = Story()
    for seq, (at, body) in enumerate([(0.0, Began("tcnccc@2", "", [])), *happened], 1):
        story.take(Event("room", seq, str(seq), str(seq - 1), "ann", body, int(at * 1000)))
    return [str(fact) for fact in story.facts()]


@pytest.mark.parametrize(("happened", "told"), FACTS.values(), ids=FACTS)
def test_facts_of_a_game(happened: list[tuple[float, Body]], told: list[str]) -> None:
    assert facts(happened) == told


@pytest.mark.parametrize("happened", AWAY.values(), ids=AWAY)
def test_nobody_is_said_to_have_thought_who_may_have_been_away(happened: list[tuple[float, Body]]) -> None:
    assert not any("thought" in fact for fact in facts(happened))


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


async def test_it_is_the_table_as_it_was_left_and_a_game_that_was_broken_off_is_not_praised(
    client: httpx.AsyncClient, rooms: Rooms
) -> None:
    for most in (5000, 12):
        room = await finished_room(rooms, "tcnccc", 3, most=most)
        assert room.table.playing is not None
        state, end = room.table.playing.state, await told(client, room)
        standing = [state.cylinders.get(cylinder) for cylinder in range(4)]
        assert end["beneath"] == {"cylinders": standing, "bag": state.bag}
        assert bool(end["facts"]) == (most > 12)


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
