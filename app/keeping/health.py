"""Whether a server is ready, as its own /readyz says."""

from __future__ import annotations

import http.client
from argparse import ArgumentTypeError
from contextlib import suppress
from typing import Final
from urllib.parse import SplitResult, urlsplit

from app.settings import Bind

PATIENCE_S: Final = 3


def address(url: str) -> SplitResult:
    """The server at this address. Raises ArgumentTypeError."""
    parts = urlsplit(url)
    with suppress(ValueError):  # what is no port
        if parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port):
            return parts
    raise ArgumentTypeError(f"expected an address such as http://127.0.0.1:8000, got {url!r}")


def is_ready(parts: SplitResult) -> bool:
    """Whether people can play there."""
    assert parts.hostname is not None
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=PATIENCE_S)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def address_of(bind: Bind) -> SplitResult:
    """Where a server on this machine can be asked that listens there: over the loopback if on every address."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind.host, bind.host)
    return urlsplit(f"http://{Bind(host, bind.port)}")
