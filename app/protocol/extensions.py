"""Our own ASGI extension between the server and the session: the socket itself, without a turn of the event loop for
each message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

DIRECT: Final = "tertulia.direct"  # scope["extensions"][DIRECT]["socket"] is a DirectSocket


class WriteNow(Protocol):
    """DirectSocket.write_now()."""

    def __call__(self, *messages: bytes) -> bool: ...


class DirectSocket(Protocol):
    """A WebSocket that is open."""

    receiver: Callable[[str], None] | None
    """Called with each text message as it arrives, which ASGI's receive() then leaves out. None: receive() has all."""

    is_awaited: Callable[[], bool] | None
    """Whether somebody may be waiting for this peer: then its absence is noticed within seconds, otherwise within half
    a minute. Asked every few seconds. None: always."""

    def write_now(self, *messages: bytes) -> bool:
        """Send text messages, which are encoded, at once. False: none was sent, as an earlier one is under way, or the
        socket is closing."""
