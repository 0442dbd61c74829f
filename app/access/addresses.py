"""Network addresses as text."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address


def parsed_address(address: str) -> IPv4Address | IPv6Address | None:
    """The address, or None for other text. An IPv4 address that came over an IPv6 socket is an IPv4 address."""
    with suppress(ValueError):
        parsed = ip_address(address.partition("%")[0])
        return getattr(parsed, "ipv4_mapped", None) or parsed
    return None
