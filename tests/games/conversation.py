"""Answers at a hand-made table: the resulting state, the lines of the log, and what is shown for a moment."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games import engine
from games.dealer import Chance, Dealer, Line, Scripted
from games.engine import Game, Move, Outcome, Seat


def asked(g: Any) -> str:
    """The seats and question: "0 turn", "1 2 offering"."""
    if g.question is None:
        return "over"
    return " ".join([*map(str, g.question.seats), g.question.__struct_config__.tag])


def result(ended: Outcome | None) -> tuple[str, str, str]:
    """How it has ended: the winners, the scores, and why."""
    assert ended is not None
    return " ".join(map(str, ended.winners)), " ".join(map(str, ended.scores)), str(ended.why)


@dataclass(frozen=True)
class Conversation:
    """In each of these, every answer is by the seat asked at the time: a move, or words such as "draw (AH), pass",
    answers separated by commas, with the draws after them in brackets. `drawn` are all other draws.

    `meant` reads an answer, otherwise it is the listed move that is called so `in_short`; `lots` reads draws; `chance`
    draws where nothing else is said; `begun` takes a table to its first question.
    """

    game: Game
    meant: Callable[[Any, str], Move] | None = None
    in_short: Callable[[Move], Any] = lambda move: move
    lots: Callable[[str], list[Any]] = str.split
    chance: Chance | None = None
    begun: Callable[[Any, Dealer], None] = lambda g, dealer: None

    def play(self, g: Any, *answers: Move | str, drawn: Sequence[Any] = ()) -> Any:
        """The table afterwards."""
        return self._carried_out(g, answers, drawn)[0]

    def said(self, g: Any, *answers: Move | str, drawn: Sequence[Any] = (), to: Seat | None = None) -> list[str]:
        """The lines for this seat, or a spectator; ~ marks those that fade."""
        return [f"{'~' if line.fades else ''}{line.text}" for line in self._heard(g, answers, drawn, to)]

    def shown(self, g: Any, *answers: Move | str, drawn: Sequence[Any] = (), to: Seat | None = None) -> list[Any]:
        """What this seat, or a spectator, is shown for a moment."""
        return [line.sight for line in self._heard(g, answers, drawn, to) if line.sight is not None]

    def choices(self, g: Any) -> list[Any]:
        """The possible answers of the asked seat, in short."""
        return [self.in_short(move) for move in engine.moves(self.game, g, g.question.seats[0])]

    def listed(self, g: Any, words: str) -> Move:
        """The possible answer that is called so."""
        called = dict(zip(self.choices(g), engine.moves(self.game, g, g.question.seats[0]), strict=True))
        assert words in called, f"{words!r} is not one of {[*called]}"
        return called[words]

    def _heard(self, g: Any, answers: Sequence[Any], drawn: Sequence[Any], you: Seat | None) -> list[Line]:
        return [line for line in self._carried_out(g, answers, drawn)[1].lines if line.reaches(you)]

    def _carried_out(self, g: Any, answers: Sequence[Any], drawn: Sequence[Any]) -> tuple[Any, Dealer]:
        words = ", ".join(answer for answer in answers if isinstance(answer, str))
        draws = [*self.lots(" ".join(re.findall(r"\((.*?)\)", words))), *drawn]
        dealer, after = Scripted(draws) if draws or self.chance is None else Dealer(self.chance), g.copy()
        self.begun(after, dealer)
        for answer in (each for given in answers for each in (_each(given) if isinstance(given, str) else [given])):
            move = (self.meant or self.listed)(after, answer) if isinstance(answer, str) else answer
            after = engine.play(self.game, after, after.question.seats[0], move, dealer)
        if isinstance(dealer, Scripted):
            dealer.finish()
        return after, dealer


def _each(words: str) -> list[str]:
    return [answer.strip() for answer in re.sub(r"\(.*?\)", "", words).split(",") if answer.strip()]
