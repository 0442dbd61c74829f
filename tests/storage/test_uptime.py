"""Deadlines do not run while no server is up: however it ended, whoever returns first, and once for all nodes."""

import asyncio
from unittest.mock import AsyncMock

import pytest

from app.protocol import commands
from app.rooms.room import Room
from app.services.deadlines import Deadlines
from app.storage.commit import OutcomeUnknown
from app.storage.uptime import EVERY_S, SILENT_S
from app.table.events import Interrupted
from tests.support.clocks import MINUTE, a_round, lapsed_after, lapsed_in, left, timed, watching
from tests.support.metrics import Rise
from tests.support.tables import ANN, BEN, Company, Page, settled

AWAY = "The server was away. No clock ran meanwhile."


@pytest.fixture
async def party(party: Company) -> Company:
    await party.rooms.uptime.beat()
    return party


async def lives_on(party: Company, seconds: int) -> None:
    """Time passes while a server is up."""
    for _ in range(seconds):
        party.clock.advance(1)
        await party.rooms.uptime.beat()


async def playing_for_20_s(party: Company, each: str = "question") -> tuple[Room, list[Page]]:
    """Ann and Ben play with a clock of a minute; Ann has been asked for 20 seconds."""
    room, pages = await timed(party, ANN, BEN, each=each)
    await lives_on(party, 20)
    return room, pages


async def is_away(party: Company, seconds: int) -> None:
    """The server is down this long, and all pages are gone."""
    for page in party.pages:
        page.leaves()
    party.pages.clear()  # they saw only the beginning
    party.clock.advance(seconds)


def stood_still(party: Company, seconds: int = 600) -> None:
    """The process stands still this long, as when the machine sleeps."""
    party.clock.advance(seconds)
    party.rooms.uptime._up_at -= seconds


async def starts(party: Company) -> tuple[Company, Deadlines]:
    """Another process, with empty memory."""
    again = await party.other_node()
    await again.rooms.uptime.beat()
    return again, watching(again)


async def comes_back(party: Company, room: Room) -> Page:
    """Ann reconnects to this node."""
    return party.page(await party.finds(room), ANN)


@pytest.mark.parametrize("each", ["question", "game"])
async def test_time_without_a_server_does_not_count(party: Company, each: str) -> None:
    room, _ = await playing_for_20_s(party, each)
    await is_away(party, 3600)
    again, _ = await starts(party)
    ann = await comes_back(again, room)
    await settled()
    assert await left(ann) == [40, 60]
    assert AWAY in [line["text"]["text"] for line in (await ann.sees("frame"))["lines"]]
    await lives_on(again, 30)
    await ann.plays("put", bead=1)
    assert await left(ann) == ([60, 60] if each == "question" else [10, 60])
    assert len(await party.bodies(room, Interrupted)) == 1


async def test_nor_does_it_count_after_a_clock_that_was_ahead_was_set_back(party: Company) -> None:
    party.clock.advance(24 * 3600)
    await lives_on(party, 2)
    party.clock.advance(-24 * 3600)
    room, _ = await playing_for_20_s(party)
    await is_away(party, 600)
    again, _ = await starts(party)
    ann = await comes_back(again, room)
    await settled()
    assert await lapsed_in(party, room) == []
    assert await left(ann) == [40, 60]


async def test_a_clock_of_a_room_that_nobody_has_opened_does_not_run_out_for_it(party: Company) -> None:
    room, _ = await playing_for_20_s(party)
    await party.store.schedule_check(room.table.room, party.clock.ms + 40_000)
    await is_away(party, 3600)
    again, clocks = await starts(party)
    for _ in range(2):
        await a_round(clocks)
    assert await lapsed_in(party, room) == []
    found = await again.finds(room)
    await lives_on(again, 39 + MINUTE)  # with the minute of grace
    assert await lapsed_after(again, clocks, found, 0.999) == []
    rise = Rise()
    assert await lapsed_after(again, clocks, found, 0.001) == [0]
    await a_round(clocks)
    assert rise("timeouts_total") == 1


async def test_nodes_that_start_together_say_it_once(party: Company) -> None:
    room, _ = await playing_for_20_s(party)
    await is_away(party, 3600)
    nodes = [await party.other_node() for _ in range(3)]
    await asyncio.gather(*(node.rooms.uptime.beat() for node in nodes))
    watched = [watching(node) for node in nodes]
    found = await asyncio.gather(*(node.finds(room) for node in nodes))
    await asyncio.gather(*(clocks.check(each) for clocks, each in zip(watched, found, strict=True)))
    assert [len(body.outages) for body in await party.bodies(room, Interrupted)] == [1]
    assert await lapsed_in(party, room) == []


async def test_several_outages_are_left_out_each(party: Company) -> None:
    room, _ = await timed(party, ANN, BEN)
    for _ in range(3):
        await lives_on(party, 10)
        await is_away(party, 600)
        await (await party.other_node()).rooms.uptime.beat()
    again, _ = await starts(party)
    assert await left(await comes_back(again, room)) == [30, 60]
    (said,) = await party.bodies(room, Interrupted)
    assert [ended - began for began, ended in said.outages] == [600_000] * 3


async def test_a_clock_that_was_stopped_by_a_pause_has_nothing_to_leave_out(party: Company) -> None:
    room, pages = await playing_for_20_s(party)
    await pages[0].asks(commands.Pause())
    await is_away(party, 600)
    again, _ = await starts(party)
    ann = await comes_back(again, room)
    await ann.asks(commands.Resume())
    assert await left(ann) == [40, 60]
    assert await party.bodies(room, Interrupted) == []


async def test_who_stood_still_leaves_it_out_before_anything_else_happens(party: Company) -> None:
    """The machine slept, or the database was away; a move is the first thing to happen."""
    room, (ann, _) = await playing_for_20_s(party, "game")
    stood_still(party)
    await ann.plays("put", bead=1)
    assert await left(ann) == [40, 60]
    assert [type(event.body).__name__ for event in (await party.log(room))[-2:]] == ["Interrupted", "Moved"]


async def test_after_an_outage_open_rooms_show_what_is_left(party: Company) -> None:
    clocks = watching(party)  # before the game, otherwise the room is due because it was never checked
    room, (ann, _) = await playing_for_20_s(party)
    stood_still(party, 30)  # short enough that no clock has run out, which would be a reason to check
    await party.rooms.uptime.beat()
    await a_round(clocks)
    assert await left(ann) == [40, 60]
    assert await lapsed_in(party, room) == []


@pytest.mark.parametrize("first", ["a heartbeat", "a deadline", "a move"])
async def test_a_clock_of_the_database_that_jumps_ahead_costs_nobody_time(party: Company, first: str) -> None:
    clocks = watching(party)
    room, (ann, _) = await playing_for_20_s(party, "game")
    party.clock.advance(24 * 3600)
    if first == "a heartbeat":
        await party.rooms.uptime.beat()
    await (ann.plays("put", bead=0) if first == "a move" else clocks.check(room))
    assert await lapsed_in(party, room) == []
    assert await left(ann) == [40, 60]
    assert 2 * EVERY_S < SILENT_S, "regular signs of life are not silence"


async def test_an_outage_noted_while_the_clock_was_ahead_gives_nobody_time(party: Company) -> None:
    party.clock.advance(24 * 3600)
    again, _ = await starts(party)
    party.clock.advance(-24 * 3600)
    await again.rooms.uptime.beat()
    room, _ = await playing_for_20_s(again)
    assert await left(again.page(room, ANN)) == [40, 60]
    assert await party.bodies(room, Interrupted) == []
    await is_away(again, 600)
    again, _ = await starts(party)
    assert await left(await comes_back(again, room)) == [40, 60]


async def test_without_an_answer_of_storage_no_clock_runs_out(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    room, (ann, _) = await timed(party, ANN, BEN)
    clocks = watching(party)
    stood_still(party)
    with monkeypatch.context() as away:
        away.setattr(party.store, "record_heartbeat", AsyncMock(side_effect=OutcomeUnknown))
        await clocks.check(room)
        with pytest.raises(OutcomeUnknown):
            await ann.plays("put", bead=1)
    assert not room.is_broken
    await clocks.check(room)
    assert await left(ann) == [60, 60]
    assert await lapsed_in(party, room) == []


async def test_who_gave_no_sign_of_life_gives_it_before_all(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    room, _ = await playing_for_20_s(party)
    await is_away(party, 3600)
    again = await party.other_node()

    with monkeypatch.context() as away:
        away.setattr(party.store, "record_heartbeat", AsyncMock(side_effect=OutcomeUnknown))
        await again.rooms.uptime.start()
    assert await left(await comes_back(again, room)) == [40, 60]
    await again.rooms.uptime.close()
