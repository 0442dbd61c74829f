"""The queue of calls: whose turn it is."""

import asyncio

import pytest

from app.push import turns as turns_module
from app.push.turns import MOST_AT_ONCE, MOST_OF_A_GUEST, Turns
from tests.support.tables import until


async def taken(turns: Turns[str], most: int) -> list[str]:
    """What is done by workers who never finish."""
    done: list[str] = []

    async def work() -> None:
        async with turns.next() as said:
            done.append(said)
            await asyncio.Event().wait()

    workers = [asyncio.create_task(work()) for _ in range(most)]
    for _ in range(5):
        await asyncio.sleep(0)
    for worker in workers:
        worker.cancel()
    await asyncio.gather(*workers, return_exceptions=True)
    return done


async def test_guests_take_turns_and_each_has_the_calls_in_order() -> None:
    turns = Turns[str]()
    for guest, work in (("ann", "a1"), ("ann", "a2"), ("ben", "b1"), ("cleo", "c1"), ("ben", "b2")):
        turns.put(guest, work)
    assert await taken(turns, 5) == ["a1", "b1", "c1", "a2", "b2"]


async def test_who_has_calls_under_way_that_do_not_end_waits_for_them_and_nobody_else_does() -> None:
    turns = Turns[str]()
    for number in range(MOST_AT_ONCE + 3):
        turns.put("ann", f"a{number}")
    turns.put("ben", "b")
    assert await taken(turns, 10) == ["a0", "b", *(f"a{number}" for number in range(1, MOST_AT_ONCE))]


async def test_a_turn_that_ends_makes_place_for_the_guests_next_call() -> None:
    turns, done = Turns[str](), []
    for number in range(MOST_AT_ONCE + 1):
        turns.put("ann", f"a{number}")

    async def work() -> None:
        while True:
            async with turns.next() as said:
                done.append(said)
                await asyncio.sleep(0)

    worker = asyncio.create_task(work())
    await until(lambda: len(done) > MOST_AT_ONCE)
    worker.cancel()


async def test_a_guest_has_so_many_calls_waiting_and_all_together_have_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns[str]()
    for _ in range(MOST_OF_A_GUEST):
        turns.put("ann", "a")
    with pytest.raises(asyncio.QueueFull):
        turns.put("ann", "a")
    turns.put("ben", "b")
    monkeypatch.setattr(turns_module, "MOST", MOST_OF_A_GUEST + 1)
    with pytest.raises(asyncio.QueueFull):
        turns.put("cleo", "c")
