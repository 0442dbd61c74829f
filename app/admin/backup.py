"""The `backup` command: copies the SQLite database while the server runs. A partial copy is never visible."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.admin import CommandFailed
from app.keeper import copies
from app.keeper.backups import OF_POSTGRES
from app.storage.databases import database_at
from app.storage.disk import sync
from app.storage.sqlite import Sqlite


def back_up(url: str, file: Path) -> str:
    """Copy the database of this URL to a new file; returns a sentence. Raises CommandFailed and BadSetting."""
    began = time.monotonic()
    source = sqlite_at(url, OF_POSTGRES).path
    if file.exists():
        raise CommandFailed(f"{file} exists already; a copy never replaces another file.")
    with checked_copy(source, file) as (copy, contents):
        copy.rename(file)
        sync(file.absolute().parent)
    return f"Copied {contents} to {file} in {time.monotonic() - began:.2f} s."


def sqlite_at(url: str, of_postgres: str) -> Sqlite:
    """The SQLite database at this URL. Raises BadSetting, and CommandFailed, for PostgreSQL with the message
    `of_postgres`."""
    database = database_at(url)
    if not isinstance(database, Sqlite):
        raise CommandFailed(of_postgres)
    return database


@contextmanager
def checked_copy(source: Path, beside: Path, like: Path | None = None) -> Iterator[tuple[Path, str]]:
    """Like copies.checked_copy(). Raises CommandFailed."""
    try:
        with copies.checked_copy(source, beside, like) as copied:
            yield copied
    except copies.NotCopied as why:
        raise CommandFailed(str(why)) from why
