"""What people tell each other at a table, as it reaches the pages of the others."""

from msgspec import Struct

from app.protocol.commands import Reaction


class Speaker(Struct, frozen=True):
    """The author: a seat, or a spectator by name."""

    seat: int | None
    name: str


class Chat(Struct, frozen=True, tag_field="type", tag="chat", rename={"from_": "from"}):
    """A chat line. `text` is plain text as typed, never markup."""

    seq: int
    from_: Speaker
    text: str


class Reacted(Struct, frozen=True, tag_field="type", tag="reaction", rename={"from_": "from"}):
    """A reaction."""

    from_: Speaker
    what: Reaction


class Nudged(Struct, frozen=True, tag_field="type", tag="nudge", rename={"from_": "from"}):
    """A player reminds another one that they are waited for. Sent to the pages of both."""

    from_: Speaker
    to: Speaker


class LooksBack(Struct, frozen=True, tag_field="type", tag="looks_back"):
    """Somebody leads those who look back at this finished game together: they show the game after the event `seq`, with
    these `eyes`: a seat, `all` or `none`. `leader`: null when nobody leads any more."""

    game: int
    leader: Speaker | None
    you_lead: bool
    seq: int
    eyes: str


class PlaysOn(Struct, frozen=True, tag_field="type", tag="plays_on", rename={"from_": "from"}):
    """Somebody who looks back at this game has opened a table, `room`, to play on from a moment of it, with free seats
    for those who look back together."""

    game: int
    from_: Speaker
    room: str


class Points(Struct, frozen=True, tag_field="type", tag="points", rename={"from_": "from"}):
    """Somebody who looks back at this game together with this reader points at a piece."""

    game: int
    from_: Speaker
    at: str


class Announced(Struct, frozen=True, tag_field="type", tag="announced"):
    """Whoever keeps the server says this to all of its tables: plain text as typed, in whichever language, never
    markup."""

    text: str
