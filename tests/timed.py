"""Tables with clocks, on a clock that stands until it is told."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.protocol import commands
from app.rooms.room import Room
from app.services.deadlines import Deadlines
from app.table.events import Moved, move_in
from tests.company import Company, Page

MINUTE = 60


class Hourglass:
    """Seconds that pass when they are told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hourglass() -> Hourglass:
    return Hourglass()


def watching(party: Company) -> Deadlines:
    """The clocks of one node, without its rounds."""
    clocks = Deadlines(party.store, party.rooms)
    party.rooms.watchers.append(clocks.watch)
    return clocks


@pytest.fixture
async def clocks(party: Company) -> AsyncIterator[Deadlines]:
    """Those of the party."""
    clocks = watching(party)
    yield clocks
    await clocks.close()


async def timed(
    party: Company, *guests: Any, each: Any = "question", seconds: int = MINUTE, **options: Any
) -> tuple[Room, list[Page]]:
    """These people play with a clock. Bots have the seats that are left."""
    return await party.playing(*guests, clock=commands.Clock(each, seconds), **options)


async def moves_in(party: Company, room: Room) -> list[Moved]:
    return [moved for event in await party.log(room) if (moved := move_in(event.body)) is not None]


async def lapsed_in(party: Company, room: Room) -> list[int]:
    return [move.seat for move in await moves_in(party, room) if move.lapsed]


async def lapsed_after(party: Company, clocks: Deadlines, room: Room, seconds: float) -> list[int]:
    """The clock goes on, and the room is looked at."""
    party.clock.goes_on(seconds)
    await clocks.look(room)
    return await lapsed_in(party, room)


async def left(page: Page) -> list[int | None]:
    """What this page shows of the clocks, in seconds."""
    return [None if ms is None else ms / 1000 for ms in (await page.sees("frame"))["clocks"]]
