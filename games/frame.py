"""Frames: the only way by which a game leaves for a browser.

A frame is everything one viewer may see now, built up field by field. It never shows the agenda: secret answers of
others, and what will be asked next, stay inside.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from games import engine
from games.dealer import Line
from games.engine import Game, Move, Outcome, Pick, Question, Seat, State, Text
from games.lesson import Guide
from games.ranking import Place, places
from games.views import seen_by_all


class Choice(Struct, frozen=True):
    """One move and the words on its button."""

    move: Any
    """The move, as it is sent."""
    label: Text
    """The words on its button."""


class Heard(Struct, frozen=True, omit_defaults=True):
    """A line as it reaches a viewer."""

    seq: int
    """The number of its event."""
    seat: Seat | None
    """The seat it is about, if any."""
    text: Text
    """The line's text."""
    fades: bool
    """Whether it is shown for a moment only, and left out of the log."""
    sight: Any
    """Data for drawing it; its shape depends on the game."""
    kind: str
    """What it tells of, of the game's own kinds or the table's."""
    yours: bool = False
    """Whether only this viewer received it: a page that is passed to another player forgets it."""


class Undo(Struct, frozen=True):
    """Whether a player's last move can be taken back: at once ("now"), if others agree ("ask"), or not ("no"); and
    why not."""

    can: Literal["now", "ask", "no"]
    """Whether it can: at once, if others agree, or not."""
    why: Text | None = None
    """The reason why not."""


class Delayed(Struct, frozen=True):
    """What makes a frame one of the past, for a spectator to whom the players have opened their hands: it shows what
    seat `eyes` saw, at least so many moves and seconds ago."""

    eyes: Seat
    """The seat whose hand is shown."""
    moves: int
    """At least so many moves have been made since."""
    seconds: int
    """At least so many seconds have passed since."""


class Frame(Struct, frozen=True, kw_only=True, tag_field="type", tag="frame"):
    """Everything one viewer may see of the game now; `you` is None for a spectator."""

    seq: int
    """The number of the last event in it."""
    you: Seat | None
    """The viewer's seat; null for a spectator."""
    question: int | None
    """The number of the open question, if any."""
    asked: tuple[Seat, ...]
    """The seats that are to answer."""
    prompt: Text
    """The question in words, for this viewer."""
    choices: list[Choice]
    """The answers open to this seat."""
    free: list[Choice]
    """Moves this seat may make at any time."""
    pick: Pick | None
    """Like `choices`, for several pieces at once."""
    view: Any
    """The game as this viewer sees it; its shape depends on the game."""
    lines: list[Heard]
    """Lines since the previous frame."""
    outcome: Outcome | None
    """The result; null until the game ends."""
    undo: Undo | None = None
    """Whether this player's last move can be taken back."""
    clocks: list[int | None] | None = None
    """The milliseconds each seat had left when this was sent; null: it has no clock. Those of `asked` run, unless
    the game is paused. Null without clocks."""
    places: list[Place] | None = None
    """Each seat's place, when the game is over; null where there is no ranking."""
    guide: Guide | UnsetType = UNSET
    """What the guide says, to the pupil of a first lesson; left out otherwise."""
    delayed: Delayed | UnsetType = UNSET
    """In a frame of the past, with the hand of a seat, for a spectator; left out otherwise."""


def frame(game: Game, g: State, you: Seat | None, seq: int, lines: Iterable[Line]) -> Frame:
    """The frame of one viewer. `lines`: all lines since the last frame, filtered here for this viewer."""
    return Moment(game, g, seq, lines).frame(you)


class Moment:
    """One moment of a game, to be shown to many viewers: common parts are computed once."""

    def __init__(
        self,
        game: Game,
        g: State,
        seq: int,
        lines: Iterable[Line],
        outcome: Outcome | None = None,
        clocks: list[int | None] | None = None,
    ) -> None:
        """`lines`: all lines since the viewers' last frames. `outcome`: how the game ended, if it was not by its
        rules."""
        self._game, self._g, self._seq, self._clocks = game, g, seq, clocks
        self._lines = [(line, _heard(line)) for line in lines]
        self._same_lines: list[Heard] | None = None
        if all(line.only_for is None for line, _ in self._lines):
            self._same_lines = [heard for _, heard in self._lines]
        self._all_see_the_same = isinstance(game.view, seen_by_all)
        self._view: Raw | None = None
        """What all see, once it has been written."""
        self._some_move_freely = game.free_moves is not Game.free_moves
        self._question: Question | None = g.question
        self.asked: tuple[Seat, ...] = self._question.seats if self._question else ()
        """The seats that are asked."""
        self._outcome = outcome or (None if self._question else game.outcome(g))  # a game that is over asks nothing
        self._places = places(game, self._outcome) if self._outcome else None
        self._tail = b',"clocks":%b,"places":%b}' % (_encode(clocks), _encode(self._places))
        self._for_the_others = self._outcome.why if self._outcome else g.question.for_the_others()
        self._waiting: list[_Waiting] = []

    def frame(self, you: Seat | None, undo: Undo | None = None) -> Frame:
        """The frame of this viewer; None is a spectator."""
        lines = self._heard_by(you) if self._same_lines is None else self._same_lines
        free = self._free(you) if self._some_move_freely else ()
        return self._frame(you, self._game.view(self._g, you), lines, free, undo)

    def written(self, you: Seat | None, undo: Undo | None = None) -> bytes:
        """The same as JSON. Most viewers with nothing to answer get the same frame, except for who they are and what
        they can take back: equal parts, compared field by field, are encoded once."""
        view = self._view_of_all() if self._all_see_the_same else self._game.view(self._g, you)
        lines = self._heard_by(you) if self._same_lines is None else self._same_lines
        free = self._free(you) if self._some_move_freely else ()
        if free or you in self.asked:
            return _encode(self._frame(you, view, lines, free, undo))
        for like in self._waiting:
            if like.view == view and like.lines == lines:
                return self._head(you) + like.shared + _encode(undo) + self._tail
        frame = _encode(self._frame(you, view, lines, (), undo))
        self._waiting.append(_Waiting(view, lines, self._without_ends(frame, you, undo)))
        return frame

    def past(self, delayed: Delayed) -> bytes:
        """The frame, as JSON, for a spectator who is shown this moment late, as a seat saw it: there is nothing to
        choose in it, and no legal move is computed."""
        question, eyes = self._question, delayed.eyes
        return _encode(
            Frame(
                seq=self._seq,
                you=None,
                question=None if question is None else question.number,
                asked=self.asked,
                prompt=self._for_the_others,
                choices=[],
                free=[],
                pick=None,
                view=self._game.view(self._g, eyes),
                lines=self._heard_by(eyes),
                outcome=None,
                delayed=delayed,
            )
        )

    def _view_of_all(self) -> Raw:
        if self._view is None:
            self._view = Raw(_encode(self._game.view(self._g, None)))
        return self._view

    def _without_ends(self, frame: bytes, you: Seat | None, undo: Undo | None) -> bytes:
        head, rest = self._head(you), _encode(undo) + self._tail
        assert frame.startswith(head) and frame.endswith(rest)
        return frame[len(head) : -len(rest)]

    def _head(self, you: Seat | None) -> bytes:
        return b'{"type":"frame","seq":%d,"you":%b,' % (self._seq, b"null" if you is None else b"%d" % you)

    def _heard_by(self, you: Seat | None) -> list[Heard]:
        return [heard for line, heard in self._lines if line.reaches(you)]

    def _free(self, you: Seat | None) -> Sequence[Move]:
        return () if you is None else engine.free(self._game, self._g, you)

    def _frame(self, you: Seat | None, view: Any, lines: list[Heard], free: Sequence[Move], undo: Undo | None) -> Frame:
        question, prompt = self._question, self._for_the_others
        choices: list[Choice] = []
        pick: Pick | None = None
        if question is not None and you is not None and you in self.asked:
            prompt, pick = question.for_the_asked(), question.pick(self._g, you)
            choices = _choices(question.moves(self._g, you))
        return Frame(
            seq=self._seq,
            you=you,
            question=None if question is None else question.number,
            asked=self.asked,
            prompt=prompt,
            choices=choices,
            free=_choices(free),
            pick=pick,
            view=view,
            lines=lines,
            outcome=self._outcome,
            undo=undo,
            clocks=self._clocks,
            places=self._places,
        )


def heard(lines: Iterable[Line], you: Seat | None) -> list[Heard]:
    """The lines that reach this viewer."""
    return [_heard(line) for line in lines if line.reaches(you)]


class _Waiting(NamedTuple):
    """The frame of a viewer with nothing to answer, and its encoded parts that others can share."""

    view: Any
    lines: list[Heard]
    shared: bytes


_encode: Final = msgspec.json.Encoder().encode


def _choices(moves: Sequence[Move]) -> list[Choice]:
    return [_choice(move) for move in moves]


@lru_cache(4096)
def _choice(move: Move) -> Choice:
    """The choice of this move; cached, since its label is the same at every table."""
    return Choice(move, move.label())


def _heard(line: Line) -> Heard:
    yours = line.only_for is not None
    return Heard(line.seq, line.seat, line.text, line.fades, line.sight, line.kind, yours)
