"""Access to games: finished ones for whom, computed once for all who ask, off the event loop, sent at the reader's
pace; and the lines of every game."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any
from unittest.mock import Mock, call

import httpx
import pytest
from fastapi import FastAPI
from msgspec.structs import replace

from app.access.passwords import hashed
from app.protocol import commands
from app.replay import deal_file, replays, room_log
from app.replay.downloads import Downloads, Key
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.rooms.views import lines_for
from app.settings import Rate, Settings
from app.storage.guests import Guest
from app.table import gathering
from app.table import host as hosting
from app.table.event_ids import new_id
from app.table.events import Kicked, Said, SettingsChanged
from app.web import exports, openapi
from tests.conftest import altered, browser, open_app
from tests.support.played_games import (
    CLOSED,
    assert_unknown,
    begin,
    finished_room,
    next_game,
    one_move,
    play_to_the_end,
    seated,
)
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, held_up, until

MOVES = 6
EVERYTHING = [*CLOSED, "/t/{}/replay", "/api/rooms/{}/between", "/api/rooms/{}/results", "/t/{}/results.csv"]
THE_ROOM = ["/t/{}", "/api/rooms/{}"]


async def room_of(ann: httpx.AsyncClient, rooms: Rooms, *others: str) -> Room:
    """A room hosted by this browser's guest."""
    wish = {"game": "tcnccc", "seats": 1 + len(others), "name": "Ann"}
    room = await rooms.find((await ann.post("/api/rooms", json=wish)).json()["room"])
    for seat, name in enumerate(others, 1):
        await room.do(name.lower(), new_id(), lambda table, s=seat, n=name: gathering.sit(table, n.lower(), n, s))
    return room


async def kept(room: Room, **settings: Any) -> None:
    await room.do(room.table.host, new_id(), lambda table: SettingsChanged(replace(table.settings, **settings)))


async def statuses(client: httpx.AsyncClient, room: Room, paths: list[str]) -> list[int]:
    return [(await client.get(path.format(room.table.room))).status_code for path in paths]


async def test_a_log_is_whole_up_to_the_last_finished_game_though_it_is_read_by_and_by(
    client: httpx.AsyncClient, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.store.LOG_BATCH", 7)
    room = await finished_room(rooms, "tcnccc", 3, games=2, most=MOVES)
    stored = await rooms.store.load(room.table.room)
    await begin(room)
    log = (await client.get(f"/api/rooms/{room.table.room}/log")).json()
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


async def test_without_onlookers_games_stay_with_players(app: FastAPI, client: httpx.AsyncClient, rooms: Rooms) -> None:
    async with browser(app) as ann:
        room = await room_of(ann, rooms, "Ben")
        await next_game(room, MOVES)
        assert set(await statuses(client, room, EVERYTHING)) == {200}
        await kept(room, onlookers=False)
        await assert_unknown(client, room, [*CLOSED, "/t/{}/replay"])
        assert set(await statuses(ann, room, EVERYTHING)) == {200}
        await kept(room, onlookers=True, password=hashed("swordfish"))
        await assert_unknown(client, room, EVERYTHING)
        assert set(await statuses(ann, room, EVERYTHING)) == {200}
    page, described = [await client.get(path.format(room.table.room)) for path in THE_ROOM]
    assert "Ben" not in page.text
    assert (described.json()["locked"], described.json()["seats"][1]["name"]) == (True, None)


async def test_who_stood_up_still_looks_back_and_who_sits_down_afterwards_does_not(app: FastAPI, rooms: Rooms) -> None:
    async with browser(app) as ann, browser(app) as late:
        room = await room_of(ann, rooms, "Ben", "Cleo")
        await next_game(room, MOVES)
        await kept(room, onlookers=False)
        await left_by_its_host(room)
        other = (await room_of(late, rooms, "Ben")).table.host
        await room.do(other, new_id(), lambda table: gathering.sit(table, other, "Late", 0))
        assert set(await statuses(ann, room, CLOSED)) == {200}
        await assert_unknown(late, room, [*CLOSED, "/t/{}/replay"])


async def test_the_log_leaves_out_games_that_its_reader_may_not_see(app: FastAPI, rooms: Rooms) -> None:
    async with browser(app) as ann:
        room = await room_of(ann, rooms, "Ben")
        await next_game(room, MOVES)
        await kept(room, onlookers=False)
        await left_by_its_host(room)
        await room.do("late", new_id(), lambda table: gathering.sit(table, "late", "Late", 0))
        await next_game(room, MOVES)
        log = (await ann.get(f"/api/rooms/{room.table.room}/log")).json()
    _, hidden = room.table.past
    every = {event.seq for event in await rooms.store.load(room.table.room)}
    assert {event["seq"] for event in log} == every - set(range(hidden.began, hidden.ended + 1))


async def left_by_its_host(room: Room) -> None:
    """The host leaves and hands the table over to Ben."""
    host = room.table.host
    await room.do(host, new_id(), lambda table: hosting.hand_over(table, host, "ben"))
    await room.do(host, new_id(), lambda table: gathering.stand(table, host, None))


async def test_a_closed_room_tells_nothing_nor_any_to_the_banned(client: httpx.AsyncClient, rooms: Rooms) -> None:
    await client.get("/")
    guest = await rooms.store.guests.by_token(sha256(client.cookies["tertulia"].encode()).digest())
    for end in (lambda table: Kicked(guest.id, True), lambda table: hosting.close(table, table.host)):
        room = await finished_room(rooms, "tcnccc", 2, most=MOVES)
        assert set(await statuses(client, room, EVERYTHING)) == {200}
        await room.do(room.table.host, new_id(), end)
        await assert_unknown(client, room, [*EVERYTHING, *THE_ROOM])


@pytest.mark.parametrize(("path", "module", "maker"), [
    ("/api/rooms/{}/log", room_log, "_without_secrets"),
    ("/api/rooms/{}/deal", deal_file, "_exported"),
    ("/api/rooms/{}/replay", replays, "_step"),
    ("/api/rooms/{}/results", exports, "results_of"),
    ("/t/{}/results.csv", exports, "results_of"),
])  # fmt: skip
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


async def test_who_goes_on_from_a_device_that_played_stands_there_once(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    ben = room.table.seats[1].guest or ""
    await room.do(ben, new_id(), lambda table: gathering.stand(table, ben, None))
    await room.do("late", new_id(), lambda table: gathering.sit(table, "late", "Late", 1))
    await next_game(room)
    await room.do("late", new_id(), lambda table: gathering.make_link(table, "late", 1, "a link"))
    path = f"/api/rooms/{room.table.room}/results"
    assert sorted(each["played"] for each in (await client.get(path)).json()["standings"]) == [1, 1, 2]
    await room.do(ben, new_id(), lambda table: gathering.take_seat(table, ben, "a link"))
    assert [each["played"] for each in (await client.get(path)).json()["standings"]] == [2, 2]


async def test_one_thing_is_told_at_a_time() -> None:
    downloads, alone = Downloads(), threading.Lock()

    async def parts() -> AsyncIterator[list[bytes]]:
        assert alone.acquire(blocking=False)
        await asyncio.sleep(0)
        yield [b"told"]
        alone.release()

    await asyncio.gather(*(downloads.zipped(Key("log", "room", n), parts(), f"192.0.2.{n}") for n in range(10)))
    await downloads.close()


# --- Rate limits ----------------------------------------------------------------------------------------------


async def test_one_address_has_only_so_many_on_their_way(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    few = altered(settings, limits_downloads_per_address=2)
    async with open_app(few) as app, browser(app) as near, browser(app, "192.0.2.8") as far:
        room = await finished_room(app.state.services.rooms, "tcnccc", 2, most=MOVES)
        limits = app.state.services.limits
        hold = Mock(side_effect=limits.hold_download)
        monkeypatch.setattr(limits, "hold_download", hold)
        _, go_on = held_up(monkeypatch, app.state.services.store, "load_game")
        path = f"/api/rooms/{room.table.room}/replay"
        waiting = [asyncio.create_task(client.get(path)) for client in (near, near, far)]
        await until(lambda: sorted(hold.mock_calls) == [call("192.0.2.7"), call("192.0.2.7"), call("192.0.2.8")])
        assert (await near.get(path)).status_code == 429
        go_on.set()
        assert [answer.status_code for answer in await asyncio.gather(*waiting)] == [200, 200, 200]
        assert (await near.get(path)).status_code == 200


async def test_one_address_leaves_places_to_others(app: FastAPI, rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=MOVES)
    _, go_on = held_up(monkeypatch, rooms.store, "load_game")
    async with browser(app) as near, browser(app, "192.0.2.8") as far:
        eyes = ["ending", "replay", "replay?seat=0", "replay?seat=1", "replay?seat=all"]
        asked = [near.get(f"/api/rooms/{room.table.room}/{each}") for each in eyes[:-1]]
        waiting = [*map(asyncio.create_task, [*asked, far.get(f"/api/rooms/{room.table.room}/{eyes[-1]}")])]
        assert (await next(asyncio.as_completed(waiting))).status_code == 429
        go_on.set()
        answers = [answer.status_code for answer in await asyncio.gather(*waiting)]
    assert Counter(answers) == {200: 4, 429: 1}
    assert answers[-1] == 200


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
        await next_game(room, MOVES)
        await left_by_its_host(room)
        await room.do("dee", new_id(), lambda table: gathering.sit(table, "dee", "Dee", 0))
        await next_game(room, MOVES)
        page = f"/t/{room.table.room}/replay?game=1"
        assert '"number":2' in (await ann.get(page)).text
        await kept(room, onlookers=False)
        assert '"number":2' not in (await ann.get(page)).text
        assert (await ann.get(f"/t/{room.table.room}/replay?game=2")).status_code == 404


# --- The lines of a game beyond those that a page gets when it opens ---


def told(room: Room, guest: Guest | None, seat: int | None = None) -> list[str]:
    return [line.text.text for line in lines_for(room.table, guest.id if guest else None, seat)]


async def test_each_player_gets_what_they_alone_have_heard_and_nobody_else_does(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, length=20)
    await ann.plays("draw")
    assert (told(room, BEN, 0), told(room, EVE, 0), told(room, None, 0)) == ([], [], []), "the seat is not theirs"
    await ben.plays("put", bead=1)
    assert told(room, ANN) == ["You drew {bead}.", "{seat} puts {bead}."]
    assert told(room, BEN) == told(room, EVE) == told(room, None) == ["{seat} puts {bead}."]
    await kept(room, onlookers=False)
    assert (told(room, BEN), told(room, EVE), told(room, None)) == (["{seat} puts {bead}."], [], [])


async def test_whoever_plays_several_seats_says_for_which_of_them(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=3, length=20)
    await ann.asks(commands.Sit(1, also="Bea"))
    await party.page(room, CLEO).asks(commands.Sit(2))
    await ann.asks(commands.Start())
    await ann.plays("draw", seat=0)
    assert told(room, ANN, 0) == ["You drew {bead}."]
    assert told(room, ANN, 1) == told(room, ANN, 2) == told(room, ANN) == told(room, CLEO, 0) == []


async def test_more_is_told_than_to_a_page_but_behind_a_password(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await seated(rooms, "color_gin", 2)
    await begin(room)
    for _ in range(60):
        await one_move(room)
    path = f"/api/rooms/{room.table.room}/lines"
    lines: list[dict[str, Any]] = (await client.get(path)).json()
    assert [line["seq"] for line in lines] == [line.seq for line in room.table.lasting(1)]
    assert len(lines) > 2 * len(room.table.lasting(0))
    await kept(room, password=hashed("swordfish"))
    assert (await client.get(path)).status_code == 404
