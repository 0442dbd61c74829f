"""How quickly the peer of a connection reads what it is sent."""

from __future__ import annotations

import fcntl
import socket
import sys
import termios
from collections.abc import Callable
from contextlib import suppress


def unread_in_kernel(connection: socket.socket) -> int:
    """The bytes that the kernel has still to bring to the peer; 0 where it does not say."""
    with suppress(OSError):
        return int.from_bytes(fcntl.ioctl(connection.fileno(), termios.TIOCOUTQ, bytes(4)), sys.byteorder)
    return 0


class ReadingPace:
    """How quickly a peer reads, by what was left of it each time when it was waited for."""

    def __init__(self, least: float, over_s: float, clock: Callable[[], float]) -> None:
        """Too slow is who reads fewer bytes a second than `least`, while it was waited for so long."""
        self._least = least
        self._over_s = over_s
        self._clock = clock
        self._waited = 0.0
        self._read = self._unread = 0
        self._since = 0.0

    def waits(self, unread: int) -> None:
        """From now on it is waited for that the peer reads these bytes."""
        self._unread, self._since = unread, self._clock()

    def is_too_slow(self, unread: int) -> bool:
        """Whether it is, now that so many of them are left."""
        self._read += self._unread - unread
        self._waited += self._clock() - self._since
        self.waits(unread)
        if self._waited < self._over_s:
            return False
        slow = self._read < self._least * self._waited
        self._waited, self._read = 0.0, 0
        return slow
