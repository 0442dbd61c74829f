"""Events that are the house's own: in whose name they are written, and by which id they are known."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

HOUSE: Final = ""


def new_id() -> str:
    """An id for an event of the house's own: 128 random bits in hex."""
    return secrets.token_hex(16)


def id_of(deed: str) -> str:
    """The id of what the house does once for all: the same on every node, and after a restart. Anybody can work it out,
    and no client may use it: theirs are hex, and this begins with a letter that is no digit."""
    return f"h{hashlib.sha256(deed.encode()).hexdigest()[:31]}"
