"""The calls by which a browser says how its player can be called. Where push is not switched on there are none."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.access.guest_cookies import known_guest
from app.access.security import own_origin
from app.protocol.messages import Refusal
from app.push.notifier import BrowserSubscription, Push, PushKey, Subscribe
from app.rooms.room import Room
from app.storage.guests import Guest
from app.storage.subscriptions import Subscription
from app.table.moves import first_seat, only_players
from app.web.api import NO_SUCH_ROOM, NotDone, open_room_for, says
from app.web.reader_language import language_of
from app.web.services import services
from games.text import say

router = APIRouter()

_NOT_DONE: Final[dict[int | str, dict[str, Any]]] = {
    403: says("Not from a page of this server: send Origin", NotDone),
    404: NO_SUCH_ROOM,
    415: says("Not application/json", NotDone),
    422: says("Not for who has no seat, or something does not fit; the text says what", NotDone),
    429: says("Too many at once: wait a minute", NotDone),
}


@router.get("/api/push", responses={200: says("It is switched on", PushKey), 404: says("It is not", NotDone)})
async def read_push_key(request: Request) -> Response:
    """The key with which browsers subscribe to be called."""
    return Response(msgspec.json.encode(PushKey(_push_of(request).key)), media_type="application/json")


@router.post(
    "/api/rooms/{room}/push",
    status_code=204,
    responses={204: {"description": "It is noted"}, **_NOT_DONE},
    openapi_extra={"requestBody": {"required": True, **says("How to be called", Subscribe)}},
)
async def subscribe(request: Request, room: str) -> Response:
    """Be called when asked in this room without a page of it open. A newer subscription takes the place of an older."""
    _push_of(request)
    guest, seated_in = await _player(request, room)
    said = _decoded(await request.body())
    wanted = Subscription(
        room=seated_in.table.room,
        guest=guest.id,
        endpoint=said.endpoint,
        p256dh=said.keys.p256dh,
        auth=said.keys.auth,
        page=f"{own_origin(request)}/t/{seated_in.table.room}",
        language=language_of(request),
    )
    store = services(request).store
    await store.subscriptions.keep(wanted)
    return Response(status_code=204)


@router.delete(
    "/api/rooms/{room}/push", status_code=204, responses={204: {"description": "It is forgotten"}, **_NOT_DONE}
)
async def unsubscribe(request: Request, room: str) -> Response:
    """Do not be called any more."""
    _push_of(request)
    guest, seated_in = await _player(request, room)
    store = services(request).store
    await store.subscriptions.drop(seated_in.table.room, guest.id)
    return Response(status_code=204)


def _push_of(request: Request) -> Push:
    push = services(request).push
    if push is None:
        raise HTTPException(404)
    return push


async def _player(request: Request, code: str) -> tuple[Guest, Room]:
    """Who asks, and the room in which he sits. Raises unknown_room, not_seated, busy."""
    guest = await known_guest(request, services(request).store)
    room = await open_room_for(request, code, guest)
    if guest is None:
        raise only_players()
    first_seat(room.table, guest.id)
    limits = services(request).limits
    if limits.push(guest.id) is not None:
        raise Refusal("busy", say("Too many tries. Wait a minute."))
    return guest, room


def _decoded(body: bytes) -> BrowserSubscription:
    # Imported here, for it is there only where push is switched on.
    from app.push.webpush import check

    try:
        said = msgspec.json.decode(body, type=Subscribe).subscription
        check(said.endpoint, said.keys.p256dh, said.keys.auth)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Refusal("malformed", say("The request is not understood: {reason}.", reason=str(error))) from None
    return said
