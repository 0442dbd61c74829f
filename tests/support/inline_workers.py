"""Workers without processes: they think in the calling process."""

import asyncio
from collections.abc import Callable
from typing import Any

from app.workers.fair_queue import Requester
from app.workers.pool import Workers
from games import by_rules
from games.engine import Game


class Here(Workers):
    """Runs `instead` in place of the given thought, if set, and counts calls. `waits`: blocks until released."""

    def __init__(self, instead: Callable[[Any], Any] | None = None, *, waits: bool = False) -> None:
        super().__init__(1)
        self.thought, self.instead = 0, instead
        self.requesters = list[Requester]()
        self.begun, self.may = asyncio.Event(), asyncio.Event()
        if not waits:
            self.may.set()

    async def think(
        self,
        work: Callable[[Game, Any], Any],
        thought: Any,
        requester: Requester,
        wait_s: float,
        within_s: float | None = None,
        begins: Callable[[], None] = lambda: None,
    ) -> Any:
        self.begun.set()
        self.requesters.append(requester)
        begins()
        try:
            async with asyncio.timeout(within_s):
                await self.may.wait()
        except TimeoutError:
            return None
        self.thought += 1
        return self.instead(thought) if self.instead else work(by_rules(thought.rules), thought)
