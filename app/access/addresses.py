"""Parses IP addresses and host names.

The Host header is validated before anything is derived from it: a foreign page whose name is made to resolve to this
machine ("DNS rebinding") has our origin in the browser's eyes. A server therefore answers only to the names of its
configured origins, and to those that nobody on the Internet can point here: addresses, single-label names, and names
under endings reserved for local use.
"""

import re
import socket
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

MOST_LETTERS: Final = 253
LOCAL_ENDINGS: Final = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa", ".test")
"""Top-level domains and suffixes that no registry sells."""

_HOST: Final = re.compile(r"(?:\[([0-9a-f]*:[0-9a-f:.]*)\]|([a-z0-9._-]+))(?::(\d{1,5}))?", re.ASCII | re.IGNORECASE)
# RFC 1123 allows no underscore, but container names have them.
_NAME: Final = re.compile(
    r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?!\d+\.?$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?"
)

Host = IPv4Address | IPv6Address | str
"""An address, or a name in lower case."""


@lru_cache(4096)
def parsed_address(address: str) -> IPv4Address | IPv6Address | None:
    """The IP address in this text, if any; IPv4-mapped IPv6 becomes IPv4."""
    with suppress(ValueError):
        parsed = ip_address(address.partition("%")[0])
        return getattr(parsed, "ipv4_mapped", None) or parsed
    return None


@lru_cache(4096)
def networks_of(address: str) -> tuple[str, ...]:
    """What an address counts as for limits, narrowest first: itself for IPv4, its /64 and its /56 for IPv6."""
    parsed = parsed_address(address)
    if not isinstance(parsed, IPv6Address):
        return (address if parsed is None else str(parsed),)
    return tuple(str(ip_network((parsed, bits), strict=False)) for bits in (64, 56))


def host_in(header: str) -> Host | None:
    """The host in a Host header, without the port; None when malformed."""
    match = _HOST.fullmatch(header) if len(header) <= MOST_LETTERS + len(".:65535") else None
    if match is None or int(match[3] or 0) > 65535:
        return None
    return parsed_address(match[1] or match[2]) or _name(match[2])


def _name(text: str | None) -> str | None:
    name = (text or "").lower().removesuffix(".")
    return name if len(name) <= MOST_LETTERS and _NAME.fullmatch(name) else None


def is_local(host: Host) -> bool:
    """Whether nobody on the Internet can point this name at this machine."""
    if not isinstance(host, str) or "." not in host:
        return True
    return host.endswith(LOCAL_ENDINGS) or host == socket.gethostname().lower()
