"""A room as its log tells it: who sits where, and the game as it stands. The fold of events; it never draws."""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from app.deal import draws_in
from app.events import Began, BotSeated, Event, Moved, Opened, Returned, Said, Sat, Stood
from app.wire import Chat, Level, RoomState, Speaker
from games import GAMES
from games.dealer import Line, Scripted
from games.engine import Chair, Game, Move, Outcome, State, advance, begin, say

RECENT_LINES: Final = 200
RECENT_CHATS: Final = 200


class Seat(Struct):
    """A chair: free, a player's, a bot's, or a player's while a bot plays for him."""

    guest: str | None = None
    name: str | None = None
    bot: Level | None = None

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None


class Playing(Struct):
    """The room's current game, from its beginning to the next one's."""

    state: State
    key: bytes
    draws: int
    outcome: Outcome | None = None


class Table:
    """One room. `seq` and `head` are its last event's number and id."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.seq = 0
        self.head = ""
        self.seats: list[Seat] = []
        self.playing: Playing | None = None
        self.heard: list[Line] = []
        self.chats: deque[Chat] = deque(maxlen=RECENT_CHATS)
        self.over_at = 0  # the seq with which the last finished game ended
        self._done: dict[str, tuple[str, int]] = {}

    # --- What it tells ---

    @property
    def phase(self) -> RoomState:
        """Gathering before the first game, then playing, then over until the next."""
        if self.playing is None:
            return "gathering"
        return "playing" if self.playing.outcome is None else "over"

    def seat_of(self, guest: str) -> int | None:
        """The seat that is this guest's, also while a bot plays it for him."""
        return next((number for number, seat in enumerate(self.seats) if seat.guest == guest), None)

    def done(self, id: str) -> tuple[str, int] | None:
        """Who had this action carried out, and as which event; None when it is not in the log."""
        return self._done.get(id)

    def lasting(self, after: int) -> list[Line]:
        """The newest lines that stay in the log, of events above `after`."""
        return [line for line in self.heard if line.seq > after and not line.fades][-RECENT_LINES:]

    def heard_by(self, seat: int) -> list[Line]:
        """Every line this seat has heard in the current game, the fading ones too: what a player may remember."""
        return [line for line in self.heard if line.reaches(seat)]

    # --- The fold ---

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
            case Opened() as opened:
                self._open(opened, event.actor)
            case Sat(seat, name):
                self._leave(event.actor)
                self.seats[seat] = Seat(event.actor, name)
            case Stood():
                self._leave(event.actor)
            case BotSeated(seat, level):
                return self._seat_bot(seat, level, event.seq)
            case Returned():
                return self._return(event.actor, event.seq)
            case Began() as began:
                return self._begin(began, event.seq)
            case Moved() as moved:
                return self._move(moved, event.seq)
            case Said(seat, name, text):
                self.chats.append(Chat(event.seq, Speaker(seat, name), text))
        return []

    def _open(self, opened: Opened, host: str) -> None:
        self.game: Game = GAMES[opened.game]
        self.options = msgspec.json.decode(opened.options, type=self.game.Options)
        self.host = host
        self.seats = [Seat() for _ in range(opened.seats)]
        self.seats[0] = Seat(host, opened.name)

    def _leave(self, guest: str) -> None:
        if (seat := self.seat_of(guest)) is not None:
            self.seats[seat] = Seat()

    def _seat_bot(self, number: int, level: Level, seq: int) -> list[Line]:
        if self.phase != "playing":
            self.seats[number] = Seat(None, f"Bot {number + 1}", level)
            return []
        self.seats[number].bot = level
        return [Line(text=say("A bot plays for {seat}.", seat=Chair(number)), seat=number, seq=seq)]

    def _return(self, guest: str, seq: int) -> list[Line]:
        number = self.seat_of(guest)
        assert number is not None, "only a seated guest returns"
        self.seats[number].bot = None
        return [Line(text=say("{seat} is back.", seat=Chair(number)), seat=number, seq=seq)]

    def _begin(self, began: Began, seq: int) -> list[Line]:
        dealer = Scripted(began.drawn, seq)
        asked_so_far = self.playing.state.asked_so_far if self.playing else 0
        state = begin(self.game, len(self.seats), self.options, dealer, asked_so_far)
        dealer.finish()
        self.playing = Playing(state, bytes.fromhex(began.key), draws_in(began.drawn))
        self.heard = []
        return dealer.lines

    def _move(self, moved: Moved, seq: int) -> list[Line]:
        assert self.playing is not None, "a move before the game"
        dealer = Scripted(moved.drawn, seq)
        advance(self.game, self.playing.state, moved.seat, decode_move(self.game, moved.move), dealer)
        dealer.finish()
        self.playing.draws += draws_in(moved.drawn)
        if self.playing.state.question is None:
            self.playing.outcome = self.game.outcome(self.playing.state)
            self.over_at = seq
        return dealer.lines


def decode_move(game: Game, move: msgspec.Raw) -> Move:
    """A move of this game from JSON. Raises msgspec.MsgspecError when it is none."""
    decoded: Move = _decoder(game.key).decode(move)
    return decoded


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[game].Move)
