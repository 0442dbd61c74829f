"""The one door through which a game leaves for a browser.

A frame is everything one viewer may see now, built up field by field. It never shows the agenda: what others
have answered in secret, and what will be asked next, stays inside.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from games import engine
from games.dealer import Line
from games.engine import Game, Move, Outcome, Pick, Seat, State, Text


class Choice(Struct, frozen=True):
    """One move and the words on its button."""

    move: Any
    label: Text


class Heard(Struct, frozen=True):
    """A line as it reaches a viewer; for whom it was is not part of it."""

    seq: int
    seat: Seat | None
    text: Text
    fades: bool
    sight: Any


class Frame(Struct, frozen=True, kw_only=True, tag_field="type", tag="frame"):
    """Everything one viewer may see of the game now; `you` is None for an onlooker."""

    seq: int
    you: Seat | None
    question: int | None
    asked: tuple[Seat, ...]
    prompt: Text
    choices: list[Choice]
    free: list[Choice]
    pick: Pick | None
    view: Any
    lines: list[Heard]
    outcome: Outcome | None


def frame(game: Game, g: State, you: Seat | None, seq: int, lines: Iterable[Line]) -> Frame:
    """The frame of one viewer. `lines`: what was said since his last frame; he gets those that reach him."""
    outcome = game.outcome(g)
    return Frame(
        seq=seq,
        you=you,
        question=g.question.number if g.question else None,
        asked=g.question.seats if g.question else (),
        prompt=outcome.why if outcome else _prompt(g, you),
        choices=_choices(engine.moves(game, g, you)) if you is not None else [],
        free=_choices(engine.free(game, g, you)) if you is not None else [],
        pick=engine.pick(game, g, you) if you is not None else None,
        view=game.view(g, you),
        lines=[_heard(line) for line in lines if line.reaches(you)],
        outcome=outcome,
    )


def _prompt(g: State, you: Seat | None) -> Text:
    asked = you in g.question.seats
    sentence: Text = g.question.for_the_asked() if asked else g.question.for_the_others()
    return sentence


def _choices(moves: Sequence[Move]) -> list[Choice]:
    return [Choice(move, move.label()) for move in moves]


def _heard(line: Line) -> Heard:
    return Heard(seq=line.seq, seat=line.seat, text=line.text, fades=line.fades, sight=line.sight)
