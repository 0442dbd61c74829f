"""Network failures: cables are pulled and hosts vanish, nobody is notified, and half-open connections remain. Nodes
must notice and catch up."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

import psycopg

from app.server.process import PING_EVERY_S, PONG_WITHIN_S
from chaos.check import Logs, Violation
from chaos.faults import Injector
from chaos.history import AnyStep
from chaos.hosts import Host, Networked, networked, with_stalls
from chaos.machine import Part
from chaos.robots import GONE
from tests.client import Friend, Page

CUT_FOR_S: Final = (1.0, 60.0)
BETWEEN_S: Final = (1.0, 3.0)
NOTICED_WITHIN_S: Final = 6.0
SAMPLED_EVERY_S: Final = 0.1
CAUGHT_UP_WITHIN_S: Final = 2.0
HEARS_WITHIN_S: Final = 8.0
"""Reconnection is tried every second and may take three; nodes give heartbeats every two."""
HALF_OPEN_S: Final = PING_EVERY_S + PONG_WITHIN_S + 1.0
"""Until a server has noticed that a peer is gone."""

_FRAMES: Final = "SELECT max(seq) FROM events WHERE room = %s AND kind NOT IN ('said', 'closed')"


# --- Faults ---------------------------------------------------------------------------------------------------


async def pull_cables_out(injector: Injector, times: int, cut_for_s: tuple[float, float] = CUT_FOR_S) -> None:
    """Mostly cut the link to the database; now and then that to the robots, or the whole host."""
    servers = injector.servers
    assert isinstance(servers, Networked)
    least, most = (math.log(seconds) for seconds in cut_for_s)
    for number in range(times):
        await injector.sleep(BETWEEN_S)
        host = injector.chance.choice(servers.hosts)
        seconds = math.exp(injector.chance.uniform(least, most))
        what = (_from_the_database, _vanished, _from_the_database, _from_robots, _from_the_database)[number % 5]
        await what(injector, servers, host, seconds)
        injector.progress(f"{what.__name__[1:]} {number + 1} of {times}, {host.name} for {seconds:.1f} s")


async def _from_the_database(injector: Injector, servers: Networked, host: Host, seconds: float) -> None:
    async with _watcher(injector, host) as watcher:
        host.to_database.pull_out()
        injector.note(host, "database")
        await _notices(servers, host, seconds)
        host.to_database.plug_in()
        injector.note(host, "database", over=True)
        await _catches_up(servers, host, watcher)
        await _hears(servers, host)


async def _notices(servers: Networked, host: Host, seconds: float) -> None:
    """Wait with the link cut; after long enough the node must report that it hears nothing."""
    began = time.monotonic()
    while time.monotonic() < began + seconds:
        if not await host.hears():
            break
        if time.monotonic() > began + NOTICED_WITHIN_S:
            text = f"{host.name} does not know {NOTICED_WITHIN_S:g} s after the cut that it hears nothing"
            servers.found.append(Violation(9, "not noticed", "", text))
            break
        await asyncio.sleep(SAMPLED_EVERY_S)
    await asyncio.sleep(began + seconds - time.monotonic())


async def _catches_up(servers: Networked, host: Host, watcher: Watcher) -> None:
    healed = time.monotonic()
    head = await asyncio.to_thread(watcher.head, servers)
    took = await watcher.shows(head) - healed
    if took > CAUGHT_UP_WITHIN_S:
        text = f"{host.name} showed what there was {took:.1f} s after the cable was back"
        servers.found.append(Violation(9, "caught up late", watcher.room, text, head))


async def _hears(servers: Networked, host: Host) -> None:
    began = time.monotonic()
    while not await host.hears():
        if time.monotonic() > began + HEARS_WITHIN_S:
            text = f"{host.name} hears no notices {HEARS_WITHIN_S:g} s after it was shown what there is"
            servers.found.append(Violation(9, "deaf", "", text))
            break
        await asyncio.sleep(SAMPLED_EVERY_S)


async def _from_robots(injector: Injector, servers: Networked, host: Host, seconds: float) -> None:
    host.to_robots.pull_out()
    injector.note(host, "clients")
    began = time.monotonic()
    await asyncio.sleep(max(seconds, HALF_OPEN_S + 1))
    if left := host.connections():
        text = f"{host.name} keeps {left} connections to nobody after {time.monotonic() - began:.1f} s"
        servers.found.append(Violation(9, "half-open", "", text))
    host.to_robots.plug_in()
    injector.note(host, "clients", over=True)


async def _vanished(injector: Injector, servers: Networked, host: Host, seconds: float) -> None:
    """The host disappears, connections included, without a packet."""
    injector.note(host, "vanish")
    for cable in (host.to_database, host.to_robots):
        cable.vanish()
    host.kill()
    await asyncio.sleep(seconds)
    for cable in (host.to_database, host.to_robots):
        cable.lay()
    await host.start_until_open()
    injector.note(host, "vanish", over=True)


# --- Watchers -------------------------------------------------------------------------------------------------


class Watcher:
    """A page at one node that stays open whatever happens to the database."""

    def __init__(self, room: str, page: Page) -> None:
        self.room = room
        self._page = page
        self._seq = 0
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            message = await self._page.next()
            self._page.forget()
            if message["type"] == "frame":
                self._seq = message["seq"]
                self._news.set()

    async def shows(self, seq: int) -> float:
        """The time at which this event was shown. Fails after a while."""
        async with asyncio.timeout(30):
            while self._seq < seq:
                self._news.clear()
                await self._news.wait()
        return time.monotonic()

    def head(self, servers: Networked) -> int:
        """The head of the log, read past all cables."""
        with psycopg.connect(servers.url, autocommit=True) as connection:
            found = connection.execute(_FRAMES, (self.room,)).fetchone()
        assert found is not None
        return int(found[0])

    async def leaves(self) -> None:
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading
        await self._page.close()


@asynccontextmanager
async def _watcher(injector: Injector, host: Host) -> AsyncIterator[Watcher]:
    """A watcher at a busy table."""
    rooms = sorted({step.room for step in injector.history.steps[-200:]} - {""})
    async with Friend(host.url) as friend:
        watcher = Watcher(room := injector.chance.choice(rooms), await friend.enter(room))
        try:
            yield watcher
        finally:
            with suppress(*GONE):
                await watcher.leaves()


# --- Promises beyond chaos/check.py ---------------------------------------------------------------------


def nothing_more(steps: Sequence[AnyStep], logs: Logs) -> Iterator[Violation]:
    """Everything was checked while it happened."""
    return iter(())


PARTITION: Final = Part(
    about="cables between hosts are out for 1 to 60 s, and hosts vanish",
    times=50,
    opens=networked,
    does=pull_cables_out,
    judges=nothing_more,
)
STALLS: Final = Part(
    about="the same where no cables can be laid: connections stall",
    times=10,
    opens=with_stalls,
    does=partial(pull_cables_out, cut_for_s=(1.0, 10.0)),
    judges=nothing_more,
)
