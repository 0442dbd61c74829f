"""Rooms on a store of their own, without an application: fixtures for tests to import."""

from pathlib import Path

import pytest

from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.store import Store
from tests.conftest import sqlite_in


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """SQLite in a file: the database itself is not under test."""
    return sqlite_in(tmp_path, "log.sqlite3")


@pytest.fixture
def rooms(store: Store) -> Rooms:
    """The rooms of this store."""
    return Rooms(store, Settings())


async def tamper(store: Store, change: str, **where: object) -> None:
    """Change events as no server would."""
    for trigger in ("events_stay_as_they_are", "events_stay"):
        await store.write(lambda cursor, now, name=trigger: cursor.execute(f"DROP TRIGGER IF EXISTS {name}"))
    such = " AND ".join(f"{name} = :{name}" for name in where) or "TRUE"
    await store.write(lambda cursor, now: cursor.execute(f"{change} WHERE {such}", where))
