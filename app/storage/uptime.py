"""Heartbeats and outages: every process records heartbeats in the database, and the first one to find a gap records an
outage. Players' clocks stand still during outages."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from app.background import Background
from app.storage.commit import OutcomeUnknown
from app.storage.store import Store
from app.table.clock import Outage
from app.table.state import Table

log = logging.getLogger("tertulia.uptime")

EVERY_S: Final = 2.0
SILENT_S: Final = 6.0  # silence that counts as down: stopped, suspended, or cut off from the database
RESTARTED_MS: Final = 1_000
"""For a sole process that restarts: it was down since its last heartbeat, however short that was."""

# Counts while the machine sleeps; nobody can set it.
_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Uptime:
    """The heartbeats of this process, and the outages it knows."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._outages: list[Outage] = []
        self._up_at: float | None = None
        self._turn = asyncio.Lock()
        self._tasks = Background()

    async def start(self) -> None:
        """Record the first heartbeat and repeat it in the background."""
        await self._try_to_beat()
        self._tasks.repeat(self._try_to_beat, EVERY_S, log, "a heartbeat could not be recorded", after_s=EVERY_S)

    async def close(self) -> None:
        """Stop, with a last heartbeat."""
        if self._tasks:
            await self._tasks.close()
            await self._try_to_beat()

    @property
    def last(self) -> Outage | None:
        """The newest known outage."""
        return self._outages[-1] if self._outages else None

    async def missed_by(self, table: Table) -> list[Outage]:
        """All outages while a clock of this table ran, even if this process was suspended. Raises OutcomeUnknown."""
        if self._concern(table) and self._is_silent:
            await self.beat()
        return self._known_to_concern(table)

    def missed_nothing(self, table: Table) -> bool:
        """Whether it is certain, without asking the database, that no clock of this table ran during an outage."""
        return not self._concern(table) or not (self._is_silent or self._known_to_concern(table))

    def _concern(self, table: Table) -> bool:
        """Whether outages matter to this table: it has a game with clocks."""
        is_kept = self._up_at is not None or bool(self._tasks)
        return table.settings.clock is not None and table.playing is not None and is_kept

    def _known_to_concern(self, table: Table) -> list[Outage]:
        if table.playing is None or not self._concern(table):
            return []
        return [outage for outage in self._outages if table.playing.timing.ran_in(outage)]

    async def beat(self) -> None:
        """Record a heartbeat and learn of outages. Raises OutcomeUnknown."""
        async with self._turn:
            now = time.clock_gettime(_CLOCK)
            known = self._outages[-1].ended if self._outages else 0
            self._outages += await self._store.record_heartbeat(self._longest_silence_ms(), known)
            self._up_at = now

    def _longest_silence_ms(self) -> int | None:
        """Milliseconds of silence that count as an outage; None: this process was up all the time."""
        if self._up_at is None and not self._store.shared:
            return RESTARTED_MS
        return round(SILENT_S * 1000) if self._is_silent else None

    @property
    def _is_silent(self) -> bool:
        return self._up_at is None or time.clock_gettime(_CLOCK) - self._up_at > SILENT_S

    async def _try_to_beat(self) -> None:
        try:
            await self.beat()
        except OutcomeUnknown:
            log.debug("storage did not take a heartbeat")
