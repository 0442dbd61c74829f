"""What can be taken back: the last moves of a game, as long as none of them drew, revealed or ended anything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.events import Moved
from games.dealer import Line
from games.engine import AskAll, Game, Move, State

MOST_MOVES: Final = 50

_encoder = msgspec.msgpack.Encoder()


class Done(NamedTuple):
    """A move that can be taken back, and the table before it."""

    seq: int
    seat: int
    bot: bool
    before: bytes


class Undoing(Struct):
    """The moves since the last draw or reveal, oldest first."""

    done: list[Done] = []

    def note(self, seq: int, moved: Moved, move: Move, before: State) -> None:
        """A move is about to be carried out on this state."""
        if moved.drawn or not move.can_be_undone:
            self.done.clear()
        else:
            self.done.append(Done(seq, moved.seat, moved.bot or moved.lapsed, _encoder.encode(before)))
            del self.done[:-MOST_MOVES]

    def heard(self, lines: Iterable[Line]) -> None:
        """The move has been carried out. What was shown for a moment cannot be unseen."""
        if any(line.sight is not None for line in lines):
            self.done.clear()

    def last_of(self, seat: int) -> Done | None:
        """The last move of this seat, if it can be taken back."""
        return next((done for done in reversed(self.done) if done.seat == seat and not done.bot), None)

    def others_since(self, done: Done) -> set[int]:
        """Who has moved after it: they have to agree. Bots always do."""
        return {other.seat for other in self.done if other.seq > done.seq and not other.bot} - {done.seat}

    def take_back(self, since: int, game: Game) -> State:
        """The table before this move; it and what came after are forgotten."""
        (before,) = (done.before for done in self.done if done.seq == since)
        self.done = [done for done in self.done if done.seq < since]
        state: State = msgspec.msgpack.decode(before, type=game.State)
        return state


def answer_still_secret(g: State, seat: int) -> bool:
    """Whether this seat has answered a question that others have still to answer: nobody knows it yet."""
    question = g.question
    return isinstance(question, AskAll) and seat in question.answers


def without_answer(g: State, seat: int) -> None:
    """The seat is asked again; what the others have answered stands."""
    question = g.question
    answers = {other: move for other, move in question.answers.items() if other != seat}
    g.agenda[0] = replace(question, answers=answers)
