"""The skeleton of a new game: python -m tools.new_game, in a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import ROOT
from tests.test_repository import files
from tools.new_game.__main__ import Unfit, check

KEY, TITLE = "old_maid", "Old Maid"
RUFF = (sys.executable, "-m", "ruff")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with a new game in it."""
    folder = tmp_path_factory.mktemp("repository")
    for path in files():
        place = folder / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, place)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    assert "tests/games/test_old_maid.py" in ran(folder, sys.executable, "-m", "tools.new_game", KEY, TITLE)
    return folder


def ran(folder: Path, *command: str | Path, code: int = 0) -> str:
    """What a command prints there; it has to end with this code."""
    given = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=folder, env=given, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def reasons(folder: Path, *arguments: str) -> dict[str, str]:
    """What pytest says of these tests, by the name of each: why it fails, or "" if it passes."""
    report = folder / "report.xml"
    pytest_there = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", f"--junitxml={report}"]
    ran(folder, *pytest_there, *arguments, code=1)
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        failure = case.find("failure")
        found[case.get("name", "")] = "" if failure is None else failure.get("message", "")
    return found


def test_ruff_has_nothing_to_say_of_it(copy: Path) -> None:
    ran(copy, *RUFF, "check", "--no-cache", "games", "tests/games", "tests/test_types.py")
    ran(copy, *RUFF, "format", "--check", "--no-cache", "games", "tests/games", "tests/test_types.py")


def test_its_types_are_right_in_python_and_in_the_browser(copy: Path) -> None:
    ran(copy, sys.executable, "-m", "mypy", "--cache-dir", os.devnull, f"games/{KEY}")
    ran(copy, "node_modules/.bin/tsc", "-p", "tsconfig.json")


def test_biome_has_nothing_to_say_of_it(copy: Path) -> None:
    ran(
        copy,
        "node_modules/.bin/biome",
        "check",
        "--vcs-enabled=false",
        f"static/games/{KEY}",
        f"static/gallery/{KEY}.js",
    )


def test_its_own_tests_fail_for_what_is_not_written(copy: Path) -> None:
    why = reasons(copy, f"tests/games/test_{KEY}.py")
    assert len(why) == 6
    assert all(reason.startswith(f"NotImplementedError: {TITLE}, ") for reason in why.values()), why


def test_the_tests_of_all_games_find_it_and_fail_for_that_alone(copy: Path) -> None:
    why = reasons(copy, "tests/games/test_every_game.py", "-k", KEY)
    failed = {name: reason for name, reason in why.items() if reason}  # of a game without options few are tried
    assert len(failed) > 40
    assert all(reason.startswith(f"NotImplementedError: {TITLE}, ") for reason in failed.values()), failed


@pytest.mark.long
def test_games_and_pages_around_it_are_as_before(copy: Path) -> None:
    around = ["tests/test_imports.py", "tests/test_class_names.py", "tests/test_specimen.py", "tests/test_pages.py"]
    pytest_there = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"]
    ran(copy, *pytest_there, *around)


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("Chess", "'Chess' is no key"),
        ("x", "'x' is no key"),
        ("tcnccc", "static/gallery/tcnccc.js is there already"),
        ("color_go", "The classes of color_go would begin with cg-, as those of color_gin do"),
    ],
)
def test_what_cannot_be_a_game_is_refused_in_a_sentence(key: str, why: str) -> None:
    with pytest.raises(Unfit, match="^" + re.escape(why)):
        check(key, "A title")
