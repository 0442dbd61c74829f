"""A log that was put back from a copy has another epoch: who saw what is lost begins anew, and loses nothing else."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.admin.verifying import verify_log
from app.rooms.registry import Rooms
from app.settings import Settings
from tests.client import Friend, Page
from tests.company import ANN, BEN, until
from tests.conftest import Process, open_store
from tests.finished import begin as begin_next
from tests.finished import finished_room
from tests.nodes import two_nodes
from tests.terminal import Terminal
from tools.postgres import PassingPostgres

Start = Callable[..., Process]
PAUSE_S = 0.15  # between moves: so fast anybody may play


async def epoch_of(url: str) -> str:
    async with open_store(url) as store:
        return store.epoch


async def test_a_log_has_one_epoch_through_every_start_until_new_epoch_begins_another(
    database_url: str, terminal: Terminal
) -> None:
    first = await epoch_of(database_url)
    assert first and await epoch_of(database_url) == first
    terminal.sets(DATABASE_URL=database_url)
    code, told, _ = await asyncio.to_thread(terminal, "new-epoch")
    now = await epoch_of(database_url)
    assert (code, now != first, now in told) == (0, True, True)


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


async def test_the_answer_to_hello_is_the_epoch_and_what_was_seen_counts_only_in_it(
    talked: tuple[Friend, str, Page],
) -> None:
    ann, code, wire = talked
    this, seen = ann.app.state.services.store.epoch, (await wire.see("chat"))["seq"]
    assert wire.heard[0] == {"type": "welcome", "epoch": this}
    for hello, told in (({"epoch": this}, 0), ({}, 0), ({"epoch": "0123456789abcdef"}, 1)):  # {}: an older program
        again = await ann.enter(code, seen=seen, **hello)
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
