"""Players who never give up: they answer whatever is asked, keep what was not answered, and come back by themselves.

What each was told is written down, so that it can be held against the log afterwards.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.friends import Friend, Message, Page, is_asked

RETRY_S = 0.05


@dataclass
class History:
    """What was promised: acknowledged ids with their seq, ids that were refused, and the highest seq seen."""

    acked: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    """By robot, the seq of the newest frame."""
    went_back: list[str] = field(default_factory=list)
    """Robots that were shown an older table after a newer one."""


class Robot:
    """One player. Moves are harmless ones where there is a choice, so that games last."""

    def __init__(self, name: str, friend: Friend, room: str, history: History) -> None:
        self.name = name
        self._friend = friend
        self._room = room
        self._history = history
        self._chance = Random(name)
        self._unanswered: Message | None = None
        self.stopping = False

    async def play(self) -> None:
        """Until told to stop."""
        async with aclosing(self._friend.http):
            await self._play_until_stopped()

    async def _play_until_stopped(self) -> None:
        while not self.stopping:
            with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError, httpx.HTTPError):
                async with asyncio.timeout(5):
                    page = await self._friend.enter(self._room)
                try:
                    await self._play_on(page)
                finally:
                    await page.close()
            await asyncio.sleep(RETRY_S)

    async def _play_on(self, page: Page) -> None:
        if self._unanswered is not None:
            await page.send(**self._unanswered)
        while not self.stopping:
            async with asyncio.timeout(2):
                await self._take(page, await page.next())

    async def _take(self, page: Page, message: Message) -> None:
        match message["type"]:
            case "frame":
                self._note_seen(message["seq"])
                await self._answer(page, message)
            case "ack" | "refused" if self._unanswered and message["id"] == self._unanswered["id"]:
                self._unanswered = None
                self._note(message)
                await self._answer(page, page.frame)
            case "retry" if self._unanswered:
                await asyncio.sleep(message["after_ms"] / 1000)
                await page.send(**self._unanswered)

    async def _answer(self, page: Page, frame: Message) -> None:
        if frame["outcome"] is not None and frame["you"] == 0:
            await page.send(type="rematch")
        elif self._unanswered is None and is_asked(frame):
            id, question, move = secrets.token_hex(16), frame["question"], self._move(frame["choices"])
            self._unanswered = {"type": "play", "id": id, "question": question, "move": move}
            await page.send(**self._unanswered)

    def _move(self, choices: list[Message]) -> Any:
        moves = [choice["move"] for choice in choices]
        return moves[0] if moves[0]["do"] == "draw" else self._chance.choice(moves)

    def _note(self, message: Message) -> None:
        if message["type"] == "ack":
            self._history.acked[message["id"]] = message["seq"]
        else:
            self._history.refused[message["id"]] = message["code"]

    def _note_seen(self, seq: int) -> None:
        if seq < self._history.seen.get(self.name, 0):
            self._history.went_back.append(self.name)
        self._history.seen[self.name] = seq


async def seat_robots(base_url: str, rooms: int, seats: int, history: History) -> tuple[list[str], list[Robot]]:
    """Rooms full of robots, their games begun; the codes and the robots."""
    codes: list[str] = []
    robots: list[Robot] = []
    for number in range(rooms):
        friends = [Friend(base_url) for _ in range(seats)]
        for friend in friends:
            await friend.visit()
        codes.append(await friends[0].open_room("Robot 1", seats=seats))
        pages = [await friend.enter(codes[-1], f"Robot {seat + 1}") for seat, friend in enumerate(friends)]
        for seat, page in enumerate(pages[1:], 1):
            await page.hear("table")
            await page.send(type="sit", seat=seat)
        await pages[0].hear("table", lambda table: all(seat["name"] for seat in table["seats"]))
        await pages[0].send(type="start")
        await pages[0].hear("frame")
        for page in pages:
            await page.close()
        robots += [Robot(f"{number}/{seat}", friend, codes[-1], history) for seat, friend in enumerate(friends)]
    return codes, robots
