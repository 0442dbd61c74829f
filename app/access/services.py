"""The access services, looked up from a request or socket."""

from dataclasses import dataclass, field
from typing import Self

from starlette.requests import HTTPConnection

from app.access.proxy_warnings import ProxyWarnings
from app.access.rate_limits import Limits
from app.settings import Settings
from app.storage.store import Store


@dataclass(kw_only=True)
class AccessServices:
    """Settings, rate limits and guests; app/web/services.py extends it."""

    settings: Settings
    limits: Limits
    store: Store
    proxy_warnings: ProxyWarnings = field(default_factory=ProxyWarnings)
    closing: bool = False
    """The server is shutting down and admits nobody."""

    @classmethod
    def of(cls, connection: HTTPConnection) -> Self:
        """The services of the application that serves this connection."""
        services: Self = connection.app.state.services
        return services
