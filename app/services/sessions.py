"""The open sessions, and how they end when the server stops: accepted messages are carried out or answered with
`retry`, then every page is told goodbye and when to come back.

With several nodes, pages are sent away over three seconds, so that the others are not overrun. A single server sends
all away at once, but tells them to come back later, since it has to start again first.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, cast

from app.background import awaited
from app.rooms.session import Session
from app.storage.guests import Guest

MOST_PAUSE_S: Final = 0.02
FINISH_WITHIN_S: Final = 2.0
"""How long a command that was accepted before the goodbyes began may take; later ones have LATE_S."""
LATE_S: Final = 0.3
LAST_WORDS_WITHIN_S: Final = 1.0
AT_ONCE_MS: Final = 50


class Pace(NamedTuple):
    """Over how many seconds pages leave, and after how many milliseconds they come back: at random in this range."""

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
        """Session -> the task that serves it, oldest first."""

    @contextmanager
    def track(self, session: Session) -> Iterator[None]:
        """Count the session as open during the context."""
        # Without a variable: it would be in the traceback of the error that the task ends with, and the task refers to
        # that error: a reference cycle.
        self._open[session] = cast("asyncio.Task[None]", asyncio.current_task())
        try:
            yield
        finally:
            del self._open[session]

    async def begin_anew(self, such: Callable[[Guest], bool]) -> None:
        """End the sessions of such guests, whose pages come back at once."""
        loop = asyncio.get_running_loop()
        sessions = [session for session in self._open if such(session.guest)]
        await asyncio.gather(*(session.end(loop.time() + LATE_S, AT_ONCE_MS) for session in sessions))

    async def end(self) -> None:
        """End all sessions one after the other, oldest first, those opened meanwhile last."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        ending: dict[Session, asyncio.Task[None]] = {}
        while sessions := [session for session in self._open if session not in ending]:
            pause = min(MOST_PAUSE_S, self._pace.spread_s / len(sessions))
            first = loop.time()
            for number, session in enumerate(sessions, 1):
                until = max(began + FINISH_WITHIN_S, loop.time() + LATE_S)
                ending[session] = awaited(session.end(until, self.come_back_ms()))
                await asyncio.sleep(first + number * pause - loop.time())
        await asyncio.gather(*ending.values())
        if self._open:  # time for clients to read everything; those that do not read are not waited for
            await asyncio.wait(self._open.values(), timeout=LAST_WORDS_WITHIN_S)

    def come_back_ms(self) -> int:
        """A random delay before coming back, so that not all come at once."""
        return self._pace.soonest_ms + secrets.randbelow(self._pace.latest_ms - self._pace.soonest_ms)
