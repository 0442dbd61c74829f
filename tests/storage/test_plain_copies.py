"""A copy of the database's file alone, as people and their tools make it: it has what was played, and one that has
nothing is not served without a word."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.storage import writer
from app.storage.database import Unfit
from app.storage.sqlite import Sqlite
from app.storage.store import Store
from tests.conftest import open_store
from tests.support.logs import LOG, ROOM, count, write
from tests.support.moves import Moves, move
from tests.support.tables import until


def copied(path: Path) -> int:
    """How many events a copy of this file alone has."""
    copy = path.parent / "plain copies" / path.name
    copy.parent.mkdir(exist_ok=True)
    shutil.copyfile(path, copy)
    with closing(sqlite3.connect(copy)) as there:
        events: int = there.execute("SELECT count(*) FROM events").fetchone()[0]
    return events


async def played(store: Store, moves: int) -> None:
    for seq in range(1, moves + 1):
        await Moves(store).all(move(seq))


async def test_once_play_rests_a_copy_of_the_file_alone_has_every_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "RESTING_S", 0.05)
    async with open_store(f"sqlite:///{tmp_path}/log.sqlite3") as store:
        assert copied(tmp_path / "log.sqlite3") == 0, "the tables are there from the beginning"
        await played(store, 3)
        await until(lambda: copied(tmp_path / "log.sqlite3") == 3)


async def test_while_play_never_rests_a_copy_of_the_file_alone_is_a_minute_old_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "RESTING_S", 0.05)
    monkeypatch.setattr(writer, "CHECKPOINT_EVERY_S", 0.2)
    async with open_store(f"sqlite:///{tmp_path}/log.sqlite3") as store:
        seq = 0
        while copied(tmp_path / "log.sqlite3") < 1:
            seq += 1
            await Moves(store).all(move(seq))
        assert seq > 1, "it did not wait for a rest"


async def test_signs_of_life_alone_keep_no_room_out_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "RESTING_S", 0.05)
    async with open_store(f"sqlite:///{tmp_path}/log.sqlite3") as store:
        await played(store, 1)

        async def lives() -> bool:
            await store.record_heartbeat(lambda: 10_000, 0)
            return copied(tmp_path / "log.sqlite3") == 1

        while not await lives():
            pass


# --- A file that should not be empty ------------------------------------------------------------------------


def opened(path: Path) -> None:
    """Open and close the database as a server does."""
    database = Sqlite(f"sqlite:///{path}")
    with database.exclusive():
        database.open().dispose()


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


EMPTY = "the database was EMPTY in a place where one was expected"


def test_a_first_start_says_nothing_and_the_next_one_neither(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        opened(tmp_path / "data" / "log.sqlite3")
    assert errors(caplog) == []


def test_a_file_without_tables_is_not_served_without_a_word(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "data" / "log.sqlite3"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size == 4096, "like a copy that was made beside its log"
    opened(path)
    assert [message.partition(":")[0] for message in errors(caplog)] == [EMPTY]


@pytest.mark.parametrize("left", ["a lock", "a copy", "a log"])
def test_a_file_that_has_gone_from_where_one_was_is_missed(
    tmp_path: Path, left: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "log.sqlite3"
    if left == "a lock":
        opened(path)
        path.unlink()
    elif left == "a copy":
        write(f"sqlite:///{tmp_path}/copy.sqlite3")
    else:
        (tmp_path / "other.sqlite3-wal").write_bytes(b"of another file")
    opened(path)
    assert [message.partition(":")[0] for message in errors(caplog)] == [EMPTY]


@pytest.mark.parametrize("file", ["gone", "empty"])
def test_a_log_without_its_file_is_not_deleted_by_a_start(tmp_path: Path, file: str) -> None:
    path, log = tmp_path / "log.sqlite3", tmp_path / "log.sqlite3-wal"
    log.write_bytes(b"what was played")
    if file == "empty":
        path.touch()
    with pytest.raises(Unfit, match=f"{log} is there, which holds the newest changes, but {path} is"):
        opened(path)
    assert log.read_bytes() == b"what was played"


def test_a_log_that_cannot_be_read_beside_an_empty_file_is_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "log.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
    path.with_name("log.sqlite3-wal").write_bytes(b"damaged" * 10_000)
    opened(path)
    assert errors(caplog) == [
        "the database was EMPTY, and the log beside it cannot be read; it is kept in log.sqlite3-wal.unread"
    ]
    assert path.with_name("log.sqlite3-wal.unread").read_bytes() == b"damaged" * 10_000


def test_a_file_and_its_log_belong_together_and_nothing_is_left_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As after a server that was killed before its first checkpoint."""
    write(f"sqlite:///{tmp_path}/log.sqlite3")
    there = tmp_path / "there"
    there.mkdir()
    with closing(sqlite3.connect(there / "log.sqlite3")) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("ATTACH ? AS kept", (str(tmp_path / "log.sqlite3"),))
        for (sql,) in database.execute("SELECT sql FROM kept.sqlite_schema WHERE type = 'table'").fetchall():
            database.execute(sql)
        database.execute("INSERT INTO alembic_version SELECT * FROM kept.alembic_version")
        database.execute("INSERT INTO events SELECT * FROM kept.events")
        database.commit()
        killed = tmp_path / "killed"
        shutil.copytree(there, killed)
    opened(killed / "log.sqlite3")
    assert (count(killed / "log.sqlite3", ROOM), errors(caplog)) == (len(LOG), [])
    assert not list(killed.glob("*.unread"))
