"""The order in which viewers are shown an event, since nobody waits for computations about another's hand; and how much
of a room is sent, which does not grow with its log."""

import asyncio
from typing import Any

import pytest

from app.protocol import commands
from app.rooms import views
from app.rooms.outbox import Message, Outbox, Viewer
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.rooms.views import Showing
from app.table import snapshots
from app.table.moves import asked_seats
from games import engine
from games.color_gin.cards import SUITS
from games.color_gin.match import MOST_ROUNDS
from games.color_gin.rules import State
from games.color_gin.sheet import Row
from tests.support.connections import DirectPage
from tests.support.played_games import begun, guest_called, one_move
from tests.support.room_fixtures import database_url as database_url
from tests.support.room_fixtures import rooms as rooms
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, settled, told, until

MADE = Showing.frame


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The viewers for whom frames were made, and acknowledgements, in order."""
    order: list[Any] = []
    put = Outbox.put

    def make(shown: Showing, you: int | None) -> bytes:
        order.append(you)
        return MADE(shown, you)

    def note(outbox: Outbox, message: Message) -> None:
        if message.encoded.startswith(b'{"type":"ack"'):
            order.append("ack")
        put(outbox, message)

    monkeypatch.setattr(Showing, "frame", make)
    monkeypatch.setattr(Outbox, "put", note)
    return order


async def test_onlookers_and_the_mover_come_first_and_the_asked_last(party: Company, order: list[Any]) -> None:
    room, pages = await party.playing(ANN, BEN, CLEO)
    pages.append(party.page(room, EVE))
    for mover in range(3):  # all three: whichever order pages are kept in, it is not the one of every turn
        for page in pages:
            await page.forgets()
        order.clear()
        await pages[mover].plays("put", bead=0)
        for page in pages:
            assert len(await page.hears("frame")) == 1
        assert order == [None, mover, "ack", (mover + 2) % 3, (mover + 1) % 3]


async def test_a_dealer_who_passes_is_answered_before_anything_is_worked_out_of_the_other_hand(
    party: Company, order: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is worked out of the other hand."""
    room, pages = await party.seated(ANN, BEN, game="color_gin")
    await pages[0].asks(commands.Start())
    dealer: int = room.table.playing.state.dealing
    monkeypatch.setattr("games.color_gin.rules.ways_out", lambda *hand: order.append("worked out") or [])
    await pages[1 - dealer].plays("pass")
    for page in pages:
        await page.forgets()
    order.clear()
    await pages[dealer].plays("pass")
    assert (await pages[1 - dealer].sees("frame"))["choices"]
    assert order == [dealer, "ack", 1 - dealer, "worked out"]


async def test_what_follows_at_once_comes_after_the_frames_that_were_still_to_be_made(party: Company) -> None:
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO)
    for page in (ann, ben, cleo):
        await page.forgets()
    began = room.table.seq
    await ann.plays("put", bead=1)
    await ben.plays("put", bead=0)
    await ann.asks(commands.Speak("well played"))
    for page in (ben, cleo):
        heard = [message["seq"] for message in await page.hears() if message["type"] in ("frame", "chat")]
        assert heard == [began + 1, began + 2, began + 3]


async def test_a_page_that_opens_meanwhile_is_shown_the_table_once(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    assert len(await party.page(room, BEN).hears("frame")) == 1


async def test_a_room_whose_last_frames_cannot_be_made_rests(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(shown: Showing, you: int | None) -> str:
        if you == 1:
            raise ZeroDivisionError
        return MADE(shown, you)

    room, (ann, ben) = await party.playing(ANN, BEN)
    monkeypatch.setattr(Showing, "frame", fail)
    await ann.plays("put", bead=1)
    assert (await ann.hears("ack"))[-1]["seq"] == room.table.seq
    await ben.hears()
    assert room.is_broken


@pytest.mark.parametrize("keeps_up", [True, False])
async def test_the_messages_of_a_turn_leave_in_one_piece_or_in_their_order_where_a_page_does_not_keep_up(
    keeps_up: bool,
) -> None:
    pieces: list[tuple[bytes, ...]] = []

    async def send(message: bytes) -> None:
        pieces.append((message,))

    outbox = Outbox(lambda seen: [], 0, lambda *messages: keeps_up and pieces.append(messages) is None)
    outbox.put_soon(Message(b"one", 1))
    outbox.put(Message(b"two", None))
    assert pieces == []
    assert outbox.send_now() == keeps_up
    writer = asyncio.create_task(outbox.send_all(send))
    await settled()
    outbox.put(Message(b"three", None))
    outbox.finish(1000)
    assert await writer == 1000
    assert pieces == [(b"one", b"two"), (b"three",)] if keeps_up else [(b"one",), (b"two",), (b"three",)]


async def test_the_frame_of_the_player_who_moved_and_the_answer_leave_in_one_piece(party: Company) -> None:
    room, _ = await party.playing(ANN, BEN)
    page = DirectPage(party, room, ANN)
    await page.opens()
    id = page.plays(engine.moves(room.table.game, room.table.playing.state, 0)[0])
    await until(lambda: page.is_answered(id))
    (piece,) = (piece for piece in page.pieces if any(id in text for text in piece))
    assert [text[9:12] for text in piece] == ["fra", "ack"]
    await page.leaves()


# --- What does not grow with the log of a room --------------------------------------------------------------


async def seqs(page: Page) -> list[int]:
    """The event numbers of the newest frame's lines."""
    return [line["seq"] for line in (await page.sees("frame"))["lines"]]


async def put(room: Room, pages: list[Page], beads: int) -> None:
    """Put this many beads, for whoever is asked."""
    for _ in range(beads):
        (seat,) = asked_seats(room.table)
        await pages[seat].plays("put", bead=1)


async def test_a_new_page_gets_the_newest_lines_and_one_that_comes_back_all_it_missed(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=60)
    await put(room, pages, 40)
    now = room.table.seq
    assert await seqs(party.page(room, EVE)) == [*range(now - 11, now + 1)]
    assert await seqs(party.page(room, EVE, seen=now - 30)) == [*range(now - 29, now + 1)]


async def test_what_only_one_has_heard_takes_nothing_from_the_lines_of_others(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=60)
    await put(room, pages, 12)
    for page in pages:
        await page.plays("draw")
    await put(room, pages, 6)
    now = room.table.seq
    assert await seqs(party.page(room, EVE)) == [*range(now - 13, now - 7), *range(now - 5, now + 1)]


async def test_so_many_lines_are_kept_in_a_table_and_snapshot(monkeypatch: pytest.MonkeyPatch, party: Company) -> None:
    monkeypatch.setattr("app.table.game.LINES_KEPT", 10)
    room, pages = await party.playing(ANN, BEN, length=60)
    await put(room, pages, 30)
    await pages[1].asks(commands.Propose("undo"))
    await put(room, pages, 9)
    assert len(room.table.lines) == 10
    copy = snapshots.unpacked(room.table.room, snapshots.compressed(snapshots.packed(room.table)))
    assert told(copy) == told(room.table)
    await put(room, pages, 1)
    assert [line.seq for line in room.table.lines] == [*range(room.table.seq - 9, room.table.seq + 1)]


async def test_results_are_counted_once_and_sent_where_unseen(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    standings = views.standings
    monkeypatch.setattr(views, "standings", lambda past: counted.append(len(past)) or standings(past))
    room, (ann, ben) = await party.playing(ANN, BEN, length=2)
    await put(room, [ann, ben], 2)
    await ann.asks(commands.Rematch())
    (past,) = room.table.past
    pages = [party.page(room, EVE, seen) for seen in (0, past.ended - 1, past.ended, room.table.seq)]
    assert [len(await page.hears("results")) for page in pages] == [1, 1, 0, 0]
    await put(room, [ann, ben], 2)
    assert len((await party.page(room, EVE).sees("results"))["games"]) == 2
    assert counted == [1, 2]
    await ben.asks(commands.MakeLink(1))
    before, link = views.results(room.table), (await ben.sees("link"))["link"]
    await party.page(room, CLEO).asks(commands.TakeSeat(link))
    assert views.results(room.table) is not before, "somebody goes on as another guest"


async def test_what_is_tried_copies_no_state_piece_by_piece(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    room = await in_its_last_round(rooms)
    monkeypatch.setattr(Row, "__deepcopy__", lambda row, memo: pytest.fail("a piece"), raising=False)
    trial = room.table.copy_for_trial()
    assert trial.playing.state == room.table.playing.state
    assert trial.playing.state is not room.table.playing.state


async def in_its_last_round(rooms: Rooms, **options: Any) -> Room:
    """A match of Color Gin of the maximum length, with rounds whose records are as long as possible."""
    longest = {"dealer": 0, "out": 1, "how": "knock", "counts": (10, 110), "winner": 0, "points": 100, "suits": SUITS}
    room = await begun(rooms, "color_gin", 2, target=500, **options)
    for _ in range(60):
        await one_move(room)
    state: State = room.table.playing.state
    state.sheet, state.round = tuple(Row(round=n, **longest) for n in range(1, MOST_ROUNDS - 1)), MOST_ROUNDS - 1
    return room


def sent(room: Room, name: str, seen: int) -> int:
    """The bytes sent to a page of this guest."""
    return sum(len(message.encoded) for message in room.snapshot(Viewer(room, guest_called(name), seen), seen))


@pytest.mark.parametrize("mode", ["versus", "coop", "jokers"])
async def test_who_comes_to_the_longest_match_of_color_gin_gets_little_more_than_six_kilobytes(
    rooms: Rooms, mode: str
) -> None:
    room = await in_its_last_round(rooms, mode=mode)
    for _ in range(60):
        assert sent(room, "Zoe", 0) <= 6.25 * 1024
        if room.table.phase == "playing":
            await one_move(room)


async def test_the_rounds_of_the_longest_match_take_less_than_two_kilobytes_of_a_frame(rooms: Rooms) -> None:
    room = await in_its_last_round(rooms)
    with_sheet = sent(room, "Ann", room.table.seq)
    room.table.playing.state.sheet = ()
    assert with_sheet - sent(room, "Ann", room.table.seq) < 2 * 1024
