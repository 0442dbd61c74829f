"""The disk is full: nothing is acknowledged, everybody can look, and play resumes as soon as there is space."""

import asyncio
import sys
from pathlib import Path

import pytest

from chaos.disks import APART, DISK, can_be_apart, can_mount
from chaos.machine import FEW, play
from tests.conftest import ROOT


@pytest.mark.long
async def test_on_a_full_disk_acknowledgements_stop_and_boards_go_on(tmp_path: Path) -> None:
    if can_mount() or not can_be_apart():
        return await it_goes_on(tmp_path)
    again = [*APART, sys.executable, "-m", "chaos", "disk", "--times", "1", "--seed", "6"]
    process = await asyncio.create_subprocess_exec(*again, cwd=ROOT)
    assert await process.wait() == 0


async def it_goes_on(folder: Path) -> None:
    report = await play(DISK, folder, 1, seed=6, rooms=FEW, linger_s=1.0)
    assert report.violations == []
    assert report.measures.unknown["retry"] > 0, "nobody was told to try again: this run shows nothing"
