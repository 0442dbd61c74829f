"""Heartbeats and outages: every process records heartbeats in the database, and the first one to find a gap records an
outage. Players' clocks stand still during outages."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from app.background import Background, tolerated
from app.storage.commit import OutcomeUnknown
from app.storage.statements import AHEAD_MS
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
        self._ahead_s = 0.0
        """The database's clock minus this machine's at the last heartbeat."""
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
            # Those that have yet to end were recorded while the database's clock was ahead.
            self._outages = [outage for outage in self._outages if outage.ended <= self._store.now() + AHEAD_MS]
            known = self._outages[-1].ended if self._outages else 0
            self._outages += await self._store.record_heartbeat(self._longest_silence(), known)
            self._up_at, self._ahead_s = now, self._store.now() / 1000 - time.clock_gettime(_CLOCK)

    def _longest_silence(self) -> Callable[[], int]:
        """Milliseconds of silence that count as an outage, computed when the heartbeat is written. While this process
        was up there was none, but the database's clock may jump: as after a pause of a virtual machine, or when a
        machine without a clock of its own has learnt the time. Nobody played in that time either."""
        if self._up_at is None and not self._store.shared:
            return lambda: RESTARTED_MS
        up_at = None if self._is_silent else self._up_at
        return lambda: round((SILENT_S + (0 if up_at is None else time.clock_gettime(_CLOCK) - up_at)) * 1000)

    @property
    def _is_silent(self) -> bool:
        """Whether time has passed without a heartbeat, or seems to have: by the database's clock."""
        if self._up_at is None:
            return True
        now = time.clock_gettime(_CLOCK)
        return now - self._up_at > SILENT_S or self._store.now() / 1000 - now - self._ahead_s > SILENT_S

    async def _try_to_beat(self) -> None:
        with tolerated(OutcomeUnknown, log, "storage did not take a heartbeat"):
            await self.beat()
