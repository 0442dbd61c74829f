"""Every node knows who is present, and nobody counts as absent because their node cannot be heard. Other nodes are not
told about a room that nobody else has open."""

from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import Mock

import pytest

from app.cluster.presence import CERTAIN_AFTER_S
from app.protocol import commands
from app.rooms.identities import handle_of
from app.rooms.notices import Head
from app.services.absent_hosts import AbsentHosts
from app.storage.guests import Guest
from tests.support.cluster import LONG, Node, Nodes, apart, level, two_nodes
from tests.support.cluster import nodes as nodes
from tests.support.cluster import only_notices as only_notices
from tests.support.tables import ANN, BEN, CLEO, EVE, until
from tests.table.test_life_of_a_table import newest


async def test_who_is_muted_through_one_node_keeps_the_name_at_the_other(nodes: Nodes) -> None:
    here, there, ann, ben = await apart(*nodes)
    eve = nodes[1].page(there, EVE)
    await until(lambda: EVE.id in here.audience.here)
    await ann.asks(commands.Mute(person=handle_of(here.table, EVE.id), yes=True))
    await level(here, there)
    assert "muted you" in await eve.refused(commands.Hello("you cheat"))
    there.renamed(Guest(EVE.id, b"", "you cheat"))  # as by a page that knows another room's name
    await until(lambda: here.audience.here[EVE.id].name == "you cheat")
    for page in (ann, ben):
        page.room.audience.show_table()
        assert (await page.sees("table"))["watching"] == ["Eve"]


async def test_who_is_at_another_node_is_here(only_notices: None, nodes: Nodes) -> None:
    here, there, ann, ben = await apart(*nodes)
    await until(lambda: here.audience.here.keys() == there.audience.here.keys() == {ANN.id, BEN.id})
    nodes[1].page(there, EVE)
    await until(lambda: EVE.id in here.audience.here)
    await until(lambda: newest(ann, "table").get("watching") == ["Eve"])
    assert [seat["here"] for seat in (await ann.sees("table"))["seats"]] == [True, True]
    assert "Ben is here and playing" in await ann.refused(commands.SeatBot(1, "medium"))
    assert ben.room is there


@pytest.mark.usefixtures("gone_at_once")
async def test_who_has_a_page_at_either_node_is_away_when_both_are_closed(nodes: Nodes) -> None:
    here, there, _, ben = await apart(*nodes)
    second = nodes[0].page(here, BEN)
    await until(lambda: len(nodes[1].presence._last_seen) == 2)
    ben.leaves()
    await until(lambda: BEN.id not in there.audience.at_hand)
    assert BEN.id in there.audience.here
    second.leaves()
    await until(lambda: BEN.id not in there.audience.here)


@pytest.mark.usefixtures("gone_at_once")
async def test_who_is_back_in_a_room_that_was_read_anew_does_not_leave_with_the_old_one(nodes: Nodes) -> None:
    one, two = nodes
    here, there, ann, _ = await apart(one, two)
    await until(lambda: ANN.id in there.audience.here)
    one.rooms.drop(here)
    one.page(await one.finds(here), ANN)
    ann.leaves()
    await until(lambda: ANN.id not in here.audience.here)
    one.page(await one.table(2), EVE)
    await told_of_guest(two, EVE.id)
    assert ANN.id in there.audience.here


async def test_who_sees_a_page_at_either_node_looks(only_notices: None, nodes: Nodes) -> None:
    here, there, ann, ben = await apart(*nodes)
    await until(lambda: there.audience.looking == {ANN.id, BEN.id})
    await ann.forgets()
    ben.hides()
    await until(lambda: here.audience.looking == {ANN.id})
    second = nodes[0].page(here, BEN)
    await until(lambda: BEN.id in there.audience.looking)
    second.hides()
    await until(lambda: BEN.id not in there.audience.looking)
    await until(lambda: here.audience.looking == there.audience.looking == {ANN.id})
    assert {BEN.id} < here.audience.here.keys() == there.audience.here.keys()
    assert all(seat["here"] for table in await ann.hears("table") for seat in table["seats"]), "nobody is told of it"
    ben.hides(False)
    await until(lambda: BEN.id in here.audience.looking)


@pytest.mark.usefixtures("gone_at_once")
async def test_a_hidden_page_that_closes_is_forgotten_at_the_other_node(nodes: Nodes) -> None:
    here, _, _, ben = await apart(*nodes)
    ben.hides()
    await until(lambda: nodes[0].rooms.elsewhere.unseen == {here.table.room: {BEN.id}})
    ben.leaves()
    await until(lambda: BEN.id not in here.audience.here)
    assert nodes[0].rooms.elsewhere.unseen == {}


async def test_a_node_that_falls_silent_takes_its_guests_along(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = nodes
    here, _, ann, _ = await apart(one, two)
    await until(lambda: BEN.id in here.audience.here)
    monkeypatch.setattr("app.cluster.presence.SILENT_AFTER_S", 0.0)
    monkeypatch.setattr("app.cluster.presence.CHECK_EVERY_S", 0.01)
    await two.notices.close()
    one.presence.lost_a_node = lost = Mock()
    await until(lambda: [seat["here"] for seat in newest(ann, "table")["seats"]] == [True, False])
    lost.assert_called()


async def test_who_cannot_hear_forgets_nobody(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = nodes
    here, *_ = await apart(one, two)
    await until(lambda: BEN.id in here.audience.here)
    monkeypatch.setattr("app.cluster.postgres_notices.DEAF_AFTER_S", 0.0)
    monkeypatch.setattr("app.cluster.presence.SILENT_AFTER_S", 0.001)
    await two.notices.close()
    await one.presence.check()
    assert BEN.id in here.audience.here


@pytest.mark.usefixtures("gone_at_once")
async def test_a_seat_is_kept_for_who_left_another_node_just_now(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = nodes
    here, _, ann, ben = await apart(*nodes)
    one.page(here, EVE)
    await until(lambda: BEN.id in here.audience.here)
    here.audience._since -= LONG  # as if this node had had the room for long
    one.rooms.elsewhere.heard_since -= LONG
    assert here.audience.away_s(CLEO.id) > LONG - 1
    ben.leaves()
    await until(lambda: BEN.id not in here.audience.here)
    assert "Wait 30 s" in await ann.refused(commands.GiveSeat(seat=1, person="Eve"))
    with monkeypatch.context() as deaf:
        deaf.setattr("app.cluster.postgres_notices.DEAF_AFTER_S", 0.0)
        await one.presence.check()
        assert here.audience.away_s(CLEO.id) == 0
    await until(lambda: one.notices.healthy)
    assert here.audience.away_s(CLEO.id) < 30


async def test_a_new_node_learns_who_is_here(nodes: Nodes, postgres_url: str) -> None:
    here, *_ = await apart(*nodes)
    third = await Node(postgres_url, "three", nodes[0].clock).opens()
    room = await third.finds(here)
    await until(lambda: room.audience.here.keys() == {ANN.id, BEN.id})
    await third.closes()


async def test_a_host_at_another_node_stays_the_host(nodes: Nodes) -> None:
    here, there, *_ = await apart(*nodes)
    await until(lambda: ANN.id in there.audience.here)
    hosts = [node.employs(AbsentHosts(0.01)) for node in nodes]
    there.changed()
    assert hosts[1]._waiting == {}
    assert here.table.host == there.table.host == ANN.id


# --- Notices about rooms that other nodes do not have ---


@pytest.fixture
async def sure_nodes(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Nodes]:
    """Two nodes that hear each other, the first one certain who is where; they poll the heads of logs only after a lost
    notice."""
    monkeypatch.setattr("app.cluster.follower.CHECK_EVERY_S", LONG)
    async with two_nodes(postgres_url) as both:
        await until(lambda: all(len(node.presence._nodes) == 1 for node in both))
        assert both[0].presence._may_be_elsewhere("room"), "it begins in doubt"
        # Enough time has passed for each to repeat everything.
        both[0].presence._doubted_at -= CERTAIN_AFTER_S
        both[0].presence._deaf_at -= CERTAIN_AFTER_S
        assert not both[0].presence._may_be_elsewhere("room")
        yield both


@pytest.fixture
def told(sure_nodes: Nodes) -> list[int]:
    """The numbers of the events that the second node was told of."""
    told: list[int] = []
    hear = lambda node, notices: told.extend(notice.seq for notice in notices if isinstance(notice, Head))  # noqa: E731
    sure_nodes[1].notices.subscribe(hear, lambda: None)
    return told


async def told_of_guest(node: Node, guest: str) -> None:
    """Notices arrive in order: earlier ones are there, too."""
    await until(lambda: any(guest in guests for guests in node.rooms.elsewhere.guests.values()))


async def test_of_a_room_that_nobody_else_has_nobody_is_told(sure_nodes: Nodes, told: list[int]) -> None:
    one, two = sure_nodes
    here = await one.table(2)
    for _ in range(3):
        await one.page(here, ANN).asks(commands.Speak("hello"))
    one.page(here, EVE)
    await told_of_guest(two, EVE.id)
    assert told == []


async def test_a_newcomer_misses_nothing(sure_nodes: Nodes, told: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = sure_nodes
    here = await one.table(2)
    ann = one.page(here, ANN)
    there = await two.finds(here)
    await ann.asks(commands.Speak("between"))  # the other node has read the log, but has not announced anybody
    assert there.table.seq == here.table.seq - 1
    two.page(there, BEN)
    await level(here, there)
    assert told == [here.table.seq]
    await ann.asks(commands.Speak("and now"))
    await level(here, there)
    assert told == [here.table.seq - 1, here.table.seq]


@pytest.mark.usefixtures("gone_at_once")
async def test_a_known_guest_needs_no_head_and_after_the_last_none_is_told(sure_nodes: Nodes, told: list[int]) -> None:
    one, two = sure_nodes
    here = await one.table(2)
    ann, ben = one.page(here, ANN), two.page(await two.finds(here), BEN)
    await until(lambda: len(told) == 1)
    two.presence._publish_all()
    await told_of_guest(one, BEN.id)
    ben.leaves()
    await until(lambda: not one.rooms.elsewhere.guests)
    await ann.asks(commands.Speak("alone"))
    one.page(here, EVE)
    await told_of_guest(two, EVE.id)
    assert len(told) == 1
    assert (await two.finds(here)).table.seq == here.table.seq, "on return the log is read"


async def in_doubt_by_a_gap(one: Node, two: Node, patch: pytest.MonkeyPatch) -> None:
    two.notices._sent += 1
    two.notices._wake.set()
    await until(lambda: one.notices._last_numbers.get(two.notices.node) == two.notices._sent)


async def in_doubt_by_a_node(one: Node, two: Node, patch: pytest.MonkeyPatch) -> None:
    one.notices._receive('["three.1",1,[]]')


async def in_doubt_when_deaf(one: Node, two: Node, patch: pytest.MonkeyPatch) -> None:
    deaf = property(lambda notices: notices is not one.notices)  # ignores what it still hears of itself
    patch.setattr(type(one.notices), "healthy", deaf)


async def in_doubt_after_that(one: Node, two: Node, patch: pytest.MonkeyPatch) -> None:
    one.notices._echoed_at, echoed = float("-inf"), one.notices._echoed_at
    await one.presence.check()
    one.notices._echoed_at = echoed


@pytest.mark.parametrize("doubt", [in_doubt_by_a_gap, in_doubt_by_a_node, in_doubt_when_deaf, in_doubt_after_that])
async def test_who_is_not_certain_who_is_where_tells_of_every_room(
    sure_nodes: Nodes, told: list[int], doubt: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = sure_nodes
    here = await one.table(2)
    ann = one.page(here, ANN)
    await doubt(one, two, monkeypatch)
    assert one.presence._may_be_elsewhere(here.table.room)
    await ann.asks(commands.Speak("hello"))
    await until(lambda: here.table.seq in told)
