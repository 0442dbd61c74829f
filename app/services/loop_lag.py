"""The pulse of the event loop: how late it is. A loop that is late keeps everybody waiting."""

from __future__ import annotations

import asyncio
from typing import Final

from app.telemetry import metrics

BEAT_S: Final = 0.25
LATE_S: Final = 1.0


class Pulse:
    """Feels it four times a second."""

    def __init__(self) -> None:
        self._lag_s = 0.0
        self._beating: asyncio.Task[None] | None = None

    @property
    def is_steady(self) -> bool:
        """Whether the loop did, when it was last looked at, within a second what was due."""
        return self._lag_s <= LATE_S

    def start(self) -> None:
        """Begin to feel it."""
        self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Stop."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + BEAT_S
            await asyncio.sleep(BEAT_S)
            self._lag_s = max(0.0, loop.time() - due)
            metrics.LOOP_LAG.observe(self._lag_s)
