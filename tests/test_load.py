"""The measurements of load work: they count what they should. What they measure is not looked at here."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.load.cut import FACTOR, LONGEST_S, Comer, Waits, come_back, until_all_are_back
from benchmarks.load.figures import at_least, at_most, percentile, told
from benchmarks.load.onlookers import Audience
from benchmarks.load.pages import side_by_side
from benchmarks.load.servers import least


def test_a_page_tries_again_later_and_later_until_it_is_welcome() -> None:
    waits = Waits(Random(1))
    tried = [waits.next() for _ in range(12)]
    assert 0.2 <= tried[0] <= 1.5
    assert tried[1:] == [pytest.approx(min(wait * FACTOR, LONGEST_S)) for wait in tried[:-1]]
    assert tried[-1] == LONGEST_S
    waits.welcomed()
    assert waits.next() <= 1.5


def test_a_page_that_was_told_when_to_come_back_comes_then_and_is_no_slower_afterwards() -> None:
    waits = Waits(Random(1))
    for retry_ms in (700, 0):
        waits.told(retry_ms)
        assert waits.next() == retry_ms / 1000
    assert waits.next() <= 1.5


async def test_whoever_is_cut_off_comes_back_and_is_counted_once() -> None:
    async with least() as server:
        comers = [Comer(server, f"/ws/{number // 2}", "", number) for number in range(4)]
        await side_by_side(comers, Comer.open)
        await until_all_are_back(comers)
        for way in ("cut",):
            back = await come_back(server, comers, way)
            assert (len(back.gone_s), back.away) == (4, 0)
            assert all(gone > 0.2 for gone in back.gone_s), "nobody tries sooner"
        for comer in comers:
            comer.end()


async def test_an_audience_knows_when_all_of_it_have_a_move() -> None:
    async with least() as server:
        audience = Audience()
        await audience.come(server, "/ws/one", 3)
        audience.lines[0].say(b'{"type":"play","id":"0","question":7}')
        await audience.until_all_have(7)
        assert len(audience.took({7: 0.0}).each) == 3
        with pytest.raises(ValueError, match="0 of 3 have event 8"):
            audience.took({8: 0.0})
        audience.leave()


def test_a_figure_says_whether_its_bar_is_met() -> None:
    assert at_most("a", 2, 2, "ms").met and not at_most("a", 3, 2, "ms").met
    assert at_least("a", 2, 2, "/s").met and not at_least("a", 1, 2, "/s").met
    assert told("a", 1, "ms").met is None
    assert str(at_most("slow", 30, 20, "ms", 10)) == "| slow | 30 ms | ≤ 20 ms | **no** | 10 ms, ratio 3.00 |  |"
    assert percentile([3, 1, 2], 50) == 2 and percentile([1], 99) == 1
    with pytest.raises(ValueError, match="nothing was measured"):
        percentile([], 99)
