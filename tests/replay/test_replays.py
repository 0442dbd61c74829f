"""Replays of finished games: when, and exactly as seen at the time. For whom, and at what cost: test_telling.py."""

import json
from collections import Counter
from typing import Any

import httpx
import msgspec
import pytest

from app.protocol.commands import Play
from app.rooms.outbox import Viewer
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.guests import Guest
from app.table import gathering, host, moves, proposals
from app.table.event_ids import SERVER, new_id
from app.table.events import Said
from games import GAMES, HINDSIGHT
from games.hindsight import Hindsight
from games.knowledge import Possible
from games.tcnccc.notation import read
from games.text import say
from tests.games.really import REALLY, is_inside
from tests.support.effort import amount
from tests.support.played_games import (
    CLOSED,
    assert_unknown,
    begin,
    begun,
    finished_room,
    one_move,
    play_to_the_end,
    seated,
)

EYES = ["all", "0", "1", None]
MOVES = 10
SHORT_GAMES = [
    (game.key, seats, amount(2 * MOVES, 150))
    for game in GAMES.values()
    for seats in sorted({game.seats[0], game.seats[-1]})[-amount(1, 2) :]
]
# Frames on the wire also have the time left, and what can be taken back.
OF_THE_MOMENT = {"clocks", "undo"}


def paths(**query: Any) -> list[str]:
    """Every way to request a replay."""
    asked = [query | ({"seat": eyes} if eyes else {}) for eyes in EYES]
    told = [f"/api/rooms/{{}}/replay?{httpx.QueryParams(each)}" for each in asked]
    return [*told, f"/t/{{}}/replay?{httpx.QueryParams(query)}"]


async def replay(client: httpx.AsyncClient, room: Room, seat: int | str | None = None, game: int | None = None) -> Any:
    """The replay as a program gets it."""
    query = {name: value for name, value in (("seat", seat), ("game", game)) if value is not None}
    answer = await client.get(f"/api/rooms/{room.table.room}/replay", params=query)
    assert answer.status_code == 200
    return answer.json()


async def test_nothing_of_a_game_is_told_before_its_end(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    await assert_unknown(client, room, paths())
    await begin(room)
    for _ in range(MOVES):
        await assert_unknown(client, room, [*CLOSED, *paths()])
        await assert_unknown(client, room, paths(game=1))
        await one_move(room)
    await play_to_the_end(room, 0)
    for path in paths():
        assert (await client.get(path.format(room.table.room))).status_code == 200


async def test_while_another_game_is_played_only_those_before_are_told(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, games=2, most=MOVES)
    ended = [past.ended for past in room.table.past]
    await begin(room)
    await one_move(room)
    await assert_unknown(client, room, paths(game=3))
    for game, last in zip((1, 2, None), (*ended, ended[-1]), strict=True):
        for seat in EYES:
            told = await replay(client, room, seat, game)
            assert told["number"] == (game or 2)
            assert max(step["seq"] for step in told["steps"]) == last


async def test_a_game_that_was_not_is_unknown_and_so_are_its_eyes(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=MOVES)
    for game in (0, 2, "x", "", "01"):
        await assert_unknown(client, room, paths(game=game))
    queries = [httpx.QueryParams(seat=seat) for seat in ("2", "-1", "00", "x", "", "ALL", "9" * 5000, "٠")]
    await assert_unknown(client, room, [f"/api/rooms/{{}}/replay?{query}" for query in queries])


# --- What -----------------------------------------------------------------------------------------------------


class Live:
    """Every frame really sent to one page."""

    def __init__(self, room: Room, guest: Guest) -> None:
        self.frames: list[Any] = []
        viewer = Viewer(room, guest, 0, self._write)
        viewer.outbox.when_due = viewer.outbox.send_now  # a page that keeps up
        viewer.outbox.send_now()
        room.audience.viewers.add(viewer)

    def _write(self, text: str) -> bool:
        message = json.loads(text)
        if message["type"] == "frame":
            self.frames.append({name: value for name, value in message.items() if name not in OF_THE_MOMENT})
        return True


@pytest.mark.parametrize(("game", "seats", "most"), [("tcnccc", 3, 5000), *SHORT_GAMES])
async def test_a_replay_is_frame_by_frame_what_was_sent_to_that_seat_and_has_no_secret(
    client: httpx.AsyncClient, rooms: Rooms, game: str, seats: int, most: int
) -> None:
    room = await seated(rooms, game, seats)
    live = [Live(room, Guest(id, b"", None)) for id in (*(seat.guest for seat in room.table.seats), "eve")]
    await begin(room)
    await play_to_the_end(room, most)
    for seat, page in zip([*range(seats), None], live, strict=True):
        told = await replay(client, room, seat)
        frames = [{k: v for k, v in step["frame"].items() if k not in OF_THE_MOMENT} for step in told["steps"]]
        at = {step["seq"] for step in told["steps"]}
        assert frames == [frame for frame in page.frames if frame["seq"] in at]
        assert len(frames) > MOVES
        assert all("secrets" not in step and "position" not in step for step in told["steps"])
        # Skipped events had no lines and changed nothing: somebody agreed to end the game.
        assert all(not frame["lines"] for frame in page.frames if frame["seq"] not in at)


async def test_who_sees_all_is_told_what_onlookers_saw_and_secrets(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 3, most=2 * MOVES)
    all_seeing, onlooker = await replay(client, room, "all"), await replay(client, room)
    assert [step["frame"] for step in all_seeing["steps"]] == [step["frame"] for step in onlooker["steps"]]
    positions = [read(step["position"]) for step in all_seeing["steps"]]
    assert [[*g.cylinders] for g in positions] == [step["frame"]["view"]["cylinders"] for step in all_seeing["steps"]]
    assert all(len(step["secrets"]) == len(step["frame"]["view"]["cylinders"]) + 1 for step in all_seeing["steps"])
    # A secret answer has lines only for its author.
    room = await finished_room(rooms, "sin_color", 3, most=MOVES)
    for seat in (0, 1, 2, None, "all"):
        for step in (await replay(client, room, seat))["steps"]:
            is_move = 0 < step["seq"] - room.table.past[0].began <= MOVES
            assert ("label" in step) == (is_move and seat in ("all", step["seat"]))


@pytest.mark.parametrize("game", ["color_gin", "desfases", "sin_color", "tcnccc"])
async def test_only_a_seat_is_told_what_it_could_know_and_the_truth_is_inside(
    client: httpx.AsyncClient, rooms: Rooms, game: str
) -> None:
    room = await finished_room(rooms, game, GAMES[game].seats[-1], most=amount(3 * MOVES, 150))
    told, all_seeing = await replay(client, room, 1), await replay(client, room, "all")
    places = None
    for step, seen in zip(told["steps"], all_seeing["steps"], strict=True):
        assert step.get("could_be") != places
        places = step.get("could_be", places)
        if step["frame"]["outcome"] is not None:
            break
        truth = REALLY[game](GAMES[game].notation.read(seen["position"]), 1)
        assert len(truth) == len(places)
        for place, really in zip(places, truth.values(), strict=True):
            assert is_inside(msgspec.convert(place, Possible), really)
            assert {*place["holds"], *place["could"]} - {None} - told["things"].keys() <= {*map(str, range(200))}
    for eyes in ("all", None):
        other = await replay(client, room, eyes)
        assert other["things"] == {}
        assert not any("could_be" in step for step in other["steps"])


async def test_a_replay_says_which_game_it_is_and_who_played(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    told = await replay(client, room, 1)
    steps, names = told.pop("steps"), ["Ann", "Benedikt"]
    assert told.pop("things")["red"] == {"text": "red"}
    assert told == {"game": "tcnccc", "title": "TCNCCC", "number": 1, "names": names, "seats": 2, "eyes": 1}
    assert steps[0]["seq"] == room.table.past[0].began
    assert steps[-1]["frame"]["outcome"]["winners"] == room.table.past[0].result.winners


# --- Unusual games --------------------------------------------------------------------------------------------


async def choose(room: Room, suit: str) -> int:
    question = room.table.playing.state.question
    guest = room.table.seats[question.seat].guest or ""
    wish = Play(new_id(), question.number, msgspec.Raw(msgspec.json.encode({"do": "choose", "suit": suit})))
    await room.do(guest, wish.id, lambda table: moves.answer(table, guest, wish))
    return int(question.seat)


async def test_a_move_that_was_taken_back_is_taken_back_again_and_the_game_took_no_turn_there(
    client: httpx.AsyncClient, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    always_turns = Hindsight(turning=lambda before, after, lines: [say("The game took a turn.")])
    monkeypatch.setitem(HINDSIGHT, "desfases", always_turns)
    room = await begun(rooms, "desfases", 2)
    guest = room.table.seats[await choose(room, "suns")].guest or ""
    await room.do(guest, new_id(), lambda table: proposals.propose(table, guest, "undo", None))
    await choose(room, "moons")
    await play_to_the_end(room, MOVES)
    first, chosen, undone, other, *_ = (await replay(client, room, "all"))["steps"]
    assert [suit["suit"] for suit in chosen["frame"]["view"]["suits"]] == ["suns"]
    assert undone["frame"]["view"] == first["frame"]["view"]
    assert undone["frame"]["lines"][0]["text"]["text"] == "{seat} took a move back."
    assert [suit["suit"] for suit in other["frame"]["view"]["suits"]] == ["moons"]
    assert ["turning" in step for step in (chosen, undone, other)] == [False, False, True]


async def test_what_happens_to_the_people_is_told_where_it_happened(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await begun(rooms, "tcnccc", 2)
    await one_move(room)
    kicked = room.table.seats[1].guest or ""
    at = await room.do(room.table.host, new_id(), lambda table: host.kick(table, table.host, kicked, False, ()))
    await play_to_the_end(room, MOVES)
    (step,) = [step for step in (await replay(client, room))["steps"] if step["seq"] == at]
    assert step["frame"]["lines"][0]["text"]["with"] == {"seat": "Benedikt"}


async def test_games_of_other_kinds_in_between_do_not_disturb(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=MOVES)
    first = await replay(client, room, 1)
    for game in ("color_gin", "tcnccc"):
        await room.do(SERVER, new_id(), lambda table, g=game: host.change_game(table, table.host, g, 2, {}))
        await room.do(SERVER, new_id(), lambda table: gathering.start(table, table.host))
        await play_to_the_end(room, MOVES)
    read = await Rooms(rooms.store, rooms.settings).find(room.table.room)
    assert [past.result.game for past in read.table.past] == ["tcnccc", "color_gin", "tcnccc"]
    assert await replay(client, room, 1, game=1) == first
    assert (await replay(client, room, 0, game=2))["steps"][3]["frame"]["view"]["hand"]
    assert (await replay(client, room, 0, game=3))["game"] == "tcnccc"


async def test_only_the_game_itself_is_read_from_the_log(rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2, games=3, most=2)
    await room.do(SERVER, new_id(), lambda table: Said(0, "Ann", "Good night"))
    second = room.table.past[1]
    log = await rooms.store.load_game(room.table.room, second.began, second.ended)
    kinds = [type(event.body).__name__ for event in log if not second.began <= event.seq <= second.ended]
    assert kinds == ["Opened", "Sat", "Began", "Stopped"]


@pytest.mark.parametrize("path", CLOSED)
async def test_what_is_deleted_meanwhile_is_not_found(
    client: httpx.AsyncClient, rooms: Rooms, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("app.storage.store.LOG_BATCH", 7)
    read, answers = rooms.store.read, Counter[int]()
    for reads_before in range(4):
        most = 5000 if path.endswith("analysis") else 2 * MOVES  # only whole games are analysed
        room, left = await finished_room(rooms, "tcnccc", 2, most=most), [reads_before]

        async def deleted_meanwhile(work: Any, room: Room = room, left: list[int] = left) -> Any:
            left[0] -= 1
            if left[0] == -1:
                await rooms.store.delete_room(room.table.room)
            return await read(work)

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(rooms.store, "read", deleted_meanwhile)
            answers[(await client.get(path.format(room.table.room))).status_code] += 1
    assert answers.keys() <= {200, 404}
    assert answers[404]
