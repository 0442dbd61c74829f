"""Fails the server at any of its awaits: they are counted, and the n-th one fails.

Code in the context of an `Awaits`, and every task it starts, runs step by step from one suspension to the next. The
storage below can be told to refuse, or to write and lose the response.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Coroutine, Generator, Iterator
from contextvars import ContextVar
from enum import Enum
from typing import Any, TypeVar

from sqlalchemy.exc import OperationalError

from app.storage.store import Store
from tests.support.tables import Clock

T = TypeVar("T")


class Fault(Enum):
    """The failure at a suspension."""

    RAISES = "it raises, and what it waited for goes on"
    RAISES_LATE = "what it waited for is done, and then it raises"
    REFUSED = "storage does nothing"
    ANSWER_LOST = "storage does it, and does not say so"
    CANCELLED = "the task is cancelled"
    CRASH = "the process dies, and what it had asked for is done"
    CRASH_BEFORE = "the process dies, and what it had asked for is not done"

    @property
    def is_crash(self) -> bool:
        return self in (Fault.CRASH, Fault.CRASH_BEFORE)


class Broken(Exception):
    """An unexpected error."""


class Died(BaseException):
    """The process has died: everything in it ends."""


class FailingStore(Store):
    """A store on SQLite that behaves as one shared by several processes. `refuses`: does nothing; `swallows`: does
    everything, but loses the response."""

    def __init__(self, url: str, clock: Clock) -> None:
        super().__init__(url, clock)
        self.clock = clock
        self.refuses = False
        self.swallows = False
        self._database.shared = True

    async def start(self) -> None:
        await super().start()
        write = self._writer._thread_side._write

        def failing(*given: Any) -> None:
            self._fail_if(self.refuses)
            write(*given)
            self._fail_if(self.swallows)

        self._writer._thread_side._write = failing  # type: ignore[method-assign]

    def _read_once(self, work: Any) -> Any:
        try:
            self._fail_if(self.refuses)
            read = super()._read_once(work)
            self._fail_if(self.swallows)
            return read
        except sqlite3.OperationalError as error:
            raise OperationalError("", {}, error) from error

    def _fail_if(self, failing: bool) -> None:
        if failing:
            raise sqlite3.OperationalError("disk I/O error")


class Awaits:
    """Counts suspensions while armed; the n-th one fails."""

    def __init__(self, store: FailingStore, fault: Fault, nth: int) -> None:
        self._store = store
        self._fault = fault
        self._nth = nth
        self.reached = 0
        self.armed = False
        self.dead = False
        self.where = ""
        """The line of the code that waited."""

    @property
    def happened(self) -> bool:
        """Whether the n-th suspension was reached."""
        return self.reached >= self._nth

    def disarm(self) -> None:
        """Fail nothing from here on."""
        self.armed = False
        self._store.refuses = self._store.swallows = False

    def begin(self) -> None:
        """Watch all code started in this context from here on."""
        _WATCHING.set(self)

    def end(self) -> None:
        """Stop watching: code started from here on belongs to another process."""
        _WATCHING.set(None)

    def steps(self, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
        """Run the coroutine one suspension at a time."""
        error: BaseException | None = None
        while True:
            self._prepare()
            try:
                waits_for = work.send(None) if error is None else work.throw(error)
            except StopIteration as stop:
                result: T = stop.value
                return result
            if self.dead:
                error = Died()
                continue
            is_it = self._count(work)
            if is_it and (self._fault is Fault.RAISES or self._fault.is_crash):
                error = self._at_once()
                continue
            if is_it and self._fault is Fault.CANCELLED:
                task = asyncio.current_task()
                assert task is not None
                task.cancel()
            error = yield from self._waited(waits_for, is_it)

    def _prepare(self) -> None:
        """Make storage fail for requests between the previous suspension and the n-th."""
        if self.armed and self.reached == self._nth - 1:
            self._store.refuses = self._fault in (Fault.REFUSED, Fault.CRASH_BEFORE)
            self._store.swallows = self._fault is Fault.ANSWER_LOST

    def _count(self, work: Coroutine[Any, Any, Any]) -> bool:
        self.reached += self.armed
        if not self.armed or self.reached != self._nth:
            return False
        self.where = " < ".join(_lines(work))
        return True

    def _at_once(self) -> BaseException:
        if self._fault.is_crash:
            self.dead = True
            return Died()
        return Broken()

    def _waited(self, waits_for: Any, is_it: bool) -> Generator[Any, Any, BaseException | None]:
        error: BaseException | None = None
        try:
            yield waits_for
        except BaseException as raised:
            error = raised
        if is_it:
            self._store.refuses = self._store.swallows = False
            if self._fault is Fault.RAISES_LATE:
                error = error or Broken()
        return Died() if self.dead else error


def _lines(work: Any) -> Iterator[str]:
    """Where a coroutine waits, innermost first."""
    inner = getattr(work, "cr_await", None)
    if inner is not None:
        yield from _lines(inner)
    if (frame := getattr(work, "cr_frame", None)) is not None:
        yield f"{work.__qualname__}:{frame.f_lineno}"


class _Steps(Awaitable[T]):
    def __init__(self, awaits: Awaits, work: Coroutine[Any, Any, T]) -> None:
        self._awaits = awaits
        self._work = work

    def __await__(self) -> Generator[Any, Any, T]:
        return self._awaits.steps(self._work)


_WATCHING: ContextVar[Awaits | None] = ContextVar("watching", default=None)


def task_factory(loop: asyncio.AbstractEventLoop, work: Any, **given: Any) -> asyncio.Task[Any]:
    """Tasks of watched code are watched, too; others are ordinary tasks."""
    awaits = _WATCHING.get()
    if awaits is None:
        return asyncio.Task(work, loop=loop, **given)
    task = asyncio.Task(_watched(awaits, work), loop=loop, **given)
    task.add_done_callback(lambda _: work.close())  # it may have been cancelled before it began
    return task


async def _watched(awaits: Awaits, work: Coroutine[Any, Any, T]) -> T | None:
    try:
        return await _Steps(awaits, work)
    except Died:
        return None
