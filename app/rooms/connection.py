"""The interface of a connection to one open page, which app/web/websocket.py implements over a WebSocket."""

from collections.abc import Callable
from typing import Protocol

from app.protocol.extensions import WriteNow
from app.protocol.messages import Refusal, Refused, ToBrowser, encode


class Gone(Exception):
    """The connection has ended, by either side."""


class Connection(Protocol):
    """Receives texts and sends encoded messages; after its end, sending raises Gone."""

    address: str
    """The client's address, as rate limits count it."""
    site: str
    """The URL of this site in links to other devices; empty when unknown."""

    write_now: WriteNow | None
    """Sends encoded messages at once if possible, and returns whether it did. None if the server does not support
    it."""

    def deliver_to(self, receiver: Callable[[str], None]) -> None:
        """Pass texts to `receiver` as they arrive from now on, leaving only the rest to hear(); without support from
        the server, hear() gets them all."""

    async def hear(self) -> str:
        """The next text. Raises Gone, and Refusal for binary messages."""

    async def say(self, message: ToBrowser) -> None:
        """Send a message. Raises Gone."""
        await self.send(encode(message))

    async def refuse(self, refusal: Refusal) -> None:
        """Refuse a message without an id. Raises Gone."""
        await self.say(Refused(None, refusal.code, refusal.text))

    async def until_writable(self) -> None:
        """Wait until send() writes at once."""

    async def send(self, message: bytes) -> None:
        """Send an encoded message. Raises Gone."""

    async def close(self, code: int) -> None:
        """Close it, if it is open. Raises Gone when the page was faster."""

    async def wait_for_the_end(self) -> None:
        """Wait until either side has closed it, ignoring messages; then raise Gone."""
