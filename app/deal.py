"""Chance in a live room: a keyed stream fixed before the game, so that no crash, race or retry can re-roll.

Draw j of a game with label and bound n is HMAC-SHA256(key, "vdeal/1/draw" | j | t | label), its first eight bytes
reduced without bias: values from floor(2^64 / n) * n on are thrown away and the next t is tried.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

KEY_BYTES = 32


def new_key() -> bytes:
    """The 32 secret bytes of one game."""
    return secrets.token_bytes(KEY_BYTES)


class Sealed:
    """A game's draws from its `drawn`-th on, each a pure function of (key, index of the draw, label). Draws for
    another `purpose` than the game itself, such as a bot's thinking, form a stream of their own."""

    def __init__(self, key: bytes, drawn: int, purpose: str = "") -> None:
        self._key = key
        self._drawn = drawn
        self._prefix = f"{purpose}/" if purpose else ""

    def below(self, n: int, label: str) -> int:
        """The next draw, uniform over 0..n-1."""
        index, self._drawn = self._drawn, self._drawn + 1
        return draw(self._key, index, n, self._prefix + label)


def draw(key: bytes, index: int, n: int, label: str) -> int:
    """Draw number `index`, uniform over 0..n-1."""
    limit = 2**64 // n * n
    attempt = 0
    while (value := _eight_bytes(key, index, attempt, label)) >= limit:
        attempt += 1
    return value % n


def draws_in(recorded: Sequence[object]) -> int:
    """How many draws these recorded values took: one each, and one for every place but the last of a shuffle."""
    return sum(max(0, len(value) - 1) if isinstance(value, list) else 1 for value in recorded)


def _eight_bytes(key: bytes, index: int, attempt: int, label: str) -> int:
    message = _prefixed(b"vdeal/1/draw") + index.to_bytes(8, "big") + attempt.to_bytes(4, "big")
    digest = hmac.digest(key, message + _prefixed(label.encode()), hashlib.sha256)
    return int.from_bytes(digest[:8], "big")


def _prefixed(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part
