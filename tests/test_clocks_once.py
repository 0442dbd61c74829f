"""Deadlines answer exactly once: against moves under way, on several nodes, and when things go wrong."""

from __future__ import annotations

import asyncio
from itertools import cycle
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.room import Room
from app.services.deadlines import Deadlines
from app.storage.commit import OutcomeUnknown
from app.table import proposals
from app.table.event_ids import SERVER, id_of, new_id
from tests.amounts import amount
from tests.company import ANN, BEN, CLEO, Company, Page, question_of
from tests.timed import MINUTE, lapsed_in, left, moves_in, timed, watching
from tests.timed import clocks as clocks

TABLES = amount(40, 200)


# --- Exactly once ---


async def test_several_seats_asked_at_once_are_answered_for_once_each(party: Company, clocks: Deadlines) -> None:
    room, (_, ben, _) = await timed(party, ANN, BEN, CLEO, together=True)
    first = question_of(room)
    party.clock.goes_on(30)
    await ben.plays("say", bead=1)
    party.clock.goes_on(30)
    await clocks.look(room)
    moves = [(move.seat, move.question, move.lapsed) for move in await moves_in(party, room)]
    assert moves == [(1, first, False), (0, first, True), (2, first, True)]
    assert (await left(ben)) == [60, 60, 60]


async def test_who_answers_in_time_does_not_lose_the_next_question(party: Company, clocks: Deadlines) -> None:
    room, (ann, ben, _) = await timed(party, ANN, BEN, CLEO, together=True)
    await ann.plays("say", bead=1)
    party.clock.goes_on(MINUTE)
    # Ben's answer is under way while the clock looks; Cleo's time is over.
    await asyncio.gather(ben.plays("say", bead=1), clocks.look(room))
    await clocks.look(room)
    moves = await moves_in(party, room)
    assert len({(move.seat, move.question) for move in moves}) == len(moves) == 3


async def test_who_takes_a_secret_answer_back_gains_no_time(party: Company, clocks: Deadlines) -> None:
    room, (ann, _) = await timed(party, ANN, BEN, together=True)
    for _ in range(3):
        party.clock.goes_on(15)
        await ann.plays("say", bead=1)
        await ann.asks(commands.Propose("undo"))
    assert await left(ann) == [15, 15]
    party.clock.goes_on(15)
    await clocks.look(room)
    assert await lapsed_in(party, room) == [0, 1]


async def test_an_answer_of_the_clock_that_is_taken_back_is_given_again(party: Company, clocks: Deadlines) -> None:
    room, (ann, ben, cleo) = await timed(party, ANN, BEN, CLEO, together=True)
    await cleo.plays("say", bead=1)
    party.clock.goes_on(30)
    await cleo.asks(commands.Propose("undo"))
    party.clock.goes_on(30)
    # The time of Ann and Ben is over, and Cleo has half a minute left.
    party.rooms.watchers.clear()  # the clocks look only when they are told to
    for _ in range(2):
        await clocks.look(room)
        assert (await cleo.sees("frame"))["asked"] == [2]
        party.clock.goes_on(0.001)
        await ann.asks(commands.Propose("undo"))
        assert (await cleo.sees("frame"))["asked"] == [0, 2]
    await clocks.look(room)
    assert await lapsed_in(party, room) == [0, 1, 0, 0]
    assert await left(ben) == [0, 0, 29.998]


async def test_a_move_under_way_when_the_time_runs_out_and_the_clock_make_one_move(
    party: Company, clocks: Deadlines
) -> None:
    tables = await asyncio.gather(*(timed(party, ANN, BEN) for _ in range(TABLES)))
    questions = [question_of(room) for room, _ in tables]
    party.clock.goes_on(MINUTE)
    chance = Random(7)

    async def race(room: Room, ann: Page, question: int) -> None:
        both = [ann.plays("put", question=question, bead=1), clocks.look(room)]
        chance.shuffle(both)
        await asyncio.gather(*both, return_exceptions=True)

    await asyncio.gather(*(race(room, pages[0], n) for (room, pages), n in zip(tables, questions, strict=True)))
    by_clock = 0
    for (room, _), question in zip(tables, questions, strict=True):
        (move,) = [move for move in await moves_in(party, room) if move.question == question]
        by_clock += move.lapsed
    assert 0 < by_clock < TABLES, "only one of the two ever won: this run shows nothing"


async def test_the_clocks_of_two_nodes_answer_once(party: Company, clocks: Deadlines) -> None:
    tables = [await timed(party, ANN, BEN) for _ in range(TABLES // 4)]
    other = await party.other_node()
    others, elsewhere = watching(other), [await other.finds(room) for room, _ in tables]
    for room in elsewhere:
        other.page(room, ANN)
    party.clock.goes_on(MINUTE)
    await asyncio.gather(*(clocks.look(room) for room, _ in tables), *map(others.look, elsewhere))
    await others.close()
    assert [await lapsed_in(party, room) for room, _ in tables] == [[0]] * len(tables)


async def test_a_node_that_calls_its_deeds_otherwise_does_none_of_them_once_more(
    party: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while an older one is replaced."""
    names = cycle("ab")
    monkeypatch.setattr("app.services.deadlines.id_of", lambda deed: id_of(f"{next(names)}/{deed}"))
    tables = [await timed(party, ANN, BEN) for _ in range(20)]
    other = await party.other_node()
    others, elsewhere = watching(other), [await other.finds(room) for room, _ in tables]
    for room in elsewhere:
        other.page(room, ANN)
    party.clock.goes_on(MINUTE)
    for (here, _), there in zip(tables, elsewhere, strict=True):
        await asyncio.gather(clocks.look(here), others.look(there))
    await others.close()
    assert [await lapsed_in(party, room) for room, _ in tables] == [[0]] * 20


async def test_a_clock_of_a_node_that_is_behind_does_not_answer_what_was_taken_back_since(
    party: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, (_, _, cleo) = await timed(party, ANN, BEN, CLEO, together=True)
    await cleo.plays("say", bead=1)
    party.clock.goes_on(30)
    await cleo.asks(commands.Propose("undo"))  # and has half a minute more than the others
    decisions: list[Any] = []
    do = room.do

    async def noted(actor: str, id: str, decide: Any, not_before: int = 0) -> int:
        decisions.append((decide, not_before))
        return await do(actor, id, decide, not_before)

    party.clock.goes_on(30)
    monkeypatch.setattr(room, "do", noted)
    await clocks.look(room)
    monkeypatch.undo()
    party.rooms.watchers.clear()  # nobody is faster
    party.clock.goes_on(0.001)
    await room.do(ANN.id, new_id(), lambda table: proposals.propose(table, ANN.id, "undo", None))
    late, due = decisions[0]
    with pytest.raises(Refusal, match="answered already"):
        await room.do(SERVER, new_id(), late, due)


# --- When things go wrong ---


async def test_a_storage_that_fails_is_not_asked_again_and_again(
    party: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = await timed(party, ANN, BEN)
    failing = AsyncMock(side_effect=OutcomeUnknown)
    monkeypatch.setattr(party.store, "append", failing)
    party.clock.goes_on(MINUTE)
    await clocks.look(room)
    await asyncio.sleep(0.05)
    assert failing.await_count == 1
    monkeypatch.undo()
    await clocks.look(room)
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
    party.clock.goes_on(MINUTE)
    await clocks.make_a_round()
    assert await lapsed_in(party, rooms[1]) == [0]
    assert "the clocks of a room could not be looked after" in caplog.text
    assert rooms[0].table.room not in await party.store.due_rooms()
