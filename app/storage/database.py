"""The interface between the store and a database: app/storage/sqlite.py and app/storage/postgres.py implement it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

from sqlalchemy import Engine, inspect, text
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor

from app.storage.schema import REVISION
from app.table import seals

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS: Final = Path(__file__).resolve().parents[2] / "migrations"


Cursor: TypeAlias = DBAPICursor
"""A cursor that takes named parameters, as in `:room`."""

Writing: TypeAlias = DBAPIConnection
"""The writer's connection. Transactions begin and end by SQL only, except failed ones."""


class Row(NamedTuple):
    """An event to append after `prev`, and not before `not_before` (ms, database clock). `at`: the time of its
    predecessor when submitted, its own time once written."""

    room: str
    seq: int
    id: str
    prev: str
    actor: str
    kind: str
    body: bytes
    not_before: int
    seal: bytes
    at: int

    def dated(self, now: int) -> Row:
        """The row, and its seal, with the time at which it is written: `now`, but never before its predecessor,
        whatever the clocks say."""
        at = max(now, self.at)
        return Row(*self[:8], seals.dated(self.seal, at), at)


class Database(Protocol):
    """One database, chosen by its URL. Methods with a body here are optional."""

    shared: bool
    """Whether several processes may use it at once, across a network. Otherwise a commit is a call into this process
    and a write to its own disk."""
    readers: int
    """Number of reader threads."""
    outages: tuple[type[Exception], ...]
    """The driver's exceptions for a database that does not answer; any other rejects a single statement."""
    size: str
    """SQL expression: size in bytes."""
    clock: str
    """SQL expression: current time in milliseconds."""
    heads: str
    """SQL: each room code in `:rooms` (a JSON array) with the seq and id of its last event."""

    @property
    def path(self) -> Path | None:
        """The database file on this machine; None for a database server."""
        return None

    def exclusive(self, at: str = "") -> AbstractContextManager[None]:
        """Hold the database for this process, even if it crashes, if only one may write. `at`: where it serves, for
        `served_at`. Raises Unfit when another has it."""
        return nullcontext()

    def served_at(self) -> str:
        """Where the process serves that holds this database, or held it last; empty: not known."""
        return ""

    def open(self) -> Engine:
        """Migrate the tables and return an engine for reading. From then on commits are durable. Raises Unfit."""

    def open_read_only(self) -> Engine:
        """Return a read-only engine; changes nothing. Raises Unfit when there is no log that this version can read."""

    def connect(self) -> Writing:
        """Open a connection for the writer."""

    def connect_impatiently(self) -> Writing:
        """The same, but if not `shared`, a transaction fails at once instead of waiting for another one."""
        return self.connect()

    def is_busy(self, error: Exception) -> bool:
        """Whether a transaction did not begin because another one is under way."""
        return False

    def grow_log(self) -> None:
        """If not `shared`: grow the write-ahead log to a good part of the length it reaches between checkpoints,
        since commits that overwrite blocks of a file cost half as much as those that append to it. Blocks, and so do
        commits meanwhile."""
        return

    def checkpoint(self) -> None:
        """If not `shared`: copy committed pages from the write-ahead log into the file, concurrently with other
        commits, and restart the log. Blocks until that is done."""
        return

    def begin(self, cursor: Cursor) -> int:
        """Begin a transaction and return its time (ms, database clock)."""

    def append(self, cursor: Cursor, rows: Sequence[Row], now: int) -> Collection[tuple[str, int]]:
        """Insert the rows whose time has come, whose predecessor is the one they name, and whose place and id are free;
        skip the others. `rows` have distinct places. Returns the (room, seq) of those written."""

    def append_alone(self, connection: Writing, row: Row, now: int) -> bool:
        """Append one row in a transaction of its own, in one round trip, if the database's clock shows about `now`
        (ms); returns whether it is committed. `row` has a predecessor, and its time has come. False: nothing was
        written."""
        return False

    def hold(self, cursor: Cursor, room: str) -> None:
        """Block appends to this room until the transaction ends, after waiting for those under way."""
        return

    def is_full(self, error: Exception) -> bool:
        """Whether a write failed with this error for lack of disk space."""

    def damage(self, error: BaseException) -> str | None:
        """What the database says is damaged, if this error is for damage; it quotes nothing that is stored."""

    def why_not(self, error: BaseException) -> str:
        """Why the database cannot be used, in words: one line, without a full stop."""
        if (damage := self.damage(error)) is not None:
            return f'it is damaged ({damage}); docs/hosting.md, "The file is damaged", says what to do'
        reason, _, _ = str(getattr(error, "orig", error)).partition("\n")
        return reason if isinstance(error, Unfit) or reason else type(error).__name__

    def check(self, given_up: Callable[[], bool], *, thoroughly: bool = False) -> str | None:
        """Read everything and return what is damaged, if anything. Stops early once `given_up` says so. `thoroughly`:
        compare indexes with their tables, too. Blocks. A database server has its own means (amcheck)."""
        return None


class Unfit(Exception):
    """The database cannot be used; the message says why."""


def bring_up_to_date(engine: Engine, begin: Iterable[str]) -> str | None:
    """Create or migrate the tables, and return the revision that they had; None: there were none. `begin`: SQL of a
    transaction that excludes other migrations. Raises Unfit."""
    had = _revision(engine)
    if had == REVISION:
        return had
    with engine.connect() as connection:
        # Alembic takes 8 MB and a tenth of a second to load, and is needed only if something changes.
        from alembic import command

        config = _migrations()
        config.attributes["connection"] = connection
        for statement in begin:
            connection.exec_driver_sql(statement)
        command.upgrade(config, "head")
        connection.exec_driver_sql("COMMIT")
    return had


@contextmanager
def kept_if_fit(engine: Engine) -> Iterator[None]:
    """Disposes of the engine when anything fails during the context."""
    try:
        yield
    except BaseException:
        engine.dispose()
        raise


def refuse_unreadable(engine: Engine) -> None:
    """Raise Unfit when the tables are missing or belong to a newer version."""
    if _revision(engine) is None:
        raise Unfit("it holds no tables of Tertulia")


def refuse_other(engine: Engine) -> None:
    """Raise Unfit unless the tables are of this version: no command may migrate them under a running server."""
    if _revision(engine) != REVISION:
        raise Unfit("its tables are those of another version; run this command with the version that serves it")


def _revision(engine: Engine) -> str | None:
    """The database's revision, if any. Raises Unfit when it is unknown, hence newer."""
    with engine.connect() as connection:
        has_any = inspect(connection).has_table("alembic_version")
        revision = connection.scalar(text("SELECT version_num FROM alembic_version")) if has_any else None
    if revision not in (None, REVISION) and revision not in _known_revisions():
        raise Unfit(f"a newer Tertulia has migrated its tables (to {revision}); use that version")
    return revision


def _known_revisions() -> set[str]:
    from alembic.script import ScriptDirectory

    return {known.revision for known in ScriptDirectory.from_config(_migrations()).walk_revisions()}


def _migrations() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
