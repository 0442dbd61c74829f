"""Our own ASGI extension between the server and the session: direct access to the socket, which saves a turn of the
event loop for each message."""

from collections.abc import Callable
from typing import Final, Protocol

DIRECT: Final = "tertulia.direct"  # scope["extensions"][DIRECT]["socket"] is a DirectSocket


class WriteNow(Protocol):
    """DirectSocket.write_now()."""

    def __call__(self, *messages: bytes) -> bool: ...


class DirectSocket(Protocol):
    """An open WebSocket."""

    receiver: Callable[[str], None] | None
    """Called with each text message as it arrives; ASGI's receive() then omits them. None: receive() has them all."""

    async def until_writable(self) -> None:
        """Wait until a message is written in the turn of the event loop in which it is sent."""

    def write_now(self, *messages: bytes) -> bool:
        """Send these encoded text messages at once. False: none was sent, because an earlier one is still being sent or
        the socket is closing."""
