"""Rooms with four players and a spectator, who play as in the tests: every message is read in full."""

from __future__ import annotations

import asyncio
import json
from typing import Any, ClassVar, Final

from tests.client import Friend, Page, is_asked

PLAYERS: Final = 4


class PlayedRoom:
    """Each player makes the first choice that does not end the game for anybody."""

    recorded: ClassVar[list[list[str]]] = []
    """The newest frames after each move, in all rooms."""

    def __init__(self, pages: list[Page]) -> None:
        self.pages = pages
        self.moves = 0

    @classmethod
    async def open(cls, port: int) -> PlayedRoom:
        """Open a room at this port; the game has begun."""
        friends = [await Friend(f"http://127.0.0.1:{port}").__aenter__() for _ in range(PLAYERS + 1)]
        code = await friends[0].open_room("Friend 1", seats=PLAYERS, capacity=8)
        pages = []
        for number, friend in enumerate(friends):
            page = await friend.enter(code, f"Friend {number + 1}")
            await page.hear("table")
            if 0 < number < PLAYERS:
                await page.send(type="sit", seat=number)
            pages.append(page)
        await pages[0].hear("table", lambda table: all(seat["name"] for seat in table["seats"]))
        await pages[0].send(type="start")
        for page in pages:
            await page.hear("frame")
        return cls(pages)

    async def move(self) -> None:
        """Play one move, delivered to everybody; after a game, another one begins first."""
        mover = self._asked()
        if mover is None:
            await self.pages[0].send(type="rematch")
            await self._until_all_see_more()
            mover = self._asked()
        assert mover is not None, "a new game asks somebody"
        await mover.play(self._harmless(mover.frame["choices"]))
        await self._until_all_see_more()
        self.moves += 1
        self.recorded.append([json.dumps(page.heard[-1], separators=(",", ":")) for page in self.pages])
        for page in self.pages:
            page.forget()

    def _asked(self) -> Page | None:
        return next((page for page in self.pages if is_asked(page.frame)), None)

    async def _until_all_see_more(self) -> None:
        before = self.pages[-1].frame["seq"]
        await asyncio.gather(*(page.hear("frame", lambda frame: frame["seq"] > before) for page in self.pages))

    def _harmless(self, choices: list[dict[str, Any]]) -> Any:
        moves = [choice["move"] for choice in choices]
        if moves[0]["do"] == "draw":
            return moves[0]
        return moves[self.moves // 2 % len(moves)]

    async def close(self) -> None:
        """Close all pages."""
        await asyncio.gather(*(page.close() for page in self.pages))
