"""The connection to one open page, as a session needs it. app/web/connection.py implements it over a WebSocket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.protocol.extensions import WriteNow
from app.protocol.messages import Refusal, Refused, ToBrowser, encode


class Gone(Exception):
    """The connection has ended, by either side."""


class Connection(Protocol):
    """Texts come in, encoded messages go out, and it is closed once. After its end, sending raises Gone."""

    address: str
    """The address it comes from, as rate limits count it."""
    origin: str
    """The origin of this server as the page sees it; empty when that is unknown."""

    @property
    def write_now(self) -> WriteNow | None:
        """Sends encoded messages at once if possible, and says whether it did. None where the server cannot."""

    def deliver_to(self, receiver: Callable[[str], None], is_awaited: Callable[[], bool]) -> None:
        """From now on texts go to `receiver` as they arrive, and hear() has only what is left; where the server cannot
        do that, hear() has all. `is_awaited` says, whenever it is asked, whether somebody may be waiting for this page:
        only then its absence is noticed within seconds."""

    async def hear(self) -> str:
        """The next text. Raises Gone, and Refusal for binary messages."""

    async def say(self, message: ToBrowser) -> None:
        """Send a message. Raises Gone."""
        await self.send(encode(message))

    async def refuse(self, refusal: Refusal) -> None:
        """Refuse a message without an id. Raises Gone."""
        await self.say(Refused(None, refusal.code, refusal.text))

    async def send(self, message: bytes) -> None:
        """Send an encoded message. Raises Gone."""

    async def close(self, code: int) -> None:
        """Close it, if it is open. Raises Gone when the page was faster."""

    async def wait_for_the_end(self) -> None:
        """Wait until either side has closed it, whatever comes meanwhile. Raises Gone then."""
