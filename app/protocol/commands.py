"""What a page may say to the server: docs/protocol.md is the description, app/protocol/messages.py reads it.

Every message is decoded strictly: unknown fields, wrong types and out-of-range numbers are refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

MAX_CHAT_CHARACTERS: Final = 300

ActionId = Annotated[
    str, Meta(pattern="^[0-9a-f]{32}$", max_length=32, description="128 random bits made by the client, in hex")
]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Level = Literal["careful"]
RoomState = Literal["gathering", "playing", "over"]
Sitting = Literal["freely", "asked"]
Matter = Literal["undo", "end"]
Reaction = Literal["bravo", "laugh", "wow", "ouch", "thinking", "hurry"]
NameOfSomebody = Annotated[str, Meta(max_length=200)]
Handle = Annotated[str, Meta(max_length=32, description="a `person` of the newest `table`: somebody in this room")]


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """The first message: who I am, and the last seq this page has shown (0: none), in which epoch of the log."""

    name: NameOfSomebody | None = None
    seen: Annotated[int, Meta(ge=0)] = 0
    epoch: Annotated[str, Meta(max_length=32)] | None = None
    password: Annotated[str, Meta(max_length=100)] | None = None


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="sit"):
    """Take a free seat (or change to it). `also`: another seat on this device, for the person of this name. `back`: ask
    for the seat of a player who is away, for that is who I am."""

    seat: SeatNumber
    also: NameOfSomebody | None = None
    back: bool = False


class Stand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="stand"):
    """Leave one's seats and watch; or leave one of them."""

    seat: SeatNumber | None = None


class Look(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="look"):
    """With several seats on this device: whose eyes this page looks through; null: nobody's, the curtain is down."""

    seat: SeatNumber | None


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
    seat: SeatNumber | None = None
    """Needed only with several seats on one device."""


class Speak(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="chat"):
    """Say something to the table."""

    text: Annotated[str, Meta(max_length=4 * MAX_CHAT_CHARACTERS)]
    seat: SeatNumber | None = None


class Rematch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="rematch"):
    """The game is over: the same people play it again."""


class ChangeGame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="options"):
    """Host, while no game is played: which game, for how many, with which options."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any]


class Order(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="order"):
    """Host, while no game is played: `seats[i]` is the seat whose owner sits on seat i from now on; null: by lot."""

    seats: Annotated[list[SeatNumber], Meta(max_length=16)] | None


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player has, for each question or for the whole game."""

    each: Literal["question", "game"]
    seconds: Annotated[int, Meta(ge=10, le=14 * 24 * 3600)]


class Doors(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="doors"):
    """Host: how the room is kept. What is left out stays as it is; an empty password is none."""

    sitting: Sitting | UnsetType = UNSET
    onlookers: bool | UnsetType = UNSET
    password: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET


class AboutSomebody(Struct, frozen=True, kw_only=True):
    """Somebody in this room, by their handle. A name, which clients of before handles say, is understood where exactly
    one person is meant by it."""

    person: Handle | None = None
    name: NameOfSomebody | None = None


class Admit(AboutSomebody, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="admit"):
    """Host: whether somebody who asked may sit down. Also the one who asked, to withdraw."""

    yes: bool


class Kick(AboutSomebody, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="kick"):
    """Host: takes somebody's seats; `out`: and shows them the door."""

    out: bool = False


class HandOver(AboutSomebody, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="hand_over"):
    """Host: somebody else is the host from now on."""


class GiveSeat(AboutSomebody, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="give_seat"):
    """Host: a seat whose player is away goes to an onlooker, who may be the same person on another device."""

    seat: SeatNumber


class MakeLink(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="link"):
    """A link with which one's seat can be taken once from another device. Answered with `link`."""

    seat: SeatNumber | None = None


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="take_seat"):
    """Use such a link."""

    link: Annotated[str, Meta(max_length=64)]


class Pause(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pause"):
    """Host: the game and its clocks stand still."""


class Resume(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resume"):
    """Host: the game goes on."""


class Propose(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="propose"):
    """A player: take my last move back, or end this game. Carried out at once when nobody has to be asked."""

    matter: Matter
    seat: SeatNumber | None = None


class Agree(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="agree"):
    """A player's answer to what was proposed; its proposer's "no" withdraws it."""

    yes: bool
    seat: SeatNumber | None = None


class Mute(AboutSomebody, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="mute"):
    """Host: somebody may not talk; or may again."""

    yes: bool


class React(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="react"):
    """A quick word without typing; shown for a moment and not kept."""

    what: Reaction
    seat: SeatNumber | None = None


class Earlier(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="earlier"):
    """What was said before this line of chat."""

    before: Annotated[int, Meta(ge=0)]


class CloseRoom(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="close"):
    """Host: close the room for good."""


FromBrowser = (
    Hello
    | Sit
    | Stand
    | Look
    | Start
    | SeatBot
    | Play
    | Speak
    | Rematch
    | ChangeGame
    | Order
    | Doors
    | Admit
    | Kick
    | HandOver
    | GiveSeat
    | MakeLink
    | TakeSeat
    | Pause
    | Resume
    | Propose
    | Agree
    | Mute
    | React
    | Earlier
    | CloseRoom
)
