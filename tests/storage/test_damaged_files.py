"""A damaged file of SQLite: the server and every command say so in a sentence, and whatever looks after the server
learns of it, also where most reads and writes succeed."""

import asyncio
import random
import re
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.main import NotStarted
from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.sqlite import Sqlite
from tests.conftest import WISH, browser, open_app, open_store
from tests.support.command_line import Terminal
from tests.support.logs import ROOM, write
from tests.support.metrics import scrape
from tests.support.played_games import finished_room
from tests.support.tables import until

PAGE = 4096
COMMANDS = ("verify-log", f"verify-log {ROOM}", "backup copy", "rooms", f"rooms show {ROOM}", "new-epoch")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a server at which a game was played."""
    path = tmp_path_factory.mktemp("sound") / "log.sqlite3"

    async def plays() -> None:
        async with open_store(f"sqlite:///{path}") as store:
            await finished_room(Rooms(store, Settings()), "tcnccc", 2, most=30)

    asyncio.run(plays())
    write(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def unlogged(file: bytes) -> bytes:
    """The same file without a write-ahead log, which one in memory cannot have."""
    return file[:18] + b"\1\1" + file[20:]


def root_page(file: bytes, name: str) -> int:
    """The first byte of this table's or index's root."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(unlogged(file))
        found = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    return (int(found[0]) - 1) * PAGE


def zeroed(file: bytes, at: int) -> bytes:
    return file[:at] + bytes(PAGE) + file[at + PAGE :]


def flipped(file: bytes, seed: int, times: int, within: int | None = None) -> bytes:
    dice, damaged = random.Random(seed), bytearray(file)
    for _ in range(times):
        damaged[dice.randrange(100, within or len(file))] ^= 1 << dice.randrange(8)
    return bytes(damaged)


@pytest.fixture
def index_damaged(sound: bytes, tmp_path: Path) -> Path:
    """A file of which an index of the rooms is gone: everything can be read by other ways."""
    path = tmp_path / "log.sqlite3"
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(unlogged(sound))
        (name,) = database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'rooms' AND sql IS NOT NULL"
        ).fetchone()
    path.write_bytes(zeroed(sound, root_page(sound, name)))
    return path


def test_verify_log_names_a_damaged_index_of_which_no_log_suffers(terminal: Terminal, index_damaged: Path) -> None:
    terminal.sets(DATABASE_URL=f"sqlite:///{index_damaged}")
    code, told, _ = terminal("verify-log")
    assert (code, told.startswith("The database is damaged: ")) == (1, True)
    assert " 0 bad rooms, a damaged database; " in told


async def test_a_server_finds_a_damaged_index_by_itself_and_says_so_wherever_it_is_asked(
    settings: Settings, index_damaged: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_app(settings, database_url=f"sqlite:///{index_damaged}") as app, browser(app) as ann:
        services = app.state.services
        await until(lambda: services.store.integrity.damage is not None)
        answer = await ann.get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"ok": False, "trouble": "damaged"})
        assert (await ann.get("/readyz?exclude=storage")).status_code == 200
        assert (await ann.get("/livez")).status_code == 200
        assert (await scrape(services))("database_damaged") == 1
    assert [line for line in caplog.messages if line.startswith("the database is damaged")]


async def test_a_write_that_fails_for_damage_is_told_from_one_without_an_answer_and_stays_known(
    settings: Settings, index_damaged: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Though the heartbeats succeed."""
    monkeypatch.setattr(Sqlite, "check", lambda *_, **__: None)
    async with open_app(settings, database_url=f"sqlite:///{index_damaged}") as app, browser(app) as ann:
        assert (await ann.get("/readyz")).status_code == 200
        assert (await ann.post("/api/rooms", json=WISH)).status_code == 503
        await app.state.services.rooms.uptime.beat()
        assert (await ann.get("/readyz")).json() == {"ok": False, "trouble": "damaged"}
    (said,) = [line for line in caplog.messages if line.startswith("the database is damaged")]
    assert said.endswith("database disk image is malformed")


async def test_a_sound_file_is_checked_and_ready(settings: Settings, sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "log.sqlite3").write_bytes(sound)
    async with open_app(settings, database_url=f"sqlite:///{tmp_path}/log.sqlite3") as app, browser(app) as ann:
        await app.state.services.store.integrity.check()
        assert (await ann.get("/readyz")).json() == {"ok": True}


def test_a_check_is_given_up_at_once_when_the_server_stops(sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "log.sqlite3").write_bytes(sound)
    database = Sqlite(f"sqlite:///{tmp_path}/log.sqlite3")
    assert database.check(lambda: True) is None


# --- Anywhere -----------------------------------------------------------------------------------------------


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "the schema's text": lambda file: flipped(file, 3, 60, within=PAGE),
    "its header": lambda file: file[:18] + b"\xff" * 82 + file[100:],
    "its second half": lambda file: file[: len(file) // 2 // PAGE * PAGE],
    "nothing but its name": lambda file: b"SQLite format 3\0",
    "the table of versions": lambda file: zeroed(file, root_page(file, "alembic_version")),
    "the house": lambda file: zeroed(file, root_page(file, "house")),
    "the rooms": lambda file: zeroed(file, root_page(file, "rooms")),
    "the events": lambda file: zeroed(file, root_page(file, "events")),
    **{f"bits here and there, {seed}": lambda file, seed=seed: flipped(file, seed, 200) for seed in range(4)},
    **{f"bits of the schema, {seed}": lambda file, seed=seed: flipped(file, seed, 20, PAGE) for seed in range(3)},
}  # type: ignore[dict-item, misc]


@pytest.mark.parametrize("damage", DAMAGE)
def test_every_command_ends_in_a_sentence(
    terminal: Terminal, sound: bytes, tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number, command in enumerate(COMMANDS):
        path = tmp_path / f"{number}.sqlite3"
        path.write_bytes(DAMAGE[damage](sound))
        terminal.sets(DATABASE_URL=f"sqlite:///{path}")
        code, out, err = terminal(*command.split())
        assert code in (0, 1), command
        assert "Traceback" not in out + err
        if code and command != "verify-log":
            assert (out + err).strip(), command
    assert writers() == [], "a command would not end"


def writers() -> list[str]:
    """The threads that keep a process from ending."""
    return [thread.name for thread in threading.enumerate() if thread.name == "writer"]


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_start_ends_in_a_sentence_or_serves(
    settings: Settings,
    sound: bytes,
    tmp_path: Path,
    damage: str,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "log.sqlite3").write_bytes(DAMAGE[damage](sound))
    try:
        async with open_app(settings, database_url=f"sqlite:///{tmp_path}/log.sqlite3") as app, browser(app) as ann:
            assert (await ann.get("/livez")).status_code == 200
            await app.state.services.store.integrity.check()
    except NotStarted:
        said = capsys.readouterr().err
        assert re.fullmatch(r"The database of TERTULIA_DATABASE_URL cannot be opened: \S[^\n]+\n", said)
    assert "the server could not start, or close" not in caplog.messages
    assert writers() == []
