"""Looking back at a finished game together: one leads, and the pages of those who follow go where the leader's goes."""

from typing import Any

import pytest

from app.protocol import commands
from app.protocol.commands import Follow, LookBack, PointAt
from app.rooms.room import Room
from tests.support.cluster import Nodes
from tests.support.cluster import nodes as nodes
from tests.support.cluster import only_notices as only_notices
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, put, settled, until


async def finished(party: Company) -> tuple[Room, Page, Page]:
    """Ann and Ben have finished a game."""
    room, (ann, ben) = await party.playing(ANN, BEN, length=2)
    await put(ann, ben)
    assert room.table.phase == "over"
    return room, ann, ben


async def place_of(page: Page) -> tuple[Any, ...]:
    """What the page was told last: who leads, whether it does itself, and where they are."""
    told = await page.sees("looks_back")
    return told["leader"] and told["leader"]["name"], told["you_lead"], told["seq"], told["eyes"]


async def test_who_follows_is_where_the_leader_is(party: Company) -> None:
    _, ann, ben = await finished(party)
    await ann.asks(LookBack(1, 3, "all"))
    await ben.asks(Follow(1))
    assert (await place_of(ann), await place_of(ben)) == (("Ann", True, 3, "all"), ("Ann", False, 3, "all"))
    await ann.asks(LookBack(1, 5, "1"))
    assert await place_of(ben) == ("Ann", False, 5, "1")


async def test_everybody_in_the_room_is_told_that_somebody_leads_but_not_each_step(party: Company) -> None:
    room, ann, ben = await finished(party)
    await ann.asks(LookBack(1, 3), LookBack(1, 4))
    assert await place_of(ben) == ("Ann", False, 3, "all")
    assert await place_of(party.page(room, EVE)) == ("Ann", False, 4, "all")


async def test_who_goes_their_own_way_hears_no_more_steps_and_may_follow_again(party: Company) -> None:
    _, ann, ben = await finished(party)
    await ann.asks(LookBack(1, 3))
    await ben.asks(Follow(1), Follow(None))
    await ann.asks(LookBack(1, 4))
    assert await place_of(ben) == ("Ann", False, 3, "all")
    await ben.asks(Follow(1))
    assert await place_of(ben) == ("Ann", False, 4, "all")


async def test_another_takes_the_lead_and_the_first_one_is_told(party: Company) -> None:
    _, ann, ben = await finished(party)
    await ann.asks(LookBack(1, 3))
    await ben.asks(LookBack(1, 5))
    assert (await place_of(ann), await place_of(ben)) == (("Ben", False, 5, "all"), ("Ben", True, 5, "all"))


@pytest.mark.parametrize("how", ["closes the page", "goes their own way"])
async def test_a_leader_who_goes_hands_over_to_who_has_followed_longest(party: Company, how: str) -> None:
    room, ann, ben = await finished(party)
    eve = party.page(room, EVE)
    await ann.asks(LookBack(1, 4, "0"))
    await ben.asks(Follow(1))
    await eve.asks(Follow(1))
    if how == "closes the page":
        ann.leaves()
    else:
        await ann.asks(Follow(None))
    assert (await place_of(ben), await place_of(eve)) == (("Ben", True, 4, "0"), ("Ben", False, 4, "0"))


async def test_when_nobody_follows_nobody_leads_after_that(party: Company) -> None:
    room, ann, ben = await finished(party)
    await ann.asks(LookBack(1, 4))
    ann.leaves()
    assert (await place_of(ben))[0] is None
    assert await party.page(room, EVE).hears("looks_back") == []


async def test_a_finger_on_a_piece_is_seen_by_all_who_look_together_and_by_no_one_else(party: Company) -> None:
    room, ann, ben = await finished(party)
    eve = party.page(room, EVE)
    await ann.asks(LookBack(1, 4))
    await ben.asks(Follow(1), PointAt("bead-1"))
    for page in (ann, ben):
        pointed = await page.sees("points")
        assert (pointed["game"], pointed["from"]["name"], pointed["at"]) == (1, "Ben", "bead-1")
    assert await eve.hears("points") == []
    assert "not_now" in await eve.refused(PointAt("bead-1"))


async def test_a_table_to_play_on_is_named_to_those_who_look_together_and_to_no_one_else(party: Company) -> None:
    room, ann, ben = await finished(party)
    eve = party.page(room, EVE)
    await ann.asks(LookBack(1, 4))
    await ben.asks(Follow(1))
    room.audience.together.tell_of_table(room.table, 1, ANN.id, "Ann", "new")
    for page in (ann, ben):
        told = await page.sees("plays_on")
        assert (told["game"], told["from"], told["room"]) == (1, {"seat": 0, "name": "Ann"}, "new")
    assert await eve.hears("plays_on") == []


async def test_who_may_not_look_back_is_told_nothing_and_refused(party: Company) -> None:
    room, ann, ben = await finished(party)
    await ann.asks(commands.ChangeSettings(onlookers=False))
    eve = party.page(room, EVE)
    await ann.asks(LookBack(1, 3))
    await ben.asks(Follow(1))
    await ann.asks(LookBack(1, 4))
    for wish in (Follow(1), LookBack(1, 3), LookBack(2, 0)):
        assert "forbidden" in await eve.refused(wish)
    assert await eve.hears("looks_back") == []


async def test_onlookers_who_are_shut_out_meanwhile_are_told_nothing_more(party: Company) -> None:
    room, ann, _ = await finished(party)
    eve = party.page(room, EVE)
    await ann.asks(LookBack(1, 3))
    await eve.asks(Follow(1))
    await ann.asks(commands.ChangeSettings(onlookers=False))
    await eve.forgets()
    await ann.asks(LookBack(1, 4), PointAt("bead-0"))
    assert await eve.hears("looks_back") == await eve.hears("points") == []


async def test_muted_people_neither_lead_nor_point(party: Company) -> None:
    room, ann, _ = await finished(party)
    eve = party.page(room, EVE)
    await eve.asks(commands.Speak("hello"))
    await ann.asks(commands.Mute(person="Eve", yes=True), LookBack(1, 3))
    await eve.asks(Follow(1))
    for wish in (LookBack(1, 3), PointAt("bead-0")):
        assert "forbidden" in await eve.refused(wish)


async def test_games_are_looked_back_at_apart(party: Company) -> None:
    room, ann, ben = await finished(party)
    await ann.asks(commands.Rematch())
    cleo = party.page(room, CLEO)
    await ann.asks(LookBack(1, 3))
    assert "forbidden" in await ben.refused(LookBack(2, 3)), "the second one is still being played"
    await cleo.asks(Follow(1))
    assert await place_of(cleo) == ("Ann", False, 3, "all")


async def test_nothing_of_it_is_in_the_log(party: Company) -> None:
    room, ann, ben = await finished(party)
    before = room.table.seq
    await ann.asks(LookBack(1, 3))
    await ben.asks(Follow(1), PointAt("bead-1"))
    await settled()
    assert room.table.seq == before


# --- On several nodes ---


async def both(nodes: Nodes) -> tuple[Page, Page, Page]:
    """Ann and Ben have finished a game at the first node; Ben's and Eve's pages are at the second one."""
    one, two = nodes
    room, ann, ben = await finished(one)
    ben.leaves()
    there = await two.finds(room)
    return ann, two.page(there, BEN), two.page(there, EVE)


async def test_who_follows_on_another_node_is_where_the_leader_is(only_notices: None, nodes: Nodes) -> None:
    ann, ben, eve = await both(nodes)
    await ben.asks(Follow(1))
    await ann.asks(LookBack(1, 3), LookBack(1, 5, "1"), PointAt("bead-1"))
    await until(lambda: [message for message in ben.heard if message["type"] == "points"])
    assert await place_of(ben) == ("Ann", False, 5, "1")
    assert await eve.hears("points") == []


async def test_who_follows_on_another_node_hears_of_the_table_to_play_on(only_notices: None, nodes: Nodes) -> None:
    ann, ben, eve = await both(nodes)
    await ann.asks(LookBack(1, 3))
    await ben.asks(Follow(1))
    ann.room.audience.together.tell_of_table(ann.room.table, 1, ANN.id, "Ann", "new")
    await until(lambda: [message for message in ben.heard if message["type"] == "plays_on"])
    assert await eve.hears("plays_on") == []


async def test_a_leader_who_goes_hands_over_to_another_node(only_notices: None, nodes: Nodes) -> None:
    ann, ben, eve = await both(nodes)
    await ann.asks(LookBack(1, 3))
    await until(lambda: [message for message in ben.heard if message["type"] == "looks_back"])
    await ben.asks(Follow(1))
    ann.leaves()
    await until(lambda: ben.heard[-1].get("you_lead"))
    assert await place_of(eve) == ("Ben", False, 3, "all")


async def test_of_two_who_take_the_lead_at_once_one_leads_on_both_nodes(only_notices: None, nodes: Nodes) -> None:
    ann, ben, _ = await both(nodes)
    await ann.asks(LookBack(1, 3))
    await ben.asks(LookBack(1, 5))
    await until(lambda: [page for page in (ann, ben) if page.heard[-1].get("you_lead") is False])
    await settled()
    assert sorted([(await place_of(ann))[1], (await place_of(ben))[1]]) == [False, True]
    assert (await place_of(ann))[0] == (await place_of(ben))[0]
