"""Two nodes, one house: any of them serves any room, and nobody notices which."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import combinations
from typing import Any

import pytest
from msgspec import Raw

from app.cluster.postgres_hints import MOST_BYTES, PostgresFanout
from app.protocol import commands
from app.protocol.lookalikes import look_alike
from app.protocol.messages import Refusal
from app.rooms.hints import Head, Here
from app.rooms.identities import handle_of
from app.rooms.room import Room
from app.services.deadlines import Deadlines
from app.services.housekeeping import Housekeeping
from app.storage.commit import OutcomeUnknown
from app.storage.guests import Guest
from app.storage.store import Unanswered
from app.table.event_ids import new_id
from app.table.events import Moved
from tests.company import ANN, BEN, EVE, Company, Page, check_log, question_of, told, until
from tests.nodes import LONG, Node, level, two_nodes
from tests.test_postgres import commit_then_cut_off
from tests.timed import MINUTE, lapsed_in
from tools.postgres import PassingPostgres


@pytest.fixture
def only_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks where the logs end unless a hint was lost."""
    monkeypatch.setattr("app.cluster.follower.CHECK_EVERY_S", LONG)


@pytest.fixture
async def nodes(postgres_url: str) -> AsyncIterator[tuple[Node, Node]]:
    async with two_nodes(postgres_url) as both:
        yield both


@pytest.fixture
async def deaf_nodes(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Node, Node]]:
    """No hint ever arrives."""
    monkeypatch.setattr("app.cluster.follower.CHECK_WITHOUT_HINTS_S", 0.02)
    monkeypatch.setattr("app.cluster.follower.LOOK_UP_S", 0.01)
    async with two_nodes(postgres_url, hints=False) as both:
        yield both


async def apart(one: Node, two: Node, *, together: bool = False) -> tuple[Room, Room, Page, Page]:
    """Ann plays at one node, Ben at the other."""
    here = await one.table(2, together=together)
    there = await two.finds(here)
    ann, ben = one.page(here, ANN), two.page(there, BEN)
    await ben.asks(commands.Sit(1))
    await level(here, there)
    await ann.asks(commands.Start())
    await level(here, there)
    return here, there, ann, ben


# --- What happens at one is seen at the other ---


async def test_a_move_is_seen_at_the_other_node_by_a_hint(only_hints: None, nodes: tuple[Node, Node]) -> None:
    here, there, ann, ben = await apart(*nodes)
    await ann.plays("put", bead=1)
    await until(lambda: there.table.seq == here.table.seq)
    assert (await ben.sees("frame"))["seq"] == here.table.seq
    assert told(there.table) == told(here.table)
    await check_log(nodes[0].store, there.table)


async def test_without_hints_it_is_seen_when_the_node_looks_where_the_logs_end(deaf_nodes: tuple[Node, Node]) -> None:
    here, there, ann, ben = await apart(*deaf_nodes)
    assert not any(node.fanout.healthy for node in deaf_nodes)
    for page in (ann, ben, ann):
        await page.plays("put", bead=1)
        await level(here, there)
    assert told(there.table) == told(here.table)


async def test_a_hint_that_was_lost_is_missed_and_the_log_read(
    only_hints: None, nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there, ann, _ = await apart(*nodes)
    one, two = nodes
    checks = 0
    heads = two.store.heads

    async def counted(codes: Any) -> dict[str, int]:
        nonlocal checks
        checks += 1
        return await heads(codes)

    monkeypatch.setattr(two.store, "heads", counted)
    with monkeypatch.context() as silenced:
        silenced.setattr(one.fanout, "publish", lambda hint: None)
        await ann.plays("put", bead=1)
    one.fanout._sent += 1  # it was told, and lost on the way
    await level(here, there)
    assert checks == 1


async def behind_by_a_move(nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch) -> tuple[Room, Room, Page]:
    """Ann has moved, and nobody has told the node where Ben plays. He, who comes from there, knows that he is asked."""
    here, there, ann, ben = await apart(*nodes)
    monkeypatch.setattr(nodes[0].fanout, "publish", lambda hint: None)
    await ann.plays("put", bead=1)
    assert there.table.seq == here.table.seq - 1
    return here, there, ben


async def test_nobody_is_refused_by_a_node_that_is_behind(
    only_hints: None, nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there, ben = await behind_by_a_move(nodes, monkeypatch)
    await ben.plays("put", question=question_of(here), bead=1)
    assert len(await nodes[0].bodies(there, Moved)) == 2


async def test_a_node_that_cannot_tell_whether_it_is_behind_refuses_nobody(
    only_hints: None, nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _, ben = await behind_by_a_move(nodes, monkeypatch)

    async def unanswered(*_: object) -> None:
        raise Unanswered

    monkeypatch.setattr(nodes[1].store, "load", unanswered)
    with pytest.raises(OutcomeUnknown):
        await ben.plays("put", question=question_of(here), bead=1)


async def test_what_a_cut_connection_swallowed_is_read_from_the_log(
    only_hints: None, nodes: tuple[Node, Node], postgres: PassingPostgres
) -> None:
    here, there, ann, _ = await apart(*nodes)
    postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tertulia hints'")
    await ann.plays("put", bead=1)
    await level(here, there)


async def test_who_comes_to_another_node_sees_no_less_than_he_has_seen(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cluster.follower.CHECK_WITHOUT_HINTS_S", LONG)
    async with two_nodes(postgres_url, hints=False) as (one, two):
        here = await one.table()
        there = await two.finds(here)
        await one.page(here, ANN).asks(commands.Speak("hello"))
        assert there.table.seq < here.table.seq
        assert await two.finds(here) is there
        assert there.table.seq == here.table.seq


async def test_a_room_that_is_put_away_lets_go_of_who_is_in_it(nodes: tuple[Node, Node]) -> None:
    _, two = nodes
    here, there, _, ben = await apart(*nodes)
    for table in ("rooms", "events"):
        await two.store.write(lambda cursor, now, table=table: cursor.execute(f"DELETE FROM {table}"))  # type: ignore[misc]
    await two.following.check()
    assert await ben.writer == 1012
    assert await two.rooms.find(here.table.room) is None
    assert not two.rooms.is_live(there)


# --- Unknown is not failure ---


async def test_a_move_whose_answer_was_lost_is_found_by_its_id_and_seen_everywhere(
    nodes: tuple[Node, Node], postgres: PassingPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cluster.follower.CHECK_EVERY_S", 0.05)
    here, there, ann, ben = await apart(*nodes)
    wish = commands.Play(new_id(), question_of(here), Raw(b'{"do":"put","bead":1}'))
    before = here.table.seq
    commit_then_cut_off(postgres, monkeypatch)
    with pytest.raises(OutcomeUnknown):
        await ann.asks(wish)
    await until(lambda: there.table.seq == before + 1)
    await ann.asks(wish)
    assert here.table.seq == before + 1
    assert [event.id for event in await nodes[0].log(here)].count(wish.id) == 1
    assert (await ben.sees("frame"))["seq"] == before + 1


# --- The host's hand reaches everywhere ---


async def test_a_kick_at_one_node_closes_the_page_at_the_other(only_hints: None, nodes: tuple[Node, Node]) -> None:
    _, _, ann, ben = await apart(*nodes)
    await until(lambda: BEN.id in ann.room.audience.here)
    await ann.asks(commands.Kick(name="Ben", out=True))
    assert await ben.writer == 4403
    await until(lambda: BEN.id not in ann.room.audience.here)
    with pytest.raises(Refusal, match="forbidden"):
        await ben.asks(commands.Speak("let me in"))


async def test_a_table_that_is_closed_is_closed_at_every_node(only_hints: None, nodes: tuple[Node, Node]) -> None:
    here, _, ann, ben = await apart(*nodes)
    await ann.asks(commands.CloseRoom())
    assert await ben.writer == 4404
    assert await nodes[1].rooms.find(here.table.room) is None


async def test_a_reaction_is_seen_at_the_other_node(nodes: tuple[Node, Node]) -> None:
    _, _, ann, ben = await apart(*nodes)
    await ann.asks(commands.React("bravo"))
    await until(lambda: [message for message in ben.heard if message["type"] == "reaction"])
    assert (await ben.sees("reaction"))["from"] == {"seat": 0, "name": "Ann"}


# --- Exactly once ---


def wound_up(node: Company) -> Deadlines:
    clocks = Deadlines(node.store, node.rooms)
    node.rooms.watchers.append(clocks.watch)
    return clocks


async def test_only_one_node_makes_the_round_of_a_room_that_nobody_is_in(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    room, pages = await one.seated(ANN, BEN)
    await pages[0].asks(commands.Doors(clock=commands.Clock("question", MINUTE)))
    await pages[0].asks(commands.Start())
    clocks = [wound_up(node) for node in nodes]
    found = []

    for node in nodes:
        find = node.rooms.find

        async def finds(code: str, find: Any = find) -> Any:
            found.append(code)
            return await find(code)

        node.rooms.find = finds  # type: ignore[method-assign]
    one.clock.goes_on(10 * MINUTE)
    await asyncio.gather(*(each.make_a_round() for each in clocks))
    assert found == [room.table.room]
    assert await lapsed_in(two, room) == [0]
    for each in clocks:
        await each.close()


# --- Who is here ---


async def test_who_looks_like_somebody_at_another_node_is_told_apart_at_both(nodes: tuple[Node, Node]) -> None:
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


async def test_who_is_muted_through_one_node_keeps_the_name_at_the_other(nodes: tuple[Node, Node]) -> None:
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


async def test_who_is_at_another_node_is_here(only_hints: None, nodes: tuple[Node, Node]) -> None:
    here, there, ann, ben = await apart(*nodes)
    await until(lambda: here.audience.here.keys() == there.audience.here.keys() == {ANN.id, BEN.id})
    nodes[1].page(there, EVE)
    await until(lambda: EVE.id in here.audience.here)
    await until(lambda: (ann.heard and [m for m in ann.heard if m["type"] == "table"][-1]["watching"]) == ["Eve"])
    assert [seat["here"] for seat in (await ann.sees("table"))["seats"]] == [True, True]
    with pytest.raises(Refusal, match="Ben is here and playing"):
        await ann.asks(commands.SeatBot(1, "medium"))
    assert ben.room is there


async def test_who_has_a_page_at_either_node_is_away_when_both_are_closed(
    nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.room.GONE_AFTER_S", 0.0)
    here, there, ann, ben = await apart(*nodes)
    second = nodes[0].page(here, BEN)
    await until(lambda: len(nodes[1].presence._heard) == 2)
    ben.leaves()
    await until(lambda: BEN.id not in there.audience.at_hand)
    assert BEN.id in there.audience.here
    second.leaves()
    await until(lambda: BEN.id not in there.audience.here)
    assert ann.room is here


async def test_a_node_that_falls_silent_takes_its_guests_along(
    nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
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


async def test_who_cannot_hear_forgets_nobody(nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = nodes
    here, *_ = await apart(one, two)
    await until(lambda: BEN.id in here.audience.here)
    monkeypatch.setattr("app.cluster.postgres_hints.DEAF_AFTER_S", 0.0)
    monkeypatch.setattr("app.cluster.presence.SILENT_AFTER_S", 0.001)
    await two.fanout.close()
    one.presence.look()
    assert BEN.id in here.audience.here


async def test_a_seat_is_kept_for_who_left_another_node_a_moment_ago(
    nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.room.GONE_AFTER_S", 0.0)
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
    nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
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


async def test_a_new_node_learns_who_is_here(nodes: tuple[Node, Node], postgres_url: str) -> None:
    here, *_ = await apart(*nodes)
    third = await Node(postgres_url, "three", nodes[0].clock).opens()
    room = await third.finds(here)
    await until(lambda: room.audience.here.keys() == {ANN.id, BEN.id})
    await third.closes()


async def test_a_host_at_another_node_stays_the_host(nodes: tuple[Node, Node]) -> None:
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


# --- Notifications ---


def test_what_is_to_be_told_fits_into_notifications_and_nothing_is_left_out(postgres_url: str) -> None:
    fanout = PostgresFanout(postgres_url, "one")
    for number in range(500):
        fanout.publish(Head(f"room{number:012}", number))
        fanout.publish(Here(f"room{number:012}", f"{number:032}", "Ånn \U0001f3b2 " * 5))
    notifications = list(fanout._notifications())
    assert max(len(notification.encode()) for notification in notifications) <= MOST_BYTES
    assert len(notifications) < 20 + sum(map(len, notifications)) // MOST_BYTES * 2
    assert sum(notification.count('["head"') for notification in notifications) == 500
    assert sum(notification.count('["here"') for notification in notifications) == 500


def test_of_one_room_only_the_newest_is_told(postgres_url: str) -> None:
    fanout = PostgresFanout(postgres_url, "one")
    for seq in (1, 2, 3):
        fanout.publish(Head("room", seq))
    (notification,) = fanout._notifications()
    assert notification.endswith('[["head","room",3]]]')


async def test_what_cannot_be_understood_is_read_from_the_log(nodes: tuple[Node, Node]) -> None:
    one, _ = nodes
    missed: list[bool] = []
    one.fanout.subscribe(lambda node, hints: None, lambda: missed.append(True))
    one.fanout._receive('["newer.1",1,[["sings","room"]]]')
    assert missed == [True]


async def test_a_node_that_listens_late_hears_itself_at_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cluster.postgres_hints.HEARTBEAT_S", LONG)
    fanout = PostgresFanout(postgres_url, "late")
    tell, listen, told = fanout._send, fanout._listen, asyncio.Event()

    async def late(connection: Any) -> None:
        await told.wait()
        await listen(connection)

    async def early(connection: Any) -> None:
        execute = connection.execute

        async def noted(*said: Any) -> None:
            await execute(*said)
            told.set()

        connection.execute = noted
        await tell(connection)

    monkeypatch.setattr(fanout, "_listen", late)
    monkeypatch.setattr(fanout, "_send", early)
    fanout.start()
    await until(lambda: fanout.healthy)
    await fanout.close()


async def test_a_node_hears_itself_and_is_unhealthy_when_it_does_not(
    nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(node.fanout.healthy for node in nodes)
    monkeypatch.setattr("app.cluster.postgres_hints.DEAF_AFTER_S", 0.0)
    assert not any(node.fanout.healthy for node in nodes)
