"""Robots that race blindly and never give up.

All seats of a room try to act at once, asked or not, on any node. Unanswered messages are repeated under the same id;
lost connections are made again.
"""

import asyncio
import hashlib
import json
import re
import secrets
import time
from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from chaos.history import Acked, Entered, Heard, History, Invoked, Lost, Refused, Saw, Spoke, Unknown
from chaos.servers import Node
from tests.client import Friend, Message, Page, is_asked

PATIENCE_S: Final = 2.0
"""Wait for an answer before the robot tries another node."""
COME_BACK_S: Final = (0.02, 0.2)
GONE: Final = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, httpx.HTTPError, EOFError)
REACTIONS: Final = ("bravo", "laugh", "wow", "ouch", "thinking", "hurry")

_CLOCKS: Final = re.compile(r',"clocks":(?:null|\[[^\]]*\])')


def digest(frame: str) -> str:
    """Digest of a frame except for its clocks."""
    return hashlib.blake2b(_CLOCKS.sub("", frame).encode(), digest_size=8).hexdigest()


class SharedKnowledge:
    """Shared by all robots of a room: recently possible moves, and the newest question."""

    def __init__(self) -> None:
        self.moves: deque[Message] = deque(maxlen=30)
        self.question = 0

    def learn(self, frame: Message) -> None:
        """Learn from a frame that one of them was shown."""
        self.question = max(self.question, frame["question"] or 0)
        self.moves.extend(choice["move"] for choice in frame["choices"][:5])


class Robot:
    """One page of a player or spectator."""

    def __init__(
        self,
        name: str,
        room: str,
        friend: Friend,
        nodes: Sequence[Node],
        knowledge: SharedKnowledge,
        history: History,
        *,
        seed: object,
        player: bool = True,
        pace_s: tuple[float, float] = (0.02, 0.3),
    ) -> None:
        """`pace_s`: pause between actions."""
        self.name = name
        self.room = room
        self.quiet = False
        self.leaving = False
        self.seen = 0
        self.shown = 0
        """The newest frame."""
        self._friend = friend
        self._nodes = list(nodes)
        self._knowledge = knowledge
        self.history = history
        self._player = player
        self._pace_s = pace_s
        self._chance = Random(f"{seed}/{name}")
        self._open: Message | None = None
        self._sure = False
        self._sent_at = 0.0
        self._visit = 0
        self._node = ""
        self._spoken = 0

    @property
    def waits(self) -> bool:
        """Whether an answer is pending."""
        return self._open is not None

    async def live(self) -> None:
        """Run until told to leave."""
        while not self.leaving:
            await self._come_in()
            await asyncio.sleep(self._chance.uniform(*COME_BACK_S))

    async def _come_in(self) -> None:
        node = self._chance.choice(self._nodes)
        self._friend.base_url = node.url
        seen = self.seen
        try:
            async with asyncio.timeout(PATIENCE_S):
                page = await self._friend.enter(self.room, seen=seen)
        except GONE:
            return
        self._visit += 1
        self._node = node.name
        self._note(Entered, visit=self._visit, seen=seen)
        own = False
        try:
            own = await self._stay(page)
        except GONE:
            pass
        finally:
            page.socket.transport.abort()
            self._note(Lost, visit=self._visit, own=own)
            if self._open is not None:
                self._note(Unknown, id=self._open["id"], why="gone")

    async def _stay(self, page: Page) -> bool:
        """Use the page until it wants to leave. Raises one of GONE."""
        if self._open is not None:
            await self._send(page)
        whim_at = self._next_whim()
        while not self.leaving:
            try:
                async with asyncio.timeout(whim_at - time.monotonic()):
                    message = await page.next()
            except TimeoutError:
                if await self._follow_a_whim(page):
                    return True
                whim_at = self._next_whim()
            else:
                page.forget()
                if await self._take(page, message):
                    whim_at = self._next_whim()
        return True

    def _next_whim(self) -> float:
        return time.monotonic() + self._chance.uniform(*self._pace_s)

    # --- Receiving ---

    async def _take(self, page: Page, message: Message) -> bool:
        """Process a message; whether to reconsider the next action."""
        match message["type"]:
            case "frame":
                self._note(Saw, visit=self._visit, seq=message["seq"], you=message["you"], digest=digest(page.text))
                self.shown = message["seq"]
                self.seen = max(self.seen, self.shown)
                self._knowledge.learn(message)
            case "chat":
                told = {"seq": message["seq"], "text": message["text"], "player": self._player}
                self._note(Heard, visit=self._visit, **told)
                self.seen = max(self.seen, message["seq"])
            case "ack":
                self._note(Acked, id=message["id"], seq=message["seq"])
                return self._settle(message["id"])
            case "refused" if message["id"] is not None:
                self._note(Refused, id=message["id"], code=message["code"])
                return self._settle(message["id"])
            case "retry" if self._open is not None and message["id"] == self._open["id"]:
                self._note(Unknown, id=message["id"], why="retry")
                await asyncio.sleep(message["after_ms"] / 1000)
                await self._send(page)
        return False

    def _settle(self, id: str) -> bool:
        if self._open is None or self._open["id"] != id:
            return False
        self._open = None
        return True

    # --- Acting ---

    async def _follow_a_whim(self, page: Page) -> bool:
        """Do something unprompted now and then; whether it leaves this page."""
        if self._open is not None:
            return await self._wait_or_ask_again(page)
        if self.quiet or not page.frame:
            return False
        whim = self._chance.random()
        if page.frame["outcome"] is not None:
            await self._begin_again(page)
        elif whim < 0.55 and is_asked(page.frame):
            await self._play(page, page.frame["question"], _answer(page.frame, self._chance), sure=True)
        elif whim < 0.8:
            await self._play_blindly(page)
        elif whim < 0.9:
            await self._speak(page)
        elif whim < 0.97:
            await page.send(type="react", what=self._chance.choice(REACTIONS))
        else:
            return whim > 0.99
        return False

    async def _wait_or_ask_again(self, page: Page) -> bool:
        assert self._open is not None
        if time.monotonic() - self._sent_at > PATIENCE_S:
            self._note(Unknown, id=self._open["id"], why="silence")
            return True
        if self._sure and self._chance.random() < 0.1:
            await page.send(**self._open)
        return False

    async def _begin_again(self, page: Page) -> None:
        if self._player:
            await page.send(type="rematch")

    async def _play_blindly(self, page: Page) -> None:
        """Play for any seat and question: most of it is refused, without harm."""
        if page.frame["free"] and self._chance.random() < 0.3:
            return await self._play(page, None, self._chance.choice(page.frame["free"])["move"])
        if self._knowledge.moves:
            questions = (page.frame["question"], self._knowledge.question)
            await self._play(page, self._chance.choice(questions), self._chance.choice(self._knowledge.moves))

    async def _play(self, page: Page, question: int | None, move: Any, *, sure: bool = False) -> None:
        """`sure`: the player is asked, so a copy may be sent as well. Otherwise it must not: one could be refused and
        the other written a moment later."""
        id, self._sure = secrets.token_hex(16), sure
        self._open = {"type": "play", "id": id, "question": question, "move": move}
        await self._send(page)
        if sure and self._chance.random() < 0.1:
            await page.send(**self._open)

    async def _send(self, page: Page) -> None:
        assert self._open is not None
        self._sent_at = time.monotonic()
        self._note(Invoked, id=self._open["id"])
        await page.send(**self._open)

    async def _speak(self, page: Page) -> None:
        self._spoken += 1
        text = f"{self.name} says {self._spoken}"
        self._note(Spoke, text=text)
        await page.send(type="chat", text=text)

    def _note(self, kind: Any, **told: Any) -> None:
        self.history.note(kind, room=self.room, robot=self.name, node=self._node, **told)


def _answer(frame: Message, chance: Random) -> Any:
    """A random possible move."""
    pick = frame["pick"]
    if pick is None or (frame["choices"] and chance.random() < 0.5):
        return chance.choice(frame["choices"])["move"]
    most = min(pick["most"], len(pick["among"]))
    number = chance.randint(min(max(pick["least"], 1), most), most)
    return {"do": pick["do"], pick["field"]: sorted(chance.sample(pick["among"], number), key=json.dumps)}
