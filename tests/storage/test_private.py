"""File permissions: only the server's own user can read its files."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.admin.backup import back_up
from app.admin.restore import restore
from app.push.webpush import open_key
from app.storage.database import Unfit
from app.storage.store import Store
from tests.support.command_line import Terminal

NOBODY = 65534


@pytest.fixture(autouse=True)
def _generous() -> Iterator[None]:
    """A umask that lets everybody read new files."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "data" / "log.sqlite3"


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def files_in(caplog: pytest.LogCaptureFixture, message: str) -> list[str]:
    return [record.__dict__["file"] for record in caplog.records if record.getMessage() == message]


async def serve(place: Path) -> dict[str, int]:
    """The modes of all files of an open server in which something has happened."""
    store = Store(f"sqlite:///{place}")
    with store.exclusive():
        await store.start()
        await store.claim_chore("something is written", 0)
        found = modes(place.parent)
        await store.close()
    return found


@pytest.mark.parametrize("there", [None, 0o750], ids=["made", "there"])
async def test_the_database_is_nobody_elses_and_a_folder_stays_as_it_is(place: Path, there: int | None) -> None:
    if there is not None:
        place.parent.mkdir(there)
    names = ("log.sqlite3", "log.sqlite3-shm", "log.sqlite3-wal", "log.sqlite3.lock")
    assert await serve(place) == dict.fromkeys(names, 0o600)
    assert place.parent.stat().st_mode & 0o777 == (there or 0o700)


async def test_what_others_could_read_is_taken_from_them_if_that_can_be_and_it_is_written_down(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await serve(place)
    for part in place.parent.iterdir():
        part.chmod(0o644)
    caplog.clear()
    assert set((await serve(place)).values()) == {0o600}
    assert files_in(caplog, "a file was readable by others, and no longer is") == ["log.sqlite3", "log.sqlite3.lock"]
    os.chmod(place, 0o644)
    monkeypatch.setattr(Path, "chmod", Mock(side_effect=PermissionError(1, "Operation not permitted")))
    await serve(place)  # the server starts all the same
    could_not = "a file is readable by others, and this could not be changed: PermissionError"
    assert files_in(caplog, could_not) == ["log.sqlite3"]


async def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    other = tmp_path / "passwords"
    other.write_text("root:x:0:0\n")
    other.chmod(0o644)
    store = Store(f"sqlite:///{other}")
    with pytest.raises(Unfit, match="passwords is not an SQLite database"):
        await store.start()
    assert modes(tmp_path) == {"passwords": 0o644}


async def test_backups_and_what_is_put_back_are_nobody_elses(place: Path, tmp_path: Path) -> None:
    await serve(place)
    copy, other = tmp_path / "copy", tmp_path / "other" / "log.sqlite3"
    back_up(f"sqlite:///{place}", copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    copy.chmod(0o644)
    restore(f"sqlite:///{other}", copy, replace=False)
    assert modes(other.parent) == {"log.sqlite3": 0o600, "log.sqlite3.lock": 0o600}
    assert other.parent.stat().st_mode & 0o777 == 0o700


@pytest.fixture
def owner() -> int:
    """Another user where this one may give files away, as root may."""
    return NOBODY if os.geteuid() == 0 else os.geteuid()


def owners(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_uid for path in folder.iterdir()}


async def test_what_root_puts_back_belongs_to_the_owner_of_what_was_there_or_of_the_folder(
    place: Path, tmp_path: Path, owner: int
) -> None:
    await serve(place)
    copy = tmp_path / "copy"
    back_up(f"sqlite:///{place}", copy)
    assert owners(tmp_path)["copy"] == os.geteuid(), "a copy is for whoever makes it"
    os.chown(place, owner, -1)
    restore(f"sqlite:///{place}", copy, replace=True)
    assert owners(place.parent)[place.name] == owner
    (elsewhere := tmp_path / "elsewhere").mkdir()
    os.chown(elsewhere, owner, -1)
    restore(f"sqlite:///{elsewhere}/log.sqlite3", copy, replace=False)
    assert owners(elsewhere) == {"log.sqlite3": owner, "log.sqlite3.lock": owner}


async def test_where_root_may_not_give_files_away_they_stay_with_root_and_it_is_written_down(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.fchown", Mock(side_effect=PermissionError(1, "Operation not permitted")))
    await serve(place)  # the server starts all the same
    could_not = "a new file belongs to root, and this could not be changed: PermissionError"
    assert files_in(caplog, could_not) == ["log.sqlite3.lock", "log.sqlite3"]


def test_the_key_for_push_services_is_kept_and_nobody_elses(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "data" / "key.pem"
    key = open_key(path)
    assert modes(path.parent) == {"key.pem": 0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700
    path.chmod(0o644)
    assert open_key(path).public == key.public
    assert modes(path.parent) == {"key.pem": 0o600}
    assert files_in(caplog, "a file was readable by others, and no longer is") == ["key.pem"]


@pytest.fixture
async def somebody_else(place: Path) -> AsyncIterator[None]:
    """A user other than the server's."""
    await serve(place)
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    else:
        place.parent.chmod(0)
    yield
    if user == 0:
        os.seteuid(user)
    else:
        place.parent.chmod(0o700)


@pytest.mark.usefixtures("somebody_else")
@pytest.mark.parametrize("command", ["rooms", "verify-log", "new-epoch", "backup copy", "restore copy"])
async def test_who_may_not_read_it_is_told_where_and_who_may(place: Path, terminal: Terminal, command: str) -> None:
    terminal.sets(DATABASE_URL=f"sqlite:///{place}")
    code, _, said = await asyncio.to_thread(terminal, *command.split())
    assert (code, said.startswith(str(place.parent))) == (1, True)
    assert said.endswith(": Permission denied. Run commands as the user that the server runs as.\n")
