"""What a test leaves behind when it fails: of each page a picture, its console, and the end of its wire."""

from __future__ import annotations

import asyncio
import shutil
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import ConsoleMessage, Error, Page, WebSocket

LAST = 50
PATIENCE_MS = 3_000
NOWHERE = "/between-tests"
"""Where a tab waits for the next test: an empty page, guarded as ours are, or else it would begin again in a process of
its own, and so would the next page of ours."""


class Trace:
    """What one page has said, and what it and the server have said to each other last."""

    def __init__(self, page: Page, name: Callable[[], str]) -> None:
        self.page = page
        self.name = name
        self.console: deque[str] = deque(maxlen=1_000)
        self.wire: deque[str] = deque(maxlen=LAST)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.console.append(f"{now()} error: {error}"))
        page.on("websocket", self._attend)

    def _hear(self, message: ConsoleMessage) -> None:
        self.console.append(f"{now()} {message.type}: {message.text}")

    def _attend(self, socket: WebSocket) -> None:
        self.wire.append(f"{now()} opens {socket.url}")
        socket.on("framesent", lambda text: self.wire.append(f"{now()} -> {text}"))
        socket.on("framereceived", lambda text: self.wire.append(f"{now()} <- {text}"))
        socket.on("close", lambda _: self.wire.append(f"{now()} closed"))

    @property
    def says_nothing(self) -> bool:
        """Whether its page was not used."""
        return self.page.url.endswith(NOWHERE) and not self.console and not self.wire

    def write(self, stem: Path) -> None:
        """What it said, and its wire."""
        Path(f"{stem}.console.txt").write_text("\n".join([self.page.url, *self.console]))
        Path(f"{stem}.wire.txt").write_text("\n".join(self.wire))

    async def take_picture(self, stem: Path) -> None:
        """What it shows, unless it is closed or hangs."""
        with suppress(Error):
            await self.page.screenshot(path=f"{stem}.png", timeout=PATIENCE_MS)


def now() -> str:
    return f"{datetime.now(UTC):%H:%M:%S.%f}"[:-3]


class Traces:
    """Of all pages of a test, in the order in which they were opened. They are made in one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._traces: list[Trace] = []

    def follow(self, page: Page, name: Callable[[], str]) -> None:
        """A page of the guest opens who then has this name."""
        self._traces.append(Trace(page, name))

    def begin(self) -> None:
        """Another test begins: what the pages of those before have said is forgotten."""
        self._traces = [trace for trace in self._traces if not trace.page.is_closed()]
        for trace in self._traces:
            trace.console.clear()
            trace.wire.clear()

    def write(self, folder: Path) -> None:
        """Into this folder, anew; from outside the loop."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        used = [trace for trace in self._traces if not trace.says_nothing]
        for number, trace in enumerate(used, 1):
            stem = folder / f"{number}-{trace.name() or 'stranger'}"
            trace.write(stem)
            if not self._loop.is_closed():
                self._loop.run_until_complete(trace.take_picture(stem))
