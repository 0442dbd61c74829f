"""A room with a fault rests, and says so; every other room plays on."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from app.protocol import commands
from app.protocol.close_codes import AT_REST
from app.protocol.messages import Refusal, Unavailable
from app.rooms.registry import Rooms
from app.rooms.room import RESTS, Room
from app.services.bots import Bots
from app.services.deadlines import Deadlines
from app.table import moves
from app.table.event_ids import new_id
from app.telemetry.json_logs import JsonLines
from app.telemetry.metrics import FOLD_MISMATCHES
from tests.client import Friend
from tests.company import ANN, BEN, CLEO, Company, Page, company, question_of, settled, until
from tests.finished import finished_room

SECRET = "the queen of hearts"


@pytest.fixture(autouse=True)
def _every_move_is_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As now and then in a game."""
    monkeypatch.setattr("app.rooms.room.FOLDED_EVERY", 1)


@pytest.fixture
async def friends(tmp_path: Path) -> AsyncIterator[Company]:
    """Company whose rooms are not held against their logs in the end: these are broken."""
    async with company(tmp_path) as it:
        yield it
        for page in it.pages:
            page.writer.cancel()
        await settled()
        it.pages.clear()


def poison(*_: Any, **__: Any) -> None:
    raise ZeroDivisionError(SECRET)


def phases(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Where faults were met, as the log has it."""
    return [record.__dict__["phase"] for record in caplog.records if record.getMessage() == "a room rests"]


def counted() -> float:
    """How many folds have led elsewhere."""
    return next(sample.value for metric in FOLD_MISMATCHES.collect() for sample in metric.samples)


async def is_told_that_it_rests(page: Page) -> bool:
    refused = await page.sees("refused")
    return (refused["id"], refused["code"], refused["text"]["text"]) == (None, "busy", RESTS.text)


async def nothing_happens_in(room: Room, page: Page) -> None:
    before = room.table.seq
    for wish in (commands.Speak("hello"), commands.Propose("end"), commands.Pause()):
        with pytest.raises(Refusal, match="paused until it has been repaired"):
            await page.asks(wish)
    assert room.table.seq == before


async def others_play_on(friends: Company) -> None:
    _, (cleo, *_) = await friends.playing(CLEO, BEN)
    before = (await cleo.sees("frame"))["seq"]
    await cleo.plays("put", bead=1)
    assert (await cleo.sees("frame"))["seq"] == before + 1


# --- Where a fault is met -----------------------------------------------------------------------------------


async def test_a_wish_that_the_rules_cannot_judge_is_refused_and_harms_nothing(
    friends: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (ann, _) = await friends.playing(ANN, BEN)
    with monkeypatch.context() as patch:
        patch.setattr("app.table.moves.play", poison)
        with pytest.raises(ZeroDivisionError):
            await ann.plays("put", bead=1)
    await ann.plays("put", bead=1)
    assert not room.is_broken


async def played_wrongly(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is written, and over which the program trips afterwards."""
    with monkeypatch.context() as patch:
        patch.setattr("app.table.game.advance", poison)
        await page.plays("put", bead=1)


async def test_a_move_that_does_not_fold_is_acknowledged_for_it_is_written_and_the_room_rests(
    friends: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, (ann, ben) = await friends.playing(ANN, BEN)
    before = room.table.seq
    await played_wrongly(ann, monkeypatch)
    assert (await friends.log(room))[-1].seq == before + 1
    assert room.is_broken and room.table.seq == before
    assert phases(caplog) == ["fold"]
    for page in (ann, ben):
        assert await is_told_that_it_rests(page)
    await nothing_happens_in(room, ann)
    await others_play_on(friends)


async def test_the_same_move_again_is_acknowledged_once_the_room_is_read_again(
    friends: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (ann, _) = await friends.playing(ANN, BEN)
    await played_wrongly(ann, monkeypatch)
    friends.rooms.drop(room)
    again = await friends.rooms.find(room.table.room)
    assert again is not None and not again.is_broken
    assert again.table.seq == room.table.seq + 1


async def test_a_fold_that_leads_elsewhere_is_counted_and_the_room_rests(
    friends: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (ann, _) = await friends.playing(ANN, BEN)
    advance, before = moves.play.__globals__["advance"], counted()

    def astray(game: Any, g: Any, *rest: Any) -> None:
        advance(game, g, *rest)
        g.asked_so_far += 1

    with monkeypatch.context() as patch:
        patch.setattr("app.table.game.advance", astray)
        await ann.plays("put", bead=1)
    assert room.is_broken and counted() == before + 1
    assert await is_told_that_it_rests(ann)


async def test_a_view_that_cannot_be_shown_makes_the_room_rest_with_all_else_on_the_page(
    friends: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, (ann, ben) = await friends.playing(ANN, BEN)
    await ben.asks(commands.Speak("hello"))
    monkeypatch.setattr("app.rooms.views.Showing.frame", poison)
    await ann.plays("put", bead=1)
    assert room.is_broken and phases(caplog) == ["view"]
    assert await is_told_that_it_rests(ben)
    late = friends.page(room, CLEO)
    assert (await late.sees("table"))["seats"][0]["name"] == "Ann"
    assert await late.hears("frame") == []
    assert await is_told_that_it_rests(late)


async def test_a_bot_that_cannot_decide_makes_the_room_rest(
    friends: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bots = Bots(0)
    friends.rooms.watchers.append(bots.watch)
    monkeypatch.setattr("games.bot.answer", poison)
    room, (ann,) = await friends.playing(ANN, seats=2)
    if not room.is_broken:
        await ann.plays("put", bead=1)
    await until(lambda: room.is_broken)
    assert phases(caplog) == ["bot"]
    assert await is_told_that_it_rests(ann)
    await until(lambda: not bots._busy)
    await bots.close()


async def test_a_time_that_runs_out_without_an_answer_makes_the_room_rest(
    friends: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Deadlines(friends.store, friends.rooms)
    friends.rooms.watchers.append(clocks.watch)
    room, (ann, _) = await friends.seated(ANN, BEN)
    await ann.asks(commands.Doors(clock=commands.Clock("question", 10)))
    await ann.asks(commands.Start())
    monkeypatch.setattr("app.table.moves.lapsed", poison)
    friends.clock.goes_on(60)
    await clocks.look(room)
    assert room.is_broken and phases(caplog) == ["clock"]
    assert await is_told_that_it_rests(ann)
    assert clocks._alarms == {}
    await clocks.close()


async def test_who_sends_again_what_is_written_and_cannot_be_shown_hears_that_it_is_written(
    friends: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (ann, _) = await friends.playing(ANN, BEN)
    number = question_of(room)
    wish = commands.Play(new_id(), number, msgspec.Raw(b'{"do":"put","bead":1}'))
    with monkeypatch.context() as patch:
        patch.setattr("app.table.game.advance", poison)
        await ann.asks(wish)
    written = (await friends.log(room))[-1].seq
    assert room.table.seq == written - 1
    await ann.forgets()
    await ann.asks(wish)
    assert await ann.hears("ack") == [{"type": "ack", "id": wish.id, "seq": written}]
    with pytest.raises(Unavailable):
        await ann.asks(msgspec.structs.replace(wish, id=new_id()))


# --- What is wrong in the database ----------------------------------------------------------------------------


async def damage(friends: Company, sql: str, room: Room, seq: int) -> None:
    """Do what no server would do, while nobody is in the room."""
    for trigger in ("events_stay_as_they_are", "events_stay"):
        await friends.store.write(lambda cursor, now, name=trigger: cursor.execute(f"DROP TRIGGER IF EXISTS {name}"))  # type: ignore[misc]
    given = {"room": room.table.room, "seq": seq}
    await friends.store.write(lambda cursor, now: cursor.execute(f"{sql} WHERE room = :room AND seq = :seq", given))
    friends.rooms.drop(room)


@pytest.mark.parametrize(
    ("sql", "back", "shown"),
    [
        ("UPDATE events SET body = x'7b'", 0, 1),
        ("UPDATE events SET body = CAST(replace(body, '1', '2') AS BLOB)", 0, 1),
        ("UPDATE events SET prev = 'elsewhere'", 1, 2),
        ("UPDATE events SET seal = zeroblob(16)", 1, 2),
        ("DELETE FROM events", 1, 2),
    ],
)
async def test_a_log_that_was_damaged_is_shown_as_far_as_it_is_sound(
    friends: Company, sql: str, back: int, shown: int
) -> None:
    room, (ann, ben) = await friends.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    await ben.plays("put", bead=1)
    newest = room.table.seq
    await damage(friends, sql, room, newest - back)
    found = await friends.rooms.find(room.table.room)
    assert found is not None and found.is_broken
    assert found.table.seq == newest - shown
    page = friends.page(found, ANN)
    assert (await page.sees("frame"))["seq"] == newest - shown
    assert await is_told_that_it_rests(page)
    await nothing_happens_in(found, page)
    await others_play_on(friends)


async def test_an_event_that_cannot_be_read_on_another_node_makes_the_room_rest_there(friends: Company) -> None:
    room, (ann, _) = await friends.playing(ANN, BEN)
    other = await friends.other_node()
    there = await other.finds(room)
    await ann.plays("put", bead=1)
    await damage(friends, "UPDATE events SET body = x'7b'", room, room.table.seq)
    await there.read_on()
    assert there.is_broken
    assert there.table.seq == room.table.seq - 1


async def tampered_with(rooms: Rooms, change: str) -> None:
    for sql in ("DROP TRIGGER events_stay_as_they_are", f"UPDATE events SET {change}"):
        await rooms.store.write(lambda cursor, now, sql=sql: cursor.execute(sql))  # type: ignore[misc]


async def test_a_replay_of_what_does_not_fold_is_refused_in_words(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms: Rooms = app.state.services.rooms
    room = await finished_room(rooms, "tcnccc", 2, most=4)
    await tampered_with(rooms, "seal = zeroblob(16) WHERE seq > 4")
    answer = await client.get(f"/api/rooms/{room.table.room}/replay")
    assert (answer.status_code, answer.json()["text"]["text"]) == (503, RESTS.text)


async def test_a_room_of_which_nothing_is_sound_says_so_and_closes(app: FastAPI) -> None:
    ann = Friend(app, "Ann")
    code = await ann.open_room(game="tcnccc", seats=2)
    rooms: Rooms = app.state.services.rooms
    await tampered_with(rooms, "body = x'7b'")
    page = await ann.get(f"/t/{code}")
    assert page.status_code == 503
    assert str(RESTS) in page.text
    wire = await ann.enter(code)
    assert (await wire.see("farewell"))["text"]["text"] == RESTS.text
    assert await wire.hear_the_end() == AT_REST


async def test_what_is_logged_of_a_fault_is_where_it_was_and_not_what_was_in_it(
    friends: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, (ann, _) = await friends.playing(ANN, BEN)
    await played_wrongly(ann, monkeypatch)
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    line = JsonLines().format(record)
    assert "ZeroDivisionError" in line and '"phase": "fold"' in line
    assert SECRET not in line and room.table.room not in line
