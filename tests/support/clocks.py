"""Tables with clocks, on a clock advanced only by the test."""

import asyncio
from typing import Any

import pytest

from app.protocol import commands
from app.rooms.room import Room
from app.services.deadlines import Deadlines
from app.table.events import Moved, move_in
from tests.support.tables import Company, Page

MINUTE = 60


class Hourglass:
    """A monotonic clock advanced only by the test."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hourglass() -> Hourglass:
    return Hourglass()


def watching(party: Company) -> Deadlines:
    """The deadlines of one node, without its periodic checks."""
    return party.employs(Deadlines(party.rooms))


@pytest.fixture
async def clocks(party: Company) -> Deadlines:
    """The deadlines of the party."""
    return watching(party)


async def a_round(clocks: Deadlines) -> None:
    """What they do again and again, to its end."""
    await clocks.check_due_rooms()
    await asyncio.gather(*clocks._tasks)


async def timed(
    party: Company, *guests: Any, each: Any = "question", seconds: int = MINUTE, **options: Any
) -> tuple[Room, list[Page]]:
    """These people play with a clock. Bots take the remaining seats."""
    return await party.playing(*guests, clock=commands.Clock(each, seconds), **options)


async def moves_in(party: Company, room: Room) -> list[Moved]:
    return [moved for event in await party.log(room) if (moved := move_in(event.body)) is not None]


async def lapsed_in(party: Company, room: Room) -> list[int]:
    return [move.seat for move in await moves_in(party, room) if move.lapsed]


async def lapsed_after(party: Company, clocks: Deadlines, room: Room, seconds: float) -> list[int]:
    """Advance the clock and check the room; which seats lapsed."""
    party.clock.advance(seconds)
    await clocks.check(room)
    return await lapsed_in(party, room)


async def left(page: Page) -> list[int | None]:
    """The clocks as this page shows them, in seconds."""
    return [None if ms is None else ms / 1000 for ms in (await page.sees("frame"))["clocks"]]
