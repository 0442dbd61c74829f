"""A page behind a connection that writes and receives at once, like our server's sockets: its moves take the fast path,
and its messages are kept as sent."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from app.access.rate_limits import Limits
from app.protocol import messages
from app.protocol.messages import Refusal, Refused, ToBrowser
from app.rooms.connection import Gone
from app.rooms.room import Room
from app.rooms.session import Session
from app.storage.guests import Guest
from app.table.event_ids import new_id
from games.engine import Move
from tests.support.tables import HERE, PLENTY, Company, altered, question_of, until


class DirectPage:
    """Implements Connection of app/rooms/connection.py."""

    address = "192.0.2.7"
    site = HERE

    def __init__(
        self,
        company: Company,
        room: Room,
        guest: Guest,
        note: Callable[[str], None] | None = None,
        *,
        only_watches: bool = False,
    ) -> None:
        """`note` is called with every message as it is sent."""
        self.room = room
        self.guest = guest
        self.sent: list[str] = []
        self.pieces: list[tuple[str, ...]] = []
        """Messages sent past the outbox, grouped by write."""
        self.note = note or (lambda text: None)
        self._receiver: Callable[[str], None] | None = None
        self._over = asyncio.Event()
        self._hello = ['{"type":"hello"}']
        limits = Limits(altered(company.settings, limits_messages=PLENTY, limits_bytes=PLENTY))
        session = Session(self, company.rooms, limits, guest, only_watches=only_watches)
        self._session = asyncio.create_task(session.hold(room.table.room))

    def write_now(self, *messages: bytes) -> bool:
        texts = tuple(message.decode() for message in messages)
        self.pieces.append(texts)
        for text in texts:
            self._keep(text)
        return True

    def _keep(self, text: str) -> None:
        self.sent.append(text)
        self.note(text)

    def deliver_to(self, receiver: Callable[[str], None]) -> None:
        self._receiver = receiver

    async def hear(self) -> str:
        if self._hello:
            return self._hello.pop()
        await self._over.wait()
        raise Gone

    async def say(self, message: ToBrowser) -> None:
        await self.send(messages.encode(message))

    async def refuse(self, refusal: Refusal) -> None:
        await self.say(Refused(None, refusal.code, refusal.text))

    async def send(self, message: bytes) -> None:
        self._keep(message.decode())

    async def close(self, code: int) -> None:
        self._over.set()

    async def wait_for_the_end(self) -> None:
        await self._over.wait()
        raise Gone

    # --- Actions ---

    async def opens(self) -> None:
        await until(lambda: self._receiver is not None and self.of("table"))

    def says(self, **message: Any) -> None:
        self._receiver(json.dumps(message))

    def plays(self, move: Move) -> str:
        """Answer the present question; the id."""
        id = new_id()
        self.says(type="play", id=id, question=question_of(self.room), move=json.loads(msgspec.json.encode(move)))
        return id

    def of(self, type: str) -> list[str]:
        """All messages of this type, as sent."""
        return [text for text in self.sent if text.startswith(f'{{"type":"{type}"')]

    def is_answered(self, id: str) -> bool:
        return any(id in text for text in self.sent)

    async def leaves(self) -> None:
        self._over.set()
        with suppress(Gone):
            await self._session
