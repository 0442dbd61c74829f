"""Garbage collection while nobody waits.

Reference counting frees whatever comes and goes here; tests/test_garbage.py holds that it leaves no cycles. The
collector is for what nobody thought of. Left to itself, it stops everybody every few seconds: each move replaces the
state of a game, so that what it takes for young objects are thousands of whole games, and a full collection of a
thousand rooms takes a second. So it runs when memory has doubled since it last ran, and then only while nothing happens
in any room, unless memory has grown by very much: cycles that are left all the same cannot fill it.
"""

from __future__ import annotations

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
"""Cycles are looked for when memory has grown by this factor since the last collection."""
VERY_MUCH: Final = 5_000_000  # blocks, about 500 MB: when it has grown by more, even people who play are kept waiting


class Garbage(Service):
    """Watches whether anything happens in rooms, and the memory in use: the number of blocks that are allocated to
    Python's objects."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._changes = 0
        """How many there had been when it last looked."""
        self._kept = 0
        """The blocks in use after the last collection."""

    def start(self) -> None:
        """Take over from the automatic collector. What is there by now stays for good and is not searched again."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._kept = sys.getallocatedblocks()
        self._tasks.repeat(self.look, LOOK_EVERY_S, log, "garbage could not be collected", after_s=LOOK_EVERY_S)

    async def close(self) -> None:
        """Give back to the automatic collector. It need not search what has been made since: the process ends."""
        await super().close()
        gc.freeze()
        gc.enable()

    async def look(self) -> None:
        """Collect if memory has doubled, and nobody waits or it has to be. Where something has just happened in a room,
        its people may be waiting."""
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
