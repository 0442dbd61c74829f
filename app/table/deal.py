"""Chance in a live room: a keyed stream fixed before the game, so that no crash, race or retry can re-roll.

When a game begins, the server draws a secret of 32 bytes and publishes a commitment: SHA-256 over the secret and
everything that the game is bound to. The key of the stream
is derived from the secret by HKDF (RFC 5869). Once the game is over the secret is published, and anybody can compute
commitment and key again. Each part is preceded by its length in four bytes, so that no two inputs are encoded alike;
numbers are big-endian, words UTF-8.

Draw j of a game with label and bound n is HMAC-SHA256(key, "vdeal/1/draw" | j | t | label), its first eight bytes
reduced without bias: values from floor(2^64 / n) * n on are rejected and the next t is tried.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw, Struct, field

SECRET_BYTES: Final = 32
FORMAT: Final = "vdeal/1"


class Source(Struct, frozen=True):
    """A moment of a finished game: after event `seq` of this room's `game`-th game, when `moves` moves had been made;
    and the seat as which somebody plays on from there."""

    room: str
    game: int
    seq: int
    moves: int
    seat: int


class Onward(Struct, frozen=True, omit_defaults=True):
    """The start of a game that begins with a position: its first state, and the lines that had reached its player.

    It is played on from another game, `source`: everything that the seat could not know was dealt anew. Or it is a
    first lesson: its position was written, and so was what is drawn first, `written`."""

    state: Raw
    lines: Raw = field(name="heard")
    source: Source | None = None
    written: list[Any] = []

    @property
    def seat(self) -> int:
        """The seat of whoever begins it."""
        return self.source.seat if self.source else 0


class Prepared(Struct, frozen=True):
    """The position with which a table's next game begins, by these rules."""

    rules: str
    onward: Onward


class Bound(NamedTuple):
    """The only thing a deal is valid for: the `game`-th game of this room, by these rules, with these options in
    canonical JSON."""

    room: str
    game: int
    rules: str
    options: bytes


def new_secret() -> bytes:
    """The 32 secret bytes of one game."""
    return secrets.token_bytes(SECRET_BYTES)


def canonical(options: Any) -> bytes:
    """Options as canonical JSON: keys sorted, no spaces."""
    return msgspec.json.encode(options, order="sorted")


def with_position(bound: Bound, digest: bytes, onward: Onward) -> Bound:
    """The same for a game that begins with this position, the state of this digest: as a first lesson, or otherwise."""
    position = b" from " + digest.hex().encode()
    if onward.source is None:
        position = b" lesson" + position + b" " + canonical(onward.written)
    return bound._replace(options=bound.options + position)


def commitment_to(secret: bytes, bound: Bound) -> bytes:
    """The published commitment to a secret: 32 bytes that reveal nothing about it and match no other."""
    what = _domain(b"commit") + _prefixed(bound.room.encode()) + bound.game.to_bytes(4, "big")
    rules = _prefixed(bound.rules.encode()) + _prefixed(bound.options)
    return hashlib.sha256(what + rules + _prefixed(secret)).digest()


def key_of(secret: bytes, bound: Bound, entropy: Sequence[bytes]) -> bytes:
    """The key of the game's draws, 32 bytes. `entropy`: each seat's contribution to the secret; all empty so far."""
    contributions = len(entropy).to_bytes(4, "big") + b"".join(map(_prefixed, entropy))
    salt = hashlib.sha256(_domain(b"salt") + contributions).digest()
    info = _domain(b"key") + _prefixed(bound.room.encode()) + bound.game.to_bytes(4, "big")
    return _hkdf(secret, salt, info + _prefixed(bound.rules.encode()))


def _hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """HKDF (RFC 5869) with SHA-256, for one hash length of output."""
    return hmac.digest(hmac.digest(salt, secret, hashlib.sha256), info + b"\x01", hashlib.sha256)


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
    """How many draws these recorded values took: one each, but for a shuffle one for every place except the last."""
    return sum(max(0, len(value) - 1) if isinstance(value, list) else 1 for value in recorded)


def _eight_bytes(key: bytes, index: int, attempt: int, label: str) -> int:
    message = _domain(b"draw") + index.to_bytes(8, "big") + attempt.to_bytes(4, "big")
    digest = hmac.digest(key, message + _prefixed(label.encode()), hashlib.sha256)
    return int.from_bytes(digest[:8], "big")


def _domain(purpose: bytes) -> bytes:
    return _prefixed(FORMAT.encode() + b"/" + purpose)


def _prefixed(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part
