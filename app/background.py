"""Background tasks of a service: once or periodic, ended with the service."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import cached_property


class Background(set[asyncio.Task[None]]):
    """The running tasks of one service."""

    def start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run this in the background. It has to handle its own errors."""
        task = asyncio.create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task

    def repeat(
        self,
        work: Callable[[], Awaitable[None]],
        every_s: float,
        log: logging.Logger,
        what: str,
        *,
        expected: type[Exception] | tuple[()] = (),
        after_s: float = 0.0,
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
