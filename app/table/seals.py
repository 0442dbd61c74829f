"""The seal of an event, which reveals a damaged or diverging log. It is a keyed hash of the row and of the state that
the event led to, and is stored with the row. A process that computes another seal has read something else, or folded it
differently.

The key is the game's own, so that a seal reveals nothing hidden; seals are never exported.

The time of an event is known only when it is written. So a seal is made in two steps: over everything else when the
event is decided; then the writer dates it. Every event in a log has a dated seal: one without is damage.
"""

from hashlib import blake2b, sha256
from typing import Final

import msgspec

from app.table.events import Event
from games.engine import State

SEAL_BYTES: Final = 16

_KIND: Final = b"\2"
"""The first byte of every dated seal: how it was made."""

_encoder = msgspec.json.Encoder(order="sorted")


class Fault(ValueError):
    """The log is not what was written: its room is quarantined."""


class FoldMismatch(Fault):
    """The fold of an event led to another state than its seal records."""


def dated(seal: bytes, at: int) -> bytes:
    """The seal of an event that is written at this time, from its undated seal."""
    return _KIND + blake2b(at.to_bytes(8, "big", signed=True), digest_size=SEAL_BYTES, key=seal).digest()


def digest_of_state(g: State) -> bytes:
    """SHA-256 of a state; the order of keys does not count."""
    try:
        encoded = _encoder.encode(g.to_encode())
    except TypeError:  # only keys that are strings can be sorted
        encoded = _encoder.encode(msgspec.to_builtins(g, str_keys=True))
    return sha256(encoded).digest()


def refuse_unsealed(event: Event) -> None:
    """Raise FoldMismatch unless the event has a seal, whatever it says."""
    if event.seal is None:
        raise FoldMismatch("its seal is missing")
    if len(event.seal) != len(_KIND) + SEAL_BYTES or not event.seal.startswith(_KIND):
        raise FoldMismatch("its seal is of an unknown kind")


def compare(event: Event, key: bytes, digest: bytes) -> None:
    """Compare the seal of an event with the state that it led to here: its digest, and the key of the game. Raises
    FoldMismatch."""
    if event.seal != dated(seal(event, key, digest), event.at):
        raise FoldMismatch("it led to another state than it was sealed with")


def seal(event: Event, key: bytes, digest: bytes) -> bytes:
    """The undated seal of an event: of its row, its encoded body, and the digest of the state that it leads to, keyed
    with the game's key."""
    row = f"{event.room} {event.seq} {event.id} {event.prev} {event.actor}"
    return blake2b(f"{row} {digest.hex()} ".encode() + event.stored, digest_size=SEAL_BYTES, key=key).digest()
