"""Deadlines, on a clock advanced only by the test: when time runs out the rules answer, exactly once: racing moves, on
several nodes, and during failures."""

import asyncio
from itertools import cycle
from random import Random
from typing import Any, Final
from unittest.mock import AsyncMock, Mock

import msgspec
import pytest

from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.room import Room
from app.services.deadlines import CLAIMED_MS, Deadlines
from app.storage.commit import OutcomeUnknown
from app.table.event_ids import SERVER, id_of, new_id
from app.table.game import NEW_CLOCKS
from tests.support.clocks import MINUTE, a_round, lapsed_after, lapsed_in, left, moves_in, timed, watching
from tests.support.clocks import clocks as clocks
from tests.support.decisions import Tables
from tests.support.effort import amount
from tests.support.played_games import reopened
from tests.support.tables import ANN, BEN, CLEO, Company, Page, gone, question_of, until

TABLES = amount(40, 200)
UNDO = commands.Propose("undo")

# --- What is used up ---

STEPS: Final = {
    "A": lambda table: table.puts(ANN),
    "A0": lambda table: table.puts(ANN, bead=0),
    "B": lambda table: table.puts(BEN),
    "draw": lambda table: table.plays((ANN, BEN)[table.asked[0]], "draw"),
    "undo": lambda table: table.when(ANN, UNDO),
    "pause": lambda table: table.when(ANN, commands.Pause()),
    "resume": lambda table: table.when(ANN, commands.Resume()),
    "30 each": lambda table: table.when(ANN, commands.ChangeSettings(clock=commands.Clock("question", 30))),
    "100 in all": lambda table: table.when(ANN, commands.ChangeSettings(clock=commands.Clock("game", 100))),
}
"""Steps: Ann or Ben puts a bead, Ann another one, whoever is asked draws one, and so on; numbers are seconds that
pass."""

LEFT: Final[dict[str, tuple[str, list[int | str], list[int]]]] = {
    "a question is answered in its time": ("question", [50], [10, 60]),
    "every question has its whole time": ("question", [50, "A", 50, "B"], [60, 60]),
    "with one time for the whole game questions use it up": ("game", [30, "A", 10, "B", 25, "A"], [5, 50]),
    "nobody has less than nothing": ("question", [MINUTE + 30], [0, 60]),
    "what is taken back has used what it used": ("question", [20, "A", "undo"] * 2 + [15, "A", "undo"], [5, 60]),
    "who waits for another uses nothing": ("question", [20, "A", 30, "undo"], [40, 60]),
    "who is asked the same again has what was left": ("question", ["A", 20, "undo", "A", 20, "undo", "A"], [60, 20]),
    "nobody uses up another's time by a change of mind": ("question", ["A", 59, "undo", "A0"], [60, 60]),
    "of the game's one time it counts once": ("game", [10, "A", 10, "undo"], [50, 50]),
    "and goes on to be used": ("game", [10, "A", 10, "undo", 10, "A"], [40, 50]),
    "what cannot be taken back leaves the next its time": ("question", [30, "draw"] * 3, [60, 60]),
    "a new clock is not that of before": ("question", [50, "A", "pause", "30 each", "undo", "resume"], [30, 30]),
    "a pause stops the clock": ("question", [40, "pause", 3600], [20, 60]),
    "and then it goes on": ("question", [40, "pause", 3600, "resume", 5], [15, 60]),
    "a new clock is fair": ("question", [59, "pause", "100 in all", 1000], [100, 100]),
    "from the present question on": ("question", [59, "pause", "100 in all", 1000, "resume", 99], [1, 100]),
}


@pytest.mark.parametrize(("each", "steps", "left"), LEFT.values(), ids=LEFT)
def test_so_much_is_left_to_each(given: Tables, each: Any, steps: list[int | str], left: list[int]) -> None:
    table = given(ANN, BEN).begun(commands.Clock(each, MINUTE))
    for step in steps:
        table.advance(step) if isinstance(step, int) else STEPS[step](table)
    assert table.left() == left


def test_two_cannot_wind_up_their_clocks_by_writing_the_same_move_otherwise(given: Tables) -> None:
    table = given(ANN, BEN).begun(commands.Clock("question", MINUTE))
    table.puts(ANN)
    for left_to_ben in (40, 20):
        table.advance(20)
        again = commands.Play(new_id(), table.question + 1, msgspec.Raw(b'{ "bead": 1, "do": "put" }'))
        table.when(ANN, UNDO, again)
        assert table.left() == [60, left_to_ben]


def test_who_takes_a_secret_answer_back_gains_no_time(given: Tables) -> None:
    table = given(ANN, BEN, together=True).begun(commands.Clock("question", MINUTE))
    for _ in range(3):
        table.advance(15)
        table.plays(ANN, "say", bead=1)
        table.when(ANN, UNDO)
    assert table.left() == [15, 15]


def test_everybody_reads_that_the_host_gave_everybody_their_time_back(given: Tables) -> None:
    table = given(ANN, BEN).begun(minute := commands.Clock("question", MINUTE))
    table.advance(50)
    table.when(ANN, commands.Pause(), commands.ChangeSettings(clock=minute, fast_bots=True))
    assert (table.left()[0], table.said) == (10, [])
    table.when(ANN, commands.ChangeSettings(clock=None), commands.ChangeSettings(clock=minute))
    assert (table.left()[0], table.said) == (60, [NEW_CLOCKS.text] * 2)


async def test_the_rules_answer_when_the_time_is_over_and_not_before(party: Company, clocks: Deadlines) -> None:
    room, (ann, ben) = await timed(party, ANN, BEN)
    assert clocks._alarms[room].when() - asyncio.get_running_loop().time() == pytest.approx(MINUTE, abs=5)
    assert await lapsed_after(party, clocks, room, MINUTE - 0.001) == []
    party.clock.advance(0.001)
    await clocks.check(room)
    (move,) = await moves_in(party, room)
    assert (move.seat, move.lapsed, bytes(move.move)) == (0, True, b'{"do":"put","bead":0}')
    assert (await ben.sees("frame"))["lines"][0]["text"]["text"] == "{seat} ran out of time."
    assert await left(ann) == [60, 60]


async def test_the_alarm_wakes_by_itself_and_again_for_who_has_no_time(party: Company, clocks: Deadlines) -> None:
    room, (ann, ben) = await timed(party, ANN, BEN, each="game")
    party.clock.advance(MINUTE)
    await ann.asks(commands.Mute(person="Ben", yes=True))  # any change recalculates the deadline
    await until(lambda: len(room.table.playing.state.string) == 1)
    await ben.plays("put", bead=1)
    await until(lambda: len(room.table.playing.state.string) == 3)
    assert await lapsed_in(party, room) == [0, 0]


async def test_nor_does_it_in_a_pause_or_for_bots(party: Company, clocks: Deadlines) -> None:
    room, (ann,) = await timed(party, ANN, seats=2)
    await ann.asks(commands.Pause())
    party.clock.advance(10 * 3600)
    await clocks.check(room)
    await ann.asks(commands.Resume())
    await ann.plays("put", bead=1)
    assert await left(ann) == [60, None]
    assert await lapsed_after(party, clocks, room, 10 * 3600) == []


# --- Away ---


async def test_a_bot_in_the_place_of_somebody_has_no_clock(
    gone_at_once: None, party: Company, clocks: Deadlines
) -> None:
    _, (ann, ben) = await timed(party, ANN, BEN)
    await gone(ben)
    await ann.asks(commands.SeatBot(1, "medium"))
    assert await left(ann) == [60, None]


async def test_who_is_away_gets_a_minute_of_grace(gone_at_once: None, party: Company, clocks: Deadlines) -> None:
    room, (ann, _) = await timed(party, ANN, BEN)
    await gone(ann)
    assert await lapsed_after(party, clocks, room, MINUTE + 59.999) == []
    assert await lapsed_after(party, clocks, room, 0.001) == [0]


@pytest.mark.parametrize(("late", "left"), [(20, 10), (55, 5)])
@pytest.mark.parametrize("is_forgotten", [False, True])
async def test_who_comes_back_within_it_has_a_moment_to_answer(
    gone_at_once: None, party: Company, clocks: Deadlines, late: int, left: int, is_forgotten: bool
) -> None:
    room, pages = await timed(party, ANN, BEN)
    await gone(*pages)
    if is_forgotten:
        room = await reopened(party.rooms, room)
    party.clock.advance(MINUTE + late)
    party.page(room, ANN)
    assert await lapsed_after(party, clocks, room, left - 0.001) == []
    assert await lapsed_after(party, clocks, room, 0.001) == [0]


async def test_the_time_runs_out_when_nobody_is_there(gone_at_once: None, party: Company, clocks: Deadlines) -> None:
    room, pages = await timed(party, ANN, BEN)
    await gone(*pages)
    party.rooms.forget(room)
    assert clocks._alarms == {}
    for seconds, expected in ((2 * MINUTE, [0]), (2 * MINUTE, [0, 1]), (119, [0, 1]), (1, [0, 1, 0])):
        party.clock.advance(seconds)
        await rounds(clocks)
        assert await lapsed_in(party, room) == expected
    party.pages.clear()  # these pages saw only the beginning


@pytest.mark.usefixtures("gone_at_once")
async def test_a_house_that_closes_leaves_a_clock_that_ran_out_to_the_next(party: Company, clocks: Deadlines) -> None:
    room, pages = await timed(party, ANN, BEN)
    await gone(*pages)
    party.rooms.forget(room)
    await a_round(clocks)
    party.clock.advance(2 * MINUTE)
    party.rooms.closing = True
    await rounds(clocks)
    party.rooms.closing = False
    party.clock.advance(CLAIMED_MS / 1000)
    await rounds(clocks)
    assert await lapsed_in(party, room) == [0]
    party.pages.clear()


async def rounds(clocks: Deadlines) -> None:
    for _ in range(3):
        await a_round(clocks)


# --- Exactly once ---


async def test_several_seats_asked_at_once_are_answered_for_once_each(party: Company, clocks: Deadlines) -> None:
    room, (_, ben, _) = await timed(party, ANN, BEN, CLEO, together=True)
    first = question_of(room)
    party.clock.advance(30)
    await ben.plays("say", bead=1)
    party.clock.advance(30)
    await clocks.check(room)
    moves = [(move.seat, move.question, move.lapsed) for move in await moves_in(party, room)]
    assert moves == [(1, first, False), (0, first, True), (2, first, True)]
    assert (await left(ben)) == [60, 60, 60]


async def test_who_answers_in_time_does_not_lose_the_next_question(party: Company, clocks: Deadlines) -> None:
    room, (ann, ben, _) = await timed(party, ANN, BEN, CLEO, together=True)
    await ann.plays("say", bead=1)
    party.clock.advance(MINUTE)
    # Ben's answer is being written while the clock is checked; Cleo's time is up.
    await asyncio.gather(ben.plays("say", bead=1), clocks.check(room))
    await clocks.check(room)
    moves = await moves_in(party, room)
    assert len({(move.seat, move.question) for move in moves}) == len(moves) == 3


async def test_a_late_move_and_the_clock_make_one_move_together(party: Company, clocks: Deadlines) -> None:
    tables = await asyncio.gather(*(timed(party, ANN, BEN) for _ in range(TABLES)))
    questions = [question_of(room) for room, _ in tables]
    party.clock.advance(MINUTE)
    chance = Random(7)

    async def race(room: Room, ann: Page, question: int) -> None:
        both = [ann.plays("put", question=question, bead=1), clocks.check(room)]
        chance.shuffle(both)
        await asyncio.gather(*both, return_exceptions=True)

    await asyncio.gather(*(race(room, pages[0], n) for (room, pages), n in zip(tables, questions, strict=True)))
    by_clock = 0
    for (room, _), question in zip(tables, questions, strict=True):
        (move,) = [move for move in await moves_in(party, room) if move.question == question]
        by_clock += move.lapsed
    assert 0 < by_clock < TABLES, "only one of the two ever won: this run shows nothing"


@pytest.mark.parametrize("names", ["a", "ab"], ids=["the same", "different, as while an older node is replaced"])
async def test_the_clocks_of_two_nodes_answer_once_whatever_they_call_their_deeds(
    party: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch, names: str
) -> None:
    named = cycle(names)
    monkeypatch.setattr("app.services.deadlines.id_of", lambda deed: id_of(f"{next(named)}/{deed}"))
    tables = [await timed(party, ANN, BEN) for _ in range(TABLES // 4)]
    other = await party.other_node()
    others, elsewhere = watching(other), [await other.finds(room) for room, _ in tables]
    for room in elsewhere:
        other.page(room, ANN)
    party.clock.advance(MINUTE)
    for (here, _), there in zip(tables, elsewhere, strict=True):
        await asyncio.gather(clocks.check(here), others.check(there))
    assert [await lapsed_in(party, room) for room, _ in tables] == [[0]] * len(tables)


async def test_a_clock_of_a_node_that_is_behind_does_not_answer_what_was_taken_back_since(
    party: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of a node which is behind: what it would answer has been taken back since."""
    room, (ann, _, _) = await timed(party, ANN, BEN, CLEO, together=True)
    decisions = AsyncMock()
    party.clock.advance(MINUTE)
    monkeypatch.setattr(room, "do", decisions)
    await clocks.check(room)
    monkeypatch.undo()
    party.rooms.watchers.clear()  # no watcher is faster, nor an alarm
    clocks._alarms.pop(room).cancel()
    await ann.plays("say", bead=1)
    party.clock.advance(0.001)
    await ann.asks(commands.Propose("undo"))
    (_, _, late), due = decisions.call_args_list[0]
    with pytest.raises(Refusal, match="answered already"):
        await room.do(SERVER, new_id(), late, **due)


async def test_storage_that_fails_is_not_asked_again_and_again(
    party: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = await timed(party, ANN, BEN)
    failing = Mock(side_effect=OutcomeUnknown)
    monkeypatch.setattr(party.store, "append", failing)
    party.clock.advance(MINUTE)
    await clocks.check(room)
    await asyncio.sleep(0.05)
    assert failing.call_count == 1
    monkeypatch.undo()
    await clocks.check(room)
    assert await lapsed_in(party, room) == [0]


async def test_a_room_that_cannot_be_read_keeps_no_other_waiting(
    party: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rooms = [(await timed(party, ANN, BEN))[0] for _ in range(2)]
    await asyncio.gather(*clocks._tasks)
    find = party.rooms.find

    async def finds(code: str) -> Any:
        if code == rooms[0].table.room:
            raise ValueError("a damaged row")
        return await find(code)

    monkeypatch.setattr(party.rooms, "find", finds)
    party.clock.advance(MINUTE)
    await clocks.check_due_rooms()
    assert await lapsed_in(party, rooms[1]) == [0]
    assert "the clocks of a room could not be checked" in caplog.text
    assert rooms[0].table.room not in await party.store.due_rooms()
