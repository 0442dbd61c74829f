"""The HTTP API for how guests are called: the Web Push subscriptions of their browsers, their webhook, and their quiet
hours. It answers 404 if push is off."""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from app.access.guest_cookies import guest_and_cookie
from app.access.security import address_of, own_site
from app.protocol.messages import Refusal
from app.push.notifier import Push
from app.quiet_hours import QuietHours, zone_of
from app.rooms.room import Room
from app.storage.guests import Guest
from app.storage.subscriptions import Subscription
from app.table.moves import first_seat, only_players
from app.web.json_bodies import StrictRoute, not_understood
from app.web.models import CallSettings, PushKey, Quiet, SetWebhook, Subscribe, WebhookShown, WebhookTrial
from app.web.openapi import BODY_REFUSED, NO_SUCH_ROOM, WISH_REFUSED, Answers, no
from app.web.reader_language import language_of
from app.web.rooms_lookup import Caller, RoomCode, open_room_for
from app.web.services import services
from games.text import say

router = APIRouter(route_class=StrictRoute)

OFF: Final = no("Push is off")
_NOT_SUBSCRIBED: Final[Answers] = {
    **BODY_REFUSED,
    404: NO_SUCH_ROOM,
    422: no("The caller has no seat, or something does not fit; the text says what"),
    429: no("Too many at once: wait a minute"),
}
_NOT_SET: Final[Answers] = {**WISH_REFUSED, 404: OFF}
_NOT_DONE: Final[Answers] = {**BODY_REFUSED, 404: OFF}
_NOT_TRIED: Final[Answers] = {**BODY_REFUSED, 404: OFF, 409: no("There is no webhook"), 429: no("Too many: wait")}


def push_of(request: Request) -> Push:
    """The service that calls players. Raises 404 where it is off."""
    push = services(request).push
    if push is None:
        raise HTTPException(404)
    return push


SwitchedOn = Annotated[Push, Depends(push_of)]


# --- Web Push -----------------------------------------------------------------------------------------------


async def _player(request: Request, room: RoomCode, _: SwitchedOn, guest: Caller) -> tuple[Guest, Room]:
    """The guest, and the room where they have a seat. Raises unknown_room, not_seated, busy."""
    live_room = await open_room_for(request, room, guest)
    if guest is None:
        raise only_players()
    first_seat(live_room.table, guest.id)
    services(request).limits.admit("push", guest.id)
    return guest, live_room


Player = Annotated[tuple[Guest, Room], Depends(_player)]


@router.get("/api/push", response_description="Push is on", responses={404: OFF})
async def read_push_key(push: SwitchedOn) -> PushKey:
    """The key with which browsers subscribe to notifications."""
    return PushKey(key=push.key)


@router.post("/api/rooms/{room}/push", status_code=204, response_description="It is noted", responses=_NOT_SUBSCRIBED)
async def subscribe(request: Request, player: Player, wish: Subscribe) -> None:
    """Be notified when it is one's turn in this room and no page of it is open. Replaces an older subscription of this
    browser, also in the caller's other rooms."""
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
        device=guest.device,
        endpoint=subscription.endpoint,
        p256dh=subscription.keys.p256dh,
        auth=subscription.keys.auth,
        page=f"{own_site(request)}/t/{live_room.table.room}",
        language=language_of(request),
    )
    await services(request).store.subscriptions.keep(row)


@router.delete(
    "/api/rooms/{room}/push", status_code=204, response_description="It is forgotten", responses=_NOT_SUBSCRIBED
)
async def unsubscribe(request: Request, player: Player) -> None:
    """Stop the notifications from this room."""
    guest, seated_in = player
    await services(request).store.subscriptions.drop(seated_in.table.room, guest.id, guest.device)


# --- In every room ------------------------------------------------------------------------------------------


@router.get("/api/calls", response_description="How they are called", responses={404: OFF})
async def read_call_settings(request: Request, push: SwitchedOn, guest: Caller) -> CallSettings:
    """How the caller is called, wherever they play."""
    if guest is None:
        return CallSettings(webhook=None, quiet=None)
    webhook, quiet = await push.webhooks.shown(guest.id), await services(request).store.quiet_times.of(guest.id)
    return CallSettings(
        webhook=None if webhook is None else WebhookShown(**webhook._asdict()),
        quiet=None if quiet is None else _shown(quiet),
    )


@router.post("/api/webhook", response_description="It is set", responses=_NOT_SET)
async def set_webhook(
    request: Request, response: Response, push: SwitchedOn, guest: Caller, wish: SetWebhook
) -> CallSettings:
    """Be called at this address, too, in place of the one before."""
    services(request).limits.admit("webhook", address_of(request))
    guest = await _known(request, response, guest)
    await push.webhooks.keep(guest.id, wish.kind, wish.address, own_site(request), language_of(request))
    return await read_call_settings(request, push, guest)


@router.delete("/api/webhook", status_code=204, response_description="It is forgotten", responses=_NOT_DONE)
async def forget_webhook(request: Request, _: SwitchedOn, guest: Caller) -> None:
    """Not be called there any more."""
    if guest is not None:
        await services(request).store.webhooks.drop(guest.id)


@router.post("/api/webhook/try", response_description="What came back", responses=_NOT_TRIED)
async def try_webhook(request: Request, push: SwitchedOn, guest: Caller) -> WebhookTrial:
    """Send a line to the caller’s webhook, and say what comes back. One that was switched off is used again if it
    works."""
    services(request).limits.admit("webhook", address_of(request))
    if guest is None:
        raise Refusal("not_now", say("There is no webhook to try."))
    services(request).limits.admit("webhook", guest.id)
    trial = await push.webhooks.trial(guest.id, guest.name)
    return WebhookTrial(taken=trial.is_taken, text=trial.text)


@router.post("/api/quiet-hours", response_description="They are set", responses=_NOT_SET)
async def set_quiet_hours(
    request: Request, response: Response, push: SwitchedOn, guest: Caller, wish: Quiet
) -> CallSettings:
    """Not be called in these hours, but when they end, if there is still reason to."""
    guest = await _known(request, response, guest)
    services(request).limits.admit("push", guest.id)
    quiet = QuietHours(_minutes(wish.begins), _minutes(wish.ends), wish.zone)
    if quiet.begins == quiet.ends:
        raise Refusal("bad_option", say("Quiet hours end at another time than they begin."))
    if zone_of(quiet.zone) is None:
        raise Refusal("bad_option", say("This server knows no time zone called {zone}.", zone=quiet.zone))
    await services(request).store.quiet_times.keep(guest.id, quiet)
    return await read_call_settings(request, push, guest)


@router.delete("/api/quiet-hours", status_code=204, response_description="There are none", responses=_NOT_DONE)
async def forget_quiet_hours(request: Request, _: SwitchedOn, guest: Caller) -> None:
    """Be called at any hour."""
    if guest is not None:
        services(request).limits.admit("push", guest.id)
        await services(request).store.quiet_times.keep(guest.id, None)


async def _known(request: Request, response: Response, guest: Guest | None) -> Guest:
    if guest is None:
        guest, response.headers["set-cookie"] = await guest_and_cookie(request, None)
    return guest


def _shown(quiet: QuietHours) -> Quiet:
    return Quiet(begins=_clock(quiet.begins), ends=_clock(quiet.ends), zone=quiet.zone)


def _minutes(clock: str) -> int:
    hours, minutes = clock.split(":")
    return 60 * int(hours) + int(minutes)


def _clock(minutes: int) -> str:
    return "{:02}:{:02}".format(*divmod(minutes, 60))
