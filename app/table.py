"""A room as its log tells it: who sits where, how it is kept, and the game as it stands. The fold of events; it never
draws."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from app import events
from app.deal import draws_in
from app.events import CHATS_KEPT, Event, Manners, Moved, Result
from app.people import People, Seat
from app.timing import Timing
from app.undoing import Undoing, without_answer
from app.wire import Chat, Speaker
from app.wishes import Matter, RoomState
from games import GAMES, by_rules
from games.dealer import Line, Scripted
from games.engine import Chair, Game, Move, Outcome, State, advance, begin, say

RECENT_LINES: Final = 200
BY_AGREEMENT: Final = say("The players ended the game by agreement.")


class Playing(Struct):
    """The room's current game, from its beginning to the next one's."""

    state: State
    key: bytes
    draws: int
    timing: Timing = msgspec.field(default_factory=Timing)
    undoing: Undoing = msgspec.field(default_factory=Undoing)
    starts: int | None = None
    """Who starts, when it is not left to chance; or who started."""
    outcome: Outcome | None = None
    proposal: Proposal | None = None
    paused: bool = False


class Proposal(Struct):
    """What a seat proposed, and who agreed to it."""

    matter: Matter
    seat: int
    agreed: set[int]


class Past(Struct, frozen=True):
    """A finished game of this room: its number, its first and last event, how it ended."""

    number: int
    began: int
    ended: int
    at: int
    stopped: bool
    result: Result


class Table:
    """One room. `seq` and `head` are its last event's number and id."""

    def __init__(self, room: str, bygone: int = 0) -> None:
        """`bygone`: of games that began before this event only how they ended is read, not how they were played."""
        self.room = room
        self._bygone = bygone
        self._bygone_goes_on = False
        self.seq = 0
        self.head = ""
        self.people = People()
        self.manners = Manners()
        self.playing: Playing | None = None
        self.heard: list[Line] = []
        self.chats: deque[tuple[Chat, bool | None]] = deque(maxlen=CHATS_KEPT)
        """With each line whether it is for players only, or for onlookers only; None: for everybody."""
        self.past: list[Past] = []
        self.number = 0
        self.closed = False
        self.asked_before = 0
        """The number of the last question, when no game lies on the table."""
        self._began = 0
        self._done: dict[str, tuple[str, int]] = {}

    # --- What it tells ---

    @property
    def seats(self) -> list[Seat]:
        """The chairs."""
        return self.people.seats

    @property
    def host(self) -> str:
        """The guest who has the say."""
        return self.people.host

    @property
    def phase(self) -> RoomState:
        """Gathering before a game, then playing, then over until the next one is set."""
        if self.playing is None:
            return "gathering"
        return "playing" if self.playing.outcome is None else "over"

    def options_for(self, game: Game) -> Any:
        """The options that the host chose, as these rules have them."""
        return msgspec.json.decode(self._wanted, type=game.Options)

    @property
    def paused(self) -> bool:
        """Whether the host let the game stand still."""
        return self.playing is not None and self.playing.paused

    @property
    def is_team(self) -> bool:
        """Whether the players are one team."""
        return self.game.is_team(self.options)

    def done(self, id: str) -> tuple[str, int] | None:
        """Who had this action carried out, and as which event; None when it is not in the log."""
        return self._done.get(id)

    def lasting(self, after: int) -> list[Line]:
        """The newest lines that stay in the log, of events above `after`."""
        return [line for line in self.heard if line.seq > after and not line.fades][-RECENT_LINES:]

    def heard_by(self, seat: int) -> list[Line]:
        """Every line this seat has heard in the current game, the fading ones too: what a player may remember."""
        return [line for line in self.heard if line.reaches(seat)]

    def lines_of_chat(self, as_player: bool, before: int, after: int, most: int) -> list[Chat]:
        """The newest of what this kind of guest has been told, of events above `after` and below `before`."""
        told = (chat for chat, players in reversed(self.chats) if players is None or players == as_player)
        wanted = [chat for chat in told if after < chat.seq < before][:most]
        return wanted[::-1]

    # --- The fold ---

    def skip_to(self, event: Event) -> None:
        """Take what was left out before this event as read: moves and talk of games that are over."""
        self.seq, self.head = event.seq - 1, event.prev

    def apply(self, event: Event) -> list[Line]:
        """Take the next event in; what it said. Raises ValueError when it is not the next one of this room."""
        if event.seq != self.seq + 1 or event.prev != self.head:
            raise ValueError(f"room at {self.seq}: expected event {self.seq + 1} after {self.head!r}, got {event.seq}")
        lines = self._take(event)
        self.seq, self.head = event.seq, event.id
        self._done[event.id] = (event.actor, event.seq)
        self.heard += lines
        return lines

    def _take(self, event: Event) -> list[Line]:
        match event.body:
            case events.Opened() as opened:
                self._set(opened)
                self.people.open(opened.seats, event.actor, opened.name)
            case events.Changed() as changed:
                self._set(changed)
                self.people.change_places(changed.places)
            case events.Reordered(places):
                self.people.change_places(places)
            case events.Kept(manners):
                self._keep(manners, event.at)
            case events.Began() as began:
                return self._begin(began, event)
            case events.Said() as said:
                self._hear(said, event.seq)
            case events.Closed():
                self.closed = True
            case events.Finished() | events.Stopped() if event.seq < self._bygone:
                self._end(event)
            case Moved() | events.Finished() | events.Stopped() | events.Paused() | events.Resumed():
                return self._play(event)
            case events.Proposed() | events.Agreed() | events.Objected() | events.Undone():
                return self._agree(event)
            case _:
                return self.people.take(event, playing=self._bygone_goes_on or self.phase == "playing")
        return []

    def _set(self, wanted: events.Opened | events.Changed) -> None:
        self.asked_before = self.playing.state.asked_so_far if self.playing else self.asked_before
        self._wanted = wanted.options
        self._follow(GAMES[wanted.game])
        self.playing = None
        self.heard = []

    def _follow(self, game: Game) -> None:
        self.game, self.options = game, self.options_for(game)

    def _keep(self, manners: Manners, at: int) -> None:
        # A new clock is fair only from the present question on.
        if self.playing is not None and manners.clock != self.manners.clock:
            self.playing.timing = Timing()
            self._ask(at)
        self.manners = manners

    def _hear(self, said: events.Said, seq: int) -> None:
        players = said.seat is not None if said.apart else None
        self.chats.append((Chat(seq, Speaker(said.seat, said.name), said.text), players))

    # --- The game ---

    def _begin(self, began: events.Began, event: Event) -> list[Line]:
        self.number += 1
        self._began = event.seq
        if event.seq < self._bygone:
            self._bygone_goes_on = True
            return []
        self._follow(by_rules(began.rules))
        dealer = Scripted(began.drawn, event.seq)
        state = begin(self.game, len(self.seats), self.options, dealer, self._asked_before(began))
        dealer.finish()
        starts = began.starts if dealer.started is None else dealer.started
        self.playing = Playing(state, bytes.fromhex(began.key), draws_in(began.drawn), starts=starts)
        self.heard = []
        self._ask(event.at)
        return dealer.lines

    def _asked_before(self, began: events.Began) -> int:
        return max(began.asked, self.playing.state.asked_so_far if self.playing else 0)

    def _play(self, event: Event) -> list[Line]:
        if self.playing is None:
            return []  # of a bygone game
        match event.body:
            case Moved() as moved:
                return self._move(moved, event)
            case events.Finished(moved):
                lines = self._move(moved, event)
                self.playing.outcome = self.game.outcome(self.playing.state)
                self._end(event)
                return lines
            case events.Stopped(result):
                self.playing.state.agenda.clear()
                self.playing.outcome = Outcome((), tuple(result.scores), BY_AGREEMENT)
                self._end(event)
            case events.Paused():
                self.playing.paused = True
                self.playing.timing.pause(event.at)
            case events.Resumed():
                self.playing.paused = False
                self._ask(event.at)
        return []

    def _move(self, moved: Moved, event: Event) -> list[Line]:
        assert self.playing is not None
        playing, move = self.playing, decode_move(self.game, moved.move)
        playing.undoing.note(event.seq, moved, move, playing.state)
        dealer = Scripted(moved.drawn, event.seq)
        advance(self.game, playing.state, moved.seat, move, dealer)
        dealer.finish()
        playing.undoing.heard(dealer.lines)
        playing.starts = playing.starts if dealer.started is None else dealer.started
        playing.draws += draws_in(moved.drawn)
        playing.proposal = None if _is_outdated(playing.proposal) else playing.proposal
        self._ask(event.at)
        lapse = [Line(say("The time of {seat} ran out.", seat=Chair(moved.seat)), moved.seat, seq=event.seq)]
        return lapse * moved.lapsed + dealer.lines

    def _end(self, event: Event) -> None:
        assert isinstance(event.body, events.Finished | events.Stopped)
        stopped = isinstance(event.body, events.Stopped)
        self.past.append(Past(self.number, self._began, event.seq, event.at, stopped, event.body.result))
        self._bygone_goes_on = False
        if self.playing is not None:
            self.playing.proposal = None
            self.playing.paused = False
            self._ask(event.at)

    def _ask(self, at: int) -> None:
        assert self.playing is not None
        question = self.playing.state.question
        if question is None:
            self.playing.timing.ask(None, (), at)
        else:
            self.playing.timing.ask(question.number, question.seats, at)
        if self.playing.paused:
            self.playing.timing.pause(at)

    # --- Agreeing ---

    def _agree(self, event: Event) -> list[Line]:
        if self.playing is None:
            return []  # of a bygone game
        match event.body:
            case events.Proposed(seat, matter):
                self.playing.proposal = Proposal(matter, seat, {seat})
                asks = {
                    "undo": say("{seat} would like to take a move back.", seat=Chair(seat)),
                    "end": say("{seat} would like to end this game.", seat=Chair(seat)),
                }
                return [Line(asks[matter], seat, seq=event.seq)]
            case events.Agreed(seat):
                assert self.playing.proposal is not None
                self.playing.proposal.agreed.add(seat)
            case events.Objected(seat):
                self.playing.proposal = None
                return [Line(say("{seat} would rather go on.", seat=Chair(seat)), seat, seq=event.seq)]
            case events.Undone(seat, since):
                return self._undo(seat, since, event)
        return []

    def _undo(self, seat: int, since: int, event: Event) -> list[Line]:
        assert self.playing is not None
        if since:
            self._restore(self.playing, since)
        else:
            without_answer(self.playing.state, seat)
        self.playing.proposal = None
        self._ask(event.at)
        return [Line(say("{seat} took a move back.", seat=Chair(seat)), seat, seq=event.seq)]

    def _restore(self, playing: Playing, since: int) -> None:
        asked = playing.state.asked_so_far
        playing.state = playing.undoing.take_back(since, self.game)
        # Nobody's click on the question that is gone may answer the one that is back.
        playing.state.asked_so_far = asked
        playing.state.first(playing.state.agenda.pop(0))
        self.heard = [line for line in self.heard if line.seq < since]


def _is_outdated(proposal: Proposal | None) -> bool:
    return proposal is not None and proposal.matter == "undo"


def folded(room: str, log: Sequence[Event]) -> Table:
    """The room of this log, which may leave out moves and talk of games before the newest one."""
    newest = max((event.seq for event in log if isinstance(event.body, events.Began)), default=0)
    table = Table(room, bygone=newest)
    for event in log:
        if event.seq != table.seq + 1:
            table.skip_to(event)
        table.apply(event)
    return table


def decode_move(game: Game, move: msgspec.Raw) -> Move:
    """A move of this game from JSON. Raises msgspec.MsgspecError when it is none."""
    decoded: Move = _decoder(game.key).decode(move)
    return decoded


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[game].Move)
