"""The queue of calls: guests take turns, so that those with many calls, or with receivers that never answer, keep
nobody else waiting."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Generic, TypeVar

MOST: Final = 500
MOST_OF_A_GUEST: Final = 50
MOST_AT_ONCE: Final = 2
"""Of one guest, at work."""

T = TypeVar("T")


class Turns(Generic[T]):
    """A bounded queue. The next turn is that of the guest who has waited longest since their last."""

    def __init__(self) -> None:
        self._waiting = OrderedDict[str, deque[T]]()
        self._at_work = Counter[str]()
        self._may_begin = asyncio.Event()

    def put(self, guest: str, work: T) -> None:
        """Let this work of a guest wait for its turn. Raises QueueFull."""
        line = self._waiting.get(guest, deque())
        if len(line) >= MOST_OF_A_GUEST or sum(map(len, self._waiting.values())) >= MOST:
            raise asyncio.QueueFull
        line.append(work)
        self._waiting[guest] = line
        self._may_begin.set()

    @asynccontextmanager
    async def next(self) -> AsyncIterator[T]:
        """Wait for a turn, which lasts as long as the context."""
        while (guest := self._first()) is None:
            self._may_begin.clear()
            await self._may_begin.wait()
        work = self._take_from(guest)
        self._at_work[guest] += 1
        try:
            yield work
        finally:
            self._give_back(guest)

    def _first(self) -> str | None:
        return next((guest for guest in self._waiting if self._at_work[guest] < MOST_AT_ONCE), None)

    def _take_from(self, guest: str) -> T:
        line = self._waiting.pop(guest)
        work = line.popleft()
        if line:
            self._waiting[guest] = line  # last from now on
        return work

    def _give_back(self, guest: str) -> None:
        self._at_work[guest] -= 1
        if not self._at_work[guest]:
            del self._at_work[guest]
        self._may_begin.set()
