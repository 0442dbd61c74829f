"""One timer for all open WebSockets."""

import asyncio
from math import ceil
from typing import Final, Protocol

TICK_S: Final = 0.25


class Watched(Protocol):
    """A connection that is checked regularly."""

    def check(self) -> float | None:
        """Check whether the peer is there; returns the seconds until the next check, None for no more checks."""


class Keepalive:
    """Checks each connection when it is due, on ticks a quarter of a second apart: a timer for each connection,
    cancelled and set again with each message, would cost more than the checks."""

    def __init__(self) -> None:
        self._tick = 0
        self._due: dict[int, dict[Watched, None]] = {}
        self._at: dict[Watched, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, connection: Watched, after_s: float) -> None:
        """Check this connection after `after_s` seconds."""
        self.forget(connection)
        tick = self._at[connection] = self._tick + max(1, ceil(after_s / TICK_S))
        self._due.setdefault(tick, {})[connection] = None
        self._wait()

    def forget(self, connection: Watched) -> None:
        """Stop checking it."""
        tick = self._at.pop(connection, None)
        if tick is not None:
            self._due[tick].pop(connection, None)

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TICK_S, self._check_due)

    def _check_due(self) -> None:
        self._tick += 1
        self._timer = None
        if self._at:
            self._wait()
        due = self._due.setdefault(self._tick, {})
        try:
            while due:
                self._check(due.popitem()[0])
        finally:  # an error in one check must not make it forget the others
            for connection in [*due]:
                self.watch(connection, TICK_S)
            del self._due[self._tick]

    def _check(self, connection: Watched) -> None:
        del self._at[connection]
        after_s = connection.check()
        if after_s is not None:
            self.watch(connection, after_s)
