"""Every message between a page and the server, both ways, as types: docs/protocol.md is their description.

What comes in is decoded strictly (unknown fields, wrong types and out-of-range numbers are refused); what goes
out is a closed union, so that nothing but a Frame built by games.frame can carry a game's content.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from app.protocol.commands import Clock, FromBrowser, Level, Matter, Reaction, RoomState, Sitting
from games.engine import Text, say
from games.frame import Frame
from games.ranking import Place

SUBPROTOCOL: Final = "tertulia.1"
MAX_MESSAGE_BYTES: Final = 8191  # "Frames of 8 KiB and more from a client … are refused"

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
    "password",
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


class Unavailable(Refusal):
    """The same, for a reason that lies in the house and will pass."""

    def __init__(self, text: Text) -> None:
        super().__init__("busy", text)


# --- To the browser ---------------------------------------------------------------------------------------------


class SeatView(Struct, frozen=True):
    """One seat as everybody sees it. A free seat has neither a name nor a bot. `person`: the handle of whose it is."""

    name: str | None
    here: bool
    bot: Level | None
    person: str | None
    muted: bool


class You(Struct, frozen=True):
    """Whom the server takes this page for. `seats`: all that are played on this device; with more than one, `seat` is
    the one this page looks through, if any. `name`: the one they are shown under in this room."""

    seat: int | None
    name: str | None
    host: bool
    seats: list[int]
    person: str
    muted: bool


class Onlooker(Struct, frozen=True, omit_defaults=True):
    """Somebody who watches. Who has said no name is told from others by a number."""

    person: str
    name: str | None = None
    number: int | None = None
    muted: bool = False


class Wish(Struct, frozen=True, omit_defaults=True):
    """Somebody would like to sit down; `back`: they say that they are the player of this seat, who is away."""

    name: str
    seat: int
    person: str
    back: bool = False


class Proposal(Struct, frozen=True):
    """What a seat proposes, and who has still to agree."""

    matter: Matter
    seat: int
    waiting: list[int]


class TeamScore(Struct, frozen=True):
    """A team's score in this game with these options. `here`: reached at this table."""

    score: int
    at: int
    here: bool


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The answer to hello. `epoch` is another one when the log was put back from a backup: what a page has seen before
    says nothing then, nor do the numbers of its questions."""

    epoch: str


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
    """Their names, as `audience` has them; "…" for who has none."""
    audience: list[Onlooker]
    options: dict[str, Any]
    number: int
    """Of the current game in this room; 0 before the first."""
    deal: str | None
    """The commitment to the secret that all draws of the current game follow from: SHA-256 in hex, made when the game
    began. Null between games."""
    paused: bool
    sitting: Sitting
    onlookers: bool
    password: bool
    clock: Clock | None
    team: bool
    """The players are one team: they may not talk while they play."""
    best: list[TeamScore]
    """The best scores of teams in this game with these options on this server, best first."""
    wishes: list[Wish]
    muted: list[str]
    proposal: Proposal | None
    away: list[int]
    """The seats of players who are away: an onlooker who is one of them can ask for the seat."""


class GameResult(Struct, frozen=True):
    """How a game of this room ended; winners, scores and places are by seat. No winners: the team failed, or all agreed
    to end it. `streak`: how many in a row the winner has won."""

    number: int
    game: str
    title: str
    at: int
    names: list[str]
    bots: list[bool]
    winners: list[int]
    scores: list[int]
    team: int | None
    stopped: bool
    streak: int
    places: list[Place] | None = None
    """Where each seat came in, and what its score means; null where nobody was ahead of anybody."""


class Standing(Struct, frozen=True):
    """What one person has won in this room."""

    name: str
    played: int
    won: int


class Results(Struct, frozen=True, tag_field="type", tag="results"):
    """The newest games of this room, newest first, and what everybody has won; after hello and after every game."""

    games: list[GameResult]
    standings: list[Standing]


class Reacted(Struct, frozen=True, tag_field="type", tag="reaction", rename={"from_": "from"}):
    """Somebody reacted."""

    from_: Speaker
    what: Reaction


class SeatLink(Struct, frozen=True, tag_field="type", tag="link"):
    """The link to a seat: /t/{room}#seat={link}. `qr` is the address as a QR code, an SVG path in units of one module;
    `size` is its width."""

    seat: int
    link: str
    url: str
    qr: str
    size: int


class Farewell(Struct, frozen=True, tag_field="type", tag="farewell"):
    """This page is shown the door, or the room is closed: do not come back. Close code 4403 or 4404 follows."""

    text: Text


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


ToBrowser = Welcome | TableView | Frame | Results | Ack | Refused | Retry | Chat | Reacted | SeatLink | Farewell | Bye

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
