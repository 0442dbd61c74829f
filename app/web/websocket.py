"""A page's WebSocket: admission, identification of its guest, and the connection that its session uses."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, HTTPException, Request, WebSocket
from starlette.routing import WebSocketRoute
from starlette.types import Message, Receive, Scope, Send

from app.access.guest_cookies import guest_and_cookie, known_guest, temporary_guest
from app.access.rate_limits import TOO_MANY
from app.access.reach import friends_site
from app.access.security import address_of
from app.protocol.close_codes import (
    QUARANTINED,
    SERVICE_RESTART,
    TOO_FAST,
    TOO_MANY_PAGES,
    TOO_MANY_PAGES_OF_ADDRESS,
)
from app.protocol.extensions import DIRECT, DirectSocket
from app.protocol.messages import SUBPROTOCOL, Farewell, Refusal, Refused, Unavailable, encode
from app.rooms.connection import Connection, Gone
from app.rooms.session import Session
from app.storage.commit import OutcomeUnknown
from app.storage.guests import Guest
from app.storage.open_database import Unanswered
from app.web.services import services
from games.text import Text, say

_SOCKETS: Final = "/ws/"
FULL_GUEST: Final = say("Too many pages of this site are open in your browser. Close one, and this one goes on.")
FULL_ADDRESS: Final = say("Too many pages of this site are open from your network. Close one, and this one goes on.")
UNSAVED: Final = say("The server cannot save anything at the moment. This page tries again by itself.")


router = APIRouter()


@router.get("/ws/{room}", include_in_schema=False)
async def refuse_without_upgrade(request: Request) -> None:
    """A request that a proxy has passed on without its Upgrade, or one from no page (RFC 9110, 15.5.22)."""
    services(request).proxy_warnings.note_no_upgrade()
    raise HTTPException(426, headers={"upgrade": "websocket", "connection": "upgrade"})


def leads_to_a_room(path: str) -> bool:
    """Whether this is the path of a room's socket: /ws/ and one more part, whatever that is."""
    return path.startswith(_SOCKETS) and "/" not in path[len(_SOCKETS) :]


async def serve_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one page's connection from handshake to end."""
    scope["route"] = _ROUTE
    room = scope["path"].removeprefix(_SOCKETS)
    scope["path_params"] = {"room": room}
    websocket = WebSocket(scope, receive, send)
    used = services(websocket)
    limits = used.limits
    address = address_of(websocket)
    if limits.wait("handshake", address) is not None:
        return await _say_no(websocket, TOO_FAST, TOO_MANY["handshake"])
    try:
        guest, headers = await _guest_in(room, websocket)
    except Refusal as refusal:
        return await _say_no(websocket, TOO_FAST, refusal.text)
    except OutcomeUnknown:
        return await _say_no(websocket, SERVICE_RESTART, UNSAVED)
    place = limits.hold_socket(address, guest.id, room)
    if place is None:
        if limits.is_address_full(address):
            return await _say_no(websocket, TOO_MANY_PAGES_OF_ADDRESS, FULL_ADDRESS)
        return await _say_no(websocket, TOO_MANY_PAGES, FULL_GUEST)
    with place:
        try:
            protocol = SUBPROTOCOL if SUBPROTOCOL in scope["subprotocols"] else None
            await websocket.accept(protocol, headers=headers)
        except OSError:
            return  # the client has gone already
        direct = scope.get("extensions", {}).get(DIRECT, {})
        only_watches = "tv" in websocket.query_params
        connection = WebSocketConnection(receive, send, address, friends_site(websocket), direct.get("socket"))
        del websocket, headers, direct  # a page that stays open needs nothing of its handshake
        scope["headers"] = []
        session = Session(connection, used.rooms, limits, guest, only_watches=only_watches)
        with suppress(Gone), used.sessions.track(session):
            try:
                await session.hold(room)
            except Unanswered:
                await connection.close(SERVICE_RESTART)  # the page reconnects by itself
            except Unavailable as why:
                await connection.say(Farewell(why.text))
                await connection.close(QUARANTINED)


async def _guest_in(room: str, websocket: WebSocket) -> tuple[Guest, list[tuple[bytes, bytes]]]:
    """The guest, and the headers with their cookie. Nobody becomes a guest by asking for a room that does not exist: a
    node started on the wrong database would replace the cookies that all others know."""
    known = await known_guest(websocket)
    with suppress(Unanswered, Unavailable):
        if known is None and await services(websocket).rooms.find(room) is None:
            return temporary_guest(), []
    guest, set_cookie = await guest_and_cookie(websocket, known)
    return guest, [(b"set-cookie", set_cookie.encode("latin-1"))]


async def _say_no(websocket: WebSocket, code: int, why: Text) -> None:
    """Accept, say why, and close: a script learns nothing of a refused handshake. Nothing is read, and it costs about
    as much as an answer of 429."""
    with suppress(OSError):  # the client has gone already
        await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in websocket.scope["subprotocols"] else None)
        await websocket.send_text(encode(Refused(None, "busy", why)).decode())
        await websocket.close(code)


_ROUTE: Final = WebSocketRoute(_SOCKETS + "{room}", serve_socket)
"""Names the route in logs; nothing is routed by it."""


class WebSocketConnection(Connection):
    """Keeps only what an open socket needs of ASGI, and nothing of the handshake."""

    def __init__(self, receive: Receive, send: Send, address: str, site: str, socket: DirectSocket | None) -> None:
        """`socket`: if the server has the extension of app/protocol/extensions.py."""
        self.address = address
        self.site = site
        self._receive = receive
        self._send = send
        self._socket = socket
        self.write_now = None if socket is None else socket.write_now
        self._is_open = True
        self._is_open = True

    def deliver_to(self, receiver: Callable[[str], None]) -> None:
        if self._socket is not None:
            self._socket.receiver = receiver

    async def hear(self) -> str:
        text: str | None = (await self._receive_or_gone()).get("text")
        if text is None:
            raise Refusal("malformed", say("Messages are text, not binary."))
        return text

    async def _receive_or_gone(self) -> Message:
        if not self._is_open:
            raise Gone
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._is_open = False
            raise Gone
        return message

    async def until_writable(self) -> None:
        if self._socket is not None:
            await self._socket.until_writable()

    async def send(self, message: bytes) -> None:
        if not self._is_open:
            raise Gone
        await self._send_or_gone({"type": "websocket.send", "text": message.decode()})

    async def close(self, code: int) -> None:
        if self._is_open:
            self._is_open = False
            await self._send_or_gone({"type": "websocket.close", "code": code, "reason": ""})

    async def _send_or_gone(self, message: Message) -> None:
        try:
            await self._send(message)
        except OSError:  # ASGI's error for a closed connection
            self._is_open = False
            raise Gone from None

    async def wait_for_the_end(self) -> None:
        while True:
            await self._receive_or_gone()
