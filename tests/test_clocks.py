"""Deadlines, on a clock that stands until it is told: when a time runs out the rules answer, exactly once."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from app.protocol import commands
from app.services.bots import Bots
from app.services.deadlines import Deadlines
from app.table.event_ids import new_id
from tests.company import ANN, BEN, Company, settled, until
from tests.given import Given, Tables
from tests.timed import MINUTE, lapsed_in, left, moves_in, timed, watching
from tests.timed import clocks as clocks

UNDO = commands.Propose("undo")


@pytest.fixture
def each(given: Tables) -> Given:
    """Ann and Ben have a minute for each question."""
    return given(ANN, BEN).begun(commands.Clock("question", MINUTE))


@pytest.fixture
def whole(given: Tables) -> Given:
    """They have a minute each for the whole game."""
    return given(ANN, BEN).begun(commands.Clock("game", MINUTE))


# --- What is used up ---


def test_every_question_has_its_whole_time(each: Given) -> None:
    for guest in (ANN, BEN):
        each.goes_on(50)
        assert min(each.left()) == 10
        each.puts(guest)
    assert each.left() == [60, 60]


def test_with_one_time_for_the_whole_game_questions_use_it_up(whole: Given) -> None:
    for guest, seconds in ((ANN, 30), (BEN, 10), (ANN, 25)):
        whole.goes_on(seconds)
        whole.puts(guest)
    assert whole.left() == [5, 50]


def test_nobody_has_less_than_nothing(each: Given) -> None:
    each.goes_on(MINUTE + 30)
    assert each.left() == [0, 60]


# --- Taking back ---


def test_what_a_decision_has_used_stays_used_when_it_is_taken_back(each: Given) -> None:
    for seconds, used in ((20, 20), (20, 40), (15, 55)):
        each.goes_on(seconds)
        each.puts(ANN)
        each.when(ANN, UNDO)
        assert each.left() == [60 - used, 60]


def test_who_waited_for_another_to_decide_used_nothing_meanwhile(each: Given) -> None:
    each.goes_on(20)
    each.puts(ANN)
    each.goes_on(30)
    each.when(ANN, UNDO)
    assert each.left() == [40, 60]


@pytest.mark.parametrize("written", [b'{"do":"put","bead":1}', b'{ "bead": 1, "do": "put" }'])
def test_who_is_asked_the_same_again_has_what_was_left_however_the_move_is_written(each: Given, written: bytes) -> None:
    """Or two could wind up their clocks between them."""
    each.puts(ANN)
    for left_to_ben in (40, 20):
        each.goes_on(20)
        each.when(ANN, UNDO, commands.Play(new_id(), each.question + 1, msgspec.Raw(written)))
        assert each.left() == [60, left_to_ben]


def test_who_is_asked_after_another_move_has_the_whole_time_for_it(each: Given) -> None:
    """Nobody can use up another's time by changing their mind."""
    each.puts(ANN)
    each.goes_on(59)
    each.when(ANN, UNDO)
    each.puts(ANN, bead=0)
    assert each.left() == [60, 60]


def test_with_one_time_for_the_game_what_was_used_counts_once(whole: Given) -> None:
    whole.goes_on(10)
    whole.puts(ANN)
    whole.goes_on(10)
    whole.when(ANN, UNDO)
    assert whole.left() == [50, 50]
    whole.goes_on(10)
    whole.puts(ANN)
    assert whole.left() == [40, 50]


def test_what_cannot_be_taken_back_any_more_leaves_every_new_question_its_whole_time(each: Given) -> None:
    for guest in (ANN, BEN, ANN):
        each.goes_on(30)
        each.plays(guest, "draw")
    assert each.left() == [60, 60]


def test_a_new_clock_is_not_that_of_before_when_something_is_taken_back(each: Given) -> None:
    each.goes_on(50)
    each.puts(ANN)
    each.when(ANN, commands.Pause(), commands.Doors(clock=commands.Clock("question", 30)), UNDO, commands.Resume())
    assert each.left() == [30, 30]


# --- Pauses ---


def test_a_pause_stops_the_clock(each: Given) -> None:
    each.goes_on(40)
    each.when(ANN, commands.Pause())
    each.goes_on(3600)
    assert each.left() == [20, 60]
    each.when(ANN, commands.Resume())
    each.goes_on(5)
    assert each.left() == [15, 60]


def test_a_clock_changes_only_in_a_pause_and_is_fair_from_the_present_question_on(each: Given) -> None:
    clock = commands.Doors(clock=commands.Clock("game", 100))
    assert "Pause the game" in each.refuses(ANN, clock)
    each.goes_on(59)
    each.when(ANN, commands.Pause(), clock)
    each.goes_on(1000)
    assert each.left() == [100, 100]
    each.when(ANN, commands.Resume())
    each.goes_on(99)
    assert each.left() == [1, 100]


# --- When it is over the rules answer ---


async def test_nothing_happens_a_moment_before_the_time_is_over_and_then_the_rules_answer(
    party: Company, clocks: Deadlines
) -> None:
    room, (ann, ben) = await timed(party, ANN, BEN)
    assert clocks._alarms[room].when() - asyncio.get_running_loop().time() == pytest.approx(MINUTE, abs=5)
    party.clock.goes_on(MINUTE - 0.001)
    await clocks.look(room)
    assert await lapsed_in(party, room) == []
    party.clock.goes_on(0.001)
    await clocks.look(room)
    (move,) = await moves_in(party, room)
    assert (move.seat, move.lapsed, bytes(move.move)) == (0, True, b'{"do":"put","bead":0}')
    assert (await ben.sees("frame"))["lines"][0]["text"]["text"] == "{seat} ran out of time."
    assert await left(ann) == [60, 60]


async def test_the_alarm_wakes_by_itself_and_who_has_no_time_left_at_all_is_answered_for_from_then_on(
    party: Company, clocks: Deadlines
) -> None:
    room, (ann, ben) = await timed(party, ANN, BEN, each="game")
    party.clock.goes_on(MINUTE)
    await ann.asks(commands.Mute(name="Ben", yes=True))  # any change sets it anew
    await until(lambda: len(room.table.playing.state.string) == 1)  # type: ignore[union-attr]
    await ben.plays("put", bead=1)
    await until(lambda: len(room.table.playing.state.string) == 3)  # type: ignore[union-attr]
    assert await lapsed_in(party, room) == [0, 0]


async def test_nor_does_it_in_a_pause_or_for_bots(party: Company, clocks: Deadlines) -> None:
    room, (ann,) = await timed(party, ANN, seats=2)
    await ann.asks(commands.Pause())
    party.clock.goes_on(10 * 3600)
    await clocks.look(room)
    await ann.asks(commands.Resume())
    await ann.plays("put", bead=1)
    assert await left(ann) == [60, None]
    party.clock.goes_on(10 * 3600)
    await clocks.look(room)
    assert await lapsed_in(party, room) == []


# --- Away ---


@pytest.mark.usefixtures("gone_at_once")
async def test_who_is_away_gets_a_minute_of_grace(party: Company, clocks: Deadlines) -> None:
    room, (ann, _) = await timed(party, ANN, BEN)
    ann.leaves()
    await settled()
    party.clock.goes_on(MINUTE + 59.999)
    await clocks.look(room)
    assert await lapsed_in(party, room) == []
    party.clock.goes_on(0.001)
    await clocks.look(room)
    assert await lapsed_in(party, room) == [0]


@pytest.mark.usefixtures("gone_at_once")
async def test_the_time_runs_out_when_nobody_is_connected(party: Company, clocks: Deadlines) -> None:
    room, pages = await timed(party, ANN, BEN)
    for page in pages:
        page.leaves()
    await settled()
    party.rooms.forget(room)
    assert clocks._alarms == {}
    for seconds, expected in ((2 * MINUTE, [0]), (2 * MINUTE, [0, 1]), (119, [0, 1]), (1, [0, 1, 0])):
        party.clock.goes_on(seconds)
        await rounds(clocks)
        assert await lapsed_in(party, room) == expected
    party.pages.clear()  # these pages saw only the beginning


async def rounds(clocks: Deadlines) -> None:
    for _ in range(3):
        await clocks.make_a_round()
        await asyncio.gather(*clocks._tasks)


async def test_after_a_restart_the_time_runs_out_and_a_bot_answers_though_nobody_is_there(
    party: Company, clocks: Deadlines
) -> None:
    room, _ = await timed(party, ANN, seats=2)
    await asyncio.gather(*clocks._tasks)
    await clocks.close()
    party.clock.goes_on(2 * MINUTE)
    again = await party.other_node()
    others, bots = watching(again), Bots(pause=0)
    again.rooms.watchers.append(bots.watch)
    await rounds(others)
    assert await lapsed_in(party, room) == [0]
    found = await again.finds(room)
    await until(lambda: len(found.table.playing.state.string) == 2)  # type: ignore[union-attr]
    await bots.close()
    await others.close()
    party.pages.clear()
