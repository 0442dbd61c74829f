"""What is told of finished games: facts from the log, what was hidden at the end, and where they turned."""

from typing import Any
from unittest.mock import AsyncMock

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from app.replay.analyses import Analyses, record_of
from app.replay.endings import GameSummary
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.table.events import Began, Body, Event, Finished, Moved, Paused, Result, Resumed, Undone
from app.workers.pool import Workers
from games import GAMES
from games.record import moments
from tests.games.played import AT_LENGTH
from tests.replay.test_replays import replay
from tests.support.inline_workers import Here
from tests.support.played_games import assert_unknown, begin, finished_room
from tests.support.room_fixtures import tamper


def moved(question: int | None, seat: int = 0, **how: Any) -> Moved:
    return Moved(seat, question, msgspec.Raw(b"{}"), [], **how)


END = Finished(moved(3, 1), Result("tcnccc", [], [], [], []))
FACTS: dict[str, tuple[list[tuple[float, Body]], list[str]]] = {
    "the longest thought, and the length of the game": (
        [(10, moved(1)), (55, moved(2, 1)), (150, END)], ["seat 1 thought longest: 95 seconds.", "3 moves in 2 min."]),
    "who answers last in secret has thought since the question": (
        [(20, moved(1)), (50, moved(1, 1)), (55, moved(2))],
        ["seat 1 thought longest: 50 seconds.", "3 moves were played."]),
    "a game over several days has no length": ([(1, moved(1)), (90_000, moved(2))], ["2 moves were played."]),
    "moves that were taken back are not counted": (
        [(1, moved(1)), (2, moved(2, 1)), (3, Undone(1, 3)), (4, moved(3, 1)), (5, moved(4))], ["3 moves were played."],
    ),
    "nor are answers that were taken back in secret": (
        [(1, moved(1)), (2, moved(None)), (3, Undone(0, 0)), (4, moved(1)), (5, moved(1, 1))], ["3 moves were played."],
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
    """The facts of these events, each at this many seconds after the beginning."""
    summary = GameSummary()
    for seq, (at, body) in enumerate([(0.0, Began("tcnccc@1", "", [])), *happened], 1):
        summary.take(Event("room", seq, str(seq), str(seq - 1), "ann", body, int(at * 1000)))
    return [str(fact) for fact in summary.facts()]


@pytest.mark.parametrize(("happened", "told"), FACTS.values(), ids=FACTS)
def test_facts_of_a_game(happened: list[tuple[float, Body]], told: list[str]) -> None:
    assert facts(happened) == told


@pytest.mark.parametrize("happened", AWAY.values(), ids=AWAY)
def test_nobody_is_said_to_have_thought_who_may_have_been_away(happened: list[tuple[float, Body]]) -> None:
    assert not any("thought" in fact for fact in facts(happened))


class Compared(int):
    """The number of an event, which counts how often it is compared."""

    times = 0

    def __le__(self, other: int) -> bool:
        Compared.times += 1
        return int(self) <= other


def test_taking_moves_back_again_and_again_takes_no_longer_each_time() -> None:
    pairs = [(seq, [moved(seq), Undone(0, Compared(seq))]) for seq in range(2, 202, 2)]
    assert facts([(seq, body) for seq, two in pairs for body in two]) == ["0 moves in 3 min."]
    assert Compared.times <= 2 * len(pairs)


# --- Of a room ------------------------------------------------------------------------------------------------


async def told(client: httpx.AsyncClient, room: Room, **query: Any) -> Any:
    answer = await client.get(f"/api/rooms/{room.table.room}/ending", params=query)
    assert answer.status_code == 200
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
async def test_an_end_has_facts_and_all_that_lay_hidden(client: httpx.AsyncClient, rooms: Rooms, game: str) -> None:
    end = await told(client, await finished_room(rooms, game, GAMES[game].seats[0], **AT_LENGTH.get(game, {})))
    assert end["number"] == 1
    assert 2 <= len(end["facts"]) <= 3, "a tie names nobody"
    assert (end["beneath"] is None) == (game in ("color_dice", "desfases"))  # whose rules reveal everything


async def test_it_is_the_table_as_left_and_no_broken_game_is_praised(client: httpx.AsyncClient, rooms: Rooms) -> None:
    for most in (5000, 12):
        room = await finished_room(rooms, "tcnccc", 3, most=most)
        state, end = room.table.playing.state, await told(client, room)
        standing = [state.cylinders.get(cylinder) for cylinder in range(4)]
        assert end["beneath"] == {"cylinders": standing, "bag": state.bag}
        assert bool(end["facts"]) == (most > 12)


async def test_it_is_of_the_last_finished_game_or_of_the_one_named(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    await begin(room)
    assert [(await told(client, room, **query))["number"] for query in ({}, {"game": 1})] == [1, 1]
    await assert_unknown(client, room, ["/api/rooms/{}/ending?game=2"])


# --- Dice and draws -----------------------------------------------------------------------------------------


async def test_draws_are_counted_by_seat_and_there_are_none_to_count_in_desfases(
    client: httpx.AsyncClient, rooms: Rooms
) -> None:
    told = {}
    for game, seats in (("tcnccc", 2), ("desfases", 2)):
        room = await finished_room(rooms, game, seats)
        told[game] = (await client.get(f"/api/rooms/{room.table.room}/draws")).json()
    assert len(told["tcnccc"]["drawn"]) == 2
    assert told["desfases"] is None


# --- A log that cannot be followed ------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["ending", "replay", "replay?seat=0", "replay?seat=all", "draws"])
async def test_of_a_log_that_cannot_be_followed_the_answer_says_so(
    client: httpx.AsyncClient, rooms: Rooms, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    wrong = """replace(CAST(body AS TEXT), '"drawn":["', '"drawn":["un')"""
    await tamper(rooms.store, f"UPDATE events SET body = CAST({wrong} AS BLOB)", kind="moved")
    answer = await client.get(f"/api/rooms/{room.table.room}/{what}")
    assert answer.status_code == 503
    assert answer.json()["text"]["text"] == "The log of this game cannot be followed any more."
    assert [each.message for each in caplog.records] == ["a download cannot be made from the log of a game"]


# --- Where it turned ----------------------------------------------------------------------------------------


async def of(client: httpx.AsyncClient, room: Room) -> httpx.Response:
    return await client.get(f"/api/rooms/{room.table.room}/analysis")


async def test_every_move_of_the_replay_has_its_chances(client: httpx.AsyncClient, app: FastAPI, rooms: Rooms) -> None:
    app.state.services.analyses = Analyses(app.state.services.store, Here())
    room = await finished_room(rooms, "tcnccc", 2)
    told, steps = (await of(client, room)).json(), (await replay(client, room))["steps"]
    assert told["seqs"] == [step["seq"] for step in steps]
    assert len(told["known"]["chances"]) == len(told["exact"]["chances"]) == len(steps)


async def test_a_worker_process_makes_it(client: httpx.AsyncClient, rooms: Rooms) -> None:
    answer = await of(client, await finished_room(rooms, "tcnccc", 2))
    assert answer.status_code == 200
    assert sorted(answer.json()["known"]["chances"][-1]) in ([0, 100], [50, 50])


async def test_what_could_not_be_computed_is_tried_again(client: httpx.AsyncClient, rooms: Rooms, app: FastAPI) -> None:
    """tests/workers/test_workers.py: a process that has died or is late gives no result."""
    room, answers = await finished_room(rooms, "tcnccc", 2), [None, {"chances": []}]
    app.state.services.analyses = Analyses(app.state.services.store, Here(lambda _: answers.pop(0)))
    late, again = await of(client, room), await of(client, room)
    assert (late.status_code, "could not be worked out" in late.text) == (503, True)
    assert (again.status_code, again.json()) == (200, {"chances": []})


async def test_what_was_made_before_a_restore_is_told_of_no_game_after_it(
    client: httpx.AsyncClient, rooms: Rooms, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, workers = await finished_room(rooms, "tcnccc", 2), Here(lambda _: {"chances": []})
    store, load_game, read = app.state.services.store, AsyncMock(side_effect=rooms.store.load_game), []
    app.state.services.analyses = Analyses(store, workers)
    monkeypatch.setattr(store, "load_game", load_game)
    for epoch in (store.epoch, store.epoch, "another"):
        store.epoch = epoch
        await of(client, room)
        await replay(client, room)
        read.append((workers.thought, load_game.await_count))
    assert read == [(1, 1), (1, 1), (2, 2)]


async def test_there_is_none_of_a_game_that_was_broken_off_nor_without_workers(rooms: Rooms, app: FastAPI) -> None:
    for most, workers in ((5, Here()), (5000, Workers(0))):
        room = await finished_room(rooms, "tcnccc", 2, most=most)
        analyses = Analyses(app.state.services.store, workers)
        assert await analyses.of(room.table.room, room.table.past[-1], "192.0.2.7") == b"null"


@pytest.mark.parametrize("game", ["tcnccc", "sin_color"])  # questions to one, and to all in secret
async def test_a_record_leads_to_the_state_that_the_room_has_come_to(game: str, rooms: Rooms) -> None:
    room = await finished_room(rooms, game, GAMES[game].seats[0])
    code, past = room.table.room, room.table.past[-1]
    log = await rooms.store.load(code, past.began - 1, past.ended)
    setting = await rooms.store.load_setting(code, past.began)
    *_, last = moments(GAMES[game], record_of(log, setting.options, setting.seats))
    assert last.state == room.table.playing.state
