"""Clocks, on a clock that stands until it is told: when a time runs out the rules answer, exactly once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from app import wishes
from app.bots import Bots
from app.clocks import Clocks
from app.ids import new_id
from app.wire import Refusal
from tests.company import ANN, BEN, Company, company, settled, until
from tests.timed import MINUTE, lapsed_in, left, moves_in, timed, watching


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Company]:
    async with company(tmp_path) as it:
        yield it


@pytest.fixture
async def clocks(party: Company) -> AsyncIterator[Clocks]:
    clocks = watching(party)
    yield clocks
    await clocks.close()


# --- Each question ---


async def test_nothing_happens_a_moment_before_the_time_is_over(party: Company, clocks: Clocks) -> None:
    room, _ = await timed(party, ANN, BEN)
    party.clock.goes_on(MINUTE - 0.001)
    await clocks.look(room)
    assert await lapsed_in(party, room) == []


async def test_when_it_is_over_the_rules_answer(party: Company, clocks: Clocks) -> None:
    room, (_ann, ben) = await timed(party, ANN, BEN)
    party.clock.goes_on(MINUTE)
    await clocks.look(room)
    (move,) = await moves_in(party, room)
    assert (move.seat, move.lapsed, bytes(move.move)) == (0, True, b'{"do":"put","bead":0}')
    assert (await ben.sees("frame"))["lines"][0]["text"]["text"] == "The time of {seat} ran out."


async def test_every_question_has_its_whole_time(party: Company, clocks: Clocks) -> None:
    room, (ann, ben) = await timed(party, ANN, BEN)
    party.clock.goes_on(50)
    await ann.plays("put", bead=1)
    party.clock.goes_on(50)
    await ben.plays("put", bead=1)
    assert await left(ann) == [60, 60]
    party.clock.goes_on(59)
    await clocks.look(room)
    assert await lapsed_in(party, room) == []


async def test_the_alarm_is_set_for_when_the_time_is_over(party: Company, clocks: Clocks) -> None:
    room, _ = await timed(party, ANN, BEN)
    loop = asyncio.get_running_loop()
    assert clocks._alarms[room].when() - loop.time() == pytest.approx(MINUTE, abs=5)


async def test_the_alarm_wakes_by_itself(party: Company, clocks: Clocks) -> None:
    room, (ann, _) = await timed(party, ANN, BEN)
    party.clock.goes_on(MINUTE)
    await ann.asks(wishes.Mute(name="Ben", yes=True))  # any change sets it anew
    await until(lambda: len(room.table.playing.state.string) == 1)  # type: ignore[union-attr]
    assert await lapsed_in(party, room) == [0]


# --- The whole game ---


async def test_with_one_time_for_the_whole_game_questions_use_it_up(party: Company, clocks: Clocks) -> None:
    room, (ann, ben) = await timed(party, ANN, BEN, each="game")
    for page, seconds in ((ann, 30), (ben, 10), (ann, 25)):
        party.clock.goes_on(seconds)
        await page.plays("put", bead=1)
    assert await left(ben) == [5, 50]
    party.clock.goes_on(10)
    await ben.plays("put", bead=1)
    party.clock.goes_on(5)
    await clocks.look(room)
    assert await lapsed_in(party, room) == [0]


async def test_who_has_no_time_left_at_all_is_answered_for_at_once_from_then_on(party: Company, clocks: Clocks) -> None:
    room, (_, ben) = await timed(party, ANN, BEN, each="game")
    party.clock.goes_on(MINUTE)
    await clocks.look(room)
    await ben.plays("put", bead=1)
    await until(lambda: len(room.table.playing.state.string) == 3)  # type: ignore[union-attr]
    assert await lapsed_in(party, room) == [0, 0]


# --- Taking back ---


async def test_what_a_decision_has_used_stays_used_when_it_is_taken_back(party: Company, clocks: Clocks) -> None:
    room, (ann, _) = await timed(party, ANN, BEN)
    for seconds, used in ((20, 20), (20, 40), (15, 55)):
        party.clock.goes_on(seconds)
        await ann.plays("put", bead=1)
        await ann.asks(wishes.Propose("undo"))
        assert await left(ann) == [60 - used, 60]
    party.clock.goes_on(5)
    await clocks.look(room)
    assert await lapsed_in(party, room) == [0]


async def test_who_waited_for_another_to_decide_used_nothing_meanwhile(party: Company, clocks: Clocks) -> None:
    _, (ann, _) = await timed(party, ANN, BEN)
    party.clock.goes_on(20)
    await ann.plays("put", bead=1)
    party.clock.goes_on(30)
    await ann.asks(wishes.Propose("undo"))
    assert await left(ann) == [40, 60]


async def test_who_is_asked_the_same_again_has_what_was_left(party: Company, clocks: Clocks) -> None:
    """Or two could wind up their clocks between them."""
    _, (ann, ben) = await timed(party, ANN, BEN)
    for left_to_ben in (60, 40, 20):
        await ann.plays("put", bead=1)
        assert await left(ben) == [60, left_to_ben]
        party.clock.goes_on(20)
        await ann.asks(wishes.Propose("undo"))


async def test_how_a_move_is_written_does_not_make_it_another(party: Company, clocks: Clocks) -> None:
    _, (ann, ben) = await timed(party, ANN, BEN)
    for left_to_ben, written in ((60, b'{"do":"put","bead":1}'), (40, b'{ "bead": 1, "do": "put" }')):
        question = ann.room.table.playing.state.question.number  # type: ignore[union-attr]
        await ann.asks(wishes.Play(new_id(), question, msgspec.Raw(written)))
        assert await left(ben) == [60, left_to_ben]
        party.clock.goes_on(20)
        await ann.asks(wishes.Propose("undo"))


async def test_who_is_asked_after_another_move_has_the_whole_time_for_it(party: Company, clocks: Clocks) -> None:
    """Nobody can use up another's time by changing their mind."""
    _, (ann, ben) = await timed(party, ANN, BEN)
    await ann.plays("put", bead=1)
    party.clock.goes_on(59)
    await ann.asks(wishes.Propose("undo"))
    await ann.plays("put", bead=0)
    assert await left(ben) == [60, 60]


async def test_with_one_time_for_the_game_what_was_used_counts_once(party: Company, clocks: Clocks) -> None:
    _, (ann, ben) = await timed(party, ANN, BEN, each="game")
    party.clock.goes_on(10)
    await ann.plays("put", bead=1)
    party.clock.goes_on(10)
    await ann.asks(wishes.Propose("undo"))
    assert await left(ann) == [50, 50]
    party.clock.goes_on(10)
    await ann.plays("put", bead=1)
    assert await left(ben) == [40, 50]


async def test_what_cannot_be_taken_back_any_more_leaves_every_new_question_its_whole_time(
    party: Company, clocks: Clocks
) -> None:
    _, (ann, ben) = await timed(party, ANN, BEN)
    for page in (ann, ben, ann):
        party.clock.goes_on(30)
        await page.plays("draw")
    assert await left(ben) == [60, 60]


async def test_a_new_clock_is_not_that_of_before_when_something_is_taken_back(party: Company, clocks: Clocks) -> None:
    _, (ann, _) = await timed(party, ANN, BEN)
    party.clock.goes_on(50)
    await ann.plays("put", bead=1)
    await ann.asks(wishes.Pause())
    await ann.asks(wishes.Doors(clock=wishes.Clock("question", 30)))
    await ann.asks(wishes.Propose("undo"))
    await ann.asks(wishes.Resume())
    assert await left(ann) == [30, 30]


# --- Pauses ---


async def test_a_pause_stops_the_clock(party: Company, clocks: Clocks) -> None:
    room, (ann, _) = await timed(party, ANN, BEN)
    party.clock.goes_on(40)
    await ann.asks(wishes.Pause())
    party.clock.goes_on(3600)
    await clocks.look(room)
    assert await left(ann) == [20, 60]
    await ann.asks(wishes.Resume())
    assert await left(ann) == [20, 60]
    party.clock.goes_on(20)
    await clocks.look(room)
    assert await lapsed_in(party, room) == [0]


async def test_a_clock_changes_only_in_a_pause_and_is_fair_from_the_present_question_on(
    party: Company, clocks: Clocks
) -> None:
    room, (ann, _) = await timed(party, ANN, BEN)
    with pytest.raises(Refusal, match="Pause the game"):
        await ann.asks(wishes.Doors(clock=wishes.Clock("game", 100)))
    party.clock.goes_on(59)
    await ann.asks(wishes.Pause())
    await ann.asks(wishes.Doors(clock=wishes.Clock("game", 100)))
    party.clock.goes_on(1000)
    await ann.asks(wishes.Doors(onlookers=True))  # everything is shown again
    assert await left(ann) == [100, 100]
    await ann.asks(wishes.Resume())
    party.clock.goes_on(99)
    await clocks.look(room)
    assert await lapsed_in(party, room) == []


async def test_a_move_taken_back_in_a_pause_starts_no_clock(party: Company, clocks: Clocks) -> None:
    _, (ann, _) = await timed(party, ANN, BEN)
    await ann.plays("put", bead=1)
    await ann.asks(wishes.Pause())
    await ann.asks(wishes.Propose("undo"))
    party.clock.goes_on(30)
    await ann.asks(wishes.Doors(onlookers=True))
    assert await left(ann) == [60, 60]


async def test_without_a_clock_nothing_runs(party: Company, clocks: Clocks) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    assert (await ann.sees("frame"))["clocks"] is None
    party.clock.goes_on(10 * 3600)
    await clocks.look(room)
    assert await moves_in(party, room) == []


async def test_bots_have_no_clock(party: Company, clocks: Clocks) -> None:
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(wishes.SeatBot(1, "careful"))
    await ann.asks(wishes.Doors(clock=wishes.Clock("question", MINUTE)))
    await ann.asks(wishes.Start())
    await ann.plays("put", bead=1)
    assert await left(ann) == [60, None]
    party.clock.goes_on(10 * 3600)
    await clocks.look(room)
    assert await lapsed_in(party, room) == []


# --- Away ---


async def test_who_is_away_gets_a_minute_of_grace(
    party: Company, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0)
    room, (ann, _) = await timed(party, ANN, BEN)
    ann.leaves()
    await settled()
    party.clock.goes_on(MINUTE + 59.999)
    await clocks.look(room)
    assert await lapsed_in(party, room) == []
    party.clock.goes_on(0.001)
    await clocks.look(room)
    assert await lapsed_in(party, room) == [0]


async def test_the_time_runs_out_when_nobody_is_connected(
    party: Company, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0)
    room, pages = await timed(party, ANN, BEN)
    for page in pages:
        page.leaves()
    await settled()
    party.rooms.forget(room)
    for seconds, expected in ((2 * MINUTE, [0]), (2 * MINUTE, [0, 1]), (119, [0, 1]), (1, [0, 1, 0])):
        party.clock.goes_on(seconds)
        await rounds(clocks)
        assert await lapsed_in(party, room) == expected
    party.pages.clear()  # these pages saw only the beginning


async def rounds(clocks: Clocks) -> None:
    for _ in range(3):
        await clocks.make_a_round()
        await asyncio.gather(*clocks._tasks)


async def test_the_time_runs_out_after_a_restart_too(party: Company, clocks: Clocks) -> None:
    room, _ = await timed(party, ANN, BEN)
    await clocks.close()
    party.clock.goes_on(2 * MINUTE)
    again = await party.other_node()
    others = watching(again)
    await rounds(others)
    await others.close()
    assert await lapsed_in(party, room) == [0]
    party.pages.clear()


async def test_after_a_restart_a_bot_answers_though_nobody_is_there(party: Company, clocks: Clocks) -> None:
    room, (ann,) = await party.seated(ANN, seats=2)
    await ann.asks(wishes.SeatBot(1, "careful"))
    await ann.asks(wishes.Doors(clock=wishes.Clock("question", MINUTE)))
    await ann.asks(wishes.Start())
    await ann.plays("put", bead=1)
    await asyncio.gather(*clocks._tasks)
    await clocks.close()
    party.clock.goes_on(MINUTE)
    again = await party.other_node()
    others, bots = watching(again), Bots(pause=0)
    again.rooms.watchers.append(bots.watch)
    await rounds(others)
    found = await again.rooms.find(room.table.room)
    assert found is not None
    await until(lambda: len(found.table.playing.state.string) == 2)  # type: ignore[union-attr]
    await bots.close()
    await others.close()
    party.pages.clear()


async def test_a_room_that_is_forgotten_leaves_no_alarm_behind(party: Company, clocks: Clocks) -> None:
    room, pages = await timed(party, ANN, BEN)
    assert room in clocks._alarms
    for page in pages:
        page.leaves()
    party.rooms.forget(room)
    assert clocks._alarms == {}
