"""A browser's tables on the start page: those at which it sits or is host, without anything it must not know."""

import re
from html import unescape
from typing import Any
from unittest.mock import AsyncMock

import pytest
from fastapi import FastAPI

from app.own_tables import MOST, MOST_LOOKED_AT, OwnTables, own_table
from app.protocol.room_codes import new_code
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Settings
from app.storage.open_database import Unanswered
from app.storage.store import Store
from app.table import gathering
from app.table.event_ids import new_id
from app.table.events import Kicked, RoomSettings, Said, Sat, SettingsChanged, Stood
from games.dealer import Line
from games.text import say
from tests.client import Friend
from tests.conftest import open_app
from tests.support.played_games import begin, begun, finished_room, guest_called, one_move, seated
from tests.support.room_fixtures import tamper

ANN, BEN = guest_called("Ann").id, guest_called("Benedikt").id


async def write(room: Room, actor: str, body: Any) -> None:
    await room.do(actor, new_id(), lambda table: body)


async def listed(rooms: Rooms, guest: str, language: str = "en") -> list[dict[str, Any]]:
    tables = await OwnTables(rooms).of(guest, language)
    return [{name: getattr(table, name) for name in table.__struct_fields__} for table in tables]


def rows(html: str) -> list[str]:
    """The page's text on each table."""
    found = re.findall(r"<li data-room.*?</li>", html, re.S)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", row)).split()) for row in found]


async def test_a_table_is_told_with_its_game_its_people_whose_turn_it_is_and_the_last_word(rooms: Rooms) -> None:
    room = await begun(rooms, "tcnccc", 2)
    await one_move(room)
    await write(room, BEN, Said(1, "Benedikt", "I have forgotten everything"))
    (row,) = await listed(rooms, ANN)
    assert (row["title"], row["people"]) == ("TCNCCC", "Ann, Benedikt")
    assert row["state"] in ("Your turn", "Waiting for Benedikt")
    assert row["last"] == "Benedikt: I have forgotten everything"
    await one_move(room)
    (row,) = await listed(rooms, ANN)
    assert re.match(r"(Ann|Benedikt) ", row["last"])


async def test_a_table_where_people_wait_is_in_the_list_however_many_newer_ones_there_are(rooms: Rooms) -> None:
    asked = await begun(rooms, "tcnccc", 2)
    guest = guest_called(asked.table.seats[asked.table.playing.state.question.seats[0]].name)
    for _ in range(MOST):
        await rooms.open_with_bots("tcnccc", 2, {}, guest, guest.name, "medium")
        await rooms.open("tcnccc", 2, {}, guest, guest.name)
    tables = await listed(rooms, guest.id)
    assert (tables[0]["room"], len(tables)) == (asked.table.room, MOST)


@pytest.mark.parametrize("looked_at", [MOST_LOOKED_AT, MOST])
async def test_a_table_with_others_is_in_the_list_however_often_somebody_practises(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, looked_at: int
) -> None:
    monkeypatch.setattr("app.own_tables.MOST_LOOKED_AT", looked_at)
    over = await finished_room(rooms, "tcnccc", 2)
    ann = guest_called("Ann")
    for _ in range(MOST + 2):
        code = await rooms.open_with_bots("tcnccc", 2, {}, ann, ann.name, "medium")
        practice = await rooms.find(code)
        while not own_table(practice.table, ANN, "en").is_asked:
            await one_move(practice)
    tables = await listed(rooms, ANN)
    assert (tables[0]["room"], len(tables)) == (over.table.room, MOST)


async def test_a_table_that_was_taken_off_is_back_when_the_next_game_begins(rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    assert await rooms.store.guests.put_away(BEN, room.table.room, away=True)
    assert await listed(rooms, BEN) == []
    await begin(room)
    assert len(await listed(rooms, BEN)) == 1


async def test_a_table_that_is_over_says_who_has_won(rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    names = [room.table.seats[seat].name for seat in room.table.playing.outcome.winners]
    (row,) = await listed(rooms, ANN, "de")
    assert row["state"] == f"Vorbei · Sieg für {names[0]}"
    await write(room, BEN, Stood(None))
    await write(room, "dee", Sat(1, "Dee"))
    await write(room, ANN, Sat(0, "Anna", also=True))
    assert await listed(rooms, ANN, "de") == [{**row, "people": "Anna, Dee"}]


async def test_only_those_at_the_table_have_it_until_they_leave_or_are_sent_away(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 3)
    assert [len(await listed(rooms, guest)) for guest in (ANN, BEN, "chloé", "eve")] == [1, 1, 1, 0]
    await write(room, "chloé", Stood(None))
    await write(room, ANN, SettingsChanged(RoomSettings(password="00$00")))
    kept = [len(await listed(rooms, guest)) for guest in (BEN, "chloé")]
    assert kept == [1, 0], "a password does not hide it from those who sit there"
    await write(room, ANN, Kicked(BEN, out=True))
    assert await listed(rooms, BEN) == []


async def test_a_host_without_a_seat_hears_no_players_and_behind_closed_doors_no_game(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 3)
    await write(room, ANN, Stood(None))
    await write(room, BEN, Said(1, "Benedikt", "a secret", apart=True))
    assert [(await listed(rooms, guest))[0]["last"] for guest in (ANN, BEN)] == ["", "Benedikt: a secret"]
    await write(room, ANN, SettingsChanged(RoomSettings(onlookers=False)))
    await room.do("dee", new_id(), lambda table: gathering.sit(table, "dee", "Dee", 0))
    await begin(room)
    await one_move(room)
    (row,) = await listed(rooms, ANN)
    assert (row["last"], row["is_asked"]) == ("", False)
    assert (await listed(rooms, BEN))[0]["last"]


@pytest.mark.parametrize("heard", [{"only_for": 0}, {"fades": True}], ids=["by one seat", "for a moment"])
async def test_what_one_seat_heard_alone_or_all_for_a_moment_is_in_no_list(rooms: Rooms, heard: dict[str, Any]) -> None:
    room = await begun(rooms, "color_gin", 2)
    before = [own_table(room.table, guest, "en") for guest in (ANN, BEN)]
    room.table.lines.append(Line("said", say("A secret."), 0, seq=room.table.seq, **heard))
    assert [own_table(room.table, guest, "en") for guest in (ANN, BEN)] == before


async def test_looking_wakes_no_room_and_reads_a_log_once(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await seated(rooms, "tcnccc", 2)
    code = room.table.room
    rooms.forget(room)
    tables, glance = OwnTables(rooms), AsyncMock(side_effect=rooms.glance)
    monkeypatch.setattr(rooms, "glance", glance)
    for _ in range(3):
        assert len(await tables.of(ANN, "en")) == 1
    glance.assert_awaited_once_with(code)
    assert not rooms.live()
    await begin(await rooms.find(code))
    assert (await tables.of(ANN, "en"))[0].state != "Ready to start"


async def test_a_table_that_lies_behind_its_log_is_looked_at_again_the_next_time(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    tables, elsewhere = OwnTables(rooms), Rooms(rooms.store, Settings())
    await begin(await elsewhere.find(room.table.room))
    assert [table.state for table in await tables.of(ANN, "en")] == ["Ready to start"]
    await room.read_on()
    assert [table.state for table in await tables.of(ANN, "en")] != ["Ready to start"]


async def test_a_table_of_before_a_restore_is_looked_at_again_though_its_log_is_as_long(rooms: Rooms) -> None:
    room, tables = await seated(rooms, "tcnccc", 2), OwnTables(rooms)
    for text, epoch in (("lost", rooms.store.epoch), ("instead", "another")):
        await write(room, ANN, Said(0, "Ann", text))
        rooms.store.epoch = epoch
        assert [table.last for table in await tables.of(ANN, "en")] == [f"Ann: {text}"]
        rooms.forget(room)
        await tamper(rooms.store, "DELETE FROM events", room=room.table.room, seq=room.table.seq)
        room = await rooms.find(room.table.room)


async def test_without_an_answer_of_storage_there_is_no_list(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    await seated(rooms, "tcnccc", 2)
    monkeypatch.setattr(rooms.store, "read", AsyncMock(side_effect=Unanswered))
    assert await OwnTables(rooms).of(ANN, "en") == []


async def test_the_start_page_shows_a_browser_its_own_tables_and_no_name_as_markup(app: FastAPI) -> None:
    async with Friend(app) as ann, Friend(app, "Bo") as bo:
        await ann.open_room("<b>&Ann", seats=3)
        page = (await ann.get("/")).text
        assert "<b>&Ann" not in page
        assert rows(page) == ["TCNCCC 2 of 3 seats free <b>&Ann ×"]
        assert rows((await bo.get("/")).text) == []


async def test_the_start_page_says_how_long_this_house_keeps_tables(settings: Settings) -> None:
    async with open_app(settings, keep_resting_days=1) as app, Friend(app, "Ann") as ann:
        await ann.open_room(seats=2)
        page = (await ann.get("/")).text
    assert "Tables are kept for 1 day after the last move, and for 365 days once a game is over." in page


async def test_a_table_is_taken_off_the_list_and_put_back_and_nobody_is_unseated(app: FastAPI, rooms: Rooms) -> None:
    async with Friend(app, "Ann") as ann:
        room = await ann.open_room(seats=2)
        for away in (True, False):
            answer = await ann.http.post(f"/api/rooms/{room}/put-away", json={"away": away})
            assert (answer.status_code, answer.content) == (204, b"")
            assert len(rows((await ann.get("/")).text)) == (not away)
            assert (await ann.get(f"/api/rooms/{room}")).json()["seats"][0]["name"] == "Ann"


async def test_nobody_puts_away_what_is_not_theirs(app: FastAPI) -> None:
    async with Friend(app, "Ann") as ann, Friend(app, "Bo") as bo:
        room = await ann.open_room(seats=2)
        answers = [await bo.http.post(f"/api/rooms/{code}/put-away", json={"away": True}) for code in (room, "x" * 16)]
        assert len(rows((await ann.get("/")).text)) == 1
        ann.http.cookies.clear()
        answers.append(await ann.http.post(f"/api/rooms/{room}/put-away", json={"away": True}))
        assert {(answer.status_code, answer.text) for answer in answers} == {(404, answers[0].text)}


async def test_what_is_no_code_is_neither_counted_nor_looked_for(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    put_away = AsyncMock(return_value=False)
    monkeypatch.setattr(app.state.services.store.guests, "put_away", put_away)
    async with Friend(app, "Ann") as ann:
        for code in ("%00" * 16, "x" * 15, "x" * 5000):
            assert (await ann.http.post(f"/api/rooms/{code}/put-away", json={"away": True})).status_code == 404
    assert not put_away.called
    assert not [key for what, key in app.state.services.limits._buckets if what == "command"]


async def test_a_guest_who_tries_codes_does_so_no_faster_than_with_one_room(app: FastAPI) -> None:
    async with Friend(app, "Ann") as ann:
        await ann.get("/")
        paths = [f"/api/rooms/{new_code('')}/put-away" for _ in range(40)]
        answers = [(await ann.http.post(path, json={"away": True})).status_code for path in paths]
    assert answers[0] == 404
    assert answers[-1] == 429


async def test_both_databases_know_whose_rooms_are_whose(store: Store) -> None:
    rooms = Rooms(store, Settings())
    first, second = [(await seated(rooms, "tcnccc", 2)).table.room for _ in range(2)]
    assert {*await store.guests.rooms_of(ANN, 9)} == {first, second}
    assert await store.guests.put_away(ANN, first, away=True)
    assert await store.guests.rooms_of(ANN, 9) == [second]
    assert len(await store.guests.rooms_of(BEN, 9)) == 2
    assert not await store.guests.put_away("eve", first, away=True)
