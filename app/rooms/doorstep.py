"""Where a page stands until it is let into the room: all it has to say there is hello, perhaps with a password. It is
listened to no more patiently than inside."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from app.protocol import messages
from app.protocol.commands import Hello
from app.protocol.messages import Refusal
from app.rooms.connection import Connection
from app.rooms.patience import Patience
from games.engine import say


class Doorstep:
    """One page's."""

    def __init__(self, connection: Connection, patience: Patience) -> None:
        self._connection = connection
        self._patience = patience

    async def hello(self, until: float) -> Hello | None:
        """The next hello; None when none has come at that time of the loop, and when too much else has come. Raises
        Gone."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                return await self._listen()
        return None

    async def _listen(self) -> Hello | None:
        while True:
            try:
                text = await self._connection.hear()
                if not self._patience.allows(text):
                    return None
                message = messages.decode(text)
            except Refusal as refusal:
                await self._connection.refuse(refusal)
                if not self._patience.bears_nonsense():
                    return None
                continue
            if isinstance(message, Hello):
                return message
            await self._connection.refuse(Refusal("not_yet", say("Say hello first.")))
