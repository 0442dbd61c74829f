"""Background tasks: once or periodic. Every task of the server begins here, so that none fails unseen."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from logging import Logger
from typing import Any, Final, TypeAlias, TypeVar

from app.telemetry import metrics

Expected: TypeAlias = type[Exception] | tuple[type[Exception], ...]
Work: TypeAlias = Callable[[], Awaitable[None]]
OnFault: TypeAlias = Callable[[Exception], None]
"""Called with the error that a task did not handle itself."""

T = TypeVar("T")

_log = logging.getLogger("tertulia.tasks")

_running: Final = set[asyncio.Task[Any]]()
"""Tasks that nobody awaits: the event loop itself does not keep them."""


def awaited(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """A task whose outcome somebody awaits, who also handles its errors."""
    return asyncio.create_task(work)


def unawaited(work: Coroutine[Any, Any, T], on_fault: OnFault | None = None, **fields: Any) -> asyncio.Task[T]:
    """A task that nobody awaits: an error that it does not handle itself is logged with these fields, counted, and
    passed on."""
    task = asyncio.create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
    task.add_done_callback(partial(_note_end, on_fault, fields))
    return task


def _note_end(on_fault: OnFault | None, fields: dict[str, Any], task: asyncio.Task[Any]) -> None:
    fault = None if task.cancelled() else task.exception()
    if not isinstance(fault, Exception):
        return  # one such as SystemExit ends the loop as well
    metrics.TASK_FAULTS.inc()
    _log.error("a background task failed", exc_info=fault, extra=fields)
    if on_fault is not None:
        on_fault(fault)


def settle(answer: asyncio.Future[T], outcome: T | Exception) -> None:
    """Pass an outcome on to those who wait for it, if they still do: an error is raised there."""
    if answer.cancelled():
        return
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


@contextmanager
def tolerated(expected: Expected, log: Logger, what: str, **fields: Any) -> Iterator[None]:
    """Log such errors at level debug, as `what` with these fields, instead of raising them."""
    try:
        yield
    except expected:
        log.debug(what, extra=fields)


class Background(set[asyncio.Task[None]]):
    """The running tasks of one service."""

    def start(
        self, work: Coroutine[None, None, None], on_fault: OnFault | None = None, **fields: Any
    ) -> asyncio.Task[None]:
        """Run this in the background, like unawaited()."""
        task = unawaited(work, on_fault, **fields)
        self.add(task)
        task.add_done_callback(self.discard)
        return task

    def repeat(
        self, work: Work, every_s: float, log: Logger, what: str, *, expected: Expected = (), after_s: float = 0.0
    ) -> None:
        """Run this periodically, first after `after_s`. Errors are logged as `what`, `expected` ones at level debug."""

        async def periodically() -> None:
            await asyncio.sleep(after_s)
            while True:
                try:
                    await work()
                except expected as reason:
                    log.debug("%s: %s", what, type(reason).__name__)
                except Exception:
                    log.exception(what)
                await asyncio.sleep(every_s)

        self.start(periodically())

    async def finish(self) -> None:
        """Wait until everything has ended."""
        if self:
            await asyncio.wait(self)

    async def close(self) -> None:
        """Cancel everything."""
        tasks = list(self)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Service:
    """Owns background tasks, which end with it."""

    @cached_property
    def _tasks(self) -> Background:
        return Background()

    def start(self) -> None:
        """Start its background tasks."""

    async def close(self) -> None:
        """Cancel its background tasks."""
        await self._tasks.close()
