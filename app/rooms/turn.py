"""The turn of a room: whoever reads or extends its log has it, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.storage.commit import OutcomeUnknown


class Turn:
    """One turn at a time, in the order of asking. `in_doubt`: the log may hold something that is not known here."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self.in_doubt = False

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Wait for the turn, and have it in this context. An append that is given up on the way may have been written
        all the same."""
        async with self._lock:
            try:
                yield
            except (OutcomeUnknown, asyncio.CancelledError):
                self.in_doubt = True
                raise

    def take_at_once(self) -> bool:
        """Whether the turn was free, and is taken; end() ends it."""
        taking = self._lock.acquire()
        try:
            taking.send(None)
        except StopIteration:
            return True
        taking.close()
        return False

    def end(self) -> None:
        """End a turn that was taken at once."""
        self._lock.release()
