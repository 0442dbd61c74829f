"""What the nodes of a house tell each other, so that nobody waits for what happened elsewhere. All of it is soft: a
hint may be lost, and then the log is read a little later. With one process there is nobody to tell."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from msgspec import Struct

from app.protocol.commands import Reaction


class Head(Struct, frozen=True, array_like=True, tag="head"):
    """The log of this room has come so far."""

    room: str
    seq: int


class Here(Struct, frozen=True, array_like=True, tag="here"):
    """This guest has a page of the room open."""

    room: str
    guest: str
    name: str | None


class Gone(Struct, frozen=True, array_like=True, tag="gone"):
    """He has none any more."""

    room: str
    guest: str


class Reacts(Struct, frozen=True, array_like=True, tag="reacts"):
    """Somebody at the table makes this sign."""

    room: str
    seat: int | None
    name: str
    what: Reaction


Hint = Head | Here | Gone | Reacts

Hear = Callable[[str, Sequence[Hint]], None]
"""Told of the node that speaks, and what it says: nothing, when it only says that it lives."""


class Fanout(Protocol):
    """The way to the other nodes."""

    node: str
    """This node, as the others know it."""

    @property
    def healthy(self) -> bool:
        """Whether hints arrive."""

    def publish(self, hint: Hint) -> None:
        """Tell the others. Never waits."""

    def subscribe(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Be told of what others say; and when some of it was lost on the way."""

    def start(self) -> None:
        """Begin to tell and to hear."""

    async def close(self) -> None:
        """Stop."""


class MemoryFanout:
    """One process: there are no others."""

    healthy: Final = True

    def __init__(self, name: str = "") -> None:
        self.node = new_node(name)

    def publish(self, hint: Hint) -> None:
        """Nobody is there to be told."""

    def subscribe(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Nobody will say anything."""

    def start(self) -> None:
        """Nothing is to be begun."""

    async def close(self) -> None:
        """Nothing is to be stopped."""


def new_node(name: str) -> str:
    """A name that no other process has, nor this one after a restart."""
    return f"{name or 'node'}.{secrets.token_hex(4)}"
