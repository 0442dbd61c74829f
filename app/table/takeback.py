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


class UndoableMove(NamedTuple):
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

    moves: list[UndoableMove] = []

    def note(self, seq: int, moved: Moved, move: Move, before: State, timing: Timing) -> None:
        """Note a move that is about to be carried out at this state."""
        if moved.drawn or not move.can_be_undone:
            self.moves.clear()
        else:
            by_itself, clocks = moved.bot or moved.lapsed, (timing.decision, timing.moves)
            self.moves.append(UndoableMove(seq, moved.seat, by_itself, _encoder.encode(before), *clocks))
            del self.moves[:-MOST_MOVES]

    def note_lines(self, lines: Iterable[Line]) -> None:
        """Note the lines of the move: what pages have shown of it cannot be unseen."""
        if self.moves and any(line.sight is not None for line in lines):
            self.moves.clear()

    def last_of(self, seat: int) -> UndoableMove | None:
        """The last move of this seat, if it can be taken back."""
        return next((move for move in reversed(self.moves) if move.seat == seat and not move.bot), None)

    def others_since(self, move: UndoableMove) -> set[int]:
        """The seats that have moved after it and have to agree; bots always agree."""
        return {other.seat for other in self.moves if other.seq > move.seq and not other.bot} - {move.seat}

    def since(self, seq: int) -> set[int]:
        """The events of the moves from this one on."""
        return {move.seq for move in self.moves if move.seq >= seq}

    def take_back(self, since: int, game: Game) -> tuple[State, UndoableMove]:
        """Forget this move and everything after it; returns the state before it, and the move."""
        (move,) = (move for move in self.moves if move.seq == since)
        self.moves = [move for move in self.moves if move.seq < since]
        state: State = msgspec.msgpack.decode(move.before, type=game.State)
        return state, move


def answer_still_secret(g: State, seat: int) -> bool:
    """Whether this seat has answered a question that others have yet to answer, so that nobody knows its answer."""
    question = g.question
    return isinstance(question, AskAll) and seat in question.answers


def answer_stands(g: State, seat: int) -> bool:
    """Whether the rules do not allow an answer to be taken back although it is still secret."""
    return answer_still_secret(g, seat) and g.question.answers_stand
