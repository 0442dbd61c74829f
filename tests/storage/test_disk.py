"""A disk that fills up: first no new tables, then no moves; reading works, and everything resumes by itself."""

import asyncio
import logging
import sqlite3
import sys
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import httpx
import psycopg
import pytest
from fastapi import FastAPI

from app.protocol import commands
from app.services.deadlines import Deadlines
from app.settings import Settings
from app.storage import disk
from app.storage.commit import OutcomeUnknown
from app.storage.disk import MB, TRY_EVERY_S, Disk, Marks
from app.storage.postgres import Postgres
from app.storage.sqlite import Sqlite
from app.storage.store import DiskFull
from chaos.disks import APART, can_be_apart, can_mount, small_disk
from tests.client import Friend
from tests.conftest import ROOT, WISH, browser, open_app
from tests.support.clocks import Hourglass, timed
from tests.support.clocks import clocks as clocks
from tests.support.tables import ANN, BEN, Company, settled


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """A disk with as many free megabytes as the test sets, measured on every query."""
    free = Mock(side_effect=lambda folder: free.mb * MB, mb=1000)
    monkeypatch.setattr(disk, "free_at", free)
    monkeypatch.setattr(disk, "CHECK_EVERY_S", 0.0)
    return free


def test_what_is_free_says_what_there_is_room_for(free: Mock) -> None:
    watched = Disk(Path("/"), Marks(500, 50))
    for free.mb, state in ((1000, "ok"), (500, "ok"), (499, "low"), (50, "low"), (49, "full"), (0, "full")):
        assert watched.state == state
    assert Disk(Path("/"), Marks(0, 0)).state == "ok", "without marks, play goes on to the last byte"


def test_a_database_that_is_no_file_here_is_watched_by_who_keeps_it(free: Mock) -> None:
    nowhere = Disk(None, Marks(500, 50))
    assert (nowhere.state, nowhere.free, free.call_count) == ("ok", None, 0)


def test_the_disk_of_this_machine_says_how_much_is_free(tmp_path: Path) -> None:
    assert (Disk(tmp_path, Marks()).free or 0) > 0
    assert Disk(tmp_path / "not there", Marks(500, 50)).state == "ok"


def test_it_is_looked_at_seldom(free: Mock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(disk, "CHECK_EVERY_S", 2.0)
    clock = Hourglass()
    watched, began = Disk(Path("/"), Marks(500, 50), clock), clock.now
    assert [watched.state for _ in range(50)] == ["ok"] * 50
    seen = [(10, 1.9, "ok", 1), (10, 2, "full", 2), (9, 4, "full", 3), (1000, 6, "ok", 4)]
    for free.mb, after, state, looked in seen:
        clock.now = began + after
        assert (watched.state, free.call_count) == (state, looked)
    said = ["the disk is full: 10 MB are free", "the disk is ok: 1000 MB are free"]
    assert [message.partition(" (")[0] for message in caplog.messages] == said


def test_a_write_without_space_says_full_until_one_succeeds(free: Mock, caplog: pytest.LogCaptureFixture) -> None:
    unmarked = Disk(Path("/"), Marks(0, 0))
    for failed in (False, True, True, False, False):
        unmarked.note_write(failed_for_space=failed)
        assert (unmarked.state, unmarked.by_marks) == ("full" if failed else "ok", "ok")
    assert caplog.messages == ["the disk is full: nothing can be written", "the disk has space again"]


def test_a_full_disk_is_tried_once_a_second_and_another_one_never(free: Mock) -> None:
    now = 100.0
    unmarked = Disk(Path("/"), Marks(0, 0), lambda: now)
    assert not unmarked.may_try()
    unmarked.note_write(failed_for_space=True)
    assert [unmarked.may_try() for _ in range(3)] == [True, False, False]
    now = 101.0
    assert unmarked.may_try()


async def test_a_disk_that_is_really_full_shows_in_readyz_with_the_marks_at_0_until_there_is_room(
    tmp_path: Path, settings: Settings, request: pytest.FixtureRequest
) -> None:
    """In /readyz, with the marks at 0, until there is room."""
    if not can_mount():
        assert can_be_apart(), "mounting a small file system takes root, or user namespaces"
        again = [*APART, sys.executable, "-m", "pytest", "-p", "no:cacheprovider", request.node.nodeid]
        assert await (await asyncio.create_subprocess_exec(*again, cwd=ROOT)).wait() == 0
        return
    given = {"database_url": f"sqlite:///{tmp_path}/disk/log.sqlite3"}
    given |= {"disk_free_for_rooms_mb": 0, "disk_free_for_moves_mb": 0}
    with small_disk(tmp_path / "disk", 8) as small:
        async with open_app(settings, **given) as app, browser(app) as ann:
            assert (await ann.post("/api/rooms", json=WISH)).status_code == 201
            assert (await ann.get("/readyz")).json() == {"ok": True}
            small.fill(0)
            # Space already allocated to the write-ahead log takes a few more.
            statuses = [(await ann.post("/api/rooms", json=WISH)).status_code for _ in range(40)]
            assert statuses[-1] == 503
            while (answer := await ann.get("/readyz")).status_code == 200:  # where a room has no space, a try may have
                assert (await ann.post("/api/rooms", json=WISH)).status_code == 503
            assert (answer.status_code, answer.json()) == (503, {"ok": False, "disk": "full"})
            assert (await ann.get("/livez")).status_code == 200
            small.make_room(0)
            await asyncio.sleep(TRY_EVERY_S)
            assert (await ann.get("/readyz")).json() == {"ok": True}
            assert (await ann.post("/api/rooms", json=WISH)).status_code == 201


def test_a_refused_write_is_told_from_one_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = sqlite3.OperationalError("no")
    for error, mb, full in (("FULL", 1000, True), ("IOERR_FSYNC", 0, True), ("IOERR_FSYNC", 1000, False)):
        monkeypatch.setattr("app.storage.sqlite.free_at", lambda folder, mb=mb: mb * MB)
        refused.sqlite_errorname = f"SQLITE_{error}"
        assert Sqlite(f"sqlite:///{tmp_path}/log.sqlite3").is_full(refused) is full
    postgres = Postgres("postgresql://db.example/tertulia")
    assert postgres.is_full(psycopg.errors.DiskFull())
    assert not postgres.is_full(psycopg.OperationalError())


async def test_a_full_disk_is_read_and_not_written_and_then_all_goes_on(free: Mock, party: Company) -> None:
    party.store.disk._marks = Marks(500, 50)
    room, (ann, _) = await party.playing(ANN, BEN)
    free.mb = 10
    before = len(await party.log(room))
    for wish in (commands.Speak("hello"), commands.Propose("end")):
        with pytest.raises(DiskFull):
            await ann.asks(wish)
    assert len(await party.log(room)) == before
    assert (await party.page(room, BEN).sees("frame"))["seq"] == before
    free.mb = 1000
    await ann.plays("put", bead=1)
    assert len(await party.log(room)) == before + 1


async def test_a_new_table_is_refused_in_words_and_when_to_try_again(free: Mock, client: httpx.AsyncClient) -> None:
    free.mb = 499
    answer = await client.post("/api/rooms", json=WISH)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer.json()["text"]["text"].startswith("The disk of this server is nearly full")
    assert int(answer.headers["retry-after"]) > 0
    free.mb = 500
    assert (await client.post("/api/rooms", json=WISH)).status_code == 201


async def test_who_moves_on_a_full_disk_is_asked_to_send_it_again(free: Mock, app: FastAPI) -> None:
    wire = await Friend(app, "Ann").plays_a_bot()
    free.mb = 10
    await wire.play({"do": "draw"})
    assert (await wire.see("retry"))["after_ms"] == DiskFull.after_ms
    free.mb = 1000
    await wire.see("ack", id=await wire.play({"do": "draw"}))


async def test_while_storage_fails_not_every_room_says_so_twice_a_second(
    party: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, _ = await timed(party, ANN, BEN)
    monkeypatch.setattr(party.store, "execute", AsyncMock(side_effect=OutcomeUnknown))
    await clocks.check(room)
    await settled()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
