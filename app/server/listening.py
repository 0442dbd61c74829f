"""Listening sockets, and helpful errors when a port cannot be used."""

import errno
import socket

from app.settings import Bind


class CannotListen(Exception):
    """The message says why, and what to do."""


def listen(bind: Bind, variable: str) -> socket.socket:
    """A listening socket. `variable`: the environment variable that set the address. Raises CannotListen."""
    try:
        family, *_ = socket.getaddrinfo(bind.host, bind.port, type=socket.SOCK_STREAM)[0]
        # [::] is every network: IPv4, too, whose addresses appear as ::ffff:….
        both = bind.host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((bind.host, bind.port), family=family, dualstack_ipv6=both)
    except OSError as error:
        raise CannotListen(why_not(error, bind, variable)) from None


def why_not(error: OSError, bind: Bind, variable: str) -> str:
    """The message for an address that cannot be bound."""
    match error.errno:
        case errno.EADDRINUSE:
            other = Bind(bind.host, bind.port + 1 if bind.port < 65535 else 8000)
            why = (
                f"port {bind.port} is taken: another program listens there, perhaps a Tertulia that is already "
                f"running. Stop it, or choose another port, as in {variable}={other}"
            )
        case errno.EACCES:
            other = Bind(bind.host, 8000)
            why = f"only root may listen on port {bind.port}. Choose one from 1024 up, as in {variable}={other}"
        case errno.EADDRNOTAVAIL:
            other = Bind("0.0.0.0", bind.port)
            why = f"{bind.host} is not an address of this machine. To listen on all of them: {variable}={other}"
        case _:
            why = f"{error.strerror}. Choose an address of this machine, as in {variable}=127.0.0.1:8000"
    return f"{variable}: cannot listen on {bind}: {why}"
