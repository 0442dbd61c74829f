"""Moves that can be taken back: the last moves of a game, as long as none of them drew, revealed or ended anything."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from app.table.clock import Timing
from app.table.events import Moved
from games.dealer import Line
from games.engine import AskAll, Game, Move, State

MOST_MOVES: Final = 50

_encoder = msgspec.msgpack.Encoder()


class Done(NamedTuple):
    """A move that can be taken back, and the state before it. `decision` and `moves` are those of the clocks at that
    time (app/table/clock.py)."""

    seq: int
    seat: int
    bot: bool
    before: bytes
    decision: str
    moves: str


class Undoing(Struct):
    """The moves since the last draw or reveal, oldest first."""

    done: list[Done] = []

    def note(self, seq: int, moved: Moved, move: Move, before: State, timing: Timing) -> None:
        """Note a move that is about to be carried out at this state."""
        if moved.drawn or not move.can_be_undone:
            self.done.clear()
        else:
            by_itself = moved.bot or moved.lapsed
            self.done.append(Done(seq, moved.seat, by_itself, _encoder.encode(before), timing.decision, timing.moves))
            del self.done[:-MOST_MOVES]

    def note_lines(self, lines: Iterable[Line]) -> None:
        """Note the lines of the move: what pages have shown of it cannot be unseen."""
        if self.done and any(line.sight is not None for line in lines):
            self.done.clear()

    def last_of(self, seat: int) -> Done | None:
        """The last move of this seat, if it can be taken back."""
        return next((done for done in reversed(self.done) if done.seat == seat and not done.bot), None)

    def others_since(self, done: Done) -> set[int]:
        """The seats that have moved after it and have to agree; bots always agree."""
        return {other.seat for other in self.done if other.seq > done.seq and not other.bot} - {done.seat}

    def since(self, seq: int) -> set[int]:
        """The events of the moves from this one on."""
        return {done.seq for done in self.done if done.seq >= seq}

    def take_back(self, since: int, game: Game) -> tuple[State, Done]:
        """Forget this move and everything after it; returns the state before it, and the move."""
        (gone,) = (done for done in self.done if done.seq == since)
        self.done = [done for done in self.done if done.seq < since]
        state: State = msgspec.msgpack.decode(gone.before, type=game.State)
        return state, gone


def answer_still_secret(g: State, seat: int) -> bool:
    """Whether this seat has answered a question that others have yet to answer, so that nobody knows its answer."""
    question = g.question
    return isinstance(question, AskAll) and seat in question.answers


def answer_stands(g: State, seat: int) -> bool:
    """Whether the rules do not allow an answer to be taken back although it is still secret."""
    return answer_still_secret(g, seat) and g.question.answers_stand
