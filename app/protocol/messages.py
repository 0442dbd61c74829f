"""All messages between a page and the server; docs/protocol.md describes them.

Incoming messages are decoded strictly: unknown fields, wrong types and out-of-range numbers are rejected. Outgoing ones
are a closed union, so that only a Frame built by games.frame can carry a game's content.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from app.protocol.commands import Clock, Figure, FromBrowser, RoomState, Sitting
from app.protocol.talk import Announced, Chat, LooksBack, Nudged, PlaysOn, Points, Reacted
from app.protocol.watching import BeforehandView, HandsView, Proposal, SharingView, StartingView
from games.bot import Level
from games.engine import Text, say
from games.frame import Frame
from games.ranking import Place
from games.thinking import Advice

SUBPROTOCOL: Final = "tertulia.1"
MAX_MESSAGE_BYTES: Final = 8191  # "Messages of 8 KiB and more … are refused": docs/protocol.md

RefusalCode = Literal[
    "malformed", "too_big", "not_yet", "unknown_room", "full", "taken", "name_taken", "bad_name", "not_host",
    "not_seated", "not_asked", "not_your_seat", "stale", "illegal", "not_now", "password", "bad_option", "busy",
    "forbidden",
]  # fmt: skip


class Refusal(Exception):
    """A definite no, in words; nothing has changed. `wait_s`: after how many seconds to ask again, where known."""

    def __init__(self, code: RefusalCode, text: Text, wait_s: int | None = None) -> None:
        super().__init__(f"{code}: {text}")
        self.code: RefusalCode = code
        self.text, self.wait_s = text, wait_s


class Unavailable(Refusal):
    """A refusal for a passing reason on the server's side."""

    def __init__(self, text: Text) -> None:
        super().__init__("busy", text)


# --- Messages to the browser -----------------------------------------------------------------------------------


class SeatView(Struct, frozen=True):
    """One seat as everybody sees it; a free one has neither name nor bot. `person`: its player's handle. `figure`: the
    one that they have chosen; null: that of the seat's number."""

    name: str | None
    here: bool
    bot: Level | None
    person: str | None
    muted: bool
    figure: Figure | None = None
    ready: bool | UnsetType = UNSET
    """Its player is ready for the next game; left out while they are not."""
    taken_from: str | UnsetType = UNSET
    """The name of whoever has it back as soon as they return: it was taken over while they were away."""
    seal: str | UnsetType = UNSET
    """The seal of its player's word for the next game's deal: SHA-256 in hex; left out where there is none."""


class You(Struct, frozen=True, omit_defaults=True):
    """The user of this page. `seats`: all seats on this device; with several, `seat` is the one whose view the page
    shows, if any. `name`: the name shown in this room. `played`, only where spectators may not watch: the finished
    games of this user, whose replays they may see. `sees_hands`: a spectator who may be shown the hands that are open;
    `eyes`: the seat whose hand this page has asked for."""

    seat: int | None
    name: str | None
    host: bool
    seats: list[int]
    person: str
    muted: bool
    played: list[int] = []
    sees_hands: bool = False
    eyes: int | None = None


class Onlooker(Struct, frozen=True, omit_defaults=True):
    """A spectator. Those without a name are told apart by a number."""

    person: str
    name: str | None = None
    number: int | None = None
    muted: bool = False


class SeatRequest(Struct, frozen=True, omit_defaults=True):
    """A request for a seat; `back`: by somebody who says they are its absent player."""

    name: str
    seat: int
    person: str
    back: bool = False


class HeirView(Struct, frozen=True, omit_defaults=True):
    """Somebody who gets this seat when the game is over, or at once if one more player agrees. `name`: the one they
    play under; `back`: they say they are its absent player. `agreed`: the seats of the players who have agreed."""

    name: str
    seat: int
    person: str
    agreed: list[int]
    back: bool = False


class TeamScore(Struct, frozen=True):
    """A team's score in this game with these options. `here`: reached at this table."""

    score: int
    at: int
    here: bool


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The answer to hello. A new `epoch` means that the log was restored from a backup: what the page has seen, and the
    numbers of its questions, are void."""

    epoch: str


class TableView(Struct, frozen=True, tag_field="type", tag="table"):
    """The people and settings of a table; sent on hello and on every change."""

    room: str
    game: str
    title: str
    state: RoomState
    host: int | None
    you: You
    seats: list[SeatView]
    watching: list[str]
    """The names in `audience`; "…" for those without one."""
    audience: list[Onlooker]
    options: dict[str, Any]
    number: int
    """The current game's number in this room; 0 before the first."""
    deal: str | None
    """The commitment to the secret behind all draws of the current game: SHA-256 in hex; null between games."""
    lesson: bool
    """The current game is a first lesson: its position and what is drawn first were written for it."""
    paused: bool
    sitting: Sitting
    onlookers: bool
    password: bool
    clock: Clock | None
    fast_bots: bool
    """Bots pause for less time than elsewhere."""
    hints: bool
    """Players may ask for hints."""
    practice: bool
    """One player against bots only, who may always ask for hints."""
    team: bool
    """The players are one team: no chat during the game."""
    best: list[TeamScore]
    """The best team scores on this server in this game with these options, best first."""
    seat_requests: list[SeatRequest] = field(name="wishes")
    muted: list[str]
    proposal: Proposal | None
    heirs: list[HeirView]
    away: list[int]
    """Seats of absent players: a spectator who is one of them can ask for the seat."""
    again: bool | UnsetType = UNSET
    """The deal of the game that is over can be played again; left out where it cannot."""
    goes_on: Text | UnsetType = UNSET
    """The moment of another game with which the next one begins, or whose deal the present one has; else left out."""
    evening: int | UnsetType = UNSET
    """When the next evening begins, in milliseconds since 1970; left out while no date is set."""
    talk: str | UnsetType = UNSET
    """The https link to where people talk; left out while there is none."""
    hands: HandsView | UnsetType = UNSET
    """Left out where, or while, hands cannot be opened to spectators."""
    could_be: bool | UnsetType = UNSET
    """Its only player may ask what hidden things could be; left out where they may not."""
    beforehand: bool | UnsetType = UNSET
    """Players may answer some questions before they are asked; left out where they may not."""
    sharing: SharingView | UnsetType = UNSET
    starting: StartingView | UnsetType = UNSET
    """Left out unless a game is starting: for a moment, if any player has a word for its deal."""


class GameResult(Struct, frozen=True):
    """The result of a game in this room; winners, scores and places are by seat. No winners: the team lost, or all
    agreed to end the game. `streak`: consecutive wins of the winner."""

    number: int
    """The game's number in its room, from 1."""
    game: str
    """The key of the game."""
    title: str
    """The title of the game."""
    at: int
    """When it ended, in milliseconds since 1970."""
    names: list[str]
    """The players' names, by seat."""
    bots: list[bool]
    """Whether a bot played, by seat."""
    levels: list[Level | None]
    """The level of each bot, by seat; null for a person."""
    winners: list[int]
    """The winning seats; none if a team lost, or all agreed to end the game."""
    scores: list[int]
    """Each seat's score."""
    team: int | None
    """The team's score; null for other games."""
    stopped: bool
    """Whether all agreed to end the game."""
    streak: int
    """The winner's consecutive wins."""
    places: list[Place] | None = None
    """Each seat's place and the meaning of its score; null where there is no ranking."""
    at_medium: dict[int, tuple[int, int]] = {}
    """By seat: how many of its strong bot's decisions were those of a medium one, since no worker answered in time, and
    of how many; only where any were."""


class Standing(Struct, frozen=True, omit_defaults=True):
    """One person's games and wins in this room."""

    name: str
    """The person."""
    played: int
    """Games played."""
    won: int
    """Games won."""
    streak: int = 0
    """How many of their games they have won in a row until now, alone or with others; from two on."""


class Results(Struct, frozen=True, tag_field="type", tag="results"):
    """The latest games of this room, newest first, and everybody's wins; sent after every game, and after hello to a
    page that has not seen the end of the latest."""

    games: list[GameResult]
    """The finished games of the room, newest first."""
    standings: list[Standing]
    """Everybody's wins in this room."""


class SeatLink(Struct, frozen=True, tag_field="type", tag="link"):
    """The link to a seat: /t/{room}#seat={link}. `qr` is the URL as a QR code, an SVG path in units of one module;
    `size` is its width."""

    seat: int
    link: str
    url: str
    qr: str
    size: int


class HintView(Struct, frozen=True, tag_field="type", tag="hint"):
    """What games.thinking.Hint says, for a seat and a question: judged by what the seat itself knows."""

    seat: int
    question: int
    answers: list[Advice]
    reason: Text | None
    counted: bool
    about: list[str]


class Farewell(Struct, frozen=True, tag_field="type", tag="farewell"):
    """This page was removed, the room is closed, or it cannot be shown: do not reconnect. Close code 4403, 4404 or 4503
    follows."""

    text: Text


class Ack(Struct, frozen=True, tag_field="type", tag="ack"):
    """Committed to the log as the room's event `seq`."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """Rejected: it did not happen. `id` is null when the message had none."""

    id: str | None
    code: RefusalCode
    text: Text


class Retry(Struct, frozen=True, tag_field="type", tag="retry"):
    """Outcome unknown, or storage unavailable: send the same id again after this many milliseconds."""

    id: str | None
    after_ms: int


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to `ping`."""


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The server is restarting: reconnect after this many milliseconds."""

    retry_ms: int


ToBrowser = (
    Welcome | TableView | Frame | Results | Ack | Refused | Retry | Chat | Reacted | Nudged | LooksBack | Points
    | PlaysOn | SeatLink | HintView | BeforehandView | Farewell | Announced | Bye | Pong
)  # fmt: skip

# --- Encoding ---------------------------------------------------------------------------------------------------

_decoder: Final[msgspec.json.Decoder[FromBrowser]] = msgspec.json.Decoder(FromBrowser)

encode: Final[Callable[[ToBrowser], bytes]] = msgspec.json.Encoder().encode
"""The message as it is sent in a text frame."""


def decode(text: str) -> FromBrowser:
    """The message in a text frame. Raises Refusal `too_big` or `malformed`, which says what was expected where."""
    if len(text if text.isascii() else text.encode("utf-8", "replace")) > MAX_MESSAGE_BYTES:
        raise Refusal("too_big", say("A message has fewer than {bytes} bytes.", bytes=MAX_MESSAGE_BYTES + 1))
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise Refusal("malformed", say("The message is not understood: {reason}.", reason=str(error))) from None


class _WithId(Struct):
    id: str | None = None


def id_in(text: str) -> str | None:
    """The id of a message that could not be decoded, so that its sender learns which one was rejected."""
    try:
        id = msgspec.json.decode(text, type=_WithId).id
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return None
    return id and id[:32]
