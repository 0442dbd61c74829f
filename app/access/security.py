"""Where requests may come from, and the security headers of every response.

A request's claims count only if they can be verified: an address in a header only from a trusted proxy, an origin only
if it is this server's. The middleware is plain ASGI.
"""

import asyncio
import math
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.access.addresses import host_in, is_local, parsed_address
from app.access.proxy_warnings import Proxy, proxy_before
from app.access.services import AccessServices
from app.protocol.messages import RefusalCode
from games.text import Text, say

MAX_BODY_BYTES: Final = 8192
SAFE_METHODS: Final = ("GET", "HEAD")
WAIT_S: Final = {429: 60, 503: 2}
"""Status of a refusal -> the seconds after which a client may come back."""
_ORIGIN: Final = re.compile(r"https?://([a-z0-9._-]{1,253}|\[[0-9a-f:.]+\])(?::\d{1,5})?")
HELD_BACK_S: Final = 1.0
"""How long the refusal of one request too many is held back."""
_UNCOUNTED: Final = ("/static/", "/livez", "/readyz", "/favicon.ico", "/worker.js")
"""Kept by browsers and made once, or asked for by what watches the server."""
NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})

Header = tuple[bytes, bytes]
ErrorResponse = Callable[[HTTPConnection, int, RefusalCode, Text, Mapping[str, str]], Response]

# --- Response headers ---------------------------------------------------------------------------------------


ON_EVERY_ANSWER: Final[tuple[Header, ...]] = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
)
# Browsers apply these to documents only; on dozens of modules they would be dead weight.
ON_EVERY_PAGE: Final[tuple[Header, ...]] = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
NOTHING_ALLOWED: Final[Header] = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")


def page_policy(import_map_hash: str | None) -> str:
    """The Content-Security-Policy of a page. `import_map_hash`: sha256-… of its inline script, if any."""
    inline = f" '{import_map_hash}'" if import_map_hash else ""
    return (
        f"default-src 'none'; script-src 'self'{inline}; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        "trusted-types lit-html worker"
    )


def with_frames(policy: str) -> str:
    """This policy for a page that shows other pages of this server in frames."""
    return f"{policy}; frame-src 'self'"


def within_frames(policy: str) -> str:
    """This policy for a page that other pages of this server, and no others, show in frames."""
    return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")


class SecurityHeadersMiddleware:
    """Adds security headers to every response; the default is a policy that allows nothing, and no caching."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_completed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message = {**message, "headers": self._completed(message.get("headers", []))}
            await send(message)

        await self._app(scope, receive, send_completed)

    def _completed(self, headers: Sequence[Header]) -> list[Header]:
        present = dict(headers)
        on_pages = ON_EVERY_PAGE if present.get(b"content-type", b"").startswith(b"text/html") else ()
        policy = () if NOTHING_ALLOWED[0] in present else (NOTHING_ALLOWED,)
        cache_control = () if b"cache-control" in present else ((b"cache-control", b"no-store"),)
        return [*headers, *ON_EVERY_ANSWER, *on_pages, *policy, *cache_control]


# --- Origin of a connection ---------------------------------------------------------------------------------


def address_of(connection: HTTPConnection) -> str:
    """The client's address: the socket's, or behind trusted proxies the nearest untrusted one in X-Forwarded-For."""
    address = _peer(connection)
    for forwarded in reversed(_listed(connection, "x-forwarded-for")):
        before = parsed_address(forwarded)
        if not _is_trusted(address, connection) or before is None:
            break
        address = before
    return str(address or "unknown")


def own_origin(connection: HTTPConnection) -> str:
    """This server's origin as the client sees it; empty when unknown."""
    settings = AccessServices.of(connection).settings
    host = connection.headers.get("host", "")
    if not settings.public_origin:
        return f"{_scheme_of(connection)}://{host}" if host else ""
    matching = [origin for origin in settings.public_origin if origin.partition("://")[2] == host]
    return (matching or settings.public_origin)[0]


def own_site(connection: HTTPConnection) -> str:
    """The URL under which the client finds this site, without a slash at its end; empty when unknown."""
    origin = own_origin(connection)
    return origin and origin + AccessServices.of(connection).settings.public_path


def origin_ok(connection: HTTPConnection) -> bool:
    """Whether the request has exactly one Origin header, and it is ours."""
    settings = AccessServices.of(connection).settings
    own = settings.public_origin or (own_origin(connection),)
    origins = connection.headers.getlist("origin")
    return len(origins) == 1 and bool(origins[0]) and origins[0] in own


def _why_foreign(connection: HTTPConnection) -> Text:
    """Why the request's Origin is not ours: that of another page, or ours as the settings do not have it."""
    services = AccessServices.of(connection)
    ours = services.settings.public_origin or (own_origin(connection),)
    came = connection.headers.get("origin", "")
    for own in ours:
        if _place(came) is not None and _place(came) == _place(own):
            services.proxy_warnings.note_origin(own, came)
            sentence = (
                "You have opened {came}, and this server takes itself for {own}. Its operator has to set "
                "TERTULIA_PUBLIC_ORIGIN to what people open."
            )
            return say(sentence, came=came, own=own)
    return say("This came from another page: the header Origin must be that of this server.")


def _place(origin: str) -> str | None:
    """The host of an origin, whatever its scheme and port; None if it is no origin of a page."""
    match = _ORIGIN.fullmatch(origin)
    return match and match[1]


def _scheme_of(connection: HTTPConnection) -> str:
    scheme = {"ws": "http", "wss": "https"}.get(connection.scope["scheme"], connection.scope["scheme"])
    forwarded = _listed(connection, "x-forwarded-proto")
    if forwarded and _is_trusted(_peer(connection), connection):
        return "https" if forwarded[-1] in ("https", "wss") else "http"
    return str(scheme)


def _listed(connection: HTTPConnection, header: str) -> list[str]:
    return [part.strip() for line in connection.headers.getlist(header) for part in line.split(",")]


def came_through_proxy(connection: HTTPConnection) -> bool:
    """Whether a trusted proxy has passed this on, so that its headers can be believed."""
    return _is_trusted(_peer(connection), connection)


def way_of(connection: HTTPConnection) -> tuple[str, Proxy]:
    """The address that this request comes from, before any header is believed, and the proxy that it may be."""
    peer = _peer(connection)
    return str(peer or "unknown"), proxy_before(connection, peer, AccessServices.of(connection).settings)


def _peer(connection: HTTPConnection) -> IPv4Address | IPv6Address | None:
    return parsed_address(connection.client.host if connection.client else "")


def _is_trusted(address: IPv4Address | IPv6Address | None, connection: HTTPConnection) -> bool:
    trusted = AccessServices.of(connection).settings.trusted_proxies
    return address is not None and any(address in network for network in trusted)


# --- Admission ----------------------------------------------------------------------------------------------


def refused(status: int, code: RefusalCode, text: Text, headers: Mapping[str, str] = NO_HEADERS) -> Response:
    """A JSON response that rejects a request, with the reason in words."""
    body = msgspec.json.encode({"code": code, "text": text})
    return Response(body, status, headers, media_type="application/json")


class AdmissionMiddleware:
    """Rejects requests for other hosts, and those of an address or guest that asks for too much. Rejects unsafe
    requests and WebSockets from foreign pages and during shutdown, and unsafe requests whose body is not JSON of at
    most 8 KiB."""

    def __init__(self, app: ASGIApp, error_response: ErrorResponse) -> None:
        """`error_response` makes the response to a request that is answered with a page."""
        self._app = app
        self._error_response = error_response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = None
        if scope["type"] in ("http", "websocket"):
            connection = HTTPConnection(scope)
            refusal = await self._over_rate(connection) or self._refusal(connection)
            services = AccessServices.of(connection)
            services.proxy_warnings.check(connection, _peer(connection), services.settings)
        if refusal is None and scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            refusal, receive = await _body_within_limits(scope, receive)
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, connection: HTTPConnection) -> Response | None:
        refusal, scope = self._wrong_host(connection), connection.scope
        if refusal is None and (scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS):
            return self._unsafe(connection)
        return refusal

    def _wrong_host(self, connection: HTTPConnection) -> Response | None:
        hosts = connection.headers.getlist("host")
        if not hosts and connection.scope.get("http_version") == "1.0":
            return None
        host = host_in(hosts[0]) if len(hosts) == 1 else None
        if host is None:
            return self._error_response(
                connection, 400, "malformed", say("The header Host names no server."), NO_HEADERS
            )
        listed = AccessServices.of(connection).settings.public_origin
        if is_local(host) or host in [urlsplit(origin).hostname for origin in listed]:
            return None
        sentence = "Is {host} this server? The operator has to say so: TERTULIA_PUBLIC_ORIGIN is what people open."
        return self._error_response(connection, 400, "forbidden", say(sentence, host=str(host)), NO_HEADERS)

    async def _over_rate(self, connection: HTTPConnection) -> Response | None:
        """The refusal for an address or guest that asks for too much. It is held back for a moment: whoever asks again
        at once, on however many connections, would keep the server busy with refusals."""
        if connection.scope["type"] != "http" or connection.scope["path"].startswith(_UNCOUNTED):
            return None
        limits = AccessServices.of(connection).limits
        wait = limits.wait("request", address_of(connection))
        if wait is None and (cookies := connection.headers.get("cookie")):
            # By all that it sends, as its own cookie is only known when the room is.
            wait = limits.wait("request of a guest", sha256(cookies.encode("utf-8", "surrogateescape")).hexdigest())
        if wait is None:
            return None
        await asyncio.sleep(HELD_BACK_S)
        seconds = max(1, math.ceil(wait - HELD_BACK_S))
        text = say("Too much at once. Try again in {seconds} s.", seconds=seconds)
        return self._error_response(connection, 429, "busy", text, {"retry-after": str(seconds)})

    def _unsafe(self, connection: HTTPConnection) -> Response | None:
        if AccessServices.of(connection).closing:
            text = say("The server is restarting. Try again in a moment.")
            return refused(503, "busy", text, {"retry-after": str(WAIT_S[503])})
        if not origin_ok(connection):
            return refused(403, "forbidden", _why_foreign(connection))
        media_type = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
        if connection.scope["type"] == "http" and media_type != "application/json":
            return refused(415, "malformed", say("Expected Content-Type: application/json."))
        return None


async def _body_within_limits(scope: Scope, receive: Receive) -> tuple[Response | None, Receive]:
    """The whole body as a receive(), or a rejection when it is too long. Raises ClientDisconnect."""
    body = b""
    async for part in Request(scope, receive).stream():
        body += part
        if len(body) > MAX_BODY_BYTES:
            text = say("A request has at most {most} bytes.", most=MAX_BODY_BYTES)
            return refused(413, "too_big", text), receive
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_whole() -> Message:
        return whole.pop() if whole else await receive()

    return None, receive_whole
