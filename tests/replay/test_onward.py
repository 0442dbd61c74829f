"""A finished game is played on from one of its moments, at a new table with a self-contained log."""

import asyncio
import json
import threading
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from msgspec.structs import replace

from app.__main__ import main
from app.access.rate_limits import Limits
from app.admin.verify_deal import verify_deal
from app.admin.verify_log import verify_log
from app.protocol.messages import Refusal
from app.replay import onward
from app.replay.analyses import record_of
from app.replay.endings import ending_of
from app.replay.onward import OVER, beginning_at
from app.replay.replays import replay_of
from app.replay.room_log import logged
from app.rooms.outbox import Viewer
from app.rooms.registry import Rooms
from app.rooms.replica import read_table
from app.rooms.room import Room
from app.rooms.views import results
from app.settings import Rate, Settings
from app.storage.guests import Guest
from app.table import gathering, host, proposals, snapshots
from app.table.event_ids import new_id
from app.table.events import Handed, Undone
from games import GAMES, by_rules
from games.record import moments
from tests.conftest import browser
from tests.games.played import AT_LENGTH
from tests.support.effort import amount
from tests.support.played_games import (
    begin_with_words,
    begun,
    deal_of,
    finished_room,
    guest_called,
    one_move,
    play_to_the_end,
    word_of,
)
from tests.support.room_fixtures import database_url as database_url
from tests.support.room_fixtures import rooms as rooms

MOVES = 40
ZOE = guest_called("Zoe")
MODES: list[tuple[str, int, dict[str, Any]]] = [
    *((game.key, game.seats[-1], AT_LENGTH.get(game.key, {})) for game in GAMES.values()),
    ("color_gin", 2, {"mode": "jokers", "target": 25}),
    ("color_dice", 3, {}),
    ("sin_color", 3, {"paid_coins": "counted", "memory": "aided"}),
    ("desfases", 2, {"scores": "open"}),
]


async def played_on(rooms: Rooms, room: Room, moves: int, seat: int = 1, guest: Guest = ZOE) -> Room:
    """Play on from the moment after this many events of the game."""
    past = room.table.past[0]
    start = await beginning_at(rooms.store, room.table.room, past, past.began + moves, seat)
    return await rooms.find(await rooms.open_onward(*start, guest, guest.name or "", "medium"))


@pytest.fixture
async def old(rooms: Rooms) -> Room:
    """A room where two played TCNCCC, and agreed to end it."""
    return await finished_room(rooms, "tcnccc", 2, most=MOVES)


@pytest.fixture
async def new(rooms: Rooms, old: Room) -> Room:
    """Zoe plays on from its seventh move."""
    return await played_on(rooms, old, moves=7)


# --- The new table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats", "options"), MODES)
async def test_it_is_played_to_the_end_and_all_that_is_told_of_it_holds(
    rooms: Rooms, database_url: str, tmp_path: Path, game: str, seats: int, options: dict[str, Any]
) -> None:
    room = await played_on(rooms, await finished_room(rooms, game, seats, most=MOVES, **options), moves=9)
    await play_to_the_end(room, most=amount(40, 5000))
    code, past = room.table.room, room.table.past[0]
    log = await rooms.store.load(code, past.began - 1, past.ended)
    setting = await rooms.store.load_setting(code, past.began)
    record = record_of(log, setting.options, setting.seats)
    walked = [*moments(by_rules(record.rules), record)]
    assert walked[-1].state.asked_so_far == room.table.playing.state.asked_so_far
    whole = await rooms.store.load_game(code, past.began, past.ended)
    for each in ("all", 1, None):
        steps = json.loads(b"".join(replay_of(whole, past, each)))["steps"]
        assert steps[-1]["frame"]["outcome"]
    assert ending_of(whole, past).number == 1
    assert verify_log(database_url, None) == 0
    (tmp_path / "deal.json").write_bytes(await deal_of(rooms.store, room))
    assert main(["verify-deal", str(tmp_path / "deal.json")]) == 0


async def test_the_player_sits_on_the_seat_and_bots_of_the_level_on_all_others(rooms: Rooms) -> None:
    old = await finished_room(rooms, "tcnccc", 4, most=MOVES)
    start = await beginning_at(rooms.store, old.table.room, old.table.past[0], old.table.past[0].began, 2)
    room = await rooms.find(await rooms.open_onward(*start, ZOE, "Zoe", "strong"))
    bot = (None, "strong")
    assert [(seat.guest, seat.bot) for seat in room.table.seats] == [bot, bot, ("zoe", None), bot]


async def test_it_says_where_it_comes_from_and_nothing_is_taken_back_that_was_done_before(new: Room) -> None:
    first = new.table.lasting(new.table.seq - 1)[-1].text
    words = "This game goes on from move {move} of another one, as {seat} knew it."
    assert (first.text, first.with_["move"]) == (words, 7)
    assert proposals.can_undo(new.table, 1).can == "no"


async def test_nor_is_an_answer_that_was_given_before_and_is_still_secret(rooms: Rooms) -> None:
    new = await played_on(rooms, await finished_room(rooms, "sin_color", 3, most=MOVES), moves=1, seat=0)
    assert [*new.table.playing.state.question.answers] == [0]
    assert proposals.can_undo(new.table, 0).can == "no"
    await one_move(new)
    assert proposals.can_undo(new.table, 0).can == "no"


async def test_where_that_could_be_done_once_the_game_is_told_and_played_on_all_the_same(rooms: Rooms) -> None:
    new = await played_on(rooms, await finished_room(rooms, "sin_color", 3, most=MOVES), moves=1, seat=0)
    await new.do(ZOE.id, new_id(), lambda table: Undone(0, 0))
    await play_to_the_end(new)
    past = new.table.past[0]
    assert ending_of(await rooms.store.load_game(new.table.room, past.began, past.ended), past).facts
    assert (await played_on(rooms, new, moves=4)).table.phase == "playing"


async def test_the_seat_remembers_what_it_heard_and_nothing_that_others_were_told(rooms: Rooms) -> None:
    old = await finished_room(rooms, "color_gin", 2, most=MOVES)
    room = await played_on(rooms, old, moves=12, seat=1)
    was = [line.text for line in old.table.lines if line.seq <= old.table.past[0].began + 12]
    assert [line for line in room.table.lines_reaching(1) if line.text in was]
    assert not [line for line in room.table.lines if line.only_for == 0]


async def test_a_snapshot_and_a_restart_bring_it_back_as_it_is(rooms: Rooms) -> None:
    room = await played_on(rooms, await finished_room(rooms, "sin_color", 3, most=MOVES), moves=7)
    await one_move(room)
    copy = snapshots.unpacked(room.table.room, snapshots.compressed(snapshots.packed(room.table)))
    again = (await read_table(rooms.store, room.table.room))[0]
    for other in (copy, again):
        assert other.playing == room.table.playing
        assert list(other.lines) == list(room.table.lines)


async def test_it_counts_neither_among_wins_nor_among_the_scores_of_teams(rooms: Rooms) -> None:
    old = await finished_room(rooms, "color_gin", 2, mode="coop", target=25)
    moves = old.table.past[0].ended - old.table.past[0].began
    room = await played_on(rooms, old, moves - 5)
    await play_to_the_end(room)
    told = results(room.table)
    assert [game.streak for game in told.games] == [0]
    assert told.standings == []
    scores = await rooms.store.best_scores(room.table.past[0].result.setting, 10)
    assert room.table.room not in {score.room for score in scores}


async def test_a_rematch_is_a_game_from_its_beginning(new: Room) -> None:
    await play_to_the_end(new)
    await new.do("zoe", new_id(), lambda table: gathering.rematch(table, "zoe"))
    assert new.table.playing.source is None


async def test_downloads_do_not_tell_the_other_room_and_another_position_does_not_fit_the_fingerprint(
    rooms: Rooms, old: Room, new: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await play_to_the_end(new)
    file = tmp_path / "deal.json"
    file.write_bytes(await deal_of(rooms.store, new))
    parts = [part async for part in logged(rooms.store, new.table.room, new.table.past[0].ended)]
    log = b"".join(text for part in parts for text in part)
    assert old.table.room.encode() not in log + file.read_bytes()
    assert main(["verify-deal", str(file)]) == 0
    assert "It was played on from a moment of another game." in capsys.readouterr().out
    deal = json.loads(file.read_bytes())
    deal["from_state"]["bag"] = deal["from_state"]["bag"][1:]
    file.write_bytes(msgspec.json.encode(deal))
    assert main(["verify-deal", str(file)]) == 1
    assert "The fingerprint does NOT hold" in capsys.readouterr().out


async def test_a_game_that_was_broken_off_can_be_played_on_from_its_end(rooms: Rooms) -> None:
    old = await finished_room(rooms, "color_dice", 2, most=12)
    assert old.table.past[0].stopped
    room = await played_on(rooms, old, moves=old.table.past[0].ended - old.table.past[0].began)
    assert room.table.phase == "playing"


async def test_where_a_game_is_over_nothing_is_left_to_decide(rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    past = room.table.past[0]
    with pytest.raises(Refusal) as refusal:
        await beginning_at(rooms.store, room.table.room, past, past.ended, 0)
    assert (refusal.value.code, refusal.value.text) == ("not_now", OVER)


async def test_positions_are_dealt_one_at_a_time(rooms: Rooms, old: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    alone, dealt = threading.Lock(), onward._dealt

    def deals(*what: Any) -> Any:
        assert alone.acquire(blocking=False)
        time.sleep(0.05)
        alone.release()
        return dealt(*what)

    monkeypatch.setattr(onward, "_dealt", deals)
    await asyncio.gather(*(played_on(rooms, old, moves=7) for _ in range(3)))


# --- With friends -------------------------------------------------------------------------------------------------


@pytest.fixture
async def waiting(rooms: Rooms, old: Room) -> Room:
    """Zoe has opened a table at the seventh move, with a free seat."""
    past = old.table.past[0]
    start = await beginning_at(rooms.store, old.table.room, past, past.began + 7, 1)
    return await rooms.find(await rooms.open_onward(*start, ZOE, "Zoe", None))


async def sits_and_starts(room: Room) -> None:
    await room.do("yan", new_id(), lambda table: gathering.sit(table, "yan", "Yan", 0))
    await room.do("zoe", new_id(), lambda table: gathering.start(table, "zoe"))


async def test_friends_sit_down_and_the_host_starts_the_game_at_that_moment(waiting: Room) -> None:
    assert [(seat.guest, seat.bot) for seat in waiting.table.seats] == [(None, None), ("zoe", None)]
    with pytest.raises(Refusal, match="Free seats"):
        await waiting.do("zoe", new_id(), lambda table: gathering.start(table, "zoe"))
    await sits_and_starts(waiting)
    assert (waiting.table.phase, waiting.table.playing.source.moves) == ("playing", 7)
    await play_to_the_end(waiting)
    await waiting.do("zoe", new_id(), lambda table: gathering.rematch(table, "zoe"))
    assert waiting.table.playing.source is None


async def test_a_restart_forgets_neither_the_moment_nor_the_free_seats(rooms: Rooms, waiting: Room) -> None:
    copy = snapshots.unpacked(waiting.table.room, snapshots.compressed(snapshots.packed(waiting.table)))
    again = (await read_table(rooms.store, waiting.table.room))[0]
    assert copy.prepared == again.prepared == waiting.table.prepared is not None


async def test_players_add_words_to_a_game_that_goes_on(rooms: Rooms, waiting: Room, tmp_path: Path) -> None:
    await waiting.do("yan", new_id(), lambda table: gathering.sit(table, "yan", "Yan", 0))
    await begin_with_words(waiting)
    assert waiting.table.playing.source.moves == 7
    await play_to_the_end(waiting)
    file = tmp_path / "deal.json"
    file.write_bytes(deal := await deal_of(rooms.store, waiting))
    assert json.loads(deal)["entropy"] == [word_of("yan"), word_of("zoe")]
    assert verify_deal(file) == 0
    parts = [part async for part in logged(rooms.store, waiting.table.room, waiting.table.past[0].ended)]
    bodies = [each["body"] for each in json.loads(b"".join(text for part in parts for text in part))]
    assert [("secret" in body, "word" in body) for body in bodies if body["kind"] in ("starting", "word_opened")] == [
        (False, False)
    ] * 3


async def test_another_game_or_option_is_played_from_its_beginning(waiting: Room) -> None:
    await waiting.do("zoe", new_id(), lambda table: host.change_game(table, "zoe", "tcnccc", 2, {}))
    await sits_and_starts(waiting)
    assert waiting.table.playing.source is None


async def test_the_log_of_the_room_does_not_show_what_the_first_game_began_with_before_that_game(
    rooms: Rooms, waiting: Room
) -> None:
    await sits_and_starts(waiting)
    await play_to_the_end(waiting)
    parts = [part async for part in logged(rooms.store, waiting.table.room, waiting.table.past[0].ended)]
    opened, *others = json.loads(b"".join(text for part in parts for text in part))
    assert "prepared" not in opened["body"]
    assert [each["body"]["onward"] for each in others if each["body"]["kind"] == "began"]


# --- Over HTTP ----------------------------------------------------------------------------------------------------


@pytest.fixture
def served(app: FastAPI) -> Rooms:
    """The rooms of an application with its HTTP API."""
    return app.state.services.rooms


async def ask(client: httpx.AsyncClient, room: Room, **other: Any) -> httpx.Response:
    """Ask to play on from a moment of the room's first game."""
    began = room.table.past[0].began if room.table.past else room.table.seq
    wish = {"game": 1, "seq": began + 5, "seat": 1, "level": "easy", "name": "Zoe", **other}
    return await client.post(f"/api/rooms/{room.table.room}/onward", json=wish)


async def test_a_reader_plays_on_and_alone_is_led_back(client: httpx.AsyncClient, app: FastAPI, served: Rooms) -> None:
    old = await finished_room(served, "tcnccc", 2, most=MOVES)
    answer = await ask(client, old)
    assert answer.status_code == 201
    code = answer.json()["room"]
    told = (await client.get(f"/api/rooms/{code}")).json()
    assert (told["state"], [seat["name"] for seat in told["seats"]]) == ("playing", ["Don Anselmo", "Zoe"])
    link = f"/t/{old.table.room}/replay?game=1#seat=1\\u0026seq={old.table.past[0].began + 5}"
    async with browser(app, "192.0.2.9") as other:
        pages = [(await each.get(f"/t/{code}")).text for each in (client, other)]
        assert [link in page for page in pages] == [True, False]
        live, token = await served.find(code), sha256(other.cookies["tertulia"].encode()).digest()
        heir = await served.store.guests.by_token(token)
        await live.do(live.table.host, new_id(), lambda table: Handed(heir.id))
        pages[1] = (await other.get(f"/t/{code}")).text
        await play_to_the_end(live)
        pages.append((await other.get(f"/t/{code}/replay")).text)
    assert [old.table.room in page for page in pages] == [True, False, False]


async def test_with_friends_the_table_waits_and_says_how_it_will_begin(
    client: httpx.AsyncClient, served: Rooms
) -> None:
    code = (await ask(client, await finished_room(served, "tcnccc", 2, most=MOVES), friends=True)).json()["room"]
    told = (await client.get(f"/api/rooms/{code}")).json()
    assert (told["state"], [seat["name"] for seat in told["seats"]]) == ("gathering", [None, "Zoe"])
    live = await served.find(code)
    (shown,) = live.audience.everything_for(Viewer(live, ZOE, 0), 0)
    assert "goes on from move" in json.loads(shown.encoded)["goes_on"]["text"]


async def test_while_the_game_is_played_the_answer_is_no(client: httpx.AsyncClient, served: Rooms) -> None:
    answer = await ask(client, await begun(served, "tcnccc", 2))
    assert answer.status_code == 409
    assert answer.json()["text"]["text"].startswith("This game is still being played.")


WRONG: list[tuple[dict[str, Any], int]] = [
    ({"game": 7}, 404), ({"seq": 1}, 422), ({"seq": 10**6}, 422), ({"seat": 2}, 422), ({"seat": -1}, 422),
    ({"level": "grandmaster"}, 422), ({"name": ""}, 422),
]  # fmt: skip


async def test_what_does_not_exist_or_rests_or_is_not_for_this_reader_is_refused(
    client: httpx.AsyncClient, served: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await finished_room(served, "tcnccc", 2, most=MOVES)
    for wrong, status in WRONG:
        assert (await ask(client, room, **wrong)).status_code == status, wrong
    with monkeypatch.context() as full:
        full.setattr(type(served.store.disk), "by_marks", "low")
        assert (await ask(client, room)).status_code == 503
    sees, room.table.settings = room.table.settings, replace(room.table.settings, onlookers=False)
    assert (await ask(client, room)).status_code == 404
    room.table.settings = sees
    room.quarantine("log", ValueError("planted"))
    assert (await ask(client, room)).status_code == 503


async def test_an_address_opens_no_more_tables_so(client: httpx.AsyncClient, app: FastAPI, served: Rooms) -> None:
    room = await finished_room(served, "tcnccc", 2, most=MOVES)
    app.state.services.limits = Limits(Settings(limits_rooms=Rate(1, 60)))
    answers = [await ask(client, room) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 429]
    assert answers[-1].headers["retry-after"]
