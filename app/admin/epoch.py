"""A new epoch for a log that was put back from a copy: pages that saw what is lost begin anew."""

from __future__ import annotations

import secrets
from typing import Final

from app.admin import Undone
from app.storage.database import Unfit
from app.storage.databases import database_at

NEW_EPOCH: Final = "UPDATE house SET epoch = :epoch"


def fresh_epoch() -> str:
    """Another one than ever before."""
    return secrets.token_hex(8)


def begin_epoch(url: str) -> str:
    """Give the log of this database a new epoch, for it was put back by other means than `restore`; a sentence about
    it. Raises Undone, and BadSetting as database_at() does."""
    database = database_at(url)
    epoch = fresh_epoch()
    try:
        with database.alone():
            database.look().dispose()
            database.open().dispose()
            connection = database.connect()
            cursor = connection.cursor()
            database.begin(cursor)
            cursor.execute(NEW_EPOCH, {"epoch": epoch})
            cursor.execute("COMMIT")
            connection.close()
    except Unfit as reason:
        raise Undone(f"There is no new epoch: {reason}.") from None
    return f"The log has a new epoch, {epoch}: every page that is open shows it from its beginning."
