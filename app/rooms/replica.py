"""The table of a room as far as its log has been read, and what its pages are shown of it.

Events are folded in the order of the log, and then shown; nothing is shown that is not in it. An event that does not
fold, or not to the state that its seal records, quarantines this room alone: it is shown as far as it is sound, and
changes no more.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Any, Final, Literal

from app.background import tolerated, unawaited
from app.duplicates.sharing import is_locked_for
from app.protocol.messages import Refused, Unavailable, encode
from app.rooms.audience import Audience
from app.rooms.notices import Elsewhere, Notices
from app.rooms.outbox import Message, Viewer
from app.storage.commit import OutcomeUnknown
from app.storage.guests import Guest
from app.storage.log_queries import DamagedEvent
from app.storage.store import Store
from app.storage.uptime import Uptime
from app.table import snapshots
from app.table.events import Event, Moved
from app.table.game import Played
from app.table.seals import FoldMismatch
from app.table.snapshots import fold_in_pieces
from app.table.state import Table
from app.telemetry import metrics
from games.dealer import Line
from games.engine import say

log = logging.getLogger("tertulia.rooms")

FOLDED_EVERY: Final = 16
IS_QUARANTINED: Final = say("Something is wrong with this table. It is paused until it has been repaired.")
Phase = Literal["log", "fold", "view", "bot", "clock"]  # the step at which the fault was found


@dataclass
class RoomContext:
    """What a room has of its surroundings."""

    store: Store
    notices: Notices
    uptime: Uptime
    elsewhere: Elsewhere
    find: Callable[[str], Awaitable[Any]]
    """The room of another code, or None. Raises Unavailable."""
    on_change: Callable[[Any], None]
    """Called after everything that happened in a room, and when somebody came or went."""
    on_empty: Callable[[Any], None]
    """Called when a room has been empty for a while: it may be forgotten."""
    evict: Callable[[Any], None]
    """Called with a room that diverged from its log: its pages reconnect to a fresh one."""


class Lock:
    """A fair lock that callbacks can hold as well as coroutines: by one at a time, in the order in which they came."""

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: Final = deque[Callable[[], None]]()

    def acquire(self) -> bool:
        """Take the lock if it is free, and return whether it was; release() gives it back."""
        was_free, self._is_held = not self._is_held, True
        return was_free

    def call_when_acquired(self, then: Callable[[], None]) -> None:
        """Call this, in a later turn of the event loop, when everybody who came before has released the lock."""
        self._waiting.append(then)

    def release(self) -> None:
        """Hand the lock to the next who waits, or leave it free."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self._is_held = False

    async def __aenter__(self) -> None:
        if self.acquire():
            return
        turn = asyncio.get_running_loop().create_future()
        self.call_when_acquired(lambda: self.release() if turn.cancelled() else turn.set_result(None))
        try:
            await turn
        except BaseException:
            if not turn.cancel() and not turn.cancelled():
                self.release()  # it was handed over in the same moment
            raise

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.release()


class State(Enum):
    """How the table stands to its log."""

    LEVEL = "the table is what the log led to when it was last read or written here"
    IN_DOUBT = "the log may hold something that is not known here: it is read before anything is decided"
    QUARANTINED = "it is shown as far as it is sound, and changes no more"
    EVICTED = "its log was deleted or replaced: its pages reconnect to a room that is read anew"


What = Literal[
    "an outcome is unknown", "the log is being read", "the log has been read", "a fault is found",
    "the log is another one",
]  # fmt: skip

TRANSITIONS: Final[Mapping[State, Mapping[What, State]]] = {
    State.LEVEL: {
        "an outcome is unknown": State.IN_DOUBT,
        "the log is being read": State.IN_DOUBT,
        "a fault is found": State.QUARANTINED,
        "the log is another one": State.EVICTED,
    },
    State.IN_DOUBT: {
        "the log has been read": State.LEVEL,
        "a fault is found": State.QUARANTINED,
        "the log is another one": State.EVICTED,
    },
    State.QUARANTINED: {"the log is another one": State.EVICTED},
    State.EVICTED: {},
}
"""The next state by what happens; all else changes nothing."""


class Replica:
    """A table that follows its log, and its audience."""

    def __init__(self, table: Table, context: RoomContext) -> None:
        self.table = table
        self.audience = Audience(table, context.store, context.notices, context.elsewhere)
        self.store = context.store
        self.lock = Lock()
        """Held by whatever reads or extends the log."""
        self.state = State.LEVEL
        self._context = context
        self.find = context.find

    @property
    def in_doubt(self) -> bool:
        """Whether the log may hold something that is not known here."""
        return self.state is State.IN_DOUBT

    @property
    def is_broken(self) -> bool:
        """Whether it is under quarantine."""
        return self.state is State.QUARANTINED

    @property
    def is_dropped(self) -> bool:
        """Whether it was evicted because its log was deleted or replaced."""
        return self.state is State.EVICTED

    def note(self, what: What) -> None:
        """Something has happened that may change the state."""
        self.state = TRANSITIONS[self.state].get(what, self.state)

    # --- Reading the log ------------------------------------------------------------------------------------

    async def read_on(self, until: int | None = None) -> list[Event]:
        """Return what others have written meanwhile; nothing if the room has event `until`. Raises OutcomeUnknown."""
        async with self.lock:
            is_level = until is not None and self.table.seq >= until and not self.in_doubt
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
        self.note("the log is being read")
        try:
            unread, damaged = await self.store.load(self.table.room, self.table.seq), None
        except DamagedEvent as fault:
            unread, damaged = fault.sound, fault
        if unread and unread[0].prev != self.table.head and not self.is_broken:
            self._context.evict(self)  # after a failover, or damage: whoever reads the log anew finds out which
            raise OutcomeUnknown("the log does not follow what was read of it")
        for event in unread:
            if not self.is_broken:
                self._take(event)
                self._finish_showing()
        self.note("the log has been read")
        if damaged is not None:
            self.quarantine("log", damaged)
        return unread

    # --- Taking in ------------------------------------------------------------------------------------------

    def _take(self, event: Event, foreseen: Played | None = None) -> None:
        """Fold an event that is in the log, and show it; not yet to those who have to wait for what is computed from
        their hands."""
        if (lines := self._fold(event, foreseen)) is None:
            unawaited(self._go_back(), room=self.table.room)
            return
        try:
            self.audience.show(event, lines)
        except Exception as fault:
            self.quarantine("view", fault)

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

    def _finish_showing(self) -> None:
        self.show_the_rest()
        self.changed()

    def changed(self) -> None:
        """Something has happened here that a service may watch."""
        self._context.on_change(self)

    def show_the_rest(self) -> None:
        """Show the newest event to the pages that have yet to see it, before they change in any other way."""
        try:
            self.audience.show_the_rest()
        except Exception as fault:
            self.quarantine("view", fault)

    def quarantine(self, phase: Phase, fault: Exception) -> None:
        """Stop this room alone, and tell its pages. It comes back when a process loads it and finds no fault."""
        if self.is_broken or self.is_dropped:
            return
        self.note("a fault is found")
        self.audience.open_hands.hide_all()
        if isinstance(fault, FoldMismatch):
            metrics.FOLD_MISMATCHES.inc()
        fields = {"room": self.table.room, "phase": phase, "seq": self.table.seq}
        log.error("a room is quarantined", exc_info=fault, extra=fields)
        if phase != "fold":  # then _go_back() shows the table from before the event
            self._show_quarantine()

    def _show_quarantine(self) -> None:
        self.audience.show_all_again()
        self.changed()

    async def _go_back(self) -> None:
        """Go back to the table before an event that was folded only in part."""
        try:
            with tolerated((OutcomeUnknown, Unavailable), log, "a room could not be reloaded", room=self.table.room):
                self.table = self.audience.table = (await read_table(self.store, self.table.room))[0]
        finally:
            self._show_quarantine()

    # --- Showing --------------------------------------------------------------------------------------------

    def snapshot(self, viewer: Viewer, seen: int) -> list[Message]:
        """Everything for a page that has seen the room up to event `seen`, as far as it can be shown in quarantine."""
        messages: list[Message] = []
        if viewer.eyes is not None:  # it is shown the present now, and what is due of open hands again after that
            viewer.shown_late = 0
            asyncio.get_running_loop().call_soon(self.changed)
        try:
            messages.extend(self.audience.everything_for(viewer, seen))
        except Exception as fault:
            self.quarantine("view", fault)
        if self.is_broken:
            messages.append(Message(encode(Refused(None, "busy", IS_QUARANTINED)), 0))
        return messages

    def is_locked_for(self, guest: Guest | None) -> bool:
        """Whether this guest has yet to give the password, or may not enter now."""
        return is_locked_for(self.table, guest.id if guest else "")


# --- From the beginning -------------------------------------------------------------------------------------


async def read_table(store: Store, code: str) -> tuple[Table, Exception | None]:
    """The table of this code as far as its log folds, and the fault where it stops. Raises Unavailable when nothing of
    it can be shown, and Unanswered."""
    try:
        events, damaged = await store.load_newest(code), None
    except DamagedEvent as fault:
        events, damaged = fault.sound, fault
    # A pause after each piece, as a long log must not delay others.
    *_, (table, fold_fault) = [await asyncio.sleep(0, piece) for piece in fold_in_pieces(code, events)]
    fault_found = fold_fault or damaged
    if fault_found is not None and table.seq == 0:
        log.error("a room cannot be shown", exc_info=fault_found, extra={"room": code})
        raise Unavailable(IS_QUARANTINED)
    return table, fault_found


async def copied_table(store: Store, code: str) -> tuple[Table, int] | None:
    """The table from its snapshot and the events after it, and the seq at which the snapshot ended; None without a
    valid one. Raises OutcomeUnknown."""
    try:
        snapshot = await store.load_snapshot(code, snapshots.code())
        if snapshot is None:
            return None
        copy, newer = snapshot
        table = snapshots.unpacked(code, copy.body)
        for event in newer:
            table.apply(event)
    except OutcomeUnknown:
        raise
    except Exception:
        log.exception("a snapshot cannot be used: the log is read instead", extra={"room": code})
        return None
    return table, copy.seq
