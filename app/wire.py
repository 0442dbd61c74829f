"""Every message between a page and the server, both ways, as types: docs/protocol.md is their description.

What comes in is decoded strictly (unknown fields, wrong types and out-of-range numbers are refused); what goes
out is a closed union, so that nothing but a Frame built by games.frame can carry a game's content.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from games.engine import Text, say
from games.frame import Frame

SUBPROTOCOL: Final = "tertulia.1"
MAX_MESSAGE_BYTES: Final = 8191  # "Frames of 8 KiB and more from a client … are refused"
MAX_CHAT_CHARACTERS: Final = 300

ActionId = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="128 random bits made by the client, in hex")]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Level = Literal["careful"]
RoomState = Literal["gathering", "playing", "over"]

RefusalCode = Literal[
    "malformed",
    "too_big",
    "not_yet",
    "unknown_room",
    "full",
    "taken",
    "name_taken",
    "bad_name",
    "not_host",
    "not_seated",
    "not_asked",
    "not_your_seat",
    "stale",
    "illegal",
    "not_now",
    "bad_option",
    "busy",
    "forbidden",
]


class Refusal(Exception):
    """A definite no, in words: it did not happen, nothing changed."""

    def __init__(self, code: RefusalCode, text: Text) -> None:
        super().__init__(f"{code}: {text}")
        self.code: RefusalCode = code
        self.text = text


# --- From the browser -------------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """The first message: who I am, and the last seq this page has shown (0: none)."""

    name: Annotated[str, Meta(max_length=200)] | None = None
    seen: Annotated[int, Meta(ge=0)] = 0


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="sit"):
    """Take a free seat (or change to it)."""

    seat: SeatNumber


class Stand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="stand"):
    """Leave one's seat and watch."""


class Start(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="start"):
    """Host: begin the game; every seat is taken."""


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="seat_bot"):
    """Host: let a bot play a free seat, or the seat of a player who is away."""

    seat: SeatNumber
    level: Level


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"):
    """Answer the question of this number; a free move has no question. Sent again unchanged until answered."""

    id: ActionId
    question: Annotated[int, Meta(ge=0)] | None
    move: Raw


class Speak(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="chat"):
    """Say something to the table."""

    text: Annotated[str, Meta(max_length=4 * MAX_CHAT_CHARACTERS)]


class Rematch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="rematch"):
    """The game is over: the same people play it again."""


FromBrowser = Hello | Sit | Stand | Start | SeatBot | Play | Speak | Rematch

# --- To the browser ---------------------------------------------------------------------------------------------


class SeatView(Struct, frozen=True):
    """One seat as everybody sees it. A free seat has neither a name nor a bot."""

    name: str | None
    here: bool
    bot: Level | None


class You(Struct, frozen=True):
    """Whom the server takes this page for."""

    seat: int | None
    name: str | None
    host: bool


class TableView(Struct, frozen=True, tag_field="type", tag="table"):
    """Who is here, and how the table is set; sent on hello and on every change."""

    room: str
    game: str
    title: str
    state: RoomState
    host: int | None
    you: You
    seats: list[SeatView]
    watching: list[str]
    options: dict[str, Any]


class Ack(Struct, frozen=True, tag_field="type", tag="ack"):
    """Written and committed as the room's event `seq`."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """Definite: it did not happen. `id` is null when the message had none."""

    id: str | None
    code: RefusalCode
    text: Text


class Retry(Struct, frozen=True, tag_field="type", tag="retry"):
    """Outcome unknown, or storage unavailable: send the same id again after so many milliseconds."""

    id: str | None
    after_ms: int


class Speaker(Struct, frozen=True):
    """Who said it: a seat, or an onlooker by name."""

    seat: int | None
    name: str


class Chat(Struct, frozen=True, tag_field="type", tag="chat", rename={"from_": "from"}):
    """Somebody said something. `text` is what was typed: plain text, never markup."""

    seq: int
    from_: Speaker
    text: str


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The server is going down for a moment: come back after so many milliseconds."""

    retry_ms: int


ToBrowser = TableView | Frame | Ack | Refused | Retry | Chat | Bye

# --- Bytes ------------------------------------------------------------------------------------------------------

_decoder = msgspec.json.Decoder(FromBrowser)
_encoder = msgspec.json.Encoder()


def decode(text: str) -> FromBrowser:
    """The message in one text frame. Raises Refusal `too_big` or `malformed`, saying what was expected where."""
    if len(text) > MAX_MESSAGE_BYTES or len(text.encode("utf-8", "replace")) > MAX_MESSAGE_BYTES:
        raise Refusal("too_big", say("A message has less than {bytes} bytes.", bytes=MAX_MESSAGE_BYTES + 1))
    try:
        message: FromBrowser = _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise Refusal("malformed", say("The message is not understood: {reason}.", reason=str(error))) from None
    return message


def encode(message: ToBrowser) -> str:
    """The message as one text frame."""
    return _encoder.encode(message).decode()


class _WithId(Struct):
    id: str | UnsetType = UNSET


_id_decoder = msgspec.json.Decoder(_WithId)


def id_in(text: str) -> str | None:
    """The id in a message that could not be decoded, so that its sender learns which one was refused."""
    try:
        id = _id_decoder.decode(text).id
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return None
    return id[:32] if isinstance(id, str) else None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of every message, each way a union told apart by `type`."""
    (from_browser, to_browser), types = msgspec.json.schema_components((FromBrowser, ToBrowser))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of the WebSocket subprotocol {SUBPROTOCOL}",
        "$defs": {"FromBrowser": from_browser, "ToBrowser": to_browser, **types},
        "anyOf": [{"$ref": "#/$defs/FromBrowser"}, {"$ref": "#/$defs/ToBrowser"}],
    }
