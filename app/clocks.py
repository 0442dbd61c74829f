"""Clocks: when the time of a seat runs out, the rules' own answer is given for it. Exactly once, by the database's
clock, whether or not anybody is there, and also after a restart."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Coroutine, Iterator
from typing import Final

from app.judging import asked_seats, lapse
from app.room import HOUSE, Room
from app.rooms import Rooms
from app.store import OutcomeUnknown, Store, TooEarly
from app.timing import GRACE_MS
from app.wire import Refusal

log = logging.getLogger("tertulia.clocks")

ROUND_S: Final = 1.0
"""So often the database is asked for rooms that nobody is in and whose time has come."""
RETRY_S: Final = 0.5
BOT_IS_LATE_MS: Final = 5_000
"""A bot that has not answered for so long may have lost its process: the room is looked at again."""


class Clocks:
    """Watches the clocks of all rooms."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms
        self._alarms: dict[Room, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Look after rooms that nobody is in, too."""
        self._start(self._make_rounds())

    async def close(self) -> None:
        """Stop watching."""
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def watch(self, room: Room, not_within_s: float = 0.0) -> None:
        """The room has changed: set its alarm for when the next time runs out."""
        if (alarm := self._alarms.pop(room, None)) is not None:
            alarm.cancel()
        if room.table.manners.clock is None or room.table.closed:
            return
        due = _next_deadline(room)
        if due is None and any(room.table.seats[seat].bot for seat in asked_seats(room.table)):
            due = self._store.now() + BOT_IS_LATE_MS
        if due is not None and self._rooms.is_live(room):
            self._alarms[room] = asyncio.get_running_loop().call_later(
                max(not_within_s, (due - self._store.now()) / 1000), lambda: self._start(self.look(room))
            )
        self._start(self._note(room.table.room, due))

    async def look(self, room: Room) -> None:
        """Answer for every seat whose time has run out, and set the alarm again."""
        late = [(seat, due) for seat, due in _deadlines(room) if due <= self._store.now()]
        lapsed = [await _lapse(room, seat, due) for seat, due in late]
        self.watch(room, 0.0 if all(lapsed) else RETRY_S)

    async def make_a_round(self) -> None:
        """Look at every room whose time has come, whether or not anybody is in it."""
        for code in await self._store.due_rooms():
            room = await self._rooms.find(code)
            if room is None:
                await self._store.watch_from(code, None)
            else:
                await self.look(room)
                room.changed(room)  # its bots may have been waiting for somebody to come

    async def _make_rounds(self) -> None:
        while True:
            try:
                await self.make_a_round()
            except Exception:
                log.exception("the clocks of a room could not be looked after")
            await asyncio.sleep(ROUND_S)

    async def _note(self, code: str, due: int | None) -> None:
        try:
            await self._store.watch_from(code, due)
        except OutcomeUnknown:
            log.warning("storage did not take a deadline; the room is looked at again soon")

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _next_deadline(room: Room) -> int | None:
    return min((due for _, due in _deadlines(room)), default=None)


def _deadlines(room: Room) -> Iterator[tuple[int, int]]:
    """The asked seats of people, and when the time of each runs out; later for those who are away."""
    table, clock = room.table, room.table.manners.clock
    if clock is None or table.playing is None:
        return
    for seat in asked_seats(table):
        due = table.playing.timing.deadline(clock, seat)
        if due is not None and table.seats[seat].bot is None:
            yield seat, due if _is_here(room, seat) else due + GRACE_MS


def _is_here(room: Room, seat: int) -> bool:
    return room.table.seats[seat].guest in room.here


async def _lapse(room: Room, seat: int, due: int) -> bool:
    """Whether it is done."""
    playing = room.table.playing
    if playing is None or playing.state.question is None or seat not in playing.timing.since:
        return False
    question: int = playing.state.question.number
    # Who took an answer back is asked the same question once more: from another time on.
    asked = f"lapse/{room.table.room}/{question}/{seat}/{playing.timing.since[seat]}"
    id = hashlib.sha256(asked.encode()).hexdigest()[:32]
    try:
        await room.do(HOUSE, id, lambda table: lapse(table, seat, question), not_before=due)
    except (Refusal, TooEarly, OutcomeUnknown) as reason:
        # He answered meanwhile, or it is looked at again in a moment.
        log.debug("a lapse was not carried out: %s", reason)
        return False
    return True
