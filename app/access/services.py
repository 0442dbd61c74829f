"""The services that decide about access, as a request or a socket finds them."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.access.rate_limits import Limits
from app.settings import Settings


@dataclass(kw_only=True)
class AccessServices:
    """Settings and rate limits. app/web/services.py adds everything above them."""

    settings: Settings
    limits: Limits


def access_services(connection: HTTPConnection) -> AccessServices:
    """The services of the application that serves this connection."""
    found: AccessServices = connection.app.state.services
    return found
