"""The WebSocket of an open page: text in, opinions elsewhere, text out. Reading never waits for storage."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress
from typing import Final

from fastapi import WebSocket
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocketDisconnect

from app import wire
from app.errands import Errands
from app.events import LetIn
from app.hosting import is_password
from app.limits import Limits
from app.outbox import Message
from app.players import guest_of
from app.room import NO_SUCH_ROOM, SHOWN_THE_DOOR, Room, Viewer, new_id
from app.rooms import SERVICE_RESTART, Rooms
from app.security import address_of, own_origin
from app.server import WRITE_NOW
from app.store import Guest, Store, Unanswered
from app.wire import Farewell, Refusal, Refused, Retry, ToBrowser
from app.wishes import FromBrowser, Hello, Play
from app.writer import OutcomeUnknown
from games.engine import say

log = logging.getLogger("tertulia.sockets")

HELLO_WITHIN_S: Final = 5.0
PASSWORD_WITHIN_S: Final = 300.0
INBOX_SIZE: Final = 8
MALFORMED_PER_MINUTE: Final = 3
FLOODED_AFTER_S: Final = 10.0
RETRY_AFTER_MS: Final = 300

POLICY_VIOLATION: Final = 1008


async def socket_endpoint(websocket: WebSocket, room: str) -> None:
    """One page's connection, from the handshake to the end."""
    state = websocket.app.state
    limits: Limits = state.limits
    address = address_of(websocket)
    if limits.handshake(address) is not None:
        return await _deny(websocket, 429, "Too many connections at once. Try again in a minute.")
    try:
        guest, set_cookie = await guest_of(websocket, state.store)
    except Refusal as refusal:
        return await _deny(websocket, 429, str(refusal.text))
    except OutcomeUnknown:
        return await _deny(websocket, 503, "The server is busy. Try again in a moment.")
    place = limits.hold_socket(address, guest.id, room)
    if place is None:
        return await _deny(websocket, 429, "Too many open pages.")
    with place:
        await websocket.accept(_subprotocol(websocket), headers=_cookie_header(set_cookie))
        with suppress(WebSocketDisconnect):
            try:
                await _Conversation(websocket, state.rooms, state.store, limits, guest).hold(room)
            except Unanswered:
                await websocket.close(SERVICE_RESTART)  # the page comes back by itself


async def _deny(websocket: WebSocket, status: int, sentence: str) -> None:
    await websocket.send_denial_response(PlainTextResponse(sentence, status))


def _subprotocol(websocket: WebSocket) -> str | None:
    return wire.SUBPROTOCOL if wire.SUBPROTOCOL in websocket.scope["subprotocols"] else None


def _cookie_header(set_cookie: str | None) -> list[tuple[bytes, bytes]]:
    return [] if set_cookie is None else [(b"set-cookie", set_cookie.encode("latin-1"))]


class _Conversation:
    """What is said on one connection. Three parts work side by side: the reader takes messages in, the worker
    carries them out in their order, the writer empties the outbox and closes."""

    def __init__(self, websocket: WebSocket, rooms: Rooms, store: Store, limits: Limits, guest: Guest) -> None:
        self._websocket = websocket
        self._rooms = rooms
        self._store = store
        self._limits = limits
        self._guest = guest
        self._budget = limits.message_bucket()
        self._inbox: deque[FromBrowser] = deque()
        self._arrived = asyncio.Event()
        self._ended = False
        self._malformed: deque[float] = deque(maxlen=MALFORMED_PER_MINUTE)
        self._flooded_since: float | None = None

    async def hold(self, code: str) -> None:
        hello = await self._hello(HELLO_WITHIN_S)
        while hello is not None and (room := await self._rooms.find(code)) is not None:
            if self._guest.id in room.table.people.banned:
                return await self._show_the_door()
            # No await between finding the room and entering it: an empty room may be forgotten.
            if not room.is_locked_for(self._guest):
                return await self._stay(room, hello)
            hello = await self._unlock(room, hello) or await self._hello(PASSWORD_WITHIN_S)
        if hello is None:
            return await self._websocket.close(POLICY_VIOLATION)
        await self._send_away()

    async def _unlock(self, room: Room, hello: Hello) -> Hello | None:
        """The same hello again, if it knew the password; None after saying that one is wanted."""
        try:
            await self._check_password(room, hello.password)
            return hello
        except Refusal as refusal:
            await self._websocket.send_text(wire.encode(Refused(None, refusal.code, refusal.text)))
        except OutcomeUnknown:
            await self._websocket.send_text(wire.encode(Retry(None, RETRY_AFTER_MS)))
        return None

    async def _check_password(self, room: Room, password: str | None) -> None:
        kept = room.table.manners.password
        if password is None or kept is None:
            raise Refusal("password", say("This table has a password. Ask your host for it."))
        if self._limits.password(address_of(self._websocket)) is not None:
            raise Refusal("busy", say("Too many tries. Wait a minute."))
        if not await asyncio.to_thread(is_password, password, kept):
            raise Refusal("password", say("That is not the password of this table."))
        await room.do(self._guest.id, new_id(), lambda table: LetIn())

    async def _stay(self, room: Room, hello: Hello) -> None:
        self._room = room
        extension = self._websocket.scope.get("extensions", {}).get(WRITE_NOW, {})
        # Who has seen more than there is was here before the log was put back from a copy: he starts anew.
        seen = hello.seen if hello.seen <= room.table.seq else 0
        self._viewer = Viewer(room, self._guest, seen, extension.get("write"))
        self._errands = Errands(room, self._viewer, self._store, self._limits, own_origin(self._websocket))
        room.enter(self._viewer)
        self._inbox.append(hello)
        self._arrived.set()
        try:
            await self._talk()
        finally:
            room.leave(self._viewer)

    async def _hello(self, within: float) -> Hello | None:
        """The first message; None when it does not come in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while True:
                    try:
                        message = wire.decode(await self._next_text())
                        if isinstance(message, Hello):
                            return message
                        raise Refusal("not_yet", say("Say hello first."))
                    except Refusal as refusal:
                        await self._websocket.send_text(wire.encode(Refused(None, refusal.code, refusal.text)))
        return None

    async def _send_away(self) -> None:
        if self._rooms.closing:
            return await self._websocket.close(SERVICE_RESTART)
        text = say("There is no such table. Ask your host for the link again.")
        await self._websocket.send_text(wire.encode(Refused(None, "unknown_room", text)))
        await self._websocket.close(NO_SUCH_ROOM)

    async def _show_the_door(self) -> None:
        text = say("The host has asked you to leave.")
        await self._websocket.send_text(wire.encode(Farewell(text)))
        await self._websocket.close(SHOWN_THE_DOOR)

    async def _talk(self) -> None:
        writer = asyncio.create_task(self._write())
        worker = asyncio.create_task(self._work())
        try:
            await self._read()
        finally:
            # What has been taken in is carried out, whether or not anybody waits for the answer.
            self._ended = True
            self._arrived.set()
            await worker
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    # --- Reading ---

    async def _read(self) -> None:
        while True:
            try:
                self._take_in(await self._next_text())
            except Refusal as refusal:
                self._refuse(None, refusal)
                self._count_malformed()

    async def _next_text(self) -> str:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text: str | None = message.get("text")
        if text is None:
            raise Refusal("malformed", say("Messages are text, not binary."))
        return text

    def _take_in(self, text: str) -> None:
        if not self._budget.take(len(text)):
            return self._flooded(text)
        self._flooded_since = None
        try:
            message = wire.decode(text)
        except Refusal as refusal:
            self._refuse(wire.id_in(text), refusal)
            return self._count_malformed()
        if len(self._inbox) >= INBOX_SIZE:
            return self._refuse(wire.id_in(text), Refusal("busy", say("Not so fast: one thing after the other.")))
        self._inbox.append(message)
        self._arrived.set()

    def _count_malformed(self) -> None:
        now = time.monotonic()
        self._malformed.append(now)
        if len(self._malformed) == MALFORMED_PER_MINUTE and now - self._malformed[0] < 60:
            self._viewer.outbox.finish(POLICY_VIOLATION)

    def _flooded(self, text: str) -> None:
        now = time.monotonic()
        if self._flooded_since is None:
            self._flooded_since = now
        elif now - self._flooded_since > FLOODED_AFTER_S:
            return self._viewer.outbox.finish(POLICY_VIOLATION)
        self._refuse(wire.id_in(text), Refusal("busy", say("Too many messages. Wait a moment.")))

    # --- Carrying out ---

    async def _work(self) -> None:
        while True:
            while not self._inbox:
                if self._ended:
                    return
                self._arrived.clear()
                await self._arrived.wait()
            message = self._inbox.popleft()
            id = message.id if isinstance(message, Play) else None
            try:
                await self._errands.carry_out(message)
            except Refusal as refusal:
                self._refuse(id, refusal)
            except OutcomeUnknown:
                self._answer(Retry(id, RETRY_AFTER_MS))
            except Exception:
                log.exception("a message could not be carried out: type=%s", type(message).__name__)
                self._refuse(id, Refusal("busy", say("Something went wrong here. Nothing was changed.")))

    # --- Writing ---

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            code = await self._viewer.outbox.send_all(self._websocket.send_text)
            await self._websocket.close(code)

    def _refuse(self, id: str | None, refusal: Refusal) -> None:
        self._answer(Refused(id, refusal.code, refusal.text))

    def _answer(self, message: ToBrowser) -> None:
        self._viewer.outbox.put(Message(wire.encode(message), None))
