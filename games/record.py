"""A compact record of a finished game, from which every state can be recomputed."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from games.dealer import Line, Scripted
from games.engine import Game, Move, Seat, State, advance, begin, withdraw


class Made(Struct, frozen=True, tag=True):
    """A move, and the values drawn for it."""

    seq: int
    seat: Seat
    move: Raw
    drawn: list[Any]


class TakenBack(Struct, frozen=True, tag=True):
    """All moves from event `since` on were taken back; 0: only the seat's answer, which was still secret."""

    seq: int
    seat: Seat
    since: int


class Record(Struct, frozen=True):
    """Its rules and options, the draws of its setup, and what happened. `began`, `seq`: events of the log. `start`: the
    first state of a game that was played on from another; `said`: what had been said before."""

    rules: str
    options: Raw
    seats: int
    began: int
    asked: int
    drawn: list[Any]
    played: list[Made | TakenBack]
    start: Raw | None = None
    said: list[Line] = []

    def up_to(self, seq: int) -> "Record":
        """The same game up to this event."""
        return replace(self, played=[step for step in self.played if step.seq <= seq])

    def undone(self) -> set[int]:
        """The events of the moves that were taken back."""
        gone, stands, latest = set[int](), list[int](), dict[Seat, int]()
        for step in self.played:
            if isinstance(step, Made):
                latest[step.seat] = step.seq
                stands.append(step.seq)
            elif step.since:
                gone.update(undone_since(stands, step.since))
            elif step.seat in latest:  # otherwise it was given earlier, in the game that this one continues
                gone.add(latest[step.seat])
        return gone


def undone_since(stands: list[int], since: int) -> Iterator[int]:
    """Removes the moves from this event on from `stands`, which has the oldest first, and yields their events: however
    often moves are taken back, each is looked at once."""
    while stands and stands[-1] >= since:
        yield stands.pop()


class Moment(NamedTuple):
    """The state after a step, and the lines so far: the first `said` lines of the game, a list that all its moments
    share."""

    seq: int
    state: State
    lines: list[Line]
    said: int

    def heard_by(self, seat: Seat) -> list[Line]:
        """The lines that had reached this seat."""
        return [line for line in self.lines[: self.said] if line.reaches(seat)]


Deal = Callable[[list[Any], int], Scripted]
"""A dealer with these values, for this event."""


def moments(game: Game, record: Record, deal: Deal = Scripted) -> Iterator[Moment]:
    """The first moment, and the one after each step."""
    now = _beginning(game, record, deal)
    before: dict[int, Moment] = {}
    yield now
    for step in record.played:
        before[step.seq] = now
        if isinstance(step, Made):
            now = _moved(game, now, step, deal)
        else:
            now = Moment(step.seq, _taken_back(step, now, before), now.lines, now.said)
        yield now


def _beginning(game: Game, record: Record, deal: Deal) -> Moment:
    if record.start is not None:
        lines, state = [*record.said], msgspec.json.decode(record.start, type=game.State)
    else:
        dealer = deal(record.drawn, record.began)
        options = msgspec.json.decode(record.options, type=game.Options)
        state, lines = begin(game, record.seats, options, dealer, record.asked), dealer.lines
    return Moment(record.began, state, lines, len(lines))


def _moved(game: Game, now: Moment, made: Made, deal: Deal) -> Moment:
    state, dealer = now.state.copy(), deal(made.drawn, made.seq)
    advance(game, state, made.seat, move_of(game, made), dealer)
    now.lines.extend(dealer.lines)
    return Moment(made.seq, state, now.lines, len(now.lines))


def _taken_back(step: TakenBack, now: Moment, before: dict[int, Moment]) -> State:
    if step.since:
        return before[step.since].state
    state = now.state.copy()
    withdraw(state, step.seat)
    return state


def move_of(game: Game, made: Made) -> Move:
    """The move itself."""
    move: Move = msgspec.json.decode(made.move, type=game.Move)
    return move
