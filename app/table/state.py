"""The state of a room: the fold of its events.

* Everything here follows from the log, so that every node, restart and replay arrives at the same table. It reads no
  clock, draws nothing and does no I/O: times and drawn values are in the events.
* Nothing is validated: app/table/decide.py did that before the event was written. `apply` checks that an event is the
  next one and leads to the state that it was sealed with. If not, it raises, and the table must be discarded.
* A table holds everything that is hidden; app/rooms/views.py and games/frame.py select what a guest may know.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any, Final

import msgspec

from app.protocol.commands import RoomState
from app.protocol.talk import Chat, Speaker
from app.table import events, seals
from app.table.clock import Outage
from app.table.deal import Beginning, Prepared, Starting, WordOpened, WordSealed, with_word
from app.table.evening import BY_AGREEMENT, EVENING_ENDED, HandsShown, held
from app.table.events import CHATS_KEPT, IDS_KNOWN, Event, Moved, RoomSettings
from app.table.game import Played, Playing, earlier_lines, lasting_lines, newest_lines, set_up
from app.table.hands import Seat
from app.table.seals import Fault, digest_of_state
from app.table.seating import Past, People, carried
from games import GAMES, by_rules
from games.dealer import Line, Scripted
from games.engine import Chair, Game, Outcome, say

AWAY: Final = say("The server was away. No clock ran meanwhile.")


class Table:
    """One room. `seq`, `head` and `at`: the number, id and time of its last event."""

    def __init__(self, room: str, bygone: int = 0) -> None:
        """`bygone`: of games that began before this event, only the results are folded."""
        self.room = room
        self._bygone = bygone
        self._bygone_in_progress = False
        self.seq = 0
        self.head = ""
        self.origin = ""
        """The id of its first event: 128 random bits that no client learns, used as the key of handles."""
        self.at = 0
        self.acted: dict[str, int] = {}  # player or host -> when they last did something here, in milliseconds
        self.people = People()
        self.settings = RoomSettings()
        self.playing: Playing | None = None
        self.lines = newest_lines()
        self.chats: deque[tuple[Chat, bool | None]] = deque(maxlen=CHATS_KEPT)
        """Each line with True: for players only, False: for spectators only, or None: for everybody."""
        self.past: list[Past] = []
        self.number = 0
        self.closed = False
        self.asked_before = 0  # the number of the last question, when no game is on the table
        self.prepared: Prepared | None = None  # the position with which the next game begins, if not with a deal
        self.starting: Beginning | None = None  # the next game, while its players open their words
        self._digest: bytes | None = b""  # of the game's state; empty without a game; None: to be computed again
        self.began = 0  # the event that began the game on the table, or else the latest one
        self._deal = self._rules = ""
        self._done: dict[str, tuple[str, int]] = {}

    def __repr__(self) -> str:
        """The state in short, without names, codes and secrets, since it may end up in a log."""
        if not self.seq:
            return "<Table: nothing has happened>"
        question = self.playing.state.question if self.playing else None
        asked = f", question {question.number} to {sorted(question.seats)}" if question else ""
        game = f"{self.game.key} {self.number}, {'paused' if self.paused else self.phase}{asked}"
        return f"<Table: event {self.seq}, {game}, {self.people!r}>"

    # --- Queries ---

    @property
    def seats(self) -> list[Seat]:
        """The seats, by number."""
        return self.people.seats

    @property
    def host(self) -> str:
        """The host's guest id."""
        return self.people.host

    @property
    def phase(self) -> RoomState:
        """Gathering before a game, then playing, then over until the next one is set up."""
        if self.playing is None:
            return "gathering"
        return "playing" if self.playing.outcome is None else "over"

    def options_for(self, game: Game) -> Any:
        """The host's options, decoded for these rules."""
        return msgspec.json.decode(self._wanted, type=game.Options)

    @property
    def paused(self) -> bool:
        """Whether the host has paused the game."""
        return self.playing is not None and self.playing.paused

    @property
    def is_team(self) -> bool:
        """Whether the players are one team."""
        return self.game.is_team(self.options)

    @property
    def deal(self) -> str | None:
        """The commitment to the secret of the game on the table, in hex."""
        return None if self.playing is None else self._deal

    @property
    def knows_all_ids(self) -> bool:
        """Whether done() knows every event of the log: not after a restart, nor in a very long room."""
        return len(self._done) == self.seq

    def done(self, id: str) -> tuple[str, int] | None:
        """The actor and the event of this action id; None when it is not in the log."""
        return self._done.get(id)

    def lasting(self, after: int) -> list[Line]:
        """The newest lasting lines of events above `after`; only a few if that is 0."""
        return lasting_lines(self.lines, after)

    def lines_reaching(self, seat: int) -> list[Line]:
        """The newest lines of the current game that have reached this seat, even fading ones: all that its player
        remembers."""
        return [line for line in self.lines if line.reaches(seat)]

    def may_look_back(self, guest: str | None, past: Past) -> bool:
        """Whether this guest may see a finished game: if spectators may not, its players and the host, not a deputy."""
        host = next(iter(self.people.hosts), self.host)
        return self.settings.onlookers or (guest is not None and (guest == host or past.has_played(guest)))

    # --- The fold ---

    def skip_to(self, event: Event) -> None:
        """Skip the events left out before this one: older chat, and those inside finished games."""
        self.seq, self.head = event.seq - 1, event.prev

    def apply(self, event: Event) -> list[Line]:
        """Fold the next event; returns its lines. Raises Fault when it is not this room's next event, or leads to
        another state than it was sealed with: then the table must be discarded."""
        lines = self.fold(event)
        seals.refuse_unsealed(event)
        if event.seq >= self._bygone:
            seals.compare(event, self.key, self.digest)
        return self._advance_to(event, lines)

    def apply_unsealed(self, event: Event) -> list[Line]:
        """The same for an exported log, which has no seals. Raises Fault, and what the fold raises."""
        return self._advance_to(event, self.fold(event))

    def adopt(self, event: Event, foreseen: Played) -> list[Line]:
        """Fold a move decided at this very table without playing it again; returns its lines. Raises Fault."""
        assert isinstance(event.body, Moved) and self.playing is not None
        self._refuse_other(event)
        lines = self.playing.adopt(self.game, event.body, event, self.settings.clock is not None, foreseen)
        self._digest = foreseen.digest
        return self._advance_to(event, lines)

    def _advance_to(self, event: Event, lines: list[Line]) -> list[Line]:
        self.seq, self.head, self.at = event.seq, event.id, event.at
        self.origin = self.origin or event.id
        self._done[event.id] = (event.actor, event.seq)
        if self.people.belongs(event.actor):
            self.acted[event.actor] = event.at
        if len(self._done) > IDS_KNOWN:
            self._done = dict([*self._done.items()][IDS_KNOWN // 2 :])
        self.lines += lines
        return lines

    def fold(self, event: Event) -> list[Line]:
        """Fold an event without checking its seal or advancing to it; alone, for a copy, to see where it leads."""
        self._refuse_other(event)
        lines = self._take(event)
        if not isinstance(event.body, events.DO_NOT_AFFECT_THE_GAME):
            self._digest = None
        return lines

    def _refuse_other(self, event: Event) -> None:
        if event.seq != self.seq + 1 or event.prev != self.head:
            raise Fault(f"room at {self.seq}: expected event {self.seq + 1} after {self.head!r}, got {event.seq}")

    @property
    def key(self) -> bytes:
        """The key of the game on the table; empty without a game, when nothing is hidden."""
        return self.playing.key if self.playing is not None else b""

    @property
    def digest(self) -> bytes:
        """The digest of the game's state; empty without a game."""
        if self._digest is None:
            self._digest = digest_of_state(self.playing.state) if self.playing else b""
        return self._digest

    def copy_for_trial(self) -> Table:
        """A copy to fold an event on, without changing this table. It has no lines."""
        other = copy(self)
        other.people, playing = deepcopy(self.people), self.playing
        # A state's own copy() is many times as fast as a deep copy.
        other.playing = playing and deepcopy(playing, {id(playing.state): playing.state.copy()})
        other.past, other.lines, other.chats, other._done = [*self.past], newest_lines(), deque(), {}
        return other

    def _take(self, event: Event) -> list[Line]:
        match event.body:
            case events.Opened() as opened:
                self._set(opened)
                self.prepared = opened.prepared
                self.people.open(opened.seats, event.actor, opened.name)
            case events.Changed() as changed:
                self._set(changed)
                self.people.change_places(changed.places, stay_ready=False)
            case events.Reordered(places):
                self.people.change_places(places)
            case events.SettingsChanged(settings):
                return self._about_people(event, lambda: self._change_settings(settings, event))
            case events.Began() as began:
                return self._begin(began, event)
            case WordSealed(seat, seal):
                self.seats[seat].seal = seal
            case Starting() as fixed:
                self.starting = Beginning(fixed, event.at)
            case WordOpened() as opened:
                self.starting = with_word(self.starting, opened)
            case events.Said() as said:
                self._add_chat(said, event.seq)
            case events.Closed():
                self.closed = True
            case events.Finished() | events.Stopped():
                return self._end(event) if event.seq < self._bygone else self._play(event)
            case body if isinstance(body, events.OF_A_GAME):
                return self._play(event)
            case _:
                return self._take_in_people(event)
        return []

    def _take_in_people(self, event: Event) -> list[Line]:
        playing = self._bygone_in_progress or self.phase == "playing" or self.starting is not None
        return self._about_people(event, lambda: self.people.take(event, playing))

    def _about_people(self, event: Event, happens: Callable[[], list[Line]]) -> list[Line]:
        was, lines = [*self.people.seats], happens()
        self.past = carried(self.past, was, self.people.seats, event.body, self.may_look_back)
        return [*lines, *self.people.tend_hands([seat.guest for seat in was], self.settings.onlookers, event.seq)]

    def _set(self, wanted: events.Opened | events.Changed) -> None:
        self.asked_before = self.playing.state.asked_so_far if self.playing else self.asked_before
        self._wanted = wanted.options
        self._follow(GAMES[wanted.game])
        self.playing = self.prepared = None
        self.lines.clear()

    def _follow(self, game: Game) -> None:
        self.game, self.options = game, self.options_for(game)

    def _change_settings(self, settings: RoomSettings, event: Event) -> list[Line]:
        was, self.settings = self.settings, settings
        self.people.let_in = self.people.let_in if settings.password == was.password else {event.actor}
        if self.playing is None or self.playing.outcome is not None or settings.clock == was.clock:
            return []
        return self.playing.start_clocks_anew(was.clock, event.seq, event.at)

    def _add_chat(self, said: events.Said, seq: int) -> None:
        players = said.seat is not None if said.apart else None
        self.chats.append((Chat(seq, Speaker(said.seat, said.name), said.text), players))

    # --- The game ---

    def _begin(self, began: events.Began, event: Event) -> list[Line]:
        self.number += 1
        self.began, self._deal, self._rules = event.seq, began.commitment, began.rules
        self.prepared = self.starting = None
        self.people.deal()
        self.settings = msgspec.structs.replace(self.settings, evening=held(self.settings.evening, event.at))
        if event.seq < self._bygone:
            self._bygone_in_progress = True
            return []
        self._follow(by_rules(began.rules))
        dealer = Scripted(began.drawn, event.seq)
        state = set_up(self.game, self.options, len(self.seats), began, dealer, began.last_question)
        dealer.finish()
        self.playing = Playing.begun(began, dealer, state)
        self.lines = newest_lines(earlier_lines(self.game, began.onward, event.seq))
        self.playing.ask(event.at)
        return dealer.lines

    def _play(self, event: Event) -> list[Line]:
        if self.playing is None:
            return []  # the event of a bygone game
        match event.body:
            case Moved() as moved:
                return self.playing.move(self.game, moved, event, self.settings.clock is not None)
            case events.Finished(moved):
                lines = self.playing.move(self.game, moved, event, self.settings.clock is not None)
                self.playing.outcome = self.game.outcome(self.playing.state)
                return [*lines, *self._end(event)]
            case events.Stopped(result):
                self.playing.state.agenda.clear()
                self.playing.outcome = Outcome((), tuple(result.scores), BY_AGREEMENT if event.actor else EVENING_ENDED)
                return self._end(event)
            case events.Paused():
                self.playing.pause(event.at)
            case events.Resumed():
                self.playing.resume(event.at)
            case events.Hinted(seat, question):
                return self.playing.hint(seat, question, event.seq)
            case events.Interrupted(outages):
                self.playing.timing.leave_out(Outage(*outage) for outage in outages)
                return [Line("server_away", AWAY, seq=event.seq)]
            case _:
                return self._agree(event, self.playing)
        return []

    def _end(self, event: Event) -> list[Line]:
        assert isinstance(event.body, events.Finished | events.Stopped)
        stopped, result = isinstance(event.body, events.Stopped), event.body.result
        past = Past(self.number, self.began, event.seq, event.at, stopped, result, self._deal, self._rules)
        self.past.append(past)
        self._bygone_in_progress = False
        if self.playing is not None:
            self.playing.end(event.at)
        return self._about_people(event, lambda: self.people.put_down(event.seq))

    # --- Agreeing ---

    def _agree(self, event: Event, playing: Playing) -> list[Line]:
        match event.body:
            case events.Proposed(seat, matter):
                return playing.propose(seat, matter, event.seq)
            case events.Agreed(seat):
                assert playing.proposal is not None
                playing.proposal.agreed.add(seat)
            case events.Objected(seat):
                playing.proposal = None
                return [Line("objected", say("{seat} wanted to keep playing.", seat=Chair(seat)), seat, seq=event.seq)]
            case HandsShown(seat, shown):
                playing.note_idle(seat)
                return self.people.show_hands(seat, shown, event.seq)
            case events.Undone(seat, since):
                undone = playing.undo(self.game, seat, since, event.at)
                # Lines about people that came in between stay.
                self.lines = newest_lines(line for line in self.lines if line.seq not in undone)
                return [Line("took_back", say("{seat} took a move back.", seat=Chair(seat)), seat, seq=event.seq)]
        return []
