"""Rooms by what they are like, all of them at once, and what is said to all tables: python -m app rooms."""

import re

import pytest

from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.store import Store
from tests.admin.test_keepers_rooms import Keeper
from tests.admin.test_keepers_rooms import keeper as keeper
from tests.client import Friend, two_at_a_table
from tests.conftest import House, OpenHouse
from tests.support.played_games import begin, finished_room, seated
from tests.support.room_fixtures import database_url as database_url
from tests.support.tables import ANN

NAMED_NEITHER = "Name one room, or say which ones: --phase, --idle, --unstarted, --game.\n"


@pytest.fixture
async def some(store: Store) -> dict[str, str]:
    """A room in each phase, by phase, and a second one of another game that was never begun."""
    rooms = Rooms(store, Settings())
    over, playing = await finished_room(rooms, "tcnccc", 2, most=5), await seated(rooms, "desfases", 2)
    await begin(playing)
    opened = await rooms.open("tcnccc", 2, {}, ANN, "Ann")
    gin = await rooms.open("color_gin", 2, {}, ANN, "Ann")
    return {"over": over.table.room, "playing": playing.table.room, "gathering": opened, "gin": gin}


async def codes(keeper: Keeper, *asked: str) -> set[str]:
    return {line["room"] for line in await keeper.json(*asked)}


@pytest.mark.parametrize(("asked", "found"), [
    (["--phase", "over"], {"over"}),
    (["--phase", "gathering"], {"gathering", "gin"}),
    (["--unstarted"], {"gathering", "gin"}),
    (["--game", "tcnccc"], {"over", "gathering"}),
    (["--game", "tcnccc", "--unstarted"], {"gathering"}),
    (["--game", "chess"], set()),
    (["--idle", "30min"], set()),
    (["--idle", "0min"], {"over", "playing", "gathering", "gin"}),
])  # fmt: skip
async def test_only_rooms_that_fit_are_listed(
    keeper: Keeper, some: dict[str, str], asked: list[str], found: set[str]
) -> None:
    expected = {some[name] for name in found}
    assert await codes(keeper, "list", *asked) == expected
    assert await codes(keeper, *asked) == expected


@pytest.mark.parametrize("time", ["7", "d", "7w", "-1d", "1.5h", ""])
async def test_a_time_that_is_none_is_named(keeper: Keeper, time: str) -> None:
    code, told = await keeper.says(f"--idle={time}")
    assert (code, f"expected a time such as 7d, 12h or 30min, got {time!r}" in told) == (2, True)


async def test_rooms_that_fit_are_deleted_together_once_the_keeper_has_seen_them(
    keeper: Keeper, some: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, told = await keeper.says("delete", "--unstarted")
    assert (code, "Nothing was changed: say --yes to do it." in told) == (1, True)
    assert all(some[name] in told for name in ("gathering", "gin"))
    assert len(await codes(keeper)) == 4
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin.readline", lambda: "yes\n", raising=False)
    told = await keeper("delete", "--unstarted")
    assert told.startswith("2 rooms are deleted. ")
    assert await codes(keeper) == {some["over"], some["playing"]}


async def test_rooms_that_fit_are_closed_together_but_none_twice(keeper: Keeper, some: dict[str, str]) -> None:
    done = await keeper.json("close", "--game", "tcnccc", "--yes")
    assert {(line["room"], line["done"]) for line in done} == {(some[n], "closed") for n in ("over", "gathering")}
    assert await codes(keeper, "--phase", "closed") == {some["over"], some["gathering"]}
    assert await keeper("close", "--game", "tcnccc", "--yes") == "There are no such rooms."


@pytest.mark.parametrize("what", ["close", "delete"])
async def test_all_rooms_are_never_meant_by_naming_none_nor_one_and_others(
    keeper: Keeper, some: dict[str, str], what: str
) -> None:
    assert await keeper.says(what, "--yes") == (1, NAMED_NEITHER)
    assert await keeper.says(what, some["over"], "--phase", "over", "--yes") == (1, NAMED_NEITHER)
    assert len(await codes(keeper)) == 4


# --- To all tables ------------------------------------------------------------------------------------------


async def test_an_announcement_is_shown_at_every_table_of_a_running_server(
    keeper: Keeper, open_house: OpenHouse, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.keepers_words.LISTEN_EVERY_S", 0.1)
    house: House = open_house(database_url=database_url)
    async with Friend(house.base_url) as ann, Friend(house.base_url) as ben:
        pages = [*await two_at_a_table(ann, ben), *await two_at_a_table(ben, ann)]
        told = await keeper("announce", "  Back at\n nine ")
        assert told == "Running servers show it at all tables within six seconds."
        assert [(await page.hear("announced"))["text"] for page in pages] == ["Back at nine"] * 4
        await keeper("announce", "Now")
        assert (await pages[0].hear("announced"))["text"] == "Now", "and the first one only once"


@pytest.mark.parametrize("words", ["", "  ", "\n", "x" * 201])
async def test_nothing_and_too_much_are_not_announced(keeper: Keeper, words: str) -> None:
    code, told = await keeper.says("announce", words)
    assert (code, bool(re.search("expected 1 to 200 letters, got ", told))) == (2, True)
