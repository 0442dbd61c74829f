"""A room with a fault is paused, and says so; every other room plays on."""

import logging
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import DatabaseError

from app.protocol import commands
from app.protocol.close_codes import QUARANTINED
from app.protocol.messages import Unavailable
from app.rooms.registry import Rooms
from app.rooms.replica import IS_QUARANTINED
from app.rooms.room import Room
from app.services.bots import Bots
from app.services.deadlines import Deadlines
from app.storage import log_queries
from app.storage.commit import OutcomeUnknown
from app.table import moves
from app.table.event_ids import new_id
from app.telemetry.json_logs import JsonLines
from tests.client import Friend
from tests.support.clocks import MINUTE, timed, watching
from tests.support.metrics import Rise
from tests.support.played_games import finished_room
from tests.support.room_fixtures import tamper
from tests.support.tables import ANN, BEN, CLEO, Company, Page, company, put, question_of, settled, until

SECRET = "the queen of hearts"


@pytest.fixture(autouse=True)
def _every_move_is_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check every move by folding, which is usually done now and then."""
    monkeypatch.setattr("app.rooms.replica.FOLDED_EVERY", 1)


@pytest.fixture
async def friends(tmp_path: Path) -> AsyncIterator[Company]:
    """A company whose rooms are not checked against their logs at the end: these are broken."""
    async with company(tmp_path) as it:
        yield it
        for page in it.pages:
            page.writer.cancel()
        await settled()
        it.pages.clear()


def poison(*_: Any, **__: Any) -> None:
    raise ZeroDivisionError(SECRET)


def lose_a_page_of(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this query of log_queries meet a page of the database file that cannot be read."""
    malformed = DatabaseError("SELECT", {}, sqlite3.DatabaseError("database disk image is malformed"))
    monkeypatch.setattr(log_queries, query, Mock(side_effect=malformed))


def phases(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The phases of logged faults."""
    return [record.__dict__["phase"] for record in caplog.records if record.getMessage() == "a room is quarantined"]


async def is_told_that_it_rests(page: Page) -> bool:
    await until(lambda: any(message["type"] == "refused" for message in page.heard))
    refused = await page.sees("refused")
    return (refused["id"], refused["code"], refused["text"]["text"]) == (None, "busy", IS_QUARANTINED.text)


async def nothing_happens_in(room: Room, page: Page) -> None:
    before = room.table.seq
    for wish in (commands.Speak("hello"), commands.Propose("end"), commands.Pause()):
        assert "paused until it has been repaired" in await page.refused(wish)
    assert room.table.seq == before


async def others_play_on(friends: Company) -> None:
    _, (cleo, *_) = await friends.playing(CLEO, BEN)
    before = (await cleo.sees("frame"))["seq"]
    await cleo.plays("put", bead=1)
    assert (await cleo.sees("frame"))["seq"] == before + 1


# --- Where a fault is met -----------------------------------------------------------------------------------


async def played_wrongly(page: Page, monkeypatch: pytest.MonkeyPatch) -> commands.Play:
    """A move that is written, and then makes the program fail."""
    wish = commands.Play(new_id(), question_of(page.room), msgspec.Raw(b'{"do":"put","bead":1}'))
    with monkeypatch.context() as patch:
        patch.setattr("app.table.game.advance", poison)
        await page.asks(wish)
        assert await is_told_that_it_rests(page)
    return wish


async def test_a_move_that_does_not_fold_is_acknowledged_for_it_is_written_and_the_room_rests(
    friends: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, (ann, ben) = await friends.playing(ANN, BEN)
    with monkeypatch.context() as patch:
        patch.setattr("app.table.moves.play", poison)
        with pytest.raises(ZeroDivisionError):
            await ann.plays("put", bead=1)
    assert not room.is_broken, "a command on which the rules fail does no harm"
    before = room.table.seq
    wish = await played_wrongly(ann, monkeypatch)
    assert (await friends.log(room))[-1].seq == before + 1
    assert room.is_broken and room.table.seq == before
    assert phases(caplog) == ["fold"]
    for page in (ann, ben):
        assert await is_told_that_it_rests(page)
    await nothing_happens_in(room, ann)
    await others_play_on(friends)
    await ann.forgets()
    await ann.asks(wish)  # a retry is told that it is written
    assert await ann.hears("ack") == [{"type": "ack", "id": wish.id, "seq": before + 1}]
    with pytest.raises(Unavailable):
        await ann.asks(msgspec.structs.replace(wish, id=new_id()))
    # The location is logged, not the contents.
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    line = JsonLines().format(record)
    assert "ZeroDivisionError" in line and '"phase": "fold"' in line
    assert SECRET not in line and room.table.room not in line
    friends.rooms.drop(room)
    again = await friends.finds(room)
    assert (again.is_broken, again.table.seq) == (False, before + 1)


async def test_of_an_event_that_folds_in_part_nobody_sees_it(friends: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    room, (ann, ben) = await friends.playing(ANN, BEN)
    advance, question = moves.play.__globals__["advance"], question_of(room)

    def half(*given: Any, **more: Any) -> None:
        advance(*given, **more)
        raise ValueError

    await ben.forgets()
    with monkeypatch.context() as patch:
        patch.setattr("app.table.game.advance", half)
        await ann.plays("put", bead=1)
        assert await is_told_that_it_rests(ben)
    assert {frame["question"] for frame in await ben.hears("frame")} == {question}


async def test_pages_are_told_also_when_the_log_cannot_be_read_again_for_a_fault_that_nothing_foresees(
    friends: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, (ann, ben) = await friends.playing(ANN, BEN)
    monkeypatch.setattr("app.rooms.replica.read_table", Mock(side_effect=poison))
    for folds in ("apply", "adopt"):
        monkeypatch.setattr(room.table, folds, poison)
    await ann.plays("put", bead=1)
    for page in (ann, ben):
        assert await is_told_that_it_rests(page)
    assert phases(caplog) == ["fold"]
    assert "a background task failed" in caplog.messages


async def test_a_clock_that_fails_where_nothing_foresees_it_makes_the_room_rest(
    friends: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, _ = await friends.playing(ANN, BEN)
    clocks = Deadlines(friends.rooms)
    monkeypatch.setattr(clocks, "_set_alarm", poison)
    clocks._check_soon(room)
    await until(lambda: room.is_broken)
    assert phases(caplog) == ["clock"]


async def test_a_fold_that_leads_elsewhere_is_counted(friends: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    room, (ann, _) = await friends.playing(ANN, BEN)
    advance, rise = moves.play.__globals__["advance"], Rise()

    def astray(game: Any, g: Any, *rest: Any) -> None:
        advance(game, g, *rest)
        g.asked_so_far += 1

    with monkeypatch.context() as patch:
        patch.setattr("app.table.game.advance", astray)
        await ann.plays("put", bead=1)
        assert await is_told_that_it_rests(ann)
    assert room.is_broken and rise("fold_mismatch_total") == 1


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
    bots = friends.employs(Bots(0))
    monkeypatch.setattr("games.bot.answer", poison)
    room, (ann,) = await friends.playing(ANN, seats=2)
    if not room.is_broken:
        await ann.plays("put", bead=1)
    await until(lambda: room.is_broken)
    assert phases(caplog) == ["bot"]
    assert await is_told_that_it_rests(ann)
    await until(lambda: not bots._busy)


@pytest.fixture
async def clocks(friends: Company) -> Deadlines:
    return watching(friends)


async def out_of_time(friends: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch) -> tuple[Room, Page]:
    """The rules fail to answer for Ann."""
    room, (ann, _) = await timed(friends, ANN, BEN)
    monkeypatch.setattr("app.table.moves.lapsed", poison)
    friends.clock.advance(MINUTE)
    await clocks.check(room)
    await until(lambda: not clocks._tasks)  # deadlines are written in the background
    return room, ann


async def test_a_time_that_runs_out_without_an_answer_makes_the_room_rest(
    friends: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, ann = await out_of_time(friends, clocks, monkeypatch)
    assert room.is_broken and phases(caplog) == ["clock"]
    assert await is_told_that_it_rests(ann)
    assert clocks._alarms == {}


async def test_a_room_that_rests_is_looked_at_once_a_minute_for_it_may_have_been_repaired(
    friends: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = await out_of_time(friends, clocks, monkeypatch)
    for seconds, is_due in ((0, True), (6, False), (54, True)):
        friends.clock.advance(seconds)
        assert (room.table.room in await friends.store.due_rooms()) is is_due, seconds
        await clocks.check_due_rooms()


# --- What is wrong in the database ----------------------------------------------------------------------------


@pytest.mark.parametrize(("sql", "back", "shown"), [
    ("UPDATE events SET body = x'7b'", 0, 1),
    ("UPDATE events SET body = CAST(replace(body, '1', '2') AS BLOB)", 0, 1),
    ("UPDATE events SET prev = 'elsewhere'", 1, 2),
    ("UPDATE events SET seal = zeroblob(16)", 1, 2),
    ("DELETE FROM events", 1, 2),
])  # fmt: skip
async def test_a_damaged_log_is_shown_as_far_as_it_is_sound(friends: Company, sql: str, back: int, shown: int) -> None:
    room, (ann, ben) = await friends.playing(ANN, BEN)
    await put(ann, ben)
    newest = room.table.seq
    await tamper(friends.store, sql, room=room.table.room, seq=newest - back)
    friends.rooms.drop(room)
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
    there = await (await friends.other_node()).finds(room)
    await ann.plays("put", bead=1)
    await tamper(friends.store, "UPDATE events SET body = x'7b'", seq=room.table.seq)
    friends.rooms.drop(room)
    await there.read_on()
    assert there.is_broken
    assert there.table.seq == room.table.seq - 1


async def test_an_event_that_does_not_follow_has_the_log_read_anew_and_the_room_rests_there(friends: Company) -> None:
    room, (ann, _) = await friends.playing(ANN, BEN)
    node = await friends.other_node()
    there = await node.finds(room)
    await ann.plays("put", bead=1)
    await tamper(friends.store, "UPDATE events SET prev = 'elsewhere'", seq=room.table.seq)
    with pytest.raises(OutcomeUnknown):
        await there.read_on()
    assert (there.is_dropped, there.is_broken) == (True, False)
    assert (await node.finds(room)).is_broken


@pytest.mark.parametrize("lost", ["what it leads to", "where it was"])
async def test_a_replay_of_what_does_not_fold_is_refused_in_words(
    client: httpx.AsyncClient, rooms: Rooms, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    room = await finished_room(rooms, "tcnccc", 2, most=4)
    if lost == "where it was":
        lose_a_page_of("game_of", monkeypatch)
    else:
        await tamper(rooms.store, "UPDATE events SET seal = zeroblob(16)", seq=room.table.seq)
    answer = await client.get(f"/api/rooms/{room.table.room}/replay")
    assert (answer.status_code, answer.json()["text"]["text"]) == (503, IS_QUARANTINED.text)


@pytest.mark.parametrize("lost", ["what it says", "where it was"])
async def test_an_unsound_room_closes(app: FastAPI, rooms: Rooms, monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    ann = Friend(app, "Ann")
    code = await ann.open_room(game="tcnccc", seats=2)
    if lost == "what it says":
        await tamper(rooms.store, "UPDATE events SET body = x'7b'")
    else:
        lose_a_page_of("newest_of", monkeypatch)
    page = await ann.get(f"/t/{code}")
    assert page.status_code == 503
    assert str(IS_QUARANTINED) in page.text
    wire = await ann.enter(code)
    assert (await wire.see("farewell"))["text"]["text"] == IS_QUARANTINED.text
    assert await wire.hear_the_end() == QUARANTINED
