"""The commands `restore`, which replaces the SQLite database with a backup, and `new-epoch`, for a restore by other
means: a new epoch tells pages that have seen lost events to start again."""

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import text

from app.admin import CommandFailed
from app.admin.backup import checked_copy, sqlite_at
from app.admin.opening import failing_with
from app.build import COMMAND
from app.storage.databases import database_at
from app.storage.disk import sync
from app.storage.sqlite import Sqlite, parts_of

NEW_EPOCH: Final = "UPDATE house SET epoch = :epoch"
CALL_ALL_ANEW: Final = "DELETE FROM calls WHERE about = 'question'"
"""Whoever had answered since the backup is asked the same question again, and was called for it the first time."""
OF_POSTGRES: Final = (
    "PostgreSQL restores its own copies: stop every node, then run pg_restore --clean --if-exists with this "
    f"database’s address and the file that pg_dump wrote, then {COMMAND} new-epoch."
)


def restore(url: str, file: Path, replace: bool) -> str:
    """Put a copy of this backup where this URL has its database; returns a sentence. `replace`: discard the existing
    database, whose owner the copy keeps. Nothing changes before the copy is complete and verified. Raises BadSetting,
    and CommandFailed, also when a server is running."""
    database = sqlite_at(url, OF_POSTGRES)
    with failing_with(f"{file} was not put back"), database.exclusive():
        return _replace_database(file, database.path, replace)


def _replace_database(file: Path, place: Path, replace: bool) -> str:
    if not replace and any(part.exists() for part in parts_of(place)):
        raise CommandFailed(f"{place} exists already. Use --replace to discard it in favour of {file}.")
    with checked_copy(file, place, like=place if place.exists() else place.parent) as (copy, contents):
        Sqlite(f"sqlite:///{copy}").open_read_only().dispose()  # raises Unfit for tables of a newer version
        _begin_epoch(copy)
        if place.exists():
            _refuse_open(place)
        for part in parts_of(place)[1:]:  # SQLite would take them for parts of the new database
            part.unlink(missing_ok=True)
        copy.replace(place)
        sync(place.parent)
    return f"{place} holds {contents}."


def _begin_epoch(copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute(NEW_EPOCH, {"epoch": _fresh_epoch()})
        connection.execute(CALL_ALL_ANEW)
    sync(copy)


def _refuse_open(place: Path) -> None:
    try:
        with closing(sqlite3.connect(place, isolation_level=None, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # needs exclusive access
    except sqlite3.DatabaseError as error:
        # Any other fault may be the reason for restoring.
        if error.sqlite_errorname in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            raise CommandFailed(f"Another program has {place} open. Close it first.") from None


# --- The epoch ----------------------------------------------------------------------------------------------


def begin_epoch(url: str) -> str:
    """Set a new epoch; returns a sentence. Raises CommandFailed and BadSetting."""
    database = database_at(url)
    epoch = _fresh_epoch()
    with failing_with("There is no new epoch"), database.exclusive():
        database.open_read_only().dispose()
        engine = database.open()
        with engine.connect() as connection:
            connection.execute(text(NEW_EPOCH), {"epoch": epoch})
            connection.execute(text(CALL_ALL_ANEW))
        engine.dispose()
    return f"The log has a new epoch, {epoch}: every open page reloads it from the beginning."


def _fresh_epoch() -> str:
    return secrets.token_hex(8)
