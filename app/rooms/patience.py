"""How long a socket is listened to: it may send so many messages and bytes, and talk nonsense three times a minute. The
count goes on when its page comes into the room."""

from __future__ import annotations

import time
from collections import deque
from typing import Final

from app.access.rate_limits import SocketBudget
from app.telemetry import metrics

MALFORMED_PER_MINUTE: Final = 3
FLOODED_AFTER_S: Final = 10.0
CALM_S: Final = 2.0


class Patience:
    """With one socket."""

    def __init__(self, budget: SocketBudget) -> None:
        self._budget = budget
        self._nonsense: deque[float] = deque(maxlen=MALFORMED_PER_MINUTE)
        self._flooded_since = self._flooded_at = -CALM_S

    def allows(self, text: str) -> bool:
        """Whether one more message may be carried out now."""
        allowed = self._budget.take(len(text) if text.isascii() else len(text.encode()))
        if not allowed:
            metrics.note_limited("messages")
        return allowed

    def bears_a_flood(self) -> bool:
        """One more message was too much: whether the socket is still listened to. It is one flood while it goes on;
        the few messages of it that are let through are no calm."""
        now = time.monotonic()
        if now - self._flooded_at > CALM_S:
            self._flooded_since = now
        self._flooded_at = now
        return now - self._flooded_since <= FLOODED_AFTER_S

    def bears_nonsense(self) -> bool:
        """One more message was not understood: whether the socket is still listened to."""
        now = time.monotonic()
        self._nonsense.append(now)
        return len(self._nonsense) < MALFORMED_PER_MINUTE or now - self._nonsense[0] >= 60
