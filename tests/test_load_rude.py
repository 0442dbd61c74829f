"""The measurements of rude clients, long games and full databases: they do what they say. What they measure is not
looked at here."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import create_engine

from app.store import Store
from benchmarks.load import long, malformed, many_rooms, slow_readers
from benchmarks.load.flooder import LISTED, Flood, floods
from benchmarks.load.pages import open_room
from benchmarks.load.polite import Polite, held_by
from benchmarks.load.servers import tertulia
from tests.company import told


def test_malformed_messages_are_refused_and_nothing_is_raised() -> None:
    became = malformed.decoded(20_000, seed=1)
    assert {what for what in became if what.startswith("raised")} == set()
    assert became["malformed"] > 10_000
    assert became["understood"] > 0


def test_the_same_seed_spoils_messages_in_the_same_way() -> None:
    once, again = malformed.Spoiler(7), malformed.Spoiler(7)
    assert [once.frames() for _ in range(100)] == [again.frames() for _ in range(100)]


async def test_malformed_frames_end_sockets_with_listed_codes_and_are_nothing_to_write_down(tmp_path: Path) -> None:
    coming, _, alive = await malformed.nuisance(tmp_path, 60)
    assert coming.sent >= 60
    assert coming.ended.keys() <= LISTED
    assert coming.ended.total() > 5
    assert not [line for line in (tmp_path / "said").read_text().splitlines() if malformed._is_error(line)]
    assert alive


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


async def test_a_large_database_has_the_rooms_it_should(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/log.sqlite3"
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    await asyncio.to_thread(many_rooms.fill, engine, 200)
    store = Store(url)
    await store.start()
    await asyncio.to_thread(many_rooms.let_clocks_run, engine, 200)
    codes = [many_rooms.code_of(number) for number in range(200)]
    heads = await store.heads(codes)
    assert len(await store.due_rooms()) == many_rooms.DUE
    await store.close()
    engine.dispose()
    assert sorted(heads.values()) == sorted(list(many_rooms.LENGTHS) * 40)


async def test_slow_readers_read_the_replay_of_a_long_game(tmp_path: Path) -> None:
    await slow_readers.write_long_game(tmp_path, 60)
    async with tertulia(tmp_path, {}) as server:
        readers = slow_readers.Readers(server, 2)
        async with readers.at_the_replay():
            await asyncio.sleep(3)
    assert readers.read > 50_000
    assert readers.megabytes > 0
