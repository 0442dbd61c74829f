"""Backups of a log and restoring them: backup and restore, exclusive access to a file, and its epoch."""

import asyncio
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from fastapi import FastAPI

from app.admin.verify_log import verify_log
from app.main import NotStarted
from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.store import Store
from app.storage.subscriptions import Call
from app.table.events import Said
from tests.client import Friend
from tests.conftest import OpenHouse, StartProcess, open_app, open_store
from tests.support.cluster import two_nodes
from tests.support.command_line import Terminal
from tests.support.logs import LOG, OPENED, OTHER, ROOM, change, count, entries, names_in, write
from tests.support.played_games import begin as begin_next
from tests.support.played_games import finished_room
from tests.support.tables import ANN, BEN, until
from tools.postgres import PassingPostgres


@pytest.fixture
def place(tmp_path: Path, terminal: Terminal) -> Path:
    """The path of the database, which does not exist yet."""
    path = tmp_path / "house" / "tertulia.sqlite3"
    terminal.sets(DATABASE_URL=f"sqlite:///{path}")
    return path


@pytest.fixture
def written(place: Path) -> Path:
    """The database with the log in it."""
    write(f"sqlite:///{place}")
    return place


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A file with another log, not restored yet."""
    write(f"sqlite:///{tmp_path}/there/tertulia.sqlite3", room=OTHER)
    Path(tmp_path / "copies").mkdir()
    path = tmp_path / "copies" / "copy.sqlite3"
    change(tmp_path / "there" / "tertulia.sqlite3", f"VACUUM INTO '{path}'")
    return path


REFUSED = {
    "a backup takes the place of no file": ("a log", "backup {folder}/taken", "exists already"),
    "without a database there is no backup": ("nothing", "backup {folder}/new", "There is no file {place}."),
    "a backup goes where a folder is": (
        "a log",
        "backup {folder}/nowhere/new",
        "/nowhere/new: No such file or directory.",
    ),
    "a database that is there is not given up unasked": ("a log", "restore {copy}", "Use --replace"),
    "a room that is not there is not verified": ("a log", f"verify-log {OTHER}", f"There is no room {OTHER}."),
    "where no log is none is verified or made": ("nothing", "verify-log", "cannot be read: there is no file"),
    "where no log is no epoch begins": ("nothing", "new-epoch", "there is no file"),
}


@pytest.mark.parametrize(("there", "typed", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_done_is_said_and_leaves_all_as_it_was(
    terminal: Terminal, place: Path, copy: Path, tmp_path: Path, there: str, typed: str, words: str
) -> None:
    if there == "a log":
        write(f"sqlite:///{place}")
    (tmp_path / "taken").write_text("dear")
    code, _, said = terminal(*typed.format(folder=tmp_path, copy=copy).split())
    assert (code, words.format(place=place) in said) == (1, True)
    assert count(place) == len(LOG) if there == "a log" else not place.exists()
    assert (tmp_path / "taken").read_text() == "dear"
    assert not (tmp_path / "new").exists()


# --- backup -------------------------------------------------------------------------------------------------


def test_a_backup_holds_every_event_and_says_how_many(terminal: Terminal, written: Path, tmp_path: Path) -> None:
    code, told, _ = terminal("backup", tmp_path / "copy")
    assert (code, count(tmp_path / "copy")) == (0, len(LOG))
    assert told.startswith("Copied 1 rooms, 4 events, ")


def test_a_backup_may_have_a_name_that_is_not_utf_8_and_is_put_back(
    terminal: Terminal, written: Path, copy: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "\udce9t\udce9"  # été in Latin-1
    folder.mkdir()
    assert terminal("backup", folder / "d\udce9j\udce0").code == 0
    assert names_in(folder) == {"d\udce9j\udce0"}
    copy.replace(folder / "d\udce9j\udce0")
    assert terminal("restore", folder / "d\udce9j\udce0", "--replace").code == 0
    assert count(written, OTHER) == len(LOG)


async def test_a_backup_during_play_is_a_prefix_of_every_log(terminal: Terminal, place: Path, tmp_path: Path) -> None:
    """Gaps are checked for when the backup is made."""
    playing = True

    async def plays(store: Store, room: str) -> None:
        talk = entries([OPENED, *[Said(0, "Ann", "and on and on")] * 20_000], room)
        while playing:
            await store.append(next(talk))

    async with open_store(f"sqlite:///{place}") as store:
        players = [asyncio.create_task(plays(store, room)) for room in (ROOM, OTHER)]
        await until(lambda: count(place, OTHER) > 20)
        assert (await asyncio.to_thread(terminal, "backup", tmp_path / "copy")).code == 0
        copied = {room: count(tmp_path / "copy", room) for room in (ROOM, OTHER)}
        await until(lambda: all(count(place, room) > copied[room] for room in copied))
        playing = False
        await asyncio.gather(*players)
        logs = {room: [event.id for event in await store.load(room)] for room in copied}
    async with open_store(f"sqlite:///{tmp_path}/copy") as again:
        for room, log in logs.items():
            assert [event.id for event in await again.load(room)] == log[: copied[room]]
    assert min(copied.values()) > 0


def test_a_copy_for_which_there_is_no_space_is_not_begun(
    terminal: Terminal, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not even begun."""
    before = names_in(tmp_path)
    monkeypatch.setattr("app.keeper.copies.free_at", lambda folder: 20_000)
    code, _, said = terminal("backup", tmp_path / "copy")
    assert (code, f"MB, and 0.0 MB are free in {tmp_path}." in said) == (1, True)
    assert names_in(tmp_path) == before


def test_a_backup_that_is_interrupted_leaves_nothing_behind(
    terminal: Terminal, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = names_in(tmp_path)
    monkeypatch.setattr("app.keeper.copies._checked", Mock(side_effect=KeyboardInterrupt))
    assert terminal("backup", tmp_path / "copy") == (130, "", "")
    assert names_in(tmp_path) == before


DAMAGED = {
    "UPDATE events SET prev = 'elsewhere' WHERE seq = 3": f"not chained: {ROOM} at event 3",
    "DELETE FROM events WHERE seq = 2": f"not chained: {ROOM} at event 3",
    "DELETE FROM events WHERE seq = 1": f"not chained: {ROOM} at event 2",
    "DROP TABLE events": "it has no table named events",
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_log_that_is_broken_makes_no_backup(terminal: Terminal, written: Path, tmp_path: Path, damage: str) -> None:
    change(written, damage)
    before = names_in(tmp_path)
    code, _, said = terminal("backup", tmp_path / "copy")
    assert (code, DAMAGED[damage] in said) == (1, True)
    assert names_in(tmp_path) == before


def test_a_damaged_file_and_postgresql_make_no_backup(terminal: Terminal, written: Path, tmp_path: Path) -> None:
    change(written, "PRAGMA journal_mode = DELETE")
    pages = bytearray(written.read_bytes())
    pages[4096:] = b"\xff" * (len(pages) - 4096)
    written.write_bytes(pages)
    code, _, said = terminal("backup", tmp_path / "copy")
    assert (code, str(written) in said, "copy" in names_in(tmp_path)) == (1, True, False)
    terminal.sets(DATABASE_URL="postgresql://db.example.org/tertulia")
    for command, instead in (("backup", "pg_dump"), ("restore", "pg_restore")):
        code, _, said = terminal(command, "copy")
        assert (code, instead in said) == (1, True)


# --- restore ------------------------------------------------------------------------------------------------


def test_a_backup_is_put_back_where_no_database_is(terminal: Terminal, place: Path, copy: Path) -> None:
    code, told, _ = terminal("restore", copy)
    assert (code, count(place, OTHER)) == (0, len(LOG))
    assert told.startswith(f"{place} holds 1 rooms, 4 events, ")


def test_nothing_of_what_is_replaced_stays_though_it_was_damaged(terminal: Terminal, written: Path, copy: Path) -> None:
    written.with_name(f"{written.name}-wal").write_bytes(b"left by a server that was killed")
    assert terminal("restore", copy, "--replace").code == 0
    assert (count(written), count(written, OTHER)) == (0, len(LOG))
    of_sqlite = {f"{written.name}-wal", f"{written.name}-shm"}
    assert names_in(written.parent) - of_sqlite == {written.name, f"{written.name}.lock"}
    written.write_bytes(b"no database, and long enough to see that" * 500)
    assert terminal("restore", copy, "--replace").code == 0
    assert count(written, OTHER) == len(LOG)


def assert_replaces_nothing(terminal: Terminal, written: Path, copy: Path, because: str) -> None:
    code, _, said = terminal("restore", copy, "--replace")
    assert (code, because in said) == (1, True)
    assert count(written) == len(LOG)


def test_beside_others_none_is_put_back(open_house: OpenHouse, terminal: Terminal, written: Path, copy: Path) -> None:
    with closing(sqlite3.connect(written)) as other:
        other.execute("SELECT count(*) FROM events").fetchone()
        assert_replaces_nothing(terminal, written, copy, "Another program has")
    open_house(database_url=f"sqlite:///{written}")
    assert_replaces_nothing(terminal, written, copy, "one file serves one process")


@pytest.mark.parametrize(("damage", "why"), [
    ("UPDATE alembic_version SET version_num = '9999'", "a newer Tertulia has migrated its tables"),
    ("DELETE FROM events WHERE seq = 2", f"not chained: {OTHER} at event 3"),
])  # fmt: skip
def test_an_unfit_copy_replaces_nothing(terminal: Terminal, written: Path, copy: Path, damage: str, why: str) -> None:
    change(copy, damage)
    assert_replaces_nothing(terminal, written, copy, why)


async def test_a_second_server_does_not_start(
    app: FastAPI, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "link.sqlite3"
    link.symlink_to(tmp_path / "tertulia.sqlite3")
    with pytest.raises(NotStarted):
        async with open_app(settings, database_url=f"sqlite:///{link}"):
            pass
    assert "cannot be opened: another process serves or replaces" in capsys.readouterr().err


def test_a_server_that_was_killed_keeps_nobody_away(start_process: StartProcess) -> None:
    first = start_process()
    first.popen.kill()
    first.popen.wait()
    assert start_process().base_url


# --- The epoch of a log -------------------------------------------------------------------------------------


async def epoch_of(url: str) -> str:
    async with open_store(url) as store:
        return store.epoch


async def test_a_log_has_one_epoch_until_new_epoch_begins_another(database_url: str, terminal: Terminal) -> None:
    first = await epoch_of(database_url)
    assert first and await epoch_of(database_url) == first
    terminal.sets(DATABASE_URL=database_url)
    code, told, _ = await asyncio.to_thread(terminal, "new-epoch")
    now = await epoch_of(database_url)
    assert (code, now != first, now in told) == (0, True, True)


@pytest.mark.parametrize("how", ["restore", "new-epoch"])
async def test_an_older_log_calls_who_was_called_again(terminal: Terminal, place: Path, copy: Path, how: str) -> None:
    async with open_store(f"sqlite:///{copy}") as store:
        assert await store.calls.claim(call := Call(OTHER, BEN.id, "question", 7), BEN.id)
    if how == "new-epoch":
        terminal.sets(DATABASE_URL=f"sqlite:///{copy}")
    assert (await asyncio.to_thread(terminal, *([how] if how == "new-epoch" else [how, copy]))).code == 0
    async with open_store(f"sqlite:///{copy if how == 'new-epoch' else place}") as store:
        assert await store.calls.claim(call, BEN.id)


async def test_a_postgresql_that_was_put_back_begins_a_new_epoch_and_its_log_is_sound(
    postgres: PassingPostgres, postgres_url: str, tmp_path: Path, terminal: Terminal
) -> None:
    """As in docs/hosting.md: pg_dump, pg_restore --clean --if-exists, new-epoch."""
    terminal.sets(DATABASE_URL=postgres_url)
    async with open_store(postgres_url) as store:
        room = await finished_room(Rooms(store, Settings()), "tcnccc", 2, most=8)
        dump = ["--format=custom", f"--file={tmp_path}/dump", postgres_url]
        await asyncio.to_thread(subprocess.run, [postgres.programs / "pg_dump", *dump], check=True)
        kept = room.table.seq
        await begin_next(room)
    restore = ["--clean", "--if-exists", f"--dbname={postgres_url}", f"{tmp_path}/dump"]
    await asyncio.to_thread(subprocess.run, [postgres.programs / "pg_restore", *restore], check=True)
    assert (await asyncio.to_thread(terminal, "new-epoch")).code == 0
    async with open_store(postgres_url) as again:
        assert again.epoch != store.epoch
        assert [event.seq for event in await again.load(room.table.room)][-1] == kept
    assert await asyncio.to_thread(verify_log, postgres_url, None) == 0


async def test_the_answer_to_hello_is_the_epoch_and_what_was_seen_counts_only_in_it(app: FastAPI) -> None:
    wire = await Friend(app, "Ann").opens()
    await wire.send(type="chat", text="hello")
    this, seen = app.state.services.store.epoch, (await wire.see("chat"))["seq"]
    assert wire.heard[0] == {"type": "welcome", "epoch": this}
    for hello, told in (({"epoch": this}, 0), ({}, 0), ({"epoch": "0123456789abcdef"}, 1)):  # {}: an older client
        again = await wire.friend.enter(wire.room, seen=seen, **hello)
        await again.catch_up()
        assert len([message for message in again.heard if message["type"] == "chat"]) == told


async def test_nodes_read_every_room_of_a_log_that_was_put_back_anew(postgres_url: str, terminal: Terminal) -> None:
    terminal.sets(DATABASE_URL=postgres_url)
    async with two_nodes(postgres_url) as (one, two):
        room = await one.table(2)
        pages = [one.page(room, ANN), two.page(await two.finds(room), BEN)]
        assert (await asyncio.to_thread(terminal, "new-epoch")).code == 0
        for node in (one, two):
            await node.following.check()
        await until(lambda: all(page.writer.done() for page in pages))
        assert [page.writer.result() for page in pages] == [1012, 1012]
        assert one.store.epoch == two.store.epoch
        assert await one.finds(room) is not room
