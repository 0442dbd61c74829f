"""What this server keeps about people, as a page, and how they have themselves forgotten."""

import re
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from app.access.guest_cookies import no_cookie
from app.i18n import CORE, PAGES
from app.keeper.forgetting import forget
from app.settings import Settings
from app.storage.guests import GONE_AFTER_DAYS, PASSED_BY_AFTER_DAYS
from app.web.json_bodies import StrictRoute
from app.web.openapi import BODY_REFUSED
from app.web.pages import page
from app.web.rooms_lookup import Caller
from app.web.services import services

router = APIRouter(route_class=StrictRoute)

_LINK: Final = re.compile(r"(https?://|mailto:)\S+")


@router.get("/privacy", include_in_schema=False)
async def privacy_page(request: Request) -> Response:
    """What is kept, for how long by the settings in force, who can see it, and how to have it deleted."""
    settings = services(request).settings
    script = "pages/privacy.js"
    return page(request, "privacy.html", parts=(CORE, PAGES), scripts=(script,), shared=lambda: _facts(settings))


def _facts(settings: Settings) -> dict[str, Any]:
    return {
        "kept": settings,
        "imprint_link": settings.imprint if _LINK.fullmatch(settings.imprint) else None,
        "known_days": GONE_AFTER_DAYS,
        "nameless_days": PASSED_BY_AFTER_DAYS,
    }


@router.delete(
    "/api/guest", status_code=204, response_description="The caller is forgotten", responses=dict(BODY_REFUSED)
)
async def forget_guest(request: Request, response: Response, guest: Caller) -> None:
    """Forget the caller: name, cookie, linked devices, notifications, webhook and quiet hours, on all their devices.
    What they have played and said stays at the tables where they did, as long as these are kept."""
    response.headers["set-cookie"] = no_cookie(request)
    if guest is not None and await forget(services(request).store, guest.id):
        await services(request).keepers_words.listen()
