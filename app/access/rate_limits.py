"""Rate limits: token buckets and counters in memory, per process.

Keys are addresses, guests and sockets. An IPv6 address counts as its /64, which a single customer usually owns. The
least recently used buckets are dropped first, so strangers cannot fill the memory.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from typing import Final

from app.access.addresses import parsed_address
from app.access.passwords import Passwords
from app.protocol.messages import Refusal
from app.settings import Network, Rate, Settings
from app.telemetry import metrics
from app.telemetry.metrics import Limited, Rated
from games.text import Text, say

MOST_BUCKETS: Final = 20_000

Clock = Callable[[], float]
PER_GUEST: Final[frozenset[Rated]] = frozenset({"command", "free move", "chat", "new password", "push"})
"""All others are per address; invitations are counted for either."""
TOO_MANY: Final[dict[Rated, Text]] = {
    "new guest": say("Too many new visitors at once. Try again in a minute."),
    "chat": say("You are sending messages too fast. Wait a moment."),
    "new password": say("You have changed the password too often. Wait a minute."),
    "download": say("Too many downloads at once. Try again in a minute."),
}


class Bucket:
    """A token bucket that starts full."""

    __slots__ = ("_at", "_clock", "_left", "_most", "_per_second")

    def __init__(self, rate: Rate, clock: Clock) -> None:
        self._most = float(rate.times)
        self._per_second = rate.times / rate.seconds
        self._clock = clock
        self._left = float(rate.times)
        self._at = clock()

    def take(self, tokens: int = 1) -> float | None:
        """Take tokens and return None, or the seconds until there are enough."""
        now = self._clock()
        self._left += (now - self._at) * self._per_second
        if self._left > self._most:
            self._left = self._most
        self._at = now
        if self._left < tokens:
            return (tokens - self._left) / self._per_second
        self._left -= tokens
        return None


class Taken(Counter[tuple[str, ...]]):
    """Counts how often each place is taken at the moment."""

    def take(self, what: Limited, most: Mapping[tuple[str, ...], int]) -> ExitStack | None:
        """Take each of these places until the stack is closed; None when one of them has reached its maximum."""
        if any(self[place] >= times for place, times in most.items()):
            metrics.note_limited(what)
            return None
        self.update(most.keys())
        held = ExitStack()
        held.callback(self._give_back, *most)
        return held

    def _give_back(self, *places: tuple[str, ...]) -> None:
        self.subtract(places)
        for place in places:
            if not self[place]:
                del self[place]


class Places:
    """HTTP connections per address. Trusted proxies speak for many people and are not counted."""

    def __init__(self, most: int, proxies: Sequence[Network]) -> None:
        self._most = most
        self._proxies = proxies
        self._taken = Taken()

    def hold(self, address: str) -> ExitStack | None:
        """Take a place until the stack is closed; None when there is none left."""
        parsed = parsed_address(address)
        if parsed is not None and any(parsed in proxies for proxies in self._proxies):
            return ExitStack()
        return self._taken.take("connections", {(network_of(str(parsed or address)),): self._most})


class Limits:
    """The server's limits."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._rates: dict[Rated, Rate] = {
            "handshake": settings.limits_handshakes,
            "new guest": settings.limits_guests,
            "room": settings.limits_rooms,
            "command": settings.limits_commands,
            "command of an address": settings.limits_commands_per_address,
            "free move": settings.limits_free_moves,
            "chat": settings.limits_chat,
            "password": settings.limits_passwords,
            "new password": settings.limits_new_passwords,
            "push": settings.limits_push,
            "invitation": settings.limits_invitations,
            "download": settings.limits_downloads,
        }
        self._buckets: dict[tuple[Rated, str], Bucket] = {}
        self._sockets = Taken()
        self.passwords = Passwords()

    def wait(self, what: Rated, *whose: str) -> float | None:
        """Count one more; returns None if it is allowed, otherwise the seconds to wait. `whose`: the address or guest,
        followed by the room if the limit is per room."""
        first, *room = whose
        key = what, " ".join((first if what in PER_GUEST else network_of(first), *room))
        bucket = self._buckets.pop(key, None) or Bucket(self._rates[what], self._clock)
        self._buckets[key] = bucket  # most recently used last
        if len(self._buckets) > MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        wait = bucket.take()
        if wait is not None:
            metrics.note_limited(what)
        return wait

    def admit(self, what: Rated, *whose: str) -> None:
        """The same. Raises Refusal `busy` when it is not allowed."""
        if self.wait(what, *whose) is not None:
            raise Refusal("busy", TOO_MANY.get(what, say("Too many attempts. Wait a minute.")))

    def hold_download(self, address: str) -> ExitStack:
        """Take a place for one download until the stack is closed. Raises Refusal `busy` when there is none left."""
        most = self._settings.limits_downloads_per_address
        held = self._sockets.take("downloads", {("download", network_of(address)): most})
        if held is None:
            raise Refusal("busy", TOO_MANY["download"])
        return held

    def message_bucket(self) -> tuple[Bucket, Bucket]:
        """The budget of a new socket: messages, and their bytes."""
        messages, bytes = self._settings.limits_messages, self._settings.limits_bytes
        return Bucket(messages, self._clock), Bucket(bytes, self._clock)

    def hold_socket(self, address: str, guest: str, room: str) -> ExitStack | None:
        """Take a place for one open socket until the stack is closed; None when there is none left."""
        places = {
            ("address", network_of(address)): self._settings.limits_sockets_per_address,
            ("guest", guest): self._settings.limits_sockets_per_guest,
            ("guest and room", guest, room): self._settings.limits_sockets_per_guest_and_room,
        }
        return self._sockets.take("sockets", places)

    @property
    def sockets(self) -> int:
        """Number of open sockets."""
        return sum(taken for place, taken in self._sockets.items() if place[0] == "address")


@lru_cache(4096)
def network_of(address: str) -> str:
    """The key of an address: itself for IPv4, its /64 for IPv6."""
    parsed = parsed_address(address)
    return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else address
