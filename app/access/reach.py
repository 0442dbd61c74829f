"""Whom a link reaches. At an address such as 127.0.0.1 it works on this machine only, so links for others, and those
that carry a seat to another device, name this machine's address in the home network, if the server listens there."""

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address
from typing import Final, NamedTuple

from starlette.requests import HTTPConnection

from app.access.addresses import Host, host_in, parsed_address
from app.access.security import own_site
from app.access.services import AccessServices
from app.build import START
from app.settings import Bind

EVERY_NETWORK: Final = ("0.0.0.0", "::")


class OnlyHere(NamedTuple):
    """A page that was opened at an address of this machine alone. `origin`: where friends in the home network find this
    server; None: nowhere, or it is not known. `start`: how to start it so that they do, if that is what is missing."""

    origin: str | None
    start: str | None


def only_here(connection: HTTPConnection) -> OnlyHere | None:
    """What to say to a reader whose address works on this machine only; None for all others."""
    settings, host = AccessServices.of(connection).settings, host_in(connection.headers.get("host", ""))
    if settings.public_origin or not _is_of_this_machine(host):
        return None
    here, port = connection.scope.get("server") or ("", settings.bind.port)
    if _is_of_this_machine(host_in(str(Bind(settings.bind.host, 0)))):
        return OnlyHere(None, START.format(setting=f"TERTULIA_BIND=0.0.0.0:{port}"))
    # In a container, or behind a tunnel, the way to this server leads over an address that is not of this machine.
    if settings.bind.host not in EVERY_NETWORK or not _is_of_this_machine(parsed_address(str(here))):
        return OnlyHere(None, None)
    at_home = address_on_the_network()
    return OnlyHere(at_home and f"http://{Bind(at_home, port)}", None)


def friends_site(connection: HTTPConnection) -> str:
    """The URL of this site as others can open it, if that is known; otherwise as this client sees it."""
    here = only_here(connection)
    at_home = here and here.origin
    return at_home + AccessServices.of(connection).settings.public_path if at_home else own_site(connection)


def address_on_the_network() -> str | None:
    """This machine's address in the local network, IPv4 if it has one: the source address of a packet to elsewhere.
    Nothing is sent."""
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            return str(probe.getsockname()[0])
    return None


def _is_of_this_machine(host: Host | None) -> bool:
    if isinstance(host, IPv4Address | IPv6Address):
        return host.is_loopback
    return host is not None and (host == "localhost" or host.endswith(".localhost"))
