"""Connections to the server: a proxy that can cut one in the middle of an answer, and taps that record or change
messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import Self

from playwright.async_api import BrowserContext, Page, Route, WebSocket, WebSocketRoute

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.client import Message


class Wire:
    """A proxy between browsers and a server, until told otherwise."""

    def __init__(self, server: tuple[str, int]) -> None:
        self._server = server
        self._calls: set[asyncio.Task[None]] = set()
        self._until: bytes = b""
        self._cut_then = True
        self._said = asyncio.Event()
        self.cuts = 0

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._take_call, "127.0.0.1", 0)
        host, port = self._listening.sockets[0].getsockname()
        self.base_url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._listening.close()
        for call in list(self._calls):
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    def swallow_until(self, word: bytes, *, cut: bool = True) -> None:
        """Drop everything from the server; once it has sent this word, cut the connection, or go on dropping until
        somebody has waited for that."""
        self._until, self._cut_then = word, cut
        self._said.clear()

    async def has_swallowed(self) -> None:
        """Wait until the word was sent and dropped; later messages arrive again."""
        await self._said.wait()
        self._until = b""

    async def break_down(self) -> None:
        """End all connections, and accept no more."""
        self._listening.close()
        for call in list(self._calls):
            call.cancel()

    async def _take_call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._calls.add(task)
        try:
            with suppress(asyncio.CancelledError):  # asyncio would log this after the test as an error
                await self._connect(reader, writer)
        finally:
            self._calls.discard(task)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection(*self._server)
        asking = asyncio.create_task(self._pass_on(reader, to_server))
        answering = asyncio.create_task(self._pass_back(from_server, writer))
        try:
            await asyncio.wait((asking, answering), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (asking, answering):
                task.cancel()
            await asyncio.gather(asking, answering, return_exceptions=True)
            await hang_up(to_server, writer)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(65536):
            writer.write(said)
            await writer.drain()

    async def _pass_back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(65536):
            if not self._until:
                writer.write(said)
                await writer.drain()
            elif self._until in said:
                self._said.set()
                if self._cut_then:
                    self._until = b""
                    self.cuts += 1
                    return


async def hang_up(*writers: asyncio.StreamWriter) -> None:
    for writer in writers:
        writer.close()
    for writer in writers:
        with suppress(OSError):
            await writer.wait_closed()


@asynccontextmanager
async def held(page: Page | BrowserContext, what: str) -> AsyncIterator[None]:
    """Hold back responses from matching addresses until the end of the block."""
    may_come = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await page.route(what, hold)
    yield
    may_come.set()


async def change_messages(page: Page | BrowserContext, changed: Callable[[Message], Message]) -> None:
    """From the next connection on, pass the server's messages through this function."""

    def come_between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: line.send(json.dumps(changed(json.loads(said)))))

    await page.route_web_socket("**/ws/**", come_between)


async def tapped_look(guest: Guest, room: str) -> tuple[Look, list[Message]]:
    """A new page of a room, and everything it sends."""
    sent: list[Message] = []

    def attend(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: sent.append(json.loads(text)))

    page = await guest.tab()
    page.on("websocket", attend)
    await page.goto(f"{guest.base_url}/t/{room}")
    look = Look(page)
    await look.is_ready()
    return look, sent
