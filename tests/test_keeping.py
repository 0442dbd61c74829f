"""What those who keep a house ask of it: backups, restoring, verifying, settings, health."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from app.__main__ import main
from app.main import create_app
from app.settings import PREFIX, Settings
from app.storage.database import Unfit
from app.storage.databases import database_at
from app.storage.disk import Marks
from app.storage.sqlite import Sqlite
from app.storage.store import Store
from app.table.decide import Entry
from app.table.events import Began, Body, Finished, Moved, Opened, Result
from tests.altered import altered
from tests.conftest import ROOT, House, Process
from tests.test_tools import DRAW, LOG, PLACE
from tools.debian import apt_install

ROOM = "k7Qm2xZ9vB3nR5wT"
OTHER = "aaaaaaaaaaaaaaaa"


def write(url: str, log: Sequence[Body] = LOG, room: str = ROOM) -> None:
    """Append these events to this room."""

    async def append() -> None:
        store = Store(url)
        await store.start()
        for seq, body in enumerate(log, 1):
            before = f"{seq - 1:032}" if seq > 1 else ""
            await store.append(Entry(room, seq, f"{seq:032}", before, "guest", body))
        await store.close()

    asyncio.run(append())


def change(path: Path, sql: str) -> None:
    """Do to a file what no server would do."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER IF EXISTS events_stay_as_they_are")
        connection.execute(sql)


def count(path: Path, room: str = ROOM) -> int:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        found: int = connection.execute("SELECT count(*) FROM events WHERE room = ?", (room,)).fetchone()[0]
        return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the database belongs; nothing is there yet."""
    path = tmp_path / "house" / "tertulia.sqlite3"
    monkeypatch.setenv("TERTULIA_DATABASE_URL", f"sqlite:///{path}")
    return path


@pytest.fixture
def written(place: Path) -> Path:
    """The database with the log in it."""
    write(f"sqlite:///{place}")
    return place


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A file with another house's log, which has not been put back yet."""
    write(f"sqlite:///{tmp_path}/there/tertulia.sqlite3", room=OTHER)
    Path(tmp_path / "copies").mkdir()
    path = tmp_path / "copies" / "copy.sqlite3"
    change(tmp_path / "there" / "tertulia.sqlite3", f"VACUUM INTO '{path}'")
    return path


@pytest.fixture(autouse=True)
def _as_important_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands run in the process of the tests, which go on after a backup."""
    monkeypatch.setattr("os.nice", lambda more: 0)


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


# --- What is not done ---------------------------------------------------------------------------------------

REFUSED = {
    "a backup takes the place of no file": ("a log", "backup {folder}/taken", "is there already"),
    "without a database there is no backup": ("nothing", "backup {folder}/new", "There is no file {place}."),
    "a backup goes into a folder that is there": ("a log", "backup {folder}/nowhere/new", "could not be copied"),
    "a database that is there is not given up unasked": ("a log", "restore {copy}", "With --replace"),
    "a room that is not there is not verified": ("a log", f"verify-log {OTHER}", f"There is no room {OTHER}."),
    "where no log is none is verified or made": ("nothing", "verify-log", "cannot be read: there is no file"),
}


@pytest.mark.parametrize(("there", "typed", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_done_is_said_and_leaves_all_as_it_was(
    place: Path, copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], there: str, typed: str, words: str
) -> None:
    if there == "a log":
        write(f"sqlite:///{place}")
    (tmp_path / "taken").write_text("dear")
    assert main(typed.format(folder=tmp_path, copy=copy).split()) == 1
    assert words.format(place=place) in capsys.readouterr().err
    assert count(place) == len(LOG) if there == "a log" else not place.exists()
    assert (tmp_path / "taken").read_text() == "dear"
    assert not (tmp_path / "new").exists()


# --- backup -------------------------------------------------------------------------------------------------


def test_a_backup_holds_every_event_and_says_how_many(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "copy")]) == 0
    assert count(tmp_path / "copy") == len(LOG)
    assert capsys.readouterr().out.startswith("Copied 1 rooms, 4 events, ")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("UPDATE events SET prev = 'elsewhere' WHERE seq = 3", f"not chained: {ROOM} at event 3"),
        ("DELETE FROM events WHERE seq = 2", f"not chained: {ROOM} at event 3"),
        ("DELETE FROM events WHERE seq = 1", f"not chained: {ROOM} at event 2"),
        ("DROP TABLE events", "there is no table events"),
    ],
)
def test_a_log_that_is_broken_makes_no_backup(
    written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str, why: str
) -> None:
    change(written, damage)
    before = names_in(tmp_path)
    assert main(["backup", str(tmp_path / "copy")]) == 1
    assert why in capsys.readouterr().err
    assert names_in(tmp_path) == before


def test_a_damaged_file_makes_no_backup(written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(written, "PRAGMA journal_mode = DELETE")
    pages = bytearray(written.read_bytes())
    pages[4096:] = b"\xff" * (len(pages) - 4096)
    written.write_bytes(pages)
    assert main(["backup", str(tmp_path / "copy")]) == 1
    assert str(written) in capsys.readouterr().err
    assert "copy" not in names_in(tmp_path)


@pytest.mark.parametrize(("command", "instead"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_postgresql_has_commands_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str, instead: str
) -> None:
    monkeypatch.setenv("TERTULIA_DATABASE_URL", "postgresql://db.example.org/tertulia")
    assert main([command, "copy"]) == 1
    assert instead in capsys.readouterr().err


# --- restore ------------------------------------------------------------------------------------------------


def test_a_backup_is_put_back_where_no_database_is(place: Path, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restore", str(copy)]) == 0
    assert count(place, OTHER) == len(LOG)
    assert capsys.readouterr().out.startswith(f"{place} holds 1 rooms, 4 events, ")


def test_nothing_of_the_database_that_is_replaced_stays(written: Path, copy: Path) -> None:
    written.with_name(f"{written.name}-wal").write_bytes(b"left by a server that was killed")
    assert main(["restore", str(copy), "--replace"]) == 0
    assert (count(written), count(written, OTHER)) == (0, len(LOG))
    assert names_in(written.parent) - {f"{written.name}{part}" for part in ("-wal", "-shm")} == {
        written.name,
        f"{written.name}.lock",
    }


def test_a_database_that_is_damaged_can_be_replaced(written: Path, copy: Path) -> None:
    written.write_bytes(b"no database, and long enough to see that" * 500)
    assert main(["restore", str(copy), "--replace"]) == 0
    assert count(written, OTHER) == len(LOG)


def test_beside_a_server_nothing_is_put_back(
    open_house: Callable[..., House], written: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_house(database_url=f"sqlite:///{written}")
    assert main(["restore", str(copy), "--replace"]) == 1
    assert "one file serves one process" in capsys.readouterr().err
    assert count(written) == len(LOG)


def test_what_another_program_has_open_is_not_replaced(
    written: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(written)) as other:
        other.execute("SELECT count(*) FROM events").fetchone()
        assert main(["restore", str(copy), "--replace"]) == 1
    assert "Another program has" in capsys.readouterr().err
    assert count(written) == len(LOG)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "a newer Tertulia has changed its tables"),
        ("DELETE FROM events WHERE seq = 2", f"not chained: {OTHER} at event 3"),
    ],
)
def test_what_this_version_could_not_go_on_with_replaces_nothing(
    written: Path, copy: Path, capsys: pytest.CaptureFixture[str], damage: str, why: str
) -> None:
    change(copy, damage)
    assert main(["restore", str(copy), "--replace"]) == 1
    assert why in capsys.readouterr().err
    assert count(written) == len(LOG)


# --- One server for one file --------------------------------------------------------------------------------


async def test_a_second_server_on_the_same_file_does_not_start(
    app: FastAPI, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "link.sqlite3"
    link.symlink_to(tmp_path / "tertulia.sqlite3")
    second = create_app(altered(settings, database_url=f"sqlite:///{link}"))
    with pytest.raises(Unfit):
        async with second.router.lifespan_context(second):
            pass
    assert "cannot be opened: another process serves or replaces" in capsys.readouterr().err


def test_a_server_that_was_killed_keeps_nobody_away(start_process: Callable[..., Process]) -> None:
    first = start_process()
    first.popen.kill()
    first.popen.wait()
    assert start_process().base_url


# --- verify-log ---------------------------------------------------------------------------------------------


@pytest.fixture
def logged(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of either kind, and the commands work on it."""
    monkeypatch.setenv("TERTULIA_DATABASE_URL", database_url)
    write(database_url)
    return database_url


def execute(url: str, sql: str) -> None:
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.begin() as connection:
        on = " ON events" if engine.name == "postgresql" else ""
        connection.execute(text(f"DROP TRIGGER IF EXISTS events_stay_as_they_are{on}"))
        connection.execute(text(sql))


def test_a_sound_log_is_verified_with_its_figures(logged: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify-log"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1 rooms, 4 events, 0 bad rooms; ")
    assert " rooms/s, " in told and told.endswith(" events/s\n")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("UPDATE events SET prev = 'elsewhere' WHERE seq = 3", "event 3: it does not follow event 2"),
        ("DELETE FROM events WHERE seq = 2", "event 3: it does not follow event 1"),
        ("UPDATE events SET kind = 'said' WHERE seq = 3", "event 3: it is kept as said and is moved"),
    ],
)
def test_a_log_that_was_tampered_with_is_named(
    logged: str, capsys: pytest.CaptureFixture[str], damage: str, why: str
) -> None:
    execute(logged, damage)
    assert main(["verify-log"]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{ROOM}: {why}")
    assert "1 bad rooms" in told


NO_END = Result(game="tcnccc", guests=[None, None], names=["Ann", "Ben"], winners=[0], scores=[1, 0])


@pytest.mark.parametrize(
    ("log", "why"),
    [
        ([*LOG[:2], Moved(1, 1, DRAW, ["purple"])], "event 3: WrongDraw"),
        ([*LOG[:2], Moved(0, 1, DRAW, ["joker"])], "event 3: seat 0 could not answer question 1 so"),
        ([*LOG[:2], Moved(1, 1, PLACE, [])], "event 3: seat 1 could not answer question 1 so"),
        ([*LOG[:2], Moved(1, 7, DRAW, ["joker"])], "event 3: seat 1 could not answer question 7 so"),
        ([LOG[0], Moved(1, 1, DRAW, ["joker"])], "event 2: seat 1 could not answer question 1 so"),
        ([LOG[0], Began("tcnccc@99", "", [1])], "event 2: this version does not know the rules tcnccc@99"),
        ([Opened("whist", 2, LOG[0].options, "Ann")], "event 1: this version does not know the game whist"),  # type: ignore[union-attr]
        ([*LOG[:2], Finished(Moved(1, 1, DRAW, ["joker"]), NO_END)], "event 3: by the rules the game does not end"),
    ],
)
def test_what_the_rules_do_not_allow_is_named_and_other_rooms_are_verified_all_the_same(
    place: Path, capsys: pytest.CaptureFixture[str], log: list[Body], why: str
) -> None:
    write(f"sqlite:///{place}", log, OTHER)
    write(f"sqlite:///{place}")
    assert main(["verify-log"]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{OTHER}: {why}")
    assert "\n2 rooms, " in told and " events, 1 bad rooms; " in told


def test_one_room_is_verified_alone(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(f"sqlite:///{place}", [Opened("whist", 2, LOG[0].options, "Ann")], OTHER)  # type: ignore[union-attr]
    write(f"sqlite:///{place}")
    assert main(["verify-log", ROOM]) == 0
    assert main(["verify-log", OTHER]) == 1


def test_verifying_changes_nothing_in_tables_of_an_older_version(written: Path) -> None:
    change(written, "UPDATE alembic_version SET version_num = '0001'")
    before = written.read_bytes()
    assert main(["verify-log"]) == 0
    assert written.read_bytes() == before


def test_what_only_looks_cannot_write(logged: str) -> None:
    engine = database_at(logged).open_read_only()
    with engine.connect() as connection, pytest.raises(Exception, match=r"read-?only"):
        connection.execute(text("DELETE FROM events"))
    engine.dispose()


# --- check-config -------------------------------------------------------------------------------------------


def test_every_setting_is_printed_with_where_it_comes_from(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERTULIA_BIND", "[::]:8000")
    monkeypatch.delenv("TERTULIA_LOG_LEVEL", raising=False)
    assert main(["check-config"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "TERTULIA_BIND=[::]:8000  (environment)" in told
    assert "TERTULIA_LOG_LEVEL=info  (default)" in told
    assert "TERTULIA_LIMITS_ROOMS=30/600s  (default)" in told


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://tertulia:s3cret@db.example.org/tertulia",
        "postgresql://tertulia@db.example.org/tertulia?password=s3cret",
        "postgresql://db.example.org/tertulia?sslpassword=s3cret",
    ],
)
def test_secrets_are_not_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setenv("TERTULIA_DATABASE_URL", address)
    assert main(["check-config"]) == 0
    told = capsys.readouterr().out
    assert "db.example.org/tertulia" in told and "***" in told
    assert "s3cret" not in told


def test_an_address_in_a_file_is_printed_as_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "url").write_text("postgresql://tertulia:s3cret@db.example.org/tertulia")
    monkeypatch.delenv("TERTULIA_DATABASE_URL", raising=False)
    monkeypatch.setenv("TERTULIA_DATABASE_URL_FILE", str(tmp_path / "url"))
    assert main(["check-config"]) == 0
    shown = "TERTULIA_DATABASE_URL=postgresql://tertulia:***@db.example.org/tertulia  (file)"
    assert shown in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("TERTULIA_LOG_LEVEL", "loud", "expected debug, info, warning or error; got 'loud'"),
        ("TERTULIA_LOGLEVEL", "info", "no such setting. Is it TERTULIA_LOG_LEVEL?"),
        ("TERTULIA_DATABASE_URL", "mysql://a:b@c/d", "expected sqlite:///path/to/file or postgresql://"),
    ],
)
def test_what_is_set_wrongly_ends_with_2_and_what_was_expected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str, why: str
) -> None:
    monkeypatch.setenv(name, value)
    assert main(["check-config"]) == 2
    assert f"{name}: {why}" in capsys.readouterr().err


# --- health -------------------------------------------------------------------------------------------------


def asked_for_health(url: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["health", url])
    told = capsys.readouterr()
    return code, told.out + told.err


def test_a_server_that_is_ready_says_where(
    lasting_house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ready = f"Ready: {lasting_house.base_url}.\n"
    assert asked_for_health(lasting_house.base_url, capsys) == (0, ready)
    monkeypatch.setenv("TERTULIA_BIND", f"0.0.0.0:{lasting_house.address[1]}")
    assert (main(["health"]), capsys.readouterr().out) == (0, ready)


def test_a_server_that_stops_says_so(
    lasting_house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lasting_house.app.state.services, "closing", True)
    sentence = f"Not ready: {lasting_house.base_url}: it is about to stop, and lets nobody in any more.\n"
    assert asked_for_health(lasting_house.base_url, capsys) == (1, sentence)


def test_a_server_without_its_database_says_so(
    lasting_house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def is_ready() -> bool:
        return False

    monkeypatch.setattr(lasting_house.app.state.services.store, "ready", is_ready)
    code, told = asked_for_health(lasting_house.base_url, capsys)
    assert code == 1
    assert told.startswith(f"Not ready: {lasting_house.base_url}: its database does not answer within two seconds")


@pytest.mark.parametrize(
    ("marks", "code", "sentence"),
    [
        (Marks(10**12, 0), 0, "Ready: {}; but its disk is nearly full: nobody can open a new table.\n"),
        (Marks(0, 10**12), 1, "Not ready: {}: its disk is full, so that nobody can play; all goes on by itself when "),
    ],
)
def test_a_server_without_room_says_so(
    house: House, capsys: pytest.CaptureFixture[str], marks: Marks, code: int, sentence: str
) -> None:
    house.app.state.services.store.disk._marks = marks
    ended, told = asked_for_health(house.base_url, capsys)
    assert ended == code
    assert told.startswith(sentence.format(house.base_url))


def test_where_nobody_serves_the_address_and_the_reason_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    assert asked_for_health(url, capsys) == (1, f"Not ready: nobody serves at {url} (Connection refused).\n")
    code, told = asked_for_health("http://nowhere.invalid", capsys)
    assert code == 1
    assert told.startswith("Not ready: nobody serves at http://nowhere.invalid (")


def test_who_does_not_answer_is_waited_for_so_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.admin.health.TIMEOUT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert asked_for_health(url, capsys) == (1, f"Not ready: {url} does not answer within 0.2 seconds.\n")


def test_who_is_no_tertulia_is_told_from_one(capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever).start()
        code, told = asked_for_health(f"http://127.0.0.1:{other.server_port}", capsys)
        other.shutdown()
    assert code == 1
    assert told.endswith(" answers /readyz with 501; that is no Tertulia, or a proxy without one.\n")


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org", "http://", "http://here:port"])
def test_what_is_no_address_is_not_understood(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["health", url])
    assert "expected an address such as http://127.0.0.1:8000" in capsys.readouterr().err


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    told = capsys.readouterr().out
    assert [
        name for name in ("backup", "restore", "verify-log", "rooms", "check-config", "health") if name not in told
    ] == []


def test_the_lock_is_beside_the_file_and_none_is_needed_in_memory(tmp_path: Path) -> None:
    with Sqlite(f"sqlite:///{tmp_path}/log.sqlite3").exclusive(), Sqlite("sqlite://").exclusive():
        assert names_in(tmp_path) == {"log.sqlite3.lock"}


# --- The service of systemd ---------------------------------------------------------------------------------

UNIT = ROOT / "docs" / "tertulia.service"


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    assert shutil.which("systemd-analyze") or apt_install("systemd", because="a test needs it"), (
        "apt-get install systemd"
    )
    # Of this machine's program and user: whether they are where the sample says is another question.
    lines = re.sub(r"/opt/tertulia/\.venv/bin/python", sys.executable, UNIT.read_text())
    unit = tmp_path / "tertulia.service"
    unit.write_text(re.sub(r"^(User|Group)=.*\n", "", lines, flags=re.MULTILINE))
    told = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    assert [line for line in told.stderr.splitlines() if "tertulia" in line] == []


def test_the_unit_sets_what_there_is_to_set_and_runs_commands_there_are() -> None:
    unit = UNIT.read_text()
    given = dict(re.findall(rf"^Environment=({PREFIX}\w+)=(.*)$", unit, re.MULTILINE))
    assert Settings.from_environ(given).database_url == "sqlite:////var/lib/tertulia/tertulia.sqlite3"
    commands = re.findall(r"^ExecStart\w*=\S+ -m app ?(\S*)$", unit, re.MULTILINE)
    assert commands == ["check-config", ""]


def test_the_unit_allows_little() -> None:
    hardening = {"NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes"}
    hardening |= {"CapabilityBoundingSet=", "SystemCallFilter=@system-service", "StateDirectoryMode=0700"}
    assert hardening | {"User=tertulia"} <= set(UNIT.read_text().splitlines())
