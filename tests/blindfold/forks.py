"""A fork of an application: what one viewer cannot know is another thing after every event.

The rules are asked about the real state, so that the game takes the same course. But whatever the application keeps,
shows, seals, measures or answers is made from another state, which this viewer cannot tell from it. Other things differ
too that the viewer may not know: the draws in the log, and the lines that only other seats have heard.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import pytest

from app.beforehand import offers
from app.table import game as table_game
from app.table import gathering, moves
from app.table import state as table_state
from app.table.events import Began, Event, Moved
from app.table.game import Playing
from app.table.state import Table
from app.table.takeback import Undoing
from games import engine
from games.bot import Seeded
from games.dealer import Dealer, Line, Scripted
from games.engine import Game, Move, Seat, State
from games.text import Text

FORGED: Final = 1_000_000
"""Is added to every number that was drawn."""
EXTREME_ONE_IN: Final = 3


class Fork:
    """What differs for this viewer; None is an onlooker."""

    def __init__(self, viewer: Seat | None) -> None:
        self.viewer = viewer
        self.room, self.since = "", 0
        """The room, and the event from which on its game differs: 0: none so far."""
        self.differing = 0
        """How many states were another than the real one."""
        self._real: dict[int, tuple[State, State]] = {}
        """Identity of a forked state -> that state, and the real one."""
        self._said: dict[str, Line] = {}

    def plant(self, patch: pytest.MonkeyPatch) -> None:
        """Let it take effect."""
        self._plant_in_decisions(patch)
        self._plant_in_folds(patch)

    def begins(self, room: str, seq: int) -> None:
        """From this event of this room on."""
        self.room, self.since = room, seq

    def is_at(self, table: Table, seq: int) -> bool:
        return table.room == self.room and 0 < self.since <= seq

    # --- States ---

    def is_forked(self, g: State) -> bool:
        return id(g) in self._real

    def real(self, g: State) -> State:
        """The real state behind this one, which may be it."""
        return self._real[id(g)][1] if self.is_forked(g) else g

    def forked(self, game: Game, real: State, seq: int) -> State:
        """Another state after this event; the real one once the game is over, as then everything is shown."""
        if real.question is None:
            return real
        other = self._other(game, real, seq)
        self.differing += other != real
        self._register(other, real)
        return other

    def _other(self, game: Game, real: State, seq: int) -> State:
        extremes = [] if seq % EXTREME_ONE_IN else [*game.extremes(real, self.viewer)]
        if extremes:
            return extremes[seq // EXTREME_ONE_IN % len(extremes)].copy()
        other: State = game.scramble(real, self.viewer, Seeded(f"fork/{self.viewer}/{seq}"))
        return other.copy()

    def _register(self, other: State, real: State) -> None:
        self._real[id(other)] = other, real

    def _as_known_to(self, seat: Seat, g: State) -> State:
        """The state that a question about this seat is answered with: others know what the viewer does not."""
        return g if seat == self.viewer else self.real(g)

    # --- What else differs ---

    def mask(self, lines: Iterable[Line]) -> list[Line]:
        """The lines, those that only other seats have heard replaced."""
        return [self._masked(line) for line in lines]

    def _masked(self, line: Line) -> Line:
        if line.only_for in (None, self.viewer):
            return line
        text = Text(f"This was only for others: {len(self._said)}")
        self._said[text.text] = line
        return msgspec.structs.replace(line, text=text)

    def unmask(self, lines: Iterable[Line]) -> list[Line]:
        return [self._said.get(line.text.text, line) for line in lines]

    # --- Where it takes effect ---

    def _plant_in_decisions(self, patch: pytest.MonkeyPatch) -> None:
        free, is_answer, lapsed = moves.free, moves.is_answer, moves.lapsed
        offers_in = offers.offers_in
        bots_move, thought_of, begin = moves.bots_move, moves.thought_of, gathering._begin

        def moved_by_a_bot(game: Game, g: State, seat: Seat, lines: Sequence[Line], *more: Any) -> Move:
            heard = lines if seat == self.viewer else self.unmask(lines)
            return bots_move(game, self._as_known_to(seat, g), seat, heard, *more)

        def thought(game: Game, g: State, seat: Seat, lines: Sequence[Line], *more: Any) -> Any:
            # For hints, which do not change the course of the game: those for others are from the other state, too.
            return thought_of(game, g, seat, lines if seat == self.viewer else self.unmask(lines), *more)

        def begun(table: Table, *fixed: Any) -> Began:
            began = begin(table, *fixed)
            drawn = forge(began.drawn) if self.is_at(table, table.seq + 1) else began.drawn
            return msgspec.structs.replace(began, drawn=drawn)

        patch.setattr(moves, "play", self._play)
        patch.setattr(moves, "free", lambda game, g, seat: free(game, self._as_known_to(seat, g), seat))
        patch.setattr(moves, "is_answer", lambda game, g, seat, m: is_answer(game, self._as_known_to(seat, g), seat, m))
        patch.setattr(moves, "lapsed", lambda game, g, seat, c: lapsed(game, self._as_known_to(seat, g), seat, c))
        patch.setattr(offers, "offers_in", lambda game, g, seat: offers_in(game, self._as_known_to(seat, g), seat))
        patch.setattr(moves, "bots_move", moved_by_a_bot)
        patch.setattr(moves, "thought_of", thought)
        patch.setattr(gathering, "_begin", begun)

    def _play(self, game: Game, g: State, seat: Seat, move: Move, dealer: Dealer) -> State:
        if not self.is_forked(g):
            return engine.play(game, g, seat, move, dealer)
        if seat == self.viewer:  # what the viewer is refused must not depend on what they do not know
            engine.play(game, g, seat, move, Dealer(Seeded("tried")))
        after = engine.play(game, self.real(g), seat, move, dealer)
        dealer.lines[:] = self.mask(dealer.lines)
        dealer.drawn[:] = forge(dealer.drawn)
        return self.forked(game, after, dealer._seq)

    def _plant_in_folds(self, patch: pytest.MonkeyPatch) -> None:
        take, copy_for_trial, move = Table._take, Table.copy_for_trial, Playing.move
        set_up, free, withdraw, note = table_state.set_up, table_game.free, table_game.withdraw, Undoing.note

        def taken(table: Table, event: Event) -> list[Line]:
            lines = take(table, event)
            if table.playing is not None and self.is_at(table, event.seq):
                table.playing.state = self._after_event(table, table.playing, event.seq)
            return lines

        def copied(table: Table) -> Table:
            copy = copy_for_trial(table)
            if table.playing is not None and copy.playing is not None and self.is_forked(table.playing.state):
                self._register(copy.playing.state, self.real(table.playing.state).copy())
            return copy

        def moved(playing: Playing, game: Game, body: Moved, event: Event, has_clock: bool) -> list[Line]:
            if not self.is_forked(playing.state):
                return move(playing, game, body, event, has_clock)
            playing.state = self.real(playing.state).copy()
            real = msgspec.structs.replace(body, drawn=unforge(body.drawn))
            return self.mask(move(playing, game, real, event, has_clock))

        def begun(game: Game, options: Any, seats: int, began: Began, dealer: Scripted, last: int) -> State:
            dealer._script[:] = unforge(dealer._script)
            return set_up(game, options, seats, began, dealer, last)

        def withdrawn(g: State, seat: Seat) -> None:
            if self.is_forked(g):
                withdraw(self.real(g), seat)
            withdraw(g, seat)

        def noted(undoing: Undoing, seq: int, body: Moved, move: Move, before: State, timing: Any) -> None:
            note(undoing, seq, body, move, self.real(before), timing)

        patch.setattr(Table, "_take", taken)
        patch.setattr(Table, "copy_for_trial", copied)
        patch.setattr(Playing, "move", moved)
        patch.setattr(table_state, "set_up", begun)
        patch.setattr(table_game, "free", lambda game, g, seat: free(game, self.real(g), seat))
        patch.setattr(table_game, "withdraw", withdrawn)
        patch.setattr(Undoing, "note", noted)

    def _after_event(self, table: Table, playing: Playing, seq: int) -> State:
        if playing.outcome is not None:
            real = self.real(playing.state)
            real.agenda.clear()
            return real
        return playing.state if self.is_forked(playing.state) else self.forked(table.game, playing.state, seq)


def forge(drawn: Sequence[Any]) -> list[Any]:
    """Other draws of the same shape."""
    return [_forged(value) for value in drawn]


def _forged(value: Any) -> Any:
    match value:
        case int():
            return value + FORGED
        case str():
            return f"?{value}"
        case list():
            return forge(value)
    raise TypeError(f"no draw: {value!r}")


def unforge(drawn: Sequence[Any]) -> list[Any]:
    """The draws as they were."""
    return [_unforged(value) for value in drawn]


def _unforged(value: Any) -> Any:
    match value:
        case int():
            return value - FORGED if value >= FORGED else value
        case str():
            return value.removeprefix("?")
        case list():
            return unforge(value)
    raise TypeError(f"no draw: {value!r}")
