"""The limits of one socket: messages, bytes, and three malformed messages a minute. The count goes on when its page
comes into the room."""

from __future__ import annotations

import time
from collections import deque
from typing import Final

from app.access.rate_limits import SocketBudget
from app.telemetry import metrics

MALFORMED_PER_MINUTE: Final = 3
FLOODED_AFTER_S: Final = 10.0
CALM_S: Final = 2.0


class SocketLimits:
    """The limits of one socket."""

    def __init__(self, budget: SocketBudget) -> None:
        self._budget = budget
        self._malformed: deque[float] = deque(maxlen=MALFORMED_PER_MINUTE)
        self._flooded_since = self._flooded_at = -CALM_S

    def allows(self, text: str) -> bool:
        """Whether one more message may be carried out now."""
        allowed = self._budget.take(len(text) if text.isascii() else len(text.encode()))
        if not allowed:
            metrics.note_limited("messages")
        return allowed

    def tolerates_flood(self) -> bool:
        """Count a message over the limit: whether the socket stays open. A flood goes on while such messages come; the
        few that are let through do not end it."""
        now = time.monotonic()
        if now - self._flooded_at > CALM_S:
            self._flooded_since = now
        self._flooded_at = now
        return now - self._flooded_since <= FLOODED_AFTER_S

    def tolerates_malformed(self) -> bool:
        """Count a malformed message: whether the socket stays open."""
        now = time.monotonic()
        self._malformed.append(now)
        return len(self._malformed) < MALFORMED_PER_MINUTE or now - self._malformed[0] >= 60
