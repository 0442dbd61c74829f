"""The session of one open page, from hello to goodbye.

Messages are accepted as they arrive and carried out in order, one at a time. Accepted messages are carried out even
when the page has gone; when the server stops, those that cannot be carried out in time are answered with `retry`.
"""

import asyncio
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from functools import partial
from typing import Final, Literal

from app.access.addresses import networks_of
from app.access.rate_limits import Limits
from app.duplicates.sharing import CLOSED, is_closed_to
from app.protocol import messages
from app.protocol.close_codes import NO_SUCH_ROOM, POLICY_VIOLATION, SERVICE_RESTART, SHOWN_THE_DOOR
from app.protocol.commands import Command, FromBrowser, Hello, Ping, Play
from app.protocol.messages import Ack, Bye, Farewell, Pong, Refusal, Refused, Retry, Welcome
from app.rooms.connection import Connection, Gone
from app.rooms.dispatch import CommandHandler
from app.rooms.outbox import Sender, Viewer
from app.rooms.page_limits import SocketLimits
from app.rooms.registry import Rooms, no_such_room
from app.rooms.room import Outcome, Room
from app.storage.commit import OutcomeUnknown
from app.storage.guests import Guest
from app.table import gathering
from app.table.event_ids import new_id
from app.telemetry import metrics
from app.telemetry.json_logs import shortened
from games.engine import Text, say

log = logging.getLogger("tertulia.sockets")

REMOVED: Final = say("The host has removed you from this table.")
HELLO_WITHIN_S: Final = 5.0
PASSWORD_WITHIN_S: Final = 300.0
INBOX_SIZE: Final = 8


class State(Enum):
    """The state of a session."""

    OPENING = "hello is expected, perhaps with a password"
    IN_ROOM = "messages are accepted and carried out"
    DRAINING = "the server is stopping: new messages are answered with retry, accepted ones are carried out"
    TURNED_AWAY = "the server stopped before the page was let in"


What = Literal["the page is let in", "the server stops"]

TRANSITIONS: Final[Mapping[State, Mapping[What, State]]] = {
    State.OPENING: {"the page is let in": State.IN_ROOM, "the server stops": State.TURNED_AWAY},
    State.IN_ROOM: {"the server stops": State.DRAINING},
    State.DRAINING: {},
    State.TURNED_AWAY: {},
}
"""The next state by what happens; all else changes nothing."""


class Session:
    """One page's session over an accepted connection."""

    def __init__(
        self, connection: Connection, rooms: Rooms, limits: Limits, guest: Guest, *, only_watches: bool = False
    ) -> None:
        """`only_watches`: whoever opens the page, it is shown what an onlooker sees, and may do nothing."""
        self._connection = connection
        self._rooms = rooms
        self._limits = limits
        self._guest = guest
        """Whoever is let in."""
        self._only_watches = only_watches
        self._socket_limits = SocketLimits(limits.message_bucket())
        self._inbox: list[tuple[FromBrowser, float]] = []
        """Accepted messages, and when they arrived."""
        self._doing: FromBrowser | None = None
        self._idle: asyncio.Event | None = None
        """Created by _until_idle(), and set when everything has been carried out."""
        self._state = State.OPENING

    @property
    def guest(self) -> Guest:
        """Whose page it is."""
        return self._guest

    async def hold(self, code: str) -> None:
        """Serve the page in the room of this code until it goes. Raises Gone when it goes, Unanswered, and Unavailable
        when nothing of the room can be shown."""
        loop = asyncio.get_running_loop()
        hello = await self._hear_hello(loop.time() + HELLO_WITHIN_S)
        until = loop.time() + PASSWORD_WITHIN_S
        while hello is not None and (room := await self._rooms.find(code)) is not None:
            if self._state is State.TURNED_AWAY:
                break
            if not {self._guest.id, self._eyes.id}.isdisjoint(room.table.people.banned):
                return await self._show_the_door(REMOVED)
            if is_closed_to(room.table, self._guest.id):
                return await self._show_the_door(CLOSED)
            # No await between finding the room and entering it: an empty room may be forgotten.
            if not room.is_locked_for(self._guest):
                return await self._stay(room, hello)
            hello = await self._unlock(room, hello)
            hello = hello or await self._hear_hello(until)
        if hello is None:
            return await self._connection.close(POLICY_VIOLATION)
        await self._send_away()

    async def _hear_hello(self, until: float) -> Hello | None:
        """The next hello, as nothing else is accepted; None if none has come by `until` (the event loop's clock), or
        too many other messages have. Raises Gone."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                return await self._listen()
        return None

    async def _listen(self) -> Hello | None:
        while True:
            try:
                text = await self._connection.hear()
                if not self._socket_limits.allows(text):
                    return None
                message = messages.decode(text)
            except Refusal as refusal:
                await self._connection.refuse(refusal)
                if not self._socket_limits.tolerates_malformed():
                    return None
                continue
            if isinstance(message, Hello):
                return message
            if isinstance(message, Ping):
                await self._connection.say(Pong())
                continue
            got = say("Expected hello, got {type}.", type=str(message.__struct_config__.tag))
            await self._connection.refuse(Refusal("not_yet", got))

    async def _unlock(self, room: Room, hello: Hello) -> Hello | None:
        """The same hello if its password was right; None after telling the page that it was not."""
        try:
            await self._check_password(room, hello.password)
            return hello
        except Refusal as refusal:
            await self._connection.refuse(refusal)
        except OutcomeUnknown as unknown:
            await self._connection.say(Retry(None, unknown.after_ms))
        return None

    async def _check_password(self, room: Room, password: str | None) -> None:
        password_hash = room.table.settings.password
        if password is None or password_hash is None:
            raise Refusal("password", gathering.NO_PASSWORD)
        self._limits.admit("password", self._connection.address)
        if not await self._limits.passwords.fits(password, password_hash):
            raise Refusal("password", gathering.WRONG_PASSWORD)
        await room.do(self._guest.id, new_id(), lambda table: gathering.let_in(table, password_hash))

    async def _stay(self, room: Room, hello: Hello) -> None:
        self._room = room
        # After a restore of the log the page starts from the beginning, as does one that has seen more than there is.
        same = hello.epoch in (None, self._rooms.store.epoch) and hello.seen <= room.table.seq
        seen = hello.seen if same else 0
        metrics.note_coming(hello.seen, room.table.seq)
        page = self._connection
        self._viewer = Viewer(room, self._eyes, seen, page.write_now, networks_of(page.address)[-1])
        self._viewer.only_watches = self._only_watches
        self._commands = CommandHandler(room, self._viewer, self._limits, page.site, page.address)
        self._note("the page is let in")
        self._viewer.answer(Welcome(self._rooms.store.epoch))
        try:
            room.enter(self._viewer)
            await self._talk(hello)
        finally:
            room.leave(self._viewer)

    @property
    def _eyes(self) -> Guest:
        """Whose view the page shows."""
        return self._guest.beside() if self._only_watches else self._guest

    async def _send_away(self) -> None:
        if self._rooms.closing or self._state is State.TURNED_AWAY:
            return await self._connection.wait_for_the_end()  # goodbye is said to this page when its turn comes
        await self._connection.refuse(no_such_room())
        await self._connection.close(NO_SUCH_ROOM)

    async def _show_the_door(self, why: Text) -> None:
        await self._connection.say(Farewell(why))
        await self._connection.close(SHOWN_THE_DOOR)

    async def _talk(self, hello: Hello) -> None:
        sender = Sender(self._viewer.outbox, self._connection)
        sender.start()
        self._put(hello)
        self._connection.deliver_to(self._take_in)
        try:
            await self._read()
        finally:
            # Accepted commands are carried out, whether or not anybody waits for the answer.
            await self._until_idle()
            await sender.stop()

    # --- Reading ---

    async def _read(self) -> None:
        while True:
            try:
                self._take_in(await self._connection.hear())
            except Refusal as refusal:
                self._refuse(None, refusal)
                self._count_malformed()

    def _take_in(self, text: str) -> None:
        if not self._socket_limits.allows(text):
            return self._flooded(text)
        try:
            message = messages.decode(text)
        except Refusal as refusal:
            self._refuse(messages.id_in(text), refusal)
            return self._count_malformed()
        if isinstance(message, Ping):
            self._commands.note_hidden(message.hidden)
            return self._viewer.answer(Pong())
        # A move that waited while this node was suspended may since have been sent to another node and refused there.
        stood_still = self._rooms.stood_still is not None and self._rooms.stood_still()
        if self._state is State.DRAINING or (stood_still and _id_of(message) is not None):
            return self._say_again(message)
        if len(self._inbox) >= INBOX_SIZE:
            return self._put_off(messages.id_in(text), say("Not so fast: one thing at a time."))
        self._put(message)

    def _put(self, message: FromBrowser) -> None:
        self._inbox.append((message, time.perf_counter()))
        self._carry_out_next()

    def _count_malformed(self) -> None:
        if not self._socket_limits.tolerates_malformed():
            self._viewer.outbox.finish(POLICY_VIOLATION)

    def _flooded(self, text: str) -> None:
        if not self._socket_limits.tolerates_flood():
            return self._viewer.outbox.finish(POLICY_VIOLATION)
        self._put_off(messages.id_in(text), say("Too many messages. Wait a moment."))

    def _put_off(self, id: str | None, why: Text) -> None:
        """Refuse a message, or ask for it again if it has an id: it may be a repetition of one being written."""
        if id is None:
            return self._refuse(None, Refusal("busy", why))
        self._viewer.answer(Retry(id, OutcomeUnknown.after_ms))

    # --- Carrying out ---

    def _carry_out_next(self) -> None:
        """Carry out the next message, unless one is under way."""
        if self._doing is None and self._inbox:
            self._doing, arrived = self._inbox.pop(0)
            game = self._room.table.game.key
            self._commands.handle(self._doing, partial(self._answer, self._doing, game, arrived))
        elif self._idle is not None and self._doing is None:
            self._idle.set()

    @property
    def _is_busy(self) -> bool:
        return self._doing is not None or bool(self._inbox)

    async def _until_idle(self) -> None:
        """Wait until all accepted messages have been carried out."""
        while self._is_busy:
            if self._idle is None or self._idle.is_set():
                self._idle = asyncio.Event()
            await self._idle.wait()

    def _answer(self, message: FromBrowser, game: str, arrived: float, outcome: Outcome | None) -> None:
        """A message has been carried out, or not: tell the page, and go on with the next one."""
        result = self._say_outcome(message, outcome)
        if isinstance(message, Play):
            metrics.note_answer(game, result, time.perf_counter() - arrived)
        self._doing = None
        self._carry_out_next()

    def _say_outcome(self, message: FromBrowser, outcome: Outcome | None) -> metrics.Result:
        id = _id_of(message)
        match outcome:
            case int() | None:
                if id is not None and outcome is not None:
                    self._viewer.answer(Ack(id, outcome))
                return "acked"
            case Refusal():
                self._refuse(id, outcome)
                return "refused"
            case OutcomeUnknown():
                self._viewer.answer(Retry(id, outcome.after_ms))
                return "unknown"
        fields = {"room": self._room.table.room, "kind": type(message).__name__, "id": shortened(id)}
        log.error("a message could not be carried out", exc_info=outcome, extra=fields)
        self._refuse(id, Refusal("busy", say("Something went wrong here. Nothing was changed.")))
        return "failed"

    # --- Going down ---

    async def end(self, until: float, retry_ms: int) -> None:
        """The server stops, or this browser is another guest now: accept nothing more, carry out accepted messages
        until `until` (the event loop's clock), and answer the rest with `retry`; then say goodbye. The page may come
        back after `retry_ms`."""
        goodbye = Bye(retry_ms)
        self._note("the server stops")
        if self._state is State.TURNED_AWAY:
            return await self._turn_away(goodbye, until)
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._until_idle()
        self._put_off_the_rest()
        self._viewer.answer(goodbye)
        self._viewer.outbox.finish(SERVICE_RESTART)

    def _note(self, what: What) -> None:
        self._state = TRANSITIONS[self._state].get(what, self._state)

    async def _turn_away(self, goodbye: Bye, until: float) -> None:
        with suppress(TimeoutError, Gone):  # a page that is gone hears nothing
            async with asyncio.timeout_at(until):
                await self._connection.say(goodbye)
                await self._connection.close(SERVICE_RESTART)

    def _put_off_the_rest(self) -> None:
        if self._doing is not None:
            self._say_again(self._doing)  # it may still be written: sending the same id again will tell
        while self._inbox:
            self._say_again(self._inbox.pop(0)[0])

    def _say_again(self, message: FromBrowser) -> None:
        self._viewer.answer(Retry(_id_of(message), OutcomeUnknown.after_ms))

    # --- Answering ---

    def _refuse(self, id: str | None, refusal: Refusal) -> None:
        self._viewer.answer(Refused(id, refusal.code, refusal.text))


def _id_of(message: FromBrowser) -> str | None:
    return message.id if isinstance(message, Command | Play) else None
