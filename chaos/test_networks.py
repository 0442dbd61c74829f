"""Cables are pulled, hosts vanish: this is noticed, nothing is lost, and everybody catches up afterwards."""

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from chaos.machine import FEW, play
from chaos.networks import PARTITION, pull_cables_out


@pytest.mark.long
async def test_nodes_catch_up_after_their_cable_was_out_and_outlive_a_host_that_vanishes(tmp_path: Path) -> None:
    does = partial(pull_cables_out, cut_for_s=(5.5, 6.5))
    report = await play(replace(PARTITION, does=does), tmp_path, 2, seed=5, rooms=FEW, linger_s=1.0)
    assert report.violations == []
    assert report.measures.acked > 20, "the robots hardly played: this run shows nothing"
