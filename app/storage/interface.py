"""What parts of storage need of the store that they belong to: to read, and to have something written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from app.storage.database import Row
from app.storage.writer import Work

T = TypeVar("T")


class Storage(Protocol):
    """One database, from which many read at once and into which one thread writes."""

    def now(self) -> int:
        """The database's clock, in milliseconds, as far as this process can tell without asking."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of this work, on a connection of its own. Raises Unanswered."""

    async def write(self, work: Work[T], room: str = "", row: Row | None = None) -> T:
        """Have it done on the writer's connection, and wait for the commit. Raises OutcomeUnknown."""
