"""What a failed test leaves behind: a picture of each page, its console, and its last messages."""

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
"""Where a tab waits for the next test: an empty page with our security headers, without which it and the next page of
ours would each start a new process."""


class Trace:
    """The console of one page, and its last messages to and from the server."""

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
        """Whether the page was not used."""
        return self.page.url.endswith(NOWHERE) and not self.console and not self.wire

    def write(self, stem: Path) -> None:
        """Write its console and its messages."""
        Path(f"{stem}.console.txt").write_text("\n".join([self.page.url, *self.console]))
        Path(f"{stem}.wire.txt").write_text("\n".join(self.wire))

    async def take_picture(self, stem: Path) -> None:
        """Take a screenshot, unless the page is closed or hangs."""
        with suppress(Error):
            await self.page.screenshot(path=f"{stem}.png", timeout=PATIENCE_MS)


def now() -> str:
    return f"{datetime.now(UTC):%H:%M:%S.%f}"[:-3]


class Traces:
    """The traces of all pages of a test, in the order in which they were opened; in one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._traces: list[Trace] = []

    def follow(self, page: Page, name: Callable[[], str]) -> None:
        """Follow a page of the guest who has this name when it is written."""
        self._traces.append(Trace(page, name))

    def begin(self) -> None:
        """Begin another test: forget the earlier ones."""
        self._traces = [trace for trace in self._traces if not trace.page.is_closed()]
        for trace in self._traces:
            trace.console.clear()
            trace.wire.clear()

    def write(self, folder: Path) -> None:
        """Write all traces into this folder, emptied first; called outside the loop."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        used = [trace for trace in self._traces if not trace.says_nothing]
        for number, trace in enumerate(used, 1):
            stem = folder / f"{number}-{trace.name() or 'stranger'}"
            trace.write(stem)
            if not self._loop.is_closed():
                self._loop.run_until_complete(trace.take_picture(stem))
