"""The seal of an event: by it a log watches over itself. It is made from the row and from the state that the event led
to, and stored with them; whoever comes to another one has read something else, or has folded it differently.

It is keyed with the game's own key, so that it tells nothing of what is hidden to whoever sees it, and never exported.

The time of an event is known only when it is written. So a seal is made in two steps: of all else, where the event is
judged; and dated, by the writer. Seals of before there were dates are as the first step leaves them. In one room none
is of an older kind than those before it.
"""

from __future__ import annotations

from enum import IntEnum
from hashlib import blake2b, sha256
from typing import Final

import msgspec

from app.table.events import Event
from games.engine import State

SEAL_BYTES: Final = 16
DATED_BYTES: Final = SEAL_BYTES + 1

_DATED: Final = b"\2"
"""What a seal begins with that is of the time, too."""

_encoder = msgspec.json.Encoder(order="sorted")


class Fault(ValueError):
    """A log that cannot be what was written: its room rests."""


class FoldMismatch(Fault):
    """An event has another seal than what came of it here."""


class Kind(IntEnum):
    """Of seals, oldest first."""

    NONE = 0
    UNDATED = 1
    DATED = 2


def kind_of_seal(seal: bytes | None) -> Kind:
    """Raises FoldMismatch for one that is of no kind known here."""
    if seal is None:
        return Kind.NONE
    if len(seal) == SEAL_BYTES:
        return Kind.UNDATED
    if len(seal) == DATED_BYTES and seal.startswith(_DATED):
        return Kind.DATED
    raise FoldMismatch("its seal is of no kind known here")


def dated(seal: bytes, at: int) -> bytes:
    """The seal of an event that is written at this time, from that of all the rest."""
    return _DATED + blake2b(at.to_bytes(8, "big", signed=True), digest_size=SEAL_BYTES, key=seal).digest()


def digest_of_state(g: State) -> bytes:
    """SHA-256 of a state, in which the order of keys does not count."""
    # Every key becomes a word, so that keys can be sorted.
    return sha256(_encoder.encode(msgspec.to_builtins(g, str_keys=True))).digest()


def compare(event: Event, key: bytes, digest: bytes) -> None:
    """Hold the seal of an event against the state that it led to here, of which this is the digest, in a game with this
    key. Raises FoldMismatch."""
    row = f"{event.room} {event.seq} {event.id} {event.prev} {event.actor}"
    own = seal(row, event.stored, key, digest)
    if event.seal != (dated(own, event.at) if kind_of_seal(event.seal) is Kind.DATED else own):
        raise FoldMismatch("what came of it is not what it was sealed with")


def seal(row: str, stored: bytes, key: bytes, digest: bytes) -> bytes:
    """The seal of an event, but for its time: of its row, of its body as it is written, and of the digest of the state
    it leads to; keyed with the game's key."""
    return blake2b(f"{row} {digest.hex()} ".encode() + stored, digest_size=SEAL_BYTES, key=key).digest()
