"""Posts to addresses that guests have named: the push services of their browsers, and webhooks. None may lead into our
own network, none is waited for long, no redirect is followed, and nothing is read of an answer but its status."""

import asyncio
import re
import socket
import ssl
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import SplitResult, urlsplit

TIMEOUT_S: Final = 10.0
CONNECT_S: Final = 3.0  # to each address of a host
HTTPS: Final = 443
MOST_URL: Final = 1000
MOST_OF_ANSWER: Final = 4096  # bytes that are taken in, of which only the first line is read
RESOLVERS: Final = 32
"""Dedicated threads: guests name the hosts, and a name server that does not answer blocks its thread for long."""

# Printable ASCII without spaces: nothing that ends a line of a request. No credentials, no fragment.
_URL: Final = re.compile(r"https://[A-Za-z0-9.:\[\]-]+/[!\"$-~]*")
# Addresses that embed an arbitrary IPv4 address: Teredo and 6to4. Outside 2000::/3 nothing is public.
_UNICAST: Final = ip_network("2000::/3")
_TUNNELS: Final = (ip_network("2001::/32"), ip_network("2002::/16"))

Reaches = Callable[[str, int], bool]


class Unreachable(Exception):
    """A host has an address, or a port, to which nothing is sent."""


def is_public(address: str, port: int) -> bool:
    """Whether something may be sent there: guests name the hosts, and none may lead into our network."""
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address) and (parsed not in _UNICAST or any(parsed in tunnel for tunnel in _TUNNELS)):
        return False
    return port == HTTPS and parsed.is_global and not parsed.is_multicast


def is_sound(url: str) -> bool:
    """Whether this is an https address that may be public: what a name leads to is checked when something is sent."""
    try:
        parts = urlsplit(url) if _URL.fullmatch(url) and len(url) <= MOST_URL else None
        return parts is not None and bool(parts.hostname) and not _is_private(parts)
    except ValueError:  # half a bracket, or a port beyond the last one
        return False


def _is_private(parts: SplitResult) -> bool:
    port = parts.port or HTTPS
    with suppress(ValueError):
        return not is_public(parts.hostname or "", port)
    return False


class Outward:
    """The way out."""

    def __init__(self, trusts: ssl.SSLContext | None = None, reaches: Reaches = is_public) -> None:
        """`trusts`: default: the system's certificates. `reaches`: whether an address and port are allowed."""
        self._trusts = trusts or ssl.create_default_context()
        self._reaches = reaches
        self._resolver = ThreadPoolExecutor(RESOLVERS, "resolver")

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Post this and return the status of the answer. `headers`: in ASCII. Raises Unreachable; OSError, also
        when it takes longer than TIMEOUT_S; and ValueError when the answer is none."""
        parts = urlsplit(url)
        async with asyncio.timeout(TIMEOUT_S):
            reader, writer = await self._connect(parts.hostname or "", parts.port or HTTPS)
            try:
                writer.write(_request(parts, headers, body))
                await writer.drain()
                return _status(await reader.readline())
            finally:
                writer.transport.abort()

    async def _connect(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connects to the very address that was checked: a name may resolve differently the next time."""
        resolve = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        infos = await asyncio.get_running_loop().run_in_executor(self._resolver, resolve)
        addresses = list(dict.fromkeys(str(address[0]) for *_, address in infos))
        if not all(self._reaches(address, port) for address in addresses):
            raise Unreachable
        failure: OSError = ConnectionError()
        for address in addresses:
            try:
                async with asyncio.timeout(CONNECT_S):
                    return await asyncio.open_connection(
                        address, port, ssl=self._trusts, server_hostname=host, limit=MOST_OF_ANSWER
                    )
            except OSError as error:  # TimeoutError is an OSError
                failure = error
        raise failure


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    all_headers = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items()), "", ""]
    return "\r\n".join(lines).encode("ascii") + body


def _status(line: bytes) -> int:
    """The status in the first line of a response. Raises ValueError."""
    if (match := re.match(rb"HTTP/1\.[01] (\d{3})\b", line)) is None:
        raise ValueError("not an HTTP/1.1 response")
    return int(match[1])
