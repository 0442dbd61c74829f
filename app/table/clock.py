"""How long every seat has left, by the times in the log. Times are in milliseconds of the database's clock."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from app.protocol.commands import Clock
from games.engine import Move, Seat

GRACE_MS: Final = 60_000
"""So much longer a seat gets for a question when its player is away: a lost connection alone loses nothing."""

_encoder = msgspec.json.Encoder(order="sorted")


class Outage(NamedTuple):
    """No server was up, from when to when."""

    began: int
    ended: int


class Timing(Struct):
    """The clocks of one game."""

    question: int | None = None
    since: dict[Seat, int] = {}
    """Whose clock runs, and from when."""
    used: dict[Seat, int] = {}
    """For this decision, before its clock was stopped: by a pause, by an answer that may be taken back, or by a move
    that was taken back."""
    used_up: dict[Seat, int] = {}
    """In the whole game, before it was stopped."""
    decision: str = ""
    """What is to be decided: a new question, or one that was there before some moves were taken back."""
    moves: str = ""
    """The moves that led here, as one word, from the last one that cannot be taken back."""
    up_to: int = 0
    """The end of the last outage that was left out."""
    spent: dict[str, dict[Seat, int]] = {}
    """What earlier decisions have used, should they come back."""

    def moved(self, seat: Seat, move: Move) -> None:
        """This has been played, and may be taken back: whoever comes here by the same moves is where they were."""
        self.moves = sha256(f"{self.moves} {seat} ".encode() + _encoder.encode(move)).hexdigest()[:32]

    def settled(self, seq: int) -> None:
        """Nothing before this event can be taken back any more."""
        self.moves = str(seq)
        self.spent = {}

    def ask(self, question: int | None, seats: Iterable[Seat], at: int, decision: str | None = None) -> None:
        """From now on these seats are asked this question. Who answered meanwhile has used up their time. `decision`:
        the one that is back."""
        asked = set(seats)
        if question != self.question:
            self.pause(at)
            self.spent[self.decision] = self.used
            self.decision = self.moves if decision is None else decision
            self.used = dict(self.spent.get(self.decision, {}))
            self.question = question
        self._stop(self.since.keys() - asked, at)
        for seat in asked - self.since.keys():
            self.since[seat] = at

    def ran_in(self, outage: Outage) -> bool:
        """Whether anybody's clock ran then, and it was not yet said that it stood still."""
        return outage.ended > self.up_to and any(since < outage.ended for since in self.since.values())

    def leave_out(self, outages: Iterable[Outage]) -> None:
        """Nobody's clock ran then."""
        for began, ended in outages:
            self.since = {seat: since + max(0, ended - max(began, since)) for seat, since in self.since.items()}
            self.up_to = ended

    def pause(self, at: int) -> None:
        """Nobody's clock runs any more, until they are asked again."""
        self._stop(self.since.keys(), at)

    def left(self, clock: Clock, seat: Seat, at: int) -> int:
        """How long this seat has at this moment, at least 0."""
        used = self.used if clock.each == "question" else self.used_up
        return max(0, clock.seconds * 1000 - used.get(seat, 0) - self._running(seat, at))

    def deadline(self, clock: Clock, seat: Seat) -> int | None:
        """When the time of this seat runs out; None when its clock does not run."""
        since = self.since.get(seat)
        return None if since is None else since + self.left(clock, seat, since)

    def _stop(self, seats: Iterable[Seat], at: int) -> None:
        for seat in list(seats):
            for used in (self.used, self.used_up):
                used[seat] = used.get(seat, 0) + self._running(seat, at)
            del self.since[seat]

    def _running(self, seat: Seat, at: int) -> int:
        return max(0, at - self.since[seat]) if seat in self.since else 0
