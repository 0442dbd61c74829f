"""Connections to the server: one that records what pages send and breaks when it is told to, and a tap that changes
messages."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Self

from playwright.async_api import BrowserContext, Page, Route, WebSocketRoute

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.client import Message


class Wire:
    """What connects pages with the server, until told otherwise."""

    def __init__(self) -> None:
        self._ends: list[WebSocketRoute] = []
        self._is_down = False
        self._until = self._last = ""
        self._cut_then = self._arrives = True
        self._is_done = asyncio.Event()
        self.sent: list[Message] = []
        """Everything from the pages, without their pings."""
        self.cuts = 0

    @classmethod
    async def of(cls, pages: Page | BrowserContext) -> Self:
        """That of their connections from now on: of a new page, or of a context without pages. In pages that were open
        before, Playwright now and then goes on passing messages by."""
        wire = cls()
        await pages.route_web_socket("**/ws/**", wire._take)
        return wire

    def swallow_until(self, word: str, *, cut: bool = True) -> None:
        """Drop everything from the server; once it has sent this word, cut the connection, or go on dropping until
        somebody has waited for that."""
        self._until, self._cut_then = word, cut
        self._is_done.clear()

    async def is_done(self) -> None:
        """Wait until the word was sent; later messages arrive again."""
        await self._is_done.wait()
        self._until = ""

    def cut_after(self, word: str, *, arrives: bool) -> None:
        """Cut the connection once a page has sent this word, whether or not it arrives."""
        self._last, self._arrives = word, arrives
        self._is_done.clear()

    async def break_down(self) -> None:
        """End all connections, and accept no more."""
        self._is_down = True
        await self._cut(*self._ends)

    async def _take(self, line: WebSocketRoute) -> None:
        if self._is_down:
            return await line.close()
        server = line.connect_to_server()
        self._ends += [line, server]
        line.on_message(lambda said: self._pass_on(line, server, str(said)))
        server.on_message(lambda said: self._pass_back(line, server, str(said)))

    async def _pass_on(self, line: WebSocketRoute, server: WebSocketRoute, said: str) -> None:
        if (message := json.loads(said))["type"] != "ping":
            self.sent.append(message)
        is_last = self._last != "" and self._last in said
        if self._arrives or not is_last:
            server.send(said)
        if is_last:
            self._last = ""
            self._is_done.set()
            await self._cut(line, server)

    async def _pass_back(self, line: WebSocketRoute, server: WebSocketRoute, said: str) -> None:
        if not self._until:
            line.send(said)
        elif self._until in said:
            self._is_done.set()
            if self._cut_then:
                self._until = ""
                await self._cut(line, server)

    async def _cut(self, *ends: WebSocketRoute) -> None:
        self.cuts += 1
        for end in ends:
            await end.close()


async def wired_look(guest: Guest, room: str) -> tuple[Wire, Look]:
    """A new page of a room, and what connects it with the server."""
    page = await guest.context.new_page()
    wire, look = await Wire.of(page), Look(page)
    await page.goto(f"{guest.base_url}/t/{room}")
    await look.is_ready()
    return wire, look


@asynccontextmanager
async def held(page: Page | BrowserContext, what: str) -> AsyncIterator[None]:
    """Hold back responses from matching addresses until the end of the block."""
    may_come = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.fallback()

    await page.route(what, hold)
    yield
    may_come.set()


async def changed_look(guest: Guest, room: str, changed: Callable[[Message], Message]) -> Look:
    """A new page of a room, with the server's messages passed through this function."""
    page = await guest.context.new_page()
    await change_messages(page, changed)
    await page.goto(f"{guest.base_url}/t/{room}")
    look = Look(page)
    await look.is_ready()
    return look


async def change_messages(page: Page | BrowserContext, changed: Callable[[Message], Message]) -> None:
    """From the next connection on, pass the server's messages through this function; as for a wire, of a new page or of
    a context without pages."""

    def come_between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: line.send(json.dumps(changed(json.loads(said)))))

    await page.route_web_socket("**/ws/**", come_between)
