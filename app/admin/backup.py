"""The `backup` command: a copy of the SQLite database while the server runs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from app.admin import CommandFailed
from app.admin.copying import checked_copy, own_file, sync

OF_POSTGRES: Final = (
    "PostgreSQL makes its own copies: pg_dump --format=custom --file=FILE with this database’s address, every "
    "day, or the archiving of its write-ahead log (archive_mode) where not even a minute may be lost."
)


def back_up(url: str, file: Path) -> str:
    """Copy the database of this URL to a new file; returns a sentence that says what was copied. Raises CommandFailed,
    and BadSetting as database_at() does."""
    began = time.monotonic()
    _, source = own_file(url, OF_POSTGRES)
    if file.exists():
        raise CommandFailed(f"{file} is there already; a copy never takes the place of another file.")
    with checked_copy(source, file) as (copy, contents):
        copy.rename(file)
        sync(file.absolute().parent)
    return f"Copied {contents} to {file} in {time.monotonic() - began:.2f} s."
