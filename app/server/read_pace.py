"""Measures how fast a peer reads what it is sent."""

import fcntl
import socket
import sys
import termios
from collections.abc import Callable
from contextlib import suppress


def unread_in_kernel(connection: socket.socket) -> int:
    """Bytes in the kernel's send buffer; 0 if unknown."""
    with suppress(OSError):
        return int.from_bytes(fcntl.ioctl(connection.fileno(), termios.TIOCOUTQ, bytes(4)), sys.byteorder)
    return 0


class ReadingPace:
    """A peer's reading rate, from what is left unread at each check."""

    def __init__(self, least: float, over_s: float, clock: Callable[[], float]) -> None:
        """Too slow: less than `least` bytes a second over `over_s` seconds of waiting."""
        self._least = least
        self._over_s = over_s
        self._clock = clock
        self._waited = 0.0
        self._read = self._unread = 0
        self._since = 0.0

    def waits(self, unread: int) -> None:
        """Start waiting for the peer to read these bytes."""
        self._unread, self._since = unread, self._clock()

    def is_too_slow(self, unread: int) -> bool:
        """Whether the peer is too slow, now that this many bytes are left."""
        self._read += self._unread - unread
        self._waited += self._clock() - self._since
        self.waits(unread)
        if self._waited < self._over_s:
            return False
        slow = self._read < self._least * self._waited
        self._waited, self._read = 0.0, 0
        return slow
