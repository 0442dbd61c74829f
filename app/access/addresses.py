"""Network addresses as text."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address


@lru_cache(4096)
def parsed_address(address: str) -> IPv4Address | IPv6Address | None:
    """The IP address in this text, if any; IPv4-mapped IPv6 becomes IPv4."""
    with suppress(ValueError):
        parsed = ip_address(address.partition("%")[0])
        return getattr(parsed, "ipv4_mapped", None) or parsed
    return None
