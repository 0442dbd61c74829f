"""Rate limits: token buckets and counters in memory, per process.

Keys are addresses, guests and sockets. An IPv6 address counts as its /64, which a single customer usually owns, and at
the same time as its /56, which many have: it holds a few times as much. The least recently used buckets are dropped
first, so strangers cannot fill the memory.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Final

from cachetools import LRUCache

from app.access.addresses import networks_of, parsed_address
from app.access.passwords import Passwords
from app.protocol.messages import Refusal
from app.settings import Network, Rate, Settings
from app.telemetry import metrics
from app.telemetry.metrics import Limited, Rated
from games.text import Text, say

MOST_BUCKETS: Final = 20_000
WIDE: Final = 4
"""How many times as much as a /64 a whole /56 may have."""
PAGE_FAULTS: Final = Rate(6, 60)
NUDGES: Final = Rate(1, 60)
"""From one guest to another."""

Clock = Callable[[], float]
PER_GUEST: Final[frozenset[Rated]] = frozenset(
    {"request of a guest", "command", "free move", "chat", "nudge", "new password", "push"}
)
"""All others are per address; invitations and webhooks are counted for either."""
TOO_MANY: Final[dict[Rated, Text]] = {
    "handshake": say("Too many connections at once from your network. This page tries again by itself."),
    "new guest": say("Too many new visitors at once. Try again in a minute."),
    "chat": say("You are sending messages too fast. Wait a moment."),
    "new password": say("You have changed the password too often. Wait a minute."),
    "download": say("Too many downloads at once. Try again in a minute."),
}


def shares(address: str, most: int) -> dict[str, int]:
    """Each network of an address, with its maximum where an address may have `most`."""
    narrow, *wide = networks_of(address)
    return {narrow: most, **dict.fromkeys(wide, WIDE * most)}


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


class Slots(Counter[tuple[str, ...]]):
    """Counts how often each slot is taken at the moment."""

    def take(self, what: Limited, most: Mapping[tuple[str, ...], int]) -> ExitStack | None:
        """Take each of these slots until the stack is closed; None when one of them has reached its maximum."""
        if any(self[slot] >= times for slot, times in most.items()):
            metrics.note_limited(what)
            return None
        self.update(most.keys())
        stack = ExitStack()
        stack.callback(self._give_back, *most)
        return stack

    def _give_back(self, *slots: tuple[str, ...]) -> None:
        self.subtract(slots)
        for slot in slots:
            if not self[slot]:
                del self[slot]


class ConnectionLimit:
    """HTTP connections per address. Trusted proxies speak for many people and are not counted."""

    def __init__(self, most: int, proxies: Sequence[Network]) -> None:
        self._most = most
        self._proxies = proxies
        self._slots = Slots()

    def hold(self, address: str) -> ExitStack | None:
        """Take a slot until the stack is closed; None when there is none left."""
        parsed = parsed_address(address)
        if parsed is not None and any(parsed in proxies for proxies in self._proxies):
            return ExitStack()
        return self._slots.take("connections", {(net,): most for net, most in shares(address, self._most).items()})


class Limits:
    """The server's limits."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._rates: dict[Rated, Rate] = {
            "handshake": settings.limits_handshakes,
            "request": settings.limits_requests,
            "request of a guest": settings.limits_requests_per_guest,
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
            "webhook": settings.limits_webhooks,
            "download": settings.limits_downloads,
            "nudge": NUDGES,
            "page fault": PAGE_FAULTS,
        }
        self._buckets: LRUCache[tuple[Rated, str], Bucket] = LRUCache(MOST_BUCKETS)
        self._sockets = Slots()
        self.passwords = Passwords()

    def wait(self, what: Rated, *whose: str) -> float | None:
        """Count one more; returns None if it is allowed, otherwise the seconds to wait. `whose`: the address or guest,
        followed by the room if the limit is per room."""
        first, *room = whose
        rate = self._rates[what]
        times = {first: rate.times} if what in PER_GUEST else shares(first, rate.times)
        for key, most in times.items():
            bucket = self._bucket((what, " ".join((key, *room))), Rate(most, rate.seconds))
            if (wait := bucket.take()) is not None:
                metrics.note_limited(what)
                return wait
        return None

    def _bucket(self, key: tuple[Rated, str], rate: Rate) -> Bucket:
        if key not in self._buckets:
            self._buckets[key] = Bucket(rate, self._clock)
        return self._buckets[key]

    def admit(self, what: Rated, *whose: str) -> None:
        """The same. Raises Refusal `busy` when it is not allowed."""
        if self.wait(what, *whose) is not None:
            raise Refusal("busy", TOO_MANY.get(what, say("Too many attempts. Wait a minute.")))

    def hold_download(self, address: str) -> ExitStack:
        """Take a slot for one download until the stack is closed. Raises Refusal `busy` when there is none left."""
        most = self._settings.limits_downloads_per_address
        stack = self._sockets.take("downloads", {("download", net): at for net, at in shares(address, most).items()})
        if stack is None:
            raise Refusal("busy", TOO_MANY["download"])
        return stack

    def message_bucket(self) -> tuple[Bucket, Bucket]:
        """The budget of a new socket: messages, and their bytes."""
        messages, bytes = self._settings.limits_messages, self._settings.limits_bytes
        return Bucket(messages, self._clock), Bucket(bytes, self._clock)

    def hold_socket(self, address: str, guest: str, room: str) -> ExitStack | None:
        """Take a slot for one open socket until the stack is closed; None when there is none left."""
        per_address = shares(address, self._settings.limits_sockets_per_address)
        slots: dict[tuple[str, ...], int] = {("address", network): most for network, most in per_address.items()}
        slots["guest", guest] = self._settings.limits_sockets_per_guest
        slots["guest and room", guest, room] = self._settings.limits_sockets_per_guest_and_room
        return self._sockets.take("sockets", slots)

    def is_address_full(self, address: str) -> bool:
        """Whether this address has as many open sockets as it may."""
        per_address = shares(address, self._settings.limits_sockets_per_address)
        return any(self._sockets["address", network] >= most for network, most in per_address.items())

    @property
    def sockets(self) -> int:
        """Number of open sockets."""
        return sum(taken for slot, taken in self._sockets.items() if slot[0] == "guest")
