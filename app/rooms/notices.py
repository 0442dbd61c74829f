"""Notices between nodes, so that nobody waits for what happened on another node. A notice may be lost; the log is then
read a little later. A single process has nobody to tell."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic

from msgspec import Struct

from app.background import Service
from app.protocol.commands import Reaction
from app.storage.guests import Guest


class Head(Struct, frozen=True, array_like=True, tag="head"):
    """The number of the last event in this room's log."""

    room: str
    seq: int


class Here(Struct, frozen=True, array_like=True, tag="here"):
    """This guest has a page of the room open. `hidden`: none that anybody sees now."""

    room: str
    guest: str
    name: str | None
    hidden: bool


class Gone(Struct, frozen=True, array_like=True, tag="gone"):
    """This guest has no page of the room open any more."""

    room: str
    guest: str


class Reacts(Struct, frozen=True, array_like=True, tag="reacts"):
    """A guest shows a reaction."""

    room: str
    seat: int | None
    name: str
    what: Reaction


class Nudges(Struct, frozen=True, array_like=True, tag="nudges"):
    """A player reminds another one that they are waited for: guests, seats and names."""

    room: str
    guest: str
    seat: int
    name: str
    other: str
    other_seat: int
    other_name: str


class Leads(Struct, frozen=True, array_like=True, tag="leads"):
    """This guest leads those who look back at this game, for the `term`-th time that somebody else does, and is at this
    place; without a guest: nobody does any more."""

    room: str
    game: int
    term: int
    guest: str
    seat: int | None
    name: str
    seq: int
    eyes: str


class PointsOut(Struct, frozen=True, array_like=True, tag="points"):
    """Somebody who looks back at this game together with others points at this piece."""

    room: str
    game: int
    seat: int | None
    name: str
    at: str


class OpensTable(Struct, frozen=True, array_like=True, tag="opens"):
    """Somebody has opened a table, `opened`, to play on from a moment of this game with those who look back at it."""

    room: str
    game: int
    seat: int | None
    name: str
    opened: str


class Anew(Struct, frozen=True, array_like=True, tag="anew"):
    """This browser has become another guest: it was linked, or unlinked."""

    device: str


@dataclass
class Elsewhere:
    """Who is where on the other nodes, as far as this node knows: app/cluster/presence.py maintains it."""

    guests: dict[str, dict[str, Guest]] = field(default_factory=dict)
    """Room -> the guests there on other nodes, by id."""
    unseen: dict[str, set[str]] = field(default_factory=dict)
    """Room -> those of them whose pages there are all hidden."""
    heard_since: float = field(default_factory=monotonic)
    """The time since which this node has heard from the others without a break."""


Notice = Head | Here | Gone | Reacts | Nudges | Leads | PointsOut | OpensTable | Anew

Hear = Callable[[str, Sequence[Notice]], None]
"""Called with the sending node and its notices; none of them means only that it is alive."""


class Notices(Service):
    """The channel to the other nodes. This one does nothing, for a single process; app/cluster/postgres_notices.py has
    the one for several nodes."""

    def __init__(self, name: str = "") -> None:
        self.node = f"{name or 'node'}.{secrets.token_hex(4)}"
        """A unique name: no other process has it, nor this one after a restart."""
        self.heads_matter: Callable[[str], bool] = lambda room: True
        """Whether another node may have a room open: only then is its head published, since every notification wakes
        every node."""

    @property
    def healthy(self) -> bool:
        """Whether notices arrive."""
        return True

    def publish(self, notice: Notice) -> None:
        """Tell the others. Never waits."""

    def subscribe(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Call `hear` with notices of other nodes, and `missed` when some were lost, both in the event loop."""
