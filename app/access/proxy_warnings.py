"""Warnings about a proxy that is set up by half: without them everybody shares its address, and its limits, unseen.

Each is logged once a day. An address is named only if it is one of this machine or of a private network, which a proxy
beside the server has: a stranger's belongs into no log.
"""

import logging
import time
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Final, Literal
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from app.access.addresses import host_in
from app.settings import Settings

log = logging.getLogger("tertulia.proxy")

AGAIN_AFTER_S: Final = 24 * 3600.0
_FORWARDED: Final = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded")

Peer = IPv4Address | IPv6Address | None
Proxy = Literal["none", "trusted", "silent", "untrusted"]
"""silent: a trusted one that does not say for whom it asks."""


def proxy_before(connection: HTTPConnection, peer: Peer, settings: Settings) -> Proxy:
    """What kind of proxy has passed this request on, by what it says. `peer`: who sent it to this server."""
    headers = connection.headers
    if any(peer in network for network in settings.trusted_proxies if peer is not None):
        is_silent = "x-forwarded-for" not in headers and _came_to(connection, settings.public_origin)
        return "silent" if is_silent else "trusted"
    if any(name in headers for name in _FORWARDED) or headers.get("origin") in _secure(settings.public_origin):
        return "untrusted"
    return "none"


class ProxyWarnings:
    """Looks at the headers of requests that proxies add."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._warned_at: dict[str, float] = {}

    def check(self, connection: HTTPConnection, peer: Peer, settings: Settings) -> None:
        """Warn if this request came through a proxy that is not trusted, or that says not for whom."""
        match proxy_before(connection, peer, settings):
            case "silent":
                self._warn(
                    "the proxy of TERTULIA_TRUSTED_PROXIES sends no X-Forwarded-For: all who come through it share one "
                    'address and its limits (docs/hosting.md, "Behind a proxy")'
                )
            case "untrusted":
                self._warn_of_untrusted(peer, settings)

    def _warn_of_untrusted(self, peer: Peer, settings: Settings) -> None:
        """A stranger can send such headers, too; one who does, where a proxy is trusted, is no proxy."""
        if peer is not None and not peer.is_global:
            self._warn(
                "requests come through a proxy at %s, which is not in TERTULIA_TRUSTED_PROXIES: all who use it "
                "share its address and its limits. If it is your proxy, set TERTULIA_TRUSTED_PROXIES=%s",
                peer,
                ",".join(map(str, (*settings.trusted_proxies, peer))),
            )
        elif not settings.trusted_proxies:
            self._warn(
                "requests come with X-Forwarded-For, and TERTULIA_TRUSTED_PROXIES is not set: if they come through a "
                "proxy of yours, set it to the proxy's address; until then all share that address and its limits"
            )

    def note_no_upgrade(self) -> None:
        """Warn that a page's connection arrived as an ordinary request."""
        self._warn(
            "a request for /ws/ came without Upgrade: websocket. If this repeats, the proxy in front does not pass on "
            'WebSockets, and no table opens (docs/hosting.md, "Behind a proxy")'
        )

    def note_origin(self, own: str, came: str) -> None:
        """Warn that pages are opened at this server's name with another scheme or port than it knows of."""
        self._warn(
            "pages are opened at %s, and this server takes itself for %s: nobody can play there. Set "
            "TERTULIA_PUBLIC_ORIGIN=%s",
            came,
            own,
            came,
        )

    def _warn(self, what: str, *own: object) -> None:
        """`own`: addresses of this server and of its network, which fill in the sentence."""
        now = self._clock()
        if now - self._warned_at.get(what, float("-inf")) >= AGAIN_AFTER_S:
            self._warned_at[what] = now
            log.warning(what, *own)


def _came_to(connection: HTTPConnection, origins: Sequence[str]) -> bool:
    """Whether this request names one of these hosts, as those do that come through a proxy."""
    host = host_in(connection.headers.get("host", ""))
    return host is not None and str(host) in [urlsplit(origin).hostname for origin in origins]


def _secure(origins: Sequence[str]) -> list[str]:
    """Those that only a proxy can serve, as this server speaks plain http."""
    return [origin for origin in origins if origin.startswith("https:")]
