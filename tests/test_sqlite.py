"""What is particular about SQLite as the log."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.storage.commit import OutcomeUnknown
from app.storage.database import Unfit
from app.storage.store import Store
from tests.test_store import entry


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(f"sqlite:///{tmp_path}/new/log.sqlite3")
    await store.start()
    yield store
    await store.close()


async def test_a_locked_database_is_unknown_and_works_again_when_it_is_free(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    store = Store(f"sqlite:///{path}?timeout=0.1")
    await store.start()
    other = sqlite3.connect(path, isolation_level=None)
    try:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OutcomeUnknown):
            await store.append(entry(1))
        other.execute("ROLLBACK")
        await store.append(entry(1))
    finally:
        other.close()
        await store.close()


async def test_the_file_is_in_wal_and_every_commit_is_synced(store: Store) -> None:
    def pragmas(connection: object) -> tuple[str, int]:
        driver = connection.connection.driver_connection  # type: ignore[attr-defined]
        read = lambda name: driver.execute(f"PRAGMA {name}").fetchone()[0]  # noqa: E731
        return read("journal_mode"), read("synchronous")

    assert await store.read(pragmas) == ("wal", 2)  # 2 is FULL


async def test_every_connection_that_writes_syncs_too(store: Store) -> None:
    synchronous = await store.write(lambda cursor, now: cursor.execute("PRAGMA synchronous").fetchone()[0])
    assert synchronous == 2


async def test_tables_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/log.sqlite3")
    await store.start()
    await store.write(lambda cursor, now: cursor.execute("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    with pytest.raises(Unfit, match="a newer Tertulia has changed its tables"):
        await Store(f"sqlite:///{tmp_path}/log.sqlite3").start()
