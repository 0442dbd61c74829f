"""PostgreSQL as the log: a separate process that may be misconfigured, go away, and return, with several nodes writing
to it. A lone row takes one round trip."""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest
from alembic import command
from msgspec.structs import replace
from psycopg.errors import CheckViolation
from sqlalchemy.engine import make_url

from app.storage.commit import Conflict, OutcomeUnknown, Repeated, TooEarly
from app.storage.database import Unfit, _migrations
from app.storage.open_database import Unanswered
from app.storage.postgres import FORETOLD_WITHIN_MS, OLDEST, Postgres, _Cursor
from app.storage.store import Store
from app.table.decide import IndexRow
from app.table.events import Event
from app.table.seals import dated
from tests.conftest import open_store
from tests.storage.test_store import entry, texts
from tests.support.tables import until
from tools.postgres import PassingPostgres


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    async with open_store(postgres_url) as store:
        yield store


other = store  # the same database, from another node


def database(url: str) -> str:
    return make_url(url).database


# --- A server that could lose moves is refused ---


async def refused(url: str) -> str:
    with pytest.raises(Unfit) as sentence:
        await Store(url).start()
    return str(sentence.value)


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
async def test_a_server_that_may_lose_it_is_refused(postgres: PassingPostgres, postgres_url: str, setting: str) -> None:
    postgres.set(setting, "off")
    try:
        assert f"its setting {setting} is off" in await refused(postgres_url)
    finally:
        postgres.set(setting, None)
    async with open_store(postgres_url):
        pass


async def test_an_old_server_and_tables_of_a_newer_version_are_refused(
    postgres: PassingPostgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert OLDEST == 15
    with monkeypatch.context() as patch:
        patch.setattr("app.storage.postgres.OLDEST", 99)
        assert await refused(postgres_url) == "it is PostgreSQL 18, but PostgreSQL 99 or newer is needed"
    postgres.run("UPDATE alembic_version SET version_num = '9999'", database(postgres_url))
    assert "a newer Tertulia has migrated its tables (to 9999)" in await refused(postgres_url)


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


def test_an_event_without_a_seal_is_not_written(postgres: PassingPostgres, postgres_url: str) -> None:
    row = "(room, seq, id, prev, actor, kind, body, at) VALUES ('room', 1, 'one', '', 'ann', 'said', '', 0)"
    with pytest.raises(CheckViolation):
        postgres.run(f"INSERT INTO events {row}", database(postgres_url))


@pytest.fixture
def older_url(postgres: PassingPostgres) -> Iterator[str]:
    """A new database with the tables of an older version: the next migration changes `events`."""
    name = postgres.new_database()
    engine, config = Postgres(postgres.url(name))._engine("tests"), _migrations()
    with engine.connect() as config.attributes["connection"]:
        command.upgrade(config, "0010")
    engine.dispose()
    yield postgres.url(name)
    postgres.drop_database(name)


@pytest.fixture
def dump(older_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[psycopg.Connection]:
    """A connection that reads the events of tables that are yet to be migrated, as pg_dump does until it ends."""
    monkeypatch.setattr("app.storage.postgres.MIGRATION_WAITS_MS", 50)
    monkeypatch.setattr("app.storage.postgres.MIGRATION_PAUSE_S", 0.05)
    with psycopg.connect(older_url) as dump:
        dump.execute("LOCK TABLE events IN ACCESS SHARE MODE")
        yield dump


async def test_a_migration_that_waits_for_a_dump_holds_no_other_node_up(
    dump: psycopg.Connection, older_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.postgres.MIGRATION_TRIES", 1000)
    store = Store(older_url)
    starting = asyncio.create_task(store.start())
    with psycopg.connect(older_url, autocommit=True) as other:
        waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = CAST('events' AS regclass)"
        await until(lambda: other.execute(waits).fetchone())
        other.execute("SET statement_timeout = '3s'")
        other.execute("SELECT max(seq) FROM events")
    assert not starting.done()
    dump.rollback()
    await starting
    await store.close()


async def test_a_migration_that_waits_too_long_says_for_what(dump: psycopg.Connection, older_url: str) -> None:
    assert "while something else uses them, such as pg_dump" in await refused(older_url)


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


async def test_a_room_in_which_somebody_acts_at_another_node_is_not_put_away(store: Store, other: Store) -> None:
    await store.append(replace(entry(1), index_row=IndexRow("gathering", watched=False)))
    other._clock.given = lambda: store.now() + 1_000_000
    appended = asyncio.Event()
    loop = asyncio.get_running_loop()
    go_on = threading.Event()

    def wait(cursor: Any, now: int) -> None:
        loop.call_soon_threadsafe(appended.set)
        go_on.wait(10)

    # One transaction: an event, and work during which the other node begins to delete the room.
    act = store.append(replace(entry(2, "room-1"), index_row=IndexRow("gathering", watched=False)))
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
    execute = _Cursor.execute

    def cut(cursor: Any, query: Any, *given: Any, **named: Any) -> Any:
        result = execute(cursor, query, *given, **named)
        if query == "COMMIT":
            monkeypatch.undo()
            postgres.run(f"SELECT pg_terminate_backend({cursor.connection.info.backend_pid})")
            cursor.connection.execute("SELECT 1")
        return result

    monkeypatch.setattr(_Cursor, "execute", cut)
    with pytest.raises(OutcomeUnknown):
        await store.append(entry(1, id="wish", text="hello"))
    assert await texts(store) == ["hello"]
    with pytest.raises(Repeated):
        await store.append(entry(1, id="wish", text="hello"))


async def test_a_connection_killed_before_its_commit_leaves_nothing(postgres: PassingPostgres, store: Store) -> None:
    def kill(cursor: Any, now: int) -> None:
        postgres.run(f"SELECT pg_terminate_backend({cursor.connection.info.backend_pid})")

    answers = await asyncio.gather(store.append(entry(1)), store.write(kill), return_exceptions=True)
    assert isinstance(answers[1], OutcomeUnknown)
    assert len(await store.load("room")) == (0 if isinstance(answers[0], OutcomeUnknown) else 1)
    await store.append(entry(1, room="other"))


async def test_while_it_is_down_all_is_unknown_and_then_goes_on(postgres: PassingPostgres, store: Store) -> None:
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
    await asyncio.gather(*(store.load("room") for _ in range(20)))
    postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tertulia reads'")
    assert len(await store.load("room")) == 2, "reading works after its connections were killed"


async def test_a_server_that_answers_but_saves_nothing_is_not_ready(
    postgres: PassingPostgres, store: Store, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.store.UNWRITTEN_S", 0.2)
    monkeypatch.setattr("app.storage.store.READY_TIMEOUT_S", 0.5)
    assert await store.ready()
    postgres.set("synchronous_standby_names", "nobody")  # commits wait for a standby that is not there
    try:
        while await store.ready():
            pass
    finally:
        postgres.set("synchronous_standby_names", None)
    await until(lambda: store.unwritten_s < 0.2)
    assert await store.ready()
    postgres.run(f"ALTER DATABASE {database(postgres_url)} SET default_transaction_read_only = on")
    postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tertulia writes'")
    while await store.ready():
        pass
    assert not await store.ready()


async def test_a_process_stopped_in_the_middle_holds_no_place_for_ever(store: Store, other: Store) -> None:
    stopped = other._database.connect()
    cursor = stopped.cursor()
    other._database.begin(cursor)
    cursor.execute("INSERT INTO chores (chore, due) VALUES ('held', 0)")
    assert await store.claim_chore("held", 1)
    stopped.close()


# --- A lone row takes one round trip, with the same effect as in an explicit transaction ---


MINUTE_MS = 60_000


@pytest.fixture
async def warm(store: Store) -> Store:
    """A store with a room in which something has happened, so that its writer is connected and knows the time."""
    await store.append(entry(1))
    return store


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements sent by psycopg's cursor from now on: a round trip each."""
    sent: list[str] = []
    execute = _Cursor.execute

    def note(cursor: _Cursor, query: Any, params: Any = None, **named: Any) -> Any:
        sent.append(query.split()[0].rstrip(";"))
        return execute(cursor, query, params, **named)

    monkeypatch.setattr(_Cursor, "execute", note)
    return sent


async def test_it_is_one_sealed_round_trip(warm: Store, statements: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    before, written = await warm.write(lambda cursor, now: now), list[Event]()
    append_alone = Mock(side_effect=warm._database.append_alone)
    monkeypatch.setattr(warm._database, "append_alone", append_alone)
    del statements[:]
    for seq in (2, 3, 4):
        row = replace(entry(seq, f"room-{seq - 1}", text="Ånn \U0001f3b2 \0"), seal=b"0123456789abcdef")
        written.append(await warm.append(row))
    sent = [row.id for (_, row, _), _ in append_alone.call_args_list]
    assert (sent, statements) == (["room-2", "room-3", "room-4"], [])
    assert (await warm.load("room"))[1:] == written
    after = await warm.write(lambda cursor, now: now)
    for event in written:
        assert event.seal == dated(b"0123456789abcdef", event.at)
        assert before - FORETOLD_WITHIN_MS <= event.at <= after + FORETOLD_WITHIN_MS


async def test_rows_together_or_with_something_else_are_one_transaction(warm: Store, statements: list[str]) -> None:
    await asyncio.gather(warm.append(entry(2, "room-1")), warm.append(entry(1, room="other")))
    assert statements == ["BEGIN", "INSERT", "COMMIT"]
    del statements[:]
    await warm.append(replace(entry(3, "room-2"), index_row=IndexRow("gathering", watched=False)))
    assert statements == ["BEGIN", "INSERT", "INSERT", "COMMIT"]


@pytest.mark.parametrize("off_ms", [-MINUTE_MS, MINUTE_MS])
async def test_a_time_that_was_foretold_wrongly_counts_not(warm: Store, statements: list[str], off_ms: int) -> None:
    before = await warm.write(lambda cursor, now: now)
    warm._writer._thread_side._ahead_ms += off_ms
    del statements[:]
    written = await warm.append(entry(2, "room-1"))
    assert statements == ["BEGIN", "INSERT", "COMMIT"]
    assert before <= written.at <= before + MINUTE_MS // 2
    await warm.append(entry(3, "room-2"))
    assert statements == ["BEGIN", "INSERT", "COMMIT"], "it knows the time again"


async def test_whether_its_time_has_come_is_asked_of_the_database(warm: Store, statements: list[str]) -> None:
    warm._writer._thread_side._ahead_ms += FORETOLD_WITHIN_MS // 2
    with pytest.raises(TooEarly):
        await warm.append(replace(entry(2, "room-1"), not_before=warm.now() + MINUTE_MS))
    assert statements[0] == "BEGIN"


async def test_time_in_a_log_never_goes_back(warm: Store) -> None:
    later = warm.now() + MINUTE_MS
    assert (await warm.append(replace(entry(2, "room-1"), after=later))).at == later


async def test_nothing_is_written_behind_an_event_that_is_deleted_meanwhile(warm: Store, other: Store) -> None:
    await warm.append(replace(entry(2, "room-1"), index_row=IndexRow("gathering", watched=False)))
    assert await other.delete_room("room")
    with pytest.raises(Conflict):
        await warm.append(entry(3, "room-2"))
    assert await warm.load("room") == []
