"""Measures what a page costs the server, beside a route of FastAPI that does nothing.

    python benchmarks/visits.py [requests]

A browser asks for each page this many times (300) in each of five rounds, on one connection that stays open, while
nothing else happens. The start page is asked for by a newcomer, who becomes a guest each time, and by guests who have
been here before, one of them with six tables. A figure is the processor time of the server, user and system, for a
request: the median of the rounds. The ratio is to the route, within the round; it answers on another server of the same
kind, which has no middleware. The bars are 2 ms for the start page and 1.5 ms for a room.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.load.pages import ask, new_room
from benchmarks.load.servers import HOST, Server, bare, tertulia

ROUNDS: Final = 5
TABLES: Final = 6
WITHIN_S: Final = 60.0

Page = tuple[str, str]
"""A path, and the cookie with which it is asked for."""


class Browser:
    """A connection that stays open."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def __aenter__(self) -> "Browser":
        self._reader, self._writer = await asyncio.open_connection(HOST, self._server.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def get(self, page: Page) -> None:
        """Ask for a page. Raises SystemExit when it does not come."""
        path, cookie = page
        self._writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {HOST}:{self._server.port}\r\nAccept: text/html\r\nCookie: {cookie}\r\n"
            "Accept-Encoding: gzip, deflate, br\r\nAccept-Language: en-GB,en;q=0.9\r\nSec-Fetch-Mode: navigate\r\n"
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n\r\n".encode()
        )
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        if " 200 " not in head.partition("\r\n")[0]:
            raise SystemExit(f"{path}: {head}")
        await self._reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0]))


async def cpu_ms(server: Server, page: Page, requests: int) -> float:
    """The processor time of the server for one request for this page."""
    async with asyncio.timeout(WITHIN_S), Browser(server) as browser:
        await browser.get(page)
        before = server.cpu_seconds()
        for _ in range(requests):
            await browser.get(page)
        return (server.cpu_seconds() - before) / requests * 1000


async def pages_of(server: Server) -> dict[str, Page]:
    """The pages to be measured, by name."""
    _, headers, _ = await ask(server, "GET", "/")
    nobody = headers["set-cookie"].partition(";")[0]
    room, host = await new_room(server)
    for _ in range(TABLES - 1):
        await another_room(server, host)
    return {
        "the start page, a newcomer": ("/", ""),
        "the start page": ("/", nobody),
        f"the start page, {TABLES} tables": ("/", host),
        "a room, for its host": (f"/t/{room}", host),
        "a room, for a friend": (f"/t/{room}", nobody),
    }


async def another_room(server: Server, cookie: str) -> None:
    wish = json.dumps({"game": "tcnccc", "seats": 4, "name": "Friend 1"}).encode()
    status, _, answer = await ask(server, "POST", "/api/rooms", wish, cookie)
    if status != 201:
        raise SystemExit(f"no room was opened: {answer.decode()}")


async def main(requests: int) -> None:
    measured: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        async with tertulia(Path(folder)) as server, bare() as least:
            pages = await pages_of(server)
            for _ in range(ROUNDS):
                route = await cpu_ms(least, ("/healthz", ""), requests * 10)  # a clock of the kernel ticks every 10 ms
                costs = {name: await cpu_ms(server, page, requests) for name, page in pages.items()}
                measured.append({"the route": route, **costs})
    for name in measured[0]:
        ms = median(costs[name] for costs in measured)
        ratio = median(costs[name] / costs["the route"] for costs in measured)
        print(f"{name:30} {ms:6.2f} ms  {ratio:5.1f} × the route")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("requests", nargs="?", type=int, default=300)
    asyncio.run(main(parser.parse_args().requests))
