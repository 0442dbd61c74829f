"""Cells: several databases behind one address. A room's code names its cell."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import TableClause

from app.main import create_app
from app.protocol.room_codes import LENGTH, cell_of, is_code, new_code
from app.settings import Settings
from app.storage import schema
from tests.conftest import ROOT, altered, browser, open_room, sqlite_in

RANDOM = "k7Qm2xZ9vB3nR5wT"


def test_a_new_code_begins_with_its_cell_and_is_as_hard_to_guess_as_ever() -> None:
    for cell in ("", "a1", "77"):
        code = new_code(cell)
        assert (code[: len(cell)], len(code), is_code(code), cell_of(code)) == (cell, len(cell) + LENGTH, True, cell)


def test_an_old_code_and_what_is_no_code_name_no_cell() -> None:
    assert (is_code(RANDOM), cell_of(RANDOM)) == (True, ""), "whatever its first letters"
    for text in ("", RANDOM[1:], f"x{RANDOM}", f"A1{RANDOM}", f"a1{RANDOM}x", f"a1{RANDOM}\n", "é" * 18):
        assert (is_code(text), cell_of(text)) == (False, ""), text


@asynccontextmanager
async def cells(settings: Settings, folder: Path, **names: str) -> AsyncIterator[list[FastAPI]]:
    """A server for each of these databases, configured with its cell's name."""
    async with AsyncExitStack() as held:
        opened = []
        for database, cell in names.items():
            file = folder / f"{database}.sqlite3"
            url = f"sqlite:///{file}" if file.exists() else sqlite_in(folder, file.name)
            app = create_app(altered(settings, database_url=url, cell=cell))
            await held.enter_async_context(app.router.lifespan_context(app))
            opened.append(app)
        yield opened


async def test_a_cell_opens_rooms_and_finds_older_ones_and_none_of_others(settings: Settings, tmp_path: Path) -> None:
    async with cells(settings, tmp_path, a="") as (app,), browser(app) as client:
        old = await open_room(client)
    async with cells(settings, tmp_path, a="a1", b="b1") as (a, b), browser(a) as here, browser(b) as there:
        new = await open_room(here)
        assert (cell_of(old), cell_of(new)) == ("", "a1")
        for code in (old, new):
            assert [(await client.get(f"/api/rooms/{code}")).status_code for client in (here, there)] == [200, 404]


async def test_a_guest_stays_who_he_is_in_each_cell_that_he_visits(settings: Settings, tmp_path: Path) -> None:
    async with cells(settings, tmp_path, a="a1", b="b1") as (a, b), browser(a) as here, browser(b) as there:
        first = await open_room(here)
        there.cookies = here.cookies  # of one browser: both cells are behind the same address
        for browser_of, room in ((there, await open_room(there)), (here, first)):
            before = {**browser_of.cookies}
            await browser_of.get(f"/t/{room}")
            assert {**browser_of.cookies} == before
        assert set(there.cookies) == {"tertulia-a1", "tertulia-b1"}


@pytest.mark.parametrize("before", ["", "b1"], ids=["from before there were cells", "of a cell that was taken over"])
async def test_a_guest_of_before_is_the_same_in_his_old_rooms(settings: Settings, tmp_path: Path, before: str) -> None:
    async with cells(settings, tmp_path, a=before) as (app,), browser(app) as client:
        room = await open_room(client)
        cookies = client.cookies
    ((name, value),) = cookies.items()
    assert name == ("tertulia-b1" if before else "tertulia")
    async with cells(settings, tmp_path, a="a1") as (app,), browser(app) as client:
        client.cookies = cookies
        assert (await client.get(f"/t/{room}")).headers["set-cookie"].startswith(f"{name}={value};")
        assert "tertulia-a1" in (await client.get("/")).headers["set-cookie"]


def test_whoever_moves_rooms_as_documented_takes_all_that_is_kept_of_them_along() -> None:
    page = (ROOT / "docs" / "capacity.md").read_text()
    moved = re.search("for table in (.+?); do", page)
    assert moved is not None
    kept = {table.name for table in vars(schema).values() if isinstance(table, TableClause) and "room" in table.c}
    made_again = {schema.snapshots.name}
    assert {*moved[1].split()} == kept - made_again
    deleted = page[moved.end() :].partition("Then delete those rooms")[2].partition("\n5. ")[0]
    assert {*re.findall("`([a-z_]+)`", deleted)} == kept
