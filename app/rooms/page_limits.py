"""The limits of one page: how much its socket may say, and how fast its guest may write into the log of a room.

A socket has a budget of messages and bytes, and may send fewer than three malformed messages a minute; counting starts
before the page is let into the room. Only a guest who writes too fast has to wait. Answers to questions, and what a
host needs to keep the peace, are never limited.
"""

import time
from typing import Final

from app.access.rate_limits import Bucket, Limits, shares
from app.protocol.messages import Refusal
from app.table import events
from app.table.deal import WordOpened
from app.table.decide import TOO_MANY_WAIT
from app.table.evening import HandsShown
from app.table.events import Body, SeatRequested
from app.table.state import Table
from app.telemetry import metrics
from games.engine import say

MALFORMED_PER_MINUTE: Final = 3
FLOODED_AFTER_S: Final = 10.0
CALM_S: Final = 2.0


class SocketLimits:
    """The limits of one socket."""

    def __init__(self, budget: tuple[Bucket, Bucket]) -> None:
        """`budget`: of messages and of bytes."""
        self._messages, self._bytes = budget
        self._malformed: list[float] = []
        """When the latest malformed messages came."""
        self._flooded_since = self._flooded_at = -CALM_S

    def allows(self, text: str) -> bool:
        """Whether one more message may be carried out now."""
        size = len(text) if text.isascii() else len(text.encode())
        allowed = self._messages.take() is None and self._bytes.take(size) is None
        if not allowed:
            metrics.note_limited("messages")
        return allowed

    def tolerates_flood(self) -> bool:
        """Count a message over the limit; returns whether the socket stays open. A flood lasts as long as such messages
        keep coming, even if a few are let through in between."""
        now = time.monotonic()
        if now - self._flooded_at > CALM_S:
            self._flooded_since = now
        self._flooded_at = now
        return now - self._flooded_since <= FLOODED_AFTER_S

    def tolerates_malformed(self) -> bool:
        """Count a malformed message; returns whether the socket stays open."""
        now = time.monotonic()
        self._malformed = [*self._malformed[1 - MALFORMED_PER_MINUTE :], now]
        return len(self._malformed) < MALFORMED_PER_MINUTE or now - self._malformed[0] >= 60


class Pace:
    """The limits of one page: a guest, at an address, in a room."""

    def __init__(self, limits: Limits, guest: str, address: str, room: str) -> None:
        self._limits = limits
        self._guest = guest
        self._address = address
        self._room = room

    def refuse_haste(self, body: Body) -> None:
        """Raises busy when this event, about to be written, comes too soon after others of its kind."""
        match body:
            case events.Moved(question=None):
                self._refuse(self._limits.wait("free move", self._guest, self._room))
            case events.Moved() | events.Finished() | events.Stopped() | events.Returned():
                return
            case events.Kicked() | events.Muted(muted=True) | events.Closed() | HandsShown(shown=False) | WordOpened():
                return
            case events.Said():
                self._limits.admit("chat", self._guest)
                self.refuse_crowd()
            case _:
                self.refuse_hasty_command()

    def refuse_hasty_command(self) -> None:
        """The same for a command that writes no event."""
        self._refuse(self._limits.wait("command", self._guest, self._room))
        self.refuse_crowd()

    def refuse_crowd(self) -> None:
        """Raises busy when the guests of this address together do too much in this room."""
        self._refuse(self._limits.wait("command of an address", self._address, self._room))

    def _refuse(self, wait: float | None) -> None:
        if wait is not None:
            raise Refusal("busy", say("Too much at once. Wait a moment."))


MOST_OF_ONE: Final = 10
"""Requests of one address for free seats, and as many for seats of players who are away."""


class SeatRequestAddresses:
    """The addresses of those who ask for seats in one room, as far as this process has heard them."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    def refuse_crowd(self, table: Table, guest: str, address: str, request: SeatRequested) -> None:
        """Note where this request comes from. Raises not_now when others of the same kind come from there already."""
        seat_requests = table.people.seat_requests
        self._addresses = {other: at for other, at in self._addresses.items() if other in seat_requests}
        alike = [
            at for other, at in self._addresses.items() if other != guest and seat_requests[other].back == request.back
        ]
        for network, most in shares(address, MOST_OF_ONE).items():
            if sum(network in shares(at, MOST_OF_ONE) for at in alike) >= most:
                raise Refusal("not_now", TOO_MANY_WAIT)
        self._addresses[guest] = address
