"""Chances that are counted in a few rollouts: they change where something has happened, and nowhere else."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.search import Luck
from games.steadying import Sample, steadied


def sample(per_cent: int, seed: int, rollouts: int = 40) -> Sample:
    """Two seats; the first wins about so often."""
    luck = Luck(seed)
    won = [float(luck.below(100) < per_cent) for _ in range(rollouts)]
    return [(one, 1 - one) for one in won]


def changes(means: list[list[float]]) -> list[int]:
    """The steps at which the first seat's mean changes."""
    return [step for step, (before, after) in enumerate(pairwise(means), 1) if before != after]


def test_what_jumps_about_by_chance_stays_where_it_is() -> None:
    games = [[sample(50, 100 * game + seed) for seed in range(40)] for game in range(10)]
    steady = [steadied(still, range(2)) for still in games]
    assert all(len({sum(won for won, _ in each) for each in still}) > 5 for still in games)
    assert sum(len(changes(means)) for means in steady) < 10
    assert steady[0][0] == pytest.approx([0.5, 0.5], abs=0.05)


def test_what_happens_is_seen_at_its_step_and_not_before() -> None:
    chances = [50] * 10 + [90] * 10 + [30] * 5
    means = steadied([sample(chance, 200 + seed) for seed, chance in enumerate(chances)], range(2))
    assert changes(means) == [10, 20]


def test_the_end_is_certain() -> None:
    assert steadied([sample(99, 1), sample(99, 2), [(1.0, 0.0)]], range(2))[-1] == [1, 0]
    tie = [(0.5, 0.5)]
    assert changes(steadied([sample(60, 1), sample(60, 2), tie], range(2))) == [2]


def test_one_sample_counts_once_however_long_it_lasts() -> None:
    few, many = sample(50, 1, 10), sample(60, 2, 90)
    together = (sum(won for won, _ in few) + sum(won for won, _ in many)) / 100
    assert [mean for mean, _ in steadied([*[few] * 9, many], range(2))] == [together] * 10


def test_a_seat_alone_goes_by_its_own_numbers() -> None:
    both = [(a, b) for (a, _), (b, _) in zip(sample(50, 1), sample(10, 2), strict=True)]
    after = [(a, b) for (a, _), (b, _) in zip(sample(50, 3), sample(90, 4), strict=True)]
    assert len(changes([[mean] for (mean,) in steadied([both, after], [0])])) == 0
    assert len(changes(steadied([both, after], [0, 1]))) == 1
