"""The `health` command: asks a server's /readyz and says what is wrong."""

import http.client
import socket
from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import msgspec

from app.admin import CommandFailed
from app.settings import Bind, Settings, variable

TIMEOUT_S: Final = 3
MAX_BODY_BYTES: Final = 1000
HOUR_S: Final = 3600
LATE_S: Final = 36 * HOUR_S
"""The age of the newest daily copy from which on something must be wrong: as in docs/alerts.yml."""

FULL: Final = "its disk is full, so nobody can play; games continue by themselves once there is space"
LOW: Final = "its disk is nearly full: nobody can open a new table"
TROUBLES: Final = {
    "closing": "it is shutting down and lets nobody in any more",
    "storage": "its database does not answer within two seconds, or saves nothing; see its log",
    "damaged": "its database is damaged; its log has the fault, and docs/hosting.md what to do",
}


def address(url: str) -> SplitResult:
    """Parse a server's URL. Raises ArgumentTypeError."""
    parts = urlsplit(url)
    with suppress(ValueError):  # raised for an invalid port, and for what can be no name
        if parts.scheme in ("http", "https") and (parts.hostname or "").encode("idna") and parts.port != 0:
            return parts
    raise ArgumentTypeError(f"expected an address such as http://127.0.0.1:8000, got {url!r}")


def listens_at(settings: Settings) -> Bind:
    """Where the server listens: as set here or, if nothing is, as the server that has this database was told."""
    if "bind" in settings.model_fields_set:
        return settings.bind
    from app.storage.databases import database_at  # which takes time, and a container sets where it listens

    bind = database_at(settings.database_url).served_at()
    return Settings.from_environ({variable("bind"): bind}).bind if bind else settings.bind


def address_of(bind: Bind) -> SplitResult:
    """The URL of a server on this machine that listens there; loopback if it listens on every address."""
    # [::] is IPv4, too (app/server/listening.py), which every machine has: containers often lack ::1.
    every = {"0.0.0.0": "127.0.0.1", "::": "127.0.0.1" if socket.has_dualstack_ipv6() else "::1"}
    return urlsplit(f"http://{Bind(every.get(bind.host, bind.host), bind.port)}")


def site_of(settings: Settings) -> str:
    """The URL under which people find the site, as far as the settings say, without a slash at its end."""
    origin = settings.public_origin[0] if settings.public_origin else address_of(listens_at(settings)).geturl()
    return origin + settings.public_path


def health_of(parts: SplitResult) -> str:
    """A sentence that the server is ready. Raises CommandFailed, with the reason, when it is not."""
    where = f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
    try:
        status, body = _ready_answer(parts)
    except TimeoutError:
        raise CommandFailed(f"Not ready: {where} does not answer within {TIMEOUT_S} seconds.") from None
    except (OSError, http.client.HTTPException) as error:
        raise CommandFailed(f"Not ready: nobody serves at {where} ({_reason(error)}).") from None
    match body:
        case {"ok": True} if status == 200:
            return "; ".join([f"Ready: {where}", *_remarks(body)]) + "."
        case {"trouble": str(trouble)} if trouble in TROUBLES:
            raise CommandFailed(f"Not ready: {where}: {TROUBLES[trouble]}.")
        case {"disk": "full"}:
            raise CommandFailed(f"Not ready: {where}: {FULL}.")
    raise CommandFailed(
        f"Not ready: {where} answers /readyz with {status}; it is not Tertulia, or a proxy with no server behind it."
    )


def _remarks(body: Mapping[str, Any]) -> Iterator[str]:
    """What there is to say of a server that is ready."""
    if body.get("disk") == "low":
        yield f"but {LOW}"
    if isinstance(age := body.get("backup_age_s"), int):
        yield f"{'but its' if age > LATE_S else 'its'} newest daily copy is {age // HOUR_S} h old"


def _ready_answer(parts: SplitResult) -> tuple[int, Any]:
    """The status, and the JSON body if it is one."""
    assert parts.hostname is not None
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    with closing(kind(parts.hostname, parts.port, timeout=TIMEOUT_S)) as connection:
        connection.request("GET", f"{parts.path.rstrip('/')}/readyz")
        answer = connection.getresponse()
        body = answer.read(MAX_BODY_BYTES)
    with suppress(msgspec.MsgspecError):
        return answer.status, msgspec.json.decode(body)
    return answer.status, None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
