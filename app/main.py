"""The application: every part made once, and put together."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from typing import Final

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from app import api, exports, pages, push_calls, specimen
from app.assets import Assets, own_assets
from app.bots import Bots
from app.clocks import Clocks
from app.fanout import fanout_at
from app.following import Following
from app.housekeeping import Housekeeping
from app.limits import Limits
from app.pages import Pages, page
from app.presence import Presence
from app.push import open_push
from app.replays import Replays
from app.rooms import Rooms
from app.security import COME_BACK_AFTER_S, Door, SecurityHeaders, refused
from app.server import Witness
from app.settings import Settings
from app.sockets import socket_endpoint
from app.store import Store
from app.wire import Refusal, RefusalCode
from app.writer import OutcomeUnknown
from games.text import Text, say

ABOUT: Final = "Board games with hidden information, for friends: open a table, send one link."

_STATUS_OF: Final[dict[RefusalCode, int]] = {"unknown_room": 404, "busy": 429, "forbidden": 403, "too_big": 413}
_WAIT_S: Final = {429: 60, 503: COME_BACK_AFTER_S}
_SENTENCES: Final[dict[int, tuple[RefusalCode, Text]]] = {
    404: ("unknown_room", say("There is nothing here.")),
    405: ("malformed", say("This cannot be done here.")),
    500: ("busy", say("Something went wrong here. Try again in a moment.")),
    503: ("busy", say("The server is restarting. Try again in a moment.")),
}


def create_app(settings: Settings) -> FastAPI:
    """The whole application. It opens its database when it starts, and closes it when it stops."""
    assets = own_assets()
    app: FastAPI = FastAPI(
        title="Tertulia",
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        lifespan=_open_house,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(Witness, apology=_apology),
            Middleware(Door, closing=lambda: app.state.closing),
        ],
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    _furnish(app, settings, assets)
    app.include_router(api.router)
    app.include_router(exports.router)
    app.include_router(push_calls.router)
    app.include_router(pages.router)
    app.include_router(specimen.router)
    app.add_api_websocket_route("/ws/{room}", socket_endpoint)
    app.add_exception_handler(Refusal, _on_refusal)
    app.add_exception_handler(OutcomeUnknown, _on_unknown_outcome)
    app.add_exception_handler(HTTPException, _on_http_exception)
    return app


def _furnish(app: FastAPI, settings: Settings, assets: Assets) -> None:
    """What handlers find in app.state."""
    store = Store(settings.database_url)
    fanout = app.state.fanout = fanout_at(settings.database_url, settings.node or socket.gethostname())
    app.state.settings = settings
    app.state.assets = assets
    app.state.pages = Pages(assets)
    app.state.limits = Limits(settings)
    app.state.store = store
    rooms = app.state.rooms = Rooms(store, settings, fanout)
    app.state.following = Following(store, rooms, fanout)
    presence = app.state.presence = Presence(rooms, fanout) if store.shared else None
    app.state.replays = Replays(store)
    app.state.bots = Bots(settings.bot_delay_ms / 1000)
    app.state.clocks = Clocks(store, rooms)
    app.state.housekeeping = Housekeeping(store, rooms, settings)
    rooms.watchers += [
        app.state.bots.watch,
        app.state.clocks.watch,
        app.state.housekeeping.watch,
    ]
    if presence is not None:
        rooms.watchers.append(presence.watch)
    push = app.state.push = open_push(settings, store, rooms)
    if push is not None:
        rooms.watchers.append(push.watch)
    app.state.closing = False


@asynccontextmanager
async def _open_house(app: FastAPI) -> AsyncIterator[None]:
    with ExitStack() as held:
        await _open_storage(app.state.store, held)
        async with _at_work(app):
            yield


async def _open_storage(store: Store, held: ExitStack) -> None:
    try:
        held.enter_context(store.alone())
        await store.start()
    except Exception as error:
        reason, _, _ = str(error).partition("\n")
        print(f"The database of TERTULIA_DATABASE_URL cannot be opened: {reason}", file=sys.stderr)
        raise


@asynccontextmanager
async def _at_work(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    for service in (state.fanout, state.following, state.presence, state.clocks, state.housekeeping, state.push):
        if service is not None:
            service.start()
    # What is here now stays: looking through it again and again would only make people wait.
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
    await drain(app)
    at_work = (state.push, state.bots, state.clocks, state.housekeeping, state.presence, state.following)
    for service in (*at_work, state.fanout, state.replays, state.store):
        if service is not None:
            await service.close()


async def drain(app: FastAPI) -> None:
    """Let nobody in any more, finish what is being done, and say goodbye to every page. The second time: nothing."""
    if not app.state.closing:
        app.state.closing = True
        await app.state.rooms.close()


# --- What goes wrong ----------------------------------------------------------------------------------------


async def _on_refusal(connection: HTTPConnection, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return _no(connection, _STATUS_OF.get(refusal.code, 422), refusal.code, refusal.text)


async def _on_unknown_outcome(connection: HTTPConnection, _: Exception) -> Response:
    return _no(connection, 503, "busy", say("The server could not write it down. Try again in a moment."))


async def _on_http_exception(connection: HTTPConnection, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _no(connection, error.status_code, *_SENTENCES[error.status_code], error.headers)


def _apology(scope: Scope) -> Response:
    return _no(HTTPConnection(scope), 500, *_SENTENCES[500])


def _no(
    connection: HTTPConnection, status: int, code: RefusalCode, text: Text, given: Mapping[str, str] | None = None
) -> Response:
    """A definite no: JSON for programs and sockets, a page for people."""
    headers = dict(given or {})
    if status in _WAIT_S:
        headers["retry-after"] = str(_WAIT_S[status])
    if connection.scope["type"] == "websocket" or connection.url.path.startswith("/api/"):
        return refused(status, code, text, headers)
    return page(Request(connection.scope), "error.html", status, headers, status=status, sentence=text)
