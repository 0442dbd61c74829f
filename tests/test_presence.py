"""Who is here is known at every node, and nobody is taken for away whom a node cannot hear of."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from app.protocol import commands
from app.protocol.lookalikes import look_alike
from app.protocol.messages import Refusal
from app.rooms.identities import handle_of
from app.services.housekeeping import Housekeeping
from app.storage.guests import Guest
from tests.company import ANN, BEN, EVE, Page, until
from tests.nodes import LONG, Node, Nodes, apart, level
from tests.nodes import nodes as nodes
from tests.nodes import only_hints as only_hints


async def test_who_looks_like_somebody_at_another_node_is_told_apart_at_both(nodes: Nodes) -> None:
    here, there, ann, ben = await apart(*nodes)
    for number, (node, room) in enumerate(zip(nodes, (here, there), strict=True)):
        node.page(room, Guest(f"eve-{number}", b"", "Eve"))
    nodes[0].page(here, Guest("impostor", b"", "Ben"))
    await until(lambda: len(here.audience.here) == len(there.audience.here) == 5)
    for room in (here, there):
        room.audience.show_table()
    one, two = [(await page.sees("table"))["audience"] for page in (ann, ben)]
    names = [other["name"] for other in one]
    assert sorted(one, key=str) == sorted(two, key=str)
    assert not any(look_alike(*pair) for pair in combinations([*names, "Ann", "Ben"], 2))


async def test_who_is_muted_through_one_node_keeps_the_name_at_the_other(nodes: Nodes) -> None:
    here, there, ann, ben = await apart(*nodes)
    eve = nodes[1].page(there, EVE)
    await until(lambda: EVE.id in here.audience.here)
    await ann.asks(commands.Mute(person=handle_of(here.table, EVE.id), yes=True))
    await level(here, there)
    with pytest.raises(Refusal, match="muted you"):
        await eve.asks(commands.Hello("you cheat"))
    there.renamed(Guest(EVE.id, b"", "you cheat"))  # as by a page that knows the name of another room
    await until(lambda: here.audience.here[EVE.id].name == "you cheat")
    for page in (ann, ben):
        page.room.audience.show_table()
        assert (await page.sees("table"))["watching"] == ["Eve"]


async def test_who_is_at_another_node_is_here(only_hints: None, nodes: Nodes) -> None:
    here, there, ann, ben = await apart(*nodes)
    await until(lambda: here.audience.here.keys() == there.audience.here.keys() == {ANN.id, BEN.id})
    nodes[1].page(there, EVE)
    await until(lambda: EVE.id in here.audience.here)
    await until(lambda: (ann.heard and [m for m in ann.heard if m["type"] == "table"][-1]["watching"]) == ["Eve"])
    assert [seat["here"] for seat in (await ann.sees("table"))["seats"]] == [True, True]
    with pytest.raises(Refusal, match="Ben is here and playing"):
        await ann.asks(commands.SeatBot(1, "medium"))
    assert ben.room is there


@pytest.mark.usefixtures("gone_at_once")
async def test_who_has_a_page_at_either_node_is_away_when_both_are_closed(nodes: Nodes) -> None:
    here, there, ann, ben = await apart(*nodes)
    second = nodes[0].page(here, BEN)
    await until(lambda: len(nodes[1].presence._heard) == 2)
    ben.leaves()
    await until(lambda: BEN.id not in there.audience.at_hand)
    assert BEN.id in there.audience.here
    second.leaves()
    await until(lambda: BEN.id not in there.audience.here)
    assert ann.room is here


async def test_a_node_that_falls_silent_takes_its_guests_along(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = nodes
    here, _, ann, _ = await apart(one, two)
    await until(lambda: BEN.id in here.audience.here)
    monkeypatch.setattr("app.cluster.presence.SILENT_AFTER_S", 0.0)
    monkeypatch.setattr("app.cluster.presence.LOOK_UP_S", 0.01)
    await two.fanout.close()
    await until(lambda: BEN.id not in here.audience.here)
    await until(lambda: [seat["here"] for seat in last_table(ann)["seats"]] == [True, False])


def last_table(page: Page) -> dict[str, Any]:
    return [message for message in page.heard if message["type"] == "table"][-1]


async def test_who_cannot_hear_forgets_nobody(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = nodes
    here, *_ = await apart(one, two)
    await until(lambda: BEN.id in here.audience.here)
    monkeypatch.setattr("app.cluster.postgres_hints.DEAF_AFTER_S", 0.0)
    monkeypatch.setattr("app.cluster.presence.SILENT_AFTER_S", 0.001)
    await two.fanout.close()
    one.presence.look()
    assert BEN.id in here.audience.here


@pytest.mark.usefixtures("gone_at_once")
async def test_a_seat_is_kept_for_who_left_another_node_a_moment_ago(nodes: Nodes) -> None:
    here, _, ann, ben = await apart(*nodes)
    nodes[0].page(here, EVE)
    await until(lambda: BEN.id in here.audience.here)
    here.audience._since -= LONG  # this node has had the room for long
    nodes[0].rooms.hears_since -= LONG
    ben.leaves()
    await until(lambda: BEN.id not in here.audience.here)
    with pytest.raises(Refusal, match="Wait 30 s"):
        await ann.asks(commands.GiveSeat(seat=1, name="Eve"))


async def test_a_node_that_did_not_hear_the_others_takes_nobody_for_away(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, *_ = await apart(*nodes)
    here.audience._since -= LONG
    nodes[0].rooms.hears_since -= LONG
    assert here.audience.away_s(EVE.id) > LONG - 1
    with monkeypatch.context() as deaf:
        deaf.setattr("app.cluster.postgres_hints.DEAF_AFTER_S", 0.0)
        nodes[0].presence.look()
        assert here.audience.away_s(EVE.id) == 0
    await until(lambda: nodes[0].fanout.healthy)
    assert here.audience.away_s(EVE.id) < 30


async def test_a_new_node_learns_who_is_here(nodes: Nodes, postgres_url: str) -> None:
    here, *_ = await apart(*nodes)
    third = await Node(postgres_url, "three", nodes[0].clock).opens()
    room = await third.finds(here)
    await until(lambda: room.audience.here.keys() == {ANN.id, BEN.id})
    await third.closes()


async def test_a_host_at_another_node_stays_the_host(nodes: Nodes) -> None:
    here, there, *_ = await apart(*nodes)
    await until(lambda: ANN.id in there.audience.here)
    house = [Housekeeping(node.store, node.rooms, node.settings, 0.01) for node in nodes]
    for node, each in zip(nodes, house, strict=True):
        node.rooms.watchers.append(each.watch)
    there.changed(there)
    assert house[1]._waiting == {}
    assert here.table.host == there.table.host == ANN.id
    for each in house:
        await each.close()
