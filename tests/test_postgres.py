"""What is particular about PostgreSQL as the log: it is another process, which may be set up badly, go away, and come
back; and several nodes write to it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy.engine import make_url

from app.storage.commit import Conflict, OutcomeUnknown, Repeated
from app.storage.database import Unfit
from app.storage.postgres import OLDEST, Postgres, _Cursor
from app.storage.store import Store, Unanswered
from app.table.decide import Note
from tests.company import until
from tests.conftest import open_store
from tests.terminal import Terminal
from tests.test_store import entry, texts
from tools.postgres import PassingPostgres


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    async with open_store(postgres_url) as store:
        yield store


@pytest.fixture
async def other(postgres_url: str) -> AsyncIterator[Store]:
    """The same database, from another node."""
    async with open_store(postgres_url) as other:
        yield other


def database(url: str) -> str:
    name = make_url(url).database
    assert name is not None
    return name


# --- A server that could lose moves is refused ---


async def refused(url: str) -> str:
    with pytest.raises(Unfit) as sentence:
        await Store(url).start()
    return str(sentence.value)


async def test_a_database_that_acknowledges_before_it_has_written_is_refused(
    postgres: PassingPostgres, postgres_url: str
) -> None:
    postgres.run(f"ALTER DATABASE {database(postgres_url)} SET synchronous_commit = off")
    assert "synchronous_commit is off there" in await refused(postgres_url)


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
async def test_a_server_that_does_not_survive_a_power_cut_is_refused(
    postgres: PassingPostgres, postgres_url: str, setting: str
) -> None:
    postgres.set(setting, "off")
    try:
        assert f"{setting} is off there" in await refused(postgres_url)
    finally:
        postgres.set(setting, None)
    async with open_store(postgres_url):
        pass


async def test_an_old_server_is_refused(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.storage.postgres.OLDEST", 99)
    assert await refused(postgres_url) == "it is PostgreSQL 18, and PostgreSQL 99 or newer is needed"
    assert OLDEST == 15


async def test_tables_of_a_newer_version_are_left_alone(postgres: PassingPostgres, postgres_url: str) -> None:
    postgres.run("UPDATE alembic_version SET version_num = '9999'", database(postgres_url))
    assert "a newer Tertulia has changed its tables (to 9999)" in await refused(postgres_url)


def test_the_start_says_why_it_is_refused(postgres: PassingPostgres, postgres_url: str, terminal: Terminal) -> None:
    postgres.run(f"ALTER DATABASE {database(postgres_url)} SET synchronous_commit = off")
    terminal.sets(BIND="127.0.0.1:0", DATABASE_URL=postgres_url)
    code, _, said = terminal()
    assert (code, "cannot be opened: synchronous_commit is off there" in said) == (3, True)


def test_without_its_package_the_start_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "app.storage.postgres", raising=False)
    with pytest.raises(ValueError, match="Start with make run POSTGRES=1"):
        Store("postgresql://somewhere/else")


async def test_nodes_that_start_at_once_make_the_tables_once(postgres: PassingPostgres) -> None:
    url = postgres.url(postgres.new_database())
    stores = [Store(url) for _ in range(3)]
    await asyncio.gather(*(store.start() for store in stores))
    await stores[0].append(entry(1))
    assert [await texts(store) for store in stores] == [[""]] * 3
    for store in stores:
        await store.close()


# --- Several nodes ---


async def test_of_two_nodes_that_write_to_one_place_one_is_told_to_judge_again(store: Store, other: Store) -> None:
    for seq in range(1, 30):
        prev = (await store.load("room", seq - 2))[-1].id if seq > 1 else ""
        wishes = [node.append(entry(seq, prev, id=f"{seq}{name}")) for node, name in ((store, "a"), (other, "b"))]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Event"]
    assert [event.seq for event in await other.load("room")] == list(range(1, 30))


async def test_two_nodes_with_many_rooms_in_common_never_stop_each_other(store: Store, other: Store) -> None:
    async def play(node: Store, number: int) -> int:
        room, written = f"room{number}", 0
        for _ in range(20):
            log = await node.load(room)
            prev = log[-1].id if log else ""
            try:
                await node.append(entry(len(log) + 1, prev, room=room, id=f"{id(node)}{len(log)}"))
                await node.schedule_check(room, 1)
                written += 1
            except (Conflict, Repeated):
                continue
        return written

    written = await asyncio.gather(*(play(node, number) for node in (store, other) for number in range(20)))
    assert sum(written) == sum((await store.heads(f"room{number}" for number in range(20))).values())


async def test_time_in_a_log_never_goes_back(store: Store, other: Store) -> None:
    first = await store.append(entry(1))
    other._clock = lambda: first.at - 60_000
    assert (await other.append(replace(entry(2, first.id), after=first.at))).at == first.at


async def test_a_room_in_which_somebody_acts_at_another_node_is_not_put_away(store: Store, other: Store) -> None:
    await store.append(replace(entry(1), note=Note("gathering", watched=False)))
    other._clock = lambda: store.now() + 1_000_000
    appended = asyncio.Event()
    loop = asyncio.get_running_loop()
    go_on = threading.Event()

    def wait(cursor: Any, now: int) -> None:
        loop.call_soon_threadsafe(appended.set)
        go_on.wait(10)

    # One transaction: an event, and work during which the other node begins to put the room away.
    act = store.append(replace(entry(2, "room-1"), note=Note("gathering", watched=False)))
    acting = asyncio.gather(act, store.write(wait, "room"))
    await appended.wait()
    forgetting = asyncio.create_task(other.forget_rooms({"gathering": 1000}, lambda code: False))
    await until(lambda: other._writer._jobs.empty() and other._writer._thread_side._connection is not None)
    go_on.set()
    await acting
    assert await forgetting == 0
    assert [event.seq for event in await store.load("room")] == [1, 2]


# --- A server that goes away ---


async def test_an_answer_that_was_lost_is_unknown_and_found_by_its_id(
    postgres: PassingPostgres, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit_then_cut_off(postgres, monkeypatch)
    with pytest.raises(OutcomeUnknown):
        await store.append(entry(1, id="wish", text="hello"))
    assert await texts(store) == ["hello"]
    with pytest.raises(Repeated):
        await store.append(entry(1, id="wish", text="hello"))


def commit_then_cut_off(postgres: PassingPostgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next commit is done, and its connection killed before the answer is read."""
    execute, append_alone = _Cursor.execute, Postgres.append_alone

    def kill(connection: Any) -> None:
        monkeypatch.setattr(_Cursor, "execute", execute)
        monkeypatch.setattr(Postgres, "append_alone", append_alone)
        postgres.run(f"SELECT pg_terminate_backend({connection.info.backend_pid})")
        connection.execute("SELECT 1")

    def cut(cursor: Any, query: Any, *given: Any, **named: Any) -> Any:
        result = execute(cursor, query, *given, **named)
        if query == "COMMIT":
            kill(cursor.connection)
        return result

    def cut_alone(self: Postgres, connection: Any, row: Any, now: int) -> bool:
        written = append_alone(self, connection, row, now)
        if written:
            kill(connection)
        return written

    monkeypatch.setattr(_Cursor, "execute", cut)
    monkeypatch.setattr(Postgres, "append_alone", cut_alone)


async def test_a_connection_killed_before_the_commit_leaves_nothing_behind(
    postgres: PassingPostgres, store: Store
) -> None:
    def kill(cursor: Any, now: int) -> None:
        postgres.run(f"SELECT pg_terminate_backend({cursor.connection.info.backend_pid})")

    answers = await asyncio.gather(store.append(entry(1)), store.write(kill), return_exceptions=True)
    assert isinstance(answers[1], OutcomeUnknown)
    log = await store.load("room")
    assert len(log) == (0 if isinstance(answers[0], OutcomeUnknown) else 1)
    await store.append(entry(1, room="other"))


async def test_reading_goes_on_when_its_connections_were_killed(postgres: PassingPostgres, store: Store) -> None:
    await store.append(entry(1))
    await asyncio.gather(*(store.load("room") for _ in range(20)))
    postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tertulia reads'")
    assert len(await store.load("room")) == 1


async def test_while_it_is_down_everything_is_unknown_and_afterwards_all_goes_on(
    postgres: PassingPostgres, store: Store
) -> None:
    await store.append(entry(1))
    postgres.stop()
    try:
        assert not await store.ready()
        with pytest.raises(OutcomeUnknown):
            await store.append(entry(2, "room-1"))
        with pytest.raises(Unanswered):
            await store.load("room")
    finally:
        postgres.start()
    assert await store.ready()
    await store.append(entry(2, "room-1"))
    assert len(await store.load("room")) == 2


async def test_a_process_that_is_stopped_in_the_middle_does_not_hold_a_place_for_ever(
    store: Store, other: Store
) -> None:
    stopped = other._database.connect()
    cursor = stopped.cursor()
    other._database.begin(cursor)
    cursor.execute("INSERT INTO chores (chore, due) VALUES ('held', 0)")
    assert await store.claim_chore("held", 1)
    stopped.close()
