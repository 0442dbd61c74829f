"""What can be seen of a server on its own machine: its database's files, its disk, its backups."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from app.build import COMMAND
from app.doctor.findings import Finding, bad, doubtful, good
from app.settings import Settings, variable
from app.storage.databases import database_at
from app.storage.disk import MB, free_at
from app.storage.empty_database import BEGINS
from app.storage.sqlite import Sqlite, parts_of

OTHERS: Final = 0o077
"""The bits of a file's mode that are for other users."""
MOST_DAYS: Final = 2
"""Days after which a daily backup has been missed."""


def inside(settings: Settings, backups: Path | None) -> Iterator[Finding]:
    """All of it. `backups`: the folder in which they are. Raises BadSetting."""
    database = database_at(settings.database_url)
    if not isinstance(database, Sqlite):
        yield good("PostgreSQL keeps the database: its own tools look after files and backups")
        return
    if not database.path.is_file():
        yield bad(f"there is no database at {database.path}", f"{variable('database_url')} as the server has it")
        return
    yield from _disk(database.path.parent, settings)
    yield from _permissions([*parts_of(database.path), Path(settings.push_key_file)])
    yield from _damage(database)
    yield from _last_backup(backups)


def _disk(folder: Path, settings: Settings) -> Iterator[Finding]:
    free = free_at(folder) // MB
    if free < settings.disk_free_for_moves_mb:
        yield bad(f"{free} MB are free at {folder}: nobody can play", _more_space("disk_free_for_moves_mb"))
    elif free < settings.disk_free_for_rooms_mb:
        yield bad(f"{free} MB are free at {folder}: no new table can be opened", _more_space("disk_free_for_rooms_mb"))
    else:
        yield good(f"{free} MB are free at {folder}")


def _more_space(field: str) -> str:
    return f"make space, or on a small disk lower {variable(field)}"


def _permissions(files: list[Path]) -> Iterator[Finding]:
    """Whether the server's user, and nobody else, can use these files."""
    there = [file for file in files if file.exists()]
    for file in there:
        if file.stat().st_mode & OTHERS:
            yield bad(f"{file} can be used by others: it holds the secrets of games", f"chmod 600 {file}")
        elif not os.access(file, os.R_OK | os.W_OK):
            yield bad(f"{file} cannot be written by this user", f"run this as the server’s user, or chown USER {file}")
    if all(file.stat().st_mode & OTHERS == 0 for file in there):
        yield good("nobody else can read the server’s files")


def _damage(database: Sqlite) -> Iterator[Finding]:
    try:
        damage = database.check(lambda: False)
    except OSError as error:
        damage = error.strerror
    if damage:
        yield bad(f"the database is damaged: {damage}", 'docs/hosting.md, "The file is damaged"')
    else:
        yield good("SQLite finds the database sound")


def _is_database(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(BEGINS)) == BEGINS


def _last_backup(folder: Path | None) -> Iterator[Finding]:
    if folder is None:
        yield doubtful("whether there are backups is not known", f"{COMMAND} doctor --backups FOLDER")
        return
    made = [file.stat().st_mtime for file in folder.glob("*") if file.is_file() and _is_database(file)]
    if not made:
        yield bad(f"there is no backup in {folder}", 'every day: see docs/hosting.md, "Backups"')
        return
    days = (time.time() - max(made)) / 86_400
    if days > MOST_DAYS:
        yield bad(f"the newest backup in {folder} is {days:.0f} days old", "see why cron makes none any more")
    else:
        yield good(f"the newest backup is {days * 24:.0f} hours old")
