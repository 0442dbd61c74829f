"""What is particular about SQLite as the log."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from app.storage.commit import OutcomeUnknown
from app.storage.database import Unfit
from app.storage.store import Store
from tests.conftest import open_store
from tests.test_store import entry


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with open_store(f"sqlite:///{tmp_path}/new/log.sqlite3") as store:
        yield store


async def test_a_locked_database_is_unknown_and_works_again_when_it_is_free(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    async with open_store(f"sqlite:///{path}?timeout=0.1") as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(OutcomeUnknown):
                await store.append(entry(1))
            other.execute("ROLLBACK")
            await store.append(entry(1))


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
    url = f"sqlite:///{tmp_path}/log.sqlite3"
    async with open_store(url) as store:
        await store.write(lambda cursor, now: cursor.execute("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Unfit, match="a newer Tertulia has changed its tables"):
        await Store(url).start()
