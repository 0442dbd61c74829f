"""SQLite: one file, one process. app/postgres.py is its counterpart for several."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url

from app.database import Cursor, Row, Writing, bring_up_to_date

# A row is written only behind the predecessor it names. Nothing is written over a place or an id that is taken.
_APPEND: Final = """
INSERT INTO events (room, seq, id, prev, actor, kind, body, at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?9
WHERE ?8 <= ?9 AND (?2 = 1 OR EXISTS (SELECT 1 FROM events WHERE room = ?1 AND seq = ?2 - 1 AND id = ?4))
ON CONFLICT DO NOTHING
"""


class Sqlite:
    """The file of an address such as `sqlite:///data/tertulia.sqlite3`."""

    shared = False
    readers = 2
    outages: tuple[type[Exception], ...] = (sqlite3.OperationalError,)
    clock = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    heads = """
    SELECT value, (SELECT max(seq) FROM events WHERE room = value) FROM json_each(:rooms)
    """

    def __init__(self, url: str) -> None:
        self._url = url

    def open(self) -> Engine:
        """Makes the file and its folder if they are not there."""
        if path := make_url(self._url).database:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        self._engine = create_engine(self._url, isolation_level="AUTOCOMMIT")
        event.listen(self._engine, "connect", _prepare)
        try:
            bring_up_to_date(self._engine, ["BEGIN IMMEDIATE"])
        except BaseException:
            self._engine.dispose()
            raise
        return self._engine

    def connect(self) -> Writing:
        """Not the readers': nobody sees what is not committed yet."""
        return cast(Writing, self._engine.raw_connection())

    def begin(self, cursor: Cursor) -> int:
        """Takes the lock for writing at once, so that nothing fails half way."""
        cursor.execute("BEGIN IMMEDIATE")
        cursor.execute(f"SELECT {self.clock}")
        now: int = cursor.fetchone()[0]
        return now

    def append(self, cursor: Any, rows: Sequence[Row], now: int) -> Mapping[tuple[str, int], int]:
        """Row by row: there is no way between the driver and the file."""
        return {(row.room, row.seq): now for row in rows if cursor.execute(_APPEND, (*row, now)).rowcount == 1}

    def hold(self, cursor: Cursor, room: str) -> None:
        """Nobody else writes anyway."""


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """WAL lets readers read while the writer writes; FULL makes a commit outlive a power cut. A write-ahead log of 64
    MB, not the usual 4, folds a page that changes often into the file once instead of sixteen times."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=16000"):
        connection.execute(f"PRAGMA {pragma}").close()
