"""Chance in a live room: a keyed stream fixed before the game, so that no crash, race or retry can re-roll.

When a game begins, the server draws a secret of 32 bytes and publishes a commitment: SHA-256 over the secret and
everything that the game is bound to. The key of the stream
is derived from the secret by HKDF (RFC 5869). Once the game is over the secret is published, and anybody can compute
commitment and key again. Each part is preceded by its length in four bytes, so that no two inputs are encoded alike;
numbers are big-endian, texts UTF-8.

Players add words to the key, so that the server cannot choose it either. A player's word is 16 random bytes. Before the
game only its seal is known, its SHA-256; once everybody has been shown the commitment, the words are opened.

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
from msgspec.structs import replace

from games.dealer import Dealer, DealerBySeat
from games.engine import Chair, Text, say

SECRET_BYTES: Final = 32
OPENED_WITHIN_MS: Final = 2_000
"""How long a game that is starting waits for the words of its players."""
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


class SameDeal(Struct, frozen=True, omit_defaults=True):
    """Whose deal a game has, if not its own: that of the `game`-th game of this room. Its key, its commitment and the
    words of its players are the same, and so is the game, if the same moves are made."""

    room: str
    game: int
    by_seat: bool = False
    """Whether each seat has draws of its own (games/dealer.py)."""
    again: int = 0
    """Which game of its room had this deal before; 0: none, it is played at several tables at once."""


def continued_from(source: Source | None) -> Text:
    """The first line of such a game, which tells where it comes from."""
    if source is None:
        return say("A first lesson: this position was written for it, and so is what comes first.")
    if source.moves == 0:
        return say("This game goes on from the beginning of another one, as {seat} knew it.", seat=Chair(source.seat))
    sentence = "This game goes on from move {move} of another one, as {seat} knew it."
    return say(sentence, move=source.moves, seat=Chair(source.seat))


def whose_deal(same: SameDeal) -> Text:
    """The first line of a game that has not a deal of its own."""
    if same.again:
        sentence = "This is the deal of game {number} again: some may know what comes. It counts in no standings."
        return say(sentence, number=same.again)
    return say("This deal is played at all tables of this evening.")


class Sharing(Struct, frozen=True, omit_defaults=True):
    """What makes a table one of several that play one deal: the codes of all their rooms in order, the first of which
    also stands for the evening; which game of this room it is; and the rules and the secret of that deal, which players
    add nothing to. `organizer`: the guest who may end the evening. `onlookers`: whether they may watch afterwards."""

    rooms: list[str]
    game: int
    rules: str
    secret: str
    organizer: str
    onlookers: bool
    over: bool = False
    """All of these games have ended, or the evening has: what happened at one table may be seen at the others."""

    def __repr__(self) -> str:
        return f"<Sharing: {len(self.rooms)} tables>"  # its secret may end up in no log


class WordSealed(Struct, frozen=True, tag_field="kind", tag="word_sealed"):
    """An event: the player of this seat has a word for the next game; `seal` is its seal in hex."""

    seat: int
    seal: str


class Starting(Struct, frozen=True, tag_field="kind", tag="starting"):
    """An event: the next game is fixed, except for the players' words, which are opened now. `seals`: in hex, by seat;
    empty: that seat has no word."""

    rules: str
    secret: str
    commitment: str
    seals: list[str]


class WordOpened(Struct, frozen=True, tag_field="kind", tag="word_opened"):
    """An event: the player of this seat has opened the word for the game that is starting, in hex."""

    seat: int
    word: str


BEFORE_A_GAME: Final = (WordSealed, Starting, WordOpened)
"""Events that lead to a game: what is still to be seen of the one before stays as it is."""
VOID_ONCE_BEGUN: Final = (WordSealed, WordOpened)
"""Events before a game that change nothing any more as soon as it has begun."""


class Beginning(Struct):
    """A game that is starting: what was fixed when (ms), and the words that have been opened, by seat."""

    fixed: Starting
    at: int
    words: dict[int, str] = {}

    def __repr__(self) -> str:
        return f"<Beginning: {len(self.words)} words>"  # its secret may end up in no log


def with_word(beginning: Beginning | None, opened: WordOpened) -> Beginning | None:
    """The same with one more word. It is a new object: a copy of the table for trial may have the old one."""
    if beginning is None:
        return None
    return replace(beginning, words={**beginning.words, opened.seat: opened.word})


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


def canonical(value: Any) -> bytes:
    """Options, or what was drawn, as canonical JSON: keys sorted, no spaces."""
    return msgspec.json.encode(value, order="sorted")


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
    """The key of the game's draws, 32 bytes. `entropy`: the word of each seat; empty: it has added none."""
    contributions = len(entropy).to_bytes(4, "big") + b"".join(map(_prefixed, entropy))
    salt = hashlib.sha256(_domain(b"salt") + contributions).digest()
    info = _domain(b"key") + _prefixed(bound.room.encode()) + bound.game.to_bytes(4, "big")
    return _hkdf(secret, salt, info + _prefixed(bound.rules.encode()))


def seal_of(word: bytes, room: str, game: int) -> bytes:
    """The seal of a player's word for the `game`-th game of this room: 32 bytes that reveal nothing about it."""
    return hashlib.sha256(
        _domain(b"seal") + _prefixed(room.encode()) + game.to_bytes(4, "big") + _prefixed(word)
    ).digest()


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


class BySeat:
    """Weighs what is drawn in games in which each seat has draws of its own (games/dealer.py), with this key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def weight(self, stream: str, number: int, item: Any, copy: int) -> bytes:
        """32 bytes: HMAC-SHA256(key, "vdeal/1/weight" | number | copy | stream | item as canonical JSON)."""
        place = number.to_bytes(8, "big") + copy.to_bytes(4, "big")
        what = _prefixed(stream.encode()) + _prefixed(canonical(item))
        return hmac.digest(self._key, _domain(b"weight") + place + what, hashlib.sha256)


def dealer_of_setup(key: bytes, same: SameDeal | None, starts: int | None) -> Dealer:
    """What deals before the first move of a game with this key. `starts`: the starting seat, if it is not drawn."""
    if same is not None and same.by_seat:
        return DealerBySeat(BySeat(key).weight, {}, starts=starts)
    return Dealer(Sealed(key, 0), starts=starts)


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
