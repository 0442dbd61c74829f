"""PostgreSQL, for several processes on one database. app/storage/sqlite.py is the counterpart for one process."""

import logging
import re
import time
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Final, Self, cast

import psycopg
from psycopg import pq
from sqlalchemy import Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import OperationalError

from app.storage.database import Cursor, Database, Row, Unfit, Writing, bring_up_to_date, kept_if_fit, refuse_unreadable

log = logging.getLogger("tertulia.store")

OLDEST: Final = 15
REQUIRED_ON: Final = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings that must be on, or a power failure can lose acknowledged moves."""

TIMEOUTS: Final[dict[str, Any]] = {
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 6000,
}
"""Timeouts: a database server that vanishes is given up on after six seconds."""

# A process that hangs inside a transaction blocks its rooms for five seconds, not for ever.
_WRITING: Final = "-c idle_in_transaction_session_timeout=5000 -c lock_timeout=6000"

# Every process inserts in the order of room and seq: otherwise two could deadlock.
_APPEND: Final = """
INSERT INTO events (room, seq, id, prev, actor, kind, body, at, seal)
SELECT given.room, given.seq, given.id, given.prev, actor, kind, body, given.at, seal
FROM unnest(CAST(:room AS text[]), CAST(:seq AS int[]), CAST(:id AS text[]), CAST(:prev AS text[]),
            CAST(:actor AS text[]), CAST(:kind AS text[]), CAST(:body AS bytea[]), CAST(:not_before AS bigint[]),
            CAST(:seal AS bytea[]), CAST(:at AS bigint[]))
     AS given (room, seq, id, prev, actor, kind, body, not_before, seal, at)
LEFT JOIN LATERAL (
    SELECT seq FROM events WHERE room = given.room AND seq = given.seq - 1 AND id = given.prev
    FOR KEY SHARE  -- so that it is not deleted meanwhile
) AS before ON true
WHERE not_before <= :now AND (given.seq = 1 OR before.seq IS NOT NULL)
ORDER BY given.room, given.seq
ON CONFLICT DO NOTHING
RETURNING room, seq
"""

_CLOCK: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"

# The same for one row, whose time has come and which is not the first of its room.
_APPEND_ALONE: Final = f"""
INSERT INTO events (room, seq, id, prev, actor, kind, body, at, seal)
SELECT CAST($1 AS text), CAST($2 AS int), CAST($3 AS text), CAST($4 AS text), CAST($5 AS text), CAST($6 AS text),
       CAST($7 AS bytea), CAST($8 AS bigint), CAST($9 AS bytea)
FROM events
WHERE room = $1 AND seq = $2 - 1 AND id = $4 AND abs({_CLOCK} - CAST($10 AS bigint)) <= {{most}}
FOR KEY SHARE  -- so that it is not deleted meanwhile
ON CONFLICT DO NOTHING
"""
_ALONE: Final = b"append_alone"
_TEXT, _BINARY = int(pq.Format.TEXT), int(pq.Format.BINARY)
_FORMATS: Final = (*[_TEXT] * 6, _BINARY, _TEXT, _BINARY, _TEXT)

FORETOLD_WITHIN_MS: Final = 100
"""Nobody notices so small an error in a predicted time, and it is larger only after the machine was suspended."""

_HOLD: Final = "SELECT 1 FROM events WHERE room = :room ORDER BY seq DESC LIMIT 1 FOR UPDATE"
MIGRATION_WAITS_MS: Final = 2000
"""How long a migration waits for a table in use: whoever comes after it waits as long, even to read."""
MIGRATION_TRIES: Final = 10
MIGRATION_PAUSE_S: Final = 3.0
_ONE_AT_A_TIME: Final = "SELECT pg_advisory_xact_lock(hashtext('tertulia'), 1)"


class Postgres(Database):
    """The database of a URL such as `postgresql://tertulia:password@db.example.org/tertulia`."""

    shared = True
    readers = 4
    outages: tuple[type[Exception], ...] = (psycopg.OperationalError, psycopg.InterfaceError)
    size = "SELECT pg_database_size(current_database())"
    clock = _CLOCK
    heads = """
    SELECT value, seq, id
    FROM json_array_elements_text(CAST(:rooms AS json)) AS wanted (value)
    CROSS JOIN LATERAL (SELECT seq, id FROM events WHERE room = value ORDER BY seq DESC LIMIT 1) AS last
    """

    def __init__(self, url: str) -> None:
        self._url = make_url(url)

    @property
    def conninfo(self) -> str:
        """The address in libpq's form."""
        return self._url.set(drivername="postgresql").render_as_string(hide_password=False)

    def open(self) -> Engine:
        """Open and migrate it. Also refuses a server whose settings could lose commits."""
        engine = self._engine("tertulia reads")
        with kept_if_fit(engine):
            with engine.connect() as connection:
                _refuse_unsafe(connection)
            _migrate(engine)
        return engine

    def open_read_only(self) -> Engine:
        """Open it with read-only transactions."""
        engine = self._engine("tertulia looks", options="-c default_transaction_read_only=on")
        try:
            with kept_if_fit(engine):
                refuse_unreadable(engine)
        except OperationalError as error:
            raise Unfit(str(error.orig).strip()) from None
        return engine

    def _engine(self, name: str, **given: str) -> Engine:
        url, named = self._url.set(drivername="postgresql+psycopg"), {**TIMEOUTS, "application_name": name, **given}
        return create_engine(url, isolation_level="AUTOCOMMIT", connect_args=named, pool_size=self.readers)

    def connect(self) -> Writing:
        """A new connection, since the previous one may be broken."""
        named = {**TIMEOUTS, "application_name": "tertulia writes", "options": _WRITING}
        connection = psycopg.Connection.connect(self.conninfo, autocommit=True, cursor_factory=_Cursor, **named)
        _check(connection.pgconn.prepare(_ALONE, _APPEND_ALONE.format(most=FORETOLD_WITHIN_MS).encode()))
        return cast(Writing, connection)

    def begin(self, cursor: Any) -> int:
        """Begin, and read the clock, in one round trip."""
        cursor.execute(f"BEGIN; SELECT {self.clock}", prepare=False)
        cursor.nextset()
        return int(cursor.fetchone()[0])

    def append(self, cursor: Cursor, rows: Sequence[Row], now: int) -> Collection[tuple[str, int]]:
        """Insert all rows in one statement."""
        ordered = sorted(rows)
        columns = {name: [row[place] for row in ordered] for place, name in enumerate(Row._fields)}
        written = cursor.execute(_APPEND, {**columns, "now": now})
        return {(room, seq) for room, seq in written}

    def append_alone(self, connection: Writing, row: Row, now: int) -> bool:
        """Append by libpq's own call: psycopg's cursor takes twice as long as everything else that the writer does."""
        texts = row.room, str(row.seq), row.id, row.prev, row.actor, row.kind
        values: list[Any] = [*map(str.encode, texts), row.body, b"%d" % row.at, row.seal, b"%d" % now]
        result = cast("psycopg.Connection[Any]", connection).pgconn.exec_prepared(_ALONE, values, _FORMATS)
        _check(result)
        return result.command_tuples == 1

    def hold(self, cursor: Cursor, room: str) -> None:
        """Lock the room's last event, which appends lock as well."""
        cursor.execute(_HOLD, {"room": room})

    def is_full(self, error: Exception) -> bool:
        """Judge by the server's error code."""
        return isinstance(error, psycopg.errors.DiskFull)

    def damage(self, error: BaseException) -> str | None:
        """Judge by the server's error code; its words may quote what is stored."""
        cause = getattr(error, "orig", error)
        if isinstance(cause, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted):
            return f"PostgreSQL reports {type(cause).__name__} ({cause.sqlstate}); its own log says where"
        return None


def _check(result: pq.abc.PGresult) -> None:
    """Raises psycopg's error for a statement that failed."""
    if result.status == pq.ExecStatus.COMMAND_OK:
        return
    state = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()
    message = result.get_error_message()
    raise psycopg.errors.lookup(state)(message) if state else psycopg.OperationalError(message)  # the connection broke


class _Cursor(psycopg.Cursor[Any]):
    """Takes `:name` parameters, as SQLite does."""

    def execute(self, query: Any, params: Any = None, **named: Any) -> Self:
        return super().execute(_named(query), params, **named)


@cache
def _named(sql: str) -> bytes:
    """The statement with `%(room)s` for `:room`."""
    return re.sub(r"(?<!:):([a-z][a-z0-9_]*)", r"%(\1)s", sql).encode()


def _migrate(engine: Engine) -> None:
    """Migrate the tables when nobody else uses them: other nodes and a pg_dump must not wait for one another here.
    Raises Unfit."""
    for _ in range(MIGRATION_TRIES):
        try:
            limit = f"SET LOCAL lock_timeout = {MIGRATION_WAITS_MS}"
            bring_up_to_date(engine, ["BEGIN", _ONE_AT_A_TIME, limit])
            return
        except OperationalError as error:
            if not isinstance(error.orig, psycopg.errors.LockNotAvailable | psycopg.errors.DeadlockDetected):
                raise
        log.warning("the tables are in use and could not be migrated: this is tried again")
        time.sleep(MIGRATION_PAUSE_S)
    raise Unfit("its tables cannot be migrated while something else uses them, such as pg_dump; start when it is over")


def _refuse_unsafe(connection: Connection) -> None:
    version = int(connection.scalar(text("SHOW server_version_num")) or 0) // 10_000
    if version < OLDEST:
        raise Unfit(f"it is PostgreSQL {version}, but PostgreSQL {OLDEST} or newer is needed")
    for setting in REQUIRED_ON:
        if connection.scalar(text(f"SHOW {setting}")) == "off":
            raise Unfit(f"its setting {setting} is off, so acknowledged moves could be lost; switch it on")
