"""Tokens that stand for rooms in the server's logs: a code would let any reader sit down."""

from __future__ import annotations

from hashlib import blake2b

BYTES = 5  # an even chance of one collision among a million rooms


def token_of(key: bytes, code: str) -> str:
    """The token of a room: the same on every node and after restarts, which share the key."""
    return blake2b(code.encode(), key=key, digest_size=BYTES).hexdigest()
