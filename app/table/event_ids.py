"""Events of the server itself: their actor, and their ids."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

SERVER: Final = ""


def new_id() -> str:
    """An id for an event of the server's own: 128 random bits in hex."""
    return secrets.token_hex(16)


def id_of(action: str) -> str:
    """The id of an event that the server writes once: the same on every node and after a restart. Anybody can compute
    it, and no client can use it: ids of clients are hex digits, and this one begins with an h."""
    return f"h{hashlib.sha256(action.encode()).hexdigest()[:31]}"
