"""A node whose clock is wrong, or jumps, does nothing early, twice or late, shows the right times and knows people."""

import time
from pathlib import Path

import pytest

from app.services.housekeeping import Housekeeping
from app.settings import Settings
from app.storage.store import Store
from chaos.machine import FEW, play
from chaos.wrong_clocks import DAY_S, SHIFTS_S, WRONG_CLOCKS, clock_of, wrong_clocks
from tests.client import Friend, Page
from tests.support.tables import Company, company

EACH_S = 60


@pytest.mark.long
async def test_a_clock_that_jumps_makes_nothing_early_twice_or_late(tmp_path: Path) -> None:
    report = await play(WRONG_CLOCKS, tmp_path, 6, seed=8, rooms=FEW, linger_s=1.0)
    assert report.violations == []
    assert report.measures.acked > 30, "the robots hardly played: this run shows nothing"


@pytest.mark.long
async def test_what_is_left_of_a_time_is_shown_the_same_on_every_node(tmp_path: Path) -> None:
    async with wrong_clocks(tmp_path) as servers:
        right, jumping, behind = servers.nodes
        async with Friend(right.url) as ann, Friend(jumping.url) as ben, Friend(behind.url) as eve:
            room = await ann.open_room("Ann")
            page = await ann.enter(room, "Ann")
            other = await ben.enter(room, "Ben")
            await other.hear("table", lambda table: table["you"]["name"] == "Ben")
            await other.send(type="sit", seat=1)
            await page.send(type="doors", clock={"each": "question", "seconds": EACH_S})
            await page.hear("table", lambda table: table["clock"] is not None and table["seats"][1]["name"])
            await page.send(type="start")
            began = time.monotonic()
            asked = (await page.hear("frame"))["asked"][0]
            await other.close()
            for seconds in SHIFTS_S:
                clock_of(jumping).set(seconds)
                for friend in (ben, eve):
                    left = await shown(await friend.enter(room), asked)
                    assert abs(EACH_S - (time.monotonic() - began) - left) < 1.0, f"{seconds:+.0f} s: {left} s"
            await page.close()


async def shown(page: Page, seat: int) -> float:
    """The seconds that this seat has left; the page closes."""
    clocks = (await page.hear("frame"))["clocks"]
    await page.close()
    return float(clocks[seat]) / 1000


async def test_a_clock_that_is_set_a_year_ahead_puts_no_room_away(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with company(tmp_path, database_url) as party:
        store = Store(database_url)
        await store.start()
        right = time.time
        try:
            room = await Company(store, party.clock, Settings()).table()
            before = store.now()
            monkeypatch.setattr(time, "time", lambda: right() + 400 * DAY_S)
            assert abs(store.now() - before) < 5_000
            elsewhere = Company(store, party.clock, Settings())  # a process with nobody in it
            assert await Housekeeping(elsewhere.rooms, Settings()).tidy() == 0
            assert await store.load(room.table.room)
        finally:
            await store.close()
