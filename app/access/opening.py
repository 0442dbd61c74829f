"""Who may open tables: anyone, those who know the server's password, or nobody but its operator; and those whom a
trusted proxy has let in, if a header of its says so.

Whoever has given the password is known by a cookie, so that it is asked for once. The cookie is made from the password
alone, and slowly: a new password ends all cookies, and nodes that have the same password need not tell each other.
"""

import hashlib
import secrets
from functools import cache
from typing import Final, Literal

from starlette.requests import HTTPConnection

from app.access.guest_cookies import name_of_cookie, set_cookie
from app.access.passwords import as_meant
from app.access.security import address_of, came_through_proxy
from app.access.services import AccessServices
from app.protocol.messages import Refusal
from games.text import say

COOKIE: Final = "tertulia-opening"

BY_PASSWORD: Final = say("Opening a table here needs the password of this server. The start page asks for it.")
WRONG: Final = say("That is not the password of this server.")
BY_NOBODY: Final = say("Tables are opened here by the people who run this server: ask them for a link.")

Gate = Literal["open", "password", "nobody"]
"""What keeps somebody from opening a table."""


def gate_for(connection: HTTPConnection) -> Gate:
    """What keeps this client from opening a table."""
    settings = AccessServices.of(connection).settings
    if settings.opening == "anyone" or _is_let_in_by_proxy(connection):
        return "open"
    if settings.opening == "password" and _has_given(connection, settings.opening_password):
        return "open"
    return settings.opening


def pass_gate(connection: HTTPConnection, password: str) -> str | None:
    """Let this client open a table. `password`: the one it gives, or nothing. Returns the Set-Cookie header by which it
    is known from now on, if it was not before. Raises Refusal `forbidden`, `password`, and `busy` after too many
    tries."""
    gate, services = gate_for(connection), AccessServices.of(connection)
    if gate == "open":
        return None
    if gate == "nobody":
        raise Refusal("forbidden", BY_NOBODY)
    if not password:
        raise Refusal("password", BY_PASSWORD)
    services.limits.admit("password", address_of(connection))
    if not _equal(as_meant(password), as_meant(services.settings.opening_password)):
        raise Refusal("password", WRONG)
    return set_cookie(connection, name_of_cookie(connection, COOKIE), _token(services.settings.opening_password))


def _is_let_in_by_proxy(connection: HTTPConnection) -> bool:
    header = AccessServices.of(connection).settings.opening_header
    return bool(header and any(connection.headers.getlist(header)) and came_through_proxy(connection))


def _has_given(connection: HTTPConnection, password: str) -> bool:
    return _equal(connection.cookies.get(name_of_cookie(connection, COOKIE), ""), _token(password))


def _equal(given: str, expected: str) -> bool:
    return secrets.compare_digest(*(text.encode("utf-8", "surrogatepass") for text in (given, expected)))


@cache
def _token(password: str) -> str:
    """What the cookie holds: from it the password could only be found by trying, at 50 ms each."""
    salt = b"tertulia: the password for opening tables"
    return hashlib.scrypt(as_meant(password).encode(), salt=salt, n=2**14, r=8, p=1, dklen=32).hex()
