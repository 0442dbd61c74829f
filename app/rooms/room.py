"""One live room: an actor that does one thing at a time.

* An action is decided at the table as the log has it, appended to the log, and only then folded into the table and
  shown. Nothing derived from an event leaves this process before its commit.
* An action happens once: if its id is in the log already, its sender gets the same answer again.
* No room belongs to a process. If another node has appended first, this room reads on and decides again. After an
  unknown outcome it reads the log before it decides anything.
* Whatever reads or extends the log holds the lock; an action holds it from its decision until its event is folded.
  Showing never waits, so that no page sees half of an event.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Final

from msgspec import Struct

from app.background import settle, unawaited
from app.beforehand.answers import Answers
from app.protocol.messages import Refusal, Unavailable
from app.rooms.notices import Head
from app.rooms.nudges import Nudges
from app.rooms.outbox import Viewer
from app.rooms.replica import IS_QUARANTINED, Replica, RoomContext, State
from app.storage.commit import Conflict, OutcomeUnknown, Repeated
from app.storage.guests import Guest
from app.table.decide import Command, Entry, decide
from app.table.event_ids import SERVER, id_of
from app.table.events import Body, Event, move_in
from app.table.game import Played
from app.table.moves import leave_out
from app.table.state import Table
from app.telemetry import metrics
from games.engine import say

log = logging.getLogger("tertulia.rooms")

ATTEMPTS: Final = 5
RETRY_WITHIN_MS: Final = 10
"""The first retry is immediate, later ones come after a growing random pause, so that nodes do not collide again."""
GONE_AFTER_S: Final = 1.0  # a page that reloads is back sooner
FORGET_AFTER_S: Final = 60.0
INDEX_EVERY_MS: Final = 600_000

ANOTHERS_ID: Final = say("This id belongs to someone else’s action.")
NOT_SAVED: Final = say("Your move could not be saved just now. Please try again.")

Outcome = int | Exception
"""The number of the event that the log has under the id of an action; or the Refusal, TooEarly, OutcomeUnknown or
unexpected error for which there may be none."""
Answered = Callable[[Outcome], None]
"""Called once with the outcome of an action."""
Admit = Callable[[Body], None]
"""Checks the rate limits for this event before it is written. Raises Refusal `busy`."""


class Action(Struct, eq=False):
    """Something that is to be done once, under an id."""

    actor: str
    id: str
    command: Command
    answered: Answered
    admit: Admit | None = None
    not_before: int = 0
    attempts: int = 0
    is_level: bool = False
    """Whether it is decided at a table that was level with the log a moment ago: then its refusal is certain."""

    __repr__ = object.__repr__  # what it does may end up in no log


class Room(Replica):
    """A live room."""

    def __init__(self, table: Table, context: RoomContext) -> None:
        super().__init__(table, context)
        self.snapshot_seq = 0
        """The event of its last snapshot: app/services/snapshotter.py."""
        self.is_skipped = asyncio.Event()
        """Its bots answer fast until a person is asked."""
        self.is_at_work = False
        """Its bots are about to answer: it is not evicted before, though nobody is there."""
        self._indexed_at = 0
        self.beforehand = Answers(table.room, context.store)
        self.nudges = Nudges(table.room, self.audience.viewers, context.notices)

    def __repr__(self) -> str:
        marks = "quarantined, " * self.is_broken + "lies behind, " * self.in_doubt
        viewpoints = sorted(str(self.audience.viewpoint_of(viewer)) for viewer in self.audience.viewers)
        return f"<Room: {marks}pages with the viewpoints {viewpoints}, {self.table!r}>"

    # --- Doing ----------------------------------------------------------------------------------------------

    async def do(
        self, actor: str, id: str, command: Command, *, admit: Admit | None = None, not_before: int = 0
    ) -> int:
        """Carry out a command once, as submit() does, and wait for the number of its event. Raises Refusal,
        OutcomeUnknown, and TooEarly before `not_before` by the database's clock."""
        return await _outcome_of(lambda answered: self.submit(actor, id, command, answered, admit, not_before))

    def submit(
        self,
        actor: str,
        id: str,
        command: Command,
        answered: Answered,
        admit: Admit | None = None,
        not_before: int = 0,
    ) -> None:
        """Carry out a command once, decided at the table as it stands when its turn comes. Its sender is answered
        before anything is worked out of anybody else's hand."""
        action = Action(actor, id, command, partial(self._end, answered), admit, not_before)
        if self.lock.acquire():
            self._begin(action)
        else:
            self.lock.call_when_acquired(partial(self._begin, action))

    def _end(self, answered: Answered, outcome: Outcome) -> None:
        self.lock.release()
        answered(outcome)

    def _begin(self, action: Action) -> None:
        """Decide it at once, unless something has to be read or written before."""
        action.is_level = not self.store.shared
        if self.state is not State.LEVEL or not self._context.uptime.missed_nothing(self.table):
            unawaited(self._do_after(self._prepare(action), action))
        else:
            self._try(action)

    def _try(self, action: Action) -> None:
        """Decide it at the table as it stands, and append its event."""
        action.attempts += 1
        try:
            if (seq := self._done_before(action)) is None:
                return self._append(action)
        except Exception as error:  # also whatever the rules raise; kept by no variable of this frame: a cycle
            return self._settle(action, error)
        self._settle(action, seq)

    def _append(self, action: Action) -> None:
        entry = self._decide(action)
        if action.admit is not None:
            action.admit(entry.body)
        self.store.append(entry).add_done_callback(partial(self._written, action, entry))

    def _done_before(self, action: Action) -> int | None:
        if (done := self.table.done(action.id)) is None:
            return None
        if done[0] != action.actor:
            raise Refusal("forbidden", ANOTHERS_ID)
        metrics.DUPLICATES.inc()
        return done[1]

    def _decide(self, action: Action) -> Entry:
        now = self.store.now()
        index_moves = now - self._indexed_at > INDEX_EVERY_MS
        entry = decide(
            self.table, action.actor, action.id, action.command, not_before=action.not_before, index_moves=index_moves
        )
        if entry.index_row is not None:
            self._indexed_at = now
        return entry

    def _written(self, action: Action, entry: Entry, appended: asyncio.Future[Event]) -> None:
        """The writer has answered: take in what is in the log now, and answer the sender."""
        error = appended.exception()
        if error is None:
            self._take_own(appended.result(), entry.foreseen)
            action.answered(entry.seq)  # also when it does not fold: it is in the log
            # When the answer has been sent: its author must not wait for what is computed from another's hand.
            asyncio.get_running_loop().call_soon(self._finish_showing)
        else:
            assert isinstance(error, Exception)
            self._settle(action, error)

    def _take_own(self, event: Event, foreseen: Played | None) -> None:
        try:
            if event.prev != self.table.head:  # it was given up as lost, and the log has been read since
                self.note("an outcome is unknown")
            else:
                self._note_written(event)
                self._take(event, foreseen)
        except Exception:  # it is written, and its author is told so
            log.exception("an event that was written could not be taken in", extra={"room": event.room})
            self.note("an outcome is unknown")

    def _note_written(self, event: Event) -> None:
        """Count and announce an event that this process has written."""
        if (moved := move_in(event.body)) is not None and moved.lapsed:
            metrics.TIMEOUTS.inc()
        self._context.notices.publish(Head(event.room, event.seq))

    def _settle(self, action: Action, outcome: Outcome) -> None:
        """Answer the sender, unless the log has to be asked first: another node may have written what this action
        answers, or the action itself."""
        if isinstance(outcome, Conflict):
            metrics.CONFLICTS.inc()
        is_certain = action.is_level and self.table.knows_all_ids
        if isinstance(outcome, Conflict | Repeated) or (isinstance(outcome, Refusal) and not is_certain):
            unawaited(self._do_after(self._look_again(action, outcome), action))
        else:
            self._answer(action, outcome)

    def _answer(self, action: Action, outcome: Outcome) -> None:
        if isinstance(outcome, OutcomeUnknown):
            self.note("an outcome is unknown")
        action.answered(outcome)

    # --- Whatever has to wait -------------------------------------------------------------------------------

    async def _do_after(self, work: Coroutine[None, None, int | None], action: Action) -> None:
        """Decide the action after this work, unless that finds out its outcome, or fails."""
        try:
            seq = await work
            if seq is None and self.is_broken:
                # Nothing happens in quarantine, but the log may hold this action beyond what can be shown.
                seq = await self._seq_in_log(action, Unavailable(IS_QUARANTINED))
        except Exception as error:
            self._answer(action, error)
        except BaseException:
            self._answer(action, OutcomeUnknown("cut off"))
            raise
        else:
            if seq is None:
                self._try(action)
            else:
                self._answer(action, seq)

    async def _prepare(self, action: Action) -> None:
        """Read what the log may hold, and leave outages out."""
        if self.is_dropped:
            raise OutcomeUnknown("the room has been evicted")
        if self.in_doubt:
            await self._catch_up_to_decide()
            action.is_level = True
        await self._leave_outages_out()

    async def _look_again(self, action: Action, outcome: Outcome) -> int | None:
        """The number of its event, if the log has it; None: it is to be decided again, at a table that is level with
        the log. Raises the refusal that is certain now."""
        if (otherwise := self._refusal_after(action, outcome)) is not None:
            return await self._seq_in_log(action, otherwise)
        await self._catch_up_to_decide()
        action.is_level = True
        await asyncio.sleep(secrets.randbelow(RETRY_WITHIN_MS * (action.attempts - 1) + 1) / 1000)
        return None

    def _refusal_after(self, action: Action, outcome: Outcome) -> Refusal | None:
        """What the sender is told if the log does not have the action; None: that depends on a table that is level."""
        if isinstance(outcome, Conflict) and action.attempts == ATTEMPTS:
            self.note("an outcome is unknown")  # the log may be gone: the follower, which polls heads, finds out
            return Refusal("busy", NOT_SAVED)
        if not action.is_level:
            return None
        return Refusal("forbidden", ANOTHERS_ID) if isinstance(outcome, Repeated) else _refused(outcome)

    async def _seq_in_log(self, action: Action, otherwise: Refusal) -> int:
        seq = await self.store.seq_of(self.table.room, action.id, action.actor)
        if seq is None:
            raise otherwise
        if seq > self.table.seq and not self.is_broken:
            await self._catch_up_to_decide()  # it was done before this process had the room, or by another node
        return seq

    async def leave_outages_out(self) -> None:
        """Write, once, that clocks stood still while no server was up. Raises Refusal, OutcomeUnknown."""
        async with self.lock:
            await self._leave_outages_out()

    async def _leave_outages_out(self) -> None:
        if self.is_broken or not (missed := await self._context.uptime.missed_by(self.table)):
            return
        id = id_of(f"outage/{self.table.room}/{missed[-1].ended}")
        try:
            await _outcome_of(
                lambda answered: self._try(Action(SERVER, id, lambda table: leave_out(table, missed), answered))
            )
        except Refusal as no:
            if no.code != "stale":
                raise

    # --- Coming and going -----------------------------------------------------------------------------------

    def enter(self, viewer: Viewer) -> None:
        """A page opens."""
        self.show_the_rest()
        self.audience.enter(viewer)
        self.changed()

    def renamed(self, guest: Guest) -> None:
        """A guest has changed their name."""
        self.audience.renamed(guest)
        self.changed()

    def leave(self, viewer: Viewer) -> None:
        """A page closes. Its guest is gone unless another page of theirs is open a moment later."""
        self.show_the_rest()
        self.audience.leave(viewer)
        asyncio.get_running_loop().call_later(GONE_AFTER_S, self._note_gone, viewer.guest.id)
        if not self.audience.viewers:
            asyncio.get_running_loop().call_later(FORGET_AFTER_S, self._context.on_empty, self)

    def _note_gone(self, guest: str) -> None:
        if self.audience.note_gone(guest):
            self.changed()

    def others_changed(self) -> None:
        """Somebody came or went on another node."""
        self.audience.note_who_left()
        self.audience.show_table_soon()
        self.changed()


async def _outcome_of(begin: Callable[[Answered], None]) -> int:
    """The number of the event of an action that is begun so. Raises the error that is its outcome."""
    answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    begin(partial(settle, answer))
    try:
        return await answer
    except Exception as error:
        if answer.done() and answer.exception() is error:
            raise
        raise OutcomeUnknown(type(error).__name__) from error  # whatever ended the wait, it is done all the same
    finally:
        del answer  # it has the error, which refers to this frame


def _refused(outcome: Outcome) -> Refusal | None:
    return outcome if isinstance(outcome, Refusal) else None
