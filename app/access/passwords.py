"""Room passwords, stored as salted scrypt hashes. One hash takes about 50 ms and 16 MB, so they are computed one at a
time on a thread of their own; when too many are waiting, the caller is told to try again."""

import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Final, TypeVar

from app.protocol.messages import Refusal
from app.slow import Queue, Slow
from app.telemetry import metrics
from games.engine import say

MOST_WAITING: Final = 8  # about half a second of work, the longest that anybody waits
CROWD: Final = say("Too many passwords at once. Try again in a moment.")

_COST: Final[dict[str, int]] = {"n": 2**14, "r": 8, "p": 1}

T = TypeVar("T")


class Passwords:
    """Hashes and compares passwords on one thread."""

    def __init__(self) -> None:
        self._slow = Slow("password", Queue(CROWD, MOST_WAITING, of_one=inf))

    async def hashed(self, password: str) -> str:
        """The password's hash. Raises Refusal `busy`."""
        return await self._do(partial(hashed, as_meant(password)))

    async def fits(self, password: str, kept: str) -> bool:
        """Whether the password has this hash. Raises Refusal `busy`."""
        return await self._do(partial(is_password, password, kept))

    async def _do(self, work: Callable[[], T]) -> T:
        try:
            return await self._slow.do(work)
        except Refusal:
            metrics.note_limited("password")
            raise


def as_meant(password: str) -> str:
    """Strips surrounding blanks, which copying adds, and composes accents (NFC), since keyboards differ."""
    return unicodedata.normalize("NFC", password).strip() or password


def hashed(password: str, salt: bytes | None = None) -> str:
    """Salt and scrypt hash in hex."""
    salt = salt or secrets.token_bytes(16)
    return f"{salt.hex()}${hashlib.scrypt(password.encode(), salt=salt, **_COST).hex()}"


def is_password(password: str, kept: str) -> bool:
    """Whether the password, as it is meant, has this hash."""
    salt, _, _ = kept.partition("$")
    return secrets.compare_digest(hashed(as_meant(password), bytes.fromhex(salt)), kept)
