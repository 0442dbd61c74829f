"""Where a finished game turned, as the server tells it: once it is over, worked out by a process of its own, kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.protocol.messages import Refusal, Unavailable
from app.replay.analyses import MOST_OF_ONE, Analyses, record_of
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.store import Store
from app.table.game import Past
from app.workers.pool import Workers
from games import GAMES
from games.record import Record, moments
from tests import thinkers
from tests.finished import begun, finished_room, one_move
from tests.test_replays import replay


def so_so(record: Record) -> dict[str, list[int]]:
    """What is worked out in no time, where it is not about what is worked out."""
    return {"chances": []}


class AtOnce(Workers):
    """Thinks here, and counts how often."""

    def __init__(self, instead: Callable[[Any], Any] | None = None) -> None:
        super().__init__(1)
        self.thought = 0
        self._instead = instead

    async def think(self, work: Callable[[Any], Any], thought: Any) -> Any:
        self.thought += 1
        return (self._instead or work)(thought)


class Slow(AtOnce):
    """Thinks when it may."""

    def __init__(self) -> None:
        super().__init__(so_so)
        self.begun, self.may = asyncio.Event(), asyncio.Event()

    async def think(self, work: Callable[[Any], Any], thought: Any) -> Any:
        self.begun.set()
        await self.may.wait()
        return await super().think(work, thought)


HERE = "192.0.2.7"


async def of(client: httpx.AsyncClient, room: Room) -> httpx.Response:
    return await client.get(f"/api/rooms/{room.table.room}/analysis")


async def record(store: Store, room: Room) -> Record:
    past = room.table.past[-1]
    log = await store.load(room.table.room, past.began - 1, past.ended)
    setting = await store.load_setting(room.table.room, past.began)
    return record_of(log, setting.options, setting.seats)


async def test_nothing_is_told_while_the_game_is_played(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await begun(rooms, "tcnccc", 2)
    for _ in range(5):
        assert (await of(client, room)).status_code == 404
        await one_move(room)
    assert (await of(client, room)).status_code == 404


async def test_every_step_of_the_replay_that_is_a_move_has_its_chances(
    client: httpx.AsyncClient, app: FastAPI, rooms: Rooms
) -> None:
    app.state.services.analyses = Analyses(app.state.services.store, AtOnce())
    room = await finished_room(rooms, "tcnccc", 2)
    told, steps = (await of(client, room)).json(), (await replay(client, room))["steps"]
    assert told["seqs"] == [step["seq"] for step in steps]
    assert len(told["known"]["chances"]) == len(told["exact"]["chances"]) == len(steps)


async def test_a_worker_process_makes_it(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    answer = await of(client, room)
    assert answer.status_code == 200
    assert sorted(answer.json()["known"]["chances"][-1]) in ([0, 100], [50, 50])


async def test_it_is_made_once(rooms: Rooms, app: FastAPI) -> None:
    room, workers = await finished_room(rooms, "tcnccc", 2), AtOnce(so_so)
    analyses = Analyses(app.state.services.store, workers)
    once, again = [await analyses.of(room.table.room, room.table.past[-1], HERE) for _ in range(2)]
    assert (once, workers.thought) == (again, 1)


async def test_when_the_process_dies_that_is_said_and_another_tries_again(rooms: Rooms, app: FastAPI) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    place = room.table.room, room.table.past[-1]
    analyses = Analyses(app.state.services.store, Workers(1, late_s=60))
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Unavailable, match="could not be worked out"):
        patch.setattr("app.replay.analyses.analysed", thinkers.die)
        await analyses.of(*place, HERE)
    assert b"chances" in await analyses.of(*place, HERE)
    await analyses.close()


async def test_when_the_process_is_late_that_is_said_and_another_request_is_answered(
    client: httpx.AsyncClient, rooms: Rooms, app: FastAPI
) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    workers = Workers(1, late_s=0)
    app.state.services.analyses = Analyses(app.state.services.store, workers)
    late = await of(client, room)
    assert (late.status_code, "could not be worked out" in late.text) == (503, True)
    workers._late_s = 60
    assert (await of(client, room)).status_code == 200
    await workers.close()


async def test_while_it_is_worked_out_the_table_can_be_seen_and_others_wait_for_the_same(
    client: httpx.AsyncClient, rooms: Rooms, app: FastAPI
) -> None:
    room, workers = await finished_room(rooms, "tcnccc", 2), Slow()
    app.state.services.analyses = Analyses(app.state.services.store, workers)
    asked = [asyncio.create_task(of(client, room)) for _ in range(2)]
    await workers.begun.wait()
    assert (await replay(client, room))["steps"]
    workers.may.set()
    first, second = await asyncio.gather(*asked)
    assert (first.status_code, first.content, workers.thought) == (200, second.content, 1)


async def test_one_address_waits_for_so_many_at_a_time_and_others_need_not_wait_for_that(
    rooms: Rooms, app: FastAPI
) -> None:
    room, workers = await finished_room(rooms, "tcnccc", 2, games=MOST_OF_ONE + 2), Slow()
    analyses = Analyses(app.state.services.store, workers)
    *many, one_more, last = room.table.past
    asked = [asyncio.create_task(analyses.of(room.table.room, past, HERE)) for past in many]
    await workers.begun.wait()
    with pytest.raises(Refusal, match="busy"):
        await analyses.of(room.table.room, one_more, HERE)
    asked.append(asyncio.create_task(analyses.of(room.table.room, last, "192.0.2.8")))
    asked.append(asyncio.create_task(analyses.of(room.table.room, many[0], HERE)))
    workers.may.set()
    assert b"null" not in await asyncio.gather(*asked)
    assert b"chances" in await analyses.of(room.table.room, one_more, HERE)
    await analyses.close()


async def test_there_is_none_of_a_game_that_was_broken_off_nor_without_workers(rooms: Rooms, app: FastAPI) -> None:
    broken_off = await finished_room(rooms, "tcnccc", 2, most=5)
    whole = await finished_room(rooms, "tcnccc", 2)
    assert await none_of(app, broken_off, AtOnce())
    assert await none_of(app, whole, Workers(0))


async def none_of(app: FastAPI, room: Room, workers: Workers) -> bool:
    past: Past = room.table.past[-1]
    return await Analyses(app.state.services.store, workers).of(room.table.room, past, HERE) == b"null"


@pytest.mark.parametrize("game", GAMES)
async def test_a_record_leads_to_the_state_that_the_room_has_come_to(game: str, rooms: Rooms, app: FastAPI) -> None:
    options = {"target": 25} if game == "color_gin" else {}
    room = await finished_room(rooms, game, GAMES[game].seats[0], **options)
    assert room.table.playing is not None
    *_, last = moments(GAMES[game], await record(app.state.services.store, room))
    assert last.state == room.table.playing.state
