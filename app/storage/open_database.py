"""A database in use: reads on connections of their own, which never see uncommitted rows, and writes through the
writer."""

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, literal_column, select
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from app.background import settle
from app.storage.commit import Clock, Integrity, Job, OutcomeUnknown, Work
from app.storage.database import Cursor
from app.storage.databases import database_at
from app.storage.disk import Disk, Marks
from app.storage.writer import Writer

T = TypeVar("T")


class Unanswered(OutcomeUnknown):
    """A read failed: the database does not answer."""


class OpenDatabase:
    """Everything that reads and writes rows needs of a database."""

    def __init__(self, url: str, clock: Callable[[], int] | None = None, marks: Marks | None = None) -> None:
        """`clock`: milliseconds to use instead of the database clock; `marks`: thresholds of free disk space. Raises
        BadSetting for an unsupported URL."""
        self._database = database_at(url)
        self.shared = self._database.shared
        """Whether other processes may write, too."""
        path = self._database.path
        self.disk = Disk(path and path.parent, marks or Marks())
        self.integrity = Integrity(self._database)
        self._clock = Clock(clock)
        self.now: Final = self._clock.now
        """The database clock in milliseconds, without a round trip."""

    def exclusive(self, at: str = "") -> AbstractContextManager[None]:
        """Keep other servers out where only one may write. `at`: where this one serves, for commands beside it. Raises
        Unfit when another is running."""
        return self._database.exclusive(at)

    async def start(self) -> None:
        """Open the database, migrate it, and start the writer."""
        self._loop = asyncio.get_running_loop()
        self._engine = await asyncio.to_thread(self._database.open)
        self._readers = ThreadPoolExecutor(self._database.readers, "reader")
        await self.read(self._read_clock)
        self._writer = Writer(self._database, self._clock, self.disk, self.integrity)

    async def close(self) -> None:
        """Commit pending writes, then close."""
        await self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    @property
    def unwritten_s(self) -> float:
        """Seconds since a write last succeeded."""
        return time.monotonic() - self._writer.health.wrote_at

    def _read_clock(self, connection: Connection) -> None:
        self._clock.set(connection.scalar(select(literal_column(self._database.clock))) or 0)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of this work on a connection of its own. Raises Unanswered."""
        return await self._loop.run_in_executor(self._readers, self._read_now, work)

    def _read_now(self, work: Callable[[Connection], T]) -> T:
        try:
            try:
                return self._read_once(work)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            # The database restarted since this connection was last used; the pool has dropped all stale ones by now.
            return self._read_once(work)
        except Exception as error:
            self.integrity.note_error(error)
            if isinstance(error, OperationalError | InterfaceError):
                raise Unanswered(type(error.orig).__name__) from error
            raise

    def _read_once(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)

    async def execute(self, sql: str, parameters: Mapping[str, Any], room: str = "", *, is_short: bool = False) -> int:
        """Execute one statement, which may use `:now`, the time of its transaction (ms, database clock); returns the
        number of rows that it changed. Raises OutcomeUnknown."""

        def work(cursor: Cursor, now: int) -> int:
            return cursor.execute(sql, {**parameters, "now": now}).rowcount  # type: ignore[no-any-return]

        return await self.write(work, room, is_short=is_short)

    async def write(self, work: Work[T], room: str = "", *, is_short: bool = False) -> T:
        """The result of this work on the writer's connection, once committed. `room`: the room it is about. `is_short`:
        it takes about as long as appending a row. Raises OutcomeUnknown, and a NotWritten that the work raises."""
        written: asyncio.Future[T] = self._loop.create_future()
        self._writer.submit(work, room, partial(_answer, written), is_short=is_short)
        return await written


def _answer(written: asyncio.Future[Any], job: Job) -> None:
    settle(written, job.result if job.error is None else job.error)
