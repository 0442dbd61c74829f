"""Notices between nodes, so that nobody waits for what happened on another node. A notice may be lost; the log is then
read a little later. A single process has nobody to tell."""

import secrets
from collections.abc import Callable, Sequence

from msgspec import Struct

from app.background import Service
from app.protocol.commands import Reaction


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


Notice = Head | Here | Gone | Reacts

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
