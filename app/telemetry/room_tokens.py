"""What the log calls a room: by its code anybody could sit down, and a token of it tells nobody the code."""

from __future__ import annotations

from hashlib import blake2b

BYTES = 5  # among a million rooms, one chance in two of one pair


def token_of(key: bytes, code: str) -> str:
    """Of the room of this code: the same on every node and after a restart, for all of them have one key."""
    return blake2b(code.encode(), key=key, digest_size=BYTES).hexdigest()
