"""The events in a room's log. A room's state is the fold of its events.

People are identified by guest ids here, which never leave the server; pages know people by names and handles.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, field

from app.protocol.commands import Clock, Figure, Matter, Sitting
from app.table.clock import Called
from app.table.deal import BEFORE_A_GAME, Onward, Prepared, SameDeal, Sharing, Starting, WordOpened, WordSealed
from app.table.evening import Evening, HandsShown, SaidReady
from games.bot import Level

CHATS_KEPT: Final = 2000  # chat lines that are loaded with a room
IDS_KNOWN: Final = 10_000  # of these newest ids a table knows at least half; older ones are looked up in the log

# --- Opening and setting the table --------------------------------------------------------------------------


class Opened(Struct, frozen=True, tag_field="kind", tag="opened", omit_defaults=True):
    """The host opened the room and sits on seat 0. Always the first event. `prepared`: what its first game begins with,
    unless the host changes the game or its options before."""

    game: str
    seats: int
    options: Raw
    name: str
    prepared: Prepared | None = None


class Changed(Struct, frozen=True, tag_field="kind", tag="changed"):
    """The host changed the game, the number of seats or the options. A finished game is cleared away. `places[i]` is
    the seat whose owner sits on seat i from now on; None: the seat is free."""

    game: str
    seats: int
    options: Raw
    places: list[int | None]


class Reordered(Struct, frozen=True, tag_field="kind", tag="reordered"):
    """The people changed places: `places[i]` is the seat whose owner sits on seat i from now on."""

    places: list[int]


class RoomSettings(Struct, frozen=True, omit_defaults=True):
    """The rule for taking seats, whether spectators may watch, the password (salt and scrypt hash, in hex), the clock,
    whether bots pause less and hints are allowed, the date, the link where people talk, and the tables of its deal."""

    sitting: Sitting = "freely"
    onlookers: bool = True
    password: str | None = None
    clock: Clock | None = None
    fast_bots: bool = False
    hints: bool = False
    evening: Evening = Evening()
    talk: str = ""
    sharing: Sharing | None = None


class SettingsChanged(Struct, frozen=True, tag_field="kind", tag="kept"):
    """The host changed the room's settings."""

    settings: RoomSettings = field(name="manners")


# --- People -------------------------------------------------------------------------------------------------


class Sat(Struct, frozen=True, tag_field="kind", tag="sat", omit_defaults=True):
    """The actor sits on this seat under this name, with `figure` if they have just chosen one. The seat they had before
    is free again, unless they `also` play this one for somebody beside them."""

    seat: int
    name: str
    also: bool = False
    figure: Figure | None = None


class Stood(Struct, frozen=True, tag_field="kind", tag="stood", omit_defaults=True):
    """The actor left this seat; None: all of theirs."""

    seat: int | None = None


class SeatRequested(Struct, frozen=True, tag_field="kind", tag="wished", omit_defaults=True):
    """The actor asks for a seat, and waits for the host's answer. `back`: for the seat of an absent player, who they
    say they are."""

    seat: int
    name: str
    back: bool = False


class Admitted(Struct, frozen=True, tag_field="kind", tag="admitted"):
    """The host, or for a seat asked back a player or the server, said yes: this guest takes what they asked for."""

    guest: str


class Declined(Struct, frozen=True, tag_field="kind", tag="declined"):
    """The host said no to this guest, or the guest withdrew."""

    guest: str


class LetIn(Struct, frozen=True, tag_field="kind", tag="let_in"):
    """The actor knew the password."""


class Kicked(Struct, frozen=True, tag_field="kind", tag="kicked"):
    """The host took a guest's seats. `out`: and removed them from the room for good."""

    guest: str
    out: bool


class Handed(Struct, frozen=True, tag_field="kind", tag="handed"):
    """This guest is the host from now on."""

    guest: str


class Linked(Struct, frozen=True, tag_field="kind", tag="linked"):
    """The actor made a link with which their seat can be taken once from another device. Only its SHA-256 is stored."""

    seat: int
    link: str


NAMELESS: Final = "…"  # stands for a guest without a name; nobody can have this name


class Gave(Struct, frozen=True, tag_field="kind", tag="gave", omit_defaults=True):
    """A seat went to another guest: the host gave away a lost one, or a link was used."""

    seat: int
    guest: str
    link: str = ""
    name: str = ""
    """The name of the guest to whom the host gave it, or NAMELESS; empty if a link was used."""
    host: bool = False
    """The link led the host to another device: they are the host there."""
    called: str = ""
    """The name of the seat from now on; empty: it keeps its name."""


class Muted(Struct, frozen=True, tag_field="kind", tag="muted", omit_defaults=True):
    """The host muted a guest, who is shown under this name while muted; or let them talk again."""

    guest: str
    muted: bool
    name: str = ""


class BotSeated(Struct, frozen=True, tag_field="kind", tag="bot_seated"):
    """The host gave this seat to a bot. A player's seat stays theirs: they take it back by returning."""

    seat: int
    level: Level


class Returned(Struct, frozen=True, tag_field="kind", tag="returned"):
    """The actor is back: they take their seats from the bots, and need not be called any more."""


class Said(Struct, frozen=True, tag_field="kind", tag="said", omit_defaults=True):
    """The actor sent a chat line, as a seat or a spectator; `apart`: during a game, to players or spectators alone."""

    seat: int | None
    name: str
    text: str
    apart: bool = False


# --- The game -----------------------------------------------------------------------------------------------


class Began(Struct, frozen=True, tag_field="kind", tag="began"):
    """A game began: its rules ("tcnccc@1"), the key of its draws (32 bytes in hex), and the draws of the setup.
    `last_question` is the number of the room's last question before."""

    rules: str
    key: str
    drawn: list[Any]
    last_question: int = field(default=0, name="asked")
    starts: int | None = None
    """The starting seat, when it is not left to chance: in a rematch, the one to the left of the previous start."""
    secret: str = ""  # that the key was derived from, in hex
    commitment: str = ""  # that everybody was shown when the game began, in hex
    onward: Onward | None = None
    """What a game that is played on from a moment of another, or a first lesson, begins with instead of the setup."""
    seals: list[str] | UnsetType = UNSET  # of the players' words, by seat, as fixed before; left out: there are none
    words: list[str] | UnsetType = UNSET  # those that were opened, by seat
    same: SameDeal | UnsetType = UNSET  # whose deal this is; left out: it is its own


class Moved(Struct, frozen=True, tag_field="kind", tag="moved", omit_defaults=True):
    """A seat answered a question (or made a free move: question null), and the dealer drew these values. `lapsed`: the
    seat ran out of time, and the rules answered for it. `level`: of a bot that searches; medium if no worker answered.
    """

    seat: int
    question: int | None
    move: Raw
    drawn: list[Any]
    bot: bool = False
    lapsed: bool = False
    level: Level | None = None


class Result(Struct, frozen=True, omit_defaults=True):
    """How a game ended. Guests (None: a bot), names and scores are by seat."""

    game: str
    guests: list[str | None]
    names: list[str]
    winners: list[int]
    scores: list[int]
    team: int | None = None
    setting: str = ""
    """The key of its team score: rules, number of seats and options, as text."""
    levels: list[Level | None] = []
    """By seat: the level of its bot, None where a person played; empty without bots."""
    onward: bool = False
    """Whether it does not count: it began with a position, or had the deal of an earlier game again."""
    at_medium: dict[int, tuple[int, int]] = {}
    """Seat -> how often its bot, which searches, decided at medium, and how often in all; only where it did."""

    def bots(self) -> list[Level | None]:
        """By seat: the level of its bot; None where a person played."""
        return self.levels or [None] * len(self.guests)


class Finished(Struct, frozen=True, tag_field="kind", tag="finished"):
    """The move that ended the game, and how it ended."""

    moved: Moved
    result: Result


class Stopped(Struct, frozen=True, tag_field="kind", tag="stopped"):
    """All players agreed to end the game."""

    result: Result


class Paused(Struct, frozen=True, tag_field="kind", tag="paused"):
    """The host stopped the game and its clocks."""


class Resumed(Struct, frozen=True, tag_field="kind", tag="resumed"):
    """The host resumed the game."""


class Interrupted(Struct, frozen=True, tag_field="kind", tag="interrupted"):
    """No server was up during these periods (ms, database clock); the game's clocks stood still."""

    outages: list[tuple[int, int]]


class Proposed(Struct, frozen=True, tag_field="kind", tag="proposed"):
    """A seat asks the others to agree: to take its last move back, or to end the game."""

    seat: int
    matter: Matter


class Agreed(Struct, frozen=True, tag_field="kind", tag="agreed"):
    """A seat agrees to what was proposed; others have not yet."""

    seat: int


class Objected(Struct, frozen=True, tag_field="kind", tag="objected"):
    """A seat does not agree, or the proposer withdrew the proposal: it is off."""

    seat: int


class Hinted(Struct, frozen=True, tag_field="kind", tag="hinted"):
    """A seat asked for a hint for its answer to this question."""

    seat: int
    question: int


class Undone(Struct, frozen=True, tag_field="kind", tag="undone"):
    """Everything from event `since` on, a move of this seat, is taken back. 0: only its answer to the current question,
    which others have yet to answer."""

    seat: int
    since: int


class Closed(Struct, frozen=True, tag_field="kind", tag="closed"):
    """The host, or the server's operator, closed the room for good."""


Body = (
    Opened | Changed | Reordered | SettingsChanged | Sat | Stood | SeatRequested | Admitted | Declined | LetIn | Kicked
    | Handed | Linked | Gave | Muted | BotSeated | Returned | Said | Began | Moved | Finished | Stopped
    | Paused | Resumed | Interrupted | Proposed | Agreed | Objected | Undone | Hinted | Closed | Called | SaidReady
    | HandsShown | WordSealed | Starting | WordOpened
)  # fmt: skip
DO_NOT_AFFECT_THE_GAME: Final = (
    SettingsChanged, Reordered, Said, Closed, Paused, Resumed, Interrupted, Proposed, Agreed, Objected, Hinted,
    Sat, Stood, SeatRequested, Admitted, Declined, LetIn, Kicked, Handed, Linked, Gave, Muted, BotSeated, Returned,
    Called, SaidReady, HandsShown, *BEFORE_A_GAME,
)  # fmt: skip
"""Events that do not affect the game."""

OF_A_GAME: Final = (Moved, Proposed, Agreed, Objected, Undone, Hinted, HandsShown, Paused, Resumed, Interrupted)
"""Events that change nothing but the game in which they happen."""


class Event(Struct, frozen=True):
    """One row of the log. `prev` is the id of its predecessor ("" for the first); `at` is the database's clock in
    milliseconds; `actor` is a guest's id, or "" for the server. `stored` is the encoded body as it is in the row;
    `seal` is described in app/table/seals.py; None: it has none, which in a row is damage."""

    room: str
    seq: int
    id: str
    prev: str
    actor: str
    body: Body
    at: int = 0
    stored: bytes = b""
    seal: bytes | None = None


encode_body: Final[Callable[[Body], bytes]] = msgspec.json.Encoder().encode  # as it is stored
decode_body: Final[Callable[[bytes], Body]] = msgspec.json.Decoder(Body).decode  # raises ValidationError


def move_in(body: Body) -> Moved | None:
    """The move of this event, which may be the one that ends a game; None for other events."""
    moved = body.moved if isinstance(body, Finished) else body
    return moved if isinstance(moved, Moved) else None


def kind_of(body: Body | type[Body]) -> str:
    """The kind of the body, as stored beside it: "moved"."""
    return str(body.__struct_config__.tag)
