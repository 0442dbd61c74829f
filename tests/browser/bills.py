"""What a visit takes over the wire, and a game that goes on until it takes nothing more."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Page

from tests.browser.players import Player
from tests.browser.tables import Seated
from tests.browser.walks import step

QUIET = 4
"""After so many answers of the player that bring nothing, nor what lies between them, nothing more comes."""


class Bill:
    """The bytes that a page's visit has taken by now, by path: compressed, with the headers of the responses. Messages
    of the WebSocket are not among them."""

    def __init__(self) -> None:
        self.bytes: Counter[str] = Counter()
        self._paths: dict[str, str] = {}
        self._open: set[str] = set()
        self._is_complete = asyncio.Event()

    async def follow(self, page: Page) -> None:
        """Begin, before the page goes anywhere."""
        line = await page.context.new_cdp_session(page)
        line.on("Network.requestWillBeSent", self._asks)
        line.on("Network.loadingFinished", self._has_taken)
        await line.send("Network.enable")

    def _asks(self, event: Any) -> None:
        if not event["request"]["url"].startswith("data:"):
            self._paths[event["requestId"]] = urlsplit(event["request"]["url"]).path
            self._open.add(event["requestId"])
            self._is_complete.clear()

    def _has_taken(self, event: Any) -> None:
        if path := self._paths.get(event["requestId"]):
            self.bytes[path] += round(event["encodedDataLength"])
            self._open.discard(event["requestId"])
        if not self._open:
            self._is_complete.set()

    async def is_complete(self) -> None:
        """Wait until everything that was asked for has come."""
        await self._is_complete.wait()

    @property
    def asked_for(self) -> int:
        """The number of requests."""
        return len(self._paths)

    @property
    def scripts(self) -> int:
        """The bytes of scripts: catalogs, which are JSON, are not among them."""
        return sum(taken for path, taken in self.bytes.items() if path.endswith(".js"))


async def plays_until_nothing_more_comes(table: Seated, player: Player, bill: Bill) -> None:
    """The host answers in their browser, the others over the wire."""
    quiet, chance = 0, Random(1)
    while quiet < QUIET and not table.frame["outcome"]:
        before, is_own = bill.asked_for, 0 in table.frame["asked"]
        await event(table, player, chance)
        await bill.is_complete()
        quiet = 0 if bill.asked_for > before else quiet + is_own


async def event(table: Seated, player: Player, chance: Random) -> None:
    """Somebody who is asked answers, and the player sees it."""
    before = await player.look.seq()
    if 0 in table.frame["asked"]:
        await player.answer()
    else:
        await step(table, chance)
    await player.look.moved_on(before)
    while table.frame["seq"] < await player.look.seq():
        await table.catch_up(table.frame["seq"])
