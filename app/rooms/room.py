"""One live room: an actor that does one thing at a time.

* A command is decided at the table as the log has it, appended to the log, and only then folded into the table and
  shown. Nothing derived from an event leaves this process before its commit.
* An action happens once: if its id is in the log already, its sender gets the same answer again.
* No room belongs to a process. If another node has appended first, this room reads on and decides again. After an
  unknown outcome it reads the log before it decides anything.
* An event that does not fold, or not to the state that its seal records, quarantines this room alone: it is shown as
  far as it is sound, and changes no more.
* Everything that reads or extends the log holds `turn`. Showing never waits, so that no page sees half of an event.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Final, Literal, Protocol

from app.background import tolerated, unawaited
from app.protocol.messages import Refusal, Refused, Unavailable, encode
from app.rooms.audience import Audience, OtherNodes
from app.rooms.hints import Head
from app.rooms.outbox import Message, Viewer
from app.rooms.turn import Turn
from app.storage.commit import Conflict, OutcomeUnknown, Repeated
from app.storage.guests import Guest
from app.storage.log_queries import DamagedEvent
from app.storage.uptime import Uptime
from app.table.decide import Command, Entry, decide
from app.table.event_ids import SERVER, id_of
from app.table.events import Changed, Event, Finished, Moved, move_in
from app.table.game import Played
from app.table.moves import leave_out
from app.table.seals import FoldMismatch
from app.table.state import Table
from app.telemetry import metrics
from games.dealer import Line
from games.engine import say

log = logging.getLogger("tertulia.rooms")

ATTEMPTS: Final = 5
FOLDED_EVERY: Final = 16
RETRY_WITHIN_MS: Final = 10
"""The first retry is immediate, later ones come after a growing random pause, so that nodes do not collide again."""
GONE_AFTER_S: Final = 1.0  # a page that reloads is back sooner
FORGET_AFTER_S: Final = 60.0
NOTE_EVERY_MS: Final = 600_000
EVERY_MOVE: Final = 0
NO_MOVE: Final = 2**63 - 1
"""Values for `moves_concern_from`: every move concerns a watcher, or none does."""

ANOTHERS_ID: Final = say("This id belongs to someone else’s action.")
NOT_SAVED: Final = say("Your move could not be saved just now. Please try again.")
IS_QUARANTINED: Final = say("Something is wrong with this table. It is paused until it has been repaired.")
Phase = Literal["log", "fold", "view", "bot", "clock"]  # the step at which the fault was found


class Registry(OtherNodes, Protocol):
    """The part of Rooms that a single room needs."""

    uptime: Uptime

    async def read(self, code: str) -> tuple[Table, Exception | None]:
        """The table of this code as far as its log folds, and the fault where it stops. Raises Unavailable."""

    changes: int
    """Counts everything that happens in a room."""

    def tell_watchers(self, room: Room) -> None:
        """Tell the watchers that this room has changed, or that somebody came or went."""

    def forget(self, room: Room) -> None:
        """Evict a room with nobody in it; its log stays."""

    def drop(self, room: Room) -> None:
        """Evict a room that diverged from its log; its clients reconnect to a fresh one."""


class Room:
    """A live room."""

    def __init__(self, table: Table, rooms: Registry) -> None:
        self.table = table
        self.audience = Audience(table, rooms)
        self.changed: Callable[[Room], None] = lambda room: None
        self.snapshot_seq = 0  # the event of its last snapshot: app/services/snapshotter.py
        self.moves_concern_from = EVERY_MOVE  # the first event that concerns a watcher even if it is only a move
        self._rooms = rooms
        self.store = rooms.store
        self.turn = Turn()
        self._noted_at = 0
        self.is_broken = False  # under quarantine: shown as far as it can be, and changed no more
        self.is_dropped = False  # evicted because its log was deleted or replaced
        self.is_skipped = asyncio.Event()  # its bots answer fast until a person is asked
        self.is_at_work = False  # its bots are about to answer: it is not evicted before, though nobody is there

    def __repr__(self) -> str:
        marks = "quarantined, " * self.is_broken + "lies behind, " * self.turn.in_doubt
        eyes = sorted(str(self.audience.seat_of_view(viewer)) for viewer in self.audience.viewers)
        return f"<Room: {marks}pages through {eyes}, {self.table!r}>"

    # --- Doing ----------------------------------------------------------------------------------------------

    async def do(self, actor: str, id: str, command: Command, not_before: int = 0) -> int:
        """Carry out a command once, decided at the table as it then stands; returns the seq of the event that the log
        has under this id. Raises Refusal, OutcomeUnknown, and TooEarly before `not_before` by the database's clock."""
        async with self.turn.taken():
            await self._leave_outages_out()
            return await self._do(actor, id, command, not_before)

    async def leave_outages_out(self) -> None:
        """Write, once, that clocks stood still while no server was up. Raises Refusal, OutcomeUnknown."""
        async with self.turn.taken():
            await self._leave_outages_out()

    async def _leave_outages_out(self) -> None:
        if self.is_broken or not (missed := await self._rooms.uptime.missed_by(self.table)):
            return
        id = id_of(f"outage/{self.table.room}/{missed[-1].ended}")
        try:
            await self._do(SERVER, id, lambda table: leave_out(table, missed), 0)
        except Refusal as no:
            if no.code != "stale":
                raise

    async def _do(self, actor: str, id: str, command: Command, not_before: int) -> int:
        is_level = self.turn.in_doubt or self.is_broken or not self.store.shared
        if self.turn.in_doubt:
            await self._catch_up_to_decide()
        for attempt in range(ATTEMPTS):
            if (seq := self._done_before(actor, id)) is not None:
                return seq
            if self.is_broken:
                # Nothing happens in quarantine, but the log may hold this action beyond what can be shown.
                return await self._seq_in_log(actor, id, Unavailable(IS_QUARANTINED))
            try:
                entry = self.decide(actor, id, command, not_before)
                event = await self.store.append(entry)
            except Conflict:
                metrics.CONFLICTS.inc()
            except Repeated:
                if is_level:
                    return await self._seq_in_log(actor, id, Refusal("forbidden", ANOTHERS_ID))
            except Refusal as no:
                if is_level and self.table.knows_all_ids:
                    raise
                if is_level:
                    return await self._seq_in_log(actor, id, no)
            else:
                self._note_written(event)
                await self._take(event, entry.foreseen)
                return event.seq  # also when it does not fold: it is in the log
            # Another node may have written what this command answers, or the command.
            await self._catch_up_to_decide()
            is_level = True
            await asyncio.sleep(secrets.randbelow(RETRY_WITHIN_MS * attempt + 1) / 1000)
        self.turn.in_doubt = True  # the log may be gone: the follower, which polls heads, finds out
        return await self._seq_in_log(actor, id, Refusal("busy", NOT_SAVED))  # another node may have written it

    def _done_before(self, actor: str, id: str) -> int | None:
        if (done := self.table.done(id)) is None:
            return None
        if done[0] != actor:
            raise Refusal("forbidden", ANOTHERS_ID)
        metrics.DUPLICATES.inc()
        return done[1]

    async def _seq_in_log(self, actor: str, id: str, otherwise: Refusal) -> int:
        seq = await self.store.seq_of(self.table.room, id, actor)
        if seq is None:
            raise otherwise
        if seq > self.table.seq and not self.is_broken:
            await self._catch_up_to_decide()  # it was done before this process had the room, or by another node
        return seq

    def decide(self, actor: str, id: str, command: Command, not_before: int = 0) -> Entry:
        """The entry of a command, decided at the table as it stands. Raises Refusal."""
        now = self.store.now()
        note_moves = now - self._noted_at > NOTE_EVERY_MS
        entry = decide(self.table, actor, id, command, not_before=not_before, note_moves=note_moves)
        if entry.note is not None:
            self._noted_at = now
        return entry

    async def read_on(self, until: int | None = None) -> list[Event]:
        """Return what others have written meanwhile; nothing if the room has event `until`. Raises OutcomeUnknown."""
        async with self.turn.taken():
            is_level = until is not None and self.table.seq >= until and not self.turn.in_doubt
            return [] if self.is_broken or is_level else await self._catch_up()

    async def _catch_up_to_decide(self) -> None:
        """Catch up, or raise OutcomeUnknown: an unreadable event may be the very command that is to be decided."""
        try:
            await self._catch_up()
        except OutcomeUnknown:
            raise
        except Exception as error:
            raise OutcomeUnknown(type(error).__name__) from error

    async def _catch_up(self) -> list[Event]:
        try:
            unread, damaged = await self.store.load(self.table.room, self.table.seq), None
        except DamagedEvent as fault:
            unread, damaged = fault.sound, fault
        if unread and unread[0].prev != self.table.head and not self.is_broken:
            self._rooms.drop(self)  # after a failover, or damage: whoever reads the log anew finds out which
            raise OutcomeUnknown("the log does not follow what was read of it")
        for event in unread:
            if not self.is_broken:
                await self._take(event)
        self.turn.in_doubt = False
        if damaged is not None:
            self.quarantine("log", damaged)
        return unread

    async def _take(self, event: Event, foreseen: Played | None = None) -> None:
        if (lines := self._fold(event, foreseen)) is None:
            return await self._go_back()
        try:
            if isinstance(event.body, Changed | Finished):
                await self.audience.read_best_again()
        finally:
            # Even if this was cancelled: nothing would show this event later.
            self._show_taken(event, lines)
            # After the answer to the actor, who must not wait for what is computed from another's hand.
            asyncio.get_running_loop().call_soon(self.show_the_rest)

    def _fold(self, event: Event, foreseen: Played | None) -> list[Line] | None:
        """The lines of the event; None when it does not fold. A move decided by this process is adopted as foreseen
        instead; every sixteenth is folded all the same, so that a difference shows before a restart."""
        self.show_the_rest()
        try:
            if foreseen is not None and isinstance(event.body, Moved) and event.seq % FOLDED_EVERY:
                return self.table.adopt(event, foreseen)
            return self.table.apply(event)
        except Exception as fault:  # whatever the rules raise
            self.quarantine("fold", fault)
            return None

    def is_as_usual(self, id: str) -> bool:
        """Whether this id is new, and nothing has to be read or written before its action."""
        as_usual = not (self.turn.in_doubt or self.is_broken) and self._rooms.uptime.missed_nothing(self.table)
        return as_usual and self.table.done(id) is None

    def take_own_move(self, event: Event, foreseen: Played | None) -> None:
        """Take in a move that was decided here and has been written, within the same turn. Some pages see it only with
        show_the_rest(), after the actor has been answered."""
        self._note_written(event)
        if (lines := self._fold(event, foreseen)) is None:
            unawaited(self._go_back(), room=self.table.room)
        else:
            self._show_taken(event, lines)

    def _note_written(self, event: Event) -> None:
        """Count and announce an event that this process has written."""
        if (moved := move_in(event.body)) is not None and moved.lapsed:
            metrics.TIMEOUTS.inc()
        self._rooms.fanout.publish(Head(event.room, event.seq))

    def _show_taken(self, event: Event, lines: list[Line]) -> None:
        try:
            self.audience.show(event, lines)
            if isinstance(event.body, Moved) and event.seq < self.moves_concern_from:
                self._rooms.changes += 1
            else:
                self.changed(self)
        except Exception as fault:
            self.quarantine("view", fault)

    def show_the_rest(self) -> None:
        """Show the newest event to the pages that have yet to see it, before they change in any other way."""
        try:
            self.audience.show_the_rest()
        except Exception as fault:
            self.quarantine("view", fault)

    def quarantine(self, phase: Phase, fault: Exception) -> None:
        """Stop this room alone, and tell its pages. It comes back when a process loads it and finds no fault."""
        if self.is_broken:
            return
        self.is_broken = True
        if isinstance(fault, FoldMismatch):
            metrics.FOLD_MISMATCHES.inc()
        fields = {"room": self.table.room, "phase": phase, "seq": self.table.seq}
        log.error("a room is quarantined", exc_info=fault, extra=fields)
        if phase != "fold":  # then _go_back() shows the table from before the event
            self._show_quarantine()

    def _show_quarantine(self) -> None:
        self.audience.show_all_again()
        self._rooms.tell_watchers(self)

    async def _go_back(self) -> None:
        """Go back to the table before an event that was folded only in part."""
        try:
            with tolerated((OutcomeUnknown, Unavailable), log, "a room could not be reloaded", room=self.table.room):
                self.table = self.audience.table = (await self._rooms.read(self.table.room))[0]
        finally:
            self._show_quarantine()

    # --- Showing --------------------------------------------------------------------------------------------

    def snapshot(self, viewer: Viewer, seen: int) -> list[Message]:
        """Everything for a page that has seen the room up to event `seen`, as far as it can be shown in quarantine."""
        shown: list[Message] = []
        try:
            shown.extend(self.audience.everything_for(viewer, seen))
        except Exception as fault:
            self.quarantine("view", fault)
        if self.is_broken:
            shown.append(Message(encode(Refused(None, "busy", IS_QUARANTINED)), 0))
        return shown

    def is_locked_for(self, guest: Guest | None) -> bool:
        """Whether this guest has yet to give the password."""
        return self.table.people.is_locked_out(guest.id if guest else "", self.table.settings.password)

    # --- Coming and going -----------------------------------------------------------------------------------

    def enter(self, viewer: Viewer) -> None:
        """A page opens."""
        self.show_the_rest()
        self.audience.enter(viewer)
        self.changed(self)

    def renamed(self, guest: Guest) -> None:
        """A guest has changed their name."""
        self.audience.renamed(guest)
        self.changed(self)

    def leave(self, viewer: Viewer) -> None:
        """A page closes. Its guest is gone unless another page of theirs is open a moment later."""
        self.show_the_rest()
        self.audience.leave(viewer)
        asyncio.get_running_loop().call_later(GONE_AFTER_S, self._note_gone, viewer.guest.id)
        if not self.audience.viewers:
            asyncio.get_running_loop().call_later(FORGET_AFTER_S, self._rooms.forget, self)

    def _note_gone(self, guest: str) -> None:
        if self.audience.note_gone(guest):
            self.changed(self)

    def others_changed(self) -> None:
        """Somebody came or went on another node."""
        self.audience.note_who_left()
        self.audience.show_table_soon()
        self.changed(self)
