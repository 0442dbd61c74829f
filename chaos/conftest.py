"""Fixtures shared with the tests of the program."""

from tests.conftest import database_url, empty_postgres, postgres, postgres_url

__all__ = ["database_url", "empty_postgres", "postgres", "postgres_url"]
