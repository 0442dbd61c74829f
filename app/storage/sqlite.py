"""SQLite, one file for one process. app/storage/postgres.py is the counterpart for several processes."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import quote

from sqlalchemy import Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import DatabaseError

from app.private_files import keep_private, make_file, make_folder
from app.storage.database import Cursor, Database, Row, Unfit, Writing, bring_up_to_date, kept_if_fit, refuse_unreadable
from app.storage.disk import MB, free_at, sync
from app.storage.empty_database import BEGINS, EmptyDatabaseCheck

# A row is inserted only after the predecessor it names, and never over a taken place or id. A row that may not be
# inserted gets NULL as its predecessor and is ignored for that: INSERT … SELECT would put each row into a temporary
# table first, which takes as long as the rest.
_APPEND: Final = """
INSERT OR IGNORE INTO events (room, seq, id, prev, actor, kind, body, at, seal)
VALUES (?1, ?2, ?3, CASE
    WHEN ?8 <= ?11 AND (?2 = 1 OR EXISTS (SELECT 1 FROM events WHERE room = ?1 AND seq = ?2 - 1 AND id = ?4)) THEN ?4
END, ?5, ?6, ?7, ?10, ?9)
"""

LOG_MB: Final = 24
LEFT_FREE: Final = 20
"""The write-ahead log may take a twentieth of the free space."""
GROWING_WAITS_S: Final = 1.0
CHECKPOINT_WAITS_S: Final = 0.05
"""How long a checkpoint waits for readers, while writers wait for it."""
STEPS_BETWEEN_LOOKS: Final = 100_000
"""Steps of SQLite's machine, after which a check looks whether it is given up: a few milliseconds."""
MOST_SAID: Final = 200
FULL_BELOW_BYTES: Final = 64 * 1024
"""Free bytes below which an I/O error counts as lack of space."""


class Sqlite(Database):
    """The file of a URL such as `sqlite:///data/tertulia.sqlite3`."""

    shared = False
    readers = 2
    outages: tuple[type[Exception], ...] = (sqlite3.OperationalError,)
    size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    clock = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    heads = """
    SELECT value, seq, events.id FROM json_each(:rooms)
    CROSS JOIN events ON room = value AND seq = (SELECT max(seq) FROM events WHERE room = value)
    """

    def __init__(self, url: str) -> None:
        """`url`: one that names a file."""
        self._url = url
        self._was_served = False

    @property
    def path(self) -> Path:
        """The file with links resolved."""
        return Path(str(make_url(self._url).database)).resolve()

    @contextmanager
    def exclusive(self, at: str = "") -> Iterator[None]:
        """Locks a file beside the database that is never deleted: the database file itself may be replaced."""
        make_folder(self.path.parent)
        self._was_served = self._lock.exists()
        make_file(self._lock)
        with self._lock.open("r+") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Unfit(f"another process serves or replaces {self.path}; one file serves one process") from None
            if at:
                lock.write(at)
                lock.truncate()
                lock.flush()
            yield

    def served_at(self) -> str:
        """What the last server wrote into the locked file."""
        with suppress(FileNotFoundError):
            return self._lock.read_text()
        return ""

    @property
    def _lock(self) -> Path:
        return self.path.with_name(f"{self.path.name}.lock")

    def open(self) -> Engine:
        """Open and migrate it. Creates the file and its folder if missing, readable by this user alone; leaves a file
        that is not a database alone."""
        make_folder(self.path.parent)
        before = EmptyDatabaseCheck(self.path, was_served=self._was_served)
        make_file(self.path)  # SQLite gives its side files the same mode
        _refuse_other(self.path)
        for part in (*parts_of(self.path), self._lock):
            keep_private(part)
        self._engine = create_engine(self._url, isolation_level="AUTOCOMMIT")
        event.listen(self._engine, "connect", _prepare)
        with kept_if_fit(self._engine):
            had = bring_up_to_date(self._engine, ["BEGIN IMMEDIATE"])
            before.report(held_tables=had is not None)
            self.checkpoint()  # so that a copy of the file alone has the tables from the beginning
        return self._engine

    def open_read_only(self) -> Engine:
        """Open the file as it is, of any readable version."""
        path = self.path
        if not path.is_file():
            raise Unfit(f"there is no file {path}")
        engine = create_engine("sqlite://", creator=lambda: connect_read_only(path), poolclass=NullPool)
        try:
            refuse_unreadable(engine)
        except DatabaseError as error:  # NullPool keeps no connection to close
            raise Unfit(f"{path} cannot be read ({error.orig})") from None
        return engine

    def connect(self) -> Writing:
        """A connection apart from the readers', so that they never see uncommitted rows."""
        return cast(Writing, self._engine.raw_connection())

    def connect_impatiently(self) -> Writing:
        """Connect without automatic checkpoints, which would hold up commits."""
        connection = self._connect_beside(0)
        connection.execute("PRAGMA wal_autocheckpoint=0").close()
        return cast(Writing, connection)

    def is_busy(self, error: Exception) -> bool:
        """Judge by SQLite's error name."""
        return getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY")

    def grow_log(self) -> None:
        """Grow the log by a transaction that is rolled back: what does not fit into its cache is written to the end of
        the log. Not if that would take much of the free space."""
        if free_at(self.path.parent) < LEFT_FREE * LOG_MB * MB:
            return
        begun = "PRAGMA cache_size=10", "BEGIN IMMEDIATE", "CREATE TABLE never (filling BLOB)"
        filling = [f"INSERT INTO never VALUES (zeroblob({MB}))"] * LOG_MB
        with closing(self._connect_beside(GROWING_WAITS_S)) as connection:
            for statement in (*begun, *filling, "ROLLBACK"):
                connection.execute(statement).close()
            sync(Path(f"{self.path}-wal"))  # before a commit has to

    def checkpoint(self) -> None:
        """Checkpoint mostly concurrently with commits, which wait only for the rest: the log restarts only if it was
        copied to its end. A long read puts that off until the next checkpoint."""
        with closing(self._connect_beside(CHECKPOINT_WAITS_S)) as connection:
            for mode in ("PASSIVE", "RESTART"):
                connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()

    def _connect_beside(self, busy_s: float) -> sqlite3.Connection:
        connection = sqlite3.connect(str(self.path), timeout=busy_s, isolation_level=None)
        _prepare(connection, None)
        return connection

    def begin(self, cursor: Cursor) -> int:
        """Take the write lock at once, so that no later statement can fail for lack of it. The clock is this
        machine's."""
        cursor.execute("BEGIN IMMEDIATE")
        return time.time_ns() // 1_000_000

    def append(self, cursor: Any, rows: Sequence[Row], now: int) -> Collection[tuple[str, int]]:
        """Insert row by row: a call into SQLite is not a round trip."""
        return {(row.room, row.seq) for row in rows if cursor.execute(_APPEND, (*row, now)).rowcount == 1}

    def is_full(self, error: Exception) -> bool:
        """Judge by SQLite's error name. File systems with delayed allocation report a full disk as an I/O error on
        sync, so free space is checked as well."""
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_IOERR"):
            with suppress(OSError):
                return free_at(self.path.parent) < FULL_BELOW_BYTES
        return name == "SQLITE_FULL"

    def damage(self, error: BaseException) -> str | None:
        """Judge by SQLite's error name. Names in a damaged schema may be no text."""
        cause = getattr(error, "orig", error)
        if isinstance(cause, UnicodeDecodeError):
            return "its schema is not text"
        is_damage = getattr(cause, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))
        return _in_a_line([str(cause)]) if is_damage else None

    def why_not(self, error: BaseException) -> str:
        """SQLite does not say that a file is only to be read, nor what is damaged about one that it can open."""
        name = getattr(getattr(error, "orig", error), "sqlite_errorname", "")
        if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")) and (closed := self._closed()):
            return closed
        if isinstance(error, Unfit | OSError):
            return super().why_not(error)
        damage = self.check(lambda: False) if self.damage(error) is None else None
        return super().why_not(error) + (f"; the file is damaged: {damage}" if damage else "")

    def _closed(self) -> str | None:
        """Why this process may not write here, if it may not."""
        folder = self.path.parent
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            return f"{folder} is on a read-only file system"
        if unfit := [path for path in (folder, *parts_of(self.path)) if path.exists() and not os.access(path, os.W_OK)]:
            return f"{unfit[0]} may not be written by the user that this runs as"
        return None

    def check(self, given_up: Callable[[], bool], *, thoroughly: bool = False) -> str | None:
        """SQLite's own check."""
        try:
            with closing(connect_read_only(self.path)) as connection:
                connection.set_progress_handler(given_up, STEPS_BETWEEN_LOOKS)
                check = "integrity_check" if thoroughly else "quick_check"
                messages = [message for (message,) in connection.execute(f"PRAGMA {check}")]
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            return self.damage(error)
        return None if messages == ["ok"] else _in_a_line(messages)


def _refuse_other(path: Path) -> None:
    with path.open("rb") as file:
        begins = file.read(len(BEGINS))
    if begins not in (b"", BEGINS):
        raise Unfit(f"{path} is not an SQLite database")


def _in_a_line(messages: Sequence[str]) -> str:
    """SQLite's words, from which damage may have no line break or terminal code reach a log."""
    words = " ".join(" ".join(messages).split())
    return "".join(letter if letter.isprintable() else "?" for letter in words)[:MOST_SAID]


def parts_of(path: Path) -> list[Path]:
    """The database file and SQLite's side files."""
    return [path, *(path.with_name(path.name + part) for part in ("-wal", "-shm", "-journal"))]


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A read-only connection. Raises sqlite3.OperationalError when there is no such file."""
    return sqlite3.connect(f"file:{quote(os.fsencode(path))}?mode=ro", uri=True, isolation_level=None)


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """WAL allows reads during a write; FULL makes commits survive a power failure. With a write-ahead log of 64 MB
    instead of the default 4, a hot page is copied into the file once instead of sixteen times."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=16000"):
        connection.execute(f"PRAGMA {pragma}").close()
