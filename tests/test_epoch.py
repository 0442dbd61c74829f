"""A log that was put back from a copy has another epoch: who saw what is lost begins anew, and loses nothing else."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from app.admin.verifying import verify_log
from app.rooms.registry import Rooms
from app.settings import Settings
from tests.client import Friend, Page, is_asked
from tests.company import ANN, BEN, until
from tests.conftest import Process, open_store
from tests.finished import begin as begin_next
from tests.finished import finished_room
from tests.nodes import two_nodes
from tests.terminal import Terminal
from tests.test_server import run
from tools.postgres import PassingPostgres

Start = Callable[..., Process]
PAUSE_S = 0.15  # between moves: so fast anybody may play


async def epoch_of(url: str) -> str:
    async with open_store(url) as store:
        return store.epoch


async def test_the_log_of_a_house_has_one_epoch_through_every_start(database_url: str) -> None:
    first = await epoch_of(database_url)
    assert first and await epoch_of(database_url) == first


async def test_new_epoch_begins_one_on_either_database(database_url: str, terminal: Terminal) -> None:
    first = await epoch_of(database_url)
    terminal.sets(DATABASE_URL=database_url)
    code, told, _ = await asyncio.to_thread(terminal, "new-epoch")
    now = await epoch_of(database_url)
    assert code == 0
    assert now != first and now in told


async def test_a_postgresql_that_was_put_back_begins_a_new_epoch_and_its_log_is_sound(
    postgres: PassingPostgres, postgres_url: str, tmp_path: Path, terminal: Terminal
) -> None:
    """As docs/hosting.md says: pg_dump, pg_restore --clean --if-exists, new-epoch."""
    terminal.sets(DATABASE_URL=postgres_url)
    async with open_store(postgres_url) as store:
        room = await finished_room(Rooms(store, Settings()), "tcnccc", 2, most=8)
        dump = ["--format=custom", f"--file={tmp_path}/dump", postgres_url]
        assert (await asyncio.to_thread(run_program, postgres.programs / "pg_dump", *dump)).returncode == 0
        kept = room.table.seq
        await begin_next(room)
    restore = ["--clean", "--if-exists", f"--dbname={postgres_url}", f"{tmp_path}/dump"]
    put_back = await asyncio.to_thread(run_program, postgres.programs / "pg_restore", *restore)
    assert put_back.returncode == 0, put_back.stderr
    assert (await asyncio.to_thread(terminal, "new-epoch")).code == 0
    async with open_store(postgres_url) as again:
        assert again.epoch != store.epoch
        assert [event.seq for event in await again.load(room.table.room)][-1] == kept
    assert await asyncio.to_thread(verify_log, postgres_url, None) == 0


def run_program(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


# --- What a page hears --------------------------------------------------------------------------------------


@pytest.fixture
async def talked(app: Any) -> tuple[Friend, str, Page]:
    """Ann's table, at which she has talked."""
    ann = Friend(app, "Ann")
    code = await ann.open_room(game="tcnccc", seats=2)
    wire = await ann.enter(code)
    await wire.send(type="chat", text="hello")
    await wire.see("chat")
    return ann, code, wire


async def test_the_answer_to_hello_is_the_epoch_before_all_else(talked: tuple[Friend, str, Page]) -> None:
    ann, _, wire = talked
    assert wire.heard[0] == {"type": "welcome", "epoch": ann.app.state.services.store.epoch}


@pytest.mark.parametrize(
    ("epoch", "told"), [("this", 0), (None, 0), ("another", 1)], ids=["the same", "an older program", "another"]
)
async def test_what_was_seen_counts_only_in_its_epoch(
    talked: tuple[Friend, str, Page], epoch: str | None, told: int
) -> None:
    ann, code, wire = talked
    seen = (await wire.see("chat"))["seq"]
    given = {"this": ann.app.state.services.store.epoch, "another": "0123456789abcdef", None: None}[epoch]
    again = await ann.enter(code, seen=seen, **({"epoch": given} if given else {}))
    await again.catch_up()
    assert len([message for message in again.heard if message["type"] == "chat"]) == told
    await again.leave()


async def test_nodes_that_serve_a_log_that_was_put_back_read_every_room_anew(
    postgres_url: str, terminal: Terminal
) -> None:
    terminal.sets(DATABASE_URL=postgres_url)
    async with two_nodes(postgres_url) as (one, two):
        room = await one.table(2)
        there = await two.finds(room)
        pages = [one.page(room, ANN), two.page(there, BEN)]
        assert (await asyncio.to_thread(terminal, "new-epoch")).code == 0
        for node in (one, two):
            await node.following.check()
        await until(lambda: all(page.writer.done() for page in pages))
        assert [page.writer.result() for page in pages] == [1012, 1012]
        assert one.store.epoch == two.store.epoch
        assert await one.finds(room) is not room


# --- The drill ----------------------------------------------------------------------------------------------


class Player:
    """Plays whenever he is asked, comes back by himself, and remembers what he saw and was promised."""

    def __init__(self, friend: Friend, room: str) -> None:
        self.friend = friend
        self.room = room
        self.epoch: str | None = None
        self.seen = 0
        self.acked: dict[str, int] = {}

    async def comes(self, name: str | None = None) -> Page:
        page = await self.friend.connect(self.room)
        hello = {"type": "hello", "seen": self.seen, **({"name": name} if name else {})}
        await page.send(**hello, **({"epoch": self.epoch} if self.epoch else {}))
        self.epoch = (await page.hear("welcome"))["epoch"]
        return page

    async def plays(self, page: Page, most: int) -> None:
        """So many moves, or until the line breaks."""
        try:
            while len(self.acked) < most:
                if page.frame.get("outcome"):
                    await page.send(type="rematch")
                if not page.frame or not is_asked(page.frame):
                    await page.hear("frame")
                    self.seen = max(self.seen, page.frame["seq"])
                    continue
                await asyncio.sleep(PAUSE_S)
                before, id = page.frame["seq"], secrets.token_hex(16)
                await page.play(page.frame["choices"][0]["move"], id=id)
                self.acked[id] = (await page.hear("ack", lambda ack, id=id: ack["id"] == id))["seq"]  # type: ignore[misc]
                if page.frame["seq"] <= before:
                    await page.hear("frame", lambda frame, before=before: frame["seq"] > before)  # type: ignore[misc]
        except (ConnectionClosed, TimeoutError):
            return


async def begin(base_url: str, number: int) -> tuple[Player, Page]:
    """A table with a bot at which the game has begun."""
    friend = Friend(base_url)
    await friend.visit()
    room = await friend.open_room(f"Ann {number}", "desfases", 2)
    player = Player(friend, room)
    page = await player.comes(f"Ann {number}")
    await page.send(type="seat_bot", seat=1, level="medium")
    await page.hear("table", lambda table: table["seats"][1]["bot"] is not None)
    await page.send(type="start")
    await page.hear("frame")
    return player, page


async def in_time(so: Callable[[], bool], playing: list[asyncio.Task[None]]) -> None:
    """Waits for what processes do on a machine that has other things to do, while everybody plays."""
    async with asyncio.timeout(40):
        while not so():
            done, _ = await asyncio.wait(playing, timeout=0.01)
            assert not done, "somebody plays no more"


def ids_in(file: Path, room: str) -> dict[str, int]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return dict(connection.execute("SELECT id, seq FROM events WHERE room = ?", (room,)).fetchall())


async def test_a_backup_under_load_is_put_back_elsewhere_and_who_comes_back_plays_on(
    start_process: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, saved, elsewhere = f"sqlite:///{tmp_path}/process.sqlite3", tmp_path / "copy", tmp_path / "there" / "t.sqlite3"
    process = start_process(TERTULIA_BOT_DELAY_MS="0")
    tables = [await begin(process.base_url, number) for number in range(2)]
    playing = [asyncio.create_task(player.plays(page, 1000)) for player, page in tables]
    await in_time(lambda: all(len(player.acked) >= 3 for player, _ in tables), playing)
    backup = asyncio.create_task(asyncio.to_thread(run, "backup", str(saved), TERTULIA_DATABASE_URL=url))
    assert (await backup).returncode == 0
    promised = {player.room: len(player.acked) for player, _ in tables}
    await in_time(lambda: any(len(player.acked) > promised[player.room] for player, _ in tables), playing)
    process.popen.send_signal(signal.SIGKILL)
    await asyncio.gather(*playing)

    elsewhere.parent.mkdir()
    there = f"sqlite:///{elsewhere}"
    assert (await asyncio.to_thread(run, "restore", str(saved), TERTULIA_DATABASE_URL=there)).returncode == 0
    for player, _ in tables:
        kept = ids_in(elsewhere, player.room)
        order = [id for id in player.acked if id in kept]
        # What was promised is there up to one moment, at the same places, and nothing after it.
        assert order == [*player.acked][: len(order)] and len(order) >= 3
        assert all(kept[id] == player.acked[id] for id in order)

    address = start_process(TERTULIA_BOT_DELAY_MS="0", TERTULIA_DATABASE_URL=there).base_url
    for player, _ in tables:
        old = player.epoch
        player.friend.base_url = address
        page = await player.comes()
        assert player.epoch != old
        frame = await page.hear("frame")
        assert frame["seq"] in ids_in(elsewhere, player.room).values()
        player.acked.clear()
        await player.plays(page, 3)
        assert len(player.acked) == 3
        await page.close()
        await player.friend.http.aclose()
    assert verify_log(there, None) == 0
    assert "2 rooms, " in capsys.readouterr().out
