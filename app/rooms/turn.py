"""The turn of a room: a lock that everything which reads or extends its log holds."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.storage.commit import OutcomeUnknown


class Turn:
    """A fair lock. `in_doubt`: the log may hold something that is not known here."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self.in_doubt = False

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Wait for the turn and hold it during the context. An append that was abandoned may have been written all the
        same, so the log is in doubt afterwards."""
        async with self._lock:
            try:
                yield
            except (OutcomeUnknown, asyncio.CancelledError):
                self.in_doubt = True
                raise

    def take_at_once(self) -> bool:
        """Take the turn if it is free, and return whether it was; end() releases it."""
        taking = self._lock.acquire()
        try:
            taking.send(None)
        except StopIteration:
            return True
        taking.close()
        return False

    def end(self) -> None:
        """Release a turn that was taken by take_at_once()."""
        self._lock.release()
