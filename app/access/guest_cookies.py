"""Guests and their cookies.

A guest is a browser with a cookie of 256 random bits; the server stores its SHA-256. A cookie that the server did not
issue is replaced, so nobody can plant one on somebody else. Programs that fetch a page for a link preview or a search
index are not guests: they keep no cookie, and every visit would create a new one.
"""

import re
import secrets
from hashlib import sha256
from typing import Final

from starlette.requests import HTTPConnection

from app.access.security import address_of, own_origin
from app.access.services import AccessServices
from app.protocol.room_codes import cell_of
from app.storage.guests import LIFETIME_S, Guest

COOKIE: Final = "tertulia"

_CALLED: Final = re.compile(
    r"(?<!cu)bot\b|crawler|spider|facebookexternalhit|meta-external|whatsapp/|skypeuripreview|viber/|iframely|embedly"
    r"|mastodon/|mattermost|nextcloud|pleroma|snap url preview|vkshare",
    re.IGNORECASE,
)
"""User agents of such programs. Cubot is a brand of phones."""


async def guest_and_cookie(connection: HTTPConnection, known: Guest | None) -> tuple[Guest, str]:
    """The guest of this connection, the `known` one or a new one, and the Set-Cookie header to answer with, which
    renews the cookie's lifetime. Raises Refusal `busy` when too many new guests come from one address, and
    OutcomeUnknown."""
    name = _cookie_name(connection)
    if known is not None:
        return known, set_cookie(connection, name, connection.cookies[name])
    services = AccessServices.of(connection)
    services.limits.admit("new guest", address_of(connection))
    token = secrets.token_urlsafe(32)
    guest = Guest(secrets.token_hex(16), _hash(token), None)
    await services.store.guests.add(guest)
    return guest, set_cookie(connection, name, token)


def temporary_guest() -> Guest:
    """A guest for one connection, who is not stored and gets no cookie."""
    return Guest(secrets.token_hex(16), b"", None)


async def known_guest(connection: HTTPConnection) -> Guest | None:
    """The guest of this connection, if known."""
    token = connection.cookies.get(_cookie_name(connection))
    return None if token is None else await AccessServices.of(connection).store.guests.by_token(_hash(token))


def _cookie_name(connection: HTTPConnection) -> str:
    """Each cell has its own cookie, chosen by the room's code: cells do not share guests."""
    room = connection.path_params.get("room")
    cell = AccessServices.of(connection).settings.cell if room is None else cell_of(room)
    return name_of_cookie(connection, f"{COOKIE}-{cell}" if cell else COOKIE)


def name_of_cookie(connection: HTTPConnection, name: str) -> str:
    """What a cookie of this name is called. Browsers accept __Host- only over https and from this very host; over plain
    http they reject it. A site under a path has __Secure- instead, since __Host- belongs to all of its host: its
    neighbours would be sent the cookie, and two such sites would replace each other's."""
    if not own_origin(connection).startswith("https:"):
        return name
    return f"__Secure-{name}" if AccessServices.of(connection).settings.public_path else f"__Host-{name}"


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogateescape")).digest()


def no_cookie(connection: HTTPConnection) -> str:
    """The Set-Cookie header that takes the guest's cookie from this browser."""
    return set_cookie(connection, _cookie_name(connection), "", 0)


def set_cookie(connection: HTTPConnection, name: str, token: str, lifetime_s: int = LIFETIME_S) -> str:
    """A Set-Cookie header for this site alone. `name`: from name_of_cookie()."""
    secure = "; Secure" if name.startswith("__") else ""
    path = AccessServices.of(connection).settings.public_path
    return f"{name}={token}; Path={path}/; Max-Age={lifetime_s}; HttpOnly; SameSite=Lax{secure}"


def is_crawler(connection: HTTPConnection) -> bool:
    """Whether the client is a program that fetches previews or indexes pages, by its own account."""
    is_browser = "sec-fetch-mode" in connection.headers  # sent over https, and not by such programs
    return not is_browser and _CALLED.search(connection.headers.get("user-agent", "")) is not None
