"""Of a room that nobody else has open no other node is told; and nobody misses anything for that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.cluster.presence import CERTAIN_AFTER_S
from app.protocol import commands
from app.rooms.hints import Head
from tests.company import ANN, BEN, EVE, until
from tests.nodes import LONG, Node, Nodes, level, two_nodes


@pytest.fixture
async def nodes(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Nodes]:
    """Two that hear each other, and look where the logs end only when a hint was lost."""
    monkeypatch.setattr("app.cluster.follower.CHECK_EVERY_S", LONG)
    async with two_nodes(postgres_url) as both:
        await until(lambda: all(len(node.presence._nodes) == 1 for node in both))
        yield both


@pytest.fixture
def told(nodes: Nodes) -> list[int]:
    """The numbers of the events that the second node was told of."""
    told: list[int] = []
    hear = lambda node, hints: told.extend(hint.seq for hint in hints if isinstance(hint, Head))  # noqa: E731
    nodes[1].fanout.subscribe(hear, lambda: None)
    return told


def certain(*nodes: Node) -> None:
    """As long has passed as it takes until each has said everything again."""
    for node in nodes:
        node.presence._doubted_at -= CERTAIN_AFTER_S
        node.presence._deaf_at -= CERTAIN_AFTER_S


async def told_of_guest(node: Node, guest: str) -> None:
    """Hints arrive in their order: what was told before this is there, too."""
    await until(lambda: any(guest in guests for guests in node.rooms.elsewhere.values()))


async def test_of_a_room_that_nobody_else_has_nobody_is_told(nodes: Nodes, told: list[int]) -> None:
    one, two = nodes
    certain(one)
    here = await one.table(2)
    ann = one.page(here, ANN)
    for _ in range(3):
        await ann.asks(commands.Speak("hello"))
    one.page(here, EVE)
    await told_of_guest(two, EVE.id)
    assert told == []


async def test_whoever_comes_is_told_of_what_was_written_before_they_were_heard_of(
    nodes: Nodes, told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = nodes
    certain(one)
    here = await one.table(2)
    ann = one.page(here, ANN)
    there = await two.finds(here)
    await ann.asks(commands.Speak("between"))  # the other node has read the log, and has not said that somebody comes
    assert there.table.seq == here.table.seq - 1
    two.page(there, BEN)
    await level(here, there)
    assert told == [here.table.seq]
    await ann.asks(commands.Speak("and now"))
    await level(here, there)
    assert told == [here.table.seq - 1, here.table.seq]


async def test_a_guest_who_is_known_already_asks_for_no_head_again(nodes: Nodes, told: list[int]) -> None:
    one, two = nodes
    certain(one)
    here = await one.table(2)
    one.page(here, ANN)
    two.page(await two.finds(here), BEN)
    await until(lambda: len(told) == 1)
    two.presence._publish_all()
    one.page(here, EVE)
    await told_of_guest(two, EVE.id)
    assert len(told) == 1


@pytest.mark.usefixtures("gone_at_once")
async def test_when_the_last_has_left_the_other_node_nothing_is_told_there(nodes: Nodes, told: list[int]) -> None:
    one, two = nodes
    certain(one)
    here = await one.table(2)
    ann = one.page(here, ANN)
    there = await two.finds(here)
    ben = two.page(there, BEN)
    await told_of_guest(one, BEN.id)
    ben.leaves()
    await until(lambda: not one.rooms.elsewhere)
    await until(lambda: len(told) == 1)
    await ann.asks(commands.Speak("alone"))
    one.page(here, EVE)
    await told_of_guest(two, EVE.id)
    assert len(told) == 1
    assert (await two.finds(here)).table.seq == here.table.seq, "who comes back reads the log"


async def in_doubt_by_a_gap(one: Node, two: Node, patch: pytest.MonkeyPatch) -> None:
    two.fanout._sent += 1
    two.fanout._wake.set()
    lost = one.fanout._heard
    await until(lambda: lost.get(two.fanout.node) == two.fanout._sent)


async def in_doubt_by_a_new_node(one: Node, two: Node, patch: pytest.MonkeyPatch) -> None:
    one.fanout._receive('["three.1",1,[]]')


async def in_doubt_as_it_is_deaf(one: Node, two: Node, patch: pytest.MonkeyPatch) -> None:
    deaf = property(lambda fanout: fanout is not one.fanout)  # whatever it still hears of itself
    patch.setattr(type(one.fanout), "healthy", deaf)


async def in_doubt_as_it_was_deaf(one: Node, two: Node, patch: pytest.MonkeyPatch) -> None:
    one.fanout._echoed_at, echoed = float("-inf"), one.fanout._echoed_at
    one.presence.look()
    one.fanout._echoed_at = echoed


@pytest.mark.parametrize(
    "doubt", [in_doubt_by_a_gap, in_doubt_by_a_new_node, in_doubt_as_it_is_deaf, in_doubt_as_it_was_deaf]
)
async def test_who_is_not_certain_who_is_where_tells_of_every_room(
    nodes: Nodes, told: list[int], doubt: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = nodes
    here = await one.table(2)
    ann = one.page(here, ANN)
    certain(one)
    assert not one.presence._may_be_elsewhere(here.table.room)
    await doubt(one, two, monkeypatch)
    assert one.presence._may_be_elsewhere(here.table.room)
    await ann.asks(commands.Speak("hello"))
    await until(lambda: here.table.seq in told)


async def test_a_node_is_certain_no_earlier_than_all_have_said_everything_again(postgres_url: str) -> None:
    """It begins in doubt, and nobody says anything less often than it waits."""
    async with two_nodes(postgres_url) as (one, _):
        assert one.presence._may_be_elsewhere("room")
        await asyncio.sleep(0)
        certain(one)
        assert not one.presence._may_be_elsewhere("room")
