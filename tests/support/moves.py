"""Moves submitted to a store in a file, and their outcomes."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from app.storage import writer
from app.storage.store import Store
from app.table.decide import Entry
from app.table.events import Event, Moved
from app.table.seals import SEAL_BYTES
from tests.conftest import open_store, sqlite_in
from tests.support.tables import until


def move(seq: int, room: str = "room", **changed: Any) -> Entry:
    given = {"id": f"{room}-{seq}", "prev": f"{room}-{seq - 1}" if seq > 1 else "", "actor": "ann", **changed}
    return Entry(room, seq, body=Moved(0, 1, Raw(b'{"do":"put"}'), []), seal=bytes(SEAL_BYTES), **given)


class Moves:
    """Submits moves, and keeps their outcomes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.told: dict[str, Event | BaseException] = {}
        self.order: list[str] = []

    def submit(self, *entries: Entry) -> None:
        for entry in entries:
            self.store.append(entry).add_done_callback(partial(self._note, entry.id))

    def _note(self, id: str, appended: asyncio.Future[Event]) -> None:
        assert id not in self.told, "answered twice"
        self.told[id] = appended.exception() or appended.result()
        self.order.append(id)

    async def all(self, *entries: Entry) -> list[str]:
        """Submit them together; the kind of outcome of each."""
        self.submit(*entries)
        return await self.of(*entries)

    async def of(self, *entries: Entry) -> list[str]:
        await until(lambda: all(entry.id in self.told for entry in entries))
        return [type(self.told[entry.id]).__name__ for entry in entries]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(sqlite_in(tmp_path / "new", "log.sqlite3").removeprefix("sqlite:///"))


@pytest.fixture
async def store(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """A store whose disk counts as fast, however busy this machine is."""
    monkeypatch.setattr(writer, "_off_the_processor", lambda: 0.0)
    async with open_store(f"sqlite:///{path}") as store:
        yield store


@pytest.fixture
def moves(store: Store) -> Moves:
    return Moves(store)


@pytest.fixture
def other(path: Path) -> Any:
    """Another connection to the same file."""
    other = sqlite3.connect(path, isolation_level=None, timeout=5)
    yield other
    other.close()
