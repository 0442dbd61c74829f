"""Services that watch rooms are told of everything except moves that concern none of them."""

from unittest.mock import MagicMock

from app.protocol import commands
from app.push.notifier import Push
from app.rooms.room import EVERY_MOVE, NO_MOVE, Room
from app.services.adviser import Adviser
from app.services.bots import Bots
from app.services.deadlines import Deadlines
from app.services.housekeeping import Housekeeping
from app.services.snapshotter import Snapshotter
from app.table import snapshots
from app.workers.pool import Workers
from tests.company import ANN, BEN, Company, Page, question_of


async def one_move(pages: list[Page]) -> None:
    (seat,) = pages[0].room.table.playing.state.question.seats
    await pages[seat].plays("put", bead=1)


async def test_moves_are_told_from_the_one_the_first_watcher_waits_for_and_all_else_at_once(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, length=30)
    told: list[int] = []
    waits_for = NO_MOVE

    def watch(room: Room) -> int:
        told.append(room.table.seq)
        return waits_for

    party.rooms.watchers += [watch, lambda room: NO_MOVE]
    room.changed(room)
    began, before = room.table.seq, party.rooms.changes
    assert told == [began]
    for _ in range(2):
        await one_move([ann, ben])
    assert (told, party.rooms.changes) == ([began], before + 2)
    waits_for = began + 5
    await ann.asks(commands.Speak("well"))
    for _ in range(3):
        await one_move([ann, ben])
    assert told == [began, began + 3, began + 5, began + 6]


async def test_where_nobody_watches_yet_whoever_begins_to_hears_of_the_next_move(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN)
    told: list[int] = []
    await one_move(pages)
    party.rooms.watchers.append(lambda room: told.append(room.table.seq) or NO_MOVE)
    await one_move(pages)
    assert told == [room.table.seq]


async def test_moves_among_people_who_are_all_here_concern_no_service_before_the_next_snapshot(party: Company) -> None:
    room, _ = await party.playing(ANN, BEN)
    services = (
        Bots(0), Adviser(Workers(0)), Deadlines(party.rooms), Snapshotter(party.store),
        Housekeeping(party.rooms, party.settings), Push(party.rooms, MagicMock()),
    )  # fmt: skip
    party.services += services
    assert {service.watch(room) for service in services} == {NO_MOVE, snapshots.EVERY}


async def test_every_move_concerns_whoever_has_something_to_do_in_the_room(gone_at_once: None, party: Company) -> None:
    with_a_bot, (_, ben) = await party.playing(ANN, BEN, seats=3)
    bots, house, push = Bots(1000), Housekeeping(party.rooms, party.settings), Push(party.rooms, MagicMock())
    party.services += (bots, house, push)
    assert bots.watch(with_a_bot) == EVERY_MOVE
    room, (ann, ben) = await party.playing(ANN, BEN)
    ben.leaves()
    await ben.forgets()
    assert (house.watch(room), push.watch(room)) == (NO_MOVE, EVERY_MOVE)
    party.page(room, BEN)
    ann.leaves()
    await ann.forgets()
    assert (house.watch(room), push.watch(room)) == (EVERY_MOVE, EVERY_MOVE)


async def test_every_move_concerns_clocks_and_those_who_have_asked_for_a_hint(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    adviser, clocks = Adviser(Workers(0)), Deadlines(party.rooms)
    party.services += (adviser, clocks)
    await ann.asks(commands.Doors(hints=True, clock=commands.Clock("question", 60)), commands.Start())
    assert (adviser.watch(room), clocks.watch(room)) == (NO_MOVE, EVERY_MOVE)
    await ann.asks(commands.AskForHint(question_of(room)))
    assert adviser.watch(room) == EVERY_MOVE
