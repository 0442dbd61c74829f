"""The HTTP API for a guest's other devices: browsers that are linked to theirs and are the same guest from then on."""

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response

from app.access.guest_cookies import guest_and_cookie
from app.access.reach import friends_site
from app.access.security import address_of
from app.protocol.messages import Refusal
from app.protocol.names import clean_name
from app.rooms.links import QR_CODES
from app.storage.guests import LINK_FOR_S, MOST_DEVICES, Device, Guest
from app.web.json_bodies import StrictRoute
from app.web.models import DeviceLink, DeviceList, LinkDevice, LinkedDevice
from app.web.openapi import BODY_REFUSED, WISH_REFUSED, Answers, no
from app.web.rooms_lookup import Caller
from app.web.services import services
from games.text import say

router = APIRouter(route_class=StrictRoute)

Handle = Annotated[str, Path(description="The handle of a device, as in the list.")]
_NOT_LINKED: Final[Answers] = {**WISH_REFUSED, 409: no("The link or one of the two browsers does not allow it")}
_UNKNOWN_DEVICE: Final[Answers] = {**BODY_REFUSED, 409: no("No such device: it is not linked any more")}
USED_OR_OLD: Final = say(
    "This link has been used, or is older than {minutes} minutes. Make a new one.", minutes=LINK_FOR_S // 60
)


@router.get("/api/devices", response_description="The devices")
async def list_devices(guest: Caller, request: Request) -> DeviceList:
    """The caller’s other devices, the longest linked first."""
    if guest is None:
        return DeviceList(name=None, is_linked=False, devices=[])
    found = await services(request).store.devices.of(guest.id)
    return DeviceList(
        name=guest.name, is_linked=guest.linked_as is not None, devices=[_shown(device, guest) for device in found]
    )


def _shown(device: Device, guest: Guest) -> LinkedDevice:
    is_here = device.device == guest.device
    return LinkedDevice(device=device.handle, called=device.called, at=device.at, here=is_here)


@router.post("/api/device-links", status_code=201, response_description="The link", responses=_NOT_LINKED)
async def make_device_link(request: Request, response: Response, guest: Caller) -> DeviceLink:
    """A link that adds one device to the caller’s within fifteen minutes. It takes the place of the one before."""
    used = services(request)
    used.limits.admit("invitation", address_of(request))
    if guest is None:
        guest, response.headers["set-cookie"] = await guest_and_cookie(request, None)
    if len(await used.store.devices.of(guest.id)) >= MOST_DEVICES:
        raise Refusal("not_now", say("At most {most} devices can be linked. Unlink one first.", most=MOST_DEVICES))
    code = await used.store.devices.make_link(guest.id)
    url = f"{friends_site(request)}/devices#{code}"
    qr = await QR_CODES.of(url)
    return DeviceLink(url=url, qr=qr.path, size=qr.size, seconds=LINK_FOR_S)


@router.post("/api/devices", response_description="The browser is linked", responses=_NOT_LINKED)
async def link_device(request: Request, response: Response, guest: Caller, wish: LinkDevice) -> DeviceList:
    """Make this browser a device of the one that made the link: with all its seats and tables. The tables of this
    browser come back when it is unlinked."""
    called, used = clean_name(wish.called), services(request)
    used.limits.admit("invitation", address_of(request))
    owner = await used.store.devices.leads_to(wish.code)
    if owner is None:
        raise Refusal("not_now", USED_OR_OLD)
    if guest is None:
        guest, response.headers["set-cookie"] = await guest_and_cookie(request, None)
    await _refuse_to_link(request, guest, owner)
    if not await used.store.devices.link(wish.code, owner, guest.id, called):
        raise Refusal("not_now", USED_OR_OLD)
    used.device_pages.begin_anew(guest.id)
    return await list_devices(await used.store.guests.by_token(guest.token_hash), request)


async def _refuse_to_link(request: Request, guest: Guest, owner: str) -> None:
    """Raises not_now when this browser cannot become a device of that guest."""
    if guest.id == owner:
        raise Refusal("not_now", say("This browser and the one that made the link are already the same guest."))
    if guest.linked_as is not None:
        raise Refusal("not_now", say("This browser is linked to another one already. Unlink it first."))
    if await services(request).store.devices.of(guest.id):
        raise Refusal("not_now", say("Other devices are linked to this browser. Unlink them first."))
    if await _sit_at_one_table(request, guest.id, owner):
        raise Refusal(
            "not_now", say("You both have a seat at the same table. Leave one of the two seats, and link then.")
        )


async def _sit_at_one_table(request: Request, one: str, other: str) -> bool:
    """Whether both have a seat in the same room: as one guest they would see both hands."""
    for code in await services(request).store.guests.rooms_of_both(one, other):
        table = await services(request).rooms.glance(code)
        if table is not None and {one, other} <= {seat.guest for seat in table.seats}:
            return True
    return False


@router.delete(
    "/api/devices/{device}", status_code=204, response_description="It is unlinked", responses=_UNKNOWN_DEVICE
)
async def unlink_device(request: Request, guest: Caller, device: Handle) -> None:
    """Unlink one of the caller’s devices, which may be this very browser. It is a guest of its own again, as before."""
    used = services(request)
    linked = [] if guest is None else await used.store.devices.of(guest.id)
    found = next((each.device for each in linked if each.handle == device), None)
    if guest is None or found is None or not await used.store.devices.unlink(guest.id, found):
        raise Refusal("not_now", say("This device is not linked any more."))
    used.device_pages.begin_anew(found)
