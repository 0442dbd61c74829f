"""A cache of results that take long to make: each is made once, and the latest are kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

from app.background import awaited
from app.protocol.messages import Refusal
from games.text import say

MOST_BYTES: Final = 32 * 2**20  # of all results that are kept
MOST_WAITING: Final = 16  # being made or waiting; nobody would wait for more
MOST_OF_ONE: Final = 3
"""How many of them for one address, so that a client that asks for hundreds holds up nobody else."""
CROWD: Final = say("Too many replays are being prepared. Try again in a moment.")

K = TypeVar("K", bound=Hashable)


class MadeOnce(Generic[K]):
    """Makes each result once: those who ask meanwhile wait for the same. Failures are not cached."""

    def __init__(self, most: int) -> None:
        self._made: OrderedDict[K, tuple[asyncio.Task[bytes], str]] = OrderedDict()
        """Results, which may still be being made, and the address that asked for each first."""
        self._most = most

    async def get(self, key: K, make: Callable[[], Awaitable[bytes]], address: str) -> bytes:
        """The result for this key. Raises what `make` raises, and Refusal `busy` when too many others are being made,
        in all or for this address."""
        if key not in self._made:
            addresses = [address for made, address in self._made.values() if not made.done()]
            if len(addresses) >= MOST_WAITING or addresses.count(address) >= MOST_OF_ONE:
                raise Refusal("busy", CROWD)
            self._made[key] = awaited(self._make(key, make)), address
        self._made.move_to_end(key)
        made, _ = self._made[key]
        self._let_go()
        return await asyncio.shield(made)

    async def _make(self, key: K, make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            return await make()
        except BaseException:
            del self._made[key]
            raise

    def _let_go(self) -> None:
        """Drop the oldest results, but none that are still being made."""
        older = [key for key, (made, _) in self._made.items() if made.done()]
        while self._is_too_much and older:
            del self._made[older.pop(0)]

    @property
    def _is_too_much(self) -> bool:
        size = sum(len(made.result()) for made, _ in self._made.values() if made.done())
        return len(self._made) > self._most or size > MOST_BYTES

    async def close(self) -> None:
        """Cancel everything being made."""
        being_made = [made for made, _ in self._made.values()]
        for made in being_made:
            made.cancel()
        await asyncio.gather(*being_made, return_exceptions=True)
