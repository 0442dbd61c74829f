"""An absent host is waited for once, and in the end there is a host who is present, whatever happens meanwhile."""

import asyncio

import pytest

from app.rooms.hints import Fanout
from app.services.housekeeping import Housekeeping
from tests.company import ANN, BEN, EVE, Company, settled, until
from tests.test_housekeeping import A_MOMENT
from tests.test_housekeeping import house as house


async def test_a_host_who_comes_and_goes_is_waited_for_once(party: Company, house: Housekeeping) -> None:
    house._host_gone_s = 60
    room, (ann, _) = await party.seated(ANN, BEN)
    ann.leaves()
    await until(lambda: room in house._waiting)
    party.page(room, ANN).leaves()
    await until(lambda: ANN.id not in room.audience.here)
    await settled()
    assert [*house._waiting.values()] == [*house._tasks] != []


async def test_who_comes_back_when_nobody_could_be_host_is_host(party: Company, house: Housekeeping) -> None:
    room, pages = await party.seated(ANN, BEN)
    party.page(room, EVE)  # a spectator
    for page in pages[::-1]:
        page.leaves()
    await until(lambda: room in house._waiting)
    waits = house._waiting[room]
    while not waits.done():  # noqa: ASYNC110  (in that very turn of the loop)
        await asyncio.sleep(0)
    party.page(room, BEN)
    await until(lambda: room.table.host == BEN.id)


async def test_while_the_other_nodes_are_not_heard_the_host_stays_and_afterwards_nothing_else_need_happen(
    party: Company, house: Housekeeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    with monkeypatch.context() as deaf:
        deaf.setattr(Fanout, "healthy", False)
        ann.leaves()
        await asyncio.sleep(2 * A_MOMENT)
        assert room.table.host == ANN.id
    await until(lambda: room.table.host == BEN.id)
