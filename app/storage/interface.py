"""The part of the store that guests and subscriptions use: reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from app.storage.commit import Work
from app.storage.database import Row

T = TypeVar("T")


class Storage(Protocol):
    """One database: many readers, one writer thread."""

    def now(self) -> int:
        """The database clock in milliseconds, without a round trip."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of this work, on a connection of its own. Raises Unanswered."""

    async def execute(self, sql: str, parameters: Mapping[str, Any], room: str = "", *, is_short: bool = False) -> int:
        """Execute one statement, which may use `:now`, the time of its transaction (ms, database clock); returns the
        number of rows that it changed. Raises OutcomeUnknown."""

    async def write(self, work: Work[T], room: str = "", row: Row | None = None, *, is_short: bool = False) -> T:
        """The result of this work on the writer's connection, once committed. `is_short`: it takes about as long as
        appending a row. Raises OutcomeUnknown."""
