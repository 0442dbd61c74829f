"""Hands that players open to spectators: who is sent them, how late, and not one byte of them after they are closed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from app.protocol import commands
from app.protocol.commands import Agree, ChooseViewpoint, LookBack, PointAt, Propose, React, Speak
from app.protocol.messages import Refusal
from app.rooms.identities import handle_of
from app.rooms.outbox import Message, Outbox
from app.rooms.room import Room
from app.services.open_hands import OpenHands
from app.storage.commit import OutcomeUnknown
from app.storage.guests import Guest
from app.table import proposals
from app.table.evening import MOVES_LATE, SECONDS_LATE
from app.table.event_ids import SERVER, new_id
from app.table.moves import bots_answer
from games import GAMES
from tests.support.played_games import reopened
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, settled, until

SHOW, HIDE = commands.OpenHands(True), commands.OpenHands(False)
LATE = {"moves": MOVES_LATE, "seconds": SECONDS_LATE}
DAVE = Guest("dave-id", b"dave", "Dave")


class Evening:
    """A table of Ann and Ben, whom Eve watches with Ben's eyes as soon as she may; and a clock that the test sets."""

    def __init__(self, party: Company, room: Room, pages: list[Page]) -> None:
        self.party = party
        self.room = room
        self.players = pages
        self.service = party.employs(OpenHands(party.rooms))
        self.now = 0.0
        room.audience.open_hands.now = lambda: self.now
        self.eve = party.page(room, EVE)

    async def opens(self) -> None:
        for page in self.players:
            await page.asks(SHOW)

    async def looks(self, page: Page, seat: int | None = 1) -> None:
        await page.asks(ChooseViewpoint(seat))

    async def passes(self, seconds: float = SECONDS_LATE) -> None:
        self.now += seconds
        self.room.changed()
        await settled()

    async def moves(self, number: int = MOVES_LATE, do: str = "put") -> None:
        for _ in range(number):
            (seat,) = self.room.table.playing.state.question.seats
            await self.players[seat].plays(do, **({"bead": 1} if do == "put" else {}))

    async def is_under_way(self) -> None:
        """The hands are open, Eve looks at Ben's, and is shown it."""
        await self.opens()
        await self.looks(self.eve)
        await self.moves()
        await self.passes()
        assert await late(self.eve)


async def late(page: Page) -> list[dict[str, Any]]:
    """The frames with a hand that this page was sent."""
    return [frame for frame in await page.hears("frame") if "delayed" in frame]


@pytest.fixture
async def evening(party: Company) -> Evening:
    room, pages = await party.playing(ANN, BEN, length=60)
    for page in pages:
        await page.plays("draw")
    return Evening(party, room, pages)


# --- Agreeing -----------------------------------------------------------------------------------------------


async def test_spectators_are_shown_no_hand_before_all_have_agreed(evening: Evening) -> None:
    with pytest.raises(Exception, match="not_your_seat"):
        await evening.looks(evening.eve)
    await evening.players[0].asks(SHOW)
    with pytest.raises(Exception, match="not_your_seat"):
        await evening.looks(evening.eve)
    await evening.moves(4)
    await evening.passes()
    assert await late(evening.eve) == []
    assert (await evening.eve.sees("table"))["hands"] == {"open": False, "agreed": [0], "waiting": [1], **LATE}
    assert "sees_hands" not in (await evening.eve.sees("table"))["you"]


async def test_everybody_is_told_who_has_agreed_and_that_the_hands_are_open(evening: Evening) -> None:
    await evening.opens()
    for page in (*evening.players, evening.eve):
        told = [line["kind"] for frame in await page.hears("frame") for line in frame["lines"]]
        assert told[-2:] == ["hands_agreed", "hands_open"]
        assert (await page.sees("table"))["hands"] == {"open": True, "agreed": [0, 1], "waiting": [], **LATE}


async def test_bots_have_no_say_but_a_player_for_whom_one_plays_has(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, seats=3)
    await ann.asks(SHOW)
    ben.leaves()
    room.audience.note_gone(BEN.id)
    await ann.asks(commands.SeatBot(1))
    assert not room.table.people.open_hands.is_open
    assert (await ann.sees("table"))["hands"]["waiting"] == [1]
    back = party.page(room, BEN)
    await back.asks(commands.Hello(), SHOW)
    assert room.table.people.open_hands.is_open


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        ("beads", {"team": True}, "you are one team"),
        ("color_gin", {"mode": "coop"}, "you are one team"),
        ("tcnccc", {"memory": "strict"}, "everybody sees the same"),
        ("tcnccc", {"memory": "aided"}, "everybody sees the same"),
    ],
)
async def test_a_team_and_a_game_without_hands_have_none_to_show(
    party: Company, game: str, options: dict[str, Any], why: str
) -> None:
    _, (ann, _) = await party.playing(ANN, BEN, game=game, **options)
    assert why in await ann.refused(SHOW)
    assert "hands" not in await ann.sees("table")


async def test_where_spectators_see_nothing_hands_are_not_opened_and_closing_the_game_to_them_closes_hands(
    evening: Evening,
) -> None:
    await evening.is_under_way()
    await evening.eve.forgets()
    await evening.players[0].asks(commands.ChangeSettings(onlookers=False))
    assert await evening.eve.hears("frame") == []
    assert "closed to spectators" in await evening.players[0].refused(SHOW)
    await evening.players[0].asks(commands.ChangeSettings(onlookers=True))
    assert not evening.room.table.people.open_hands.is_open


async def test_a_seat_can_say_yes_only_so_often_but_no_at_any_time(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.table.decide.MOST_IDLE_OF_A_SEAT", 3)
    ann, _ = evening.players
    await ann.asks(SHOW, HIDE, SHOW, HIDE)
    assert "too often" in await ann.refused(SHOW)
    await evening.players[1].asks(SHOW)
    await ann.asks(HIDE)
    assert "no one has proposed it" in await ann.refused(HIDE)


# --- How late -----------------------------------------------------------------------------------------------


async def test_a_hand_is_shown_after_two_moves_and_thirty_seconds_and_not_before_both(evening: Evening) -> None:
    await evening.opens()
    await evening.looks(evening.eve)
    opened = evening.room.table.seq
    await evening.passes(SECONDS_LATE * 10)
    assert await late(evening.eve) == [], "no moves, much time"
    await evening.moves(1)
    assert await late(evening.eve) == [], "one move, much time"
    await evening.moves(1)
    (first,) = await late(evening.eve)
    assert first["seq"] == opened, "a moment from before two moves"
    await evening.moves(5)
    await evening.passes(SECONDS_LATE - 0.1)
    assert len(await late(evening.eve)) == 1, "many moves, a little too soon"
    await evening.passes(0.1)
    assert [frame["seq"] for frame in await late(evening.eve)] == [*range(opened, opened + 6)]


async def test_the_alarm_shows_what_only_time_was_wanting_for(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.opens()
    await evening.looks(evening.eve)
    await evening.moves()
    loop, set_for = asyncio.get_running_loop(), []
    monkeypatch.setattr(loop, "call_later", lambda delay, then, *given: set_for.append((delay, then, given)))
    evening.service.watch(evening.room)
    ((delay, then, given),) = set_for
    assert delay == pytest.approx(SECONDS_LATE)
    evening.now += delay
    then(*given)
    assert len(await late(evening.eve)) == 1


async def test_a_late_frame_has_what_the_seat_saw_then_and_nothing_to_choose(evening: Evening) -> None:
    (_, ben), state = evening.players, evening.room.table.playing.state
    await evening.opens()
    saw = (await ben.sees("frame"))["view"]
    drawn = list(state.drawn[1])
    await evening.looks(evening.eve)
    await evening.moves(do="draw")
    await evening.passes()
    (frame,) = await late(evening.eve)
    assert frame["delayed"] == {"eyes": 1, "moves": MOVES_LATE, "seconds": SECONDS_LATE}
    assert frame["view"] == saw
    assert frame["view"]["mine"] == drawn
    assert (frame["you"], frame["choices"], frame["free"], frame["pick"]) == (None, [], [], None)


async def test_while_a_page_is_shown_the_past_it_is_not_shown_the_present(evening: Evening) -> None:
    await evening.is_under_way()
    await evening.eve.forgets()
    await evening.moves(5)
    frames = await evening.eve.hears("frame")
    assert frames == await late(evening.eve)
    assert frames[-1]["seq"] <= evening.room.table.seq - MOVES_LATE
    await evening.eve.forgets()
    await evening.looks(evening.eve, None)
    (frame,) = await evening.eve.hears("frame")
    assert (frame["seq"], "delayed" in frame) == (evening.room.table.seq, False)


async def test_one_may_choose_other_eyes_at_any_time(evening: Evening) -> None:
    await evening.is_under_way()
    await evening.looks(evening.eve, 0)
    *_, frame = await late(evening.eve)
    assert (frame["delayed"]["eyes"], (await evening.eve.sees("table"))["you"]["eyes"]) == (0, 0)
    with pytest.raises(Exception, match="not_your_seat"):
        await evening.looks(evening.eve, 9)


async def test_of_many_moves_in_a_moment_the_oldest_are_shown_together(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.frame_order.MOST_KEPT", 5)
    await evening.is_under_way()
    await evening.moves(3)
    shown = (await late(evening.eve))[-1]["seq"]
    await evening.eve.forgets()
    await evening.moves(9)
    await evening.passes()
    frames = await late(evening.eve)
    newest = evening.room.table.seq - MOVES_LATE
    assert [frame["seq"] for frame in frames] == [newest - 2, newest - 1, newest]
    assert [line["seq"] for frame in frames for line in frame["lines"]] == [*range(shown + 1, newest + 1)]


async def test_what_is_taken_back_is_not_shown_and_the_delay_begins_anew(evening: Evening) -> None:
    await evening.is_under_way()
    await evening.moves(3)
    (asked,) = evening.room.table.playing.state.question.seats
    before = evening.players[1 - asked]
    await evening.eve.forgets()
    await before.asks(Propose("undo"))
    (frame,) = await evening.eve.hears("frame")
    assert (frame["seq"], "delayed" in frame) == (evening.room.table.seq, False)
    taken_back = evening.room.table.seq
    await evening.passes(SECONDS_LATE * 10)
    assert await late(evening.eve) == []
    await evening.moves()
    await evening.passes()
    assert min(frame["seq"] for frame in await late(evening.eve)) == taken_back


# --- Closing ------------------------------------------------------------------------------------------------


CLOSES: dict[str, Callable[[Evening], Awaitable[None]]] = {
    "a player hides": lambda evening: evening.players[1].asks(HIDE),
    "the game ends": lambda evening: _end(evening),
    "the host closes it to spectators": lambda evening: evening.players[0].asks(
        commands.ChangeSettings(onlookers=False)
    ),
    "a player is removed": lambda evening: evening.players[0].asks(commands.Kick(person="Ben")),
    "a player goes on elsewhere": lambda evening: _take_over(evening),
}


async def _end(evening: Evening) -> None:
    ann, ben = evening.players
    await ann.asks(Propose("end"))
    await ben.asks(Agree(True))


async def _take_over(evening: Evening) -> None:
    await evening.players[1].asks(commands.MakeLink())
    link = (await evening.players[1].sees("link"))["link"]
    await evening.party.page(evening.room, DAVE).asks(commands.TakeSeat(link))


@pytest.mark.parametrize("close", CLOSES.values(), ids=CLOSES.keys())
async def test_whatever_closes_the_hands_withdraws_every_frame_under_way(
    evening: Evening, close: Callable[[Evening], Awaitable[None]]
) -> None:
    """One waits in the outbox of a page that does not keep up, others for their time."""
    await evening.is_under_way()
    reader = Outbox(evening.eve.viewer.outbox._snapshot, 0, None)
    evening.eve.viewer.outbox = reader
    await evening.moves()
    await evening.passes()
    assert any(b'"delayed"' in message.encoded for message in reader._queue)
    await close(evening)
    await evening.passes(SECONDS_LATE * 10)
    sent: list[bytes] = []

    async def send(message: bytes) -> None:
        sent.append(message)

    reader.finish(1000)
    reader._close_code = None
    writer = asyncio.create_task(reader.send_all(send))
    await settled()
    writer.cancel()
    assert sent
    assert not [message for message in sent if b'"delayed"' in message]
    assert evening.eve.viewer.eyes is None


async def test_a_frame_that_waits_for_the_network_is_withdrawn_too() -> None:
    may_write, sent = asyncio.Event(), []

    async def send(message: bytes) -> None:
        sent.append(message)

    async def until_writable() -> None:
        await may_write.wait()

    outbox = Outbox(lambda seen: [Message(b"the present", 0)], 0, None)
    outbox.put(Message(b"a hand", 0, can_be_withdrawn=True))
    writer = asyncio.create_task(outbox.send_all(send, until_writable))
    await settled()
    outbox.withdraw()
    outbox.start_over()
    may_write.set()
    await settled()
    writer.cancel()
    assert sent == [b"the present"]


async def test_after_hiding_all_have_to_agree_anew_and_each_game_asks_anew(evening: Evening) -> None:
    await evening.is_under_way()
    ann, ben = evening.players
    await ann.asks(HIDE)
    assert (await ben.sees("table"))["hands"] == {"open": False, "agreed": [], "waiting": [0, 1], **LATE}
    await evening.opens()
    await _end(evening)
    await ann.asks(commands.Rematch())
    assert (await ben.sees("table"))["hands"] == {"open": False, "agreed": [], "waiting": [0, 1], **LATE}


# --- Who is no mere spectator -------------------------------------------------------------------------------


async def test_a_page_that_comes_back_is_shown_the_present_until_it_asks_again(evening: Evening) -> None:
    await evening.is_under_way()
    evening.eve.leaves()
    again = evening.party.page(evening.room, EVE, seen=evening.room.table.seq)
    assert await late(again) == []
    await evening.looks(again)
    assert len(await late(again)) == 1


async def test_a_room_that_was_read_anew_promises_the_whole_delay_again(evening: Evening) -> None:
    await evening.is_under_way()
    for page in (*evening.players, evening.eve):
        page.leaves()
    evening.room = await reopened(evening.party.rooms, evening.room)
    evening.room.audience.open_hands.now = lambda: evening.now
    evening.players = [evening.party.page(evening.room, guest) for guest in (ANN, BEN)]
    eve = evening.party.page(evening.room, EVE)
    await evening.looks(eve)
    await evening.passes(SECONDS_LATE * 10)
    assert await late(eve) == []
    loaded = evening.room.table.seq
    await evening.moves(3)
    await evening.passes()
    assert min(frame["seq"] for frame in await late(eve)) > loaded


async def test_a_spectator_who_asks_for_a_seat_is_shown_no_more_of_this_game(evening: Evening) -> None:
    await evening.is_under_way()
    evening.players[1].leaves()
    evening.room.audience.note_gone(BEN.id)
    await evening.eve.asks(commands.Sit(1, back=True))
    await evening.eve.forgets()
    await evening.moves(1)
    await evening.passes()
    assert await late(evening.eve) == []
    await evening.eve.asks(commands.Stand())
    with pytest.raises(Exception, match="not_your_seat"):
        await evening.looks(evening.eve)


async def test_whoever_may_have_seen_the_hands_plays_on_with_none_of_them(
    party: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.table.clock.GRACE_S", 0.0)
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO)
    party.page(room, EVE)
    for page in (ann, ben, cleo):
        await page.asks(SHOW)
    cleo.leaves()
    room.audience.note_gone(CLEO.id)
    await ann.asks(commands.GiveSeat(person=handle_of(room.table, EVE.id), seat=2))
    heir = commands.Admit(person=handle_of(room.table, EVE.id), yes=True)
    with pytest.raises(Refusal, match="the seat changes hands when it is over"):
        proposals.refuse_informed_heir(room.table, EVE.id, heir.yes)
    assert room.table.people.open_hands.is_open, "the seat is still Cleo's"


async def test_who_played_this_game_and_lost_the_seat_is_shown_no_hand(evening: Evening) -> None:
    await evening.players[0].asks(commands.Kick(person="Ben"))
    await evening.players[0].asks(SHOW)
    assert evening.room.table.people.open_hands.is_open
    with pytest.raises(Exception, match="not_your_seat"):
        await evening.looks(evening.players[1], 0)
    await evening.looks(evening.eve, 0)


async def test_a_host_without_a_seat_is_shown_no_hand(party: Company) -> None:
    room, (ann, ben, cleo) = await party.seated(ANN, BEN, CLEO, seats=3)
    await ann.asks(commands.Stand(), commands.SeatBot(0, "easy"), commands.Start())
    for page in (ben, cleo):
        await page.asks(SHOW)
    assert room.table.people.open_hands.is_open
    assert "not_your_seat" in await ann.refused(ChooseViewpoint(1))


@pytest.mark.parametrize(("beside", "may_look"), [(ANN, False), (BEN, False), (EVE, True)])
async def test_a_big_screen_beside_a_player_shows_no_hand_and_one_of_a_spectator_may(
    evening: Evening, beside: Guest, may_look: bool
) -> None:
    await evening.is_under_way()
    screen = evening.party.page(evening.room, beside.beside())
    screen.viewer.only_watches = True
    if may_look:
        await evening.looks(screen)
    else:
        assert "This page only watches." in await screen.refused(ChooseViewpoint(1))
    await evening.moves()
    await evening.passes()
    assert bool(await late(screen)) == may_look
    assert "This page only watches." in await screen.refused(SHOW)


# --- What spectators could say to players -------------------------------------------------------------------


async def test_what_spectators_say_reaches_nobody_who_might_take_it_to_the_table(evening: Evening) -> None:
    evening.party.page(evening.room, DAVE)
    room, (ann, ben) = evening.room, evening.players
    screen = evening.party.page(room, ANN.beside())
    before = evening.party.page(room, CLEO)
    await evening.eve.asks(Speak("good evening"))
    await evening.opens()
    await before.asks(commands.Hello())
    room.table.people.open_hands.insiders.add(CLEO.id)  # as if she had asked for a seat
    await evening.eve.asks(Speak("Ann has a seven"), React("wow"))
    for page in (ann, ben):
        assert await page.hears("chat") == await page.hears("reaction") == []
    for page in (screen, before, evening.party.page(room, CLEO)):
        assert [chat["text"] for chat in await page.hears("chat")] == ["good evening"]
        assert await page.hears("reaction") == []
    room.table.people.open_hands.insiders.discard(CLEO.id)


async def test_names_of_spectators_are_not_shown_from_then_on_until_the_end(evening: Evening) -> None:
    evening.room.audience.show_table()
    assert (await evening.players[0].sees("table"))["watching"] == ["Eve"]
    await evening.opens()
    await evening.players[0].asks(HIDE)
    await evening.eve.asks(commands.Hello(name="Ben has the ace"))
    evening.room.audience.show_table()
    assert (await evening.players[0].sees("table"))["watching"] == ["…"]
    await _end(evening)
    assert (await evening.players[0].sees("table"))["watching"] == ["Ben has the ace"]


async def test_spectators_neither_lead_nor_point_while_they_may_know_hands(evening: Evening) -> None:
    await _end(evening)
    await evening.players[0].asks(commands.Rematch(), LookBack(1, 3))
    await evening.eve.asks(commands.Follow(1), PointAt("card-QH"))
    await evening.opens()
    for page in (*evening.players, evening.eve):
        await page.forgets()
    for wish in (PointAt("card-QH"), LookBack(1, 4)):
        assert "look back together when this game is over" in await evening.eve.refused(wish)
    evening.players[0].leaves()  # who led; Eve would take over under her name
    assert all(message["leader"] is None for message in await evening.players[1].hears("looks_back"))


# --- When the log may say otherwise -------------------------------------------------------------------------


async def test_a_node_reads_the_log_before_it_shows_a_hand(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await evening.is_under_way()
    other = await evening.party.other_node()
    monkeypatch.setattr(evening.party.store, "shared", True)
    there = await other.finds(evening.room)
    there.audience.open_hands.now = lambda: evening.now
    service = other.employs(OpenHands(other.rooms))
    eve = other.page(there, EVE)
    await eve.asks(ChooseViewpoint(1))
    await evening.moves(4)
    await there.read_on()
    await evening.players[0].asks(HIDE)  # and no notice of it comes
    evening.now += SECONDS_LATE
    service.watch(there)
    await until(lambda: not service._reading)
    await settled()
    assert await late(eve) == []
    assert there.table.seq == evening.room.table.seq


async def test_while_the_log_cannot_be_read_no_hand_is_shown(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await evening.is_under_way()
    await evening.moves(4)
    await evening.eve.forgets()
    evening.room.note("an outcome is unknown")

    async def fails(*given: object) -> None:
        raise OutcomeUnknown("down")

    with monkeypatch.context() as down:
        down.setattr(evening.party.store, "load", fails)
        await evening.passes()
        assert await late(evening.eve) == []
    await evening.passes(0)
    await until(lambda: not evening.service._reading)
    assert await late(evening.eve)


async def test_a_room_in_quarantine_shows_no_hand(evening: Evening) -> None:
    await evening.is_under_way()
    await evening.eve.forgets()
    evening.room.quarantine("view", ZeroDivisionError())
    await evening.passes(SECONDS_LATE * 10)
    assert await late(evening.eve) == []
    evening.party.pages.clear()  # its log is sound, and not compared


# --- Worlds that differ in what is hidden -------------------------------------------------------------------


@pytest.mark.parametrize("game", ["color_gin", "sin_color"])
async def test_without_agreement_a_spectator_is_sent_the_same_bytes_whatever_the_hands_are(
    party: Company, game: str
) -> None:
    room, pages = await party.playing(*(ANN, BEN, CLEO)[: GAMES[game].seats[0]], game=game)
    for page in pages[1:]:
        await page.asks(SHOW)
    eve, service = party.page(room, EVE), party.employs(OpenHands(party.rooms))
    chance, table = iter(range(10_000)), room.table

    class Chance:
        def below(self, bound: int, label: str) -> int:
            return next(chance) % bound

    for _ in range(12):
        kept, question = table.playing.state, table.playing.state.question
        sent = room.snapshot(eve.viewer, 0)
        table.playing.state = table.game.scramble(kept, None, Chance())
        service.watch(room)
        assert [message.encoded for message in room.snapshot(eve.viewer, 0)] == [message.encoded for message in sent]
        table.playing.state = kept
        seat = question.seats[0]
        await room.do(SERVER, new_id(), lambda table, seat=seat, of=question: bots_answer(table, seat, of.number))
    assert await late(eve) == []
