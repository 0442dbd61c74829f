"""Nudges: who is shown them, how often they may come, and that they reach other nodes."""

from app.protocol.commands import Nudge, SayReady, Sit
from tests.support.cluster import Nodes
from tests.support.cluster import nodes as nodes
from tests.support.cluster import only_notices as only_notices
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, settled, until

NUDGED = {"type": "nudge", "from": {"seat": 0, "name": "Ann"}, "to": {"seat": 1, "name": "Ben"}}


async def heard(*pages: Page) -> list[int]:
    """How many nudges each was told."""
    return [len(await page.hears("nudge")) for page in pages]


async def test_a_nudge_is_shown_to_both_and_to_nobody_else(party: Company) -> None:
    room, (ann, ben, cleo) = await party.seated(ANN, BEN, CLEO)
    eve, second = party.page(room, EVE), party.page(room, BEN)
    await ann.asks(Nudge("Ben"))
    assert await ben.sees("nudge") == NUDGED
    assert await heard(ann, ben, second, cleo, eve) == [1, 1, 1, 0, 0]


async def test_a_nudge_is_not_stored(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    before = room.table.seq
    await ann.asks(Nudge("Ben"))
    assert room.table.seq == before
    assert await heard(party.page(room, BEN)) == [0]


async def test_the_same_person_can_be_nudged_again_after_a_minute_and_is_told_how_long_that_is(party: Company) -> None:
    _, (ann, ben, cleo) = await party.seated(ANN, BEN, CLEO)
    await ann.asks(Nudge("Ben"), Nudge("Cleo"))
    await cleo.asks(Nudge("Ben"))
    assert await ann.refused(Nudge("Ben")) in [
        f"busy: You have just nudged Ben. Wait {seconds} s." for seconds in (59, 60)
    ]
    assert await heard(ben, cleo) == [2, 2]


async def test_a_refused_nudge_costs_nothing(party: Company) -> None:
    _, (ann, ben) = await party.seated(ANN, BEN)
    await ben.asks(SayReady())
    assert await ann.refused(Nudge("Ben")) == "not_now: No one is waiting for Ben."
    await ben.asks(SayReady(False))
    await ann.asks(Nudge("Ben"))
    assert await heard(ben) == [1]


async def test_somebody_who_is_not_here_cannot_be_nudged_by_an_old_handle(party: Company) -> None:
    _, (ann, _) = await party.seated(ANN, BEN)
    assert (await ann.refused(Nudge("0" * 32))).startswith("not_now")


async def test_a_nudge_reaches_another_node(nodes: Nodes, only_notices: None) -> None:
    one, two = nodes
    room = await one.table()
    ann, ben = one.page(room, ANN), two.page(await two.finds(room), BEN)
    await ben.asks(Sit(1))
    await until(lambda: room.table.seq == ben.room.table.seq)
    await ann.asks(Nudge("Ben"))
    await until(lambda: any(message["type"] == "nudge" for message in ben.heard))
    await settled()
    assert await heard(ann, ben) == [1, 1]
    assert await ben.sees("nudge") == NUDGED


async def test_who_is_ready_is_known_on_another_node(nodes: Nodes) -> None:
    one, two = nodes
    room = await one.table()
    ann, ben = one.page(room, ANN), two.page(await two.finds(room), BEN)
    await ben.asks(Sit(1), SayReady())
    await until(lambda: room.table.seats[1].is_ready)
    assert (await ann.sees("table"))["seats"][1]["ready"]
