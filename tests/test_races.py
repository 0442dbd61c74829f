"""What happens at the same moment: each race many times, in every order, over the rooms of both databases; one over
sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app import wishes
from app.events import Began, Gave, Kicked, Moved, Sat, Stood, Undone
from app.room import Room
from app.wire import Refusal
from tests.amounts import amount
from tests.company import ANN, BEN, CLEO, EVE, Company, company, question_of, seats_of
from tests.conftest import House
from tests.friends import Friend

TIMES = amount(25, 200)

Race = Callable[[], Awaitable[None]]


@pytest.fixture
async def party(tmp_path: Path, database_url: str) -> AsyncIterator[Company]:
    async with company(tmp_path, database_url) as it:
        yield it


async def many_times(race: Callable[[int], Awaitable[Any]]) -> list[Any]:
    """All at once, so that they hinder each other."""
    return list(await asyncio.gather(*(race(number) for number in range(TIMES))))


async def at_once(number: int, *wishes: Callable[[], Awaitable[None]]) -> list[str]:
    """These wishes, begun a few rounds of the loop apart, in an order of their own for every race; what became of
    each: "done", or the code of its refusal."""
    chance = Random(number)

    async def wished(wish: Callable[[], Awaitable[None]]) -> str:
        for _ in range(chance.randrange(4)):
            await asyncio.sleep(0)
        try:
            await wish()
        except Refusal as refusal:
            return refusal.code
        return "done"

    order = [*range(len(wishes))]
    chance.shuffle(order)
    tasks = {index: asyncio.create_task(wished(wishes[index])) for index in order}
    return [await tasks[index] for index in range(len(wishes))]


def both_ways(became: list[list[str]]) -> bool:
    """Whether each of two won now and then: otherwise the race shows nothing."""
    return {"done"} < {each[0] for each in became} and {"done"} < {each[1] for each in became}


async def kinds(party: Company, room: Room, *wanted: type) -> list[type]:
    return [type(event.body) for event in await party.log(room) if isinstance(event.body, wanted)]


async def test_two_on_one_seat(party: Company) -> None:
    async def race(number: int) -> list[str]:
        room = await party.table()
        ben, eve = party.page(room, BEN), party.page(room, EVE)
        became = await at_once(number, lambda: ben.asks(wishes.Sit(1)), lambda: eve.asks(wishes.Sit(1)))
        assert sorted(became) == ["done", "taken"]
        assert seats_of(room) == ["Ann", "Ben" if became[0] == "done" else "Eve"]
        assert await kinds(party, room, Sat) == [Sat]
        return became

    assert both_ways(await many_times(race))


async def test_two_on_one_seat_at_two_nodes(party: Company) -> None:
    other = await party.other_node()

    async def race(number: int) -> list[str]:
        room = await party.table()
        elsewhere = await other.rooms.find(room.table.room)
        assert elsewhere is not None
        ben, eve = party.page(room, BEN), other.page(elsewhere, EVE)
        became = await at_once(number, lambda: ben.asks(wishes.Sit(1)), lambda: eve.asks(wishes.Sit(1)))
        assert sorted(became) == ["done", "taken"]
        assert await kinds(party, room, Sat) == [Sat]
        eve.writer.cancel()
        return became

    assert both_ways(await many_times(race))


async def test_a_kick_and_a_move_in_flight(party: Company) -> None:
    async def race(number: int) -> list[str]:
        room, (ann, ben) = await party.playing(ANN, BEN)
        await ann.plays("put", bead=1)
        asked = question_of(room)
        became = await at_once(
            number,
            lambda: ben.plays("put", question=asked, bead=1),
            lambda: ann.asks(wishes.Kick(name="Ben", out=True)),
        )
        assert became in (["done", "done"], ["not_seated", "done"])
        order = await kinds(party, room, Moved, Kicked)
        assert order == ([Moved, Moved, Kicked] if became[0] == "done" else [Moved, Kicked])
        return became

    became = await many_times(race)
    assert {each[0] for each in became} == {"done", "not_seated"}


async def test_a_kick_and_a_move_in_flight_at_another_node(party: Company) -> None:
    other = await party.other_node()

    async def race(number: int) -> list[str]:
        room, (ann, _) = await party.playing(ANN, BEN)
        await ann.plays("put", bead=1)
        asked = question_of(room)
        elsewhere = await other.rooms.find(room.table.room)
        assert elsewhere is not None
        ben = other.page(elsewhere, BEN)
        became = await at_once(
            number,
            lambda: ben.plays("put", question=asked, bead=1),
            lambda: ann.asks(wishes.Kick(name="Ben", out=True)),
        )
        order = await kinds(party, room, Moved, Kicked)
        assert order == ([Moved, Moved, Kicked] if became[0] == "done" else [Moved, Kicked])
        ben.writer.cancel()
        return became

    became = await many_times(race)
    assert {each[0] for each in became} == {"done", "not_seated"}


async def test_a_rematch_pressed_by_all_at_once(party: Company) -> None:
    async def race(number: int) -> list[str]:
        room, pages = await party.playing(ANN, BEN, CLEO, length=3)
        for page in pages:
            await page.plays("put", bead=1)
        became = await at_once(number, *(lambda page=page: page.asks(wishes.Rematch()) for page in pages))
        assert sorted(became) == ["done", "not_now", "not_now"]
        assert await kinds(party, room, Began) == [Began, Began]
        assert room.table.number == 2
        return became

    became = await many_times(race)
    assert {each.index("done") for each in became} == {0, 1, 2}


async def test_taking_back_and_the_next_move(party: Company) -> None:
    async def race(number: int) -> list[str]:
        room, (ann, ben) = await party.playing(ANN, BEN)
        await ann.plays("put", bead=1)
        asked = question_of(room)
        became = await at_once(
            number,
            lambda: ann.asks(wishes.Propose("undo")),
            lambda: ben.plays("put", question=asked, bead=1),
        )
        # Taken back first: the answer is to a question that is gone. Answered first: Ben is asked whether he agrees.
        assert became in (["done", "stale"], ["done", "done"])
        assert room.table.playing is not None
        string = room.table.playing.state.string
        if became[1] == "stale":
            assert await kinds(party, room, Moved, Undone) == [Moved, Undone]
            assert string == []
        else:
            assert await kinds(party, room, Moved, Undone) == [Moved, Moved]
            assert (string, room.table.playing.proposal is not None) == ([(0, 1), (1, 1)], True)
        return became

    became = await many_times(race)
    assert {each[1] for each in became} == {"done", "stale"}


async def test_a_link_used_twice_at_once(party: Company) -> None:
    async def race(number: int) -> list[str]:
        room, (_, ben) = await party.playing(ANN, BEN)
        await ben.asks(wishes.MakeLink())
        link = (await ben.sees("link"))["link"]
        pages = party.page(room, CLEO), party.page(room, EVE)
        became = await at_once(number, *(lambda page=page: page.asks(wishes.TakeSeat(link)) for page in pages))
        assert sorted(became) == ["done", "not_now"]
        assert await kinds(party, room, Gave) == [Gave]
        return became

    assert both_ways(await many_times(race))


async def test_a_start_and_somebody_who_stands_up(party: Company) -> None:
    async def race(number: int) -> list[str]:
        room, (ann, ben) = await party.seated(ANN, BEN)
        became = await at_once(number, lambda: ann.asks(wishes.Start()), lambda: ben.asks(wishes.Stand()))
        assert sorted(became) == ["done", "not_now"]
        assert await kinds(party, room, Began, Stood) == [Began if became[0] == "done" else Stood]
        assert None not in seats_of(room) or room.table.phase == "gathering"
        return became

    assert both_ways(await many_times(race))


async def test_all_who_answer_at_once_are_heard_once(party: Company) -> None:
    async def race(number: int) -> list[str]:
        room, pages = await party.playing(ANN, BEN, CLEO, together=True, length=3)
        asked = question_of(room)
        wishes = [lambda page=page: page.plays("say", question=asked, bead=1) for page in (*pages, *pages)]
        became = await at_once(number, *wishes)
        assert became.count("done") == 3
        assert set(became) <= {"done", "not_asked", "stale", "not_now"}
        assert room.table.phase == "over"
        return became

    await many_times(race)


# --- Over sockets ---


async def test_over_sockets_a_kicked_players_move_happens_before_the_kick_or_never(house: House) -> None:
    async with AsyncExitStack() as closing:
        for _ in range(5):
            friends = [await closing.enter_async_context(Friend(house.base_url)) for _ in range(2)]
            room = await friends[0].open_room("Ann")
            ann, ben = [await friend.enter(room, name) for friend, name in zip(friends, ("Ann", "Ben"), strict=True)]
            closing.push_async_callback(ann.close)
            await ben.hear("table", lambda table: table["you"]["name"] == "Ben")
            await ben.send(type="sit", seat=1)
            await ann.hear("table", lambda table: table["seats"][1]["name"])
            await ann.send(type="start")
            for page in (ann, ben):
                await page.hear("frame")
            id = await ben.play({"do": "lift", "cylinder": 0})
            await ann.send(type="kick", name="Ben", out=True)
            assert await ben.hear_the_end() == 4403
            assert ben.heard[-1]["type"] == "farewell"
            acked = [message["seq"] for message in ben.heard if message["type"] == "ack"]
            store = house.app.state.store
            log = await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(store.load(room), store._loop))
            kicked = next(event.seq for event in log if isinstance(event.body, Kicked))
            assert [event.seq for event in log if event.id == id] == acked
            assert all(seq < kicked for seq in acked)
