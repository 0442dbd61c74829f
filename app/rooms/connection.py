"""The connection to one open page, as its session needs it. app/web/connection.py has one over a WebSocket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.protocol.messages import Refusal, ToBrowser


class Gone(Exception):
    """The connection has ended, whichever side ended it."""


class Connection(Protocol):
    """Texts come in, messages go out, and it is closed once. After its end nothing is sent: whoever tries is told so
    by Gone."""

    @property
    def address(self) -> str:
        """Where it comes from, as rate limits count it."""

    @property
    def origin(self) -> str:
        """The origin of this server as the page sees it; empty when that cannot be told."""

    @property
    def write_now(self) -> Callable[[str], bool] | None:
        """Sends a text at once, if that can be: whether it did. None where the server cannot."""

    async def hear(self) -> str:
        """The next text. Raises Refusal for what is none, and Gone."""

    async def say(self, message: ToBrowser) -> None:
        """Send a message. Raises Gone."""

    async def refuse(self, refusal: Refusal) -> None:
        """Say no to a message that had no id. Raises Gone."""

    async def send(self, text: str) -> None:
        """Send a message that was encoded already. Raises Gone."""

    async def close(self, code: int) -> None:
        """End it, if it has not ended. Raises Gone when the page was faster."""

    async def wait_for_the_end(self) -> None:
        """Until either side has closed it, whatever comes meanwhile."""
