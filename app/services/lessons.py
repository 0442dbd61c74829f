"""Tables for a first lesson: secrets are drawn until one begins the game as games/lesson.py requires.

Such a deal is as binding as any other: its commitment is published, all draws follow from its key, and the rules are
the same. But it was chosen, and the event that begins the game says so. No other game begins in this way.
"""

import asyncio
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import msgspec

from app.protocol.messages import Refusal
from app.rooms.registry import Rooms, seat_bots
from app.rooms.room import Room
from app.storage.guests import Guest
from app.table import gathering
from app.table.deal import Bound, Sealed, key_of, new_secret
from app.table.event_ids import SERVER, new_id
from app.table.gathering import Opening
from app.table.moves import asked_seats, bots_answer, bots_move
from games import GAMES, LESSONS
from games.engine import Game, Move, say
from games.lesson import PUPIL, Lesson, is_asked
from games.playthrough import Playthrough

_SEARCH: Final = ThreadPoolExecutor(1, "lesson")
"""One search at a time: each takes up to a second, and several at once would leave players hardly any time."""
MOST_WAITING: Final = 12  # being searched or waiting; nobody would wait for more
MOST_OF_ONE: Final = 3  # of them for one address
_searching: Final = Counter[str]()
"""Address -> how many openings are looked for or wait for it."""
STRETCH_S: Final = 0.005
PAUSE_S: Final = 0.001
"""How long the search pauses after each stretch of work; without pauses the event loop would wait at every step."""
CROWD: Final = say("Too many first lessons are being prepared. Try again in a moment.")
MOST_TRIES: Final = 20_000  # in the rarest case, one secret in a few hundred will do
MOST_MOVES: Final = 150  # no opening is longer


async def open_lesson(rooms: Rooms, game_key: str, guest: Guest, name: str, address: str) -> str:
    """Open a room for a first lesson, with bots on the other seats, and begin; returns its code. `address`: the
    client's. Raises Refusal, `busy` when too many others are waiting, in all or for this address; and
    OutcomeUnknown."""
    if _searching.total() >= MOST_WAITING or _searching[address] >= MOST_OF_ONE:
        raise Refusal("busy", CROWD)
    _searching[address] += 1
    try:
        return await _opened(rooms, game_key, guest, name)
    finally:
        _searching[address] -= 1
        if not _searching[address]:
            del _searching[address]


async def _opened(rooms: Rooms, game_key: str, guest: Guest, name: str) -> str:
    game, lesson = GAMES[game_key], LESSONS[game_key]
    options = msgspec.to_builtins(lesson.options)
    room = await rooms.open_live(game_key, lesson.seats, options, guest, name)
    await seat_bots(room, guest)
    search = partial(opening_of, game, lesson, gathering.bound_of(room.table, game))
    opening = await asyncio.get_running_loop().run_in_executor(_SEARCH, search)
    await room.do(guest.id, new_id(), lambda table: gathering.start(table, guest.id, opening))
    for _ in range(opening.prelude if opening else 0):
        await _play_for_all(room)
    return room.table.room


async def _play_for_all(room: Room) -> None:
    seat, playing = asked_seats(room.table)[0], room.table.playing
    assert playing is not None
    number: int = playing.state.question.number
    await room.do(SERVER, new_id(), lambda table: bots_answer(table, seat, number))


# --- The search ---------------------------------------------------------------------------------------------


def opening_of(game: Game, lesson: Lesson, bound: Bound) -> Opening | None:
    """An opening that teaches this game; None if none is found, which is rarer than a disk failure."""
    until = time.perf_counter() + STRETCH_S
    for _ in range(MOST_TRIES):
        if time.perf_counter() > until:
            time.sleep(PAUSE_S)
            until = time.perf_counter() + STRETCH_S
        secret = new_secret()
        found = Rehearsal(game, lesson, key_of(secret, bound, [b""] * lesson.seats)).opening()
        if found is not None:
            return Opening(secret, *found)
    return None


class Rehearsal(Playthrough):
    """A trial game with the draws of this key."""

    def __init__(self, game: Game, lesson: Lesson, key: bytes) -> None:
        super().__init__(game, lesson.seats, lesson.options, Sealed(key, 0))
        self._lesson, self._key = lesson, key

    def opening(self) -> tuple[int, int] | None:
        """How many moves the bots make for everybody first, and the number of the question with which the pupil scores;
        None if this game does not teach."""
        prelude = self._prelude()
        if prelude is None or not self._lesson.fits(self.state):
            return None
        while self._goes_on():
            question: int = self.state.question.number
            move = self._lesson.advice(self.state) if is_asked(self.state) else self._bots_move()
            if move is None:
                return None
            self.play(self._asked(), move)
            if self._lesson.has_scored(self.state):
                return prelude, question
        return None

    def _prelude(self) -> int | None:
        begins = self._lesson.begins
        if begins is None:
            return 0 if is_asked(self.state) else None
        while self._goes_on():
            if is_asked(self.state) and begins(self.state):
                return len(self.steps)
            self.play(self._asked(), self._bots_move())
        return None

    def _goes_on(self) -> bool:
        return self.state.question is not None and len(self.steps) < MOST_MOVES

    def _bots_move(self) -> Move:
        seat = self._asked()
        return bots_move(self.game, self.state, seat, self.heard_by(seat), self._key)

    def _asked(self) -> int:
        seats: tuple[int, ...] = self.state.question.seats
        return PUPIL if is_asked(self.state) else seats[0]
