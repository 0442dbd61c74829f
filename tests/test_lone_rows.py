"""A lone row is one round trip to PostgreSQL, and means what it would mean in a transaction that was begun first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from app.storage.commit import Committer, Conflict, OutcomeUnknown, Repeated, TooEarly
from app.storage.postgres import FORETOLD_WITHIN_MS, _Cursor
from app.storage.store import Store
from app.table.decide import Note
from app.table.seals import dated
from tests.conftest import open_store
from tests.test_store import entry
from tools.postgres import PassingPostgres

MINUTE_MS = 60_000


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    """With a room in which something has happened, so that its writer is connected and knows the time."""
    async with open_store(postgres_url) as store:
        await store.append(entry(1))
        yield store


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is sent by psycopg's cursor from now on: a round trip each."""
    sent: list[str] = []
    execute = _Cursor.execute

    def note(cursor: _Cursor, query: Any, params: Any = None, **named: Any) -> Any:
        sent.append(query.split()[0].rstrip(";"))
        return execute(cursor, query, params, **named)

    monkeypatch.setattr(_Cursor, "execute", note)
    return sent


def committer_of(store: Store) -> Committer:
    return store._writer._thread_side


async def test_it_is_one_round_trip(store: Store, statements: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    append_alone = store._database.append_alone

    def note(connection: Any, row: Any, now: int) -> bool:
        sent.append(row.id)
        return append_alone(connection, row, now)

    monkeypatch.setattr(store._database, "append_alone", note)
    for seq in (2, 3, 4):
        await store.append(entry(seq, f"room-{seq - 1}"))
    assert sent == ["room-2", "room-3", "room-4"]
    assert statements == []
    assert [event.seq for event in await store.load("room")] == [1, 2, 3, 4]


async def test_it_is_sealed_with_its_time_and_read_back_as_it_was_written(
    store: Store, statements: list[str], postgres: PassingPostgres
) -> None:
    before = await store.write(lambda cursor, now: now)
    del statements[:]
    written = await store.append(replace(entry(2, "room-1", text="Ånn \U0001f3b2 \0"), seal=b"0123456789abcdef"))
    assert statements == []
    assert written.seal == dated(b"0123456789abcdef", written.at)
    assert (await store.load("room"))[1] == written
    assert before - FORETOLD_WITHIN_MS <= written.at <= await store.write(lambda cursor, now: now) + FORETOLD_WITHIN_MS


async def test_rows_that_come_together_are_one_transaction(store: Store, statements: list[str]) -> None:
    await asyncio.gather(store.append(entry(2, "room-1")), store.append(entry(1, room="other")))
    assert statements == ["BEGIN", "INSERT", "COMMIT"]


async def test_what_belongs_to_an_event_is_written_in_its_transaction(store: Store, statements: list[str]) -> None:
    await store.append(replace(entry(2, "room-1"), note=Note("gathering", watched=False)))
    assert statements == ["BEGIN", "INSERT", "INSERT", "COMMIT"]


@pytest.mark.parametrize("off_ms", [-MINUTE_MS, MINUTE_MS])
async def test_a_time_that_was_foretold_wrongly_does_not_count(
    store: Store, statements: list[str], off_ms: int
) -> None:
    before = await store.write(lambda cursor, now: now)
    ahead = committer_of(store)._ahead_ms
    assert ahead is not None
    committer_of(store)._ahead_ms = ahead + off_ms
    del statements[:]
    written = await store.append(entry(2, "room-1"))
    assert statements == ["BEGIN", "INSERT", "COMMIT"]
    assert before <= written.at <= before + MINUTE_MS // 2
    await store.append(entry(3, "room-2"))
    assert statements == ["BEGIN", "INSERT", "COMMIT"], "it knows the time again"


@pytest.mark.parametrize(
    ("seq", "prev", "id", "why"),
    [
        (2, "room-1", "other", Conflict),
        (3, "another", "new", Conflict),
        (4, "room-3", "new", Conflict),
        (2, "room-1", "room-2", Repeated),
        (3, "room-2", "room-1", Repeated),
    ],
)
async def test_it_says_why_it_was_not_written(store: Store, seq: int, prev: str, id: str, why: type[Exception]) -> None:
    await store.append(entry(2, "room-1"))
    with pytest.raises(why):
        await store.append(entry(seq, prev, id=id))
    assert [event.id for event in await store.load("room")] == ["room-1", "room-2"]


async def test_whether_its_time_has_come_is_asked_of_the_database(store: Store, statements: list[str]) -> None:
    ahead = committer_of(store)._ahead_ms
    assert ahead is not None
    committer_of(store)._ahead_ms = ahead + FORETOLD_WITHIN_MS // 2
    with pytest.raises(TooEarly):
        await store.append(replace(entry(2, "room-1"), not_before=store.now() + MINUTE_MS))
    assert statements[0] == "BEGIN"


async def test_time_in_a_log_never_goes_back(store: Store) -> None:
    later = store.now() + MINUTE_MS
    assert (await store.append(replace(entry(2, "room-1"), after=later))).at == later


async def test_nothing_is_written_behind_an_event_that_is_deleted_meanwhile(store: Store, postgres_url: str) -> None:
    await store.append(replace(entry(2, "room-1"), note=Note("gathering", watched=False)))
    async with open_store(postgres_url) as other:
        assert await other.delete_room("room")
    with pytest.raises(Conflict):
        await store.append(entry(3, "room-2"))
    assert await store.load("room") == []


async def test_a_connection_that_breaks_leaves_the_outcome_unknown_and_is_replaced(
    store: Store, postgres: PassingPostgres
) -> None:
    postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tertulia writes'")
    with pytest.raises(OutcomeUnknown):
        await store.append(entry(2, "room-1"))
    assert (await store.append(entry(2, "room-1"))).seq == 2


async def test_a_row_that_is_rejected_is_no_outage(store: Store) -> None:
    with pytest.raises(OutcomeUnknown):
        await store.append(entry(2, "room-1", id="i" * 33))
    assert (await store.append(entry(2, "room-1"))).seq == 2
