"""What the store needs of a database. There are two: app/storage/sqlite.py and app/storage/postgres.py."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from sqlalchemy import Connection, Engine, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS: Final = Path(__file__).resolve().parents[2] / "migrations"


class Cursor(Protocol):
    """Runs SQL in which parameters are named, as in `:room`."""

    @property
    def rowcount(self) -> int: ...

    def execute(self, sql: str, parameters: Mapping[str, Any] = ..., /) -> Any: ...

    def fetchone(self) -> Any: ...


class Writing(Protocol):
    """A connection to write by. Nothing is begun or committed on it but by SQL."""

    def cursor(self) -> Cursor: ...

    def close(self) -> None: ...


class Row(NamedTuple):
    """An event as it is appended: behind the one it names, not before that time of the database's clock. `at` is when
    it is written: as it is handed in, the time of the event before it."""

    room: str
    seq: int
    id: str
    prev: str
    actor: str
    kind: str
    body: bytes
    not_before: int
    seal: bytes | None
    at: int


class Database(Protocol):
    """The database behind one address."""

    shared: bool
    """Whether several processes may use it at once."""
    readers: int
    """How many threads read from it."""
    outages: tuple[type[Exception], ...]
    """What its driver raises when it does not answer. What else is raised says no to one statement."""
    size: str
    """SQL: how many bytes it takes."""
    clock: str
    """The SQL of its clock, in milliseconds."""
    heads: str
    """SQL: each of `rooms`, an array in JSON, with the seq of its last event."""

    @property
    def path(self) -> Path | None:
        """The file that it is, on this machine; None: another server's, or only in memory."""

    def alone(self) -> AbstractContextManager[None]:
        """Where only one process may write, keeps every other one away that asks for the same; a process that dies
        lets go. Raises Unfit when another was first."""

    def open(self) -> Engine:
        """To read from. Brings the tables up to date; what commits is safe from then on. Raises Unfit."""

    def look(self) -> Engine:
        """To read from what is there, and to change nothing. Raises Unfit when it holds no log that this code can
        read."""

    def connect(self) -> Writing:
        """To write by."""

    def begin(self, cursor: Cursor) -> int:
        """Begin a transaction; its time by the database's clock."""

    def append(self, cursor: Cursor, rows: Sequence[Row], now: int) -> Collection[tuple[str, int]]:
        """Write those of these rows whose time has come, whose predecessor is the one they name, and whose place and
        id are free; none harms another. No two have one place. The room and seq of each that was written."""

    def hold(self, cursor: Cursor, room: str) -> None:
        """Let nobody append to this room until the end of the transaction. Whoever is doing so is waited for."""

    def is_full(self, error: Exception) -> bool:
        """Whether a write failed with this for lack of space."""


class Unfit(Exception):
    """This database cannot keep what the server promises. The sentence says why."""


def bring_up_to_date(engine: Engine, begin: Iterable[str]) -> None:
    """Make the tables, or change them to what this code knows. `begin`: what begins a transaction in which no other
    process does the same. Raises Unfit."""
    # Alembic is imported only here: it is needed once, and costs a tenth of a second.
    from alembic import command

    config = _migrations()
    with engine.connect() as connection:
        revision, newest = _revisions(connection, config)
        if revision != newest:
            config.attributes["connection"] = connection
            for statement in begin:
                connection.exec_driver_sql(statement)
            command.upgrade(config, "head")
            connection.exec_driver_sql("COMMIT")


def refuse_unreadable(engine: Engine) -> None:
    """Raises Unfit when there are no tables of ours, or those of a newer version."""
    with engine.connect() as connection:
        revision, _ = _revisions(connection, _migrations())
    if revision is None:
        raise Unfit("it holds no tables of Tertulia")


def refuse_other(engine: Engine) -> None:
    """Raises Unfit when the tables are not those of this version: whoever only helps a server must not change them."""
    with engine.connect() as connection:
        revision, newest = _revisions(connection, _migrations())
    if revision != newest:
        raise Unfit("its tables are those of another version; ask with the program that serves")


def _migrations() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def _revisions(connection: Connection, config: Config) -> tuple[str | None, str | None]:
    """Which one the tables have, and which is the newest known here. Raises Unfit when they are newer than that."""
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(config)
    has_any = inspect(connection).has_table("alembic_version")
    revision = connection.scalar(text("SELECT version_num FROM alembic_version")) if has_any else None
    if revision is not None and revision not in {known.revision for known in script.walk_revisions()}:
        raise Unfit(f"a newer Tertulia has changed its tables (to {revision}); start that one")
    return revision, script.get_current_head()
