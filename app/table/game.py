"""The game on the table, its lines, and finished games."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import takewhile
from operator import or_
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.protocol.commands import Clock, Matter
from app.table.clock import Timing, patience_s
from app.table.deal import BySeat, Onward, SameDeal, Sealed, Source, continued_from, draws_in, whose_deal
from app.table.events import Began, Event, Moved
from app.table.takeback import Undoing, answer_still_secret
from games.dealer import Dealer, DealerBySeat, Line, Scripted, Sight, Whose, stream_of
from games.engine import Chair, Game, Move, Outcome, State, Text, advance, begin, free, say, withdraw

T = TypeVar("T", bound=Sight)

NEW_CLOCKS: Final = say("The host has changed the clocks. Time used so far does not count.")


class Played(Struct, frozen=True):
    """A move that the rules have carried out on a copy of the game's state, before it is written. `started`: the
    starting seat, if it was drawn. `digest`: that of the state `after` it."""

    move: Move
    after: State
    digest: bytes
    lines: list[Line]
    started: int | None
    labels: list[str] = []
    """Of its draws, in their order."""

    def __repr__(self) -> str:
        return f"<Played: {len(self.lines)} lines>"  # nothing of the state may end up in a log


class Playing(Struct):
    """The room's current game, until the next one begins."""

    state: State
    key: bytes
    draws: int
    timing: Timing = msgspec.field(default_factory=Timing)
    undoing: Undoing = msgspec.field(default_factory=Undoing)
    starts: int | None = None
    """The starting seat; None while it is left to chance."""
    outcome: Outcome | None = None
    proposal: Proposal | None = None
    paused: bool = False
    idle: dict[int, int] = {}
    """Seat -> how often it has acted without bringing the game nearer to its end."""
    is_lesson: bool = False
    """Whether it is a first lesson, which began with a written position …"""
    written: list[Any] = []
    """… and in which these draws are written, the first of the game."""
    hinted: dict[int, int] = {}
    """Seat -> the last question for which it asked for a hint."""
    lapsed: dict[int, int] = {}
    """Seat -> the last question that the rules answered for it, because its time had run out."""
    decided: dict[int, tuple[int, int]] = {}
    """Seat of a bot that searches -> how often it decided at medium, and how often in all."""
    patience_s: float = 0
    """How long players of this game may be away by the clocks that it has had before."""
    source: Source | None = None
    """In a game that is played on from a moment of another: that moment."""
    same: SameDeal | None = None
    """Whose deal it has, if not its own."""
    drawn_so_far: dict[str, int] = {}
    """Stream -> how many draws it has given, in a game in which each seat has draws of its own."""
    answered_before: int = 0
    """In such a game: the number of a question that its player had already answered and others have yet to answer; else
    0."""

    @classmethod
    def begun(cls, began: Began, dealer: Dealer, state: State) -> Playing:
        """A game in its first state, as dealt by this dealer."""
        starts = began.starts if dealer.started is None else dealer.started
        playing = cls(state, bytes.fromhex(began.key), draws_in(began.drawn), starts=starts, same=began.same or None)
        playing.note_draws(dealer.labels)
        if began.onward is not None:
            playing.source, playing.written = began.onward.source, began.onward.written
            playing.is_lesson = playing.source is None
        if playing.source is not None and answer_still_secret(state, playing.source.seat):
            playing.answered_before = state.question.number
        return playing

    @property
    def was_dealt(self) -> bool:
        """Whether it began with a deal, and not with a position."""
        return self.source is None and not self.is_lesson

    def __repr__(self) -> str:
        return f"<Playing: {self.draws} draws>"  # nothing of the state and the key may end up in a log

    def move(self, game: Game, moved: Moved, event: Event, has_clock: bool) -> list[Line]:
        """Carry out a move of the log with its recorded draws; returns its lines. Raises what the rules raise."""
        move = decode_move(game, moved.move)
        self._note_before(game, moved, move, event.seq, has_clock)
        dealer = Scripted(moved.drawn, event.seq)
        advance(game, self.state, moved.seat, move, dealer)
        dealer.finish()
        self.note_draws(dealer.labels, moved.seat)
        return self._note_after(moved, event, dealer.lines, dealer.started)

    def adopt(self, game: Game, moved: Moved, event: Event, has_clock: bool, played: Played) -> list[Line]:
        """The same for a move that was decided at this very state: takes over its result."""
        self._note_before(game, moved, played.move, event.seq, has_clock)
        self.state = played.after
        self.note_draws(played.labels, moved.seat)
        return self._note_after(moved, event, played.lines, played.started)

    def note_draws(self, labels: Sequence[str], mover: Whose = "table") -> None:
        """Count draws in a move of this seat, where it matters how often each was drawn before."""
        if self.same is not None and self.same.by_seat:
            for stream in (stream_of(label, mover) for label in labels):
                self.drawn_so_far[stream] = self.drawn_so_far.get(stream, 0) + 1

    def dealer_for(self, seat: int, seq: int = 0) -> Dealer:
        """The dealer for a move of this seat, which is event `seq`."""
        if self.same is not None and self.same.by_seat:
            return DealerBySeat(BySeat(self.key).weight, self.drawn_so_far, seat, seq, self.starts)
        chance, written = Sealed(self.key, self.draws), self.written[self.draws :]
        return Dealer(chance, seq, self.starts, written)

    def _note_before(self, game: Game, moved: Moved, move: Move, seq: int, has_clock: bool) -> None:
        if moved.question is None:
            self.note_idle(moved.seat)
        self.undoing.note(seq, moved, move, self.state, self.timing)
        if has_clock and moved.question is not None and move not in free(game, self.state, moved.seat):
            self.timing.moved(moved.seat, move)

    def _note_after(self, moved: Moved, event: Event, lines: list[Line], started: int | None) -> list[Line]:
        self.undoing.note_lines(lines)
        if not self.undoing.moves:
            self.timing.settled(event.seq)
        self.starts = self.starts if started is None else started
        self.draws += draws_in(moved.drawn)
        if not (moved.bot or moved.lapsed):
            self.timing.awaited.pop(moved.seat, None)
        if self.proposal is not None and self.proposal.matter == "undo":
            self.proposal = None
        self.ask(event.at)
        if moved.level is not None:
            self.decided[moved.seat] = self.decided_with(moved)
        if moved.lapsed:
            self.lapsed[moved.seat] = moved.question or 0
            return [
                Line("timed_out", say("{seat} ran out of time.", seat=Chair(moved.seat)), moved.seat, seq=event.seq),
                *lines,
            ]
        return lines

    def decided_with(self, moved: Moved) -> tuple[int, int]:
        """What a bot that searches has decided so far, including this move. Moves that are taken back still count."""
        at_medium, in_all = self.decided.get(moved.seat, (0, 0))
        return at_medium + (moved.level == "medium"), in_all + 1

    def ask(self, at: int, decision: str | None = None) -> None:
        """Start the clocks of the seats asked now. `decision`: the one that is asked again, if it is not new."""
        question = self.state.question
        number, seats = (None, ()) if question is None else (question.number, question.seats)
        self.timing.ask(number, seats, at, decision)
        if self.paused:
            self.timing.pause(at)

    def pause(self, at: int) -> None:
        """Stop the clocks."""
        self.paused = True
        self.timing.pause(at)

    def end(self, at: int) -> None:
        """Nothing is asked or proposed any more."""
        self.proposal, self.paused = None, False
        self.ask(at)

    def resume(self, at: int) -> None:
        """Go on after a pause, during which nobody was waited for."""
        self.paused = False
        self.timing.awaited.clear()
        self.ask(at)

    def start_clocks_anew(self, clock: Clock | None, seq: int, at: int) -> list[Line]:
        """Forget the time used by this `clock`: a new one would be unfair before the current question. Returns the line
        that tells everybody."""
        self.patience_s = max(self.patience_s, patience_s(clock))
        was = self.timing
        self.timing = Timing(decision=was.decision, moves=was.moves, up_to=was.up_to)
        self.ask(at, was.decision)
        return [Line("new_clocks", NEW_CLOCKS, seq=seq)]

    def undo(self, game: Game, seat: int, since: int, at: int) -> set[int]:
        """Take back the moves from event `since` on, or with 0 an answer that is still secret; returns the events of
        these moves."""
        self.note_idle(seat)
        undone, decision = set[int](), None
        if since:
            undone, decision = self.undoing.since(since), self._take_back(game, since)
        else:
            withdraw(self.state, seat)
        self.proposal = None
        self.ask(at, decision)
        return undone

    def _take_back(self, game: Game, since: int) -> str:
        """Take back moves; returns the decision that is asked for again."""
        last_question = self.state.asked_so_far
        self.state, move = self.undoing.take_back(since, game)
        # A late answer to the withdrawn question must not count for the one that is asked again.
        self.state.asked_so_far = last_question
        self.state.first(self.state.agenda.pop(0))
        self.timing.moves = move.moves
        return move.decision

    def hint(self, seat: int, question: int, seq: int) -> list[Line]:
        """Note that a seat has asked for a hint; returns the line that tells everybody."""
        self.hinted[seat] = question
        return [Line("hinted", say("{seat} asked for a hint.", seat=Chair(seat)), seat, seq=seq)]

    def propose(self, seat: int, matter: Matter, seq: int) -> list[Line]:
        """A seat asks the others to agree; returns the line that tells everybody."""
        self.proposal = Proposal(matter, seat, {seat})
        if matter == "undo":
            self.note_idle(seat)
        return [Line("proposed", self.proposal.words(), seat, seq=seq)]

    def note_idle(self, seat: int) -> None:
        """Count one more action of this seat that brings the game no nearer to its end."""
        self.idle[seat] = self.idle.get(seat, 0) + 1


class Proposal(Struct):
    """A proposal of a seat, and the seats that have agreed to it."""

    matter: Matter
    seat: int
    agreed: set[int]

    def words(self) -> Text:
        """The proposal as a sentence."""
        if self.matter == "undo":
            return say("{seat} would like to take a move back.", seat=Chair(self.seat))
        return say("{seat} would like to end this game.", seat=Chair(self.seat))


# --- Lines --------------------------------------------------------------------------------------------------


LINES_KEPT: Final = 500  # in memory, however long the game is: bots look back a few dozen
LINES_MISSED: Final = 200
LINES_AT_FIRST: Final = 12


def newest_lines(lines: Iterable[Line] = ()) -> deque[Line]:
    """A bounded deque of the game's newest lines, oldest first, that starts with these."""
    return deque(lines, LINES_KEPT)


def lasting_lines(lines: deque[Line], after: int) -> list[Line]:
    """The lasting lines for a page that has seen the room up to event `after`: the newest LINES_MISSED. A new page (0)
    has missed nothing: it gets LINES_AT_FIRST, to see how things stand."""
    later = takewhile(lambda line: line.seq > after, reversed(lines))
    lasting = (line for line in later if not line.fades)
    return [*_first(LINES_MISSED if after else LINES_AT_FIRST, lasting)][::-1]


def _first(number: int, lines: Iterable[Line]) -> Iterator[Line]:
    """The first `number` lines, not counting those that only one seat has heard."""
    for line in lines:
        yield line
        number -= line.only_for is None
        if number == 0:
            return


class _DecodedLine(Line, Generic[T], frozen=True, kw_only=True):
    """A line with a sight of type T, for decoding."""

    sight: T | None = None


def earlier_lines(game: Game, onward: Onward | None, seq: int) -> list[Line]:
    """The lines of the game that this one continues, as lines of this event. Raises msgspec.MsgspecError."""
    if onward is None:
        return []
    lines = msgspec.json.decode(onward.lines, type=lines_of(game.State))
    return [replace(read_line(line), seq=seq) for line in lines]


@cache
def lines_of(state: type[State]) -> Any:
    """The type for decoding a game's lines; each is then converted by read_line()."""
    package, _, _ = state.__module__.rpartition(".")
    sights = tuple(sight for sight in Sight.__subclasses__() if sight.__module__.startswith(package + "."))
    any_of_them: Any = reduce(or_, sights, None)
    return list[_DecodedLine[any_of_them]]


def read_line(line: Any) -> Line:
    """The decoded line with its original argument types."""
    return Line(line.kind, read_sentence(line.text), line.seat, line.fades, line.sight, line.only_for, line.seq)


def read_sentence(text: Text) -> Text:
    """The decoded sentence with its original argument types: objects were chairs or other sentences."""
    return Text(text.text, {name: _argument(value) for name, value in text.with_.items()})


def _argument(value: Any) -> Any:
    if type(value) is list:
        return [_argument(item) for item in value]
    if type(value) is dict:
        return Chair(value["seat"]) if "seat" in value else read_sentence(Text(value["text"], value.get("with", {})))
    return value


# --- Beginning in the middle --------------------------------------------------------------------------------


def set_up(game: Game, options: Any, seats: int, began: Began, dealer: Dealer, last_question: int) -> State:
    """The first state of a game. Raises what the rules raise."""
    if began.same:
        dealer.say("same_deal", whose_deal(began.same))
    if began.onward is None:
        state: State = begin(game, seats, options, dealer, last_question)
        return state
    dealer.say("goes_on", continued_from(began.onward.source))
    return first_state(game, began.onward)


def first_state(game: Game, onward: Onward) -> State:
    """The first state of a game that begins with a position. Raises msgspec.MsgspecError."""
    state: State = msgspec.json.decode(onward.state, type=game.State)
    return state


def decode_move(game: Game, move: msgspec.Raw) -> Move:
    """A move of this game from JSON. Raises msgspec.MsgspecError."""
    decoded: Move = _decoder(game.Move).decode(move)
    return decoded


_decoder: Final = cache(msgspec.json.Decoder)
