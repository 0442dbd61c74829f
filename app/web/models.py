"""The bodies and answers of the calls, as Pydantic models. What is made while it is sent, such as a replay, is
described by the Structs of app/replay and app/protocol."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema

from app.protocol.commands import Level, RoomState
from app.protocol.messages import RefusalCode
from games.text import Text


class Answer(BaseModel):
    """What the server says."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True, arbitrary_types_allowed=True)


class Body(BaseModel):
    """What the server is told: of exactly these types, and nothing more."""

    model_config = ConfigDict(
        frozen=True, use_attribute_docstrings=True, strict=True, extra="forbid", allow_inf_nan=False
    )


# --- Games and rooms ----------------------------------------------------------------------------------------


class GameCard(Answer):
    """A game that can be played here. `options` is the JSON Schema of what its host may choose."""

    key: str = Field(examples=["tcnccc"])
    """The name of the game in addresses and calls."""
    title: str = Field(examples=["TCNCCC"])
    """The name of the game for people."""
    seats: list[int] = Field(examples=[[2, 3, 4, 5, 6]])
    """How many can play it."""
    options: dict[str, Any] = Field(examples=[{"type": "object", "properties": {"capacity": {"type": "integer"}}}])
    """What its host may choose, as JSON Schema with the defaults."""
    version: int = Field(examples=[1])
    """The version of its rules."""


class OpenRoom(Body):
    """Open a room for so many seats. Whoever asks is its host, sits on seat 0 and goes by this name."""

    game: str = Field(examples=["tcnccc"])
    """The key of the game."""
    seats: int = Field(examples=[3])
    """How many play: one of the numbers of the game."""
    name: str = Field(examples=["Ann"])
    """What the host is called in the room: up to 20 letters."""
    options: dict[str, Any] = Field(default={}, examples=[{"capacity": 4}])
    """What differs from the defaults of the game."""
    bots: bool = False
    """Bots on all other seats, and the game begins at once."""


class RoomOpened(Answer):
    """The code of the new room: its page is /t/{room}, its socket /ws/{room}."""

    room: str = Field(examples=["k7Qm2xZ9vB3nR5wT"])
    """The code."""


class SeatSummary(Answer):
    """A seat, as anyone with the link may know it."""

    name: str | None = Field(examples=["Ann"])
    """Who sits there; null: nobody, or the room has a password that was not said yet."""
    bot: Level | None = Field(examples=["careful"])
    """How the bot plays that sits there; null: no bot."""


class RoomSummary(Answer):
    """What anyone who has the link may know of a room."""

    room: str = Field(examples=["k7Qm2xZ9vB3nR5wT"])
    """The code of the room."""
    game: str = Field(examples=["tcnccc"])
    """The key of its game."""
    title: str = Field(examples=["TCNCCC"])
    """The name of its game for people."""
    state: RoomState
    """Whether its game is yet to begin, is being played, or is over."""
    seats: list[SeatSummary]
    """Its seats, the first is seat 0."""
    options: dict[str, Any] = Field(examples=[{"capacity": 4, "memory": "strict"}])
    """What its host chose, and the defaults."""
    locked: bool
    """Whether there is a password that whoever asks has not said yet."""


class Invitation(Answer):
    """The link to a room, also as a QR code."""

    url: str = Field(examples=["https://games.example.org/t/k7Qm2xZ9vB3nR5wT"])
    """The link."""
    qr: str = Field(examples=["M4 4h7v1h-7z"])
    """The dark modules of the QR code: an SVG path in units of one module."""
    size: int = Field(examples=[37])
    """How many modules wide the QR code is, with its quiet zone."""


# --- Notifications ------------------------------------------------------------------------------------------


class PushKey(Answer):
    """What a browser needs to subscribe."""

    key: str
    """The public key of this server, in base64url."""


class BrowserKeys(Body):
    """What a message for this browser is encrypted with."""

    p256dh: str = Field(max_length=100)
    """The public key of the browser, in base64url."""
    auth: str = Field(max_length=30)
    """The secret that the browser shares with those who call it, in base64url."""


class BrowserSubscription(Body):
    """A PushSubscription as browsers write it in JSON."""

    endpoint: str = Field(max_length=1000, examples=["https://push.example.net/send/cZ3…"])
    """Where the push service of the browser takes messages for it."""
    keys: BrowserKeys
    """What messages are encrypted with."""
    expirationTime: float | None = None
    """When it ends, in milliseconds since 1970; it is not looked at."""


class Subscribe(Body):
    """Call me by this when I am asked in the room and have no page of it open."""

    subscription: BrowserSubscription
    """What the browser gave to the page."""


# --- Any call -----------------------------------------------------------------------------------------------


class NotDone(Answer):
    """A definite no. `text` is a template with its arguments, for the reader’s own language."""

    code: RefusalCode
    """Why, for programs."""
    text: Annotated[Text, WithJsonSchema(msgspec.json.schema_components([Text])[1]["Text"])]
    """Why, for people: a template, and `with` the values for its names."""


class Health(Answer):
    """Whether it is as asked."""

    ok: bool
    """Whether it is."""
    disk: Literal["low", "full"] | SkipJsonSchema[None] = None
    """Where little room is left: `low`: no new tables are opened. `full`: nobody can play."""
    trouble: Literal["closing", "storage"] | SkipJsonSchema[None] = None
    """What is wrong. `closing`: the server is about to stop. `storage`: its database does not answer."""
    version: str | SkipJsonSchema[None] = None
    """The version of the program. Only /livez says it."""
