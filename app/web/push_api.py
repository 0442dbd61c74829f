"""The HTTP API for Web Push subscriptions; answers 404 if push is off."""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.exceptions import HTTPException

from app.access.security import own_origin
from app.push.notifier import Push
from app.rooms.room import Room
from app.storage.guests import Guest
from app.storage.subscriptions import Subscription
from app.table.moves import first_seat, only_players
from app.web.json_bodies import StrictRoute, not_understood
from app.web.models import PushKey, Subscribe
from app.web.openapi import BODY_REFUSED, NO_SUCH_ROOM, Answers, no
from app.web.reader_language import language_of
from app.web.rooms_lookup import Caller, RoomCode, open_room_for
from app.web.services import services

router = APIRouter(route_class=StrictRoute)

_NOT_DONE: Final[Answers] = {
    **BODY_REFUSED,
    404: NO_SUCH_ROOM,
    422: no("The caller has no seat, or something does not fit; the text says what"),
    429: no("Too many at once: wait a minute"),
}


def _push(request: Request) -> Push:
    push = services(request).push
    if push is None:
        raise HTTPException(404)
    return push


SwitchedOn = Annotated[Push, Depends(_push)]


async def _player(request: Request, room: RoomCode, _: SwitchedOn, guest: Caller) -> tuple[Guest, Room]:
    """The guest, and the room where they have a seat. Raises unknown_room, not_seated, busy."""
    live_room = await open_room_for(request, room, guest)
    if guest is None:
        raise only_players()
    first_seat(live_room.table, guest.id)
    services(request).limits.admit("push", guest.id)
    return guest, live_room


Player = Annotated[tuple[Guest, Room], Depends(_player)]


@router.get("/api/push", response_description="Push is on", responses={404: no("Push is off")})
async def read_push_key(push: SwitchedOn) -> PushKey:
    """The key with which browsers subscribe to notifications."""
    return PushKey(key=push.key)


@router.post("/api/rooms/{room}/push", status_code=204, response_description="It is noted", responses=_NOT_DONE)
async def subscribe(request: Request, player: Player, wish: Subscribe) -> None:
    """Be notified when it is one's turn in this room and no page of it is open. Replaces an older subscription, also in
    the caller's other rooms."""
    # Imported here because its package is only needed, and perhaps installed, if push is on.
    from app.push.webpush import check

    (guest, live_room), subscription = player, wish.subscription
    try:
        check(subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth)
    except ValueError as error:
        raise not_understood(str(error)) from None
    row = Subscription(
        room=live_room.table.room,
        guest=guest.id,
        endpoint=subscription.endpoint,
        p256dh=subscription.keys.p256dh,
        auth=subscription.keys.auth,
        page=f"{own_origin(request)}/t/{live_room.table.room}",
        language=language_of(request),
    )
    await services(request).store.subscriptions.keep(row)


@router.delete("/api/rooms/{room}/push", status_code=204, response_description="It is forgotten", responses=_NOT_DONE)
async def unsubscribe(request: Request, player: Player) -> None:
    """Stop the notifications from this room."""
    guest, seated_in = player
    await services(request).store.subscriptions.drop(seated_in.table.room, guest.id)
