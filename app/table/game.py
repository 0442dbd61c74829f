"""A game on the table: the one that lies there now, and those that are over."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.protocol.commands import Matter
from app.table.clock import Timing
from app.table.events import Result
from app.table.takeback import Undoing
from games.engine import Outcome, State


class Playing(Struct):
    """The room's current game, from its beginning to the next one's."""

    state: State
    key: bytes
    draws: int
    timing: Timing = msgspec.field(default_factory=Timing)
    undoing: Undoing = msgspec.field(default_factory=Undoing)
    starts: int | None = None
    """Who starts, when it is not left to chance; or who started."""
    outcome: Outcome | None = None
    proposal: Proposal | None = None
    paused: bool = False
    idle: dict[int, int] = {}
    """How often each seat did what brings the game no nearer to its end."""

    def __repr__(self) -> str:
        return f"<Playing: {self.draws} draws>"  # of the state and the key nothing may come to stand in a log

    def note_idle(self, seat: int) -> None:
        """This seat did so once more."""
        self.idle[seat] = self.idle.get(seat, 0) + 1


class Proposal(Struct):
    """What a seat proposed, and who agreed to it."""

    matter: Matter
    seat: int
    agreed: set[int]


class Past(Struct, frozen=True):
    """A finished game of this room: its number, its first and last event, how it ended."""

    number: int
    began: int
    ended: int
    at: int
    stopped: bool
    result: Result
    deal: str = ""
    """The commitment to its secret, in hex; empty when none was published."""

    def goes_on(self, guest: str, other: str, name: str) -> Past:
        """The same after the guest of this name has become another one."""
        was = self.result
        guests = [
            other if (who, called) == (guest, name) else who for who, called in zip(was.guests, was.names, strict=True)
        ]
        return replace(self, result=replace(was, guests=guests))
