"""What people install: the wheel with all it needs, where there is no index and no repository."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from app.build import VERSION, fingerprint
from tests.client import Friend, is_asked
from tests.conftest import ROOT, Process, environment
from tests.released import DATABASES, Kept
from tests.test_repository import files
from tools.dist import build_wheel, build_wheelhouse

SHIPPED = ("app", "games", "migrations", "static", "templates")
PROGRAM = "tertulia/program/"
SETTINGS = {
    "TERTULIA_BIND": "127.0.0.1:0",
    "TERTULIA_BOT_DELAY_MS": "0",
    "TERTULIA_LIMITS_MESSAGES": "1000/1s",
    "TERTULIA_LIMITS_BYTES": "1000000/1s",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


class Installed:
    """A virtual environment with nothing in it but what the wheel brings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        (self.site,) = (folder / "venv" / "lib").glob("python*/site-packages")
        self.command = folder / "venv" / "bin" / "tertulia"

    def pip(self, *arguments: str | Path) -> None:
        """Run this Python's pip there, without an index."""
        pip = [sys.executable, "-m", "pip", "--python", self.folder / "venv" / "bin" / "python"]
        subprocess.run([*pip, "--quiet", "--disable-pip-version-check", *arguments], check=True, timeout=100)

    def run(self, *arguments: str) -> str:
        """What a command prints, run in a folder with nothing of the repository."""
        command: list[str | Path] = [self.command, *arguments]
        given = {"cwd": self.folder, "env": environment(), "capture_output": True, "text": True, "timeout": 60}
        ran = subprocess.run(command, check=False, **given)  # type: ignore[call-overload]
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return str(ran.stdout)

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The address of a server started there; it stops as at SIGTERM."""
        process = Process(SETTINGS, [self.command, "serve"], self.folder)
        try:
            yield process.base_url
            process.popen.terminate()
            code, printed = process.end()
            assert code == 0, printed
        finally:
            process.popen.kill()
            process.popen.communicate()


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    build_wheelhouse(folder / "wheelhouse", wheel, locks=["requirements.lock"])
    made = Installed(folder)
    made.pip("install", "--no-index", "--find-links", folder / "wheelhouse", "tertulia")
    return made


# --- The wheel ----------------------------------------------------------------------------------------------


def test_the_wheel_has_every_file_of_the_program_and_no_other(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    packed = {name.removeprefix(PROGRAM) for name in names if name.startswith(PROGRAM)}
    kept = {path.relative_to(ROOT).as_posix() for path in files()}
    assert packed == {name for name in kept if name.split("/")[0] in SHIPPED}


def test_the_wheel_has_the_licence_and_the_notices_of_what_it_carries(wheel: Path) -> None:
    licences = {Path(name).name for name in zipfile.ZipFile(wheel).namelist() if "/licenses/" in name}
    assert licences == {"LICENSE", "THIRD-PARTY-NOTICES.txt"}


def test_it_needs_what_the_requirements_say_in_ranges_that_the_locks_are_in(wheel: Path) -> None:
    (name,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    metadata = zipfile.ZipFile(wheel).read(name).decode().splitlines()
    needed = [line.removeprefix("Requires-Dist: ") for line in metadata if line.startswith("Requires-Dist: ")]
    written = [
        line
        for part in ("", "-postgres", "-push")
        for line in (ROOT / f"requirements{part}.in").read_text().splitlines()
        if line[:1].isalpha()
    ]
    assert len(needed) == len(written)
    assert all(">=" in line and "<" in line for line in needed)
    assert {line for line in metadata if line.startswith("Provides-Extra")} == {
        "Provides-Extra: postgres",
        "Provides-Extra: push",
    }


# --- Installed ----------------------------------------------------------------------------------------------


def test_its_packages_take_nobody_elses_names(installed: Installed) -> None:
    assert (installed.site / "tertulia").is_dir()
    assert not any((installed.site / name).exists() for name in (*SHIPPED, "tools", "tests"))


def test_it_is_the_same_program_as_in_the_repository(installed: Installed) -> None:
    code = (
        "import sys, tertulia; sys.path.insert(0, str(tertulia.PROGRAM)); from app import build; print(build.__file__)"
    )
    python = installed.folder / "venv" / "bin" / "python"
    digest = f"{code}; print(build.fingerprint('app', 'games'))"
    ran = subprocess.run([python, "-c", digest], cwd=installed.folder, capture_output=True, text=True, check=True)
    place, printed = ran.stdout.split()
    assert Path(place).is_relative_to(installed.site)
    assert printed == fingerprint("app", "games")


def test_its_command_is_called_as_the_distribution(installed: Installed) -> None:
    assert installed.run("--version") == f"Tertulia {VERSION}\n"
    assert installed.run("--help").startswith("usage: tertulia ")


async def test_a_game_is_played_on_it_to_the_end_and_its_log_verified(installed: Installed) -> None:
    with installed.serving() as address:
        async with Friend(address, "Ann") as ann:
            await played_to_the_end(ann)
    assert (installed.folder / "data" / "tertulia.sqlite3").exists()
    assert "1 room" in installed.run("verify-log")


async def played_to_the_end(host: Friend) -> None:
    """A game against a bot: whatever is asked is answered, at a pace that the server bears."""
    page = await host.enter(await host.open_room(seats=2))
    await page.hear("table")
    await page.send(type="seat_bot", seat=1, level="medium")
    await page.see_table(lambda table: table["seats"][1]["bot"])
    await page.send(type="start")
    dice, frame, answered = random.Random(1), await page.hear("frame"), None
    while frame["outcome"] is None:
        if is_asked(frame) and frame["question"] != answered:
            answered = frame["question"]
            await asyncio.sleep(0.02)
            await page.play(dice.choice(frame["choices"])["move"])
        frame = await page.hear("frame")
    await page.close()


async def test_a_database_of_1_0_is_taken_over(installed: Installed) -> None:
    kept = msgspec.json.decode((DATABASES / "1.0.json").read_bytes(), type=dict[str, Kept])
    data = installed.folder / "data"
    data.mkdir(exist_ok=True)
    for path in data.glob("tertulia.sqlite3*"):
        path.unlink()
    database = data / "tertulia.sqlite3"
    database.touch(0o600)
    database.write_bytes(gzip.decompress((DATABASES / "1.0.sqlite3.gz").read_bytes()))
    with installed.serving() as address:
        async with Friend(address, "Eve") as eve:
            for room, left in kept.items():
                page = await eve.enter(room)
                assert (await page.see_table(lambda table: table["game"]))["game"] == left.game
                await page.close()
    rooms = json.loads(installed.run("rooms", "--json"))
    assert len(rooms) == len(kept)


def test_taking_it_away_leaves_the_data(wheel: Path, tmp_path: Path) -> None:
    installed = Installed(tmp_path)
    installed.pip("install", "--no-index", "--no-deps", wheel)
    data = tmp_path / "data" / "tertulia.sqlite3"
    data.parent.mkdir()
    data.write_bytes(b"kept")
    assert installed.command.exists()
    installed.pip("uninstall", "--yes", "tertulia")
    assert not installed.command.exists()
    assert list(installed.site.glob("tertulia*")) == []
    assert data.read_bytes() == b"kept"
