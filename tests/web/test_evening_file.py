"""The date of an evening where it is read outside the room: in a file for calendars, in a link's preview, and on the
start page."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from icalendar import Calendar

from app.evening_file import OCTETS, evening_file
from app.i18n import CORE, Speaker
from app.own_tables import OwnTables
from app.previews import UNNAMED, preview_of_table
from app.protocol.commands import ChangeSettings, Stand
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.table.evening import HOUR_MS, SHOWN_MS
from app.table.event_ids import new_id
from app.table.events import Sat
from app.table.host import change_settings
from tests.client import Friend, Page, two_at_a_table
from tests.conftest import browser, open_room
from tests.support.decisions import Given, Tables
from tests.support.played_games import guest_called, next_game, seated
from tests.support.tables import ANN, BEGAN, BEN, HERE

ENGLISH = Speaker("en", (CORE,))
LINK = "https://games.example.org/t/k7Qm2xZ9vB3nR5wT"
NOT_ISOLATED = dict.fromkeys(map(ord, "\u2068\u2069"))
MEET = "https://meet.example.org/friends"


def file_of(table: Given, link: str = LINK, speak: Speaker = ENGLISH) -> bytes:
    file = evening_file(table.table, link, speak)
    assert file is not None
    return file


def event_in(file: bytes) -> Any:
    """The only event, as a calendar reads it without an error."""
    (event,) = Calendar.from_ical(file).walk("VEVENT")
    assert not event.errors
    return event


def dated(given: Tables, host: str = "Ann", in_s: int = 86_400) -> Given:
    table = given(ANN, BEN)
    table.writes(ANN.id, Sat(0, host, also=True))
    table.when(ANN, ChangeSettings(evening=table.ms + in_s * 1000))
    return table


# --- The file ---


def test_a_calendar_reads_the_beginning_in_utc_who_invites_and_the_link(given: Tables) -> None:
    event = event_in(file_of(dated(given)))
    assert event["dtstart"].dt == datetime.fromtimestamp(BEGAN / 1000, UTC) + timedelta(days=1)
    assert event["dtstamp"].dt == datetime.fromtimestamp(BEGAN / 1000, UTC)
    assert (str(event["summary"]), str(event["url"]), str(event["description"])) == ("Beads with Ann", LINK, LINK)


def test_each_change_has_the_same_uid_and_a_higher_sequence(given: Tables) -> None:
    table = dated(given)
    first = event_in(file_of(table))
    table.when(ANN, ChangeSettings(evening=None), ChangeSettings(evening=table.ms + 5_000_000))
    second = event_in(file_of(table))
    assert first["uid"] == second["uid"]
    assert first["sequence"] < second["sequence"]
    assert "k7Qm2xZ9vB3nR5wT" not in first["uid"]


def test_the_next_evening_is_another_event(given: Tables) -> None:
    table = dated(given, in_s=60)
    first = event_in(file_of(table))
    table.begun()
    table.when(ANN, ChangeSettings(evening=table.ms + 86_400_000))
    assert event_in(file_of(table))["uid"] != first["uid"]


@pytest.mark.parametrize(
    "name",
    [
        "a;b,c\\d",
        "\\n\\",
        "BEGIN:VALARM",
        "X\r\nATTENDEE:mailto:eve@example.org",
        "X\u2028ATTENDEE:mailto:eve@example.org",
        "👨‍👩‍👧‍👦" * 12,
        "می‌خواهم " * 9,
    ],
)
def test_whatever_is_in_a_name_stays_in_it(given: Tables, name: str) -> None:
    file = file_of(dated(given, name))
    event = event_in(file)
    assert {*event} == {"UID", "SEQUENCE", "DTSTAMP", "DTSTART", "DURATION", "SUMMARY", "DESCRIPTION", "URL"}
    assert str(event["summary"]).translate(NOT_ISOLATED) == "Beads with " + "\n".join(name.splitlines())
    assert not event.subcomponents
    lines = file.split(b"\r\n")
    assert max(map(len, lines)) <= OCTETS
    assert all(line.decode() for line in lines[:-1])  # none ends within a character
    assert b"\n" not in file.replace(b"\r\n", b"")


def test_a_host_without_a_seat_and_a_server_that_does_not_know_its_address_are_left_out(given: Tables) -> None:
    table = dated(given)
    table.when(ANN, Stand())
    event = event_in(file_of(table, link=""))
    assert "url" not in event
    assert str(event["summary"]) == "Beads · Tertulia"


def test_without_a_date_there_is_no_file(given: Tables) -> None:
    assert evening_file(given(ANN, BEN).table, LINK, ENGLISH) is None


# --- Over the network ---


@pytest.fixture
async def two(app: FastAPI) -> AsyncIterator[tuple[Page, Page]]:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Friend(app, name)) for name in ("Ann", "Ben")]
        yield await two_at_a_table(*people)


async def sets_date(room: Room, at: int) -> None:
    """The host sets it, well before."""
    host, change = room.table.host, ChangeSettings(evening=at)
    await room.do(host, new_id(), lambda table: change_settings(table, host, change, at - 1000))


async def at(client: httpx.AsyncClient, room: str) -> httpx.Response:
    return await client.get(f"/t/{room}/evening.ics")


async def test_everybody_with_the_link_may_have_the_file_and_nobody_who_needs_the_password(
    two: tuple[Page, Page], app: FastAPI, rooms: Rooms
) -> None:
    ann, _ = two
    room = ann.room
    async with browser(app) as stranger:
        assert (await at(stranger, room)).status_code == 404
        begins = rooms.store.now() + HOUR_MS
        await ann.send(type="doors", evening=begins)
        await ann.see("table", evening=begins)
        answer = await at(stranger, room)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
        assert str(event_in(answer.content)["url"]) == f"{HERE}/t/{room}"
        await ann.send(type="doors", password="swordfish", talk=MEET)
        await ann.see("table", password=True)
        locked, unknown = await at(stranger, room), await at(stranger, "a" * 16)
        assert (locked.status_code, locked.content) == (404, unknown.content)
        for path in (f"/t/{room}", f"/api/rooms/{room}", f"/t/{room}/replay"):
            assert MEET not in (await stranger.get(path)).text


async def test_the_link_to_where_people_talk_reaches_those_in_the_room_and_nobody_else(
    two: tuple[Page, Page], client: httpx.AsyncClient
) -> None:
    ann, ben = two
    await ann.send(type="doors", talk=MEET)
    assert (await ben.see("table", talk=MEET))["talk"] == MEET
    for path in ("/", f"/t/{ann.room}", f"/api/rooms/{ann.room}", f"/t/{ann.room}/results.csv"):
        assert MEET not in (await client.get(path)).text


async def test_a_links_preview_says_when_in_utc_until_it_begins(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await rooms.find(await open_room(client, seats=2))
    at = room.store.now() + HOUR_MS
    await sets_date(room, at)
    when = f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d, %H:%M} UTC"
    page = (await client.get(f"/t/{room.table.room}", headers={"user-agent": "WhatsApp/2.23.20.0"})).text
    assert f"Ann is waiting for you · TCNCCC · 1 of 2 seats free · {when}" in page
    await sets_date(room, room.store.now() - 1)
    assert " UTC" not in (await client.get(f"/t/{room.table.room}")).text


async def test_the_preview_of_a_private_table_has_no_date(given: Tables) -> None:
    table = dated(given)
    table.when(ANN, ChangeSettings(password="swordfish"))
    assert preview_of_table(table.table, table.ms) == UNNAMED


async def test_the_start_page_has_the_date_until_it_is_long_over(app: FastAPI, rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    own, ann = OwnTables(rooms), guest_called("Ann").id
    now = room.store.now()
    await sets_date(room, now - SHOWN_MS + HOUR_MS)
    (listed,) = await own.of(ann, "en")
    assert listed.evening == now - SHOWN_MS + HOUR_MS
    page = app.state.services.pages.own_tables("en", (listed,))
    in_utc = f"{datetime.fromtimestamp(listed.evening / 1000, UTC):%Y-%m-%d, %H:%M} UTC"
    assert f'<time data-at="{listed.evening}">{in_utc}</time>' in page
    await sets_date(room, now - SHOWN_MS)
    (listed,) = await own.of(ann, "en")
    assert listed.evening is None


async def test_the_link_to_where_people_talk_is_in_no_log(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    host, change = room.table.host, ChangeSettings(talk=MEET, fast_bots=True)
    await room.do(host, new_id(), lambda table: change_settings(table, host, change, 0))
    await next_game(room, most=2)
    log = (await client.get(f"/api/rooms/{room.table.room}/log")).text
    assert '"fast_bots":true' in log
    assert MEET not in log
