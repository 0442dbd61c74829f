"""How long every seat has left, by the times in the log. Times are in milliseconds of the database's clock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from app.wishes import Clock
from games.engine import Seat

GRACE_MS: Final = 60_000
"""So much longer a seat gets for a question when its player is away: a lost connection alone loses nothing."""


class Timing(Struct):
    """The clocks of one game."""

    question: int | None = None
    since: dict[Seat, int] = {}
    """Whose clock runs, and from when."""
    used: dict[Seat, int] = {}
    """In this question, before its clock was stopped: by a pause, or by an answer that may be taken back."""
    used_up: dict[Seat, int] = {}
    """In all earlier questions."""

    def ask(self, question: int | None, seats: Iterable[Seat], at: int) -> None:
        """From now on these seats are asked this question. Who answered meanwhile has used up his time."""
        asked = set(seats)
        if question != self.question:
            self.pause(at)
            self.used_up = {seat: self.used_up.get(seat, 0) + self.used.get(seat, 0) for seat in self._known()}
            self.used = {}
            self.question = question
        self._stop(self.since.keys() - asked, at)
        for seat in asked - self.since.keys():
            self.since[seat] = at

    def pause(self, at: int) -> None:
        """Nobody's clock runs any more, until they are asked again."""
        self._stop(self.since.keys(), at)

    def left(self, clock: Clock, seat: Seat, at: int) -> int:
        """How long this seat has at this moment, at least 0."""
        used = self._so_far(seat, at)
        if clock.each == "game":
            used += self.used_up.get(seat, 0)
        return max(0, clock.seconds * 1000 - used)

    def deadline(self, clock: Clock, seat: Seat) -> int | None:
        """When the time of this seat runs out; None when its clock does not run."""
        since = self.since.get(seat)
        return None if since is None else since + self.left(clock, seat, since)

    def _stop(self, seats: Iterable[Seat], at: int) -> None:
        for seat in list(seats):
            self.used[seat] = self._so_far(seat, at)
            del self.since[seat]

    def _known(self) -> set[Seat]:
        return {*self.used, *self.used_up}

    def _so_far(self, seat: Seat, at: int) -> int:
        running = at - self.since[seat] if seat in self.since else 0
        return self.used.get(seat, 0) + max(0, running)
