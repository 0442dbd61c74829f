"""What is told of games that are over: to whom, once for all who ask, off the event loop, no faster than it is read."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from msgspec.structs import replace

from app.access.passwords import hashed
from app.replay import deal_file, replays, room_log
from app.replay.downloads import Downloads, Key
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Rate, Settings
from app.table import gathering
from app.table import host as hosting
from app.table.event_ids import new_id
from app.table.events import Kept, Kicked, Said
from app.web import exports, openapi
from tests.company import until
from tests.conftest import browser, open_app
from tests.finished import begin, finished_room, next_game, play_to_the_end, seated

NOWHERE = "k7Qm2xZ9vB3nR5wT"
CLOSED = [
    *("/api/rooms/{}/log", "/api/rooms/{}/deal", "/api/rooms/{}/ending", "/api/rooms/{}/analysis"),
    *("/api/rooms/{}/replay", "/api/rooms/{}/replay?seat=all"),
]
MOVES = 6
EVERYTHING = [*CLOSED, "/t/{}/replay", "/api/rooms/{}/results", "/t/{}/results.csv"]
THE_ROOM = ["/t/{}", "/api/rooms/{}"]


async def room_of(ann: httpx.AsyncClient, rooms: Rooms, *others: str) -> Room:
    """A room of whoever has this browser."""
    wish = {"game": "tcnccc", "seats": 1 + len(others), "name": "Ann"}
    room = await rooms.find((await ann.post("/api/rooms", json=wish)).json()["room"])
    assert room is not None
    for seat, name in enumerate(others, 1):
        await room.do(name.lower(), new_id(), lambda table, s=seat, n=name: gathering.sit(table, n.lower(), n, s))
    return room


async def kept(room: Room, **settings: Any) -> None:
    await room.do(room.table.host, new_id(), lambda table: Kept(replace(table.settings, **settings)))


async def statuses(client: httpx.AsyncClient, room: Room, paths: list[str]) -> list[int]:
    return [(await client.get(path.format(room.table.room))).status_code for path in paths]


async def assert_unknown(client: httpx.AsyncClient, room: Room, paths: list[str]) -> None:
    """Answered exactly as for a room that never was."""
    for path in paths:
        answer, expected = await client.get(path.format(room.table.room)), await client.get(path.format(NOWHERE))
        assert (answer.status_code, answer.content, answer.headers) == (404, expected.content, expected.headers), path


# --- The log --------------------------------------------------------------------------------------------------


async def test_a_log_ends_with_the_last_finished_game(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, games=2, most=MOVES)
    ended = room.table.seq
    await begin(room)
    log = (await client.get(f"/api/rooms/{room.table.room}/log")).json()
    assert [event["seq"] for event in log] == list(range(1, ended + 1))


async def test_a_log_that_is_read_by_and_by_is_whole(
    client: httpx.AsyncClient, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.store.LOG_BATCH", 7)
    room = await finished_room(rooms, "tcnccc", 3, games=2, most=MOVES)
    log = (await client.get(f"/api/rooms/{room.table.room}/log")).json()
    stored = await rooms.store.load(room.table.room)
    assert [(event["seq"], event["at"]) for event in log] == [(event.seq, event.at) for event in stored]
    people = dict.fromkeys(event.actor for event in stored if event.actor)
    numbered = {"": "", **{guest: f"guest {number}" for number, guest in enumerate(people, 1)}}
    assert [event["actor"] for event in log] == [numbered[event.actor] for event in stored]


async def test_what_was_said_apart_is_not_in_the_log(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    await room.do("ann", new_id(), lambda table: gathering.speak(table, "ann", "Ann", "before the game", None))
    await begin(room)
    await room.do("ann", new_id(), lambda table: gathering.speak(table, "ann", "Ann", "canary of players", None))
    await room.do("eve", new_id(), lambda table: gathering.speak(table, "eve", "Eve", "canary of onlookers", None))
    await play_to_the_end(room, MOVES)
    told = await client.get(f"/api/rooms/{room.table.room}/log")
    assert "before the game" in told.text
    assert "canary" not in told.text
    apart = [event.seq for event in await rooms.store.load(room.table.room) if isinstance(event.body, Said)][1:]
    assert len(apart) == 2
    assert not {event["seq"] for event in told.json()} & set(apart)


# --- To whom --------------------------------------------------------------------------------------------------


async def test_where_onlookers_see_nothing_a_finished_game_stays_with_its_players_and_the_host(
    app: FastAPI, client: httpx.AsyncClient, rooms: Rooms
) -> None:
    async with browser(app) as ann:
        room = await room_of(ann, rooms, "Ben")
        await next_game(room, MOVES)
        assert set(await statuses(client, room, EVERYTHING)) == {200}
        await kept(room, onlookers=False)
        await assert_unknown(client, room, [*CLOSED, "/t/{}/replay"])
        assert set(await statuses(ann, room, EVERYTHING)) == {200}


async def test_a_player_who_stood_up_still_looks_back_at_what_he_played(app: FastAPI, rooms: Rooms) -> None:
    async with browser(app) as ann:
        room = await room_of(ann, rooms, "Ben", "Cleo")
        host = room.table.host
        await next_game(room, MOVES)
        await kept(room, onlookers=False)
        await room.do(host, new_id(), lambda table: hosting.hand_over(table, host, "ben"))
        await room.do(host, new_id(), lambda table: gathering.stand(table, host, None))
        assert set(await statuses(ann, room, CLOSED)) == {200}


async def test_who_sits_down_afterwards_does_not(app: FastAPI, rooms: Rooms) -> None:
    async with browser(app) as late:
        room = await finished_room(rooms, "tcnccc", 2, most=MOVES)
        await kept(room, onlookers=False)
        other = await room_of(late, rooms, "Ben")
        guest = other.table.host
        await room.do("benedikt", new_id(), lambda table: gathering.stand(table, "benedikt", None))
        await room.do(guest, new_id(), lambda table: gathering.sit(table, guest, "Late", 1))
        await assert_unknown(late, room, [*CLOSED, "/t/{}/replay"])


async def test_behind_a_password_nothing_is_told_outside_and_everything_to_its_own_people(
    app: FastAPI, client: httpx.AsyncClient, rooms: Rooms
) -> None:
    async with browser(app) as ann:
        room = await room_of(ann, rooms, "Ben")
        await next_game(room, MOVES)
        await kept(room, password=hashed("swordfish"))
        await assert_unknown(client, room, EVERYTHING)
        assert set(await statuses(ann, room, EVERYTHING)) == {200}
        page, described = [await client.get(path.format(room.table.room)) for path in THE_ROOM]
        assert "Ben" not in page.text
        assert (described.json()["locked"], described.json()["seats"][1]["name"]) == (True, None)


async def test_somebody_who_was_shown_the_door_is_told_nothing(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=MOVES)
    await client.get("/")
    guest = await rooms.store.guests.by_token(sha256(client.cookies["tertulia"].encode()).digest())
    assert guest is not None
    await room.do(room.table.host, new_id(), lambda table: Kicked(guest.id, True))
    await assert_unknown(client, room, [*EVERYTHING, *THE_ROOM])


async def test_a_closed_room_tells_nothing(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=MOVES)
    assert set(await statuses(client, room, EVERYTHING)) == {200}
    await room.do(room.table.host, new_id(), lambda table: hosting.close(table, table.host))
    await assert_unknown(client, room, [*EVERYTHING, *THE_ROOM])


# --- Once, and elsewhere --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "module", "maker"),
    [
        ("/api/rooms/{}/log", room_log, "_without_secrets"),
        ("/api/rooms/{}/deal", deal_file, "_exported"),
        ("/api/rooms/{}/replay", replays, "_step"),
        ("/api/rooms/{}/results", exports, "every_result"),
        ("/t/{}/results.csv", exports, "every_result"),
    ],
)
async def test_it_is_made_once_and_not_on_the_event_loop(
    client: httpx.AsyncClient, rooms: Rooms, monkeypatch: pytest.MonkeyPatch, path: str, module: Any, maker: str
) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=MOVES)
    make, threads = getattr(module, maker), []

    def noted(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return make(*arguments)

    monkeypatch.setattr(module, maker, noted)
    first = await client.get(path.format(room.table.room))
    made = len(threads)
    assert (first.status_code, set(threads)) == (200, {"download_0"})
    assert (await client.get(path.format(room.table.room))).content == first.content
    assert len(threads) == made


async def test_after_the_next_game_more_is_told(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=MOVES)
    for games in (1, 2):
        told = {path: (await client.get(path.format(room.table.room))).text for path in EVERYTHING[-2:]}
        assert len(json.loads(told["/api/rooms/{}/results"])["games"]) == games
        assert len(told["/t/{}/results.csv"].splitlines()) == 1 + 2 * games
        await next_game(room, MOVES)


async def test_one_thing_is_told_at_a_time() -> None:
    downloads, at_once, most = Downloads(), 0, 0

    async def parts() -> AsyncIterator[list[bytes]]:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0)
        yield [b"told"]
        at_once -= 1

    await asyncio.gather(*(downloads.zipped(Key("log", "room", number), parts()) for number in range(10)))
    assert most == 1
    await downloads.close()


# --- So many, so often ----------------------------------------------------------------------------------------


async def test_one_address_has_only_so_many_on_their_way(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        open_app(settings, limits_downloads_per_address=2) as app,
        browser(app) as near,
        browser(app, "192.0.2.8") as far,
    ):
        room = await finished_room(app.state.services.rooms, "tcnccc", 2, most=MOVES)
        load_game, go_on = app.state.services.store.load_game, asyncio.Event()

        async def slowly(*wanted: Any) -> Any:
            await go_on.wait()
            return await load_game(*wanted)

        held, hold = Counter[str](), app.state.services.limits.hold_download

        def counted(address: str) -> Any:
            held[address] += 1
            return hold(address)

        monkeypatch.setattr(app.state.services.limits, "hold_download", counted)
        monkeypatch.setattr(app.state.services.store, "load_game", slowly)
        path = f"/api/rooms/{room.table.room}/replay"
        waiting = [asyncio.create_task(client.get(path)) for client in (near, near, far)]
        await until(lambda: held == {"192.0.2.7": 2, "192.0.2.8": 1})
        assert (await near.get(path)).status_code == 429
        go_on.set()
        assert [answer.status_code for answer in await asyncio.gather(*waiting)] == [200, 200, 200]
        assert (await near.get(path)).status_code == 200


async def test_one_address_asks_only_so_often(settings: Settings) -> None:
    async with open_app(settings, limits_downloads=Rate(2, 600)) as app, browser(app) as client:
        room = await finished_room(app.state.services.rooms, "tcnccc", 2, most=MOVES)
        paths = [path.format(room.table.room) for path in EVERYTHING if not path.startswith("/t/{}/replay")]
        answers = [(await client.get(path)) for path in paths]
    assert [answer.status_code for answer in answers] == [200, 200, *[429] * (len(paths) - 2)]
    assert answers[-1].headers["retry-after"]


async def test_the_calls_are_described_once(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await client.get("/openapi.json")
    monkeypatch.setattr(openapi, "get_openapi", None)
    assert (await client.get("/openapi.json")).content == first.content
    assert (await client.get("/docs")).status_code == 200


async def test_the_page_of_a_replay_names_only_games_that_are_for_its_reader(app: FastAPI, rooms: Rooms) -> None:
    async with browser(app) as ann:
        room = await room_of(ann, rooms, "Ben", "Cleo")
        host = room.table.host
        await next_game(room, MOVES)
        await room.do(host, new_id(), lambda table: hosting.hand_over(table, host, "ben"))
        await room.do(host, new_id(), lambda table: gathering.stand(table, host, None))
        await room.do("dee", new_id(), lambda table: gathering.sit(table, "dee", "Dee", 0))
        await next_game(room, MOVES)
        page = f"/t/{room.table.room}/replay?game=1"
        assert '"number":2' in (await ann.get(page)).text
        await kept(room, onlookers=False)
        assert '"number":2' not in (await ann.get(page)).text
        assert (await ann.get(f"/t/{room.table.room}/replay?game=2")).status_code == 404
