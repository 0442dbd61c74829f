"""What operators can see of people, and how they forget them: python -m app rooms people, rooms forget."""

import re

import pytest

from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.guests import Guest
from app.storage.store import Store
from tests.admin.test_keepers_rooms import Keeper
from tests.admin.test_keepers_rooms import house as house
from tests.admin.test_keepers_rooms import keeper as keeper
from tests.client import Friend, two_at_a_table
from tests.conftest import House
from tests.support.played_games import begin, seated
from tests.support.room_fixtures import database_url as database_url
from tests.support.tables import ANN, BEN, until

OTHER_ANN = Guest("d41d8cd98f00b204", b"another", "Ann")


@pytest.fixture
async def known(store: Store) -> Store:
    """Two people called Ann, and Ben."""
    for guest in (ANN, BEN, OTHER_ANN):
        await store.guests.add(guest)
    return store


async def test_people_are_listed_with_their_tables_and_devices(keeper: Keeper, known: Store) -> None:
    await Rooms(known, Settings()).open("tcnccc", 2, {}, ANN, "Ann")
    listed = {line["person"]: line for line in await keeper.json("people")}
    assert listed.keys() == {ANN.id, BEN.id, OTHER_ANN.id}
    assert (listed[ANN.id]["names"], listed[ANN.id]["rooms"], listed[BEN.id]["rooms"]) == (["Ann"], 1, 0)
    heads, *lines = (await keeper("people")).splitlines()
    assert heads.split() == ["person", "name", "last", "visit", "rooms", "devices"]
    assert len(lines) == 3


async def test_at_one_table_people_have_the_names_that_they_have_there(keeper: Keeper, store: Store) -> None:
    room = await seated(Rooms(store, Settings()), "tcnccc", 2)
    await store.guests.add(Guest("ann", b"ann", "Anna"))
    (line,) = await keeper.json("people", room.table.room)
    assert line["names"] == ["Anna", "Ann"]


async def test_of_several_people_of_one_name_all_are_named_and_nobody_is_forgotten(
    keeper: Keeper, known: Store
) -> None:
    room = await Rooms(known, Settings()).open("tcnccc", 2, {}, ANN, "Ann")
    code, told = await keeper.says("forget", "ann", "--yes")
    assert (code, told.startswith("2 people are called ann.")) == (1, True)
    assert re.search(rf"^{ANN.id} +Ann +\d{{4}}-\d\d-\d\d +{room} \(\d+ \w+ ago\)$", told, re.MULTILINE), told
    assert re.search(rf"^{OTHER_ANN.id[:8]} +Ann +\S+ +none$", told, re.MULTILINE), told
    assert len(await keeper.json("people")) == 3


async def test_nobody_is_forgotten_by_a_name_that_nobody_has(keeper: Keeper, known: Store) -> None:
    code, told = await keeper.says("forget", "Bo", "--yes")
    assert (code, "Nobody is called Bo here" in told) == (1, True)


async def test_nobody_is_forgotten_before_the_keeper_says_yes(
    keeper: Keeper, known: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await keeper.says("forget", "Ben"))[0] == 1
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for typed, left in (("", 3), ("n", 3), ("y", 2)):
        monkeypatch.setattr("sys.stdin.readline", lambda typed=typed: f"{typed}\n", raising=False)
        await keeper.says("forget", "Ben")
        assert len(await keeper.json("people")) == left, typed


async def test_what_stays_is_named_with_the_day_until_which(keeper: Keeper, known: Store) -> None:
    rooms = Rooms(known, Settings())
    room = await rooms.open("tcnccc", 2, {}, BEN, "Ben")
    code, told = await keeper.says("forget", "Ben", "--yes")
    assert code == 0
    assert "1 tables stay. What they played and said stays there under the name they had" in told
    assert re.search(rf"^{room} +gathering +\d{{4}}-\d\d-\d\d$", told, re.MULTILINE), told
    assert told.startswith("Ben (ben-id) is forgotten. Pages that they have open are told within seconds.\n")
    assert [line["room"] for line in await keeper.json()] == [room]


async def test_with_their_rooms_those_go_in_which_nobody_plays(keeper: Keeper, known: Store) -> None:
    rooms = Rooms(known, Settings())
    opened = await rooms.open("tcnccc", 2, {}, ANN, "Ann")
    others = await rooms.open("tcnccc", 2, {}, BEN, "Ben")
    playing = await seated(rooms, "tcnccc", 2)
    await begin(playing)
    await known.guests.add(Guest("ann", b"first", "First"))
    assert await keeper.json("forget", "First", "--rooms", "--yes") == {
        "person": "ann", "deleted": [], "kept": [playing.table.room]
    }  # fmt: skip
    done = await keeper.json("forget", ANN.id, "--rooms", "--yes")
    assert (done["deleted"], done["kept"]) == ([opened], [])
    assert {line["room"] for line in await keeper.json()} == {others, playing.table.room}


async def test_the_open_pages_of_somebody_forgotten_begin_anew_as_those_of_a_stranger(
    keeper: Keeper, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Friend(house.base_url) as ann, Friend(house.base_url) as ben:
        of_ann, _ = await two_at_a_table(ann, ben)
        person = next(line["person"] for line in await keeper.json("people") if line["names"] == ["Ben"])
        await keeper("forget", person[:8], "--yes")
        await until(lambda: True)
        assert (await ben.http.get("/api/devices")).json()["name"] is None
        again = await ben.enter(of_ann.room)
        assert (await again.hear("table"))["you"]["seats"] == []
        assert [line["names"] for line in await keeper.json("people") if line["names"]] == [["Ann"]]
