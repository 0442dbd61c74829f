"""Several tables with one deal: the same moves give the same game, and nothing of one reaches another before all have
ended."""

import asyncio
from typing import Any

import pytest

from app.duplicates.comparison import compared
from app.duplicates.sharing import deal_shared, is_locked_for, sealed, shared_game, sits_at
from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.room import Room
from app.services.absent_hosts import AbsentHosts
from app.services.shared_deals import SharedDeals
from app.storage.guests import Guest
from app.table import moves
from app.table.event_ids import SERVER, new_id
from app.table.events import Moved, Sat, Stopped, move_in
from app.table.game import decode_move
from app.table.host import seat_bot
from games import GAMES
from tests.support.cluster import Nodes
from tests.support.cluster import nodes as nodes
from tests.support.effort import amount
from tests.support.played_games import one_move
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, put, settled, until

DORA = Guest("dora-id", b"Dora", "Dora")


@pytest.fixture
def deals(party: Company) -> SharedDeals:
    """Watches the tables of this company."""
    return party.employs(SharedDeals(party.rooms))


async def shared(party: Company, deals: SharedDeals, tables: int = 2, **wish: Any) -> list[Room]:
    """Rooms with one deal: Ann is host of all, and sits at the first one."""
    room = await party.table(**wish)
    codes = await deals.share(room, ANN, "Ann", tables)
    return [await party.rooms.find(code) for code in codes]


async def seats(party: Company, room: Room, *guests: Guest) -> list[Page]:
    """These guests sit down in order, unless they are Ann, and have an open page."""
    pages = [party.page(room, guest) for guest in guests]
    for seat, page in enumerate(pages):
        if page.guest is not ANN:
            await page.asks(commands.Sit(seat))
    return pages


async def two_tables(party: Company, deals: SharedDeals) -> tuple[list[Room], list[Page]]:
    """Ann and Ben, and Cleo and Dora, play two beads each with one deal."""
    one, other = await shared(party, deals, length=2)
    host = party.page(other, ANN)
    pages = [*await seats(party, one, ANN, BEN), *await seats(party, other, CLEO, DORA)]
    await pages[0].asks(commands.Start())
    await host.asks(commands.Start())
    return [one, other], pages


async def begun_with_bots(room: Room) -> None:
    """All free seats go to bots, and the host begins."""
    host, sharing = room.table.host, sealed(room.table)
    for number in [number for number, seat in enumerate(room.table.seats) if seat.free]:
        await room.do(host, new_id(), lambda table, at=number: seat_bot(table, host, at, "medium", ()))
    assert sharing is not None
    await room.do(host, new_id(), lambda table: deal_shared(table, host, sharing))


async def last_move(party: Company, room: Room) -> Moved:
    """The newest move in this room."""
    (event,) = await party.store.load(room.table.room, room.table.seq - 1, room.table.seq)
    return move_in(event.body)


async def same_move(room: Room, moved: Moved) -> None:
    """Make the move that was made at another table."""
    move = decode_move(room.table.game, moved.move)
    await room.do(SERVER, new_id(), lambda table: moves.bots_answer(table, moved.seat, moved.question, move))


@pytest.mark.parametrize("game", GAMES)
async def test_the_same_moves_in_the_same_deal_give_the_same_game(
    party: Company, deals: SharedDeals, game: str
) -> None:
    one, other = await shared(party, deals, game=game, seats=GAMES[game].seats[0])
    for room in (one, other):
        await begun_with_bots(room)
    assert one.table.deal == other.table.deal
    for _ in range(amount(40, 1000)):
        if one.table.phase == "over":
            break
        await one_move(one)
        await same_move(other, await last_move(party, one))
        assert one.table.digest == other.table.digest


# --- Before -------------------------------------------------------------------------------------------------


async def test_the_other_tables_are_like_the_first_one_and_nobody_sits_there(
    party: Company, deals: SharedDeals
) -> None:
    room = await party.table(seats=3, length=5)
    page = party.page(room, ANN)
    await page.asks(commands.ChangeSettings(hints=True))
    others = [await party.rooms.find(code) for code in (await deals.share(room, ANN, "Ann", 4))[1:]]
    assert len(others) == 3
    for other in others:
        assert (other.table.options, len(other.table.seats)) == (room.table.options, 3)
        assert other.table.settings.hints
        assert [seat.free for seat in other.table.seats] == [True] * 3
    assert (await page.sees("table"))["sharing"] == {"table": 1, "tables": 4, "over": False}


async def test_only_the_host_sets_them_before_a_game_and_once(party: Company, deals: SharedDeals) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    with pytest.raises(Refusal, match="host"):
        await deals.share(room, BEN, "Ben", 2)
    await ann.asks(commands.Start())
    with pytest.raises(Refusal, match="before a game"):
        await deals.share(room, ANN, "Ann", 2)
    other = await party.table()
    await deals.share(other, ANN, "Ann", 2)
    with pytest.raises(Refusal, match="already"):
        await deals.share(other, ANN, "Ann", 2)


async def test_nobody_sits_at_two_tables_and_who_gets_up_may_sit_at_another(party: Company, deals: SharedDeals) -> None:
    one, other = await shared(party, deals)
    here, there = party.page(one, BEN), party.page(other, BEN)
    await here.asks(commands.Sit(1))
    assert "another table" in await there.refused(commands.Sit(1))
    await here.asks(commands.Stand())
    await there.asks(commands.Sit(1))


async def test_a_game_does_not_begin_while_a_player_has_a_seat_at_another_table(
    party: Company, deals: SharedDeals
) -> None:
    """Perhaps both seats were taken in the same moment."""
    one, other = await shared(party, deals)
    for room in (one, other):
        await room.do(BEN.id, new_id(), lambda table: Sat(1, "Ben"))
    assert "Ben has a seat at another table" in await party.page(one, ANN).refused(commands.Start())


async def test_what_would_make_the_tables_differ_cannot_be_changed(party: Company, deals: SharedDeals) -> None:
    one, _ = await shared(party, deals)
    ann = party.page(one, ANN)
    for change in (
        commands.ChangeGame("beads", 3, {}),
        commands.ChangeSettings(onlookers=True),
        commands.ChangeSettings(hints=True),
    ):
        assert "this evening" in await ann.refused(change)


async def test_who_sits_down_first_where_no_host_does_is_host_soon(party: Company, deals: SharedDeals) -> None:
    party.employs(AbsentHosts())
    _, other = await shared(party, deals)
    (ben,) = await seats(party, other, BEN)
    await until(lambda: other.table.host == BEN.id)
    await ben.asks(commands.SeatBot(1, "easy"), commands.Start())


async def test_who_set_the_tables_has_no_seat_where_another_is_host_instead(party: Company, deals: SharedDeals) -> None:
    party.employs(AbsentHosts())
    one, other = await shared(party, deals)
    await seats(party, other, BEN, CLEO)
    await until(lambda: other.table.host == BEN.id)
    assert not sits_at(other.table, ANN.id)
    await party.page(other, BEN).asks(commands.Start())
    assert is_locked_for(other.table, ANN.id)
    ann, _ = await seats(party, one, ANN, DORA)
    await ann.asks(commands.Start())


# --- While they play ----------------------------------------------------------------------------------------


async def test_once_dealt_nobody_is_in_the_room_but_its_players(party: Company, deals: SharedDeals) -> None:
    (one, other), _ = await two_tables(party, deals)
    for guest in (ANN, BEN, EVE):  # also whoever has set the tables
        assert is_locked_for(other.table, guest.id)
    assert [is_locked_for(one.table, guest.id) for guest in (ANN, BEN)] == [False, False]


async def test_who_only_watched_is_sent_out_when_the_game_begins(party: Company, deals: SharedDeals) -> None:
    one, _ = await shared(party, deals)
    eve = party.page(one, EVE)
    ann, _ = await seats(party, one, ANN, BEN)
    await eve.forgets()
    await ann.asks(commands.Start())
    await until(lambda: eve.writer.done())
    assert {message["type"] for message in eve.heard} <= {"bye"}


async def test_when_all_have_ended_every_table_is_open(party: Company, deals: SharedDeals) -> None:
    (one, other), (ann, ben, cleo, dora) = await two_tables(party, deals)
    await put(ann, ben)
    await settled()
    assert sealed(one.table) and sealed(other.table)
    assert "A rematch can begin when all tables" in await ann.refused(commands.Rematch())
    await put(cleo, dora)
    await until(lambda: not sealed(one.table) and not sealed(other.table))
    assert one.table.settings.onlookers
    assert not is_locked_for(other.table, EVE.id)
    await ann.asks(commands.Rematch())
    assert one.table.playing.same is None


async def test_two_that_end_in_the_same_moment_open_one_another_once(party: Company, deals: SharedDeals) -> None:
    (one, other), (ann, ben, cleo, dora) = await two_tables(party, deals)
    await put(ann)
    await put(cleo)
    ben_puts, dora_puts = put(ben), put(dora)
    await ben_puts
    await dora_puts
    await until(lambda: not sealed(one.table) and not sealed(other.table))
    for room in (one, other):
        opened = [each for each in await party.log(room) if "over" in str(each.stored) and each.actor == SERVER]
        assert len(opened) == 1


# --- One that never ends ------------------------------------------------------------------------------------


async def test_who_has_set_the_tables_ends_the_evening_and_what_is_over_is_compared(
    party: Company, deals: SharedDeals
) -> None:
    (one, other), (ann, ben, *_) = await two_tables(party, deals)
    await put(ann, ben)
    with pytest.raises(Refusal, match="set these tables"):
        await deals.end(one, BEN.id)
    await deals.end(one, ANN.id)
    assert [sealed(room.table) for room in (one, other)] == [None, None]
    assert [type(body) for body in await party.bodies(other, Stopped)] == [Stopped]
    assert "evening" in other.table.playing.outcome.why.text
    first, second = compared(["1", "2"], [shared_game(room.table) for room in (one, other)])
    assert (first.seats is None, second.seats) == (False, None)
    with pytest.raises(Refusal, match="ended already"):
        await deals.end(one, ANN.id)


async def test_a_table_at_which_nothing_has_begun_plays_on_by_itself(party: Company, deals: SharedDeals) -> None:
    one, other = await shared(party, deals, length=2)
    ann, _ = await seats(party, one, ANN, BEN)
    await ann.asks(commands.Start())
    await deals.end(one, ANN.id)
    pages = await seats(party, other, CLEO, DORA)
    await party.page(other, ANN).asks(commands.Start())
    await put(*pages)
    assert other.table.phase == "over"
    assert shared_game(other.table) is None


# --- Several nodes ------------------------------------------------------------------------------------------


async def test_tables_at_two_nodes_that_end_in_the_same_moment_open_one_another(nodes: Nodes) -> None:
    here, there = nodes
    deals = [node.employs(SharedDeals(node.rooms)) for node in nodes]
    one, other = await shared(here, deals[0], length=2)
    theirs = await there.finds(other)
    ann, ben = await seats(here, one, ANN, BEN)
    cleo, dora = await seats(there, theirs, CLEO, DORA)
    assert "another table" in await here.page(one, CLEO).refused(commands.Sit(1))
    await ann.asks(commands.Start())
    await there.page(theirs, ANN).asks(commands.Start())
    for pages in ((ann, cleo), (ben, dora)):
        await asyncio.gather(*map(put, pages))
    await until(lambda: not sealed(one.table) and not sealed(theirs.table))
    for room in (one, other):
        opened = [event for event in await here.log(room) if event.actor == SERVER and "over" in str(event.stored)]
        assert len(opened) == 1
