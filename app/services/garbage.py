"""Garbage collection while nobody waits.

Reference counting frees everything that comes and goes here: tests/test_garbage.py checks that no cycles are left. The
collector is for whatever was overlooked. Left to itself, it stops everybody every few seconds: each move replaces the
state of a game, so its young objects are thousands of whole games, and a full collection with a thousand rooms takes a
second. So it runs when memory has doubled since the last run, and only while nothing happens in any room, unless memory
has grown by very much: so overlooked cycles cannot fill the memory.
"""

import gc
import logging
import sys
import time
from typing import Final

from app.background import Service
from app.rooms.registry import Rooms

log = logging.getLogger("tertulia.garbage")

LOOK_EVERY_S: Final = 1.0
GROWTH: Final = 2.0
"""Garbage is collected when memory has grown by this factor since the last collection."""
VERY_MUCH: Final = 5_000_000  # blocks, about 500 MB: when memory has grown by more, even players are kept waiting


class Garbage(Service):
    """Watches whether anything happens in rooms, and the memory in use: the number of blocks allocated to Python
    objects."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._changes = 0
        """The number of changes in all rooms at the last check."""
        self._kept = 0
        """The blocks in use after the last collection."""

    def start(self) -> None:
        """Take over from the automatic collector. Objects that exist by now stay for good and are not scanned again:
        those that a start leaves behind are a megabyte, and finding them takes a tenth of its time."""
        gc.freeze()
        gc.disable()
        self._kept = sys.getallocatedblocks()
        self._tasks.repeat(self.look, LOOK_EVERY_S, log, "garbage could not be collected", after_s=LOOK_EVERY_S)

    async def close(self) -> None:
        """Hand back to the automatic collector, which need not search existing objects: the process ends."""
        await super().close()
        gc.freeze()
        gc.enable()

    async def look(self) -> None:
        """Collect if memory has doubled, unless something has just happened in a room, whose people may be waiting; if
        memory has grown by very much, collect in any case."""
        stirred, self._changes = self._rooms.changes != self._changes, self._rooms.changes
        used = sys.getallocatedblocks()
        if used > self._kept * GROWTH and (not stirred or used - self._kept > VERY_MUCH):
            self._collect()
        elif not stirred:
            self._kept = min(self._kept, used)

    def _collect(self) -> None:
        began = time.perf_counter()
        found = gc.collect()
        self._kept = sys.getallocatedblocks()
        log.debug("garbage was collected", extra={"found": found, "ms": round((time.perf_counter() - began) * 1000, 1)})
