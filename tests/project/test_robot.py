"""The robot in docs/protocol.md, as it stands there, against a listening server."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, House

MOST_LINES = 60


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """Its text as a file."""
    (text,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "protocol.md").read_text("utf-8"), re.M | re.S)
    assert len(text.splitlines()) <= MOST_LINES
    (tmp_path / "robot.py").write_text(text, "utf-8")
    return tmp_path / "robot.py"


def run(robot: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, robot, *arguments], stdout=subprocess.PIPE, text=True)


def outcomes(robot: Path, house: House, seats: int) -> set[str]:
    """What robots at one table print in the end."""
    host = run(robot, house.base_url)
    assert host.stdout is not None
    room = host.stdout.readline().strip().rpartition("/")[2]
    robots = [host, *(run(robot, house.base_url, room) for _ in range(seats - 1))]
    said = {each.communicate(timeout=60)[0].splitlines()[-1] for each in robots}
    assert [each.returncode for each in robots] == [0] * seats
    return said


def test_robots_play_a_game_to_its_end(robot: Path, house: House) -> None:
    (outcome,) = outcomes(robot, house, 2)
    assert len(ast.literal_eval(outcome)["scores"]) == 2


def test_one_that_answers_too_fast_sends_it_again_and_one_that_is_to_pick_picks(robot: Path, house: House) -> None:
    text = robot.read_text("utf-8").replace('"tcnccc", "seats": 2', '"sin_color", "seats": 3')
    robot.write_text(text.replace("after=0.1", "after=0"), "utf-8")
    (outcome,) = outcomes(robot, house, 3)
    assert len(ast.literal_eval(outcome)["scores"]) == 3
