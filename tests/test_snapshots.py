"""Snapshots of long rooms: they save reading, and the log alone is trusted."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.services.snapshotter import Snapshotter
from app.settings import Settings
from app.storage.store import Store
from app.table import moves, proposals, snapshots
from app.table.event_ids import SERVER, new_id
from app.table.state import Table
from games import GAMES
from tests.company import told
from tests.finished import begun, finished_room, one_move, reopened
from tests.rooms_alone import database_url as database_url


@pytest.fixture
async def remembering(store: Store) -> AsyncIterator[Snapshotter]:
    remembering = Snapshotter(store)
    yield remembering
    await remembering.close()


@pytest.fixture
async def rooms(store: Store, remembering: Snapshotter, monkeypatch: pytest.MonkeyPatch) -> Rooms:
    """Rooms with a snapshot every 20 events."""
    monkeypatch.setattr("app.table.snapshots.EVERY", 20)
    rooms = Rooms(store, Settings())
    rooms.watchers.append(remembering.watch)
    return rooms


def again(table: Table) -> Table:
    return snapshots.unpacked(table.room, snapshots.compressed(snapshots.packed(table)))


async def copied(room: Room, remembering: Snapshotter) -> int:
    """Play until there is a snapshot and a few more events; the snapshot's last event."""
    while room.snapshot_seq == 0 or room.table.seq < room.snapshot_seq + 3:
        await one_move(room)
    await remembering.close()
    return room.snapshot_seq


@pytest.mark.parametrize("game", GAMES)
async def test_a_copy_is_the_table_whatever_is_played(rooms: Rooms, game: str) -> None:
    room = await begun(rooms, game, GAMES[game].seats[-1])
    for _ in range(60):
        if room.table.phase == "playing":
            await one_move(room)
        assert told(again(room.table)) == told(room.table)


async def test_whatever_a_table_has_is_in_its_copy(rooms: Rooms) -> None:
    def described(table: Table) -> dict[str, tuple[type, Any]]:
        return {name: (type(value), value) for name, value in vars(table).items() if name != "_digest"}

    table = (await finished_room(rooms, "tcnccc", 2)).table
    assert described(again(table)) == described(table)


async def test_a_table_between_games_is_the_same_again(rooms: Rooms) -> None:
    table = (await finished_room(rooms, "tcnccc", 2, games=2)).table
    assert told(again(table)) == told(table)
    assert again(table).done(table.head) == table.done(table.head)


async def test_bots_remember_what_was_shown_before_the_copy(rooms: Rooms) -> None:
    """A bot's answer depends on all lines so far, faded ones included."""
    room = await begun(rooms, "tcnccc", 3)
    for _ in range(40):
        if room.table.phase == "playing":
            question = room.table.playing.state.question
            tables, seat = (room.table, again(room.table)), question.seats[0]
            answers = [moves.bots_answer(table, seat, question.number) for table in tables]
            assert answers[0] == answers[1]
            await room.do(SERVER, new_id(), lambda table, answer=answers[0]: answer)


async def test_a_room_with_a_copy_reads_only_what_came_after_it_plays_on_and_takes_back(
    rooms: Rooms, remembering: Snapshotter, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await begun(rooms, "color_gin", 2)
    at = await copied(room, remembering)
    monkeypatch.setattr(rooms.store, "load_newest", None)
    back = await reopened(rooms, room)
    assert told(back.table) == told(room.table)
    assert (back.snapshot_seq, back.table.seq) == (at, room.table.seq)
    await one_move(back)
    host = back.table.host
    await back.do(host, new_id(), lambda table: proposals.propose(table, host, "end", None))
    whole = Table(room.table.room)
    for event in await rooms.store.load(room.table.room):
        whole.apply(event)
    assert told(whole) == told(back.table)


SPOILT = {"of another log": "head = 'another'", "of other code": "code = 'another'", "damaged": "body = x''"}


@pytest.mark.parametrize("spoilt", SPOILT)
async def test_a_copy_is_not_read_that_is(
    rooms: Rooms, remembering: Snapshotter, store: Store, caplog: pytest.LogCaptureFixture, spoilt: str
) -> None:
    room = await begun(rooms, "color_gin", 2)
    assert await copied(room, remembering) > 0
    await store.write(lambda cursor, now: cursor.execute(f"UPDATE snapshots SET {SPOILT[spoilt]}"))
    back = await reopened(rooms, room)
    assert (back.snapshot_seq, told(back.table)) == (0, told(room.table))
    said = ["a snapshot cannot be used: the log is read instead"] if spoilt == "damaged" else []
    assert [record.message for record in caplog.records] == said
