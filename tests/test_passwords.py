"""The passwords of rooms cost a great deal to make: one at a time, and nobody else waits for party."""

from __future__ import annotations

import asyncio
import threading

import pytest

from app.access import passwords
from app.access.passwords import MOST_WAITING, Passwords
from app.protocol import commands
from app.protocol.messages import Refusal
from tests.company import ANN, BEN, Company, settled


class Slow:
    """A scrypt that takes as long as it is told to; how many are made at the same time."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.made = self.at_once = self.most_at_once = 0

    def __call__(self, password: str, salt: bytes | None = None) -> str:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.may_end.wait(5)
        self.at_once -= 1
        self.made += 1
        return password


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    slow = Slow()
    monkeypatch.setattr(passwords, "hashed", slow)
    return slow


async def test_one_is_made_at_a_time_and_a_few_may_wait(slow: Slow) -> None:
    making = Passwords()
    tasks = [asyncio.create_task(making.hashed(f"word {number}")) for number in range(MOST_WAITING)]
    await settled()
    with pytest.raises(Refusal) as refused:
        await making.hashed("one too many")
    assert refused.value.code == "busy"
    slow.may_end.set()
    assert await asyncio.gather(*tasks) == [f"word {number}" for number in range(MOST_WAITING)]
    assert slow.most_at_once == 1
    assert await making.hashed("the next") == "the next"


async def test_trying_and_setting_passwords_wait_in_one_line(slow: Slow) -> None:
    making = Passwords()
    tasks = [asyncio.create_task(making.hashed("swordfish")) for _ in range(MOST_WAITING - 1)]
    tasks.append(asyncio.create_task(making.hashed("sailfish")))
    await settled()
    with pytest.raises(Refusal, match="Too many passwords"):
        await making.fits("swordfish", "00$swordfish")
    slow.may_end.set()
    await asyncio.gather(*tasks)


async def test_while_passwords_wait_other_threads_work(slow: Slow) -> None:
    making = Passwords()
    tasks = [asyncio.create_task(making.hashed("swordfish")) for _ in range(MOST_WAITING)]
    await settled()
    async with asyncio.timeout(2):
        assert await asyncio.gather(*(asyncio.to_thread(len, "abc") for _ in range(20))) == [3] * 20
    slow.may_end.set()
    await asyncio.gather(*tasks)


async def test_the_event_loop_goes_on_while_one_is_made() -> None:
    making = asyncio.create_task(Passwords().hashed("swordfish"))
    turns = 0
    while not making.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 5


async def test_a_guest_who_sets_one_after_the_other_is_told_to_wait(party: Company) -> None:
    _, (ann, _) = await party.seated(ANN, BEN)
    for number in range(5):
        await ann.asks(commands.Doors(password=f"word {number}"))
    with pytest.raises(Refusal) as refused:
        await ann.asks(commands.Doors(password="one too many"))
    assert refused.value.code == "busy"
    await ann.asks(commands.Doors(password=""))


async def test_who_is_not_the_host_costs_no_scrypt(party: Company, slow: Slow) -> None:
    _, (_, ben) = await party.seated(ANN, BEN)
    with pytest.raises(Refusal) as refused:
        await ben.asks(commands.Doors(password="mine"))
    assert (refused.value.code, slow.made) == ("not_host", 0)
