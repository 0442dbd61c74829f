"""A robot that does one thing at a time, on command: for races in a fixed order."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from chaos.history import Entered, History, Invoked, Lost, Spoke
from chaos.party import Party, Room
from chaos.robots import Robot
from chaos.servers import Node, Servers
from tests.client import Message, Page, is_asked

ANSWER_WITHIN_S: Final = 120.0


class ScriptedRobot(Robot):
    """One page of a player."""

    page: Page

    async def enter(self, node: Node) -> Message:
        """Connect to this node; returns the first frame."""
        self._friend.base_url = node.url
        self.page = await self._friend.enter(self.room, seen=self.seen)
        self._visit, self._node = self._visit + 1, node.name
        self._note(Entered, visit=self._visit, seen=self.seen)
        return await self.hear("frame")

    async def hear(self, type: str, such: Callable[[Message], bool] = lambda message: True) -> Message:
        """Read up to the next message of this type."""
        async with asyncio.timeout(ANSWER_WITHIN_S):
            while True:
                message = await self.page.next()
                await self._take(self.page, message)
                if message["type"] == type and such(message):
                    return message

    @property
    def asked(self) -> bool:
        """Whether the newest frame asks this player."""
        return is_asked(self.page.frame)

    async def send(self) -> Message:
        """Send the first possible answer to the newest question without waiting; returns the message."""
        frame = self.page.frame
        move: Any = frame["choices"][0]["move"]
        message = {"type": "play", "id": secrets.token_hex(16), "question": frame["question"], "move": move}
        await self.send_again(message)
        return message

    async def send_again(self, message: Message) -> None:
        """Send the same again, under the same id."""
        self._note(Invoked, id=message["id"])
        await self.page.send(**message)

    async def play(self) -> Message:
        """Answer, and wait until it is acknowledged and shown; returns the frame after it."""
        message = await self.send()
        answer = await self.answer_to(message)
        assert answer["type"] == "ack", answer
        if self.page.frame["seq"] < answer["seq"]:
            await self.hear("frame", lambda frame: frame["seq"] >= answer["seq"])
        return self.page.frame

    async def answer_to(self, sent: Message) -> Message:
        """The server's answer: ack, refused or retry."""
        async with asyncio.timeout(ANSWER_WITHIN_S):
            while True:
                message = await self.page.next()
                await self._take(self.page, message)
                if message.get("id") == sent["id"]:
                    return message

    async def say(self, text: str) -> Message:
        """Send a chat line and wait for it, a refusal or a retry."""
        self._note(Spoke, text=text)
        await self.page.send(type="chat", text=text)
        async with asyncio.timeout(ANSWER_WITHIN_S):
            while True:
                message = await self.page.next()
                await self._take(self.page, message)
                if message["type"] in ("retry", "refused") or message.get("text") == text:
                    return message

    def go(self) -> None:
        """Disconnect without a word."""
        self.page.socket.transport.abort()
        self._note(Lost, visit=self._visit, own=True)


@asynccontextmanager
async def scripted_at(
    servers: Servers, folder: Path, *rooms: Room
) -> AsyncIterator[tuple[Party[ScriptedRobot], History]]:
    """Players of these rooms, whose games have begun; none has connected yet."""
    history = History(folder / "history.jsonl")
    try:
        async with Party(servers, history, ScriptedRobot, seed=0) as party:
            await party.seat(rooms)
            yield party, history
    finally:
        history.close()
