"""An answer that a player gives before they are asked is given when they are: once, and as if they had pressed the
button then. Nobody else learns that there is one."""

from collections.abc import Sequence
from typing import Any

import pytest

from app.beforehand.offers import LEAST_MS, MOST_MS, due_at
from app.protocol import commands
from app.protocol.commands import AnswerBeforehand
from app.rooms.room import Room
from app.services.beforehand import Beforehand
from app.storage.guests import Guest, id_beside
from app.table.events import Moved
from games import BEFOREHAND
from games.beforehand import Offer
from games.engine import say
from tests.support.beads import Draw, Options, Say, Together, Turn, View
from tests.support.clocks import moves_in
from tests.support.tables import ANN, BEN, CLEO, EVE, AtPlay, Company, Page, gone, question_of, settled, until


def offers(options: Options, view: View, seat: int) -> Sequence[Offer]:
    """Drawing, as long as nobody puts bead 1; and what to say, as long as nobody draws."""
    when, changed = say("In your next turn"), say("Your beads have changed.")
    ones = [bead for _, bead in view.string if bead == 1]
    draw = Offer(key="draw", asks=Turn, move=Draw(), when=when, basis=ones, changed=changed)
    return [draw, Offer(key="say", asks=Together, move=Say(1), when=when, basis=view.mine, changed=changed)]


@pytest.fixture(autouse=True)
def in_beads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BEFOREHAND, "beads", offers)


@pytest.fixture
def service(party: Company) -> Beforehand:
    return party.employs(Beforehand(party.rooms, pace=0))


@pytest.fixture
async def at_play(party: Company, service: Beforehand) -> AtPlay:
    """Ann is asked, and Ben waits."""
    room, (ann, ben) = await party.playing(ANN, BEN)
    await until(lambda: room.beforehand.are_known(room.table))
    return room, ann, ben


DRAW = AnswerBeforehand("draw")
WORDS = {"offer": "draw", "when": {"text": "In your next turn"}, "label": {"text": "Draw a bead"}}


async def told(page: Page) -> list[tuple[str | None, bool, str | None]]:
    """What a page has been told: the answer, whether it is given soon, and why one was dropped."""
    return [
        (said["stored"] and said["stored"]["offer"], said["soon"], said["why"] and said["why"]["text"])
        for said in await page.hears("beforehand")
    ]


async def done(room: Room, question: int) -> None:
    """Wait until this question is answered."""
    await until(lambda: question_of(room) != question)
    await settled()


async def kept(party: Company, room: Room) -> list[str]:
    """What the database has."""
    return [answer.offer for answer in await party.store.answers_beforehand(room.table.room)]


async def test_an_answer_is_shown_to_its_player_and_given_when_they_are_asked(party: Company, at_play: AtPlay) -> None:
    room, ann, ben = at_play
    await ben.asks(AnswerBeforehand())
    (asked,) = await ben.hears("beforehand")
    assert (asked["seat"], asked["stored"], asked["offers"][0]) == (1, None, WORDS)
    await ben.asks(DRAW)
    assert (await ben.sees("beforehand"))["stored"] == WORDS
    question = question_of(room)
    await ann.plays("put", bead=0)
    await done(room, question + 1)
    assert [(move.seat, move.bot, move.lapsed) for move in await moves_in(party, room)] == [
        (0, False, False), (1, False, False)
    ]  # fmt: skip
    assert (await told(ben))[1:] == [("draw", False, None), ("draw", True, None), (None, False, None)]
    await until_async(party, room, [])
    await ann.plays("put", bead=0)
    assert 1 in room.table.playing.state.question.seats  # once


async def until_async(party: Company, room: Room, answers: list[str]) -> None:
    while await kept(party, room) != answers:
        await settled()


async def test_all_pages_of_its_player_show_it_and_no_other(party: Company, at_play: AtPlay) -> None:
    room, ann, ben = at_play
    other, eve, tv = (party.page(room, guest) for guest in (BEN, EVE, Guest(id_beside(BEN.id), b"", "Screen")))
    await ben.asks(DRAW)
    later = party.page(room, BEN)
    assert [await told(page) for page in (other, later)] == [[("draw", False, None)]] * 2
    assert [await told(page) for page in (ann, eve, tv)] == [[], [], []]


async def test_it_can_be_replaced_and_taken_back_until_it_is_given(party: Company, at_play: AtPlay) -> None:
    room, ann, ben = at_play
    await ben.asks(AnswerBeforehand("say"), DRAW, AnswerBeforehand(None))
    assert await told(ben) == [("say", False, None), ("draw", False, None), (None, False, None)]
    assert await kept(party, room) == []
    await ann.plays("put", bead=0)
    await settled()
    assert len(await moves_in(party, room)) == 1


async def test_it_is_dropped_with_the_reason_when_its_basis_changes(party: Company, at_play: AtPlay) -> None:
    room, ann, ben = at_play
    await ben.asks(DRAW)
    await ann.plays("put", bead=1)
    await settled()
    assert (await told(ben))[-1] == (None, False, "Your beads have changed.")
    assert len(await moves_in(party, room)) == 1
    await ben.plays("put", bead=0)
    assert (await told(ben))[-1] == (None, False, None)  # they have read it
    await until_async(party, room, [])


async def test_who_answers_otherwise_before_it_is_given_has_answered(
    party: Company, at_play: AtPlay, service: Beforehand
) -> None:
    room, ann, ben = at_play
    service.pace = 1
    await ben.asks(DRAW)
    await ann.plays("put", bead=0)
    assert (await told(ben))[-1] == ("draw", True, None)
    await ben.plays("put", bead=0)
    assert (await told(ben))[-1] == (None, False, None)
    await until_async(party, room, [])
    service.pace = 0
    await ann.plays("put", bead=0)
    await settled()
    assert len(await moves_in(party, room)) == 3


async def test_what_is_asked_now_or_not_offered_cannot_be_answered_beforehand(party: Company, at_play: AtPlay) -> None:
    room, ann, ben = at_play
    assert "not_now: This cannot" in await ann.refused(DRAW)
    assert "not_now: This cannot" in await ben.refused(AnswerBeforehand("fly"))
    assert "not_seated" in await party.page(room, EVE).refused(DRAW)
    assert "not_your_seat" in await ben.refused(AnswerBeforehand("draw", seat=0))


async def test_among_bots_alone_nothing_is_answered_beforehand(party: Company, service: Beforehand) -> None:
    _room, (ann,) = await party.playing(ANN, seats=2)
    assert "beforehand" not in await ann.sees("table")
    await ann.plays("put", bead=0)
    assert "not_now: This cannot" in await ann.refused(DRAW)


async def test_tables_say_where_players_may_answer_beforehand(at_play: AtPlay) -> None:
    _, ann, ben = at_play
    assert [(await page.sees("table"))["beforehand"] for page in (ann, ben)] == [True, True]


# --- What must not become of it -----------------------------------------------------------------------------


async def test_an_answer_to_a_question_that_never_comes_goes_with_the_game(party: Company, at_play: AtPlay) -> None:
    room, ann, ben = at_play
    await ben.asks(AnswerBeforehand("say"))
    await ann.asks(commands.Propose("end"))
    await ben.asks(commands.Agree(True))
    await until_async(party, room, [])
    assert (await told(ben))[-1] == (None, False, None)
    await ann.asks(commands.Rematch())
    assert (await told(ben))[-1] == (None, False, None)


async def test_a_seat_that_a_bot_takes_over_is_the_bots(
    party: Company, at_play: AtPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, ann, ben = at_play
    await ben.asks(DRAW)
    monkeypatch.setattr("app.rooms.room.GONE_AFTER_S", 0)
    await gone(ben)
    await until(lambda: BEN.id not in room.audience.here)
    await ann.asks(commands.SeatBot(1))
    await until_async(party, room, [])
    back = party.page(room, BEN)
    await back.asks(commands.Hello())
    await ann.plays("put", bead=0)
    await settled()
    assert len(await moves_in(party, room)) == 1


async def test_a_player_who_left_the_room_has_answered_all_the_same(party: Company, at_play: AtPlay) -> None:
    room, ann, ben = at_play
    await ben.asks(DRAW)
    await gone(ben)
    question = question_of(room)
    await ann.plays("put", bead=0)
    await done(room, question + 1)
    (_, move) = await moves_in(party, room)
    assert (move.seat, move.bot) == (1, False)


async def test_a_move_that_was_given_so_can_be_taken_back_and_is_not_given_again(
    party: Company, service: Beforehand
) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, together=True)
    service.pace = 1
    await ann.plays("say", bead=0)
    assert "not_now" in await ben.refused(AnswerBeforehand("say"))
    await ann.asks(AnswerBeforehand("say"))
    service.pace = 0
    await ben.plays("say", bead=0)
    await until(lambda: question_of(room) == 2)
    await until(lambda: 0 not in room.table.playing.state.question.seats)
    await settled()
    await ann.asks(commands.Propose("undo"))
    await settled()
    assert 0 in room.table.playing.state.question.seats


async def test_in_a_pause_nothing_is_given_but_afterwards(party: Company, at_play: AtPlay, service: Beforehand) -> None:
    room, ann, ben = at_play
    service.pace = 1
    await ben.asks(DRAW)
    await ann.plays("put", bead=0)
    await ann.asks(commands.Pause())
    assert (await told(ben))[-1] == ("draw", False, None)
    service.pace = 0
    question = question_of(room)
    await ann.asks(commands.Resume())
    await done(room, question)
    assert len(await moves_in(party, room)) == 2


async def test_it_outlives_the_server(party: Company, at_play: AtPlay) -> None:
    room, _ann, ben = at_play
    await ben.asks(DRAW)
    other = await party.other_node()
    other.employs(Beforehand(other.rooms, pace=0))
    again = await other.finds(room)
    page = other.page(again, BEN)
    await until_told(page)
    assert await told(page) == [("draw", False, None)]
    await other.page(again, ANN).plays("put", bead=0)
    await until(lambda: len([*again.table.playing.state.string]) == 2)


async def until_told(page: Page) -> None:
    while not await page.hears("beforehand"):
        await settled()


async def test_two_nodes_give_it_once_and_neither_what_was_taken_back_at_the_other(
    party: Company, at_play: AtPlay, service: Beforehand
) -> None:
    room, ann, ben = at_play
    other = await party.other_node()
    there = other.employs(Beforehand(other.rooms, pace=0))
    again = await other.finds(room)
    elsewhere = other.page(again, BEN)
    await ben.asks(DRAW)
    await ann.plays("put", bead=0)
    await again.read_on()
    await until(lambda: len(room.table.playing.state.string) == 2)
    await again.read_on()
    await settled()
    assert len(await moves_in(party, room)) == 2
    await elsewhere.asks(DRAW)
    await ben.asks(AnswerBeforehand(None))
    await ann.plays("put", bead=0)
    await again.read_on()
    await until(lambda: not there._tasks)
    assert len(await moves_in(party, room)) == 3


# --- A secret -----------------------------------------------------------------------------------------------


async def everything_of_an_evening(party: Company, offer: str | None) -> list[list[dict[str, Any]]]:
    """What Ann, a spectator and a screen beside Ben are sent until he is asked, if he answers so beforehand."""
    room, pages = await party.playing(ANN, BEN, CLEO)
    pages += [party.page(room, guest) for guest in (EVE, Guest(id_beside(BEN.id), b"", "Screen"))]
    await until(lambda: room.audience._table_due is None)  # all have been shown who has come
    for wish in (offer, None, offer):
        if offer is not None:
            await pages[1].asks(AnswerBeforehand(wish))
    await pages[0].plays("put", bead=0)
    await pages[0].asks(commands.Speak("Well?"))
    return [await page.hears() for page in pages if page is not pages[1]]


def without_chance(said: Any) -> Any:
    """Without what differs between any two rooms."""
    if isinstance(said, dict):
        hidden = {"id", "room", "person", "deal", "watching", "audience"}
        return {name: without_chance(value) for name, value in said.items() if name not in hidden}
    return [without_chance(each) for each in said] if isinstance(said, list) else said


async def test_nobody_else_is_sent_anything_else_because_somebody_has_answered_beforehand(
    party: Company, service: Beforehand
) -> None:
    service.pace = 1
    without, withal, other = [await everything_of_an_evening(party, offer) for offer in (None, "draw", "say")]
    assert without_chance(without) == without_chance(withal) == without_chance(other)


async def test_the_log_of_the_room_has_nothing_of_it_but_the_move(party: Company, at_play: AtPlay) -> None:
    room, ann, ben = at_play
    before = room.table.seq
    await ben.asks(DRAW, AnswerBeforehand("say"), DRAW)
    question = question_of(room)
    assert room.table.seq == before
    await ann.plays("put", bead=0)
    await done(room, question + 1)
    event = (await party.log(room))[-1]
    assert isinstance(event.body, Moved)
    assert (event.actor, event.body.seat) == (BEN.id, 1)


async def test_the_pause_is_between_two_and_six_seconds_whatever_the_answer_is(
    party: Company, service: Beforehand
) -> None:
    pauses = set()
    for _ in range(40):
        room, (ann, ben) = await party.playing(ANN, BEN)
        await ann.plays("put", bead=0)
        at_first = due_at(room.table, 1)
        pauses.add(at_first - room.table.at)
        await gone(ann, ben)
    assert all(LEAST_MS <= pause <= MOST_MS for pause in pauses)
    assert max(pauses) - min(pauses) > (MOST_MS - LEAST_MS) / 2
