"""Everything moves from one database to another, of the other kind or the same: python -m app move-to."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, TableClause, inspect, select, text

from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.databases import database_at
from tests.conftest import OpenHouse, make_tables, open_store, sqlite_in
from tests.keeper.test_forgetting import PHONE, everything_about
from tests.support.command_line import Said, Terminal
from tests.support.played_games import begin, finished_room, one_move, seated
from tests.support.tables import ANN, BEN
from tools.postgres import PassingPostgres

MAY_BE_EMPTY = {"answers_beforehand", "outages", "snapshots", "team_scores", "keepers_words"}


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return sqlite_in(tmp_path, "house.sqlite3")


@pytest.fixture
def empty_url(postgres: PassingPostgres) -> str:
    """A PostgreSQL database without tables."""
    return postgres.url(postgres.new_database())


async def furnish(url: str) -> str:
    """Games, guests and what else there may be; returns the code of a room with a game in progress."""
    async with open_store(url) as store:
        rooms = Rooms(store, Settings())
        for guest in (ANN, BEN, PHONE):
            await store.guests.add(guest)
        await finished_room(rooms, "sin_color", 3, most=30)
        playing = await seated(rooms, "tcnccc", 3)
        await begin(playing)
        await one_move(playing)
        await everything_about(store, ANN)
        await store.guests.rename(BEN.id, "Bén “Ω” 🂡 \u202e")
        await store.claim_chore("tidy", 5)
        return playing.table.room


def contents(url: str) -> dict[str, list[str]]:
    """All rows of all tables."""
    engine = database_at(url).open_read_only()
    with engine.connect() as connection:
        found = {name: rows_of(connection, name) for name in inspect(connection).get_table_names()}
    engine.dispose()
    return found


def rows_of(connection: Connection, name: str) -> list[str]:
    columns = sorted(each["name"] for each in inspect(connection).get_columns(name))
    rows = connection.execute(text(f"SELECT {', '.join(columns)} FROM {name}"))
    return sorted(repr(tuple(row)) for row in rows)


def moves(terminal: Terminal, source: str, target: str) -> Said:
    terminal.sets(DATABASE_URL=source)
    return terminal("move-to", target)


async def test_everything_moves_to_postgresql_and_back_and_games_go_on(
    terminal: Terminal, sqlite_url: str, empty_url: str, tmp_path: Path
) -> None:
    code = await furnish(sqlite_url)
    back = sqlite_in(tmp_path / "back", "house.sqlite3")
    before = await asyncio.to_thread(contents, sqlite_url)
    assert {name for name, rows in before.items() if not rows} <= MAY_BE_EMPTY
    for source, target in ((sqlite_url, empty_url), (empty_url, back)):
        said = await asyncio.to_thread(moves, terminal, source, target)
        assert said.code == 0, said.err
        assert "2 rooms" in said.out
        assert ", 0 bad rooms" in said.out
        assert await asyncio.to_thread(contents, target) == before
    for url in (empty_url, back):
        async with open_store(url) as store:
            room = await Rooms(store, Settings()).find(code)
            assert room is not None
            await one_move(room)


async def test_a_database_that_is_not_empty_stays_as_it_is(
    terminal: Terminal, sqlite_url: str, postgres_url: str
) -> None:
    await furnish(sqlite_url)
    async with open_store(postgres_url) as store:
        await store.guests.add(ANN)
    before = await asyncio.to_thread(contents, postgres_url)
    code, _, said = await asyncio.to_thread(moves, terminal, sqlite_url, postgres_url)
    assert (code, said) == (1, "Nothing can be moved there: it is not empty, there are guests in it.\n")
    assert await asyncio.to_thread(contents, postgres_url) == before


async def test_nothing_moves_while_a_server_runs_on_either_side(
    terminal: Terminal, open_house: OpenHouse, sqlite_url: str, empty_url: str, postgres_url: str
) -> None:
    await furnish(sqlite_url)
    house = open_house(database_url=sqlite_url)
    code, _, said = await asyncio.to_thread(moves, terminal, sqlite_url, empty_url)
    assert (code, "one file serves one process" in said) == (1, True)
    house.close()
    open_house(database_url=postgres_url)
    code, _, said = await asyncio.to_thread(moves, terminal, sqlite_url, postgres_url)
    assert (code, "uses this PostgreSQL database: stop it first." in said) == (1, True)


async def test_what_fails_halfway_leaves_an_empty_database_and_can_be_tried_again(
    terminal: Terminal, sqlite_url: str, empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await furnish(sqlite_url)
    with monkeypatch.context() as broken:
        broken.setattr("app.admin.moving._batches", all_but_the_last)
        code, _, said = await asyncio.to_thread(moves, terminal, sqlite_url, empty_url)
        assert (code, "Nothing was changed." in said) == (1, True), said
    assert (await asyncio.to_thread(contents, empty_url))["events"] == []
    assert (await asyncio.to_thread(moves, terminal, sqlite_url, empty_url)).code == 0


def all_but_the_last(reading: Connection, old: TableClause) -> Iterator[list[dict[str, Any]]]:
    if rows := [dict(row) for row in reading.execute(select(old)).mappings()][:-1]:
        yield rows


async def test_a_log_that_is_not_sound_is_named_after_the_move(
    terminal: Terminal, sqlite_url: str, empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await furnish(sqlite_url)
    monkeypatch.setattr("app.admin.moving.verify_log", lambda url, room: 1)
    code, _, said = await asyncio.to_thread(moves, terminal, sqlite_url, empty_url)
    assert (code, "is not sound" in said) == (1, True)


@pytest.mark.parametrize(("target", "why"), [
    ("mysql://db.example.org/x", "The address: expected sqlite:///path/to/file or postgresql://"),
    ("postgresql://127.0.0.1:1/x", "Nothing can be moved there: "),
])  # fmt: skip
def test_an_address_where_nothing_can_be_is_named(terminal: Terminal, sqlite_url: str, target: str, why: str) -> None:
    asyncio.run(make_tables(sqlite_url))
    code, _, said = moves(terminal, sqlite_url, target)
    assert (code, said.startswith(why)) == (1, True), said
