"""Chooses the database by its URL: SQLite for one process, PostgreSQL for several."""

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from app.settings import BadSetting
from app.storage.database import Database
from app.storage.sqlite import Sqlite


def database_at(url: str) -> Database:
    """The database for this URL. Raises BadSetting for an unsupported URL or a missing driver."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):  # the latter for an invalid port
        raise _unlike("something else") from None
    match address.get_backend_name():
        case "sqlite" if not address.database or address.database == ":memory:":
            raise _unlike("one that names no file")
        case "sqlite" if address.host or "uri" in address.query:
            # The lock, backups and permissions are those of the file that is named, not of one that SQLite makes of it.
            raise _unlike("one that is not just a file")
        case "sqlite":
            return Sqlite(url)
        case "postgresql":
            return _postgres_at(url)
        case kind:
            raise _unlike(f"{kind}://…")


def _unlike(got: str) -> BadSetting:
    """The error for a URL that is `got` instead; it does not repeat the URL, where a password may be anywhere."""
    return BadSetting(
        f"TERTULIA_DATABASE_URL: expected sqlite:///path/to/file or postgresql://user:password@host/database, got {got}"
    )


def _postgres_at(url: str) -> Database:
    try:
        from app.storage.postgres import Postgres
    except ImportError as missing:  # psycopg also raises it when libpq is missing
        raise BadSetting(
            "TERTULIA_DATABASE_URL names a PostgreSQL database, and the package psycopg, which it needs, is not "
            f"installed ({missing.name or 'libpq'}). Start with make run POSTGRES=1, or install "
            "tertulia[postgres]."
        ) from None
    return Postgres(url)
