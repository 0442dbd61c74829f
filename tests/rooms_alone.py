"""Rooms on a store of their own, without an application around them: fixtures for tests that import them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.store import Store
from tests.conftest import sqlite_in


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A new SQLite file with our tables."""
    return sqlite_in(tmp_path / "new", "log.sqlite3")


@pytest.fixture
async def rooms(url: str) -> AsyncIterator[Rooms]:
    """The rooms in it."""
    store = Store(url)
    await store.start()
    yield Rooms(store, Settings())
    await store.close()
