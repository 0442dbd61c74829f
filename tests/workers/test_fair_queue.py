"""Who asks the workers for much waits longest: addresses take turns, and so do the rooms of one."""

import asyncio
from collections.abc import Sequence

import pytest

from app.workers.fair_queue import MOST, MOST_OF_A_ROOM, MOST_OF_AN_ADDRESS, FairQueue, Requester
from tests.support.tables import settled

CROWD = "192.0.2.66"


async def order_of(asked: Sequence[tuple[str, str]], turns: FairQueue | None = None) -> list[str]:
    """In which order those who ask at once, each a room at an address, get the only turn, when it is taken."""
    turns, served = turns or FairQueue(1), list[str]()
    await turns.take(Requester("", {""}))

    async def ask(room: str, address: str) -> None:
        await turns.take(Requester(room, {address}))
        served.append(room)
        turns.give_back()

    asking = [asyncio.create_task(ask(*each)) for each in asked]
    await settled()
    turns.give_back()
    await asyncio.gather(*asking)
    return served


async def test_ten_rooms_of_one_address_keep_nobody_else_waiting_for_more_than_one() -> None:
    served = await order_of([*((f"table {number}", CROWD) for number in range(10)), ("Ann's", "a"), ("Ben's", "b")])
    assert served[:3] == ["table 0", "Ann's", "Ben's"]
    assert served[3:] == [f"table {number}" for number in range(1, 10)]


async def test_the_rooms_of_one_address_take_turns_too() -> None:
    served = await order_of([("busy", "a"), ("busy", "a"), ("busy", "a"), ("quiet", "a")])
    assert served == ["busy", "quiet", "busy", "busy"]


async def test_a_room_of_friends_at_several_addresses_is_charged_to_the_one_that_waits_for_least() -> None:
    turns = FairQueue(0)
    waiting = [asyncio.create_task(turns.take(Requester(f"table {number}", {CROWD}))) for number in range(3)]
    await settled()
    friends = asyncio.create_task(turns.take(Requester("friends", {CROWD, "a"})))
    await settled()
    turns.give_back()
    turns.give_back()
    await settled()
    assert [task.done() for task in (*waiting, friends)] == [True, False, False, True]
    for task in (*waiting, friends):
        task.cancel()


@pytest.mark.parametrize(("most", "of"), [
    (MOST_OF_A_ROOM, lambda number: Requester("room", {"a"})),
    (MOST_OF_AN_ADDRESS, lambda number: Requester(f"room {number}", {"a"})),
    (MOST, lambda number: Requester(f"room {number}", {f"address {number}"})),
], ids=["of a room", "of an address", "of all"])  # fmt: skip
async def test_only_so_many_wait(most: int, of: object) -> None:
    turns = FairQueue(0)
    waiting = [asyncio.create_task(turns.take(of(number))) for number in range(most)]
    await settled()
    with pytest.raises(asyncio.QueueFull):
        await turns.take(of(most))
    for task in waiting:
        task.cancel()


async def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next() -> None:
    turns = FairQueue(1)
    await turns.take(Requester("first", {"a"}))
    gone, given, next = (asyncio.create_task(turns.take(Requester(room, {room}))) for room in ("gone", "given", "next"))
    await settled()
    gone.cancel()
    await settled()
    turns.give_back()
    given.cancel()  # in the moment in which it is given the turn
    await settled()
    assert next.done()
    turns.give_back()
    assert turns._free == 1
