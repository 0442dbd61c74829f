"""Hosts who leave are replaced, and requests of guests who leave are dropped: both after a while."""

import asyncio

import pytest

from app.protocol import commands
from app.rooms.notices import Notices
from app.services.absent_hosts import AbsentHosts
from app.services.seat_requests import SeatRequests
from app.table.events import Handed
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, settled, until

DAY = 24 * 3600
A_MOMENT = 0.02


@pytest.fixture
async def hosts(gone_at_once: None, party: Company) -> AbsentHosts:
    """The service, which waits only a moment for a host."""
    return party.employs(AbsentHosts(A_MOMENT))


async def test_an_absent_host_is_followed_by_who_sits_first_and_is_here(party: Company, hosts: AbsentHosts) -> None:
    room, (ann, ben, _, cleo) = await party.seated(ANN, BEN, EVE, CLEO)
    await ann.asks(commands.Order([1, 3, 2, 0]))
    for page in (ben, ann):
        page.leaves()
    await until(lambda: room.table.host != ANN.id)
    assert [body.guest for body in await party.bodies(room, Handed)] == [CLEO.id]
    assert (await cleo.sees("table"))["you"]["host"] is True


async def test_a_request_for_a_seat_goes_when_its_guest_has_been_away_for_a_while(
    gone_at_once: None, party: Company
) -> None:
    requests = party.employs(SeatRequests(party.rooms, A_MOMENT))
    room, (ann, ben) = await party.seated(ANN, BEN, seats=4)
    await ann.asks(commands.ChangeSettings(sitting="asked"))
    eve, cleo = party.page(room, EVE), party.page(room, CLEO)
    await eve.asks(commands.Sit(2))
    await cleo.asks(commands.Sit(3))
    eve.leaves()
    await until(lambda: EVE.id not in room.table.people.seat_requests)
    assert [*room.table.people.seat_requests] == [CLEO.id]
    ben.leaves()
    await until(lambda: BEN.id not in room.audience.here)
    await party.page(room, EVE).asks(commands.Sit(1, back=True))
    assert requests._waiting == {}
    assert SeatRequests(party.rooms)._dropped_after_s == 60


async def test_in_a_slow_game_a_host_who_is_away_for_a_minute_stays_the_host(
    party: Company, hosts: AbsentHosts
) -> None:
    room, (ann, _) = await party.playing(ANN, BEN, clock=commands.Clock("question", DAY))
    ann.leaves()
    await until(lambda: room in hosts._waiting)
    await asyncio.sleep(3 * A_MOMENT)
    assert room.table.host == ANN.id
    await party.page(room, ANN).asks(commands.Pause(), commands.ChangeSettings(clock=None), commands.Resume())


async def test_a_host_who_comes_back_in_time_stays_the_host(party: Company, hosts: AbsentHosts) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    ann.leaves()
    await until(lambda: room in hosts._waiting)
    party.page(room, ANN)
    await asyncio.sleep(2 * A_MOMENT)
    assert (await party.bodies(room, Handed), hosts._waiting) == ([], {})
    assert AbsentHosts()._replaced_after_s == 60


async def test_a_host_who_comes_and_goes_is_waited_for_once(party: Company, hosts: AbsentHosts) -> None:
    hosts._replaced_after_s = 60
    room, (ann, _) = await party.seated(ANN, BEN)
    ann.leaves()
    await until(lambda: room in hosts._waiting)
    party.page(room, ANN).leaves()
    await until(lambda: ANN.id not in room.audience.here)
    await settled()
    assert [*hosts._waiting.values()] == [*hosts._tasks] != []


async def test_who_comes_back_when_nobody_could_be_host_is_host(party: Company, hosts: AbsentHosts) -> None:
    room, pages = await party.seated(ANN, BEN)
    party.page(room, EVE)  # a spectator
    for page in pages[::-1]:
        page.leaves()
    await until(lambda: room in hosts._waiting)
    waits = hosts._waiting[room]
    while not waits.done():  # noqa: ASYNC110  (in that very turn of the loop)
        await asyncio.sleep(0)
    party.page(room, BEN)
    await until(lambda: room.table.host == BEN.id)


async def test_while_the_other_nodes_are_not_heard_the_host_stays_and_afterwards_nothing_else_need_happen(
    party: Company, hosts: AbsentHosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it hears the others again; then nothing else need happen."""
    room, (ann, _) = await party.seated(ANN, BEN)
    with monkeypatch.context() as deaf:
        deaf.setattr(Notices, "healthy", False)
        ann.leaves()
        await asyncio.sleep(2 * A_MOMENT)
        assert room.table.host == ANN.id
    await until(lambda: room.table.host == BEN.id)
