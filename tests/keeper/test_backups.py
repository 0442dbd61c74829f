"""Daily copies of the database by the server itself."""

import asyncio
import os
import stat
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from app.keeper.backups import AHEAD_S, DAY_S, Backups
from app.keeper.copies import NotCopied, checked_copy
from app.main import create_app
from app.settings import BadSetting, Settings
from tests.conftest import open_app
from tests.support.command_line import Terminal
from tests.support.logs import LOG, change, count, write
from tests.support.metrics import scrape
from tests.support.tables import altered, until

NOW = 1_800_000_000
"""2027-01-15, 08:00 UTC."""
NEWEST = "tertulia-2027-01-15T080000Z.sqlite3"


class Days:
    """The time, as the copies see it."""

    def __init__(self) -> None:
        self.now = float(NOW)

    def time(self) -> float:
        return self.now

    def datetime_now(self, zone: Any) -> datetime:
        return datetime.fromtimestamp(self.now, zone)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    days = Days()
    monkeypatch.setattr("app.keeper.backups.time.time", days.time)
    real = datetime
    clock = Mock(wraps=real)
    clock.now.side_effect = days.datetime_now
    clock.strptime = real.strptime
    monkeypatch.setattr("app.keeper.backups.datetime", clock)
    return days


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "house" / "tertulia.sqlite3"
    write(f"sqlite:///{path}")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where copies go; it does not exist yet."""
    return tmp_path / "copies" / "of-the-house"


@pytest.fixture
async def backups(days: Days, source: Path, folder: Path) -> AsyncIterator[Backups]:
    backups = Backups(source, folder, kept=3, left=0)
    yield backups
    await backups.close()


def names(folder: Path) -> list[str]:
    """What is in it; nothing while there is no such folder."""
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def mode(path: Path) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


async def test_a_copy_is_whole_and_only_the_servers_user_can_read_it(backups: Backups, folder: Path) -> None:
    await backups.copy_when_due()
    assert names(folder) == [NEWEST]
    assert count(folder / NEWEST) == len(LOG)
    assert mode(folder / NEWEST) == 0o600
    assert mode(folder) == 0o700


async def test_one_is_made_a_day_also_by_a_server_that_is_restarted(
    backups: Backups, days: Days, source: Path, folder: Path
) -> None:
    for hours, copies in ((0, 1), (1, 1), (23, 1), (24, 2), (47, 2), (48, 3)):
        days.now = NOW + hours * 3600
        await backups.copy_when_due()
        again = Backups(source, folder, kept=3, left=0)
        await again.copy_when_due()
        await again.close()
        assert len(names(folder)) == copies, hours


OTHERS = ["tertulia-mine.sqlite3", "tertulia-2020-01-01T000000Z.sqlite3.gz", "notes"]


@pytest.fixture
def full(folder: Path) -> None:
    """The folder has other files in it, and what a server that was killed had begun."""
    folder.mkdir(parents=True)
    for name in (*OTHERS, f".{NEWEST}.0123abcd"):
        (folder / name).write_text("dear")


async def test_the_newest_are_kept_and_nothing_else_is_touched(
    full: None, backups: Backups, days: Days, folder: Path
) -> None:
    for _ in range(5):
        await backups.copy_when_due()
        days.now += DAY_S
    kept = [f"tertulia-2027-01-{day}T080000Z.sqlite3" for day in (17, 18, 19)]
    assert names(folder) == sorted([*OTHERS, *kept])


async def test_its_age_is_told_and_without_one_the_time_since_the_start(backups: Backups, days: Days) -> None:
    days.now += 50
    assert backups.age_s == 50
    await backups.copy_when_due()
    assert backups.age_s == 0
    days.now += 7200
    assert backups.age_s == 7200


async def test_a_copy_of_the_future_counts_for_nothing(backups: Backups, days: Days, folder: Path) -> None:
    days.now += 30 * DAY_S
    await backups.copy_when_due()
    days.now = NOW + DAY_S
    assert backups.age_s == DAY_S
    await backups.copy_when_due()
    assert len(names(folder)) == 2
    days.now -= AHEAD_S - 1
    assert backups.age_s == 0


FAILS: dict[str, tuple[Callable[[Path, Path], Any], str]] = {
    "the log is broken": (lambda source, _: change(source, "DELETE FROM events WHERE seq = 2"), "not chained"),
    "the folder is a file": (lambda _, folder: (folder.parent.mkdir(), folder.write_text("")), "File exists"),
    "the database is gone": (lambda source, _: source.unlink(), "There is no file"),
}


@pytest.mark.parametrize(("happens", "why"), FAILS.values(), ids=FAILS)
async def test_a_failure_is_logged_leaves_nothing_and_is_tried_again(
    backups: Backups, source: Path, folder: Path, caplog: pytest.LogCaptureFixture,
    happens: Callable[[Path, Path], Any], why: str,
) -> None:  # fmt: skip
    happens(source, folder)
    for tries in (1, 2):
        await backups.copy_when_due()
        errors = [record for record in caplog.records if record.levelname == "ERROR"]
        assert len(errors) == tries
        assert "the daily copy of the database could not be made" in errors[-1].getMessage()
        assert why in caplog.text
    assert names(folder) == []


async def test_games_keep_the_space_that_new_tables_need(
    source: Path, folder: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.keeper.copies.free_at", lambda folder: 400_000_000)
    backups = Backups(source, folder, kept=3, left=500_000_000)
    await backups.copy_when_due()
    await backups.close()
    assert "400.0 MB are free" in caplog.text
    assert names(folder) == []


def test_a_copy_is_given_up_when_the_server_stops(source: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.keeper.copies.STEPS_BETWEEN_LOOKS", 1)
    folder.mkdir(parents=True)
    with pytest.raises(NotCopied, match="interrupted"), checked_copy(source, folder / NEWEST, given_up=lambda: True):
        pass
    assert names(folder) == []


async def test_a_running_server_makes_one_and_says_how_old_it_is(
    settings: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch, terminal: Terminal
) -> None:
    monkeypatch.setattr("app.keeper.backups.FIRST_AFTER_S", 0.0)
    async with open_app(settings, backups=str(folder)) as app:
        await until(lambda: names(folder) and not names(folder)[0].startswith("."))
        assert (await scrape(app.state.services))("backup_age_seconds") < 60
    terminal.sets(DATABASE_URL=f"sqlite:///{folder / names(folder)[0]}")
    assert (await asyncio.to_thread(terminal, "verify-log")).code == 0


def test_postgresql_is_refused_with_what_to_use_instead(settings: Settings) -> None:
    with pytest.raises(BadSetting, match=r"TERTULIA_BACKUPS: expected nothing with PostgreSQL\. .*pg_dump"):
        create_app(altered(settings, backups="/copies", database_url="postgresql://db.example.org/tertulia"))


def test_the_thread_that_copies_has_the_lowest_priority(backups: Backups) -> None:
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    assert backups._thread.submit(lambda: os.getpriority(os.PRIO_PROCESS, 0)).result() == 19
    assert os.getpriority(os.PRIO_PROCESS, 0) == mine
