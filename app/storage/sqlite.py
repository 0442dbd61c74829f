"""SQLite: one file, one process. app/storage/postgres.py is its counterpart for several."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import quote

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from app.storage.database import Cursor, Row, Unfit, Writing, bring_up_to_date, refuse_unreadable
from app.storage.disk import free_at
from app.storage.private_files import OWN_FILE, keep_private, make_file, make_folder

# A row is written only behind the predecessor it names. Nothing is written over a place or an id that is taken.
_APPEND: Final = """
INSERT INTO events (room, seq, id, prev, actor, kind, body, at, seal)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?10, ?9
WHERE ?8 <= ?11 AND (?2 = 1 OR EXISTS (SELECT 1 FROM events WHERE room = ?1 AND seq = ?2 - 1 AND id = ?4))
ON CONFLICT DO NOTHING
"""

NEXT_TO_NOTHING: Final = 64 * 1024
"""So few bytes are free where a write failed for lack of them."""


class Sqlite:
    """The file of an address such as `sqlite:///data/tertulia.sqlite3`."""

    shared = False
    readers = 2
    outages: tuple[type[Exception], ...] = (sqlite3.OperationalError,)
    size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    clock = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    heads = """
    SELECT value, (SELECT max(seq) FROM events WHERE room = value) FROM json_each(:rooms)
    """

    def __init__(self, url: str) -> None:
        self._url = url

    @property
    def path(self) -> Path | None:
        """The file, behind whatever links; None: only in memory."""
        name = make_url(self._url).database
        return None if name in (None, "", ":memory:") else Path(str(name)).resolve()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """By a lock on a file beside the database, which stays there: the database itself may be replaced."""
        if self.path is None:
            yield
            return
        make_folder(self.path.parent)
        lock = os.open(f"{self.path}.lock", os.O_RDONLY | os.O_CREAT, OWN_FILE)
        try:
            _take(lock, self.path)
            yield
        finally:
            os.close(lock)

    def open(self) -> Engine:
        """Makes the file and its folder if they are not there. Only the user of this process may read what it holds."""
        if self.path is not None:
            make_folder(self.path.parent)
            make_file(self.path)  # whatever SQLite puts beside it has the same mode
            for part in (*parts_of(self.path), self.path.with_name(f"{self.path.name}.lock")):
                keep_private(part)
        self._engine = create_engine(self._url, isolation_level="AUTOCOMMIT")
        event.listen(self._engine, "connect", _prepare)
        try:
            bring_up_to_date(self._engine, ["BEGIN IMMEDIATE"])
        except BaseException:
            self._engine.dispose()
            raise
        return self._engine

    def look(self) -> Engine:
        """The file as it is, of whatever version."""
        path = self.path
        if path is None or not path.is_file():
            raise Unfit(f"there is no file {path}")
        engine = create_engine("sqlite://", creator=lambda: look_into(path), poolclass=NullPool)
        try:
            refuse_unreadable(engine)
        except DatabaseError as error:  # no connection is kept: nothing has to be closed
            raise Unfit(f"{path} cannot be read ({error.orig})") from None
        return engine

    def connect(self) -> Writing:
        """Not the readers': nobody sees what is not committed yet."""
        return cast(Writing, self._engine.raw_connection())

    def begin(self, cursor: Cursor) -> int:
        """Takes the lock for writing at once, so that nothing fails half way."""
        cursor.execute("BEGIN IMMEDIATE")
        cursor.execute(f"SELECT {self.clock}")
        now: int = cursor.fetchone()[0]
        return now

    def append(self, cursor: Any, rows: Sequence[Row], now: int) -> Collection[tuple[str, int]]:
        """Row by row: there is no way between the driver and the file."""
        return {(row.room, row.seq) for row in rows if cursor.execute(_APPEND, (*row, now)).rowcount == 1}

    def hold(self, cursor: Cursor, room: str) -> None:
        """Nobody else writes anyway."""

    def is_full(self, error: Exception) -> bool:
        """SQLite has a word for it. Where its files are allocated late, the disk says so only when they are synced."""
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_IOERR") and self.path is not None:
            with suppress(OSError):
                return free_at(self.path.parent) < NEXT_TO_NOTHING
        return name == "SQLITE_FULL"


def _take(lock: int, path: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Unfit(f"another process serves or replaces {path}; one file serves one process") from None


def parts_of(path: Path) -> list[Path]:
    """The database, and the files beside it that SQLite takes for parts of it."""
    return [path, *(path.with_name(path.name + part) for part in ("-wal", "-shm", "-journal"))]


def look_into(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. Raises sqlite3.OperationalError when there is no such file."""
    return sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, isolation_level=None)


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """WAL lets readers read while the writer writes; FULL makes a commit outlive a power cut. A write-ahead log of 64
    MB, not the usual 4, folds a page that changes often into the file once instead of sixteen times."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=16000"):
        connection.execute(f"PRAGMA {pragma}").close()
