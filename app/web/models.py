"""Request and response bodies of the HTTP API, as Pydantic models; /docs shows the docstrings of their fields. Streamed
responses such as replays are described by the Structs of app/replay and app/protocol."""

from typing import Annotated, Any, Final, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema

from app.protocol.commands import RoomState
from app.protocol.messages import RefusalCode
from games.bot import Level
from games.text import Text

Said = Annotated[
    Text,
    WithJsonSchema(msgspec.json.schema_components([Text])[1]["Text"]),
    PlainSerializer(msgspec.to_builtins, return_type=dict[str, Any]),
]
"""A sentence for the reader's own language."""
CLOCK: Final = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"


class Answer(BaseModel):
    """A response body."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)


class Body(BaseModel):
    """A request body: exactly these types and no other fields."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


# --- Pages --------------------------------------------------------------------------------------------------


class PageFault(Body):
    """Something went wrong in a script of a page. Nothing else is sent: no names, no room, no text of the error."""

    module: str = Field(examples=["pages/room.js"], pattern=r"^[a-z0-9_/]{1,80}\.js$")
    """The script, below /static/."""
    line: int = Field(examples=[41], ge=0, le=1_000_000)
    """The line, as it was sent to the browser; 0 for all of it."""
    build: str = Field(examples=["f192b6"], pattern=r"^[0-9a-f]{1,16}$")
    """The `v` of its address."""


# --- Games and rooms ----------------------------------------------------------------------------------------


class GameCard(Answer):
    """A game of this server. `options` is the JSON Schema of its settings."""

    key: str = Field(examples=["tcnccc"])
    """The key of the game in URLs and calls."""
    title: str = Field(examples=["TCNCCC"])
    """The title of the game."""
    seats: list[int] = Field(examples=[[2, 3, 4, 5, 6]])
    """Possible numbers of players."""
    options: dict[str, Any] = Field(examples=[{"type": "object", "properties": {"capacity": {"type": "integer"}}}])
    """JSON Schema of the options, with defaults."""
    version: int = Field(examples=[2])
    """The version of the rules."""


class OpenRoom(Body):
    """Open a room with this many seats. The caller is its host, on seat 0, under this name."""

    game: str = Field(examples=["tcnccc"])
    """The key of the game."""
    seats: int = Field(examples=[3])
    """The number of players, one that the game allows."""
    name: str = Field(examples=["Ann"])
    """The host's name in the room, at most 20 letters."""
    options: dict[str, Any] = Field(default={}, examples=[{"capacity": 4}])
    """The options that differ from the game's defaults."""
    bots: bool = False
    """Fill all other seats with bots and begin at once."""
    level: Level = "medium"
    """How well these bots play."""
    guided: bool = False
    """Begin a first lesson with bots: seats, options, the position and what is drawn first are those of the lesson."""
    server_password: str = Field(default="", max_length=200)
    """The password of the server, where opening a table needs one; a cookie says afterwards that it was given."""


class PlayOn(Body):
    """Play on from a moment of a finished game of the room, at a new table, against bots or with friends."""

    game: int = Field(examples=[1])
    """The number of the game."""
    seq: int = Field(examples=[34])
    """The moment: after this event, which is a step’s `seq` in the replay."""
    seat: int = Field(examples=[0])
    """The caller’s seat: what it knew then stays as it was, everything else is dealt anew."""
    level: Level = "medium"
    """How well the bots play."""
    friends: bool = False
    """Whether the other seats are free for friends instead: the game begins when the caller, who is host, starts it.
    Those who look back at this game together with the caller are told."""
    name: str = Field(examples=["Ann"])
    """The caller’s name in the new room, if they have none on this server yet."""


class RoomOpened(Answer):
    """The code of the new room. Its page is /t/{room}, its WebSocket /ws/{room}."""

    room: str = Field(examples=["k7Qm2xZ9vB3nR5wT"])
    """The room code."""


class SeatSummary(Answer):
    """A seat as seen by anyone with the link."""

    name: str | None = Field(examples=["Ann"])
    """The player's name; null: none, or hidden until the password is given."""
    bot: Level | None = Field(examples=["medium"])
    """The level of the bot on this seat; null: no bot."""


class RoomSummary(Answer):
    """A room as seen by anyone with the link."""

    room: str = Field(examples=["k7Qm2xZ9vB3nR5wT"])
    """The room code."""
    game: str = Field(examples=["tcnccc"])
    """The key of its game."""
    title: str = Field(examples=["TCNCCC"])
    """The title of its game."""
    state: RoomState
    """Whether its game has yet to begin, is being played, or is over."""
    seats: list[SeatSummary]
    """Its seats; the first is seat 0."""
    options: dict[str, Any] = Field(examples=[{"capacity": 4, "memory": "strict"}])
    """The options in force, defaults included."""
    locked: bool
    """Whether the caller has yet to give the room's password."""


class PutAway(Body):
    """Take the room off the caller’s list of tables, or put it back."""

    away: bool
    """Whether it is taken off. Seats and rooms stay as they are."""


class Invitation(Answer):
    """The link to a room, also as a QR code."""

    url: str = Field(examples=["https://games.example.org/t/k7Qm2xZ9vB3nR5wT"])
    """The link."""
    qr: str = Field(examples=["M0 0h7v1h-7z"])
    """The dark modules of the QR code: an SVG path in units of one module."""
    size: int = Field(examples=[29])
    """The width of the QR code in modules, without the quiet zone that scanners need around it."""


# --- Devices ------------------------------------------------------------------------------------------------


class LinkedDevice(Answer):
    """A browser that is linked to the guest’s first one."""

    device: str = Field(examples=["5f0c1a…"])
    """Its handle."""
    called: str = Field(examples=["Phone"])
    """What its owner calls it."""
    at: int = Field(examples=[1780000000000])
    """When it was linked, in milliseconds since 1970."""
    here: bool
    """Whether the caller is this very browser."""


class DeviceList(Answer):
    """The caller and their other devices."""

    name: str | None = Field(examples=["Ann"])
    """The caller’s name, if they have given one."""
    is_linked: bool
    """Whether the caller’s browser is one of these devices, not the first one."""
    devices: list[LinkedDevice]
    """All devices but the first."""


class DeviceLink(Answer):
    """A link that adds one device, also as a QR code."""

    url: str = Field(examples=["https://games.example.org/devices#Zy1…"])
    """The link."""
    qr: str = Field(examples=["M0 0h7v1h-7z"])
    """The dark modules of the QR code: an SVG path in units of one module."""
    size: int = Field(examples=[33])
    """The width of the QR code in modules, without the quiet zone that scanners need around it."""
    seconds: int = Field(examples=[900])
    """How long it can be used."""


class LinkDevice(Body):
    """Make the caller’s browser a device of the guest who made the link."""

    code: str = Field(max_length=40, examples=["Zy1…"])
    """The part of the link after the #."""
    called: str = Field(examples=["Phone"])
    """What to call this device, at most 20 letters."""


# --- Notifications ------------------------------------------------------------------------------------------


class PushKey(Answer):
    """The key that a browser needs to subscribe."""

    key: str
    """The public key of this server, in base64url."""


class BrowserKeys(Body):
    """Encryption keys of a browser."""

    p256dh: str = Field(max_length=100)
    """The public key of the browser, in base64url."""
    auth: str = Field(max_length=30)
    """The authentication secret of the subscription, in base64url."""


class BrowserSubscription(Body):
    """A PushSubscription as browsers write it in JSON."""

    endpoint: str = Field(max_length=1000, examples=["https://push.example.net/send/cZ3…"])
    """The URL at the browser's push service that takes messages."""
    keys: BrowserKeys
    """The keys to encrypt messages with."""
    expirationTime: float | None = None
    """Expiry in milliseconds since 1970; ignored."""


class Subscribe(Body):
    """Notify me by this subscription when it is my turn in the room and I have no page of it open."""

    subscription: BrowserSubscription
    """The subscription as the browser gave it to the page."""


class SetWebhook(Body):
    """Call me at this address, too, about every room."""

    kind: Literal["discord", "slack", "matrix", "ntfy", "other"]
    """Whose form the messages have. `matrix`: a generic webhook of Hookshot; `other`: JSON with `text`, `url`, `name`
    and `game`."""
    address: str = Field(max_length=1000, examples=["https://discord.com/api/webhooks/…"])
    """A public https address. It is the caller’s secret, and never shown again."""


class WebhookShown(Answer):
    """The caller’s webhook."""

    kind: Literal["discord", "slack", "matrix", "ntfy", "other"]
    """Whose form the messages have."""
    address: str = Field(examples=["discord.com …k3Qz"])
    """Its host and its last four letters."""
    trouble: Said | None
    """Why nothing is sent there any more, for people."""


class WebhookTrial(Answer):
    """What came of a try."""

    taken: bool
    """Whether it was taken."""
    text: Said
    """What came back, for people: a template, and in `with` the values of its placeholders."""


class Quiet(Body):
    """Hours in which the guest is not called. They may last over midnight."""

    begins: str = Field(pattern=CLOCK, examples=["22:00"])
    """When they begin, by the clock of the time zone."""
    ends: str = Field(pattern=CLOCK, examples=["08:00"])
    """When they end: another time than the beginning."""
    zone: str = Field(max_length=64, examples=["Europe/Berlin"])
    """The time zone, by its IANA name."""


class CallSettings(Answer):
    """How the caller is called, wherever they play."""

    webhook: WebhookShown | None
    """Their webhook, if they have one."""
    quiet: Quiet | None
    """Their quiet hours, if they have any."""


# --- All calls ----------------------------------------------------------------------------------------------


class NotDone(Answer):
    """A refusal. `text` is a template with its arguments, for the reader’s own language."""

    code: RefusalCode
    """The reason, for programs."""
    text: Said
    """The reason, for people: a template, and in `with` the values of its placeholders."""


class Way(Answer):
    """By which way a request came, for the `doctor` command alone."""

    peer: str
    """The address that the request comes from: of the proxy, if there is one."""
    proxy: Literal["none", "trusted", "silent", "untrusted"]
    """What kind of proxy it is. `silent`: it does not say for whom it asks."""
    trusted: list[str]
    """The proxies that are trusted."""
    now: int
    """The time of the database (ms)."""


class Health(Answer):
    """The state of the server."""

    ok: bool
    """Whether it is well."""
    disk: Literal["low", "full"] | SkipJsonSchema[None] = None
    """Set when space is short. `low`: no new tables. `full`: nobody can play."""
    trouble: Literal["closing", "storage", "damaged"] | SkipJsonSchema[None] = None
    """The reason if it is not. `closing`: the server is shutting down. `storage`: its database does not answer, or
    saves nothing. `damaged`: its database is damaged."""
    backup_age_s: int | SkipJsonSchema[None] = None
    """How many seconds ago the newest daily copy was made, or the server started without one; in /readyz, where copies
    are made."""
    version: str | SkipJsonSchema[None] = None
    """The program's version, in /livez only."""
    way: Way | SkipJsonSchema[None] = None
    """In /livez, for the `doctor` command only."""
