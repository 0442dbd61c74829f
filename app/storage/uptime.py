"""When no server was up: told by a sign of life in the database, which every process gives again and again. Whoever
finds the last one too old writes down that nobody was there, once for all; and clocks did not run then."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from app.background import Background
from app.storage.store import Store
from app.storage.writer import OutcomeUnknown
from app.table.clock import Outage
from app.table.state import Table

log = logging.getLogger("tertulia.uptime")

EVERY_S: Final = 2.0
SILENT_S: Final = 6.0
"""Who has given no sign of life for so long was not there: stopped, standing still, or cut off from the database."""
RESTARTED_MS: Final = 1_000
"""Who is the only one that may write was away since its last sign of life, however short that was."""

# Goes on while the machine sleeps, and nobody sets it.
_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Uptime:
    """The signs of life of this process, and the outages that it knows of."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._outages: list[Outage] = []
        self._up_at: float | None = None
        self._turn = asyncio.Lock()
        self._tasks = Background()

    async def start(self) -> None:
        """Give the first sign of life, and then go on."""
        await self._try_to_beat()
        self._tasks.repeat(self._try_to_beat, EVERY_S, log, "no sign of life could be given", after_s=EVERY_S)

    async def close(self) -> None:
        """Give the last one."""
        if self._tasks:
            await self._tasks.close()
            await self._try_to_beat()

    @property
    def last(self) -> Outage | None:
        """The newest outage that is known here."""
        return self._outages[-1] if self._outages else None

    async def missed_by(self, table: Table) -> list[Outage]:
        """The outages in which a clock of this table ran, as far as its log knows. None is missing, however long this
        process stood still. Raises OutcomeUnknown."""
        if table.manners.clock is None or table.playing is None or not self._is_kept:
            return []
        if self._is_silent:
            await self.beat()
        return [outage for outage in self._outages if table.playing.timing.ran_in(outage)]

    async def beat(self) -> None:
        """Give a sign of life, and hear of outages. Raises OutcomeUnknown."""
        async with self._turn:
            now = time.clock_gettime(_CLOCK)
            known = self._outages[-1].ended if self._outages else 0
            self._outages += await self._store.give_sign_of_life(self._longest_silence_ms(), known)
            self._up_at = now

    def _longest_silence_ms(self) -> int | None:
        """Between two signs of life, if nobody was away; None: this process was there all the time."""
        if self._up_at is None and not self._store.shared:
            return RESTARTED_MS
        return round(SILENT_S * 1000) if self._is_silent else None

    @property
    def _is_kept(self) -> bool:
        return self._up_at is not None or bool(self._tasks)

    @property
    def _is_silent(self) -> bool:
        return self._up_at is None or time.clock_gettime(_CLOCK) - self._up_at > SILENT_S

    async def _try_to_beat(self) -> None:
        try:
            await self.beat()
        except OutcomeUnknown:
            log.debug("storage did not take a sign of life")
