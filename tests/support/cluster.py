"""Several nodes in one process: each with its own store, rooms and notices, and one PostgreSQL for all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

import pytest

from app.cluster.follower import Follower
from app.cluster.postgres_notices import PostgresNotices
from app.cluster.presence import Presence
from app.protocol import commands
from app.rooms.room import Room
from app.storage.store import Store
from games import GAMES
from tests.support.beads import BEADS
from tests.support.tables import ANN, BEN, UNLIMITED, Clock, Company, Page, until

LONG = 1000.0  # seconds: longer than any test


class Node(Company):
    """One node. Its clocks and bots are started only by the tests about them."""

    def __init__(self, url: str, name: str, clock: Clock) -> None:
        self.notices = PostgresNotices(url, name)
        super().__init__(Store(url, clock), clock, UNLIMITED, self.notices)
        self.following = Follower(self.rooms)
        self.presence = Presence(self.rooms)
        self.rooms.watchers.append(self.presence.watch)

    async def opens(self, *, notices: bool = True) -> Self:
        """Start serving. Without notices it neither sends nor receives any."""
        await self.store.start()
        if notices:
            self.notices.start()
            await until(lambda: self.notices.healthy)
        self.following.start()
        self.presence.start()
        return self

    async def closes(self) -> None:
        """Stop as if killed, without a word."""
        await self.dismisses()
        await asyncio.gather(*self.closes_pages(), return_exceptions=True)
        await self.presence.close()
        await self.following.close()
        await self.notices.close()
        await self.store.close()


Nodes = tuple[Node, Node]


@pytest.fixture
async def nodes(postgres_url: str) -> AsyncIterator[Nodes]:
    async with two_nodes(postgres_url) as both:
        yield both


@asynccontextmanager
async def two_nodes(url: str, *, notices: bool = True) -> AsyncIterator[Nodes]:
    """Two nodes that know of each other."""
    clock = Clock()
    GAMES["beads"] = BEADS
    nodes = Node(url, "one", clock), Node(url, "two", clock)
    try:
        for node in nodes:
            await node.opens(notices=notices)
        yield nodes
    finally:
        for node in nodes:
            await node.closes()
        del GAMES["beads"]


async def level(*rooms: Room) -> None:
    """Wait until these copies of one room have all come as far as the farthest."""
    await until(lambda: len({room.table.seq for room in rooms}) == 1)


@pytest.fixture
def only_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes poll the heads of logs only after a lost notice."""
    monkeypatch.setattr("app.cluster.follower.CHECK_EVERY_S", LONG)


async def apart(one: Node, two: Node, *, together: bool = False) -> tuple[Room, Room, Page, Page]:
    """Ann plays at one node, Ben at the other."""
    here = await one.table(2, together=together)
    there = await two.finds(here)
    ann, ben = one.page(here, ANN), two.page(there, BEN)
    await ben.asks(commands.Sit(1))
    await level(here, there)
    await ann.asks(commands.Start())
    await level(here, there)
    return here, there, ann, ben
