"""Measures event-loop lag: while the loop is late, everybody waits."""

import asyncio
from typing import Final

from app.background import Service
from app.telemetry import metrics

BEAT_S: Final = 0.25
LATE_S: Final = 1.0


class LoopLag(Service):
    """Measures four times a second."""

    def __init__(self) -> None:
        self._lag_s = 0.0
        self._due: float | None = None

    def stood_still(self) -> bool:
        """Whether the loop was blocked for more than a second until a moment ago, so that messages read now may have
        waited. True until the next measurement, since loops differ in whether they read or measure first."""
        is_late = self._due is not None and asyncio.get_running_loop().time() - self._due > LATE_S
        return is_late or not self.is_steady

    @property
    def is_steady(self) -> bool:
        """Whether the lag was at most a second when it was last measured."""
        return self._lag_s <= LATE_S

    def start(self) -> None:
        self._tasks.start(self._beat())

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = self._due = loop.time() + BEAT_S
            await asyncio.sleep(BEAT_S)
            self._lag_s = max(0.0, loop.time() - due)
            metrics.LOOP_LAG.observe(self._lag_s)
