"""Commands, the messages from a page to the server. docs/protocol.md describes them; app/protocol/messages.py decodes
them.

Decoding is strict: unknown fields, wrong types and out-of-range numbers are rejected.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from games.bot import Level

MAX_CHAT_CHARACTERS: Final = 300
MAX_NAME_UNITS: Final = 400
"""Of UTF-16, in which browsers limit a field. Names are shorter, but an emoji that counts once has many units; what is
too long is refused in words by app/protocol/names.py."""

ActionId = Annotated[
    str, Meta(pattern="^[0-9a-f]{32}$", max_length=32, description="128 random bits made by the client, in hex")
]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
RoomState = Literal["gathering", "playing", "over"]
TableLineKind = Literal[
    "agreed", "back", "bot_plays", "bot_seated", "device", "goes_on", "hands_agreed", "hands_closed", "hands_open",
    "hinted", "host_away", "host_back", "new_clocks", "objected", "proposed", "same_deal", "seat_claimed", "seat_given",
    "seat_taken", "server_away", "timed_out", "took_back",
]  # fmt: skip
"""What a line of the table tells of, in whatever game."""
Sitting = Literal["freely", "asked"]
Matter = Literal["undo", "end"]
Reaction = Literal["bravo", "laugh", "wow", "ouch", "thinking", "hurry"]
Figure = Literal[
    "fox", "owl", "hare", "cat", "fish", "snail", "bear", "heron", "hedgehog", "turtle", "bee", "whale"
]  # fmt: skip
"""The figure that a player is shown as; by default the one with their seat's number."""
NameOfSomebody = Annotated[str, Meta(max_length=MAX_NAME_UNITS)]
Handle = Annotated[str, Meta(max_length=32, description="a `person` of the newest `table`: somebody in this room")]


class FromPage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of all commands."""


class Command(FromPage, frozen=True, kw_only=True):
    """The base of commands that are carried out once: with an `id` they are answered with it, and may be repeated
    unchanged until then."""

    id: ActionId | None = None


class Hello(FromPage, frozen=True, tag="hello"):
    """The first message: who this is, and the last seq that the page has shown (0: none) in which epoch of the log."""

    name: NameOfSomebody | None = None
    seen: Annotated[int, Meta(ge=0)] = 0
    epoch: Annotated[str, Meta(max_length=32)] | None = None
    password: Annotated[str, Meta(max_length=100)] | None = None


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat, or change to it. `also`: another seat on this device, for the person of this name. `back`: ask
    for the seat of an absent player, as that same person."""

    seat: SeatNumber
    also: NameOfSomebody | None = None
    back: bool = False


class Stand(Command, frozen=True, tag="stand"):
    """Leave one seat, or all of one's seats, and watch."""

    seat: SeatNumber | None = None


class SayReady(Command, frozen=True, tag="ready"):
    """Player, between games: ready for the next one, or not after all."""

    yes: bool = True
    seat: SeatNumber | None = None


class SealWord(Command, frozen=True, tag="seal"):
    """Player, between games: have a word for the next game's deal, of which this is the seal. Pages send it by
    themselves; whoever sends none adds nothing to the deal."""

    seal: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
    seat: SeatNumber | None = None


class OpenWord(Command, frozen=True, tag="word"):
    """Player, while the table says `starting`: open the word that was sealed. Pages send it by themselves."""

    word: Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
    seat: SeatNumber | None = None


class ChooseFigure(Command, frozen=True, tag="figure"):
    """Be shown at the table as this figure, also during a game."""

    figure: Figure
    seat: SeatNumber | None = None


class ChooseViewpoint(FromPage, frozen=True, tag="look"):
    """With several seats on this device: the seat whose view this page shows; null: none, the curtain is down. From a
    spectator while hands are open: the seat whose hand this page shows, some time late; null: none."""

    seat: SeatNumber | None


class Start(Command, frozen=True, tag="start"):
    """Host: begin the game; every seat is taken."""


class SeatBot(Command, frozen=True, tag="seat_bot"):
    """Host: let a bot play a free seat or the seat of an absent player, which it plays at `medium`. Between games also:
    give the bot on this seat another level."""

    seat: SeatNumber
    level: Level = "medium"


class Play(FromPage, frozen=True, tag="play"):
    """Answer the question of this number; a free move has none. Repeated unchanged until it is answered."""

    id: ActionId
    question: Annotated[int, Meta(ge=0)] | None
    move: Raw
    seat: SeatNumber | None = None
    """Required only with several seats on one device."""


class Speak(Command, frozen=True, tag="chat"):
    """Send a chat line to the table."""

    text: Annotated[str, Meta(max_length=4 * MAX_CHAT_CHARACTERS)]
    seat: SeatNumber | None = None


class Rematch(Command, frozen=True, tag="rematch"):
    """After a game: play it again with the same people; `again`: with the same deal, too."""

    again: bool = False


class ChangeGame(Command, frozen=True, tag="options"):
    """Host, between games: set the game, the number of seats and the options."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any]


class Order(Command, frozen=True, tag="order"):
    """Host, between games: rearrange the seats. `seats[i]` is the seat whose player moves to seat i; null: at
    random."""

    seats: Annotated[list[SeatNumber], Meta(max_length=16)] | None


LONGEST_CLOCK_S: Final = 14 * 24 * 3600


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Time limit of a player, per question or for the whole game."""

    each: Literal["question", "game"]
    seconds: Annotated[int, Meta(ge=10, le=LONGEST_CLOCK_S)]


Moment = Annotated[int, Meta(ge=0, le=8_640_000_000_000_000, description="milliseconds since 1970, UTC")]
"""As far as the dates of JavaScript reach."""
LONGEST_TALK_LINK: Final = 300


class ChangeSettings(Command, frozen=True, tag="doors"):
    """Host: change the room's rules. Omitted fields stay as they are; an empty password removes it."""

    sitting: Sitting | UnsetType = UNSET
    onlookers: bool | UnsetType = UNSET
    password: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    fast_bots: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    evening: Moment | UnsetType | None = UNSET
    """When the evening begins; null: no date any more."""
    talk: Annotated[str, Meta(max_length=4 * LONGEST_TALK_LINK)] | UnsetType = UNSET
    """An https link to where people talk; empty: none any more."""


class AboutSomebody(Command, frozen=True, kw_only=True):
    """A person in this room, by handle."""

    person: Handle


class Admit(AboutSomebody, frozen=True, kw_only=True, tag="admit"):
    """Host: accept or reject somebody's request for a seat. Also withdraws one's own request."""

    yes: bool


class Kick(AboutSomebody, frozen=True, kw_only=True, tag="kick"):
    """Host: take somebody's seats; `out`: and remove them from the room."""

    out: bool = False


class HandOver(AboutSomebody, frozen=True, kw_only=True, tag="hand_over"):
    """Host: make somebody else the host."""


class GiveSeat(AboutSomebody, frozen=True, kw_only=True, tag="give_seat"):
    """Host: give the seat of an absent player to a spectator, perhaps the same person on another device."""

    seat: SeatNumber


class AskForHint(Command, frozen=True, tag="hint"):
    """Player: ask what would be a good answer to this question. Everybody is told that a hint was asked for. Answered
    with `hint`, to this seat alone."""

    question: Annotated[int, Meta(ge=0)]
    seat: SeatNumber | None = None


class AnswerBeforehand(FromPage, frozen=True, tag="beforehand"):
    """Player: answer a question before it is asked, with this offer in place of an earlier one; null: with none after
    all. Left out: only asks what may be answered so. Answered with `beforehand`, to this seat alone."""

    offer: Annotated[str, Meta(max_length=64)] | UnsetType | None = UNSET
    seat: SeatNumber | None = None


class MakeLink(FromPage, frozen=True, tag="link"):
    """Make a link that moves one's seat to another device, once. Answered with `link`."""

    seat: SeatNumber | None = None


class TakeSeat(Command, frozen=True, tag="take_seat"):
    """Use such a link."""

    link: Annotated[str, Meta(max_length=64)]


class Pause(Command, frozen=True, tag="pause"):
    """Host: pause the game and its clocks."""


class Resume(Command, frozen=True, tag="resume"):
    """Host: resume the game."""


class Propose(Command, frozen=True, tag="propose"):
    """Player: propose to take back one's last move, or to end the game. Done at once when nobody has to agree."""

    matter: Matter
    seat: SeatNumber | None = None


class Agree(Command, frozen=True, tag="agree"):
    """Player: agree to a proposal or not; the proposer's "no" withdraws it. `matter`: only if the proposal is about
    this, so that a late answer is not taken for one to the next."""

    yes: bool
    seat: SeatNumber | None = None
    matter: Matter | None = None


class OpenHands(Command, frozen=True, tag="open_hands"):
    """Player: agree that spectators see the hands of all seats, which they do once every player agrees; `yes` false:
    no, or no longer, which holds at once."""

    yes: bool
    seat: SeatNumber | None = None


class Mute(AboutSomebody, frozen=True, kw_only=True, tag="mute"):
    """Host: mute or unmute somebody."""

    yes: bool


class React(FromPage, frozen=True, tag="react"):
    """A reaction; shown for a moment and not stored."""

    what: Reaction
    seat: SeatNumber | None = None


class Nudge(FromPage, frozen=True, tag="nudge"):
    """Player: remind another player that they are waited for; shown for a moment and not stored."""

    person: Handle
    seat: SeatNumber | None = None


class Skip(FromPage, frozen=True, tag="skip"):
    """Player, in a game against bots alone: they answer as fast ones do until a person is asked."""


class Earlier(FromPage, frozen=True, tag="earlier"):
    """Load the chat before the line of this seq."""

    before: Annotated[int, Meta(ge=0)]


class LookBack(FromPage, frozen=True, tag="look_back"):
    """Lead those who look back at a finished game together. `game`: its number; `seq`: the last event that this page
    shows; `eyes`: whose view it shows: a seat, `all` for everything hidden, `none` for a spectator's."""

    game: Annotated[int, Meta(ge=1)]
    seq: Annotated[int, Meta(ge=0)]
    eyes: Annotated[str, Meta(pattern="^(all|none|[0-9]{1,2})$")] = "all"


class Follow(FromPage, frozen=True, tag="follow"):
    """Follow whoever leads in this finished game; null: go one's own way."""

    game: Annotated[int, Meta(ge=1)] | None


class PointAt(FromPage, frozen=True, tag="point"):
    """Point at a piece, for those who look back together. `at`: its name on the page."""

    at: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_*.:-]+$")]


class Ping(FromPage, frozen=True, tag="ping"):
    """Is the connection alive? Answered with `pong`, at any time. `hidden`: nobody sees this page now."""

    hidden: bool = False


class CloseRoom(Command, frozen=True, tag="close"):
    """Host: close the room for good."""


FromBrowser = (
    Hello | Sit | Stand | SayReady | ChooseFigure | ChooseViewpoint | Start | SeatBot | Play | Speak | Rematch
    | ChangeGame | Order | ChangeSettings | Admit | Kick | HandOver | GiveSeat | AskForHint | MakeLink | TakeSeat
    | Pause | Resume | Propose | Agree | OpenHands | Mute | React | Nudge | Skip | Earlier | LookBack | Follow | PointAt
    | CloseRoom | Ping | SealWord | OpenWord | AnswerBeforehand
)  # fmt: skip
