"""Notifies players by Web Push, with the table's name and nothing of the game: those who see no page of their table,
once per question; and those who are away, once before something of theirs passes to somebody else."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from app.background import Service
from app.i18n import CORE, Speaker
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import BadSetting, Settings
from app.storage.commit import OutcomeUnknown
from app.storage.subscriptions import Subscription
from app.table.clock import GRACE_MS, AtStake
from app.table.moves import asked_seats, is_practice
from app.table.state import Table
from games.text import Text, say

if TYPE_CHECKING:
    from app.push.webpush import PushSender

log = logging.getLogger("tertulia.push")

WAIT_S: Final = 10.0
MOST_WAITING: Final = 500
SENDERS: Final = 32
"""Each waits for one push service at a time. Clients name these: a few that never answer must not delay the others."""
GONE: Final = (404, 410)
TOO_MANY: Final = 429
TRIES: Final = 3
TRY_AGAIN_S: Final = 60.0
"""Delay before a failing push service is tried again; it doubles each time."""
KEPT_S: Final = 3 * 24 * 3600
"""How long a push service keeps a message, at most: phones are off at night, and laptops over a weekend."""
DECLARATIVE: Final = 8030  # the magic number of declarative messages

# --- Notifying ----------------------------------------------------------------------------------------------


class Call(NamedTuple):
    """A notification to be sent."""

    room: str
    guest: str
    number: int
    """Of the question, or of the event that called them."""
    about: AtStake | None = None
    """What may pass to somebody else; None: they are asked a question."""
    tried: int = 0
    """How often delivery has failed."""


class Push(Service):
    """Watches rooms for players who are to be called."""

    def __init__(self, rooms: Rooms, sender: PushSender, wait_s: float = WAIT_S) -> None:
        self.key = sender.key.public
        self._rooms = rooms
        self._store = rooms.store
        self._sender = sender
        self._wait_s = wait_s
        self._store.subscriptions.are_used = True
        self._alarms: dict[str, dict[Call, asyncio.TimerHandle]] = {}
        """Room -> timers of its calls."""
        self._calls: asyncio.Queue[Call] = asyncio.Queue(MOST_WAITING)

    def start(self) -> None:
        for _ in range(SENDERS):
            self._tasks.start(self._send())

    async def close(self) -> None:
        for alarm in [alarm for alarms in self._alarms.values() for alarm in alarms.values()]:
            alarm.cancel()
        await super().close()

    def watch(self, room: Room) -> None:
        """Set a timer for every player to be called, after the room changed, somebody came or went, or a page was
        hidden."""
        code, calls = room.table.room, _calls_from(room)
        if not self._rooms.is_live(room):
            self._alarms.pop(code, None)  # evicted because nobody is there; its timers run on
            return
        alarms = self._alarms.setdefault(code, {})
        for call in alarms.keys() - calls:
            alarms.pop(call).cancel()
        for call in calls - alarms.keys():
            wait_s = self._wait_s if call.about is None else 0  # others wait for them from this moment on
            alarms[call] = asyncio.get_running_loop().call_later(wait_s, self._put, call)

    def _put(self, call: Call) -> None:
        try:
            self._calls.put_nowait(call)
        except asyncio.QueueFull:
            log.warning("too many notifications at once: one was dropped", extra={"room": call.room})

    async def _send(self) -> None:
        while True:
            call = await self._calls.get()
            try:
                await self._call(call)
            except OutcomeUnknown:  # nobody else sets a timer for this question again
                asyncio.get_running_loop().call_later(TRY_AGAIN_S, self._put, call)
            except Exception as error:
                _note_failure(call, error)

    async def _call(self, call: Call) -> None:
        subscriptions, place = self._store.subscriptions, (call.room, call.guest)
        to = await subscriptions.of(*place)
        if to is None or call.number <= (to.called if call.about is None else to.warned):
            return
        room = await self._rooms.find(call.room)
        if room is None or call._replace(tried=0) not in _calls_from(room):
            return
        if not await subscriptions.note_called(*place, call.number, warned=call.about is not None):
            return  # sent by another process
        is_over = False
        try:
            is_over = await self._deliver(call, to, room.table)
        finally:
            if not is_over:  # also if this process ends meanwhile: the next one calls
                await subscriptions.note_uncalled(*place, call.number, warned=call.about is not None)
        if not is_over:
            self._tasks.start(self._call_again(call))

    async def _deliver(self, call: Call, to: Subscription, table: Table) -> bool:
        """Deliver the message. Returns false when it is worth another try."""
        text, kept_s = message(to, table.game.title, _host(table, call.guest), call.about), _kept_s(table)
        try:
            status = await self._sender.deliver(to, text, _topic(call.room), kept_s)
        except OSError as error:
            _note_failure(call, error)
            return False
        if status in GONE:
            await self._store.subscriptions.drop_endpoint(to.endpoint)
        elif status >= 300:
            log.warning("a push service answered with %d", status, extra={"room": call.room})
        return status != TOO_MANY and status < 500

    async def _call_again(self, call: Call) -> None:
        if call.tried < TRIES:
            await asyncio.sleep(TRY_AGAIN_S * 2**call.tried)
            self._put(call._replace(tried=call.tried + 1))


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
    return Push(rooms, PushSender(key, settings.push_contact))


def message(to: Subscription, title: str, host: str | None = None, about: AtStake | None = None) -> bytes:
    """A declarative message, which browsers can show without a service worker; opening it leads to the table. `host`:
    whose table it is, if it is another player's."""
    speak = Speaker(to.language, (CORE,))
    notification: dict[str, Any] = {
        "title": speak(say("{game} · Tertulia", game=title)),
        "body": speak(_why(host, about)),
        "lang": to.language,
        "dir": "ltr",
        "tag": to.room,
        "navigate": to.page,
    }
    if about is not None:
        # Heard, though it takes the place of "It's your turn", which they have not followed.
        notification["renotify"] = True
    return msgspec.json.encode({"web_push": DECLARATIVE, "notification": notification})


def _host(table: Table, guest: str) -> str | None:
    """The name of the host, if that is somebody else."""
    return None if table.host == guest else table.people.name_of(table.host)


def _why(host: str | None, about: AtStake | None) -> Text:
    match about:
        case "seat":
            return say("Someone is asking for your seat.")
        case "host":
            return say("The others are waiting for their host.")
    return say("It’s your turn at {host}’s table.", host=host) if host else say("It’s your turn.")


def _note_failure(call: Call, error: Exception) -> None:
    """Log an error without its text, which may contain the endpoint, its owner's secret."""
    log.warning("a notification failed: %s", type(error).__name__, extra={"room": call.room})


def _topic(room: str) -> str:
    """At most 32 letters (RFC 8030, 5.4) that do not reveal the room to a push service."""
    return urlsafe_b64encode(hashlib.sha256(f"push/{room}".encode()).digest()[:24]).decode()


def _kept_s(table: Table) -> int:
    """How long a message is kept: not after the player's time is up. It follows from the settings alone, since push
    services read it."""
    clock = table.settings.clock
    return KEPT_S if clock is None else min(KEPT_S, clock.seconds + GRACE_MS // 1000)


def _calls_from(room: Room) -> set[Call]:
    return set() if room.is_broken else _questions(room) | _warnings(room)


def _questions(room: Room) -> set[Call]:
    """Calls to guests who are asked and see no page, unless nobody but bots waits for them."""
    table, playing = room.table, room.table.playing
    if playing is None or (is_practice(table) and table.settings.clock is None):
        return set()
    seats = (table.seats[seat] for seat in asked_seats(table))
    guests = {seat.guest for seat in seats if seat.guest is not None and seat.bot is None}
    return {Call(table.room, guest, playing.state.question.number) for guest in guests - room.audience.looking}


def _warnings(room: Room) -> set[Call]:
    """Calls to guests who are away and of whom something may pass to somebody else."""
    table, here = room.table, room.audience.here
    called = ((guest, calling) for guest, callings in table.people.called.items() for calling in callings)
    return {Call(table.room, guest, calling.seq, calling.about) for guest, calling in called if guest not in here}
