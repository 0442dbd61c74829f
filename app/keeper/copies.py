"""Copies of the SQLite database while a server runs. A partial copy never has the name of a whole one."""

import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from app.private_files import make_new_file
from app.storage.disk import MB, free_at, sync
from app.storage.sqlite import STEPS_BETWEEN_LOOKS, connect_read_only

GivenUp = Callable[[], bool]

# One row per room whose events are not numbered from 1 without gaps, or do not name their predecessors.
_BROKEN: Final = """
SELECT room, min(seq) FROM (
    SELECT room, seq, prev, lag(seq, 1, 0) OVER log AS last, lag(id, 1, '') OVER log AS before
    FROM events WINDOW log AS (PARTITION BY room ORDER BY seq)
) AS chained
WHERE seq <> last + 1 OR prev <> before
GROUP BY room ORDER BY room
"""

_SIZE: Final = """
SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""


class NotCopied(Exception):
    """There is no copy; the message says why."""


@contextmanager
def checked_copy(
    source: Path, beside: Path, like: Path | None = None, *, left: int = 0, given_up: GivenUp = lambda: False
) -> Iterator[tuple[Path, str]]:
    """Yields a verified, synced copy under a temporary name in the folder of `beside`, and what it holds, in words; the
    caller renames it, otherwise it is deleted. Readable by its owner alone: this user, but the owner of `like` if this
    is root. `left`: bytes that have to stay free beside it. Copying ends soon after `given_up` says so. Raises
    NotCopied."""
    if not source.is_file():
        raise NotCopied(f"There is no file {source}.")
    temporary = beside.with_name(f".{beside.name}.{secrets.token_hex(4)}")
    try:
        make_new_file(temporary, like)
        with closing(connect_read_only(source)) as connection:
            _refuse_too_large(connection, temporary.absolute().parent, left)
            connection.set_progress_handler(given_up, STEPS_BETWEEN_LOOKS)
            # As bytes: a name that is not UTF-8 is no text for Python, and any name is for SQLite.
            connection.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(temporary),))
        yield temporary, _checked(temporary)
    except (sqlite3.DatabaseError, UnicodeDecodeError, OSError) as error:
        why: object = error.strerror if isinstance(error, OSError) else error  # without the temporary name
        if isinstance(error, UnicodeDecodeError):
            why = "it is damaged, a text in it is none"
        raise NotCopied(f"{source} could not be copied to {beside}: {why}.") from error
    finally:
        temporary.unlink(missing_ok=True)


def _refuse_too_large(connection: sqlite3.Connection, folder: Path, left: int) -> None:
    """A copy that filled the disk of the database would stop all games until it failed."""
    needed, free = connection.execute(_SIZE).fetchone()[0], free_at(folder)
    if free < needed + left:
        stay = f", of which {left / MB:.0f} MB are to stay so" if left else ""
        raise NotCopied(f"A copy takes {needed / MB:.1f} MB, and {free / MB:.1f} MB are free in {folder}{stay}.")


def _checked(copy: Path) -> str:
    with closing(connect_read_only(copy)) as connection:
        faults = [fault for (fault,) in connection.execute("PRAGMA integrity_check")]
        if faults != ["ok"]:
            raise NotCopied(f"The database is damaged: {'; '.join(faults)}.")
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'events'").fetchall():
            raise NotCopied("It holds no log: it has no table named events.")
        if broken := connection.execute(_BROKEN).fetchall():
            named = ", ".join(f"{room} at event {seq}" for room, seq in broken)
            raise NotCopied(f"The logs of these rooms have gaps or are not chained: {named}.")
        rooms, events = connection.execute("SELECT count(DISTINCT room), count(*) FROM events").fetchone()
    sync(copy)
    return f"{rooms} rooms, {events} events, {copy.stat().st_size / MB:.1f} MB"
