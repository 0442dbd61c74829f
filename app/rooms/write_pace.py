"""Limits on how fast one guest may write into the log of a room. Whoever is too fast waits, and nobody else. What a
game needs to go on, and a host to have peace, is never limited."""

from __future__ import annotations

from app.access.rate_limits import Limits
from app.protocol.messages import Refusal
from app.table import events
from app.table.events import Body
from games.engine import say


class Pace:
    """The limits of one page: a guest, at an address, in a room."""

    def __init__(self, limits: Limits, guest: str, address: str, room: str) -> None:
        self._limits = limits
        self._guest = guest
        self._address = address
        self._room = room

    def refuse_haste(self, body: Body) -> None:
        """Raises busy when this event, which is about to be written, comes too soon after others of its kind."""
        match body:
            case events.Moved(question=None):
                self._refuse(self._limits.wait("free move", self._guest, self._room))
            case events.Moved() | events.Finished() | events.Stopped() | events.Returned():
                return
            case events.Kicked() | events.Muted() | events.Closed():
                return
            case events.Said():  # of one guest it was counted before
                self._refuse(self._limits.wait("command of an address", self._address, self._room))
            case _:
                self.refuse_hasty_command()

    def refuse_hasty_command(self) -> None:
        """The same for a command that writes no event."""
        self._refuse(self._limits.wait("command", self._guest, self._room))
        self._refuse(self._limits.wait("command of an address", self._address, self._room))

    def _refuse(self, wait: float | None) -> None:
        if wait is not None:
            raise Refusal("busy", say("That was a great deal at once. Wait a moment."))
