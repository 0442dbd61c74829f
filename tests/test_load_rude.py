"""The measurements of rude clients, long games and full databases: they do what they say. What they measure is not
looked at here."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.load import long, malformed
from benchmarks.load.flooder import LISTED, Flood, floods
from benchmarks.load.pages import open_room
from benchmarks.load.polite import Polite, held_by
from benchmarks.load.servers import tertulia
from tests.company import told


def test_malformed_messages_are_refused_and_nothing_is_raised() -> None:
    became = malformed.decoded(3_000, seed=1)
    assert {what for what in became if what.startswith("raised")} == set()
    assert became["malformed"] > 1_500
    assert became["understood"] > 0


def test_the_same_seed_spoils_messages_in_the_same_way() -> None:
    once, again = malformed.Spoiler(7), malformed.Spoiler(7)
    assert [once.frames() for _ in range(100)] == [again.frames() for _ in range(100)]


async def test_a_flood_is_sent_and_ends_with_listed_codes(tmp_path: Path) -> None:
    async with tertulia(tmp_path, {}) as server:
        polite = Polite(server, [await open_room(server)], 0.2)
        flood = Flood(server, polite, floods()["talk"], sockets=1, per_second=1000)
        async with flood.comes():
            waits = await polite.play(1.0)
        held = await asyncio.to_thread(held_by, server)
        polite.close()
    assert flood.sent > 100
    assert set(flood.ended) <= LISTED
    assert (len(waits.acknowledged), waits.errors) == (5, 0)
    assert len(held) >= 4


async def test_a_long_past_comes_back_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "log.sqlite3"
    past = long.Past(long.KINDS[1], long.LONG)
    past.go_on(events=80, talk=20)
    async with long.rooms_in(file):
        pass
    past.write(file)
    async with long.rooms_in(file) as rooms:
        room, _ = await long.come_back(rooms, long.LONG)
        assert told(room.table) == told(past.table)
        assert len(room.table.chats) == 20
        assert await long.move(room) > 0
