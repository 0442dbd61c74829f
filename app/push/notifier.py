"""Calls players, with the table's name and nothing of the game: those who see no page of their table, once per
question, and for a moment after a nudge; those who are away, once before something of theirs passes to somebody else;
and all who have a seat, shortly before their evening.

Who is called, and when, is decided here; letters.py has what a call says, and a receiver is where it arrives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from app.background import Service
from app.push.devices import Device
from app.push.letters import Letter, letter
from app.push.outward import Outward, Unreachable
from app.push.turns import Turns
from app.push.webhooks import GONE, Hooks
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import BadSetting, Settings
from app.storage.commit import OutcomeUnknown
from app.storage.subscriptions import Call
from app.table.evening import CALLED_MS, MINUTE_MS
from app.table.moves import asked_seats, is_practice

if TYPE_CHECKING:
    from app.push.webpush import PushSender

log = logging.getLogger("tertulia.push")

WAIT_S: Final = 10.0
SENDERS: Final = 32
"""Each waits for one receiver at a time. Guests name these: a few that never answer must not delay the others."""
TOO_MANY: Final = 429
TRIES: Final = 3
LOOKS_EVERY_S: Final = 30.0
"""How often calls are looked for that were put off."""
TRY_AGAIN_S: Final = 60.0
"""Delay before a receiver in trouble is tried again; it doubles each time."""

Cause = Callable[[Room], Iterable[Call]]
"""Whom to call from a room as it is, and about what. A call is made as soon as a cause names it, a question after a
wait; and not any more once no cause does."""


class Due(NamedTuple):
    """A call that waits for its turn. `tried`: how often it has failed."""

    call: Call
    tried: int


class Receiver(Protocol):
    """Where calls of a guest arrive."""

    id: str
    """Which of the guest's receivers this is."""

    async def deliver(self, letter: Letter) -> int:
        """Deliver this; returns the status of the answer. Raises like Outward.post()."""

    async def is_gone(self, status: int) -> None:
        """It answers that nothing arrives there any more. Raises OutcomeUnknown."""


class Push(Service):
    """Watches rooms for players who are to be called."""

    def __init__(self, rooms: Rooms, sender: PushSender, wait_s: float = WAIT_S) -> None:
        self.key = sender.key.public
        self.webhooks = Hooks(rooms.store, sender.key, sender.outward)
        self.causes: list[Cause] = [_questions, _warnings, _evening, _nudges]
        """For calls about anything else, add what names them here, their sentence to SAYS in letters.py, and have the
        room watched when it may name others."""
        self._rooms = rooms
        self._store = rooms.store
        self._sender = sender
        self._wait_s = wait_s
        self._store.calls.are_made = True
        self._alarms: dict[str, dict[Call, asyncio.TimerHandle]] = {}
        """Room -> timers of its calls."""
        self._turns = Turns[Due]()
        self._after_quiet = set[Call]()
        """Those among them that were put off."""

    def start(self) -> None:
        for _ in range(SENDERS):
            self._tasks.start(self._send())
        what = "calls that were put off could not be read"
        self._tasks.repeat(self._look_for_calls_put_off, LOOKS_EVERY_S, log, what, expected=OutcomeUnknown)

    async def close(self) -> None:
        for alarm in [alarm for alarms in self._alarms.values() for alarm in alarms.values()]:
            alarm.cancel()
        await super().close()

    # --- When ---

    def watch(self, room: Room) -> None:
        """Set a timer for every player to be called, after the room changed, somebody came or went, or a page was
        hidden."""
        code, calls = room.table.room, self._calls_from(room)
        if not self._rooms.is_live(room):
            self._alarms.pop(code, None)  # evicted because nobody is there; its timers run on
            return
        alarms = self._alarms.setdefault(code, {})
        for call in alarms.keys() - calls:
            alarms.pop(call).cancel()
        for call in calls - alarms.keys():
            wait_s = self._wait_s if call.about == "question" else 0  # others wait for them from this moment on
            alarms[call] = asyncio.get_running_loop().call_later(wait_s, self._put, call)

    def _calls_from(self, room: Room) -> set[Call]:
        return set() if room.is_broken else {call for cause in self.causes for call in cause(room)}

    def _put(self, call: Call, tried: int = 0) -> bool:
        """False: it was dropped."""
        try:
            self._turns.put(call.guest, Due(call, tried))
        except asyncio.QueueFull:
            log.warning("too many notifications at once: one was dropped", extra={"room": call.room})
            return False
        return True

    async def _look_for_calls_put_off(self) -> None:
        """Make the calls whose guests may be called again. Other nodes do it, too: each arrives once all the same."""
        for call in await self._store.calls.put_off_until_now():
            if call not in self._after_quiet and self._put(call):
                self._after_quiet.add(call)

    # --- Sending ---

    async def _send(self) -> None:
        while True:
            async with self._turns.next() as (call, tried):
                try:
                    await self._call_unless_quiet(call, tried)
                except OutcomeUnknown:  # nobody else sets a timer for this question again
                    asyncio.get_running_loop().call_later(TRY_AGAIN_S, self._put, call, tried)
                except Exception as error:
                    _note_failure(call, error)
                finally:
                    self._after_quiet.discard(call)

    async def _call_unless_quiet(self, call: Call, tried: int) -> None:
        """Call the guest wherever they can be called; in their quiet hours, when these end, if there is still reason
        to."""
        receivers = await self._receivers(call)
        quiet_until = await self._store.quiet_times.end(call.guest) if receivers else None
        if quiet_until is not None:
            return await self._store.calls.put_off(call, quiet_until)
        await self._call(call, receivers, tried)
        if call in self._after_quiet:
            await self._store.calls.no_longer_put_off(call)

    async def _call(self, call: Call, receivers: Sequence[Receiver], tried: int) -> None:
        """Call the guest there, and again where that has failed."""
        last = await self._store.calls.last(call)
        left = [to for to in receivers if last.get(to.id, 0) < call.number]
        if not all([await self._call_at(to, call) for to in left]):
            self._tasks.start(self._call_again(call, tried))

    async def _receivers(self, call: Call) -> list[Receiver]:
        subscriptions, webhook = self._store.subscriptions, await self.webhooks.receiver(call.guest)
        rows = await subscriptions.of(call.room, call.guest)
        return [
            *([] if webhook is None else [webhook]),
            *(Device(row, self._sender, subscriptions) for row in rows),
        ]

    async def _call_at(self, to: Receiver, call: Call) -> bool:
        """Returns false when it is worth another try."""
        room = await self._rooms.find(call.room)
        if room is None or call not in self._calls_from(room):
            return True
        if not await self._store.calls.claim(call, to.id):
            return True  # called by another process
        is_over = False
        try:
            is_over = await self._deliver(call, to, letter(room.table, call))
        finally:
            if not is_over:  # also if this process ends meanwhile: the next one calls
                await self._store.calls.release(call, to.id)
        return is_over

    async def _deliver(self, call: Call, to: Receiver, text: Letter) -> bool:
        """Returns false when it is worth another try."""
        try:
            status = await to.deliver(text)
        except (OSError, Unreachable, ValueError) as error:
            _note_failure(call, error)
            return not isinstance(error, OSError)
        if status in GONE:
            await to.is_gone(status)
        elif status >= 300:
            log.warning("a call was answered with %d", status, extra={"room": call.room})
        return status != TOO_MANY and status < 500

    async def _call_again(self, call: Call, tried: int) -> None:
        if tried < TRIES:
            await asyncio.sleep(TRY_AGAIN_S * 2**tried)
            self._put(call, tried + 1)


def open_push(settings: Settings, rooms: Rooms) -> Push | None:
    """The notifier; None if push is off. Raises BadSetting when its settings do not work."""
    if not settings.push_contact:
        return None
    try:
        from app.push.webpush import PushSender, open_key
    except ModuleNotFoundError as missing:
        package, _, _ = (missing.name or "").partition(".")
        raise BadSetting(
            f"TERTULIA_PUSH_CONTACT switches Web Push on, and the package {package}, which it needs, is not "
            "installed. Start with make run PUSH=1, or install tertulia[push]."
        ) from None
    try:
        key = open_key(Path(settings.push_key_file))
    except (OSError, ValueError, TypeError) as error:
        raise BadSetting(f"TERTULIA_PUSH_KEY_FILE: the key cannot be read or made: {error}") from None
    return Push(rooms, PushSender(key, settings.push_contact, Outward()))


def _note_failure(call: Call, error: Exception) -> None:
    """Log an error without its text, which may contain the address, its owner's secret."""
    log.warning("a notification failed: %s", type(error).__name__, extra={"room": call.room})


# --- Causes -------------------------------------------------------------------------------------------------


def _questions(room: Room) -> Iterable[Call]:
    """Calls to guests who are asked and see no page, unless nobody but bots waits for them."""
    table, playing = room.table, room.table.playing
    if playing is None or (is_practice(table) and table.settings.clock is None):
        return ()
    seats = (table.seats[seat] for seat in asked_seats(table))
    guests = {seat.guest for seat in seats if seat.guest is not None and seat.bot is None}
    away = guests - room.audience.looking  # nobody once the game is over and asks nothing
    return [Call(table.room, guest, "question", playing.state.question.number) for guest in away]


def _warnings(room: Room) -> Iterable[Call]:
    """Calls to guests who are away and of whom something may pass to somebody else."""
    table, here = room.table, room.audience.here
    called = ((guest, calling) for guest, callings in table.people.called.items() for calling in callings)
    return [Call(table.room, guest, calling.about, calling.seq) for guest, calling in called if guest not in here]


def _evening(room: Room) -> Iterable[Call]:
    """Calls to all who have a seat and see no page, in the minutes before their evening."""
    table, evening, now = room.table, room.table.settings.evening, room.store.now()
    if evening.at is None or not evening.at - CALLED_MS <= now < evening.at:
        return ()
    guests = {seat.guest for seat in table.seats if seat.guest is not None}
    return [Call(table.room, guest, "evening", evening.changes) for guest in guests - room.audience.looking]


def _nudges(room: Room) -> Iterable[Call]:
    """Calls to guests who were nudged within the last minute and see no page: at most once a minute."""
    nudged = room.nudges.recent(room.store.now()).items()
    looking = room.audience.looking
    return [Call(room.table.room, guest, "nudge", at // MINUTE_MS) for guest, at in nudged if guest not in looking]
