"""Rooms: judged by the log, written to the log, then shown."""

import asyncio
import gc
import json
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from app import hosting, judging, lobby
from app.audience import Viewer
from app.entries import Entry
from app.events import Body, Moved
from app.folding import folded
from app.guests import Guest
from app.ids import new_id
from app.room import Room
from app.rooms import Rooms
from app.settings import Settings
from app.store import Store
from app.table import Table
from app.wire import Refusal
from app.wishes import Play
from app.writer import OutcomeUnknown
from games import GAMES, RETIRED

ANN, BEN, EVE = (Guest(name.lower(), name.encode(), name) for name in ("Ann", "Ben", "Eve"))


@pytest.fixture
async def rooms(database_url: str) -> AsyncIterator[Rooms]:
    store = Store(database_url)
    await store.start()
    yield Rooms(store, Settings())
    await store.close()


@pytest.fixture
async def room(rooms: Rooms) -> Room:
    """Ann and Ben sit at a table for two; the game has not begun."""
    room = await opened(rooms)
    await do(room, BEN, lambda table: lobby.sit(table, BEN.id, BEN.name, 1))
    return room


@pytest.fixture
async def playing(room: Room) -> Room:
    """Ann and Ben play."""
    await do(room, ANN, lambda table: lobby.start(table, ANN.id))
    return room


async def opened(rooms: Rooms, seats: int = 2) -> Room:
    room = await rooms.find(await rooms.open("tcnccc", seats, {}, ANN, "Ann"))
    assert room is not None
    return room


async def do(room: Room, guest: Guest, decide: Callable[[Table], Body]) -> int:
    return await room.do(guest.id, new_id(), decide)


def asked(room: Room) -> Guest:
    assert room.table.playing is not None
    return (ANN, BEN)[room.table.playing.state.question.seat]


def play(room: Room, **move: Any) -> Play:
    """The answer to the pending question."""
    assert room.table.playing is not None
    return Play(new_id(), room.table.playing.state.question.number, msgspec.Raw(msgspec.json.encode(move)))


async def answer(room: Room, wish: Play, guest: Guest | None = None) -> int:
    player = guest or asked(room)
    return await room.do(player.id, wish.id, lambda table: judging.answer(table, player.id, wish))


class Page:
    """An open page: everything that was sent to it."""

    def __init__(self, room: Room, guest: Guest, seen: int = 0) -> None:
        self.viewer = Viewer(room, guest, seen)
        self.messages: list[dict[str, Any]] = []
        room.enter(self.viewer)
        self.writer = asyncio.create_task(self.viewer.outbox.send_all(self._receive))

    async def _receive(self, text: str) -> None:
        self.messages.append(json.loads(text))

    async def sees(self, type: str) -> dict[str, Any]:
        for _ in range(20):
            await asyncio.sleep(0)
        return next(message for message in reversed(self.messages) if message["type"] == type)


# --- Opening and sitting ---


async def test_whoever_opens_a_room_sits_on_its_first_seat_and_is_host(rooms: Rooms) -> None:
    room = await opened(rooms)
    table = await Page(room, ANN).sees("table")
    you, (own, free) = table["you"], table["seats"]
    assert (you["seat"], you["name"], you["host"], you["seats"]) == (0, "Ann", True, [0])
    assert (own["name"], own["here"], own["person"]) == ("Ann", True, you["person"])
    assert (free["name"], free["here"], free["bot"]) == (None, False, None)
    assert (table["state"], table["host"], table["options"]) == ("gathering", 0, {"capacity": 6, "memory": "strict"})


@pytest.mark.parametrize(
    ("game", "seats", "options", "code", "words"),
    [
        ("chess", 2, {}, "bad_option", "There is no game called chess."),
        ("tcnccc", 7, {}, "bad_option", "TCNCCC is for 2, 3, 4, 5 or 6 players, not 7."),
        ("tcnccc", 2, {"capacity": 9}, "bad_option", 'Expected `int` <= 8 - at `$.capacity`, given {"capacity":9}.'),
        ("tcnccc", 2, {"colour": "red"}, "bad_option", "capacity and memory"),
    ],
)
async def test_a_room_that_cannot_be_is_refused_in_words(
    rooms: Rooms, game: str, seats: int, options: dict[str, Any], code: str, words: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        await rooms.open(game, seats, options, ANN, "Ann")
    assert refusal.value.code == code
    assert words in str(refusal.value.text)


async def test_a_room_nobody_opened_is_not_found(rooms: Rooms) -> None:
    assert await rooms.find("k7Qm2xZ9vB3nR5wT") is None
    assert await rooms.find("no code at all") is None


async def test_two_who_want_one_seat_one_gets_it_and_the_other_is_told(rooms: Rooms) -> None:
    room = await opened(rooms)
    wishes = [do(room, guest, lambda table, g=guest: lobby.sit(table, g.id, g.name, 1)) for guest in (BEN, EVE)]
    _, late = await asyncio.gather(*wishes, return_exceptions=True)
    assert isinstance(late, Refusal)
    assert late.code == "taken"
    assert str(late.text) == "Ben sits there. Choose another seat."


async def test_who_sits_down_again_elsewhere_leaves_the_first_seat(rooms: Rooms) -> None:
    room = await opened(rooms, seats=3)
    for seat in (1, 2):
        await do(room, BEN, lambda table, seat=seat: lobby.sit(table, BEN.id, BEN.name, seat))
    assert [seat.name for seat in room.table.seats] == ["Ann", None, "Ben"]


async def test_a_name_that_looks_like_another_at_the_table_is_refused(rooms: Rooms) -> None:
    room = await opened(rooms)
    with pytest.raises(Refusal, match="name_taken"):
        await do(room, EVE, lambda table: lobby.sit(table, EVE.id, "ÁNN", 1))


async def test_a_friend_may_take_the_seat_of_a_bot_before_the_game(rooms: Rooms) -> None:
    room = await opened(rooms)
    await do(room, ANN, lambda table: hosting.seat_bot(table, ANN.id, 1, "careful", ()))
    await do(room, BEN, lambda table: lobby.sit(table, BEN.id, BEN.name, 1))
    assert [(seat.name, seat.bot) for seat in room.table.seats] == [("Ann", None), ("Ben", None)]


REFUSED: dict[str, tuple[Callable[[Table], Body], str]] = {
    "who is not host starts": (lambda table: lobby.start(table, BEN.id), "not_host"),
    "who is not host seats a bot": (lambda table: hosting.seat_bot(table, BEN.id, 1, "careful", ()), "not_host"),
    "a seat that is not there": (lambda table: lobby.sit(table, BEN.id, BEN.name, 5), "full"),
    "sitting without a name": (lambda table: lobby.sit(table, EVE.id, None, 1), "taken"),
    "an onlooker stands up": (lambda table: lobby.stand(table, EVE.id, None), "not_seated"),
    "a rematch before the game": (lambda table: lobby.rematch(table, ANN.id), "not_now"),
    "nothing said": (lambda table: lobby.speak(table, ANN.id, "Ann", " ", None), "malformed"),
    "too much said": (lambda table: lobby.speak(table, ANN.id, "Ann", "x" * 301, None), "malformed"),
    "talk without a name": (lambda table: lobby.speak(table, EVE.id, None, "hello", None), "bad_name"),
}


@pytest.mark.parametrize(("decide", "code"), REFUSED.values(), ids=REFUSED)
async def test_a_wish_that_is_refused_changes_nothing(room: Room, decide: Callable[[Table], Body], code: str) -> None:
    before = room.table.seq
    with pytest.raises(Refusal, match=code):
        await do(room, BEN, decide)
    assert room.table.seq == before


async def test_the_game_begins_only_when_every_seat_is_taken(rooms: Rooms) -> None:
    room = await opened(rooms, seats=3)
    with pytest.raises(Refusal) as refusal:
        await do(room, ANN, lambda table: lobby.start(table, ANN.id))
    assert str(refusal.value.text) == ("These seats are free: 2 and 3. Wait for your friends, or give them to bots.")


# --- Playing ---


async def test_a_move_is_shown_to_everybody_after_it_was_written(playing: Room) -> None:
    pages = [Page(playing, guest) for guest in (ANN, BEN, EVE)]
    seq = await answer(playing, play(playing, do="draw"))
    for page in pages:
        frame = await page.sees("frame")
        assert frame["seq"] == seq
        assert frame["lines"][0]["text"]["text"] == "{seat} draws: {piece}."


async def test_only_the_seat_that_is_asked_gets_choices(playing: Room) -> None:
    pages = {guest: Page(playing, guest) for guest in (ANN, BEN, EVE)}
    for guest, page in pages.items():
        choices = (await page.sees("frame"))["choices"]
        assert bool(choices) == (guest is asked(playing))


async def test_an_onlooker_has_no_seat_in_any_frame(playing: Room) -> None:
    assert (await Page(playing, EVE).sees("frame"))["you"] is None


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"do": "place", "cylinder": 0}, "illegal"),
        ({"do": "fly"}, "malformed"),
        ({"do": "lift", "cylinder": 9}, "illegal"),
    ],
)
async def test_a_move_that_is_not_possible_is_refused(playing: Room, move: dict[str, Any], code: str) -> None:
    before = playing.table.seq
    with pytest.raises(Refusal, match=code):
        await answer(playing, play(playing, **move))
    assert playing.table.seq == before


async def test_a_move_of_somebody_who_is_not_asked_is_refused(playing: Room) -> None:
    other = BEN if asked(playing) is ANN else ANN
    with pytest.raises(Refusal, match="not_asked"):
        await answer(playing, play(playing, do="draw"), other)


async def test_an_onlooker_cannot_move(playing: Room) -> None:
    with pytest.raises(Refusal, match="not_seated"):
        await answer(playing, play(playing, do="draw"), EVE)


async def test_the_answer_to_a_question_of_the_past_is_stale(playing: Room) -> None:
    wish = play(playing, do="draw")
    await answer(playing, wish)
    late = Play(new_id(), wish.question, wish.move)
    with pytest.raises(Refusal, match="stale"):
        await answer(playing, late)


async def test_an_answer_names_its_question(playing: Room) -> None:
    wish = play(playing, do="draw")
    with pytest.raises(Refusal, match="illegal: Only moves that are always allowed need no question"):
        await answer(playing, Play(new_id(), None, wish.move))


async def test_the_same_id_again_is_the_same_event(playing: Room) -> None:
    wish, player = play(playing, do="draw"), asked(playing)
    first = await answer(playing, wish, player)
    assert await answer(playing, wish, player) == first
    assert playing.table.seq == first


async def test_an_id_is_nobody_elses(playing: Room) -> None:
    wish = play(playing, do="draw")
    await answer(playing, wish)
    with pytest.raises(Refusal, match="forbidden"):
        await answer(playing, wish, EVE)


async def test_the_same_move_sent_many_times_at_once_happens_once(playing: Room) -> None:
    wish, player = play(playing, do="draw"), asked(playing)
    answers = await asyncio.gather(*(answer(playing, wish, player) for _ in range(20)))
    assert len(set(answers)) == 1
    moves = [event for event in await playing._store.load(playing.table.room) if isinstance(event.body, Moved)]
    assert len(moves) == 1


async def test_a_room_read_from_its_log_is_the_room_that_wrote_it(rooms: Rooms, playing: Room) -> None:
    await play_on(playing, lambda: play(playing, do="draw"), lambda: play(playing, do="place", cylinder=1))
    rooms.forget(playing)
    again = await rooms.find(playing.table.room)
    assert again is not None
    assert again is not playing
    assert again.table.playing == playing.table.playing
    assert again.table.heard == playing.table.heard
    assert (again.table.seq, again.table.head) == (playing.table.seq, playing.table.head)


async def play_on(room: Room, *wishes: Callable[[], Play]) -> None:
    for wish in wishes:
        await answer(room, wish())


async def test_a_page_that_comes_back_is_told_what_lasts_and_never_what_faded(playing: Room) -> None:
    await play_on(playing, lambda: play(playing, do="draw"), lambda: play(playing, do="place", cylinder=1))
    frame = await Page(playing, ANN).sees("frame")
    assert [line["text"]["text"] for line in frame["lines"]] == ["{seat} begins.", "{seat} placed a piece."]
    assert not any(line["fades"] for line in frame["lines"])


async def test_a_page_that_has_seen_part_is_told_only_the_rest(playing: Room) -> None:
    seen = playing.table.seq
    await play_on(playing, lambda: play(playing, do="draw"), lambda: play(playing, do="place", cylinder=1))
    frame = await Page(playing, ANN, seen).sees("frame")
    assert [line["text"]["text"] for line in frame["lines"]] == ["{seat} placed a piece."]


async def test_another_writer_is_noticed_and_the_wish_judged_again(rooms: Rooms, playing: Room) -> None:
    other = Rooms(rooms.store, rooms.settings)
    elsewhere = await other.find(playing.table.room)
    assert elsewhere is not None
    wish, player = play(playing, do="draw"), asked(playing)
    await answer(elsewhere, wish, player)
    with pytest.raises(Refusal, match="stale"):
        await answer(playing, Play(new_id(), wish.question, wish.move), player)
    assert playing.table.playing == elsewhere.table.playing


async def test_a_crash_or_a_race_draws_the_same_piece_again(rooms: Rooms, playing: Room) -> None:
    wish, player = play(playing, do="draw"), asked(playing)
    once, twice = (judging.answer(playing.table, player.id, wish) for _ in range(2))
    assert once == twice


# --- When storage fails ---


class Failing:
    """A store whose next append fails, before or after it was written."""

    def __init__(self, store: Store, *, written: bool) -> None:
        self._append, self._written = store.append, written
        store.append = self.append  # type: ignore[method-assign]
        self._store = store

    async def append(self, entry: Entry) -> Any:
        self._store.append = self._append  # type: ignore[method-assign]
        if self._written:
            await self._append(entry)
        raise OutcomeUnknown


@pytest.mark.parametrize("written", [False, True])
async def test_a_move_whose_outcome_is_unknown_happens_once_when_it_is_sent_again(
    rooms: Rooms, playing: Room, written: bool
) -> None:
    page, wish, player = Page(playing, EVE), play(playing, do="draw"), asked(playing)
    before = (await page.sees("frame"))["seq"]
    Failing(rooms.store, written=written)
    with pytest.raises(OutcomeUnknown):
        await answer(playing, wish, player)
    assert (await page.sees("frame"))["seq"] == before
    assert await answer(playing, wish, player) == before + 1
    assert (await page.sees("frame"))["seq"] == before + 1


async def test_nothing_is_shown_before_its_commit(rooms: Rooms, playing: Room) -> None:
    page, commit = Page(playing, EVE), asyncio.Event()
    before = (await page.sees("frame"))["seq"]
    append = rooms.store.append

    async def slow(entry: Entry) -> Any:
        await commit.wait()
        return await append(entry)

    rooms.store.append = slow  # type: ignore[method-assign]
    move = asyncio.create_task(answer(playing, play(playing, do="draw")))
    assert (await page.sees("frame"))["seq"] == before
    commit.set()
    await move
    assert (await page.sees("frame"))["seq"] == before + 1


async def test_a_fault_in_the_rules_leaves_the_room_as_it_was(playing: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = play(playing, do="draw")
    with monkeypatch.context() as patch:
        patch.setattr("app.judging.play", broken)
        with pytest.raises(ZeroDivisionError):
            await answer(playing, wish)
    await answer(playing, wish)


def broken(*_: Any) -> None:
    raise ZeroDivisionError


# --- Talk ---


async def test_what_is_said_reaches_everybody_as_it_was_typed(room: Room) -> None:
    page = Page(room, EVE)
    await do(room, BEN, lambda table: lobby.speak(table, BEN.id, BEN.name, "  <b>hello</b>  you ", None))
    chat = await page.sees("chat")
    assert (chat["from"], chat["text"]) == ({"seat": 1, "name": "Ben"}, "<b>hello</b> you")


async def test_who_comes_later_reads_what_was_said(room: Room) -> None:
    await do(room, EVE, lambda table: lobby.speak(table, EVE.id, EVE.name, "hello", None))
    chat = await Page(room, BEN).sees("chat")
    assert (chat["from"], chat["text"]) == ({"seat": None, "name": "Eve"}, "hello")


# --- Coming and going ---


async def test_who_closes_the_last_page_is_away_after_a_moment(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0.0)
    ben, page = Page(room, BEN), Page(room, ANN)
    room.leave(ben.viewer)
    await until(lambda: presence(page, [True, False]))


async def test_who_reloads_is_never_away(room: Room) -> None:
    ben, page = Page(room, BEN), Page(room, ANN)
    room.leave(ben.viewer)
    Page(room, BEN)
    room.audience.show_table()
    assert [seat["here"] for seat in (await page.sees("table"))["seats"]] == [True, True]


async def test_a_room_that_is_forgotten_leaves_no_ring_for_the_collector(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("app.room.GONE_AFTER_S", "app.room.FORGET_AFTER_S", "app.rooms.FORGET_AFTER_S"):
        monkeypatch.setattr(name, 0.0)
    gc.collect()
    gc.disable()
    try:
        still_there = await left_by_everybody(rooms)
        await until(lambda: is_gone(still_there))
        assert still_there() is None
    finally:
        gc.enable()


async def left_by_everybody(rooms: Rooms) -> weakref.ref[Room]:
    room = await opened(rooms)
    page = Page(room, ANN)
    await page.sees("table")
    room.leave(page.viewer)
    return weakref.ref(room)


async def is_gone(still_there: weakref.ref[Room]) -> bool:
    return still_there() is None


async def presence(page: Page, expected: list[bool]) -> bool:
    return [seat["here"] for seat in (await page.sees("table"))["seats"]] == expected


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(500):
        if await condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to be")


async def test_the_host_gives_the_seat_of_an_absent_player_to_a_bot(playing: Room) -> None:
    page = Page(playing, ANN)
    await do(playing, ANN, lambda table: hosting.seat_bot(table, ANN.id, 1, "careful", ("ann",)))
    seat = (await page.sees("table"))["seats"][1]
    assert (seat["name"], seat["here"], seat["bot"]) == ("Ben", False, "careful")
    assert (await page.sees("frame"))["lines"][0]["text"]["text"] == "A bot plays for {seat}."


async def test_a_player_who_is_here_keeps_the_seat(playing: Room) -> None:
    with pytest.raises(Refusal, match="Ben is here and plays"):
        await do(playing, ANN, lambda table: hosting.seat_bot(table, ANN.id, 1, "careful", ("ann", "ben")))


async def test_while_a_bot_plays_the_player_cannot(playing: Room) -> None:
    player = asked(playing)
    seat = playing.table.people.seat_of(player.id)
    assert seat is not None
    await do(playing, ANN, lambda table: hosting.seat_bot(table, ANN.id, seat, "careful", ()))
    with pytest.raises(Refusal, match="not_your_seat"):
        await answer(playing, play(playing, do="draw"), player)


async def test_a_player_takes_the_seat_back_from_the_bot(playing: Room) -> None:
    await do(playing, ANN, lambda table: hosting.seat_bot(table, ANN.id, 1, "careful", ()))
    await do(playing, BEN, lambda table: lobby.come_back(table, BEN.id))
    assert playing.table.seats[1].bot is None


async def test_a_house_that_closes_finds_no_room_any_more(rooms: Rooms, playing: Room) -> None:
    rooms.drop(playing)
    rooms.close()
    assert await rooms.find(playing.table.room) is None


# --- The end ---


async def play_to_the_end(room: Room) -> None:
    """Somebody lifts an empty cylinder: the other one wins."""
    await answer(room, play(room, do="lift", cylinder=0))


async def test_a_rematch_pressed_by_both_at_once_begins_once(playing: Room) -> None:
    await play_to_the_end(playing)
    wishes = [do(playing, guest, lambda table, g=guest: lobby.rematch(table, g.id)) for guest in (ANN, BEN)]
    first, second = await asyncio.gather(*wishes, return_exceptions=True)
    assert isinstance(first, int)
    assert isinstance(second, Refusal)


async def test_questions_are_numbered_on_through_a_rematch(playing: Room) -> None:
    assert playing.table.playing is not None
    old = playing.table.playing.state.question.number
    await play_to_the_end(playing)
    await do(playing, ANN, lambda table: lobby.rematch(table, ANN.id))
    assert playing.table.playing.state.question.number > old


async def test_a_game_goes_on_by_its_rules_and_the_rematch_has_the_newest(
    playing: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = GAMES["tcnccc"]
    monkeypatch.setitem(GAMES, "tcnccc", replace(old, version=old.version + 1))
    monkeypatch.setitem(RETIRED, old.rules, old)
    assert folded(playing.table.room, await playing._store.load(playing.table.room)).game is old
    await play_to_the_end(playing)
    await do(playing, ANN, lambda table: lobby.rematch(table, ANN.id))
    assert playing.table.game.rules == f"tcnccc@{old.version + 1}"


async def test_who_won_is_told_to_everybody(playing: Room) -> None:
    page, loser = Page(playing, EVE), playing.table.people.seat_of(asked(playing).id)
    await play_to_the_end(playing)
    assert (await page.sees("frame"))["outcome"]["winners"] == [1 - (loser or 0)]
    assert (await page.sees("table"))["state"] == "over"


async def test_in_a_rematch_the_start_goes_round(playing: Room) -> None:
    started = playing.table.playing.starts  # type: ignore[union-attr]
    await answer(playing, play(playing, do="lift", cylinder=0))
    await do(playing, ANN, lambda table: lobby.rematch(table, ANN.id))
    assert started is not None
    assert playing.table.playing is not None
    assert playing.table.playing.state.turn == 1 - started
