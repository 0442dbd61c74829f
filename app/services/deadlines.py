"""Deadlines of seats: when a seat runs out of time, the rules answer for it, exactly once, by the database's clock,
whether or not anybody is there, and even after a restart. In the same way a game that is starting begins, once its
players have opened their words for the deal, or without those that do not come."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from app.background import Service, tolerated
from app.protocol.messages import Refusal
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown, TooEarly
from app.table.clock import GRACE_MS, Outage
from app.table.event_ids import SERVER, id_of
from app.table.gathering import begin_fixed, due_to_begin
from app.table.moves import asked_seats, lapse

log = logging.getLogger("tertulia.clocks")

CHECK_EVERY_S: Final = 1.0
"""How often the database is polled for rooms with a deadline that has passed, which may have nobody in them."""
RETRY_S: Final = 0.5
FAULTY_MS: Final = 60_000
CLAIMED_MS: Final = 5_000  # after this time another node may check a room that one has claimed
BACK_MS: Final = 10_000
"""A player who comes back during the grace period still has this much of it, so that nobody loses by coming back."""
BOT_IS_LATE_MS: Final = 5_000
"""A bot that has not answered within this time may have lost its process: the room is checked again."""


class Deadlines(Service):
    """Watches the clocks of all rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._outage: Outage | None = None
        self._alarms: dict[Room, asyncio.TimerHandle] = {}
        self._came: Final = WeakKeyDictionary[Room, dict[str, int]]()
        """Room -> players who are here -> since when, as far as is known."""

    def start(self) -> None:
        """Start checking also the rooms that nobody is in."""
        failed = "the clocks could not be checked"
        self._tasks.repeat(self.check_due_rooms, CHECK_EVERY_S, log, failed, expected=OutcomeUnknown)

    async def close(self) -> None:
        for alarm in self._alarms.values():
            alarm.cancel()
        await super().close()

    def watch(self, room: Room) -> None:
        """The room has changed: set its alarm for its next deadline."""
        if room.table.settings.clock is not None:
            came, now = self._came.get(room, {}), self._store.now()
            players = {seat.guest for seat in room.table.seats if seat.guest in room.audience.here}
            self._came[room] = {guest: came.get(guest, now) for guest in players if guest}
        self._set_alarm(room)

    def _set_alarm(self, room: Room, not_within_s: float = 0.0) -> None:
        if (alarm := self._alarms.pop(room, None)) is not None:
            alarm.cancel()
        table = room.table
        if (table.settings.clock is None and table.starting is None) or table.closed or room.is_broken:
            return
        due = min((deadline.due for deadline in self._deadlines(room)), default=None)
        if table.starting is not None:
            due = due_to_begin(table, room.audience.here)
        if due is None and any(room.table.seats[seat].bot for seat in asked_seats(room.table)):
            due = self._store.now() + BOT_IS_LATE_MS
        if due is not None and self._rooms.is_live(room):
            in_s, loop = max(not_within_s, (due - self._store.now()) / 1000), asyncio.get_running_loop()
            self._alarms[room] = loop.call_later(in_s, lambda: self._check_soon(room))
        self._tasks.start(self._note(room.table.room, due, room.table.seq), room=room.table.room)

    def _check_soon(self, room: Room) -> None:
        self._tasks.start(self.check(room), partial(room.quarantine, "clock"), room=room.table.room)

    async def check(self, room: Room) -> None:
        """Answer for every seat that has run out of time, and set the alarm again."""
        lapsed: list[bool] = []
        try:
            await room.leave_outages_out()
            begun = await self._begin_if_due(room)
            late = [deadline for deadline in self._deadlines(room) if deadline.due <= self._store.now()]
            lapsed = [begun, *[await _lapse(room, deadline) for deadline in late]]
        except (Refusal, OutcomeUnknown):  # of the outages
            return self._set_alarm(room, RETRY_S)
        except Exception as fault:  # nobody else answers for a seat whose time has run out
            room.quarantine("clock", fault)
        self._set_alarm(room, 0.0 if all(lapsed) else RETRY_S)

    async def _begin_if_due(self, room: Room) -> bool:
        """Begin the game that is starting, if it is time; returns whether that succeeded, or nothing was to be done."""
        table, here = room.table, room.audience.here
        if table.starting is None or due_to_begin(table, here) > self._store.now():
            return True
        id = id_of(f"begin/{table.room}/{table.number + 1}")
        try:
            await room.do(SERVER, id, lambda table: begin_fixed(table, here, self._store.now()))
        except (Refusal, OutcomeUnknown) as reason:  # another node has begun it, or it is tried again in a moment
            log.debug("a game did not begin: %s", type(reason).__name__, extra={"room": table.room})
            return False
        return True

    async def check_due_rooms(self) -> None:
        """Check every room with a deadline that has passed, whether or not anybody is in it; only the node that claims
        it does. After an outage, check every live room, since its clocks show too little time."""
        if self._rooms.uptime.last != self._outage:
            self._outage = self._rooms.uptime.last
            for room in self._rooms.live():
                self._check_soon(room)
        for code, due in (await self._store.due_rooms()).items():
            try:
                if await self._store.claim(code, due, self._store.now() + CLAIMED_MS):
                    await self._call_at(code)
            except OutcomeUnknown:
                raise  # the room is due again as soon as storage answers, or its claim expires
            except Exception:
                log.exception("the clocks of a room could not be checked", extra={"room": code})
                await self._note(code, self._store.now() + FAULTY_MS)

    async def _call_at(self, code: str) -> None:
        room = await self._rooms.find(code)
        if self._rooms.closing:
            return  # rooms are found no more: the claim expires, for another process
        if room is None:
            await self._store.schedule_check(code, None)
        elif room.is_broken:  # another process may find no fault in it
            await self._note(code, self._store.now() + FAULTY_MS)
        else:
            await self.check(room)
            room.changed()  # its bots may have been waiting for somebody to come

    async def _note(self, code: str, due: int | None, seq: int | None = None) -> None:
        failed = "storage did not take a deadline; the room is checked again soon"
        with tolerated(OutcomeUnknown, log, failed, room=code):
            await self._store.schedule_check(code, due, seq)

    def _deadlines(self, room: Room) -> Iterator[_Deadline]:
        """The deadlines of people who are asked; later for those who are away, or were away when their time ran out."""
        table, clock, playing = room.table, room.table.settings.clock, room.table.playing
        if clock is None or playing is None:
            return
        for seat in asked_seats(table):
            used_up = playing.timing.deadline(clock, seat)
            if used_up is not None and table.seats[seat].bot is None:
                due = self._with_grace(room, table.seats[seat].guest or "", used_up)
                yield _Deadline(seat, playing.state.question.number, playing.timing.since[seat], due)

    def _with_grace(self, room: Room, guest: str, used_up: int) -> int:
        """When the rules answer for a guest whose time is `used_up` at that moment."""
        if guest not in room.audience.here:
            return used_up + GRACE_MS
        came = self._came.get(room, {}).get(guest, 0)
        return min(came + BACK_MS, used_up + GRACE_MS) if came > used_up else used_up


class _Deadline(NamedTuple):
    """When a seat runs out of time (`due`) for a question that it has been asked `since` (ms)."""

    seat: int
    question: int
    since: int
    due: int


async def _lapse(room: Room, late: _Deadline) -> bool:
    """Answer for the seat; returns whether that succeeded."""
    seat, question, since, due = late
    # After an answer is taken back, the same question is asked again, with a later time.
    id = id_of(f"lapse/{room.table.room}/{question}/{seat}/{since}")
    try:
        await room.do(SERVER, id, lambda table: lapse(table, seat, question, since), not_before=due)
    except (Refusal, TooEarly, OutcomeUnknown) as reason:
        # They answered meanwhile, or it is tried again in a moment.
        fields = {"room": room.table.room, "seat": seat}
        log.debug("a lapse was not carried out: %s", type(reason).__name__, extra=fields)
        return False
    return True
