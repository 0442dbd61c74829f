"""The application: its routes, its error responses, and the start and shutdown of all services."""

import logging
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from typing import Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from app.access.security import WAIT_S, AdmissionMiddleware, SecurityHeadersMiddleware, refused
from app.background import Service
from app.build import VERSION
from app.i18n import CORE
from app.protocol.messages import Refusal, RefusalCode, Unavailable
from app.rooms.notices import Notices
from app.rooms.registry import no_such_room
from app.rooms.replica import IS_QUARANTINED
from app.server.listening import CannotListen, listen
from app.server.live_metrics import exposed
from app.services.garbage import collect_seldom
from app.settings import Bind, Settings
from app.storage.commit import OutcomeUnknown
from app.storage.log_queries import RoomGone
from app.storage.open_database import Unanswered
from app.storage.store import Store
from app.table.seals import Fault
from app.telemetry.json_logs import JsonLines, RequestLog
from app.web import api, calls_api, devices_api, exports, pages, privacy, websocket
from app.web.json_bodies import not_understood, what_is_wrong
from app.web.pages import page
from app.web.reader_language import language_of
from app.web.services import Services
from app.web.tables import api as tables_api
from app.web.tables import pages as tables_pages
from app.web.templates import speaker
from app.web.websocket import leads_to_a_room, serve_socket
from games.text import Text, say

log = logging.getLogger("tertulia.rooms")

ABOUT: Final = "Board games with hidden information, for friends: open a table, send one link."

_STATUS_OF: Final[dict[RefusalCode, int]] = {
    "unknown_room": 404,
    "busy": 429,
    "forbidden": 403,
    "password": 403,
    "not_now": 409,
    "too_big": 413,
}
_SENTENCES: Final[dict[int, tuple[RefusalCode, Text]]] = {
    404: ("unknown_room", say("There is nothing at this address.")),
    405: ("malformed", say("That is not possible here.")),
    426: (
        "malformed",
        say(
            "Tables need a WebSocket, and this request is none. If a table does not open, the proxy of this server "
            "does not pass WebSockets on."
        ),
    ),
    500: ("busy", say("Something went wrong here. Try again in a moment.")),
    503: ("busy", say("The server is restarting. Try again in a moment.")),
}


_METHODS: Final = {"GET": "GET", "HEAD": "GET", "POST": "POST", "DELETE": "DELETE"}
"""Those that some path takes -> the method that a route must have for it: HEAD is answered like GET."""


class Tertulia(FastAPI):
    """The application. WebSockets bypass the stack for requests, which would take half of a page's memory and time."""

    sockets: ASGIApp
    public_path: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and scope["path"].startswith(f"{self.public_path}/"):
            # As if the proxy had taken it away, as some do.
            scope["path"] = scope["path"].removeprefix(self.public_path)
        if scope["type"] == "websocket" and leads_to_a_room(scope["path"]):
            scope["app"] = self
            await self.sockets(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings. Its lifespan opens and closes the database."""
    services = Services(settings, pages.listed_games())
    app: Tertulia = Tertulia(
        title="Tertulia",
        description=ABOUT,
        version=VERSION,
        openapi_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        middleware=[Middleware(_guarded)],
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.services = services
    app.sockets = _guarded(serve_socket)
    app.public_path = settings.public_path
    parts = (pages, tables_pages, api, tables_api, devices_api, exports, calls_api, privacy, websocket)
    for part in parts:  # searched in this order at each request
        app.include_router(part.router)
    if settings.public_path:
        app.add_route(settings.public_path, _to_the_start_page)
    for kind in (Refusal, RequestValidationError, OutcomeUnknown, HTTPException, RoomGone, Fault):
        app.add_exception_handler(kind, _on_error)
    return app


async def _to_the_start_page(request: Request) -> Response:
    """The path of the site without its last slash: what is relative there would be outside."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{request.url.path}/{query}", 308)


def _guarded(app: ASGIApp) -> ASGIApp:
    """Adds the middleware that requests and WebSockets share."""
    return SecurityHeadersMiddleware(RequestLog(AdmissionMiddleware(app, _error_response), _internal_error))


class NotStarted(Exception):
    """The reason has been printed."""


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    try:
        async with _running(app):
            yield
    except NotStarted:
        raise
    except Exception:
        log.critical("the server could not start, or close", exc_info=True)
        raise


@asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    services: Services = app.state.services
    with ExitStack() as stack:
        _refuse_taken(services.settings.metrics_bind)
        await _open_storage(services.store, str(services.settings.bind), stack)
        async with exposed(services.rooms, services.limits, services.backups, services.settings.metrics_bind):
            async with AsyncExitStack() as starting:
                await _start(services, starting)
                running = starting.pop_all()
            yield
            # Not in a finally clause: a second SIGINT cancels this without waiting for services to close.
            await drain(app)
            await running.aclose()


def _refuse_taken(metrics_bind: Bind | None) -> None:
    """Check the port of the metrics while nothing is open yet, and in words that say what to do."""
    try:
        if metrics_bind is not None:
            listen(metrics_bind, "TERTULIA_METRICS_BIND").close()
    except CannotListen as why:
        print(why, file=sys.stderr)
        raise NotStarted from why


async def _open_storage(store: Store, at: str, stack: ExitStack) -> None:
    try:
        stack.enter_context(store.exclusive(at))
        await store.start()
        JsonLines.room_key = store.room_key
    except Exception as error:
        reason = store.integrity.why_not(error)
        print(f"The database of TERTULIA_DATABASE_URL cannot be opened: {reason}", file=sys.stderr)
        raise NotStarted from error


async def _start(services: Services, stack: AsyncExitStack) -> None:
    """Start everything; the stack closes it in reverse order: what watches rooms first, storage nearly last."""

    def start(*some: Service | Notices | None) -> None:
        for service in some:
            if service is not None:
                service.start()
                stack.push_async_callback(service.close)

    start(services.loop_lag)
    stack.push_async_callback(services.store.close)
    stack.push_async_callback(services.downloads.close)
    start(services.notices, services.snapshotter)
    await services.rooms.uptime.start()
    stack.push_async_callback(services.rooms.uptime.close)
    start(services.follower, services.presence, services.housekeeping, services.deadlines)
    start(services.absent_hosts, services.shared_deals, services.seat_requests)
    stack.push_async_callback(services.workers.close)
    stack.push_async_callback(services.analyses.close)
    start(services.adviser, services.bots, services.beforehand, services.database_check, services.backups)
    start(services.push, services.device_pages, services.keepers_words, services.evenings)
    collect_seldom()


async def drain(app: FastAPI) -> None:
    """Admit nobody, finish pending commands, and say goodbye to every page. Idempotent."""
    services: Services = app.state.services
    if not services.closing:
        services.closing = True
        services.rooms.closing = True
        await services.sessions.end()


# --- Errors -------------------------------------------------------------------------------------------------


async def _on_error(connection: HTTPConnection, error: Exception) -> Response:
    match error:
        case Unavailable():
            return _error_response(connection, 503, error.code, error.text)
        case Refusal():
            wait = {} if error.wait_s is None else {"retry-after": str(error.wait_s)}
            return _error_response(connection, _STATUS_OF.get(error.code, 422), error.code, error.text, wait)
        case RequestValidationError():
            return await _on_error(connection, not_understood(what_is_wrong(error)))
        case RoomGone():
            return await _on_error(connection, no_such_room())
        case Unanswered():
            return _error_response(connection, 503, *_SENTENCES[500])
        case OutcomeUnknown():
            return _error_response(connection, 503, "busy", say("The server could not save it. Try again in a moment."))
        case HTTPException(status_code=405):
            return _error_response(connection, 405, *_SENTENCES[405], {"allow": ", ".join(_methods_at(connection))})
        case HTTPException():
            return _error_response(connection, error.status_code, *_SENTENCES[error.status_code], error.headers)
        case _:  # a Fault
            fields = {"room": connection.path_params.get("room")}
            log.error("a log could not be replayed", exc_info=error, extra=fields)
            return _error_response(connection, 503, "busy", IS_QUARANTINED)


def _methods_at(connection: HTTPConnection) -> Iterator[str]:
    """All methods that the requested path takes: the exception knows those of one route (RFC 9110, 15.5.6)."""
    for method, like in _METHODS.items():
        scope = {**connection.scope, "method": like}
        if any(route.matches(scope)[0] is Match.FULL for route in connection.app.routes):
            yield method


def _internal_error(scope: Scope) -> Response:
    return _error_response(HTTPConnection(scope), 500, *_SENTENCES[500])


def _error_response(
    connection: HTTPConnection, status: int, code: RefusalCode, text: Text, given: Mapping[str, str] | None = None
) -> Response:
    """A rejection: JSON for programs and WebSockets, a page for people."""
    headers = dict(given or {})
    if status in WAIT_S:
        headers.setdefault("retry-after", str(WAIT_S[status]))
    if connection.scope["type"] == "websocket" or connection.url.path.startswith("/api/"):
        return refused(status, code, text, headers)
    request = Request(connection.scope)
    own = {"sentence": speaker(language_of(request), CORE)(text)}
    return page(request, "error.html", status, headers, own=own, status=status)
