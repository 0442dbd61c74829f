"""The seal of an event: by it a log watches over itself. It is made from the row and from the state that the event led
to, and stored with them; whoever comes to another one has read something else, or has folded it differently.

It is keyed with the game's own key, so that it tells nothing of what is hidden to whoever sees it, and never exported.
"""

from __future__ import annotations

from hashlib import blake2b, sha256
from typing import TYPE_CHECKING, Final

import msgspec

from app.events import LEAVES_THE_GAME, Body, Event, move_in
from games.engine import State

if TYPE_CHECKING:
    from app.table import Table

SEAL_BYTES: Final = 16

_encoder = msgspec.json.Encoder(order="sorted")


class Fault(ValueError):
    """A log that cannot be what was written: its room rests."""


class FoldMismatch(Fault):
    """An event has another seal than what came of it here."""


def digest_of_state(g: State) -> bytes:
    """SHA-256 of a state, in which the order of keys does not count."""
    # Every key becomes a word, so that keys can be sorted.
    return sha256(_encoder.encode(msgspec.to_builtins(g, str_keys=True))).digest()


def seal_next(table: Table, id: str, actor: str, body: Body, stored: bytes) -> bytes:
    """The seal of an event that is to be the next one of this table; `stored` is its body as it is written. Raises what
    the fold raises when it cannot be."""
    row = f"{table.room} {table.seq + 1} {id} {table.head} {actor}"
    if isinstance(body, LEAVES_THE_GAME):
        return _seal(row, stored, _key_of(table), table.digest)
    if table.judged is not None and table.judged[0] is move_in(body):
        return _seal(row, stored, _key_of(table), digest_of_state(table.judged[1]))
    after = table.parted()
    after.apply(Event(table.room, table.seq + 1, id, table.head, actor, body))
    return _seal(row, stored, _key_of(after), after.digest)


def compare(table: Table, event: Event) -> None:
    """Hold the seal of an event against what this table has come to by it. Raises FoldMismatch."""
    row = f"{table.room} {event.seq} {event.id} {event.prev} {event.actor}"
    if event.seal != _seal(row, event.stored, _key_of(table), table.digest):
        raise FoldMismatch("what came of it is not what it was sealed with")


def _key_of(table: Table) -> bytes:
    """Where no game lies on the table nothing is hidden."""
    return table.playing.key if table.playing is not None else b""


def _seal(row: str, stored: bytes, key: bytes, digest: bytes) -> bytes:
    return blake2b(f"{row} {digest.hex()} ".encode() + stored, digest_size=SEAL_BYTES, key=key).digest()
