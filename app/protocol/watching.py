"""What a table tells only at times: while hands are, or could be, open to spectators, while a game is starting, while
something is proposed; and, to their players alone, what is answered beforehand."""

from msgspec import UNSET, Struct, UnsetType

from app.protocol.commands import Matter
from games.text import Text


class HandsView(Struct, frozen=True):
    """Whether spectators see the hands of the game on the table, at least so many `moves` and `seconds` late. `agreed`:
    the seats that have agreed; `waiting`: those that have yet to. All players have to; bots have no say."""

    open: bool
    agreed: list[int]
    waiting: list[int]
    moves: int
    seconds: int


class SharingView(Struct, frozen=True):
    """One of several tables with one deal: its number, from 1, of how many; and whether all games have ended. Until
    then nothing of one table is shown at another."""

    table: int
    tables: int
    over: bool


class StartingView(Struct, frozen=True):
    """The next game is fixed, and begins as soon as its players have opened their words: its number in the room, and
    the commitment to its secret."""

    number: int
    deal: str


class Proposal(Struct, frozen=True):
    """A proposal of a seat, who has yet to agree, and which others have."""

    matter: Matter
    seat: int
    waiting: list[int]
    agreed: list[int]


class OfferView(Struct, frozen=True):
    """What may be answered beforehand: the name of the offer, the question that is meant, and the answer, in words."""

    offer: str
    when: Text
    label: Text


class BeforehandView(Struct, frozen=True, tag_field="type", tag="beforehand"):
    """What the player of this seat has answered before they are asked; to the pages of that seat alone. `soon`: it is
    asked now, and the answer will be given in a moment. `why`: the reason why the last one was dropped. `offers`: what
    may be answered; only to a page that has asked for it, else left out."""

    seat: int
    stored: OfferView | None
    soon: bool = False
    why: Text | None = None
    offers: list[OfferView] | UnsetType = UNSET
