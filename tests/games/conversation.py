"""Moves at a hand-made table: the resulting state, the lines of the log, and what is shown for a moment."""

from collections.abc import Callable, Sequence
from typing import Any

from games import engine
from games.dealer import Dealer, Line, Scripted
from games.engine import Game, Move, Seat


def asked(g: Any) -> str:
    """The seats and question: "0 turn", "1 2 offering"."""
    if g.question is None:
        return "over"
    return " ".join([*map(str, g.question.seats), g.question.__struct_config__.tag])


class Conversation:
    """In each of these, every answer is by the seat asked at the time, and `drawn` are all the draws.

    `meant` parses an answer; `begun` takes a table to its first question.
    """

    def __init__(
        self,
        game: Game,
        meant: Callable[[Any, Any], Move] = lambda g, answer: answer,
        begun: Callable[[Any, Dealer], None] = lambda g, dealer: None,
    ) -> None:
        self._game = game
        self._meant = meant
        self._begun = begun

    def play(self, g: Any, *answers: Any, drawn: Sequence[Any] = ()) -> Any:
        """The table afterwards."""
        return self.carried_out(g, answers, drawn)[0]

    def said(self, g: Any, *answers: Any, drawn: Sequence[Any] = (), to: Seat | None = None) -> list[str]:
        """The lines for this seat, or a spectator; ~ marks those that fade."""
        return [f"{'~' if line.fades else ''}{line.text}" for line in self._heard(g, answers, drawn, to)]

    def shown(self, g: Any, *answers: Any, drawn: Sequence[Any] = (), to: Seat | None = None) -> list[Any]:
        """What this seat, or a spectator, is shown for a moment."""
        return [line.sight for line in self._heard(g, answers, drawn, to) if line.sight is not None]

    def choices(self, g: Any) -> list[Move]:
        """The possible answers of the asked seat."""
        return list(engine.moves(self._game, g, g.question.seats[0]))

    def _heard(self, g: Any, answers: Sequence[Any], drawn: Sequence[Any], you: Seat | None) -> list[Line]:
        return [line for line in self.carried_out(g, answers, drawn)[1].lines if line.reaches(you)]

    def carried_out(self, g: Any, answers: Sequence[Any], drawn: Sequence[Any]) -> tuple[Any, Scripted]:
        """The table afterwards, and the dealer."""
        dealer, after = Scripted(drawn), g.copy()
        self._begun(after, dealer)
        for answer in answers:
            after = engine.play(self._game, after, after.question.seats[0], self._meant(after, answer), dealer)
        dealer.finish()
        return after, dealer
