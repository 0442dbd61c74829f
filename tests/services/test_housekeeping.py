"""Housekeeping: waking rooms in play, deleting deserted ones, and periodic queries that use indexes."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import event

from app.protocol import commands, messages
from app.rooms.room import Room
from app.services.housekeeping import Housekeeping, kept_ms
from app.settings import Settings
from app.storage.guests import Guest
from app.storage.store import Store
from app.storage.subscriptions import Call
from app.table import gathering, host
from app.table.event_ids import SERVER, id_of
from app.table.moves import lapse
from app.telemetry.json_logs import JsonLines
from tests.support.played_games import reopened
from tests.support.tables import ANN, BEN, EVE, Company, Page, altered, do, gone, put, question_of

HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture
async def house(gone_at_once: None, party: Company) -> Housekeeping:
    """Housekeeping of the company's rooms."""
    return party.employs(Housekeeping(party.rooms, party.settings))


async def test_of_nodes_that_miss_another_one_wakes_the_rooms(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.housekeeping.WAKE_AFTER_S", 0.001)
    monkeypatch.setattr(Housekeeping, "wake_rooms", wake := AsyncMock())
    for node in (party, await party.other_node()):
        house = Housekeeping(node.rooms, node.settings)
        house.wake_soon()
        await house._tasks.finish()
    wake.assert_awaited_once()


# --- Rooms that rest ---


async def is_there(party: Company, room: Room) -> bool:
    """Whether somebody who opens the link now finds the room."""
    party.rooms.forget(room)
    return await (await party.other_node()).rooms.find(room.table.room) is not None


async def left_alone(party: Company, room: Room, pages: list[Page]) -> None:
    await gone(*pages)
    party.rooms.forget(room)
    party.pages.clear()


async def in_phase(party: Company, phase: str) -> Room:
    """A room in this phase that everybody has left."""
    match phase:
        case "gathering":
            room, pages = await party.seated(ANN, BEN)
        case "playing":
            room, pages = await party.playing(ANN, BEN)
        case _:
            room, pages = await party.playing(ANN, BEN, length=2)
            await put(*pages)
    if phase == "over, and set anew":
        await pages[0].asks(commands.ChangeGame("tcnccc", 2, {}))
    if phase == "over, and begun again":
        await pages[0].asks(commands.Rematch())
    if phase == "closed":
        await pages[0].asks(commands.CloseRoom())
    await left_alone(party, room, pages)
    return room


KEPT = {
    "gathering": (2 * HOUR, "no game began in it"),
    "playing": (14 * DAY, "its game was abandoned"),
    "over": (365 * DAY, "its last game ended long ago"),
    "over, and set anew": (365 * DAY, "its last game ended long ago"),
    "over, and begun again": (365 * DAY, "its last game ended long ago"),
    "closed": (DAY, "it was closed"),
}


@pytest.mark.parametrize(("phase", "seconds", "why"), [(phase, *kept) for phase, kept in KEPT.items()], ids=KEPT)
async def test_a_room_is_kept_so_long_and_no_longer_and_it_is_written_down_why(
    party: Company, house: Housekeeping, caplog: pytest.LogCaptureFixture, phase: str, seconds: int, why: str
) -> None:
    caplog.set_level("INFO", "tertulia.store")
    room = await in_phase(party, phase)
    party.clock.advance(seconds)
    assert await house.tidy() == 0
    party.clock.advance(1)
    assert await house.tidy() == 1
    assert await party.store.load(room.table.room) == []
    assert not await is_there(party, room)
    (record,) = [record for record in caplog.records if record.getMessage() == "a room has expired"]
    line = json.loads(JsonLines().format(record))
    assert (line["phase"], line["why"], line["age_s"]) == (phase.partition(",")[0], why, seconds + 1)
    assert "room" in line
    assert room.table.room not in json.dumps(line)


async def test_all_that_rest_are_put_away(party: Company, house: Housekeeping, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.storage.store.MOST_FORGOTTEN", 2)
    for _ in range(5):
        await in_phase(party, "gathering")
    party.clock.advance(3 * HOUR)
    assert await house.tidy() == 5


async def test_time_without_a_server_does_not_count_against_a_room(party: Company, house: Housekeeping) -> None:
    await party.rooms.uptime.beat()
    await in_phase(party, "playing")
    party.clock.advance(20 * DAY)
    await (await party.other_node()).rooms.uptime.beat()
    for days, put_away in ((14, 0), (1, 1)):
        party.clock.advance(days * DAY)
        assert await house.tidy() == put_away


async def test_how_long_is_as_set(party: Company) -> None:
    settings = altered(Settings(), keep_unstarted_hours=1, keep_resting_days=2, keep_finished_days=3)
    house = Housekeeping(party.rooms, settings)
    for phase, seconds in (("gathering", HOUR), ("playing", 2 * DAY), ("over", 3 * DAY)):
        await in_phase(party, phase)
        for more, put_away in ((seconds, 0), (1, 1)):
            party.clock.advance(more)
            assert await house.tidy() == put_away


async def test_a_room_with_somebody_in_it_is_never_put_away(party: Company, house: Housekeeping) -> None:
    _room, (ann, ben) = await party.seated(ANN, BEN)
    ann.leaves()
    party.clock.advance(1000 * DAY)
    assert await house.tidy() == 0
    await ben.asks(commands.Speak("anybody?"))
    await gone(ben)
    assert await house.tidy() == 0, "somebody was there a moment ago"


@pytest.mark.parametrize(("guest", "deleted"), [(ANN, 0), (EVE, 1)], ids=["a player", "an onlooker"])
async def test_a_player_who_came_keeps_a_room(party: Company, house: Housekeeping, guest: Guest, deleted: int) -> None:
    room = await in_phase(party, "playing")
    party.clock.advance(10 * DAY)
    again = await party.finds(room)
    await left_alone(party, again, [party.page(again, guest)])
    await asyncio.gather(*house._tasks)
    party.clock.advance(10 * DAY)
    assert await house.tidy() == deleted


async def test_a_game_is_not_deleted_while_a_clock_runs_in_it(party: Company) -> None:
    house = Housekeeping(party.rooms, altered(Settings(), keep_resting_days=2))
    room, pages = await party.playing(ANN, BEN, clock=commands.Clock("question", 14 * DAY))
    await left_alone(party, room, pages)
    for days, deleted in ((14, 0), (2, 1)):
        party.clock.advance(days * DAY)
        assert await house.tidy() == deleted


async def test_what_happened_meanwhile_keeps_the_room(party: Company, house: Housekeeping) -> None:
    room = await in_phase(party, "gathering")
    party.clock.advance(3 * HOUR)
    write = party.store.write

    async def late(*write_of: object) -> object:
        # Another node's guest sits down between the check and the deletion.
        party.store.write = write
        elsewhere = await (await party.other_node()).finds(room)
        await do(elsewhere, ANN, lambda table: host.reorder(table, ANN.id, None))
        return await write(*write_of)

    party.store.write = late
    assert await house.tidy() == 0
    assert await is_there(party, room)


async def test_moves_and_talk_count_as_something_happening(party: Company, house: Housekeeping) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    party.clock.advance(10 * DAY)
    await ann.plays("put", bead=1)
    party.clock.advance(10 * DAY)
    await ben.asks(commands.Speak("sorry, I was away"))
    await left_alone(party, room, [ann, ben])
    party.clock.advance(10 * DAY)
    assert await house.tidy() == 0
    party.clock.advance(4 * DAY + 1)
    assert await house.tidy() == 1


async def test_what_teams_have_reached_outlives_their_room(party: Company, house: Housekeeping) -> None:
    room, pages = await party.playing(ANN, BEN, length=2, team=True)
    await put(*pages)
    await left_alone(party, room, pages)
    party.clock.advance(400 * DAY)
    assert await house.tidy() == 1
    other = await party.table(length=2, team=True)
    assert [best["score"] for best in (await party.page(other, ANN).sees("table"))["best"]] == [2]


# --- In and out of memory ---


async def test_an_empty_room_is_forgotten(party: Company, house: Housekeeping, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.room.FORGET_AFTER_S", 0)
    room, pages = await party.playing(ANN, BEN)
    await gone(pages[0])
    assert party.rooms.holds(room.table.room)
    await gone(pages[1])
    assert not party.rooms.holds(room.table.room)


async def test_many_who_come_at_once_find_one_room(party: Company) -> None:
    room = await party.table()
    party.rooms.forget(room)
    found = await asyncio.gather(*(party.rooms.find(room.table.room) for _ in range(20)))
    assert len({id(each) for each in found}) == 1


async def test_a_wish_by_an_older_hand_on_a_room_that_was_forgotten_is_judged_by_the_log(party: Company) -> None:
    room = await party.table()
    await do(await reopened(party.rooms, room), BEN, lambda table: gathering.sit(table, BEN.id, BEN.name, 1))
    with pytest.raises(messages.Refusal, match="Ben sits there"):
        await do(room, EVE, lambda table: gathering.sit(table, EVE.id, EVE.name, 1))


async def test_what_an_older_hand_has_done_is_seen_when_it_is_to_be_done_again(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN)
    for page in pages:
        page.leaves()
    again = await reopened(party.rooms, room)
    ann, asked = party.page(again, ANN), question_of(room)
    done = [await each.do(SERVER, id_of("lapse"), lambda table: lapse(table, 0, asked)) for each in (room, again)]
    assert done == [room.table.seq] * 2
    assert (await ann.sees("frame"))["asked"] == [1]


# --- By an index --------------------------------------------------------------------------------------------

ROOM = "A" * 16


class Asked:
    """The statements that readers run, with their parameters."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.statements: list[tuple[str, object]] = []
        event.listen(store._engine, "before_cursor_execute", self._note)

    def _note(self, connection: object, cursor: object, statement: str, given: object, *_: object) -> None:
        if statement.lstrip().startswith("SELECT"):
            self.statements.append((statement, given))

    async def plans(self) -> str:
        """Each statement's query plan as with many rows: small tables are not scanned for being small."""
        return "\n".join([await self._store.read(lambda connection, s=s, g=g: _plan(connection, s, g))
                          for s, g in self.statements])  # fmt: skip


def _plan(connection: object, statement: str, given: object) -> str:
    run = connection.exec_driver_sql
    if connection.dialect.name == "sqlite":
        return "\n".join(row[3] for row in run(f"EXPLAIN QUERY PLAN {statement}", given))
    run("SET enable_seqscan = off")
    return "\n".join(row[0] for row in run(f"EXPLAIN {statement}", given))


WORK: dict[str, Callable[[Store], Awaitable[object]]] = {
    "due": lambda store: store.due_rooms(),
    "tidy": lambda store: store.forget_rooms(kept_ms(Settings()), lambda code: False),
    "heads": lambda store: store.heads([ROOM]), "newest": lambda store: store.load_newest(ROOM),
    "copy": lambda store: store.load_snapshot(ROOM, "0" * 32), "scores": lambda store: store.best_scores("setting", 5),
    "guest": lambda store: store.guests.by_token(ANN.token_hash),
    "guests that are gone": lambda store: store.guests.forget(),
    "subscription": lambda store: store.subscriptions.of(ROOM, ANN.id),
    "calls": lambda store: store.calls.last(Call(ROOM, ANN.id, "question", 1)),
    "calls put off": lambda store: store.calls.put_off_until_now(),
    "webhook": lambda store: store.webhooks.of(ANN.id),
    "quiet hours": lambda store: store.quiet_times.of(ANN.id),
}  # fmt: skip


async def test_all_work_finds_its_rows_by_an_index(store: Store) -> None:
    asked = Asked(store)
    for what, work in WORK.items():
        asked.statements.clear()
        await work(store)
        plans = await asked.plans()
        tables = ("events", "rooms", "snapshots", "team_scores", "guests")
        assert [table for table in tables if f"SCAN {table}" in plans] == [], what
        assert "Seq Scan" not in plans, what
        assert "USING" in plans or "Index" in plans, what


async def test_rooms_are_counted_in_an_index_alone(store: Store) -> None:
    asked = Asked(store)
    await store.count_rooms()
    plans = await asked.plans()
    assert "USING COVERING INDEX rooms_by_phase" in plans or "Index Only Scan using rooms_by_phase" in plans
