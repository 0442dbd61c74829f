"""The `move-to` command: copies everything into an empty database, of the other kind or the same, and verifies it."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Final

from sqlalchemy import Connection, Engine, TableClause, column, delete, func, insert, inspect, select, table, text
from sqlalchemy.exc import DataError

from app.admin import CommandFailed
from app.admin.opening import failing_with
from app.admin.verify_log import verify_log
from app.build import COMMAND
from app.settings import BadSetting
from app.storage.database import Database, refuse_other
from app.storage.databases import database_at

CANNOT_READ: Final = "The database of TERTULIA_DATABASE_URL cannot be moved"
CANNOT_WRITE: Final = "Nothing can be moved there"
ROWS_AT_ONCE: Final = 1000
MADE_WITH_THE_TABLES: Final = ("alembic_version", "house")
"""Tables with rows in a database without rooms. That of `house` is replaced: epoch and key stay those of the logs."""

_OTHERS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE 'tertulia%' AND pid <> pg_backend_pid()
"""


def move(url: str, target: str) -> str:
    """Copy everything in the database of this URL to the empty one of `target`, whose tables are made, and verify it;
    returns a sentence. The first one stays as it is. Raises CommandFailed, also when a server uses one of the two, and
    BadSetting."""
    source, place = database_at(url), _target_at(target)
    with ExitStack() as stack:
        with failing_with(CANNOT_READ):
            stack.enter_context(source.exclusive())
            engine = _closed_after(stack, source.open_read_only())
            refuse_other(engine)
        with failing_with(CANNOT_WRITE):
            stack.enter_context(place.exclusive())
            into = _closed_after(stack, place.open())
            copied = _copy_all(source, engine, place, into)
    if verify_log(target, None):
        raise CommandFailed("What was copied is not sound: see above. Do not serve it, and verify-log the first one.")
    counted = ", ".join(f"{copied[name]} {name}" for name in ("rooms", "events", "guests"))
    return (
        f"Moved {counted}, and all else. Every table has as many rows as before, and every log is sound. Set "
        f"TERTULIA_DATABASE_URL to the new database, and never serve the old one again: {COMMAND} backup keeps it."
    )


def _target_at(url: str) -> Database:
    try:
        return database_at(url)
    except BadSetting as why:
        raise CommandFailed(str(why).replace("TERTULIA_DATABASE_URL", "The address")) from None


def _closed_after(stack: ExitStack, engine: Engine) -> Engine:
    stack.callback(engine.dispose)
    return engine


def _copy_all(source: Database, engine: Engine, place: Database, into: Engine) -> Mapping[str, int]:
    """Table -> how many rows of it were copied: all in one transaction, or none."""
    level = "SERIALIZABLE"  # which both databases have
    with engine.connect() as reading, into.connect() as writing:
        reading.execution_options(isolation_level=level)
        writing.execution_options(isolation_level=level)
        for database, each in ((source, reading), (place, writing)):
            if database.shared and each.scalar(text(_OTHERS)):
                raise CommandFailed("A server, or another command, uses this PostgreSQL database: stop it first.")
            each.rollback()
        tables, new = _tables(reading), _tables(writing)
        _refuse_unlike(tables, new)
        _refuse_full(writing, new)
        try:
            with writing.begin():
                return {name: _copied(reading, each, writing, new[name]) for name, each in tables.items()}
        except DataError as error:
            raise CommandFailed(f"{CANNOT_WRITE}: a text does not fit there ({type(error.orig).__name__}).") from None


def _tables(connection: Connection) -> dict[str, TableClause]:
    """All but the version, which is the same. The transaction of the look ends here."""
    found = inspect(connection)
    names = sorted(set(found.get_table_names()) - {MADE_WITH_THE_TABLES[0]})
    tables = {name: table(name, *(column(each["name"]) for each in found.get_columns(name))) for name in names}
    connection.rollback()
    return tables


def _refuse_unlike(tables: Mapping[str, TableClause], new: Mapping[str, TableClause]) -> None:
    mine, theirs = ({name: set(each.columns.keys()) for name, each in some.items()} for some in (tables, new))
    if unlike := [name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)]:
        raise CommandFailed(f"{CANNOT_WRITE}: these tables are not those of Tertulia: {', '.join(sorted(unlike))}.")


def _refuse_full(connection: Connection, new: Mapping[str, TableClause]) -> None:
    for name, each in new.items():
        if name not in MADE_WITH_THE_TABLES and _count(connection, each):
            raise CommandFailed(f"{CANNOT_WRITE}: it is not empty, there are {name} in it.")
    connection.rollback()


def _copied(reading: Connection, old: TableClause, writing: Connection, new: TableClause) -> int:
    """How many rows, as both databases count them. Raises CommandFailed when they count differently."""
    if old.name in MADE_WITH_THE_TABLES:
        writing.execute(delete(new))
    for rows in _batches(reading, old):
        writing.execute(insert(new), rows)
    before, after = _count(reading, old), _count(writing, new)
    if before != after:
        raise CommandFailed(f"{CANNOT_WRITE}: of {before} {old.name} {after} came there. Nothing was changed.")
    return after


def _batches(reading: Connection, old: TableClause) -> Iterator[list[dict[str, Any]]]:
    with reading.execution_options(yield_per=ROWS_AT_ONCE).execute(select(old)) as result:
        for rows in result.mappings().partitions():
            yield [dict(row) for row in rows]


def _count(connection: Connection, counted: TableClause) -> int:
    return connection.scalar(select(func.count()).select_from(counted)) or 0
