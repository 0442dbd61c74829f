"""The time that every seat has left, computed from the times in the log: milliseconds of the database's clock; and how
players who are away are called and waited for."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import Struct

from app.protocol.commands import LONGEST_CLOCK_S, Clock
from games.engine import Move, Seat

GRACE_MS: Final = 60_000
"""Extra time for a seat whose player is away, so that a lost connection alone costs nothing."""

GRACE_S: Final = 30.0
"""How long the seat of a player who went away is kept from everybody else, at least."""
SHARE_OF_A_GAME: Final = 0.1
"""A player with one clock for the whole game may be away for this share of it."""

LONGEST_MS: Final = LONGEST_CLOCK_S * 1000 + GRACE_MS
"""After this time every clock has run out."""

_encoder = msgspec.json.Encoder(order="sorted")


class Outage(NamedTuple):
    """A period in which no server was up."""

    began: int
    ended: int


def patience_s(clock: Clock | None) -> float:
    """How many seconds a player has to be away before anybody may take over from them: as long as they may think."""
    if clock is None:
        return GRACE_S
    return max(GRACE_S, clock.seconds * (1 if clock.each == "question" else SHARE_OF_A_GAME))


class Timing(Struct):
    """The clocks of one game."""

    question: int | None = None
    since: dict[Seat, int] = {}
    """Seat whose clock runs -> since when."""
    awaited: dict[Seat, int] = {}
    """Seat -> since when it has been asked, even by several questions, without an answer of its player."""
    used: dict[Seat, int] = {}
    """Time used for this decision before a pause, an answer that may be taken back, or a move that was taken back."""
    used_up: dict[Seat, int] = {}
    """Time used in the whole game before the clock was last stopped."""
    decision: str = ""
    """The decision that is asked for: a new question, or one that was asked before moves were taken back."""
    moves: str = ""
    """A digest of the moves since the last one that cannot be taken back."""
    up_to: int = 0
    """The end of the last outage that was left out."""
    spent: dict[str, dict[Seat, int]] = {}
    """Time used for earlier decisions, in case they come back."""

    def moved(self, seat: Seat, move: Move) -> None:
        """Note a move that may be taken back. If the same moves lead here again, as much time counts as used."""
        self.moves = sha256(f"{self.moves} {seat} ".encode() + _encoder.encode(move)).hexdigest()[:32]

    def settled(self, seq: int) -> None:
        """Nothing before this event can be taken back any more."""
        self.moves = str(seq)
        self.spent = {}

    def ask(self, question: int | None, seats: Iterable[Seat], at: int, decision: str | None = None) -> None:
        """Start the clocks of these seats, which are asked this question, and stop those of seats that have answered.
        `decision`: the one that is asked again, if it is not new."""
        asked = set(seats)
        if question != self.question:
            self.pause(at)
            self.spent[self.decision] = self.used
            self.decision = self.moves if decision is None else decision
            self.used = dict(self.spent.get(self.decision, {}))
            self.question = question
        if gone := self.since.keys() - asked:
            self._stop(gone, at)
        for seat in asked:
            self.since.setdefault(seat, at)
            self.awaited.setdefault(seat, at)

    def ran_in(self, outage: Outage) -> bool:
        """Whether a clock ran during this outage, and the log has not left it out yet."""
        return outage.ended > self.up_to and any(since < outage.ended for since in self.since.values())

    def leave_out(self, outages: Iterable[Outage]) -> None:
        """Leave these outages out of the time used."""
        for began, ended in outages:
            for times in (self.since, self.awaited):
                times.update({seat: since + max(0, ended - max(began, since)) for seat, since in times.items()})
            self.up_to = ended

    def pause(self, at: int) -> None:
        """Stop all clocks, until the seats are asked again."""
        self._stop(self.since.keys(), at)

    def left(self, clock: Clock, seat: Seat, at: int) -> int:
        """The milliseconds that this seat has left at this moment, at least 0."""
        used = self.used if clock.each == "question" else self.used_up
        return max(0, clock.seconds * 1000 - used.get(seat, 0) - self._running(seat, at))

    def deadline(self, clock: Clock, seat: Seat) -> int | None:
        """The time at which this seat runs out of time; None when its clock does not run."""
        since = self.since.get(seat)
        return None if since is None else since + self.left(clock, seat, since)

    def _stop(self, seats: Iterable[Seat], at: int) -> None:
        for seat in list(seats):
            running = self._running(seat, at)
            for used in (self.used, self.used_up):
                used[seat] = used.get(seat, 0) + running
            del self.since[seat]

    def _running(self, seat: Seat, at: int) -> int:
        return max(0, at - self.since[seat]) if seat in self.since else 0


# --- Calling those who are away ---

AtStake = Literal["seat", "host"]
"""What may pass from somebody who is away: their seat, or their place as host."""


class Called(Struct, frozen=True, tag_field="kind", tag="called"):
    """An event: the server calls a guest who is away, by a notification, before something of theirs passes to somebody
    else."""

    guest: str
    about: AtStake


class Calling(Struct, frozen=True):
    """That a guest was called: about what, by which event, and when (ms)."""

    about: AtStake
    seq: int
    at: int
