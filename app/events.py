"""What a room's log holds: one event per thing that happened with authority. The room is the fold of its events."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

from app.wire import Level


class Opened(Struct, frozen=True, tag_field="kind", tag="opened"):
    """The host opened the room and sits on seat 0. Always the first event."""

    game: str
    seats: int
    options: Raw
    name: str


class Sat(Struct, frozen=True, tag_field="kind", tag="sat"):
    """The actor sits on this seat under this name; a seat he had before is free again."""

    seat: int
    name: str


class Stood(Struct, frozen=True, tag_field="kind", tag="stood"):
    """The actor left his seat."""


class BotSeated(Struct, frozen=True, tag_field="kind", tag="bot_seated"):
    """The host gave this seat to a bot. A player's seat stays his: he takes it back by returning."""

    seat: int
    level: Level


class Returned(Struct, frozen=True, tag_field="kind", tag="returned"):
    """The actor is back and takes his seat from the bot."""


class Began(Struct, frozen=True, tag_field="kind", tag="began"):
    """A game began: its rules ("tcnccc@1"), its 32 secret bytes in hex, and what setting up drew."""

    rules: str
    key: str
    drawn: list[Any]


class Moved(Struct, frozen=True, tag_field="kind", tag="moved", omit_defaults=True):
    """A seat answered a question (or made a free move: question null), and the dealer drew these values."""

    seat: int
    question: int | None
    move: Raw
    drawn: list[Any]
    bot: bool = False


class Said(Struct, frozen=True, tag_field="kind", tag="said"):
    """The actor said something to the table, as a seat or as an onlooker."""

    seat: int | None
    name: str
    text: str


Body = Opened | Sat | Stood | BotSeated | Returned | Began | Moved | Said


class Event(Struct, frozen=True):
    """One row of the log. `prev` is the id of the event before it ("" for the first); `at` is the database's clock
    in milliseconds; `actor` is a guest's id, or "" for the house."""

    room: str
    seq: int
    id: str
    prev: str
    actor: str
    body: Body
    at: int = 0


_decoder = msgspec.json.Decoder(Body)
_encoder = msgspec.json.Encoder()


def encode_body(body: Body) -> bytes:
    """The body as it is stored."""
    return _encoder.encode(body)


def decode_body(stored: bytes) -> Body:
    """The body back from storage. Raises msgspec.ValidationError when the row was damaged."""
    body: Body = _decoder.decode(stored)
    return body


def kind_of(body: Body) -> str:
    """The body's kind, as stored beside it: "moved"."""
    return str(body.__struct_config__.tag)
