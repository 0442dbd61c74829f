"""The open sessions, and how they end when the server stops: what was taken in is carried out or answered with `retry`,
then every page is told goodbye and when to come back.

Where other nodes go on, pages leave over three seconds, so that these are not overrun. A single server lets all go at
once, and tells them to come back later: before it has started again nobody can.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from app.rooms.session import Session

MOST_PAUSE_S: Final = 0.02
FINISH_WITHIN_S: Final = 2.0
"""How long a command that was taken in before the goodbyes began may take; later ones have LATE_S."""
LATE_S: Final = 0.3
LAST_WORDS_WITHIN_S: Final = 1.0


class Pace(NamedTuple):
    """Over how many seconds pages leave, and from when to when they may come back."""

    spread_s: float
    soonest_ms: int
    latest_ms: int


TO_OTHERS: Final = Pace(3.0, 200, 1500)
TO_ITSELF: Final = Pace(0.5, 1000, 2500)


class Sessions:
    """All open sessions."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._open: dict[Session, asyncio.Task[None]] = {}
        """In the order in which they began, with the task that serves each."""

    @contextmanager
    def track(self, session: Session) -> Iterator[None]:
        """The session is open during this context."""
        self._open[session] = _this_task()
        try:
            yield
        finally:
            del self._open[session]

    async def end(self) -> None:
        """End all of them one after the other, oldest first, and those that opened meanwhile last."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        ending: dict[Session, asyncio.Task[None]] = {}
        while sessions := [session for session in self._open if session not in ending]:
            pause = min(MOST_PAUSE_S, self._pace.spread_s / len(sessions))
            first = loop.time()
            for number, session in enumerate(sessions, 1):
                until = max(began + FINISH_WITHIN_S, loop.time() + LATE_S)
                ending[session] = asyncio.create_task(session.end(until, self.come_back_ms()))
                await asyncio.sleep(first + number * pause - loop.time())
        await asyncio.gather(*ending.values())
        if self._open:  # readers have time to read everything; those who do not read are not waited for
            await asyncio.wait(self._open.values(), timeout=LAST_WORDS_WITHIN_S)

    def come_back_ms(self) -> int:
        """A random time to come back after, so that not all come at once."""
        return self._pace.soonest_ms + secrets.randbelow(self._pace.latest_ms - self._pace.soonest_ms)


def _this_task() -> asyncio.Task[None]:
    """In a variable of track() it would be held by the traceback of the error that it ended with, which it holds."""
    task = asyncio.current_task()
    assert task is not None
    return task
