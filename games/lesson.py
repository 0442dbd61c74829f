"""A first lesson: a written position, and a script that is played from there.

A script reads from top to bottom: what the guide tells the pupil, what somebody plays, and what is drawn for it. The
rules are the usual ones, and so is the game once the pupil does something else or the script has come to its end. Where
a game stands in its script follows from its state alone; so it is found again after a move was taken back.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.dealer import Scripted
from games.engine import Game, Move, Seat, State, Text, play, say

PUPIL: Final[Seat] = 0


class Tell(Struct, frozen=True, omit_defaults=True):
    """One step of the guide: something about a visible part of the table."""

    title: Text
    """Its heading."""
    words: Text
    """Its text."""
    at: str
    """The name of what it speaks of; static/games/<key>/guide.js says where that is on the page."""
    press: str = ""
    """What to press: a piece by its name on the page, or the button that does this; the step lasts until that is done.
    Empty: it only explains, or waits for the bots."""
    confirm: str = ""
    """What the button does that confirms the pick, if it is not the first."""
    figure: str = ""
    """The name of a drawing beside the text."""


class Play(Struct, frozen=True):
    """A move of the script, and what is drawn for it."""

    seat: Seat
    move: Move
    drawn: tuple[Any, ...] = ()


class Guide(Struct, frozen=True):
    """What the guide to a first lesson says now: for the pupil alone."""

    place: int | None
    """How many moves of the script have been made; null once the game has left it."""
    waits: bool
    """Whether bots are to move next in the script."""
    before: int
    """The number of steps before these."""
    of: int
    """The number of all steps."""
    own: int
    """How many of these steps belong to this place; the others are the end of the guide, for whoever goes there."""
    steps: tuple[Tell, ...]
    """The steps."""


LAST: Final = Tell(
    say("Now keep playing"),
    say("The log tells what has happened; the rules in short are behind “?”. The bots are patient."),
    at="log",
)
"""The last step of every guide."""


def _everything_counts(g: Any) -> None:
    return None


@dataclass(frozen=True)
class Lesson:
    """The first lesson of a game."""

    game: Game
    position: str
    """Where the pupil begins, in the notation of the game: their first question is pending."""
    script: tuple[Tell | Play, ...]
    closing: tuple[Tell, ...]
    """What holds in every game: told at the end, and to whoever leaves the script."""
    overlook: Callable[[Any], None] = _everything_counts
    """Changes a copy of a state so that what the script does not depend on is the same everywhere."""

    @cached_property
    def start(self) -> Any:
        """The position, as the game's own state."""
        return self.game.notation.read(self.position)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.game.notation.seats(self.start)

    @cached_property
    def plays(self) -> list[Play]:
        """The moves of the script."""
        return [part for part in self.script if isinstance(part, Play)]

    @property
    def drawn(self) -> list[Any]:
        """The draws of the script, in order."""
        return [value for each in self.plays for value in each.drawn]

    @cached_property
    def states(self) -> list[State]:
        """The position before each move of the script, and after the last. Raises what the rules raise."""
        states = [self.start]
        for each in self.plays:
            dealer = Scripted(each.drawn)
            states.append(play(self.game, states[-1], each.seat, each.move, dealer))
            dealer.finish()
        return states

    @cached_property
    def told(self) -> list[list[Tell]]:
        """What the guide tells at each of these positions. While bots play on, what was told before stands."""
        told: list[list[Tell]] = [[]]
        for part in self.script:
            if isinstance(part, Tell):
                told[-1].append(part)
            else:
                told.append([])
        for place, each in enumerate(self.plays):
            if not told[place] and each.seat != PUPIL:
                told[place] = told[place - 1]
        return told

    def place(self, g: State) -> int | None:
        """How many moves of the script have been made; None once the game has left it."""
        here = self._compared(g)
        return next((place for place, state in enumerate(self._known) if state == here), None)

    def reply(self, g: State, seat: Seat) -> Move | None:
        """The move of this seat in the script; None where it has none."""
        place = self.place(g)
        if place is None or place == len(self.plays) or self.plays[place].seat != seat:
            return None
        return self.plays[place].move

    def guide(self, g: State) -> Guide:
        """What the guide says now."""
        place, closing = self.place(g), (*self.closing, LAST)
        steps = [part for part in self.script if isinstance(part, Tell)]
        of = len(steps) + len(closing)
        if place is None:
            return Guide(None, False, len(steps), of, 0, closing)
        own = self.told[place]
        waits = place < len(self.plays) and self.plays[place].seat != PUPIL
        before = next(nth for nth, step in enumerate(steps) if step is own[0]) if own else len(steps)
        return Guide(place, waits, before, of, len(own), (*own, *closing))

    @cached_property
    def _known(self) -> list[State]:
        return [self._compared(state) for state in self.states]

    def _compared(self, g: State) -> State:
        """The state without the numbers of its questions, which go on from game to game."""
        other = g.copy()
        other.agenda = [replace(question, number=0) for question in other.agenda]
        other.asked_so_far = 0
        self.overlook(other)
        return other
