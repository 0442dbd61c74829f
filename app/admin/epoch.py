"""The `new-epoch` command. After a restore, pages that saw lost events must start again; a new epoch tells them."""

from __future__ import annotations

import secrets
from typing import Final

from app.admin.opening import fit_or
from app.storage.databases import database_at

NEW_EPOCH: Final = "UPDATE house SET epoch = :epoch"


def fresh_epoch() -> str:
    """A random epoch, never used before."""
    return secrets.token_hex(8)


def begin_epoch(url: str) -> str:
    """Set a new epoch, after a restore by other means than `restore`; returns a sentence. Raises CommandFailed, and
    BadSetting as database_at() does."""
    database = database_at(url)
    epoch = fresh_epoch()
    with fit_or("There is no new epoch"), database.exclusive():
        database.open_read_only().dispose()
        database.open().dispose()
        connection = database.connect()
        cursor = connection.cursor()
        database.begin(cursor)
        cursor.execute(NEW_EPOCH, {"epoch": epoch})
        cursor.execute("COMMIT")
        connection.close()
    return f"The log has a new epoch, {epoch}: every page that is open shows it from its beginning."
