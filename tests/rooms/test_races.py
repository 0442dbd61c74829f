"""Races: each many times, in every order, in rooms."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import permutations
from random import Random

import msgspec
import pytest

from app.cluster.follower import Follower
from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.room import ATTEMPTS, Room
from app.services.loop_lag import LoopLag
from app.storage.guests import Guest
from app.table.decide import Entry
from app.table.event_ids import new_id
from app.table.events import Began, Event, Gave, Kicked, Moved, Sat, Stood, Undone
from tests.support.beads import Put
from tests.support.connections import DirectPage
from tests.support.effort import amount
from tests.support.metrics import Rise
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, put, question_of, until

TIMES = amount(25, 200)

Wish = Callable[[], Awaitable[None]]
Runners = tuple[Room, list[Wish]]
Competitors = Callable[[Company, Company], Awaitable[Runners]]


async def at_once(number: int, *wishes: Wish) -> tuple[str, ...]:
    """Start these commands a few steps of the loop apart, in a different order for every race; each one's outcome:
    "done", or the code of its refusal."""
    chance = Random(number)

    async def wished(wish: Wish) -> str:
        for _ in range(chance.randrange(4)):
            await asyncio.sleep(0)
        try:
            await wish()
        except Refusal as refusal:
            return refusal.code
        return "done"

    order = chance.sample(range(len(wishes)), len(wishes))
    tasks = {index: asyncio.create_task(wished(wishes[index])) for index in order}
    return tuple([await tasks[index] for index in range(len(wishes))])


async def two_on_one_seat(here: Company, there: Company) -> Runners:
    room = await here.table()
    ben, eve = here.page(room, BEN), await page_at(there, room, EVE)
    return room, [lambda: ben.asks(commands.Sit(1)), lambda: eve.asks(commands.Sit(1))]


async def a_kick_and_a_move_in_flight(here: Company, there: Company) -> Runners:
    room, (ann, ben) = await here.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    asked, ben = question_of(room), await page_at(there, room, BEN)
    kick = commands.Kick(person="Ben", out=True)
    return room, [lambda: ben.plays("put", question=asked, bead=1), lambda: ann.asks(kick)]


async def a_rematch_pressed_by_all(here: Company, there: Company) -> Runners:
    room, pages = await here.playing(ANN, BEN, CLEO, length=3)
    await put(*pages)
    return room, [lambda page=page: page.asks(commands.Rematch()) for page in pages]


async def taking_back_and_the_next_move(here: Company, there: Company) -> Runners:
    room, (ann, ben) = await here.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    asked = question_of(room)
    return room, [lambda: ann.asks(commands.Propose("undo")), lambda: ben.plays("put", question=asked, bead=1)]


async def a_link_used_twice(here: Company, there: Company) -> Runners:
    room, (_, ben) = await here.playing(ANN, BEN)
    await ben.asks(commands.MakeLink())
    link = commands.TakeSeat((await ben.sees("link"))["link"])
    pages = here.page(room, CLEO), here.page(room, EVE)
    return room, [lambda page=page: page.asks(link) for page in pages]


async def a_start_and_somebody_who_stands_up(here: Company, there: Company) -> Runners:
    room, (ann, ben) = await here.seated(ANN, BEN)
    return room, [lambda: ann.asks(commands.Start()), lambda: ben.asks(commands.Stand())]


async def page_at(node: Company, room: Room, guest: Guest) -> Page:
    return node.page(await node.finds(room), guest)


Ends = dict[tuple[str, ...], list[type]]
ONE_SITS: Ends = {("done", "taken"): [Sat], ("taken", "done"): [Sat]}
BEFORE_OR_NEVER: Ends = {("done", "done"): [Moved, Moved, Kicked], ("not_seated", "done"): [Moved, Kicked]}

RACES: list[tuple[Competitors, int, Ends]] = [
    (two_on_one_seat, 1, ONE_SITS),
    (two_on_one_seat, 2, ONE_SITS),
    (a_kick_and_a_move_in_flight, 1, BEFORE_OR_NEVER),
    (a_kick_and_a_move_in_flight, 2, BEFORE_OR_NEVER),
    (a_rematch_pressed_by_all, 1, {end: [Began, Began] for end in {*permutations(("done", "not_now", "not_now"))}}),
    # Answered first: Ben is asked whether he agrees. Taken back first: the answer is to a question that is gone.
    (taking_back_and_the_next_move, 1, {("done", "done"): [Moved, Moved], ("done", "stale"): [Moved, Undone]}),
    (a_link_used_twice, 1, {("done", "not_now"): [Gave], ("not_now", "done"): [Gave]}),
    (a_start_and_somebody_who_stands_up, 1, {("done", "not_now"): [Began], ("not_now", "done"): [Stood]}),
]
"""The competitors, the number of nodes, and each possible outcome, with the resulting log."""


@pytest.mark.parametrize(("runners", "nodes", "ends"), RACES, ids=[f"{run.__name__}-{n}" for run, n, _ in RACES])
async def test_a_race_ends_in_each_of_these_ways(party: Company, runners: Competitors, nodes: int, ends: Ends) -> None:
    there = party if nodes == 1 else await party.other_node()
    kinds = tuple({kind for log in ends.values() for kind in log})

    async def race(number: int) -> tuple[str, ...]:
        room, wishes = await runners(party, there)
        end = await at_once(number, *wishes)
        assert [type(event.body) for event in await party.log(room) if isinstance(event.body, kinds)] == ends[end]
        return end

    # All at once, so that they interfere.
    seen = await asyncio.gather(*(race(number) for number in range(TIMES)))
    assert {*seen} == {*ends}, "some outcome never occurred: these runs show little"


async def test_all_who_answer_at_once_are_heard_once(party: Company) -> None:
    async def race(number: int) -> None:
        room, pages = await party.playing(ANN, BEN, CLEO, together=True, length=3)
        asked = question_of(room)
        wishes = [lambda page=page: page.plays("say", question=asked, bead=1) for page in (*pages, *pages)]
        became = await at_once(number, *wishes)
        assert became.count("done") == 3
        assert set(became) <= {"done", "not_asked", "stale", "not_now"}
        assert room.table.phase == "over"

    await asyncio.gather(*(race(number) for number in range(TIMES)))


async def test_what_another_node_has_written_is_acknowledged(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    room, pages = await party.playing(ANN, BEN)
    other = await page_at(await party.other_node(), room, ANN)
    move = commands.Play(new_id(), question_of(room), msgspec.Raw(b'{"do":"put","bead":1}'))
    append, before, rise = party.store.append, [*[commands.Speak("Wait")] * ATTEMPTS], Rise()

    async def comes_late(entry: Entry) -> Event:
        if entry.id != move.id or not before:
            return await append(entry)
        await other.asks(before.pop())
        try:
            return await append(entry)
        finally:
            if not before:
                await other.asks(move)

    monkeypatch.setattr(party.store, "append", lambda entry: asyncio.ensure_future(comes_late(entry)))
    await pages[0].asks(move)
    assert await pages[0].hears("ack") == await other.hears("ack") != []
    assert rise("conflicts_total") == ATTEMPTS


async def test_a_room_that_was_deleted_behind_its_back_is_let_go_after_its_next_move(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN)
    await party.store.delete_room(room.table.room)
    with pytest.raises(Refusal, match="busy"):
        await pages[0].plays("put", bead=1)
    await Follower(party.rooms).check()
    assert await party.rooms.find(room.table.room) is None
    party.pages.clear()


@pytest.mark.parametrize("measured_first", [False, True])
async def test_a_move_that_waited_while_its_node_stood_still_is_asked_for_again(
    party: Company, monkeypatch: pytest.MonkeyPatch, measured_first: bool
) -> None:
    monkeypatch.setattr("app.services.loop_lag.LATE_S", 0.05)
    room, _ = await party.playing(ANN, BEN)
    ann, lag = DirectPage(party, room, ANN), LoopLag()
    party.rooms.stood_still = lag.stood_still
    lag.start()
    await ann.opens()
    time.sleep(0.4)  # noqa: ASYNC251 - the node stands still
    if measured_first:
        await until(lambda: not lag.is_steady)
    id = ann.plays(Put(1))
    await until(lambda: ann.of("retry"))
    assert id in ann.of("retry")[0]
    assert await party.bodies(room, Moved) == []
    await until(lambda: not lag.stood_still())
    ann.says(type="play", id=id, question=question_of(room), move={"do": "put", "bead": 1})
    await until(lambda: ann.of("ack"))
    await ann.leaves()
    await lag.close()
