"""What operators can see and do with rooms: python -m app rooms."""

import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.store import Store
from app.telemetry.json_logs import JsonLines
from games import GAMES
from tests.client import Friend, two_at_a_table
from tests.conftest import ROOT, House, OpenHouse, open_store
from tests.support.command_line import Terminal
from tests.support.logs import OTHER, ROOM, change, write
from tests.support.played_games import NAMES, finished_room, one_move
from tests.support.played_games import begin as begin_game
from tests.support.room_fixtures import database_url as database_url
from tests.support.tables import ANN, until

TOLD = "Whoever has it open is told within seconds."


class Keeper:
    """An operator at a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    async def says(self, *asked: str) -> tuple[int, str]:
        """The exit code and output of a command."""
        code, out, err = await asyncio.to_thread(self._terminal, "rooms", *asked)
        return code, out + err

    async def __call__(self, *asked: str) -> str:
        code, told = await self.says(*asked)
        assert code == 0, told
        return told.removesuffix("\n")

    async def json(self, *asked: str) -> Any:
        """Its output alone: what is said before a question is no part of the answer."""
        code, out, err = await asyncio.to_thread(self._terminal, "rooms", *asked, "--json")
        assert code == 0, err
        return json.loads(out)


@pytest.fixture
def keeper(database_url: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Keeper:
    terminal.sets(DATABASE_URL=database_url)
    return Keeper(terminal)


@pytest.fixture
def house(open_house: OpenHouse, database_url: str, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr("app.cluster.follower.CHECK_EVERY_S", 0.1)
    return open_house(database_url=database_url)


# --- Opening ------------------------------------------------------------------------------------------------


async def test_a_table_is_opened_whose_host_is_who_uses_the_link(
    keeper: Keeper, database_url: str, open_house: OpenHouse
) -> None:
    house = open_house(database_url=database_url, opening="nobody")
    opened = await keeper.json("open", "sin_color", "Ann", "--seats", "4")
    assert re.fullmatch(rf"http://127.0.0.1:\d+/t/{opened['room']}", opened["link"])
    async with Friend(house.base_url) as ann, Friend(house.base_url) as ben:
        page = await ann.enter(opened["room"])
        await page.send(type="take_seat", link=opened["host"].partition("#seat=")[2])
        table = await page.see_table(lambda table: table["you"]["seat"] == 0)
        assert (table["you"]["host"], table["you"]["name"], len(table["seats"])) == (True, "Ann", 4)
        assert not (await (await ben.enter(opened["room"], "Ben")).see("table"))["you"]["host"]


async def test_the_links_have_the_address_that_people_open(keeper: Keeper, terminal: Terminal, store: Store) -> None:
    terminal.sets(PUBLIC_ORIGIN="https://example.org", PUBLIC_PATH="/games")
    host, others = (await keeper("open", "tcnccc", "Ann")).splitlines()
    assert re.fullmatch(r"For Ann, .*  https://example.org/games/t/\w{16}#seat=[\w-]{32}", host)
    assert re.fullmatch(r"For everybody else:  https://example.org/games/t/\w{16}", others)


async def test_what_does_not_fit_opens_no_table_and_is_said(keeper: Keeper, store: Store) -> None:
    for asked, why in ((("chess", "Ann"), "There is no game called {game}"), (("tcnccc", "..."), "name"),
                       (("tcnccc", "Ann", "--seats", "9"), "players")):  # fmt: skip
        code, said = await keeper.says("open", *asked)
        assert code == 1 and said.startswith("No table was opened: ") and why in said, said


# --- Without a server ---------------------------------------------------------------------------------------


async def test_rooms_are_listed_with_tokens_ages_and_sizes_in_any_order(keeper: Keeper, store: Store) -> None:
    rooms = Rooms(store, Settings())
    finished = await finished_room(rooms, "tcnccc", 2, most=5)
    await asyncio.sleep(0.002)  # the order goes by milliseconds
    opened = await rooms.open("tcnccc", 2, {}, ANN, "Ann")
    listed = await keeper.json("list")
    found = [(line["room"], line["phase"], line["events"]) for line in listed]
    assert found == [(opened, "gathering", 1), (finished.table.room, "over", finished.table.seq)]
    heads, *lines = (await keeper()).splitlines()
    assert heads.split() == ["room", "token", "phase", "events", "opened", "last", "word"]
    assert [line.split()[0] for line in lines] == [opened, finished.table.room]
    assert re.fullmatch(rf"{opened}  {listed[0]['token']}  gathering  1 +\d+ \w+ +\d+ \w+", lines[0])
    for by, first in (("last", opened), ("age", finished.table.room), ("size", finished.table.room)):
        for command in ([], ["list"]):
            (line,) = await keeper.json(*command, "--by", by, "--most", "1")
            assert line["room"] == first, by


async def test_an_empty_house_says_so_and_a_room_that_is_not_there_is_named(keeper: Keeper) -> None:
    assert await keeper("list") == "There are no rooms."
    for what in ("show", "close", "delete"):
        assert await keeper.says(what, OTHER) == (1, f"There is no room {OTHER}.\n")
    assert (await keeper.says("token", "0123456789"))[0] == 1


@pytest.mark.parametrize("most", ["0", "-1", "some"])
async def test_none_of_some_rooms_are_not_asked_for(keeper: Keeper, most: str) -> None:
    code, told = await keeper.says(f"--most={most}")
    assert (code, f"--most: expected a whole number of at least 1, got '{most}'" in told) == (2, True)


async def test_a_room_is_found_by_its_code_its_link_and_its_token(keeper: Keeper, store: Store) -> None:
    code = await Rooms(store, Settings()).open("tcnccc", 2, {}, ANN, "Ann")
    token = await keeper("token", code)
    assert re.fullmatch("[0-9a-f]{10}", token)
    links = [f"{at}/t/{code}{end}" for at in ("https://games.example", "") for end in ("", "/", "#seat=r2Qx", "?a")]
    for named in (token, *links):
        assert await keeper.json("token", named) == {"room": code, "token": token}
        assert (await keeper.json("show", named))["line"]["room"] == code
    assert json.loads(await keeper("--json", "token", code))["token"] == token


@pytest.mark.parametrize("game", GAMES)
async def test_what_players_hide_is_nowhere_in_it(keeper: Keeper, store: Store, game: str) -> None:
    room = await finished_room(Rooms(store, Settings()), game, min(GAMES[game].seats), most=1)
    await begin_game(room)
    await one_move(room)
    events = await store.load(room.table.room)
    secrets = [room.table.playing.key.hex(), *(event.id for event in events if event.seq > 1)]
    guests = [seat.guest for seat in room.table.seats if seat.guest]
    told = await keeper("show", room.table.room) + await keeper("show", room.table.room, "--json")
    told += await keeper("list") + await keeper("list", "--json")
    assert [secret for secret in secrets if secret in told] == []
    assert [guest for guest in guests if f'"{guest}"' in told] == []
    assert "view" not in told and "state" not in told
    for name in NAMES[: len(room.table.seats)]:
        assert name in told


async def test_a_resting_room_is_shown_and_can_be_deleted(keeper: Keeper, database_url: str, tmp_path: Path) -> None:
    await asyncio.to_thread(write, database_url)
    change(tmp_path / "log.sqlite3", f"INSERT INTO rooms (room, phase, at) VALUES ('{ROOM}', 'playing', 5)")
    change(tmp_path / "log.sqlite3", "UPDATE events SET body = 'damaged' WHERE seq = 4")
    assert f"quarantined: DamagedEvent; python -m app verify-log {ROOM}" in await keeper("show", ROOM)
    code, told = await keeper.says("close", ROOM)
    assert (code, told.startswith(f"Room {ROOM} could not be closed: Something is wrong with this table")) == (1, True)
    assert "can be deleted" in told
    assert await keeper("delete", ROOM) == f"Room {ROOM} is deleted. {TOLD}"


FIRST_DAMAGED = "UPDATE events SET body = 'damaged' WHERE seq = 1"


def damaged(database_url: str, damage: str) -> None:
    """A completely damaged room."""
    file = Path(database_url.removeprefix("sqlite:///"))
    write(database_url)
    change(file, damage)
    change(file, f"INSERT INTO rooms (room, phase, at) VALUES ('{ROOM}', 'playing', 5)")


async def test_a_room_of_which_nothing_is_sound_is_named_with_what_to_do(keeper: Keeper, database_url: str) -> None:
    await asyncio.to_thread(damaged, database_url, FIRST_DAMAGED)
    told = f"Room {ROOM} cannot be shown because its first event is damaged: python -m app verify-log {ROOM}\n"
    assert await keeper.says("show", ROOM) == (1, told)


async def test_a_room_that_is_deleted_while_it_is_looked_for_is_named(keeper: Keeper, database_url: str) -> None:
    await asyncio.to_thread(damaged, database_url, "DELETE FROM events")
    assert await keeper.says("show", ROOM) == (1, f"There is no room {ROOM} any more.\n")


def test_whoever_reads_only_the_beginning_of_an_answer_is_told_nothing_else(database_url: str) -> None:
    damaged(database_url, FIRST_DAMAGED)
    reading, writing = os.pipe()
    os.close(reading)  # as `head` does when it has its lines
    full = os.open("/dev/full", os.O_WRONLY)
    command = [sys.executable, "-m", "app", "rooms"]
    given = {"cwd": ROOT, "env": {**os.environ, "TERTULIA_DATABASE_URL": database_url}, "stderr": subprocess.PIPE}
    for output, words in ((writing, b""), (full, b"This failed: No space left on device.\n")):
        told = subprocess.run(command, stdout=output, check=False, **given)
        os.close(output)
        assert (told.returncode, told.stderr) == (1, words)


async def test_a_read_only_file_is_named(keeper: Keeper, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await asyncio.to_thread(damaged, database_url, FIRST_DAMAGED)
    read_only = sqlite3.OperationalError("attempt to write a readonly database")
    monkeypatch.setattr("app.storage.sqlite._prepare", Mock(side_effect=read_only))
    words = "The database of TERTULIA_DATABASE_URL cannot be used: attempt to write a readonly database.\n"
    assert await keeper.says("list") == (1, words)


async def test_tables_of_another_version_are_left_alone_and_none_are_made(keeper: Keeper, tmp_path: Path) -> None:
    change(tmp_path / "log.sqlite3", "UPDATE alembic_version SET version_num = '0006'")
    code, told = await keeper.says("list")
    of_another = "its tables are those of another version; run this command with the version that serves it."
    assert (code, of_another in told) == (1, True)
    with closing(sqlite3.connect(tmp_path / "log.sqlite3")) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [("0006",)]
    keeper._terminal.sets(DATABASE_URL=f"sqlite:///{tmp_path}/none/log.sqlite3")
    code, told = await keeper.says("list")
    words = "The database of TERTULIA_DATABASE_URL cannot be used: "
    assert (code, told.partition("there is no file ")[0]) == (1, words)
    assert not (tmp_path / "none").exists()


async def test_who_sits_there_is_told_while_the_server_runs_and_the_token_is_that_of_the_log(
    keeper: Keeper, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    async with Friend(house.base_url) as ann, Friend(house.base_url) as ben:
        of_ann, _ = await two_at_a_table(ann, ben)
        room = of_ann.room
        told = await keeper("show", room)
        for words in (r"seat 1 +Ann, host", r"seat 2 +Ben"):
            assert re.search(rf"^{words}$", told, re.MULTILINE), told
        caplog.set_level("INFO", "tertulia.access")
        await ann.http.get(f"/t/{room}")
        await until(lambda: any("room" in record.__dict__ for record in caplog.records))
        logged = [json.loads(JsonLines().format(record)) for record in caplog.records if "room" in record.__dict__]
        assert {line["room"] for line in logged} == {await keeper("token", room)}


async def test_a_closed_room_says_by_whom_and_a_deleted_goes(keeper: Keeper, house: House, database_url: str) -> None:
    async with Friend(house.base_url) as ann, Friend(house.base_url) as ben:
        pages = await two_at_a_table(ann, ben)
        room, told = pages[0].room, f"It is deleted after a day. {TOLD}"
        assert await keeper("close", room) == f"Room {room} is closed. {told}"
        for page in pages:
            said = (await page.hear("farewell"))["text"]["text"]
            assert said == "The operator of this server has closed this table."
        assert (await ann.http.get(f"/api/rooms/{room}")).status_code == 404
        assert await keeper.says("close", room) == (1, f"Room {room} is closed already.\n")
        assert (await keeper.json("list"))[0]["phase"] == "closed"
        assert (await asyncio.to_thread(keeper._terminal, "verify-log")).code == 0
        pages = await two_at_a_table(ann, ben)
        other = pages[0].room
        assert await keeper("delete", other) == f"Room {other} is deleted. {TOLD}"
        assert [await page.hear_the_end() for page in pages] == [1012, 1012]
        assert (await ann.http.get(f"/api/rooms/{other}")).status_code == 404
        assert [line["room"] for line in await keeper.json("list")] == [room]
    async with open_store(database_url) as store:
        assert (await store.load(other), len(await store.load(room)) > 1) == ([], True)
