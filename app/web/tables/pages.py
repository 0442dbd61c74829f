"""The page of several tables with one deal, and their replays as it shows them side by side."""

from typing import Final

from fastapi import APIRouter, Request, Response

from app.access.guest_cookies import is_crawler, known_guest
from app.access.reach import friends_site
from app.access.security import with_frames, within_frames
from app.i18n import CORE, PAGES
from app.previews import preview_of_table
from app.web.pages import page, replay_page
from app.web.rooms_lookup import find_room, table_of_preview
from app.web.services import services
from app.web.tables.api import described
from app.web.templates import json_in_page

POLICY: Final = "content-security-policy"

router = APIRouter(include_in_schema=False)


@router.get("/t/{room}/tables")
async def tables_page(request: Request, room: str) -> Response:
    """The tables before they are dealt, while they play, and compared. Found by the code of any of them."""
    if is_crawler(request):
        return await _preview_page(request, room)
    guest = await known_guest(request)
    live_room = await find_room(request, room, guest)
    told = await described(request, live_room, guest)
    boot = {"room": room, "site": friends_site(request), "tables": told.model_dump()}
    answer = page(
        request,
        "tables.html",
        parts=(CORE, PAGES, told.game),
        scripts=("pages/tables.js",),
        own={"boot": json_in_page(boot), "room": room},
        shared=lambda: {"title": told.title},
        game=told.game,
    )
    answer.headers[POLICY] = with_frames(answer.headers[POLICY])
    return answer


@router.get("/t/{room}/beside")
async def replay_beside(request: Request, room: str, game: str | None = None) -> Response:
    """The replay of a finished game, for a frame in that page."""
    answer = await replay_page(request, room, game)
    answer.headers[POLICY] = within_frames(answer.headers[POLICY])
    return answer


async def _preview_page(request: Request, room: str) -> Response:
    """For crawlers: what a link to the table shows."""
    table = await table_of_preview(request, room)
    preview = preview_of_table(table, services(request).store.now())
    return page(request, "glimpse.html", parts=(CORE, table.game.key), preview=preview)
