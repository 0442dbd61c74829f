"""The time before a page is let into the room: only `hello` is accepted, perhaps with a password. The same limits on
messages apply as in the room."""

import asyncio
from contextlib import suppress

from app.protocol import messages
from app.protocol.commands import Hello
from app.protocol.messages import Refusal
from app.rooms.connection import Connection
from app.rooms.page_limits import SocketLimits
from games.engine import say


async def hear_hello(connection: Connection, limits: SocketLimits, until: float) -> Hello | None:
    """The next hello; None if none has come by `until` (the event loop's clock), or too many other messages have.
    Raises Gone."""
    with suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            return await _listen(connection, limits)
    return None


async def _listen(connection: Connection, limits: SocketLimits) -> Hello | None:
    while True:
        try:
            text = await connection.hear()
            if not limits.allows(text):
                return None
            message = messages.decode(text)
        except Refusal as refusal:
            await connection.refuse(refusal)
            if not limits.tolerates_malformed():
                return None
            continue
        if isinstance(message, Hello):
            return message
        got = say("Expected hello, got {type}.", type=str(message.__struct_config__.tag))
        await connection.refuse(Refusal("not_yet", got))
