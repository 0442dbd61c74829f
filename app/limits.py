"""How much anybody may ask for: token buckets and counters, in memory, for one process.

Keys are addresses, guests and sockets. An address is its network: one IPv6 customer has a whole /64. Buckets
that have not been used for long are forgotten first, so that strangers cannot fill the memory.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, Literal

from app import metrics
from app.settings import Rate, Settings

MOST_BUCKETS: Final = 20_000

Clock = Callable[[], float]
What = Literal["handshake", "new guest", "room", "chat", "password", "push"]


class Bucket:
    """Tokens that come back at a steady rate, up to as many as there were at first."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Clock) -> None:
        self._rate = rate
        self._clock = clock
        self._left = float(rate.times)
        self._at = clock()

    def take(self, tokens: int = 1) -> float | None:
        """None when they were there and are taken; otherwise the seconds until they will be there."""
        per_second = self._rate.times / self._rate.seconds
        now = self._clock()
        self._left = min(self._rate.times, self._left + (now - self._at) * per_second)
        self._at = now
        if self._left < tokens:
            return (tokens - self._left) / per_second
        self._left -= tokens
        return None


class SocketBudget:
    """What one socket may send: messages and bytes."""

    __slots__ = ("_bytes", "_messages")

    def __init__(self, messages: Bucket, bytes: Bucket) -> None:
        self._messages = messages
        self._bytes = bytes

    def take(self, size: int = 0) -> bool:
        """Whether one more message, of `size` bytes, may be carried out now."""
        return self._messages.take() is None and self._bytes.take(size) is None


class Limits:
    """The house's limits. Every question is answered with None (go on) or with the seconds to wait."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._rates: dict[What, Rate] = {
            "handshake": settings.limits_handshakes,
            "new guest": settings.limits_guests,
            "room": settings.limits_rooms,
            "chat": settings.limits_chat,
            "password": settings.limits_passwords,
            "push": settings.limits_push,
        }
        self._buckets: OrderedDict[tuple[What, str], Bucket] = OrderedDict()
        self._sockets: Counter[tuple[str, ...]] = Counter()

    def handshake(self, address: str) -> float | None:
        """One more WebSocket from this address."""
        return self._take("handshake", network_of(address))

    def new_guest(self, address: str) -> float | None:
        """One more browser seen for the first time from this address."""
        return self._take("new guest", network_of(address))

    def room(self, address: str) -> float | None:
        """One more room opened from this address."""
        return self._take("room", network_of(address))

    def chat(self, guest: str) -> float | None:
        """One more line of chat by this guest."""
        return self._take("chat", guest)

    def password(self, address: str) -> float | None:
        """One more try at a password from this address."""
        return self._take("password", network_of(address))

    def push(self, guest: str) -> float | None:
        """One more change of how this guest is called."""
        return self._take("push", guest)

    def message_bucket(self) -> SocketBudget:
        """What a new socket may send."""
        messages, bytes = self._settings.limits_messages, self._settings.limits_bytes
        return SocketBudget(Bucket(messages, self._clock), Bucket(bytes, self._clock))

    def hold_socket(self, address: str, guest: str, room: str) -> AbstractContextManager[None] | None:
        """A place for one more open socket, taken while the context lasts; None when there is none left."""
        places = {
            ("address", network_of(address)): self._settings.limits_sockets_per_address,
            ("guest", guest): self._settings.limits_sockets_per_guest,
            ("guest and room", guest, room): self._settings.limits_sockets_per_guest_and_room,
        }
        if any(self._sockets[place] >= most for place, most in places.items()):
            metrics.note_limited("sockets")
            return None
        return self._held(list(places))

    @property
    def sockets(self) -> int:
        """How many places are taken."""
        return sum(taken for place, taken in self._sockets.items() if place[0] == "address")

    @contextmanager
    def _held(self, places: list[tuple[str, ...]]) -> Iterator[None]:
        self._sockets.update(places)
        try:
            yield
        finally:
            self._sockets.subtract(places)
            for place in places:
                if not self._sockets[place]:
                    del self._sockets[place]

    def _take(self, what: What, key: str) -> float | None:
        bucket = self._buckets.get((what, key))
        if bucket is None:
            bucket = self._buckets[what, key] = Bucket(self._rates[what], self._clock)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end((what, key))
        wait = bucket.take()
        if wait is not None:
            metrics.note_limited(what)
        return wait


def network_of(address: str) -> str:
    """What counts as one address: itself for IPv4, its /64 for IPv6."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, 64), strict=False))
    return address
