"""Whether times tell two things apart is judged alike on a quiet machine and on a busy one."""

from random import Random

import pytest

from benchmarks.told_apart import Pair, apart


def times(chance: Random, more: float = 0.0) -> list[float]:
    """Microseconds of 25 turns on a machine on which every fifth one is disturbed."""
    return [
        500 + more + chance.expovariate(1 / 20) + (chance.random() < 0.2) * chance.random() * 5000 for _ in range(25)
    ]


def pairs(seed: int, *more: float) -> list[Pair]:
    chance = Random(seed)
    return [Pair(times(chance, each), times(chance)) for each in more]


def test_a_delay_in_some_of_the_pairs_is_found_whichever_is_the_slower_one() -> None:
    for seed in range(20):
        found = apart(pairs(seed, 100, 0, -100, 100, 100, -100, 0, -100))
        assert found.is_certain, seed
        assert found.share > 0.65


def test_things_that_are_alike_are_not_told_apart() -> None:
    found = [apart(pairs(seed, *[0] * 8)) for seed in range(300)]
    assert not any(each.is_certain for each in found)
    assert abs(sum(each.certainty for each in found) / len(found)) < 0.2


def test_how_much_longer_one_takes_is_the_median_of_the_turns() -> None:
    found = apart([Pair([5, 6, 900], [1, 4, 1]), Pair([1, 1, 1], [3, 3, 3])])
    assert (found.more, found.share) == (3, 1)
    assert found.certainty == pytest.approx(1.66, abs=0.005)  # about one in twenty; exactly, one in sixteen
