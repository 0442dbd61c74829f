"""The actor and ids of the server's own events."""

import hashlib
import secrets
from typing import Final

SERVER: Final = ""


def new_id() -> str:
    """A random id for an event: 128 bits in hex."""
    return secrets.token_hex(16)


def id_of(action: str) -> str:
    """The id of an event that the server writes only once: the same on every node and after a restart. Anybody can
    compute it, but no client can use it: clients' ids are hex digits, and this one begins with an h."""
    return f"h{hashlib.sha256(action.encode()).hexdigest()[:31]}"
