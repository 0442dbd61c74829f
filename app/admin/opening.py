"""Opens the database for a command, or says why it cannot be opened."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from app.admin import CommandFailed
from app.storage.database import Unfit
from app.storage.databases import database_at


@contextmanager
def failing_with(cannot: str) -> Iterator[None]:
    """Raises CommandFailed when a database turns out to be unfit, or fails: `cannot`, and the reason."""
    try:
        yield
    except Unfit as reason:
        raise CommandFailed(f"{cannot}: {reason}.") from None
    except DatabaseError as error:
        raise CommandFailed(f"{cannot}: {error.orig}.") from None
    except UnicodeDecodeError:
        raise CommandFailed(f"{cannot}: it is damaged, a text in it is none.") from None


@contextmanager
def read_only(url: str, cannot: str) -> Iterator[Engine]:
    """The database at this URL, which is not changed. Raises CommandFailed like failing_with(), BadSetting like
    database_at()."""
    with failing_with(cannot):
        engine = database_at(url).open_read_only()
        try:
            yield engine
        finally:
            engine.dispose()
