"""Work that would hold up the event loop: one piece after another in a thread, for a few who wait, and once for all who
ask for the same."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from math import inf
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

from app.background import awaited
from app.protocol.messages import Refusal
from games.text import Text, say

MOST_WAITING: Final = 16
MOST_OF_ONE: Final = 3
CROWD: Final = say("Too many replays are being prepared. Try again in a moment.")

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Queue:
    """How many may wait for something, in all and for one address, so that a client that asks for hundreds holds up
    nobody else. All others are told to come back."""

    def __init__(self, crowd: Text = CROWD, most: float = MOST_WAITING, of_one: float = MOST_OF_ONE) -> None:
        """`crowd`: what those are told for whom there is no place."""
        self._crowd = crowd
        self._most = most
        self._of_one = of_one
        self._waiting = Counter[str]()

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Count this address among those who wait. Raises Refusal `busy`."""
        if self._waiting.total() >= self._most or self._waiting[address] >= self._of_one:
            raise Refusal("busy", self._crowd)
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting -= Counter((address,))


NO_LIMIT: Final = Queue(most=inf, of_one=inf)


class Slow:
    """A thread for slow work, named after it."""

    def __init__(self, name: str, queue: Queue = NO_LIMIT) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._queue = queue

    async def do(self, work: Callable[[], T], address: str = "") -> T:
        """The result of this work, after everything that began to wait earlier. Raises what it raises, and Refusal
        `busy` when too many others are waiting."""
        with self._queue.place(address):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Wait for what is being done."""
        self._thread.shutdown()


class MadeOnce(Generic[K, T]):
    """Makes each result once: those who ask meanwhile wait for the same. The latest are kept, failures are not."""

    def __init__(self, most: float, size: Callable[[T], int] | None = None) -> None:
        """`most`: how many are kept, or of which size altogether."""
        self._kept: LRUCache[K, T] = LRUCache(most, size)
        self._being_made: dict[K, asyncio.Task[T]] = {}

    def __contains__(self, key: K) -> bool:
        """Whether it need not be made any more."""
        return key in self._kept or key in self._being_made

    async def get(self, key: K, make: Callable[[], Awaitable[T]]) -> T:
        """The result for this key. Raises what `make` raises."""
        if key in self._kept:
            return self._kept[key]
        if key not in self._being_made:
            self._being_made[key] = awaited(self._make(key, make))
        return await asyncio.shield(self._being_made[key])  # others may wait for it, too

    async def _make(self, key: K, make: Callable[[], Awaitable[T]]) -> T:
        try:
            made = await make()
        finally:
            del self._being_made[key]
        with suppress(ValueError):  # it is larger than all that may be kept
            self._kept[key] = made
        return made

    async def close(self) -> None:
        """Cancel everything being made."""
        being_made = [*self._being_made.values()]
        for made in being_made:
            made.cancel()
        await asyncio.gather(*being_made, return_exceptions=True)
