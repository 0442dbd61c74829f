"""What a failed test leaves behind: a picture of each page, its console, and its last messages."""

import asyncio
import shutil
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import ConsoleMessage, Error, Page, WebSocket

NOWHERE = "/between-tests"
"""Where a tab waits for the next test: an empty page with our security headers, without which it and the next page of
ours would each start a new process."""


class Trace:
    """The console of one page, and its last messages to and from the server."""

    def __init__(self, page: Page, name: Callable[[], str]) -> None:
        self.page, self.name = page, name
        self.console: deque[str] = deque(maxlen=1_000)
        self.wire: deque[str] = deque(maxlen=50)
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
        used = [one for one in self._traces if one.console or one.wire or not one.page.url.endswith(NOWHERE)]
        for number, trace in enumerate(used, 1):
            stem = folder / f"{number}-{trace.name() or 'stranger'}"
            Path(f"{stem}.console.txt").write_text("\n".join([trace.page.url, *trace.console]))
            Path(f"{stem}.wire.txt").write_text("\n".join(trace.wire))
            with suppress(Error):  # the page is closed or hangs
                if not self._loop.is_closed():
                    self._loop.run_until_complete(trace.page.screenshot(path=f"{stem}.png", timeout=3_000))
