"""Background tasks of a service: once or periodic, ended with the service."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cached_property
from logging import Logger
from typing import Any, TypeAlias

Expected: TypeAlias = type[Exception] | tuple[type[Exception], ...]
Work: TypeAlias = Callable[[], Awaitable[None]]


@contextmanager
def tolerated(expected: Expected, log: Logger, what: str, **fields: Any) -> Iterator[None]:
    """Log such errors at level debug, as `what` with these fields, instead of raising them."""
    try:
        yield
    except expected:
        log.debug(what, extra=fields)


class Background(set[asyncio.Task[None]]):
    """The running tasks of one service."""

    def start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run this in the background. It has to handle its own errors."""
        task = asyncio.create_task(work)
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
