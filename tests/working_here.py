"""Workers that are no processes: what they are given to think about is thought about here."""

import asyncio
from collections.abc import Callable
from typing import Any

from app.workers.pool import Workers


class Here(Workers):
    """Does this `instead` of what it is given, if anything, and counts how often. `waits`: until it may."""

    def __init__(self, instead: Callable[[Any], Any] | None = None, *, waits: bool = False) -> None:
        super().__init__(1)
        self.thought, self.instead = 0, instead
        self.begun, self.may = asyncio.Event(), asyncio.Event()
        if not waits:
            self.may.set()

    async def think(self, work: Callable[[Any], Any], thought: Any) -> Any:
        self.begun.set()
        await self.may.wait()
        self.thought += 1
        return (self.instead or work)(thought)
